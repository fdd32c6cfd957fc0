//! Figures that are known before anybody plays.

use crate::{BotSpec, Figure, Game};

/// A game that can say something exact about its computer players.
pub trait Forecasts<G: Game>: Sync {
    /// Figures about these computer players, by seat; part of the statistics.
    fn figures(&self, game: &G, bots: &[&BotSpec]) -> Vec<(String, Figure)>;
}
