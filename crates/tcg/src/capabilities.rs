//! What Creatures can do beyond what every game can.

use std::any::Any;
use std::borrow::Cow;

use bout_core::{
    BreaksTies, Concedes, Explains, Game, LoadsStates, Named, Offers, OutOfTurn, OwnsCards, Seat,
    SeatSet, Seed, WaitsForReturn,
};
use serde_json::Value;

use crate::Tcg;
use crate::action::Action;
use crate::config::Config;
use crate::phase::{MatchState, Timer};
use crate::reason::Reason;
use crate::state::State;

impl Explains<Tcg> for Tcg {
    fn explain(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        reason: Reason,
    ) -> Cow<'static, str> {
        match (reason, action) {
            (Reason::EnergySelectionRequired, Action::Retreat { .. }) if seat.0 < 2 => {
                self.words_for_retreat(state, seat).into()
            }
            _ => reason.text().into(),
        }
    }
}

impl LoadsStates<Tcg> for Tcg {
    fn read_state(&self, state: &Value) -> Result<State, String> {
        self.completed(state)
    }
}

impl Offers<Tcg> for Tcg {
    fn options(&self, state: &State, seat: Seat, out: &mut Vec<(Action, Option<Reason>)>) {
        self.offers(state, seat, out);
    }
}

impl Concedes<Tcg> for Tcg {
    fn concession(&self) -> Action {
        Action::Concede
    }
}

impl OutOfTurn<Tcg> for Tcg {
    /// In the combined setup creatures may be benched after the own active is chosen (rules 5.2.6).
    fn may_act(&self, state: &State) -> SeatSet {
        if state.phase.get() == MatchState::InitialSetup {
            return SeatSet::all(2);
        }
        self.to_act(state)
    }
}

impl WaitsForReturn<Tcg> for Tcg {
    fn absence_timer(&self, seat: Seat) -> Option<Timer> {
        Some(Timer::grace(seat))
    }
}

impl OwnsCards for Tcg {
    fn data_digest(&self) -> u64 {
        self.digest
    }

    #[inline]
    fn naming(&self) -> Option<Box<dyn Any>> {
        self.cards.names().speak().map(|spell| Box::new(spell) as Box<dyn Any>)
    }
}

impl BreaksTies<Tcg> for Tcg {
    fn tie_break(&self, state: &State, seed: Seed, played: u32) -> Option<(Config, Seed)> {
        self.decider(state, seed, played)
    }
}
