//! What a seat can do (rules 5).

use bout_core::Named;
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned, de::Error};
use serde_json::{Map, Value};

use crate::card::Stat;
use crate::phase::{Phase, Trigger};
use crate::state::{InterruptReason, Side, Why};

/// A value as somebody sent it; judging it is the guard's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent<T> {
    /// A value of the right kind.
    Known(T),
    /// Anything else.
    Unknown,
}

/// How something unknown is written again; it is unknown then, too.
const UNKNOWN: &str = "?";

impl<T> Sent<T> {
    /// The value, if it is one.
    pub fn known(self) -> Option<T> {
        match self {
            Sent::Known(value) => Some(value),
            Sent::Unknown => None,
        }
    }
}

impl<T: Serialize> Serialize for Sent<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Sent::Known(value) => value.serialize(serializer),
            Sent::Unknown => serializer.serialize_str(UNKNOWN),
        }
    }
}

/// The changes of an administrator to an interrupted round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Whether there is a key besides these six.
    pub unknown_key: bool,
    /// The stat to compare.
    pub stat: Option<Sent<Stat>>,
    /// The player's value, for this comparison only.
    pub player_value: Option<Sent<u8>>,
    /// The opponent's value, for this comparison only.
    pub opponent_value: Option<Sent<u8>>,
    /// The player's points.
    pub player_score: Option<Sent<u8>>,
    /// The opponent's points.
    pub opponent_score: Option<Sent<u8>>,
    /// Completed rounds.
    pub rounds_played: Option<Sent<u8>>,
}

impl Edits {
    fn numbers(&self) -> [(&'static str, Option<Sent<u8>>); 5] {
        [
            ("playerValue", self.player_value),
            ("opponentValue", self.opponent_value),
            ("playerScore", self.player_score),
            ("opponentScore", self.opponent_score),
            ("roundsPlayed", self.rounds_played),
        ]
    }

    fn read(value: Option<Value>) -> Result<Self, &'static str> {
        let mut map = match value {
            None => Map::new(),
            Some(Value::Object(map)) => map,
            Some(_) => return Err("edits are an object"),
        };
        let mut edits = Edits { stat: sent(map.remove("stat")), ..Edits::default() };
        edits.player_value = sent(map.remove("playerValue"));
        edits.opponent_value = sent(map.remove("opponentValue"));
        edits.player_score = sent(map.remove("playerScore"));
        edits.opponent_score = sent(map.remove("opponentScore"));
        edits.rounds_played = sent(map.remove("roundsPlayed"));
        edits.unknown_key = !map.is_empty();
        Ok(edits)
    }
}

impl Serialize for Edits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(stat) = self.stat {
            map.serialize_entry("stat", &stat)?;
        }
        for (key, number) in self.numbers() {
            if let Some(number) = number {
                map.serialize_entry(key, &number)?;
            }
        }
        if self.unknown_key {
            map.serialize_entry(UNKNOWN, UNKNOWN)?;
        }
        map.end()
    }
}

/// Who is spoken of; nobody means the sender.
pub type About = Option<Sent<Side>>;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Begins a match.
    StartMatch {
        /// Points needed; as set before if missing.
        win_target: Option<Sent<u8>>,
    },
    /// Names the stat of the round.
    SelectStat {
        /// Which.
        stat: Sent<Stat>,
        /// For which round it is meant.
        round: Option<Sent<u8>>,
        /// For whom.
        side: About,
    },
    /// Does without the rest of the pause.
    Skip {
        /// For whom.
        side: About,
    },
    /// Gives the match up.
    Quit {
        /// For whom.
        side: About,
    },
    /// Interrupts what is going on.
    Interrupt {
        /// Why.
        reason: Sent<InterruptReason>,
        /// Who did it.
        side: About,
    },
    /// Says whether a side is there.
    SetActive {
        /// Whether it is.
        active: bool,
        /// Why it is not, or was not.
        why: Why,
        /// Of whom.
        side: About,
    },
    /// Ends an interrupt.
    Resolve {
        /// In which way.
        trigger: Sent<Trigger>,
    },
    /// Edits the interrupted round and plays it on.
    Modify {
        /// How.
        edits: Edits,
    },
    /// Leaves the interrupted round as it is.
    CancelModification,
    /// Wants to play again.
    Rematch {
        /// For whom.
        side: About,
    },
    /// Goes back to the lobby.
    Home {
        /// For whom.
        side: About,
    },
    /// Test mode: fires a trigger.
    Dispatch(Dispatch),
    /// Test mode: makes the next entry of a state fail.
    InjectError {
        /// Which.
        state: Sent<Phase>,
    },
}

/// A trigger with all that it may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// The trigger.
    pub trigger: Sent<Trigger>,
    /// For `startClicked`.
    pub win_target: Option<Sent<u8>>,
    /// For `statSelected`.
    pub stat: Option<Sent<Stat>>,
    /// For `interrupt`; an error if missing.
    pub reason: Option<Sent<InterruptReason>>,
    /// For `interrupt`; nobody if missing.
    pub by: About,
    /// For `modifyRoundDecision`.
    pub edits: Option<Edits>,
}

impl Dispatch {
    /// A trigger that carries nothing.
    pub fn plain(trigger: Trigger) -> Self {
        let trigger = Sent::Known(trigger);
        Dispatch { trigger, win_target: None, stat: None, reason: None, by: None, edits: None }
    }
}

