//! Waiting for players who lost their connection.

use crate::{Game, Seat};

/// A game that waits for players to reconnect.
pub trait WaitsForReturn<G: Game> {
    /// The timer that runs while the rules wait for the player of this seat to reconnect.
    fn absence_timer(&self, seat: Seat) -> Option<G::Timer>;
}
