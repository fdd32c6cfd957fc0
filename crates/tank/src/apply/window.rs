//! Answers in a window, and how it closes (rules 6.3).

use bout_core::{Ctx, Seat};

use super::{By, tell};
use crate::Tank;
use crate::card::Card;
use crate::event::What;
use crate::phase::{Phase, Timer};
use crate::rules::{AutoloaderOrder, Class};
use crate::state::{Answer, MainAction, Pending, State, WindowKind};

impl Tank {
    /// Seals an answer; the window closes as soon as its result is certain.
    pub(crate) fn answer(
        &self,
        state: &mut State,
        seat: Seat,
        answer: Answer,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Some(pending) = &mut state.pending else { return };
        if let Some(place) = pending.place(seat) {
            pending.responses[place] = Some(answer);
        }
        self.close_window(state, on, ctx);
    }

    /// Everybody who has not answered passes.
    pub(crate) fn pass_for_all(
        &self,
        state: &mut State,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Some(pending) = &mut state.pending else { return };
        for response in pending.responses.iter_mut() {
            response.get_or_insert(Answer::Pass);
        }
        self.close_window(state, on, ctx);
    }

    /// Closes the window if its result is certain.
    pub(crate) fn close_window(
        &self,
        state: &mut State,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Some(pending) = state.pending else { return };
        let mut taker = None;
        for (seat, response) in pending.responders.iter().zip(&pending.responses) {
            match response {
                None => return,
                Some(Answer::Pass) => {}
                Some(Answer::Smoke | Answer::Coup) => {
                    taker = Some(*seat);
                    break;
                }
            }
        }
        state.timers.cancel(Timer::Interrupt);
        match (pending.kind, taker) {
            (WindowKind::Smoke, Some(smoker)) => self.negate(state, &pending, smoker, on, ctx),
            (WindowKind::Smoke, None) => self.let_through(state, &pending, on, ctx),
            (WindowKind::Coup, Some(_)) => self.counter(state, &pending, ctx),
            (WindowKind::Coup, None) => self.apply_hazard(state, &pending, on, ctx),
        }
    }

    fn negate(
        &self,
        state: &mut State,
        pending: &Pending,
        smoker: Seat,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Pending { attacker, target, source, card: munition, .. } = *pending;
        tell(state, ctx, By::on(smoker, target), || What::SmokeLaunchers {
            against: attacker,
            source,
            munition,
        });
        state.player_mut(smoker).hand.take(Card::SmokeLaunchers);
        state.piles.throw(Card::SmokeLaunchers);
        state.pending = None;
        state.piles.throw(munition);
        ctx.goto(&mut state.phase, Phase::Resolution, on, "negated");
        tell(state, ctx, By::on(attacker, target), || What::AttackNegated { munition });
        self.after_attack(state, attacker, ctx);
    }

    /// Nobody stops the attack.
    pub(crate) fn let_through(
        &self,
        state: &mut State,
        pending: &Pending,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let guard = if on == "auto" { "nobody_asked" } else { "all_passed" };
        ctx.goto(&mut state.phase, Phase::Resolution, on, guard);
        self.strike(state, pending, ctx);
    }

    /// An attack is over: the second half of the Autoloader, or the end of the turn.
    pub(crate) fn after_attack(&self, state: &mut State, attacker: Seat, ctx: &mut Ctx<'_, Self>) {
        let player = state.player(attacker);
        let may_load = state.main_action == Some(MainAction::Fire)
            && player.raging(Class::Medium)
            && self.rules.autoloader_order == AutoloaderOrder::Either
            && player.hand.kinds() & MUNITIONS != 0
            && !player.hazards.has(Card::JammedBreech);
        if may_load {
            ctx.goto(&mut state.phase, Phase::Autoload, "auto", "second_half");
            return state.timers.release(Timer::Turn, ctx.now);
        }
        ctx.goto(&mut state.phase, Phase::EndOfTurn, "auto", "turn_over");
        self.end_turn(state, ctx);
    }
}

/// The kinds that can be loaded.
const MUNITIONS: u16 = crate::card::mask_of(crate::card::Category::Munition);
