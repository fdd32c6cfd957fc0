//! Actions that answer no question.

use crate::Game;

/// A game in which a seat may show what it plans before it answers.
pub trait Drafts<G: Game> {
    /// Whether the action leaves the open question as it is.
    fn is_draft(&self, action: &G::Action) -> bool;
}
