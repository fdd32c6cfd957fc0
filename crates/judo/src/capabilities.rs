//! What Judo can do beyond what every game can.

use bout_core::{
    Autopilot, Concedes, Directed, LoadsStates, Millis, Offers, Seat, SeatSet, Starts,
    WaitsForReturn, WatchesClock,
};

use crate::Judo;
use crate::action::Action;
use crate::phase::Timer;
use crate::reason::Reason;
use crate::state::{Side, State};

impl LoadsStates<Judo> for Judo {
    fn latest(&self, state: &State) -> Millis {
        state.now
    }
}

impl Offers<Judo> for Judo {
    fn options(&self, state: &State, seat: Seat, out: &mut Vec<(Action, Option<Reason>)>) {
        let mut offered = Vec::new();
        self.offered(state, seat, &mut offered);
        out.extend(offered.into_iter().map(|action| {
            let reason = self.judge(state, seat, &action).err();
            (action, reason)
        }));
    }
}

impl Autopilot<Judo> for Judo {
    fn autopilot(&self, _state: &State) -> SeatSet {
        SeatSet::all(2).without(self.people())
    }
}

impl Concedes<Judo> for Judo {
    fn concession(&self) -> Action {
        Action::Quit { side: None }
    }
}

impl Starts<Judo> for Judo {
    fn start_action(&self) -> (Seat, Action) {
        (Side::Player.seat(), Action::StartMatch { win_target: None })
    }
}

impl WatchesClock<Judo> for Judo {
    fn next_look(&self, state: &State, after: Millis) -> Option<Millis> {
        self.next_tick(state, after)
    }
}

impl WaitsForReturn<Judo> for Judo {
    fn absence_timer(&self, seat: Seat) -> Option<Timer> {
        Side::of(seat).map(Timer::absence)
    }
}

impl Directed for Judo {
    fn host_is_open(&self) -> bool {
        self.config.opens_host()
    }
}
