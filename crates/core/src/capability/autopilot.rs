//! Seats that the rules hand to a computer player.

use crate::{Game, SeatSet};

/// A game in which a computer player sits at some seats by the rules themselves.
pub trait Autopilot<G: Game> {
    /// The seats that a computer player plays now.
    fn autopilot(&self, state: &G::State) -> SeatSet;
}
