//! Decks that players bring.

use serde_json::Value;

use crate::{DataError, DataFile, Game};

/// A game that is played with decks.
pub trait Decks<G: Game>: Sync {
    /// The ids of the decks that line-ups are made of.
    fn ids(&self, library: &G::Library) -> Vec<String>;

    /// The deck of a file as a document; `None` if it cannot be read as one.
    fn read(&self, library: &G::Library, file: &DataFile) -> Option<Value>;

    /// What is wrong with the decks of these files, by the usual rules for decks.
    fn faults(&self, library: &G::Library, files: &[DataFile]) -> Vec<DataError>;

    /// What is wrong with a loaded deck; `None` if no deck has this id.
    fn faults_of(&self, library: &G::Library, id: &str) -> Option<Vec<DataError>>;

    /// Why a match with the decks of this config would end before it begins.
    fn unplayable(&self, game: &G) -> Option<String>;
}
