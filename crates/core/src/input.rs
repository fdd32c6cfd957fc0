//! What enters a match, and what the kernel answers.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::{Millis, Named, Seat, SeatSet};

/// A fact that the host tells a match; the game decides what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    /// A player is gone.
    Left {
        /// Who.
        seat: Seat,
    },
    /// A player is back.
    Returned {
        /// Who.
        seat: Seat,
    },
    /// A player made an attempt that was refused, and the rules take note of it.
    Heard {
        /// Who.
        seat: Seat,
    },
    /// The host woke up too late for the moment with which this is stamped.
    Clock {
        /// By how much.
        late_ms: u32,
    },
    /// The host ends the match.
    Aborted,
}

impl Signal {
    /// The seat it speaks of.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Signal::Left { seat } | Signal::Returned { seat } | Signal::Heard { seat } => {
                Some(seat)
            }
            Signal::Clock { .. } | Signal::Aborted => None,
        }
    }
}

/// Everything that can change a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Input<A> {
    /// A seat acts.
    Act {
        /// Who.
        seat: Seat,
        /// What.
        action: A,
    },
    /// The next deadline has come.
    Expire,
    /// The host tells a fact.
    Signal {
        /// Which.
        signal: Signal,
    },
}

impl<A: Serialize> Input<A> {
    /// The same input with its action as JSON.
    pub fn to_json(&self) -> Input<Value> {
        match self {
            Input::Act { seat, action } => {
                let action = serde_json::to_value(action).expect("actions are plain JSON");
                Input::Act { seat: *seat, action }
            }
            Input::Expire => Input::Expire,
            Input::Signal { signal } => Input::Signal { signal: *signal },
        }
    }
}

/// Reads an object whose kind stands as a text under `type`: serde alone would take the number of a
/// kind as well, and a list of the fields.
pub fn read_tagged<T: DeserializeOwned>(value: &Value) -> Result<T, serde_json::Error> {
    if !value.is_object() {
        return Err(serde_json::Error::custom("an object is expected"));
    }
    if value.get("type").is_some_and(|kind| !kind.is_string()) {
        return Err(serde_json::Error::custom("type: a text is expected"));
    }
    T::deserialize(value)
}

impl<'de> Deserialize<'de> for Signal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = read_tagged::<ReadSignal>(&Value::deserialize(deserializer)?);
        read.map(Signal::from).map_err(D::Error::custom)
    }
}

impl<'de, A: DeserializeOwned> Deserialize<'de> for Input<A> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = read_tagged::<ReadInput<A>>(&Value::deserialize(deserializer)?);
        read.map(Input::from).map_err(D::Error::custom)
    }
}

/// [`Signal`] as it is read: serde refuses unknown fields only of variants with braces.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum ReadSignal {
    Left { seat: Seat },
    Returned { seat: Seat },
    Heard { seat: Seat },
    Clock { late_ms: u32 },
    Aborted {},
}

impl From<ReadSignal> for Signal {
    fn from(read: ReadSignal) -> Self {
        match read {
            ReadSignal::Left { seat } => Signal::Left { seat },
            ReadSignal::Returned { seat } => Signal::Returned { seat },
            ReadSignal::Heard { seat } => Signal::Heard { seat },
            ReadSignal::Clock { late_ms } => Signal::Clock { late_ms },
            ReadSignal::Aborted {} => Signal::Aborted,
        }
    }
}

/// [`Input`] as it is read.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum ReadInput<A> {
    Act { seat: Seat, action: A },
    Expire {},
    Signal { signal: Signal },
}

impl<A> From<ReadInput<A>> for Input<A> {
    fn from(read: ReadInput<A>) -> Self {
        match read {
            ReadInput::Act { seat, action } => Input::Act { seat, action },
            ReadInput::Expire {} => Input::Expire,
            ReadInput::Signal { signal } => Input::Signal { signal },
        }
    }
}

