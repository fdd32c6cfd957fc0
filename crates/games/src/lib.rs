//! The catalogue: the only list of the games.
//!
//! Whoever wants to do something with a game by its name asks here and names no game himself:
//! [`Catalogue::rule_set`] gives the erased rules, [`Catalogue::with_game`] runs a visitor on the
//! typed ones.
//!
//! ```
//! let catalogue = bout_games::Catalogue::shipped();
//! let orcain = catalogue.rule_set("orcain").expect("is in the catalogue");
//! assert_eq!(orcain.info().seats, 2);
//! ```

use std::any::Any;
use std::sync::Arc;

use bout_core::{AnyGame, Catalogued, DataError, DataFile, Described, Game, LoadedGame, Visit};
use serde_json::Value;

/// The games with the card data they are played with.
pub struct Catalogue {
    entries: Vec<CatalogueEntry>,
}

/// Some game's library; which one, its entry knows.
type AnyLibrary = dyn Any + Send + Sync;

/// Reads a library from files.
type Load = fn(&[DataFile]) -> Result<Box<AnyLibrary>, Vec<DataError>>;

/// One game's place in the catalogue.
struct CatalogueEntry {
    id: &'static str,
    library: Box<AnyLibrary>,
    rules: fn(&AnyLibrary) -> Box<dyn AnyGame>,
    load: Option<Load>,
    schema: fn() -> Value,
}

impl CatalogueEntry {
    fn of<G: Catalogued + Described>() -> Self {
        CatalogueEntry {
            id: G::ID,
            library: Box::new(Arc::new(G::Library::default())),
            rules: |library| Box::new(LoadedGame::<G>::new(Arc::clone(library_of::<G>(library)))),
            load: G::card_data().map(|_| load::<G> as Load),
            schema: G::schema,
        }
    }
}

fn load<G: Catalogued>(files: &[DataFile]) -> Result<Box<AnyLibrary>, Vec<DataError>> {
    let library =
        G::card_data().map_or_else(|| Ok(G::Library::default()), |cards| cards.load(files));
    Ok(Box::new(Arc::new(library?)))
}

fn library_of<G: Catalogued>(library: &AnyLibrary) -> &Arc<G::Library> {
    library.downcast_ref().expect("an entry holds its own game's library")
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame(pub String);

impl std::fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<_> = Catalogue::shipped().entries.iter().map(|entry| entry.id).collect();
        write!(f, "unknown game '{}'; available: {}", self.0, ids.join(", "))
    }
}

impl std::error::Error for UnknownGame {}

macro_rules! catalogue {
    ($($Game:ty),+ $(,)?) => {
        impl Catalogue {
            /// The games with the data they are shipped with.
            pub fn shipped() -> Self {
                Catalogue { entries: vec![$(CatalogueEntry::of::<$Game>()),+] }
            }

            /// Runs a visitor on the game of this name.
            pub fn with_game<V: Visit>(&self, id: &str, visitor: V) -> Result<V::Out, UnknownGame> {
                let entry = self.entry(id)?;
                match entry.id {
                    $(<$Game as Game>::ID => {
                        Ok(visitor.visit::<$Game>(library_of::<$Game>(&*entry.library)))
                    })+
                    _ => Err(UnknownGame(id.to_owned())),
                }
            }
        }
    };
}

catalogue!(bout_judo::Judo, bout_necro::Necro, bout_orcain::Orcain, bout_tank::Tank, bout_tcg::Tcg,);

impl Catalogue {
    /// The erased rules of every game.
    pub fn rule_sets(&self) -> Vec<Box<dyn AnyGame>> {
        self.entries.iter().map(|entry| (entry.rules)(&*entry.library)).collect()
    }

    /// The erased rules of one game.
    pub fn rule_set(&self, id: &str) -> Result<Box<dyn AnyGame>, UnknownGame> {
        self.entry(id).map(|entry| (entry.rules)(&*entry.library))
    }

    /// The JSON Schema of what clients of one game send and receive.
    pub fn schema(&self, id: &str) -> Result<Value, UnknownGame> {
        self.entry(id).map(|entry| (entry.schema)())
    }

    /// Replaces the card data of one game by that of these files.
    pub fn load(&mut self, id: &str, files: &[DataFile]) -> Result<(), Vec<DataError>> {
        let entry = self.entries.iter_mut().find(|entry| entry.id == id);
        let load = entry.as_ref().and_then(|entry| entry.load);
        let (Some(entry), Some(load)) = (entry, load) else {
            return Err(vec![DataError {
                file: files.first().map_or_else(|| id.to_owned(), |file| file.name.clone()),
                path: "$".into(),
                code: "no_card_data".into(),
                message: format!("'{id}' takes no card data"),
            }]);
        };
        entry.library = load(files)?;
        Ok(())
    }

    /// The games that take card data.
    pub fn takers(&self) -> Vec<&'static str> {
        self.entries.iter().filter(|entry| entry.load.is_some()).map(|entry| entry.id).collect()
    }

    fn entry(&self, id: &str) -> Result<&CatalogueEntry, UnknownGame> {
        (self.entries.iter()).find(|entry| entry.id == id).ok_or_else(|| UnknownGame(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_games_are_named_with_those_there_are() {
        let error = Catalogue::shipped().rule_set("chess").err().unwrap();
        let known = "available: judo, necro, orcain, tank, tcg";
        assert_eq!(error.to_string(), format!("unknown game 'chess'; {known}"));
    }

    #[test]
    fn a_game_without_cards_takes_none() {
        let errors = Catalogue::shipped().load("orcain", &[]).unwrap_err();
        assert_eq!(errors[0].code, "no_card_data");
    }

    #[test]
    fn every_chart_is_sound_and_every_preset_opens() {
        for rules in Catalogue::shipped().rule_sets() {
            assert_eq!(rules.chart().faults(), [""; 0], "{}", rules.id());
            for preset in &rules.info().presets {
                let made = rules.config(Some(preset.name), &serde_json::json!({}));
                assert!(made.is_ok(), "{} {}: {made:?}", rules.id(), preset.name);
            }
        }
    }
}
