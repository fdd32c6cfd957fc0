//! Who may do what, and why not (rules 5.5, 5.6).

use bout_core::{Seat, names};

use crate::action::{Action, Sent};
use crate::phase::Phase;
use crate::state::State;

names! {
    /// Why an action is refused.
    pub enum Reason {
        /// No action at all, or from nobody of this match.
        BadRequest = "bad_request" => "This is not an action of a player of this match.",
        /// Cards are laid in PREP only.
        WrongPhase = "wrong_phase" => "Cards can be laid in the preparation phase only.",
        /// A confirm is final for the round.
        AlreadyConfirmed = "already_confirmed" => "You have already confirmed this round.",
        /// Not three slots.
        InvalidLayout = "invalid_layout" => "A layout is a list of exactly three cards or nulls.",
        /// Cards that the hand does not hold.
        InvalidCards = "invalid_cards" => "The layout holds cards that are not in your hand.",
    }
}

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
