//! Matches that a player has to start.

use crate::{Game, Seat};

/// A game whose match waits in a lobby until a player starts it.
pub trait Starts<G: Game> {
    /// The seat that starts it, and the action that does so with the settings of the config. Hosts
    /// enter it where strangers were paired and nobody should have to wait for the other.
    fn start_action(&self) -> (Seat, G::Action);
}
