//! Orcain's part of a soak test: drafts out of nowhere.

use bout_core::{Dice, Seat, Soak};

use crate::Orcain;
use crate::action::Action;
use crate::state::State;

/// What people do to a match besides playing it.
pub struct Misuse;

impl Soak<Orcain> for Misuse {
    fn mischief(
        &self,
        game: &Orcain,
        state: &State,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<Action> {
        let layouts = game.layouts(&state.hands[seat.index() % 2]);
        let layout = *dice.pick(&layouts.all)?;
        Some(Action::Draft(layout.into()))
    }
}
