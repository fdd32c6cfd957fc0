//! Who may do what, and why not (rules 5.5, 5.6).

use bout_core::Seat;

use crate::action::{Action, Sent};
use crate::phase::Phase;
use crate::reason::Reason;
use crate::state::State;

/// The only judge of an action.
#[inline]
pub fn can_act(state: &State, seat: Seat, action: &Action) -> Result<(), Reason> {
    if !seat.sits_among(2) {
        return Err(Reason::BadRequest);
    }
    if state.state.get() != Phase::Prep || state.turn.is_some_and(|turn| turn != seat) {
        return Err(Reason::WrongPhase);
    }
    if state.confirmed_layout[seat.index()].is_some() {
        return Err(Reason::AlreadyConfirmed);
    }
    if action.sent() == Sent::Malformed {
        return Err(Reason::InvalidLayout);
    }
    match action {
        Action::Draft(_) => Ok(()),
        Action::Confirm(sent) => match sent.exact() {
            Some(layout) if state.hands[seat.index()].holds(&layout) => Ok(()),
            _ => Err(Reason::InvalidCards),
        },
    }
}
