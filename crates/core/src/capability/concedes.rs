//! Giving up.

use crate::Game;

/// A game with an action that gives the match up. For other games hosts signal `Left`.
pub trait Concedes<G: Game> {
    /// The action with which any seat gives up.
    fn concession(&self) -> G::Action;
}
