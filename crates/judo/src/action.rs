//! What a seat can do (rules 5).

use bout_core::{Named, described_as};
use schemars::JsonSchema;
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

described_as!(for<T> Sent<T>, T);

/// The changes of an administrator to an interrupted round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Edits {
    /// The stat to compare.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stat: Option<Sent<Stat>>,
    /// The player's value, for this comparison only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_value: Option<Sent<u8>>,
    /// The opponent's value, for this comparison only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_value: Option<Sent<u8>>,
    /// The player's points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_score: Option<Sent<u8>>,
    /// The opponent's points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent_score: Option<Sent<u8>>,
    /// Completed rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds_played: Option<Sent<u8>>,
    /// Whether there is a key besides these six.
    #[serde(
        rename = "?",
        skip_serializing_if = "std::ops::Not::not",
        serialize_with = "write_unknown"
    )]
    #[schemars(skip)]
    pub unknown_key: bool,
}

impl Edits {
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

/// Writes that there was an unknown key, in a way that is unknown again.
fn write_unknown<S: Serializer>(_: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(UNKNOWN)
}

/// Who is spoken of; nobody means the sender.
pub type About = Option<Sent<Side>>;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// Begins a match.
    StartMatch {
        /// Points needed; as set before if missing.
        #[serde(skip_serializing_if = "Option::is_none")]
        win_target: Option<Sent<u8>>,
    },
    /// Names the stat of the round.
    SelectStat {
        /// Which.
        stat: Sent<Stat>,
        /// For which round it is meant.
        #[serde(skip_serializing_if = "Option::is_none")]
        round: Option<Sent<u8>>,
        /// For whom.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: About,
    },
    /// Does without the rest of the pause.
    Skip {
        /// For whom.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: About,
    },
    /// Gives the match up.
    Quit {
        /// For whom.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: About,
    },
    /// Interrupts what is going on.
    Interrupt {
        /// Why.
        reason: Sent<InterruptReason>,
        /// Who did it.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: About,
    },
    /// Says whether a side is there.
    SetActive {
        /// Whether it is.
        active: bool,
        /// Why it is not, or was not; `visibility` if missing.
        #[schemars(skip_serializing_if = "Option::is_none")]
        why: Why,
        /// Of whom.
        #[serde(skip_serializing_if = "Option::is_none")]
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
        #[serde(skip_serializing_if = "Option::is_none")]
        side: About,
    },
    /// Goes back to the lobby.
    Home {
        /// For whom.
        #[serde(skip_serializing_if = "Option::is_none")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Dispatch {
    /// The trigger.
    pub trigger: Sent<Trigger>,
    /// For `startClicked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_target: Option<Sent<u8>>,
    /// For `statSelected`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stat: Option<Sent<Stat>>,
    /// For `interrupt`; an error if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Sent<InterruptReason>>,
    /// For `interrupt`; nobody if missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: About,
    /// For `modifyRoundDecision`.
    #[serde(skip_serializing_if = "Option::is_none")]
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
