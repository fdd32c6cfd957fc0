//! What the server says, as a client reads it: the types that clients written in Rust and the page
//! share. Frames are written without them, straight from the table.

use bout_core::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the server says. A client that reads with this type notices a field it does not know.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ServerMessage {
    /// The answer to a message.
    Answer(Box<Answered>),
    /// A match that begins, or that one comes to.
    Match(Box<Introduced>),
    /// All that one viewer knows.
    Frame(Box<Framed>),
    /// The end of a match.
    Ended(Box<Ended>),
    /// A table at which one sits and waits has changed.
    Table {
        /// The table.
        table: TableCard,
    },
    /// A table is gone.
    TableClosed {
        /// Its code.
        code: String,
    },
    /// A player lost the place in the queue.
    QueueLeft {
        /// Why: the stable code.
        code: String,
        /// The same for people.
        text: String,
    },
    /// Somebody would play again.
    Rematch {
        /// Which match.
        #[serde(rename = "match")]
        of: String,
        /// Who.
        seats: Vec<u8>,
    },
    /// Who is away from a match, now that this has changed.
    Presence {
        /// Which match.
        #[serde(rename = "match")]
        of: String,
        /// The players who are not connected.
        away: Vec<Away>,
    },
    /// What was done in a match takes long to save; its answers and frames come later.
    Delayed {
        /// Which match.
        #[serde(rename = "match")]
        of: String,
        /// For people.
        text: String,
    },
    /// This host cannot go on with a match now.
    Stopped {
        /// Which match.
        #[serde(rename = "match")]
        of: String,
        /// Why: the stable code.
        code: String,
        /// The same for people.
        text: String,
    },
    /// The last word on a socket.
    Bye {
        /// Why: the stable code.
        code: String,
        /// The same for people.
        text: String,
    },
}

/// The answer to a message; what it holds besides `ok` depends on the message.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct Answered {
    /// The `id` of the message.
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub re: Option<u64>,
    /// Whether it was done.
    pub ok: bool,
    /// Why not: the stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The same for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// `act`: it was done before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<bool>,
    /// A match that began.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// A table that waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableCard>,
    /// `rematch`: the others have not asked yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<bool>,
    /// `hello`: the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// `hello`: what the person wants to be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `hello`, `ping`: the server's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub now: Option<u64>,
    /// `hello`: the matches that go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<String>>,
    /// `hello`: the place in a queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<QueueCard>,
    /// `options`: what a screen should offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<Offered>>,
    /// `preview`: what may come of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<Foreseen>>,
    /// `preview`: how many results are not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u32>,
    /// `preview`: whether the odds are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
}

/// An action that a screen should show, and why it cannot be done.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Offered {
    /// What.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub action: Value,
    /// Why not: the stable code.
    pub code: Option<String>,
    /// The same for people.
    pub text: Option<String>,
}

/// What may come of an action.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Foreseen {
    /// How likely it is.
    pub odds: f64,
    /// What would be told.
    #[cfg_attr(test, ts(type = "Array<unknown>"))]
    pub events: Vec<Value>,
    /// What would be seen.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub view: Value,
}

/// A place in a queue.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QueueCard {
    /// Which game.
    pub game: String,
    /// Which setting of it.
    pub preset: Option<String>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeatCard {
    /// What whoever sits there is called.
    pub name: String,
    /// Whether it is a computer player.
    pub bot: bool,
    /// The class that the player chose, at a table of a game with classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub class: Option<String>,
}

/// A table that waits for somebody.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TableCard {
    /// What to tell whoever should come.
    pub code: String,
    /// Which game.
    pub game: String,
    /// Which setting of it.
    pub preset: Option<String>,
    /// Everything in which the setting differs from the preset.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub config: Value,
    /// Whether it differs at all. Matches at tables never move ratings.
    pub custom: bool,
    /// Who sits where; null where a seat is free.
    pub seats: Vec<Option<SeatCard>>,
    /// Since when it waits.
    #[cfg_attr(test, ts(type = "number"))]
    pub since: i64,
    /// Whether others may find it.
    pub public: bool,
    /// Who directs the match from the host's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub host: Option<SeatCard>,
}

/// A match that begins, or that one comes to.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Introduced {
    /// Its id.
    #[serde(rename = "match")]
    pub of: String,
    /// Which game.
    pub game: String,
    /// By which version of its rules.
    pub rules_version: u32,
    /// The complete setting, without what players may not know.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub config: Value,
    /// The hash of the seed.
    pub seed_hash: String,
    /// Who sits where.
    pub seats: Vec<SeatCard>,
    /// One's own seats.
    #[cfg_attr(test, ts(type = "Array<number | \"host\">"))]
    pub yours: Vec<Seat>,
    /// Who directs the match from the host's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub host: Option<SeatCard>,
    /// Whether it moves the ratings.
    pub rated: bool,
    /// Why it does not, although it is played in a rated queue: the stable code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unrated: Option<String>,
    /// Whether others may watch.
    pub public: bool,
    /// Whether it has ended.
    pub over: bool,
}

