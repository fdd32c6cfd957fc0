//! Line-ups: who plays what.

use serde_json::{Value, json};

use crate::Game;

/// A game whose seats can be given different classes or decks.
pub trait LineUps<G: Game>: Sync {
    /// The classes that line-ups are made of, in the order of reports; empty if there are none.
    fn classes(&self) -> &'static [&'static str] {
        &[]
    }

    /// For how many players line-ups can be made; empty if their number is fixed.
    fn players(&self) -> &'static [usize] {
        &[]
    }

    /// The changes to the config that seat a line-up; rejects flags that the game does not have.
    fn seat(&self, line_up: &LineUp) -> Result<Value, String>;

    /// The changes to a config that give seats the classes their players chose; `None` keeps the
    /// config's.
    fn choose(&self, _config: &G::Config, _classes: &[Option<String>]) -> Value {
        json!({})
    }
}

/// Who is seated, as far as a user has said so: the flags of the same names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineUp {
    /// How many play.
    pub players: Option<usize>,
    /// A class per seat.
    pub classes: Option<Vec<String>>,
    /// A deck per seat.
    pub decks: Option<Vec<String>>,
}

impl LineUp {
    /// No changes; rejects every flag that is given and not among `known`.
    pub fn only(&self, game: &str, known: &[&str]) -> Result<Value, String> {
        let given = [
            ("players", self.players.is_some()),
            ("classes", self.classes.is_some()),
            ("decks", self.decks.is_some()),
        ];
        match given.iter().find(|(flag, given)| *given && !known.contains(flag)) {
            Some((flag, _)) => Err(format!("{game} has no --{flag}")),
            None => Ok(json!({})),
        }
    }
}