impl Action {
    /// The side it speaks of, where it does.
    pub fn about(&self) -> About {
        match *self {
            Action::SelectStat { side, .. }
            | Action::Skip { side }
            | Action::Quit { side }
            | Action::Interrupt { side, .. }
            | Action::SetActive { side, .. }
            | Action::Rematch { side }
            | Action::Home { side } => side,
            Action::StartMatch { .. }
            | Action::Resolve { .. }
            | Action::Modify { .. }
            | Action::CancelModification
            | Action::Dispatch(_)
            | Action::InjectError { .. } => None,
        }
    }
}

impl Named for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::StartMatch { .. } => "start_match",
            Action::SelectStat { .. } => "select_stat",
            Action::Skip { .. } => "skip",
            Action::Quit { .. } => "quit",
            Action::Interrupt { .. } => "interrupt",
            Action::SetActive { .. } => "set_active",
            Action::Resolve { .. } => "resolve",
            Action::Modify { .. } => "modify",
            Action::CancelModification => "cancel_modification",
            Action::Rematch { .. } => "rematch",
            Action::Home { .. } => "home",
            Action::Dispatch(_) => "dispatch",
            Action::InjectError { .. } => "inject_error",
        }
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Action", 4)?;
        out.serialize_field("type", self.name())?;
        match self {
            Action::StartMatch { win_target } => put(&mut out, "win_target", win_target.as_ref())?,
            Action::SelectStat { stat, round, .. } => {
                out.serialize_field("stat", stat)?;
                put(&mut out, "round", round.as_ref())?;
            }
            Action::Interrupt { reason, .. } => out.serialize_field("reason", reason)?,
            Action::SetActive { active, why, .. } => {
                out.serialize_field("active", active)?;
                out.serialize_field("why", why)?;
            }
            Action::Resolve { trigger } => out.serialize_field("trigger", trigger)?,
            Action::Modify { edits } => out.serialize_field("edits", edits)?,
            Action::Dispatch(dispatch) => {
                out.serialize_field("trigger", &dispatch.trigger)?;
                put(&mut out, "win_target", dispatch.win_target.as_ref())?;
                put(&mut out, "stat", dispatch.stat.as_ref())?;
                put(&mut out, "reason", dispatch.reason.as_ref())?;
                put(&mut out, "by", dispatch.by.as_ref())?;
                put(&mut out, "edits", dispatch.edits.as_ref())?;
            }
            Action::InjectError { state } => out.serialize_field("state", state)?,
            Action::Skip { .. }
            | Action::Quit { .. }
            | Action::CancelModification
            | Action::Rematch { .. }
            | Action::Home { .. } => {}
        }
        put(&mut out, "side", self.about().as_ref())?;
        out.end()
    }
}

/// Writes a field that may be missing.
fn put<S: SerializeStruct, T: Serialize>(
    out: &mut S,
    key: &'static str,
    value: Option<&T>,
) -> Result<(), S::Error> {
    match value {
        Some(value) => out.serialize_field(key, value),
        None => out.skip_field(key),
    }
}

/// A field as it was sent; null is as good as none.
fn sent<T: DeserializeOwned>(value: Option<Value>) -> Option<Sent<T>> {
    let value = value.filter(|value| !value.is_null())?;
    Some(serde_json::from_value(value).map_or(Sent::Unknown, Sent::Known))
}

/// A field that every command of its kind needs; none is as good as an unknown one.
fn needed<T: DeserializeOwned>(value: Option<Value>) -> Sent<T> {
    sent(value).unwrap_or(Sent::Unknown)
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut map = Map::deserialize(deserializer)?;
        let name = map.remove("type");
        let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
        let action = read(name, &mut map).map_err(D::Error::custom)?;
        match map.keys().next() {
            Some(key) => Err(D::Error::custom(format!("{name} has no field '{key}'"))),
            None => Ok(action),
        }
    }
}

fn read(name: &str, map: &mut Map<String, Value>) -> Result<Action, &'static str> {
    Ok(match name {
        "start_match" => Action::StartMatch { win_target: sent(map.remove("win_target")) },
        "select_stat" => Action::SelectStat {
            stat: needed(map.remove("stat")),
            round: sent(map.remove("round")),
            side: sent(map.remove("side")),
        },
        "skip" => Action::Skip { side: sent(map.remove("side")) },
        "quit" => Action::Quit { side: sent(map.remove("side")) },
        "interrupt" => Action::Interrupt {
            reason: needed(map.remove("reason")),
            side: sent(map.remove("side")),
        },
        "set_active" => read_active(map)?,
        "resolve" => Action::Resolve { trigger: needed(map.remove("trigger")) },
        "modify" => Action::Modify { edits: Edits::read(map.remove("edits"))? },
        "cancel_modification" => Action::CancelModification,
        "rematch" => Action::Rematch { side: sent(map.remove("side")) },
        "home" => Action::Home { side: sent(map.remove("side")) },
        "dispatch" => Action::Dispatch(Dispatch {
            trigger: needed(map.remove("trigger")),
            win_target: sent(map.remove("win_target")),
            stat: sent(map.remove("stat")),
            reason: sent(map.remove("reason")),
            by: sent(map.remove("by")),
            edits: map.remove("edits").map(|edits| Edits::read(Some(edits))).transpose()?,
        }),
        "inject_error" => Action::InjectError { state: needed(map.remove("state")) },
        _ => return Err("there is no such command"),
    })
}

fn read_active(map: &mut Map<String, Value>) -> Result<Action, &'static str> {
    let active = map.remove("active").as_ref().and_then(Value::as_bool);
    let why = match sent(map.remove("why")) {
        None => Why::Visibility,
        Some(Sent::Known(why)) if why != Why::Budget => why,
        Some(_) => return Err("why is visibility, dialog or disconnect"),
    };
    let active = active.ok_or("active is true or false")?;
    Ok(Action::SetActive { active, why, side: sent(map.remove("side")) })
}
