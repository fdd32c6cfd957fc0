//! What Orcain can do beyond what every game can.

use bout_core::{Autopilot, HearsRefusals, Seat, SeatSet, WaitsForReturn};

use crate::config::Mode;
use crate::phase::Timer;
use crate::reason::Reason;
use crate::state::State;
use crate::{BOT, Orcain};

impl HearsRefusals<Orcain> for Orcain {
    fn hears(&self, reason: Reason) -> bool {
        matches!(reason, Reason::InvalidLayout | Reason::InvalidCards)
    }
}

impl Autopilot<Orcain> for Orcain {
    fn autopilot(&self, _state: &State) -> SeatSet {
        if self.config.mode == Mode::Pve { SeatSet::one(BOT) } else { SeatSet::NONE }
    }
}

impl WaitsForReturn<Orcain> for Orcain {
    fn absence_timer(&self, _seat: Seat) -> Option<Timer> {
        None
    }

    /// A player who disconnects loses at once. Nobody gains by that in a match against the computer.
    fn solo_grace_ms(&self) -> u64 {
        45_000
    }
}