/// An accepted input with its number and stamp: one line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "A: DeserializeOwned"))]
pub struct Entry<A> {
    /// Its number; set-up is 0, the first input 1.
    pub seq: u64,
    /// Its stamp.
    pub at: Millis,
    /// What came in.
    pub input: Input<A>,
}

/// Why an input did not enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal<R> {
    /// Its stamp lies before the match's own time.
    TimeRanBack,
    /// A deadline has to fire first.
    DeadlineDue,
    /// No deadline has come.
    NothingDue,
    /// The match has ended and hears no more signals.
    Over,
    /// The signal speaks of a seat that is none.
    NoSuchSeat,
    /// The stamp lies beyond the last moment a match can reach.
    TooLate,
    /// The rules say no.
    Rule(R),
}

impl<R: Named> Named for Refusal<R> {
    fn name(&self) -> &'static str {
        match self {
            Refusal::TimeRanBack => "time_ran_back",
            Refusal::DeadlineDue => "deadline_due",
            Refusal::NothingDue => "nothing_due",
            Refusal::Over => "over",
            Refusal::NoSuchSeat | Refusal::TooLate => "bad_request",
            Refusal::Rule(reason) => reason.name(),
        }
    }

    fn text(&self) -> &'static str {
        match self {
            Refusal::TimeRanBack => "The stamp lies before the match's own time.",
            Refusal::DeadlineDue => "A deadline has come and must be fired first.",
            Refusal::NothingDue => "No deadline has come.",
            Refusal::Over => "The match is over.",
            Refusal::NoSuchSeat => "The signal names a seat that this match does not have.",
            Refusal::TooLate => "The stamp lies beyond the last moment a match can reach.",
            Refusal::Rule(reason) => reason.text(),
        }
    }
}

/// How a match ended; who is in neither set has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The winners.
    pub won: SeatSet,
    /// Those who drew.
    pub drew: SeatSet,
    /// The rules document's name of this kind of end.
    pub ending: &'static str,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn inputs_in_json() {
        let rows: [(Input<u8>, &str); 5] = [
            (Input::Act { seat: Seat(1), action: 5 }, r#"{"type":"act","seat":1,"action":5}"#),
            (Input::Expire, r#"{"type":"expire"}"#),
            (
                Input::Signal { signal: Signal::Left { seat: Seat(0) } },
                r#"{"type":"signal","signal":{"type":"left","seat":0}}"#,
            ),
            (
                Input::Signal { signal: Signal::Clock { late_ms: 250 } },
                r#"{"type":"signal","signal":{"type":"clock","late_ms":250}}"#,
            ),
            (
                Input::Signal { signal: Signal::Aborted },
                r#"{"type":"signal","signal":{"type":"aborted"}}"#,
            ),
        ];
        for (input, json) in rows {
            assert_eq!(serde_json::to_string(&input).unwrap(), json);
            assert_eq!(serde_json::from_str::<Input<u8>>(json).unwrap(), input);
        }
        for bad in [r#"{"type":"expire","x":1}"#, r#"{"type":"act","seat":1}"#, r#"{"type":"zap"}"#]
        {
            assert!(serde_json::from_str::<Input<u8>>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_kind_is_a_text_in_an_object() {
        let left = json!({"type": "left", "seat": 1});
        assert_eq!(read_tagged::<Signal>(&left).unwrap(), Signal::Left { seat: Seat(1) });
        assert!(read_tagged::<Signal>(&json!(["left", 1])).is_err(), "a list is no object");
        for kind in [json!(0), json!(4), json!(null), json!(["left"]), json!({"left": {}})] {
            let signal = json!({"type": kind, "seat": 1});
            assert!(serde_json::from_value::<Signal>(signal.clone()).is_err(), "{signal}");
            let input = json!({"type": "signal", "signal": signal});
            assert!(serde_json::from_value::<Input<Value>>(input).is_err());
            let input = json!({"type": kind, "seat": 1, "action": {}});
            assert!(serde_json::from_value::<Input<Value>>(input).is_err());
        }
    }
}
