//! The replay file: the log of a match with what is needed to fold it.

#![warn(clippy::indexing_slicing)]

use std::cell::Cell;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::digest::{Sorted, chain, chain_sorted};
use crate::{Digest, Input, Millis, Seat, Seed, json};

/// The only format there is.
pub const FORMAT: &str = "bout-replay/1";

/// A match as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// Always [`FORMAT`].
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Fingerprint of its card data.
    pub data_digest: Digest,
    /// The whole config.
    pub config: Value,
    /// Who sat where.
    pub names: Vec<String>,
    /// The seed.
    pub seed: Seed,
    /// Where the match began, if not at its set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// What entered.
    pub entries: Vec<Record>,
    /// How it ended, or null.
    pub outcome: Value,
    /// The hash of everything above the entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_hash: Option<String>,
}

/// A beginning other than the plain set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The state it was loaded with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Value>,
    /// The time it was loaded with.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub now: Millis,
    /// Scripted dice of the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Vec<u32>>,
}

fn is_zero(at: &Millis) -> bool {
    at.0 == 0
}

thread_local! {
    /// Where lines are written first: who keeps many of them keeps no spare room with each.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// One entry with its fingerprints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number.
    pub seq: u64,
    /// Its stamp.
    pub at: Millis,
    /// What entered.
    pub input: Input<Value>,
    /// The client's own id of the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Scripted dice, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Vec<u32>>,
    /// The state's digest afterwards.
    pub digest: Digest,
    /// Links this record to all before it.
    pub hash: String,
}

impl Record {
    /// The record as a line of a log.
    pub fn line(&self) -> String {
        let mut buffer = BUFFER.take();
        buffer.clear();
        json::write(self, &mut buffer);
        let line = str::from_utf8(&buffer).expect("JSON is text").to_owned();
        BUFFER.set(buffer);
        line
    }

    /// The hash this record should have after `previous`.
    pub fn chained(&self, previous: &str) -> String {
        /// With its keys in order.
        #[derive(Serialize)]
        struct Hashed<'a, I> {
            at: Millis,
            digest: Digest,
            id: Option<u64>,
            input: I,
            luck: Option<&'a [u32]>,
            seq: u64,
        }
        #[derive(Serialize)]
        struct Act<'a> {
            action: Sorted<'a>,
            seat: Seat,
            #[serde(rename = "type")]
            kind: &'static str,
        }
        let Record { seq, at, input, id, luck, digest, hash: _ } = self;
        let (seq, at, id, digest, luck) = (*seq, *at, *id, *digest, luck.as_deref());
        match input {
            Input::Act { seat, action } => {
                let input = Act { action: Sorted(action), seat: *seat, kind: "act" };
                chain_sorted(previous, &Hashed { at, digest, id, input, luck, seq })
            }
            Input::Expire | Input::Signal { .. } => {
                chain(previous, &Hashed { at, digest, id, input, luck, seq })
            }
        }
    }
}

impl Replay {
    /// The hash of the header, to which the first entry is chained.
    pub fn header(&self) -> String {
        #[derive(Serialize)]
        struct Header<'a> {
            format: &'a str,
            game: &'a str,
            rules_version: u32,
            data_digest: Digest,
            config: &'a Value,
            names: &'a [String],
            seed: Seed,
            start: Option<&'a Start>,
        }
        let header = Header {
            format: &self.format,
            game: &self.game,
            rules_version: self.rules_version,
            data_digest: self.data_digest,
            config: &self.config,
            names: &self.names,
            seed: self.seed,
            start: self.start.as_ref(),
        };
        chain("", &header)
    }

    /// Reads a replay file; the error names the line, the column and the field.
    pub fn parse(text: &str) -> Result<Replay, ReplayFault> {
        let mut json = serde_json::Deserializer::from_str(text);
        let replay: Replay = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let place = error.path().to_string();
            let at = if place == "." { String::new() } else { format!("at {place}: ") };
            ReplayFault::header(format!("{at}{}", error.into_inner()))
        })?;
        json.end().map_err(|error| ReplayFault::header(format!("after the document: {error}")))?;
        if replay.format != FORMAT {
            let text = format!("format is '{}', this program reads '{FORMAT}'", replay.format);
            return Err(ReplayFault::header(text));
        }
        Ok(replay)
    }

    /// A replay from its header and the lines of its log, each a record.
    pub fn assembled(header: &str, lines: &[String]) -> Result<Replay, ReplayFault> {
        let mut replay = Replay::parse(header)?;
        for (line, seq) in lines.iter().zip(1..) {
            let record = serde_json::from_str(line);
            let record = record.map_err(|error| ReplayFault::at(seq, error.to_string()))?;
            replay.entries.push(record);
        }
        Ok(replay)
    }

    /// Whether the chain holds from the header to the last entry.
    pub fn check_chain(&self) -> Result<(), ReplayFault> {
        let mut hash = self.header();
        if self.header_hash.as_ref().is_some_and(|written| *written != hash) {
            return Err(ReplayFault::header("the header does not match its hash"));
        }
        for (record, seq) in self.entries.iter().zip(1..) {
            if record.seq != seq {
                let text = format!("entry {seq} expected, found number {}", record.seq);
                return Err(ReplayFault::at(seq, text));
            }
            hash = record.chained(&hash);
            if record.hash != hash {
                return Err(ReplayFault::at(
                    seq,
                    "the hash differs: this entry, or the header before it, was changed",
                ));
            }
        }
        Ok(())
    }
}

/// Where and why a replay cannot be folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayFault {
    /// The entry, or `None` for what stands outside of the entries.
    pub entry: Option<u64>,
    /// What is wrong.
    pub text: String,
}

impl ReplayFault {
    /// Something wrong outside of the entries.
    pub fn header(text: impl Into<String>) -> Self {
        ReplayFault { entry: None, text: text.into() }
    }

    /// Something wrong with an entry.
    pub fn at(entry: u64, text: impl Into<String>) -> Self {
        ReplayFault { entry: Some(entry), text: text.into() }
    }
}

impl std::fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.entry {
            Some(entry) => write!(f, "entry {entry}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl std::error::Error for ReplayFault {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Signal;
    use serde_json::json;

    #[test]
    fn a_record_is_chained_by_all_but_its_own_hash() {
        let action = json!({"type": "zap", "b": [{"y": 1, "x": "\"ü\""}], "a": null});
        for input in [
            Input::Act { seat: Seat(1), action },
            Input::Expire,
            Input::Signal { signal: Signal::Left { seat: Seat(0) } },
        ] {
            let (digest, hash) = (Digest(7), "own".to_owned());
            let record =
                Record { seq: 3, at: Millis(5), input, id: Some(9), luck: None, digest, hash };
            let mut plain = json!(record);
            let fields = plain.as_object_mut().unwrap();
            fields.insert("luck".into(), Value::Null);
            fields.remove("hash");
            assert_eq!(record.chained("before"), chain("before", &plain));
            assert_eq!(record.line(), serde_json::to_string(&record).unwrap());
        }
    }
}
