//! Refused attempts that change the match.

use crate::Game;

/// A game that counts some refused attempts, for example as a sign of life.
pub trait HearsRefusals<G: Game> {
    /// Whether the rules take note of an attempt refused for this reason. The host then enters the
    /// signal `Heard`.
    fn hears(&self, reason: G::Reason) -> bool;
}
