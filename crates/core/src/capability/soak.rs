//! What a game adds to a soak test: matches under faults, watched after every entry.

use crate::{Dice, Game, Input, Millis, Seat};

/// A game with soak tests of its own making.
pub trait Soak<G: Game>: Sync {
    /// The config of one match; the presets in turn where a game has nothing to add.
    fn config(&self, _dice: &mut Dice) -> Option<G::Config> {
        None
    }

    /// What people and hosts do to a match besides playing it: changes of tab, quits, test commands.
    fn mischief(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<G::Action>;

    /// What watches a match for things that only this game knows.
    fn watchdog(&self) -> Option<Box<dyn Watchdog<G>>> {
        None
    }
}

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
/// the rules to judge themselves.
pub trait Watchdog<G: Game> {
    /// The host takes a turn: it brings the match's time up to `to`.
    fn turn(&mut self, _game: &G, _state: &G::State, _to: Millis) {}
    /// An entry was made.
    fn entry(&mut self, game: &G, entry: &Watched<'_, G>) -> Result<(), String>;
    /// The host's turn is over.
    fn rest(&mut self, _game: &G, _state: &G::State) -> Result<(), String> {
        Ok(())
    }
}
