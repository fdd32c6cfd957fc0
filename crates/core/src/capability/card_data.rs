//! Card data in files.

use serde::Serialize;
use serde_json::Value;

use crate::{DataError, DataFile, Game};

/// A game that can be played with card data of the user's own.
pub trait CardData<G: Game>: Sync {
    /// Builds card data from files on top of the shipped data.
    fn load(&self, files: &[DataFile]) -> Result<G::Library, Vec<DataError>>;

    /// The loaded cards and the decks that people are offered, as a document for screens.
    fn collection(&self, library: &G::Library) -> Value;

    /// For every verb of the card language the cards and tests that use it.
    fn coverage(&self, library: &G::Library) -> Vec<VerbCoverage>;

    /// What looks wrong with the loaded data and stops no match.
    fn warnings(&self, _library: &G::Library) -> Vec<DataError> {
        Vec::new()
    }
}

/// A verb of a card language and who uses it.
#[derive(Clone, Debug, Serialize)]
pub struct VerbCoverage {
    /// Its name in the data.
    pub verb: String,
    /// The cards.
    pub cards: Vec<String>,
    /// The tests.
    pub tests: Vec<String>,
}
