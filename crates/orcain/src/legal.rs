//! What a seat can choose from.

use std::borrow::Cow;

use bout_core::{Seat, SeatSet};

use crate::Orcain;
use crate::action::Action;
use crate::card::{Hand, Layouts};
use crate::phase::Phase;
use crate::state::State;

impl Orcain {
    /// In PREP the seats that have not confirmed, the bot's too; else nobody.
    #[inline]
    pub(crate) fn awaited(state: &State) -> SeatSet {
        if state.state.get() != Phase::Prep {
            return SeatSet::NONE;
        }
        let open = |seat: &Seat| {
            state.confirmed_layout[seat.index()].is_none()
                && state.turn.is_none_or(|turn| turn == *seat)
        };
        [Seat(0), Seat(1)].into_iter().filter(open).collect()
    }

    /// One confirm per distinct layout of the hand.
    pub(crate) fn confirms(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if Self::awaited(state).contains(seat) {
            let layouts = self.layouts(&state.hands[seat.index()]);
            out.extend(layouts.all.iter().map(|layout| Action::Confirm((*layout).into())));
        }
    }

    /// Everything that can be laid from a hand; made once for the hands of this match.
    #[inline]
    pub(crate) fn layouts(&self, hand: &Hand) -> Cow<'_, Layouts> {
        match self.tables.iter().find(|(known, _)| known == hand) {
            Some((_, layouts)) => Cow::Borrowed(layouts),
            None => Cow::Owned(Layouts::of(hand)),
        }
    }
}
