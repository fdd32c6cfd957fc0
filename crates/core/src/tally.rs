//! Statistics of a game.

use crate::{Catalogued, Figure, Outcome};

/// A game's statistics: a sum kept per thread, fed by events, then merged.
///
/// It counts in integers and says in [`Figure`]s what the counts mean; shares, means and intervals
/// are made from them in one place. Merging must not depend on the order.
pub trait Tally<G: Catalogued>: Default + Send {
    /// A match begins.
    fn open(&mut self, _game: &G) {}
    /// Something happened.
    fn event(&mut self, game: &G, event: &G::Event);
    /// The match is over, or was capped (`None`).
    fn close(&mut self, game: &G, state: &G::State, outcome: Option<Outcome>);
    /// A match broke an invariant or panicked; it is in no other figure.
    fn fault(&mut self) {}
    /// Adds another thread's sum.
    fn merge(&mut self, other: Self);
    /// What was found, in the order in which it should be read.
    fn report(&self) -> Vec<(String, Figure)>;
}
