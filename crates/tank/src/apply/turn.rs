//! Turns: their beginning, their end, and who is next (rules 4, 6.4).

use std::sync::Arc;

use bout_core::{Ctx, Current, Seat, Timers};

use super::draw::{deal, draw};
use super::{By, tell};
use crate::Tank;
use crate::cards::Cards;
use crate::event::{Cause, What};
use crate::phase::{Phase, Timer};
use crate::rules::DrawRule;
use crate::state::{EndReason, State};
use crate::value::cheapest;

impl Tank {
    /// Shuffles, deals and begins the first turn (rules 3.3).
    pub(crate) fn set_up(&self, ctx: &mut Ctx<'_, Self>) -> State {
        let first = match self.rules.first_player {
            Some(seat) => seat,
            None => Seat(ctx.dice.below(u32::from(self.seats)) as u8),
        };
        let mut state = State {
            phase: Current::start(Phase::Setup),
            piles: self.piles,
            deck_ordered: false,
            players: self.players,
            active: first,
            turn: 0,
            pending: None,
            passive_used: false,
            main_action: None,
            bonus_next: None,
            winner: None,
            end_reason: None,
            timers: Timers::new(),
            total: self.rules.deck,
        };
        tell(&state, ctx, By::NOBODY, || What::GameStart(Arc::clone(&self.starts[first.index()])));
        for seat in state.seats() {
            let count = self.rules.class(state.player(seat).class).hand_size;
            deal(&mut state, seat, count, ctx);
        }
        ctx.goto(&mut state.phase, Phase::StartOfTurn, "auto", "");
        self.begin_turns(&mut state, false, ctx);
        state
    }

    /// Begins the turn of the active player; whoever has no card is passed over.
    #[inline]
    pub(crate) fn begin_turns(&self, state: &mut State, mut bonus: bool, ctx: &mut Ctx<'_, Self>) {
        for _ in 0..=state.players.len() {
            if !self.start_turn(state, bonus, ctx) {
                return;
            }
            if !state.player(state.active).hand.is_empty() {
                return self.await_action(state, ctx);
            }
            self.skip_action(state, ctx);
            bonus = self.pass_turn(state, ctx);
        }
        // Nobody holds a card and no turn draws one: nothing can ever happen again.
        tell(state, ctx, By::one(state.active), || What::DeckExhausted);
        ctx.goto(&mut state.phase, Phase::GameOver, "auto", "exhausted");
        Self::finish(state, EndReason::DeckExhausted, None, ctx);
    }

    /// Clears the shield and draws; false if the match ended by it.
    #[inline]
    fn start_turn(&self, state: &mut State, bonus: bool, ctx: &mut Ctx<'_, Self>) -> bool {
        let seat = state.active;
        state.turn += 1;
        state.passive_used = false;
        state.main_action = None;
        tell(state, ctx, By::one(seat), || What::TurnStart { bonus });
        if state.player(seat).shield {
            state.player_mut(seat).shield = false;
            tell(state, ctx, By::one(seat), || What::SpawnShieldCleared);
        }
        let hand = state.player(seat).hand.len() as u16;
        let count = match self.rules.draw_rule {
            DrawRule::Fixed => self.rules.draw_count,
            DrawRule::Refill => {
                self.rules.class(state.player(seat).class).hand_size.saturating_sub(hand)
            }
        };
        if !draw(state, seat, count, Cause::Turn, ctx) {
            self.exhaust(state, seat, "auto", ctx);
            return false;
        }
        ctx.goto(&mut state.phase, Phase::Action, "auto", "drawn");
        true
    }

    #[inline]
    fn await_action(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        if self.config.clocks.turn_ms > 0 {
            state.timers.arm(Timer::Turn, ctx.now + self.config.clocks.turn_ms);
        }
    }

    fn skip_action(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        tell(state, ctx, By::one(state.active), || What::SkipAction);
        ctx.goto(&mut state.phase, Phase::EndOfTurn, "auto", "empty_hand");
    }

    /// The end of a turn: surplus cards first, then the next player.
    #[inline]
    pub(crate) fn end_turn(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        if self.surplus(state, state.active) > 0 {
            ctx.goto(&mut state.phase, Phase::DiscardExcess, "auto", "surplus");
            state.timers.release(Timer::Turn, ctx.now);
            return;
        }
        let bonus = self.pass_turn(state, ctx);
        self.begin_turns(state, bonus, ctx);
    }

    /// Hands the turn on; whether it is a bonus turn.
    #[inline]
    fn pass_turn(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) -> bool {
        let from = state.active;
        let left = Seat((from.0 + 1) % state.players.len() as u8);
        let bonus = state.bonus_next.take();
        let next = bonus.unwrap_or(left);
        if !state.timers.is_empty() {
            state.timers.cancel(Timer::Turn);
        }
        tell(state, ctx, By::one(from), || What::TurnEnd { next });
        state.active = next;
        if bonus.is_some() {
            tell(state, ctx, By::one(next), || What::BonusTurn { from });
            ctx.goto(&mut state.phase, Phase::StartOfTurn, "auto", "bonus");
        } else {
            ctx.goto(&mut state.phase, Phase::StartOfTurn, "auto", "next");
        }
        bonus.is_some()
    }

    /// The named surplus cards go, and the turn ends.
    pub(crate) fn discard_excess(
        &self,
        state: &mut State,
        cards: Cards,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let seat = state.active;
        for card in cards.iter() {
            state.player_mut(seat).hand.take(card);
            state.piles.throw(card);
        }
        tell(state, ctx, By::one(seat), || What::DiscardExcess { cards });
        ctx.goto(&mut state.phase, Phase::EndOfTurn, on, "");
        self.end_turn(state, ctx);
    }

    /// The cards that go if their owner does not choose.
    pub(crate) fn least_surplus(&self, state: &State) -> Cards {
        let player = state.player(state.active);
        cheapest(player, player.hand, self.surplus(state, state.active))
    }
}