/// All that one viewer knows of a match.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Framed {
    /// Which match.
    #[serde(rename = "match")]
    pub of: String,
    /// Whose view; missing for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number | \"host\""))]
    pub seat: Option<Seat>,
    /// Its number, per viewer.
    #[cfg_attr(test, ts(type = "number"))]
    pub frame: u64,
    /// The question that is open.
    #[cfg_attr(test, ts(type = "number"))]
    pub asked: u64,
    /// The match's time.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: u64,
    /// The state of the chart.
    pub phase: String,
    /// The last accepted act of the seat, in a whole frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub last_id: Option<u64>,
    /// Whether the clock stands because players are not back yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub held: bool,
    /// What is seen.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub view: Value,
    /// What happened since the frame before.
    #[cfg_attr(test, ts(type = "Array<unknown>"))]
    pub events: Vec<Value>,
    /// Whether this seat is waited for.
    pub to_act: bool,
    /// What it may do.
    #[cfg_attr(test, ts(type = "Array<unknown>"))]
    pub legal: Vec<Value>,
    /// What will happen by itself, and when.
    pub deadlines: Vec<Deadline>,
    /// How it ended, or null.
    pub outcome: Option<Ending>,
}

/// A player who is not connected.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Away {
    /// The seat.
    pub seat: u8,
    /// Until when the match waits, in its own time; missing where the wait has no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub until: Option<u64>,
}

/// A moment that will come.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Deadline {
    /// Which timer, in the game's words.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub timer: Value,
    /// When, in the match's time.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: u64,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The seats that won.
    pub won: Vec<u8>,
    /// The seats that drew.
    pub drew: Vec<u8>,
    /// How, in the game's words.
    pub ending: String,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// Which match.
    #[serde(rename = "match")]
    pub of: String,
    /// Why the host had to end it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub code: Option<String>,
    /// The same for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
    /// How it ended.
    pub outcome: Ending,
    /// The seed, no secret any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<String>,
    /// The digest of the last state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub digest: Option<String>,
    /// Where the replay is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub replay: Option<String>,
    /// The match that decides it, if it ended without a winner and the game wants one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next: Option<String>,
    /// How ratings moved.
    #[serde(default)]
    pub ratings: Vec<Moved>,
    /// Why a match that was to be rated moved no rating: the stable code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unrated: Option<String>,
}

/// How a rating moved.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Of who sat there.
    pub seats: Vec<u8>,
    /// Before the match.
    pub before: f64,
    /// After it.
    pub after: f64,
}

#[cfg(test)]
mod tests {
    use ts_rs::TS;

    use super::*;
    use crate::message::{Place, Said};

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol.ts");

    fn declarations() -> String {
        let config = ts_rs::Config::default();
        let all = [
            Said::decl(&config),
            Place::decl(&config),
            ServerMessage::decl(&config),
            Answered::decl(&config),
            Offered::decl(&config),
            Foreseen::decl(&config),
            QueueCard::decl(&config),
            SeatCard::decl(&config),
            TableCard::decl(&config),
            Introduced::decl(&config),
            Framed::decl(&config),
            Away::decl(&config),
            Deadline::decl(&config),
            Ending::decl(&config),
            Ended::decl(&config),
            Moved::decl(&config),
            crate::lists::MatchCard::decl(&config),
            crate::lists::Standing::decl(&config),
            crate::decks::Judged::decl(&config),
            crate::decks::DeckFault::decl(&config),
            crate::replays::Film::decl(&config),
            crate::replays::Still::decl(&config),
            crate::runs::Run::decl(&config),
        ];
        let head = "// Generated from the types of the server by `make protocol`; do not edit.\n\
                    // What is a game's own is `unknown` here; its types are in `protocol/<game>.ts`.\n";
        all.iter().fold(head.to_owned(), |text, decl| format!("{text}\nexport {decl}\n"))
    }

    #[test]
    fn the_pages_types_are_those_of_the_server() {
        let made = declarations();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(FILE, &made).unwrap();
        }
        let kept = std::fs::read_to_string(FILE).unwrap_or_default();
        assert_eq!(kept, made, "web/src/protocol.ts is stale: run `make protocol`");
    }
}
