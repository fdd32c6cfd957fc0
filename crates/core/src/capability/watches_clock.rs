//! Rules that care whether the host looks at its clock in time.

use crate::{Game, Millis};

/// A game that hears how late its host is (signal `Clock`).
pub trait WatchesClock<G: Game> {
    /// The next moment after `after` at which a host that looks in between should look: a tick, or
    /// the end of what is being counted down.
    fn next_look(&self, state: &G::State, after: Millis) -> Option<Millis>;
}
