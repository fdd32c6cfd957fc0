//! Doing nothing on purpose.

use crate::Game;

/// A game with an action that means "I do nothing", such as passing in a window.
///
/// A host that finds it to be the only legal action knows that the seat has nothing to decide.
pub trait Idles<G: Game> {
    /// That action.
    fn idle_action(&self) -> G::Action;
}
