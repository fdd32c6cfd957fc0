//! What a game adds to a soak test: matches under faults, watched after every entry.

use crate::{Game, Input, Listed, Millis};

/// One entry of a watched match.
pub struct Watched<'a, G: Game> {
    /// Its stamp.
    pub at: Millis,
    /// What came in.
    pub input: &'a Input<G::Action>,
    /// The state before it.
    pub before: &'a G::State,
    /// The state after it.
    pub after: &'a G::State,
    /// What it brought, complete.
    pub events: &'a [G::Event],
}

/// Looks for what only one game can know to be wrong. It keeps a record of its own and never asks
/// the rules for a verdict.
pub trait Watchdog<G: Listed> {
    /// The host takes a turn: it brings the match's time up to `to`.
    fn turn(&mut self, _game: &G, _state: &G::State, _to: Millis) {}
    /// An entry was made.
    fn entry(&mut self, game: &G, entry: &Watched<'_, G>) -> Result<(), String>;
    /// The host's turn is over.
    fn rest(&mut self, _game: &G, _state: &G::State) -> Result<(), String> {
        Ok(())
    }
}

/// For games whose invariants say it all.
pub(crate) struct Unwatched;

impl<G: Listed> Watchdog<G> for Unwatched {
    fn entry(&mut self, _game: &G, _entry: &Watched<'_, G>) -> Result<(), String> {
        Ok(())
    }
}
