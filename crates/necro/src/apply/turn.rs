//! Set-up, phases and the change of turns (rules 4, 6.1).

use bout_core::Ctx;

use super::tell_resources;
use crate::Necro;
use crate::event::Event;
use crate::id::SoulId;
use crate::phase::{NEXT_PHASE, Phase, Timer};
use crate::piece::Base;
use crate::state::{SLOTS, State, slots};

impl Necro {
    /// Shuffles the decks and lays the displays out.
    pub(crate) fn set_up(&self, ctx: &mut Ctx<'_, Self>) -> State {
        let mut state = self.fresh;
        if self.fixed_die.is_none() {
            for base in Base::ALL {
                ctx.dice.shuffle(state.decks.deck_mut(*base));
            }
        }
        for base in Base::ALL {
            state.display[*base as usize] = state.decks.take_top(*base).unwrap_or(SoulId::NONE);
        }
        if self.fixed_die.is_none() {
            ctx.dice.shuffle(&mut state.item_deck);
        }
        // The deck was shuffled with its top first, and is kept with its top last.
        state.item_deck.reverse();
        for slot in 0..SLOTS {
            refill_slot(&mut state, slot);
        }
        self.start_clock(&mut state, ctx);
        state
    }

    fn start_clock(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        if self.config.turn_ms > 0 {
            state.timers.arm(Timer::Turn, ctx.now + self.config.turn_ms);
        }
    }

    /// One step through the turn.
    #[inline]
    pub(crate) fn next_phase(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        match state.phase.get() {
            Phase::Buy => Self::enter(state, Phase::Necro, ctx),
            Phase::Necro => Self::enter(state, Phase::Combat, ctx),
            Phase::Combat => {
                let purse = state.purse_mut(state.side);
                let stored = purse.storage_mana.saturating_add(purse.mana);
                purse.storage_mana = stored.min(self.config.storage_mana_max);
                purse.mana = 0;
                tell_resources(state, state.side, ctx);
                Self::enter(state, Phase::TurnEnd, ctx);
            }
            Phase::TurnEnd | Phase::TurnStart => self.pass_turn(state, ctx),
        }
    }

    fn enter(state: &mut State, to: Phase, ctx: &mut Ctx<'_, Self>) {
        let from = state.phase.get();
        ctx.goto(&mut state.phase, to, NEXT_PHASE, "");
        ctx.emit(Event::PhaseChanged { side: state.side, from, to });
    }

    /// The turn goes to the other side, with its income, or the match ends by points.
    fn pass_turn(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        if self.config.max_turns > 0 && state.number >= self.config.max_turns {
            return self.adjudicate(state, ctx);
        }
        for slot in slots(state.side_slots(state.side)) {
            state.unit_mut(slot).seal(false);
        }
        state.buffs.clear();
        let side = state.side.other();
        state.side = side;
        state.number = state.number.saturating_add(1);
        state.king_invincible[side as usize] = false;
        state.flags.reset();
        ctx.goto(&mut state.phase, Phase::TurnStart, NEXT_PHASE, "");
        let stored = std::mem::take(&mut state.purse_mut(side).storage_mana);
        self.gain_gold(state, side, stored.saturating_mul(self.config.storage_to_gold_rate));
        self.gain_mana(state, side, self.config.income_mana);
        self.gain_gold(state, side, self.config.income_gold);
        tell_resources(state, side, ctx);
        ctx.goto(&mut state.phase, Phase::Buy, "auto", "");
        ctx.emit(Event::PhaseChanged { side, from: Phase::TurnStart, to: Phase::Buy });
        self.start_clock(state, ctx);
    }
}

/// Fills a slot of the item display from the top of its deck.
pub(crate) fn refill_slot(state: &mut State, slot: usize) {
    state.item_display[slot] = state.item_deck.pop().unwrap_or_default();
}
