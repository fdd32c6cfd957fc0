//! Where players find each other: queues, and tables that wait for players.

mod queue;
mod tables;

use bout_core::Occasion;
use bout_store::Account;
use serde_json::Value;

use crate::App;
use crate::message::no_changes;
use crate::room::{RoomError, Sitter};

pub use queue::{Queue, QueuedPlayer, Queues};
pub use tables::{Tables, TablesChanged};

/// Queues and tables.
#[derive(Default)]
pub struct Lobby {
    /// Players who wait for any opponent.
    pub queues: Queues,
    /// Tables that wait for players.
    pub tables: Tables,
}

impl Lobby {
    /// An account's socket came or went; says which tables changed by it.
    pub fn seen(&mut self, account: &Account, here: bool) -> TablesChanged {
        self.queues.seen(account, here);
        if here { TablesChanged::default() } else { self.tables.left(&account.id) }
    }
}

/// Whether all seats are for people.
fn everybody(table: &dyn bout_core::AnyMatch) -> bool {
    table.people() == bout_core::SeatSet::all(table.seats())
}

/// A person at a seat.
pub fn sitter(account: &Account) -> Sitter {
    let (account, name) = (account.id.clone(), account.name.clone());
    Sitter::Person { account, name, session: None, tokens: 0 }
}

impl App {
    fn check_free(&self, account: &str) -> Result<(), RoomError> {
        if self.is_draining() {
            return Err(RoomError::draining());
        }
        let hall = self.hall();
        let playing = hall.playing.get(account).map_or(0, Vec::len);
        if playing >= self.settings.limits.matches_per_account {
            let text = "you have too many running matches; finish or give up one of them first";
            return Err(RoomError::refused("too_many_matches", text));
        }
        if hall.rooms.len() >= self.settings.limits.matches {
            return Err(RoomError::refused("server_full", "the server is full; try again later"));
        }
        Ok(())
    }

    /// The config of a match between people who do not sit together; what they set themselves goes
    /// first.
    fn networked(&self, game: &str, config: &Value) -> Value {
        let rules = self.rules(game);
        let mut whole =
            rules.map_or_else(|_| no_changes(), |rules| rules.suited(&Occasion::Networked));
        bout_core::merge(&mut whole, config);
        whole
    }

    /// Rejects a class that the game does not have.
    fn check_class(&self, game: &str, class: Option<&str>) -> Result<(), RoomError> {
        let rules = self.rules(game).map_err(|text| RoomError::refused("no_such_game", text))?;
        let known = rules.info().classes;
        match class {
            Some(class) if known.is_empty() => {
                let text = format!("{game} has no classes; leave out 'class': '{class}'");
                Err(RoomError::refused("no_such_class", text))
            }
            Some(class) if !known.contains(&class) => {
                let text = format!("unknown class '{class}'; available: {}", known.join(", "));
                Err(RoomError::refused("no_such_class", text))
            }
            _ => Ok(()),
        }
    }

    /// A config with the classes that its players chose, by seat.
    fn with_classes(
        &self,
        (game, preset): (&str, Option<&str>),
        config: &Value,
        classes: &[Option<String>],
    ) -> Result<Value, RoomError> {
        let rules = self.rules(game).map_err(|text| RoomError::refused("no_such_game", text))?;
        let chosen = rules.with_classes(preset, config, classes);
        chosen.map_err(|error| RoomError::refused(error.code, error.text))
    }

    /// The setting that is meant: the one that is named, or the lobby's, or the first that fits; with
    /// a table that shows how it is played.
    fn setting(
        &self,
        game: &str,
        preset: Option<String>,
        config: &Value,
        fits: impl Fn(&dyn bout_core::AnyMatch) -> bool,
    ) -> Result<(Option<String>, Box<dyn bout_core::AnyMatch>), RoomError> {
        let rules = self.rules(game).map_err(|text| RoomError::refused("no_such_game", text))?;
        let named = preset.is_some();
        let info = rules.info();
        let all = info.presets.iter().map(|preset| preset.name);
        let usual = std::iter::once(info.lobby_preset).chain(all).map(|name| Some(name.to_owned()));
        let tried: Vec<_> = if named { vec![preset] } else { usual.collect() };
        let mut misfit = RoomError::refused("computers_seat", "a person cannot sit there");
        for (at, preset) in tried.into_iter().enumerate() {
            let seed = bout_core::Seed(0);
            let opening =
                bout_core::Opening { preset: preset.as_deref(), config, seed, luck: None };
            match rules.open(&opening) {
                Ok(table) if fits(&*table) => return Ok((preset, table)),
                Err(error) if at == 0 => misfit = RoomError::refused(error.code, error.text),
                Ok(_) | Err(_) => {}
            }
        }
        Err(misfit)
    }
}
