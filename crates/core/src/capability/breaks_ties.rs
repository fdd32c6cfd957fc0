//! Ties that a further match decides.

use crate::{Game, Seed};

/// A game that decides a tie by another match.
pub trait BreaksTies<G: Game> {
    /// Config and seed of the match that decides this one, which ended without a winner after
    /// `played` matches of the series; `None` if the tie stands.
    fn tie_break(&self, state: &G::State, seed: Seed, played: u32) -> Option<(G::Config, Seed)>;
}
