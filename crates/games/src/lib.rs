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

use bout_core::{DataError, DataFile, Described, Game, Listed, RuleSet, Rules, Visit};
use serde_json::Value;

/// The games with the card data they are played with.
pub struct Catalogue {
    shelves: Vec<Shelf>,
}

/// Some game's library; which one, its shelf knows.
type AnyLibrary = dyn Any + Send + Sync;

/// Reads a library from files.
type Load = fn(&[DataFile]) -> Result<Box<AnyLibrary>, Vec<DataError>>;

/// One game's place in the catalogue.
struct Shelf {
    id: &'static str,
    library: Box<AnyLibrary>,
    rules: fn(&AnyLibrary) -> Box<dyn RuleSet>,
    load: Option<Load>,
    schema: fn() -> Value,
}

impl Shelf {
    fn of<G: Listed + Described>() -> Self {
        Shelf {
            id: G::ID,
            library: Box::new(Arc::new(G::Library::default())),
            rules: |library| Box::new(Rules::<G>::new(Arc::clone(library_of::<G>(library)))),
            load: G::TAKES_CARDS.then_some(|files| {
                let library = Arc::new(G::library(files)?);
                Ok(Box::new(library) as Box<AnyLibrary>)
            }),
            schema: G::schema,
        }
    }
}

fn library_of<G: Listed>(library: &AnyLibrary) -> &Arc<G::Library> {
    library.downcast_ref().expect("a shelf holds its own game's library")
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame(pub String);

impl std::fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<_> = Catalogue::shipped().shelves.iter().map(|shelf| shelf.id).collect();
        write!(f, "there is no game '{}'; there is {}", self.0, ids.join(", "))
    }
}

impl std::error::Error for UnknownGame {}

macro_rules! catalogue {
    ($($Game:ty),+ $(,)?) => {
        impl Catalogue {
            /// The games with the data they are shipped with.
            pub fn shipped() -> Self {
                Catalogue { shelves: vec![$(Shelf::of::<$Game>()),+] }
            }

            /// Runs a visitor on the game of this name.
            pub fn with_game<V: Visit>(&self, id: &str, visitor: V) -> Result<V::Out, UnknownGame> {
                let shelf = self.shelf(id)?;
                match shelf.id {
                    $(<$Game as Game>::ID => {
                        Ok(visitor.visit::<$Game>(library_of::<$Game>(&*shelf.library)))
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
    pub fn rule_sets(&self) -> Vec<Box<dyn RuleSet>> {
        self.shelves.iter().map(|shelf| (shelf.rules)(&*shelf.library)).collect()
    }

    /// The erased rules of one game.
    pub fn rule_set(&self, id: &str) -> Result<Box<dyn RuleSet>, UnknownGame> {
        self.shelf(id).map(|shelf| (shelf.rules)(&*shelf.library))
    }

    /// The JSON Schema of what clients of one game send and receive.
    pub fn schema(&self, id: &str) -> Result<Value, UnknownGame> {
        self.shelf(id).map(|shelf| (shelf.schema)())
    }

    /// Replaces the card data of one game by that of these files.
    pub fn load(&mut self, id: &str, files: &[DataFile]) -> Result<(), Vec<DataError>> {
        let shelf = self.shelves.iter_mut().find(|shelf| shelf.id == id);
        let load = shelf.as_ref().and_then(|shelf| shelf.load);
        let (Some(shelf), Some(load)) = (shelf, load) else {
            return Err(vec![DataError {
                file: files.first().map_or_else(|| id.to_owned(), |file| file.name.clone()),
                path: "$".into(),
                code: "no_card_data".into(),
                message: format!("'{id}' takes no card data"),
            }]);
        };
        shelf.library = load(files)?;
        Ok(())
    }

    /// The games that take card data.
    pub fn takers(&self) -> Vec<&'static str> {
        self.shelves.iter().filter(|shelf| shelf.load.is_some()).map(|shelf| shelf.id).collect()
    }

    fn shelf(&self, id: &str) -> Result<&Shelf, UnknownGame> {
        (self.shelves.iter()).find(|shelf| shelf.id == id).ok_or_else(|| UnknownGame(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_games_are_named_with_those_there_are() {
        let error = Catalogue::shipped().rule_set("chess").err().unwrap();
        let known = "there is judo, necro, orcain, tank, tcg";
        assert_eq!(error.to_string(), format!("there is no game 'chess'; {known}"));
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
