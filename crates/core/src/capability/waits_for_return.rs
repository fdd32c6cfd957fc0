//! Waiting for players who lost their connection.

use crate::{Game, Seat};

/// A game that treats a lost connection in its own way.
pub trait WaitsForReturn<G: Game> {
    /// The timer that runs while the rules wait for the player of this seat to reconnect.
    fn absence_timer(&self, seat: Seat) -> Option<G::Timer>;

    /// How long a host waits before it tells the rules that a player without human opponents lost
    /// the connection. Between people the rules hear of it at once.
    fn solo_grace_ms(&self) -> u64 {
        0
    }
}
