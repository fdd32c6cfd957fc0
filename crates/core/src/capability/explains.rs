//! Refusals in words that name numbers or cards.

use std::borrow::Cow;

use crate::{Game, Seat};

/// A game whose refusals say more than the fixed text of their reason.
pub trait Explains<G: Game> {
    /// The refusal in words for people, made from nothing that the seat may not know.
    fn explain(
        &self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        reason: G::Reason,
    ) -> Cow<'static, str>;
}
