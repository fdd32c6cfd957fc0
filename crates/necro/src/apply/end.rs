//! The ends of a match (rules 9).

use bout_core::Ctx;

use crate::Necro;
use crate::event::Event;
use crate::piece::Side;
use crate::state::{EndReason, State, Winner, slots};

impl Necro {
    /// Writes the verdict down; the first one stands.
    pub(crate) fn decide(state: &mut State, winner: Winner, reason: EndReason) {
        if state.winner.is_none() {
            state.winner = Some(winner);
            state.end_reason = Some(reason);
            state.timers.clear();
        }
    }

    /// Tells the verdict, if there is one: the last event of its action.
    #[inline]
    pub(crate) fn tell_end(&self, state: &State, ctx: &mut Ctx<'_, Self>) {
        if let (Some(winner), Some(reason)) = (state.winner, state.end_reason) {
            ctx.emit(Event::MatchEnded { winner, reason });
        }
    }

    /// Ends a match outside of a fight.
    pub(crate) fn finish(
        &self,
        state: &mut State,
        winner: Winner,
        reason: EndReason,
        ctx: &mut Ctx<'_, Self>,
    ) {
        Self::decide(state, winner, reason);
        self.tell_end(state, ctx);
    }

    /// The higher score wins.
    pub(crate) fn adjudicate(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let [red, black] = [Side::Red, Side::Black].map(|side| score(state, side));
        let winner = match red.cmp(&black) {
            std::cmp::Ordering::Greater => Winner::Red,
            std::cmp::Ordering::Less => Winner::Black,
            std::cmp::Ordering::Equal => Winner::Draw,
        };
        self.finish(state, winner, EndReason::TurnLimit, ctx);
    }
}

/// What a side is worth at the turn limit.
pub fn score(state: &State, side: Side) -> u64 {
    let king = state.king(side).map_or(0, |slot| u64::from(state.unit(slot).hp));
    let units = slots(state.side_slots(side)).map(|slot| state.unit(slot));
    let worth = units.map(|unit| 4 * u64::from(unit.hp) + 20 * u64::from(unit.base().material()));
    let purse = state.purse(side);
    let owned = 2 * u64::from(purse.gold) + u64::from(purse.mana) + u64::from(purse.storage_mana);
    200 * king + worth.sum::<u64>() + owned
}
