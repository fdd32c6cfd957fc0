//! The protocols that players of a match can speak, and the house rules that come with them.
//!
//! A match knows none of them: it asks the dialect of its table for the house rules, and the dialect
//! of each seat for the messages.

use std::time::{Duration, Instant};

use bout_core::{AnyMatch, Record, Seat};
use serde_json::Value;

use crate::clock::MatchClock;
use crate::room::{Meta, Protocol, Room};
use crate::settings::Settings;
use crate::websocket::Bytes;

/// What a dialect may look at when it writes to a seat.
pub struct Scene<'a> {
    /// The match.
    pub table: &'a dyn AnyMatch,
    /// Its id.
    pub id: &'a str,
    /// Who plays.
    pub meta: &'a Meta,
    /// The server's clock when the match's showed zero, in Unix milliseconds.
    pub origin: i64,
}

impl<'a> Scene<'a> {
    /// The scene of a match.
    pub fn new(room: &'a Room, table: &'a dyn AnyMatch, clock: &MatchClock) -> Self {
        Scene { table, id: &room.id, meta: &room.meta, origin: clock.origin() }
    }
}

/// A protocol of players, with its house rules. The platform's own is what each function does unless
/// a dialect says otherwise.
pub trait Dialect: Sync {
    /// How long a match that was taken up waits for the first of its people.
    fn first_wait(&self, settings: &Settings) -> Duration {
        settings.abandoned
    }

    /// Whether the others get the whole grace from the moment the first of them is back.
    fn waits_from_first(&self) -> bool {
        true
    }

    /// Whether a match to which nobody came back in time ends at once.
    fn voids_deserted(&self) -> bool {
        false
    }

    /// Whether a logged action of a player is one of the decisions that ratings count.
    fn is_decision(&self, record: &Record, action: &Value, concession: Option<&Value>) -> bool {
        // What the server enters for a player has no number of a client.
        record.id.is_some() && Some(action) != concession
    }

    /// The log lines of a match under these house rules.
    fn journal(&self, _room: &Room, _table: &dyn AnyMatch) -> Option<Box<dyn Journal>> {
        None
    }

    /// The messages of an entry for one seat; `None` for a dialect that speaks in frames.
    fn told(&self, _scene: &Scene<'_>, _seat: Seat, _events: &[u8]) -> Option<Vec<Bytes>> {
        None
    }

    /// The words to a player whose match begins or who comes back; `None` for frames.
    fn greeting(&self, _scene: &Scene<'_>, _seat: Seat, _first: bool) -> Option<Vec<Bytes>> {
        None
    }

    /// Where the match stands; `None` for frames.
    fn sync(&self, _scene: &Scene<'_>, _seat: Seat) -> Option<Bytes> {
        None
    }

    /// The last words, with the balances after the pot was paid; `None` for `ended`.
    fn ended(&self, _scene: &Scene<'_>, _seat: Seat, _paid: &[(String, i64)]) -> Option<Bytes> {
        None
    }
}

/// Writes the log lines of one match.
pub trait Journal: Send {
    /// Something happened from entry `from` on.
    fn note(&mut self, table: &dyn AnyMatch, from: u64);
    /// The rules refused an action.
    fn refused(
        &mut self,
        _table: &dyn AnyMatch,
        _seat: Seat,
        _action: &Value,
        _code: &'static str,
    ) {
    }
    /// A message was not taken.
    fn ignored(&self, _table: &dyn AnyMatch, _kind: &str, _code: &str) {}
    /// The match was settled: what became of the pot.
    fn settled(&self, _room: &Room, _table: &dyn AnyMatch, _paid: &[(String, i64)]) {}
    /// Whether nothing has changed for so long that players without a socket count as gone.
    fn looks_stuck(&mut self) -> bool {
        false
    }
    /// When to look again.
    fn looks_at(&self) -> Option<Instant> {
        None
    }
}

/// The platform's own protocol.
struct Platform;

impl Dialect for Platform {}

/// The dialect of a protocol.
pub fn dialect(protocol: Protocol) -> &'static dyn Dialect {
    match protocol {
        Protocol::Platform => &Platform,
        Protocol::Orcain => &crate::orcain::Orcain,
    }
}
