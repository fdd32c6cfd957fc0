//! What Tank can do beyond what every game can.

use bout_core::{Autopilot, Concedes, Idles, LoadsStates, Offers, Seat, SeatSet, WaitsForReturn};
use serde_json::Value;

use crate::Tank;
use crate::action::Action;
use crate::config::Controller;
use crate::phase::Timer;
use crate::reason::Reason;
use crate::state::State;

impl LoadsStates<Tank> for Tank {
    fn read_state(&self, state: &Value) -> Result<State, String> {
        serde_json::from_value(self.completed(state)?).map_err(|error| format!("state: {error}"))
    }
}

impl Offers<Tank> for Tank {
    fn options(&self, state: &State, seat: Seat, out: &mut Vec<(Action, Option<Reason>)>) {
        self.offers(state, seat, out);
    }
}

impl Autopilot<Tank> for Tank {
    fn autopilot(&self, state: &State) -> SeatSet {
        state.seats().filter(|seat| state.player(*seat).controller == Controller::Ai).collect()
    }
}

impl Concedes<Tank> for Tank {
    fn concession(&self) -> Action {
        Action::Concede
    }
}

impl Idles<Tank> for Tank {
    fn idle_action(&self) -> Action {
        Action::Pass
    }
}

impl WaitsForReturn<Tank> for Tank {
    fn absence_timer(&self, seat: Seat) -> Option<Timer> {
        Some(Timer::grace(seat))
    }
}
