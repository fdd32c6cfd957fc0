//! Controls that a screen shows although they are disabled.

use crate::{Game, Seat};

/// A game that offers more than its legal actions.
pub trait Offers<G: Game> {
    /// Appends what a screen should offer the seat, each with the reason why not.
    fn options(&self, state: &G::State, seat: Seat, out: &mut Vec<(G::Action, Option<G::Reason>)>);
}
