//! The messages of the platform's own protocol; `docs/protocol.md` shows each with an example.

use std::borrow::Cow;

use bout_core::{Seat, SeatPlan, Seed, read_tagged};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// What a client says. Unknown fields are refused.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Said {
    /// Who is there; the first message of a connection.
    Hello {
        /// The secret of the account.
        token: String,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Waits for an opponent.
    QueueJoin {
        /// Which game.
        game: String,
        /// Which setting of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        preset: Option<String>,
        /// With which class you play, in games that have classes; the config's if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        class: Option<String>,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Waits no longer.
    QueueLeave {
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Makes a table; it begins as soon as every seat is taken.
    TableOpen {
        /// Which game.
        game: String,
        /// Which setting of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        preset: Option<String>,
        /// Changes to the setting.
        #[serde(default = "no_changes")]
        #[cfg_attr(test, ts(type = "unknown"))]
        config: Value,
        /// Who sits where.
        #[serde(deserialize_with = "read_places")]
        seats: Vec<Place>,
        /// Whether others may find the table and watch the match.
        #[serde(default)]
        public: bool,
        /// How long a computer player waits before each move, in milliseconds.
        #[serde(default)]
        bot_pace_ms: u32,
        /// The seed of the dice; only where nobody else plays or watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "string | number"))]
        seed: Option<Seed>,
        /// Whether who opens the table directs the match, from the host's seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        host: bool,
        /// With which class you play, in games that have classes; the config's if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        class: Option<String>,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Asks what is played at a table, before taking a seat there.
    TableLook {
        /// The code of the table.
        code: String,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Takes a free seat at a table.
    TableJoin {
        /// The code of the table.
        code: String,
        /// Which seat; any free one if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        seat: Option<u8>,
        /// With which class you play, in games that have classes; the config's if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        class: Option<String>,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Gets up from a table that waits; the table of whoever opened it is gone.
    TableLeave {
        /// The code of the table.
        code: String,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Acts.
    Act {
        /// In which match.
        #[serde(rename = "match")]
        of: String,
        /// At which seat; may be left out by who holds one only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number | \"host\""))]
        seat: Option<Seat>,
        /// What.
        #[cfg_attr(test, ts(type = "unknown"))]
        action: Value,
        /// The question that is answered: `asked` of the frame.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        asked: Option<u64>,
        /// The client's own number, rising per seat; sent twice it acts once.
        #[cfg_attr(test, ts(type = "number"))]
        id: u64,
    },
    /// Asks whether an action would be accepted.
    Check {
        /// In which match.
        #[serde(rename = "match")]
        of: String,
        /// At which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number | \"host\""))]
        seat: Option<Seat>,
        /// What.
        #[cfg_attr(test, ts(type = "unknown"))]
        action: Value,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Asks what an action may lead to.
    Preview {
        /// In which match.
        #[serde(rename = "match")]
        of: String,
        /// At which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number | \"host\""))]
        seat: Option<Seat>,
        /// What.
        #[cfg_attr(test, ts(type = "unknown"))]
        action: Value,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Asks what a screen should offer, with the reasons why not.
    Options {
        /// In which match.
        #[serde(rename = "match")]
        of: String,
        /// At which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number | \"host\""))]
        seat: Option<Seat>,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Asks for the whole frame again.
    Sync {
        /// Of which match.
        #[serde(rename = "match")]
        of: String,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Gives up.
    Concede {
        /// In which match.
        #[serde(rename = "match")]
        of: String,
        /// At which seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number | \"host\""))]
        seat: Option<Seat>,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Stops the clock while several players hand over one screen, and lets it run again.
    Screen {
        /// In which match.
        #[serde(rename = "match")]
        of: String,
        /// Whether nobody sees the match now.
        covered: bool,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Watches a match.
    Watch {
        /// Which.
        #[serde(rename = "match")]
        of: String,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Watches it no longer.
    Unwatch {
        /// Which.
        #[serde(rename = "match")]
        of: String,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Wants to play the same match once more; it begins when all its people have said so.
    Rematch {
        /// The ended match.
        #[serde(rename = "match")]
        of: String,
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
    /// Asks for the server's time.
    Ping {
        /// Echoed in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional, type = "number"))]
        id: Option<u64>,
    },
}

/// An act as it is read. Most messages are acts, and a kind of its own is read in one go, where one
/// among many has to be looked for first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadAct<'a> {
    #[serde(rename = "type")]
    _kind: ActKind,
    #[serde(rename = "match", borrow)]
    of: Cow<'a, str>,
    #[serde(default)]
    seat: Option<Seat>,
    action: Value,
    #[serde(default)]
    asked: Option<u64>,
    id: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ActKind {
    Act,
}

/// The number of a message, whatever else it is.
pub fn id_of(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Numbered {
        id: Option<u64>,
    }
    let object = text.trim_start().starts_with('{');
    object.then(|| serde_json::from_str::<Numbered>(text).ok()?.id)?
}

impl Said {
    /// Reads a message, or says why it is none.
    pub fn read(text: &str) -> Result<Said, String> {
        // A list would be read as the fields of a message in their order.
        if !text.trim_start().starts_with('{') {
            return Err("an object is expected".into());
        }
        if let Ok(ReadAct { of, seat, action, asked, id, .. }) = serde_json::from_str(text) {
            return Ok(Said::Act { of: of.into_owned(), seat, action, asked, id });
        }
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        read_tagged(&value).map_err(|error| error.to_string())
    }

    /// The number that the answer echoes.
    pub fn id(&self) -> Option<u64> {
        match self {
            Said::Act { id, .. } => Some(*id),
            Said::Hello { id, .. }
            | Said::QueueJoin { id, .. }
            | Said::QueueLeave { id }
            | Said::TableOpen { id, .. }
            | Said::TableLook { id, .. }
            | Said::TableJoin { id, .. }
            | Said::TableLeave { id, .. }
            | Said::Check { id, .. }
            | Said::Preview { id, .. }
            | Said::Options { id, .. }
            | Said::Sync { id, .. }
            | Said::Concede { id, .. }
            | Said::Screen { id, .. }
            | Said::Watch { id, .. }
            | Said::Unwatch { id, .. }
            | Said::Rematch { id, .. }
            | Said::Ping { id } => *id,
        }
    }
}

/// What is played at a table, and by whom.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct TableSpec {
    /// Which game.
    pub game: String,
    /// Which setting of it.
    pub preset: Option<String>,
    /// Changes to the setting.
    pub config: Value,
    /// Who sits where.
    pub seats: Vec<Place>,
    /// Whether others may find the table and watch the match.
    pub public: bool,
    /// How long a computer player waits before each move, in milliseconds.
    pub bot_pace_ms: u32,
    /// The seed of the dice; only where nobody else plays or watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// Whether who opens the table directs the match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub host: bool,
    /// The class of whoever opens the table, for their first seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
}

/// An empty set of changes.
pub fn no_changes() -> Value {
    Value::Object(serde_json::Map::new())
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Place {
    /// Whoever opens the table; several such seats make a hot-seat match.
    Me {},
    /// Whoever comes.
    Open {},
    /// A computer player.
    Bot {
        /// Its name, as `/api/games` lists it; without parameters.
        bot: String,
    },
}

impl TableSpec {
    /// Who sits where.
    pub fn plan(&self) -> SeatPlan {
        let seats = (0..).map(Seat).zip(&self.seats);
        let people = seats.filter(|(_, place)| place.is_person()).map(|(seat, _)| seat).collect();
        let mine = self.seats.iter().filter(|place| **place == Place::Me {});
        SeatPlan { people, one_screen: mine.count() > 1 }
    }
}

fn read_places<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Place>, D::Error> {
    let places: Vec<Value> = Vec::deserialize(deserializer)?;
    places.iter().map(|place| read_tagged(place).map_err(D::Error::custom)).collect()
}

impl Place {
    /// Whether a person sits there, or will.
    pub fn is_person(&self) -> bool {
        !matches!(self, Place::Bot { .. })
    }
}

/// What the server answers to a message.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    /// Always `answer`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The `id` of the message.
    pub re: Option<u64>,
    /// Whether it was done.
    pub ok: bool,
    /// Why not: the stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'a str>,
    /// The same for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
    /// Whatever else there is to say.
    #[serde(flatten)]
    pub more: Value,
}

impl Answer<'_> {
    /// It was done.
    pub fn done(re: Option<u64>, more: Value) -> String {
        write(&Answer { kind: "answer", re, ok: true, code: None, text: None, more })
    }

    /// An act entered.
    pub fn accepted(re: Option<u64>) -> Vec<u8> {
        let mut out = Vec::with_capacity(64);
        out.extend_from_slice(b"{\"type\":\"answer\",\"re\":");
        bout_core::write_json(&re, &mut out);
        out.extend_from_slice(b",\"ok\":true}");
        out
    }

    /// It was not done.
    pub fn refused(re: Option<u64>, code: &str, text: &str) -> String {
        let more = no_changes();
        write(&Answer { kind: "answer", re, ok: false, code: Some(code), text: Some(text), more })
    }
}

/// A message as text.
pub fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("messages are plain JSON")
}

#[cfg(test)]
mod tests {
    use super::Said;

    #[test]
    fn a_kind_is_a_word() {
        let table = |kind: &str| {
            format!(r#"{{"type": "table_open", "game": "tank", "seats": [{{"type": {kind}}}]}}"#)
        };
        assert!(Said::read(&table("\"open\"")).is_ok());
        let acts = r#"{"type": 6, "match": "m", "action": {}, "id": 1}"#;
        let more = table("\"me\", \"bot\": \"random\"");
        for bad in [&table("1"), &more, r#"{"type": 0, "token": "t"}"#, r#"{"type": 14}"#, acts] {
            assert!(Said::read(bad).is_err(), "{bad}");
        }
    }
}
