//! What a seat can do.

use bout_core::{Named, described_as};
use schemars::JsonSchema;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

use crate::card::{Card, EMPTY, Hand, Layout, SLOTS};

/// A draft or a confirm. The layout is kept as it was sent: judging it is the guard's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Stores a layout that counts if nothing better comes.
    Draft(Sent),
    /// Fixes the layout of this round.
    Confirm(Sent),
}

/// What a seat can do.
#[derive(JsonSchema)]
#[schemars(rename = "Action", tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "describes what `Action` writes")]
enum ActionDocument {
    /// Stores a layout that counts if nothing better comes.
    Draft { layout: Layout },
    /// Fixes the layout of this round.
    Confirm { layout: Layout },
}

described_as!(Action, ActionDocument);

/// A layout as a client sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// Not three times `null` or a string.
    Malformed,
    /// Three slots.
    Slots([SentSlot; SLOTS]),
}

/// One slot as a client sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentSlot {
    /// `null`.
    Empty,
    /// A card.
    Card(Card),
    /// A string that is no card.
    Unknown,
}

/// How a string that was no card is written again; it is none either.
const UNKNOWN: &str = "?";

impl Sent {
    /// The layout as it is, if every entry is a card or empty.
    #[inline]
    pub fn exact(self) -> Option<Layout> {
        let Sent::Slots(slots) = self else { return None };
        let mut layout = EMPTY;
        for (slot, sent) in layout.iter_mut().zip(slots) {
            *slot = match sent {
                SentSlot::Empty => None,
                SentSlot::Card(card) => Some(card),
                SentSlot::Unknown => return None,
            };
        }
        Some(layout)
    }

    /// The layout without what the hand does not hold, leftmost copies first (rules 6.1), and
    /// whether anything was taken out.
    pub fn sanitised(self, hand: &Hand) -> (Layout, bool) {
        let Sent::Slots(slots) = self else { return (EMPTY, false) };
        let (mut counts, mut layout, mut changed) = (hand.counts(), EMPTY, false);
        for (slot, sent) in layout.iter_mut().zip(slots) {
            match sent {
                SentSlot::Empty => {}
                SentSlot::Card(card) if counts[card as usize] > 0 => {
                    counts[card as usize] -= 1;
                    *slot = Some(card);
                }
                SentSlot::Card(_) | SentSlot::Unknown => changed = true,
            }
        }
        (layout, changed)
    }

    fn read(value: Option<&Value>) -> Self {
        let Some(Value::Array(items)) = value else { return Sent::Malformed };
        let mut slots = [SentSlot::Empty; SLOTS];
        if items.len() != SLOTS {
            return Sent::Malformed;
        }
        for (slot, item) in slots.iter_mut().zip(items) {
            *slot = match item {
                Value::Null => SentSlot::Empty,
                Value::String(id) => Card::from_name(id).map_or(SentSlot::Unknown, SentSlot::Card),
                Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                    return Sent::Malformed;
                }
            };
        }
        Sent::Slots(slots)
    }
}

impl From<Layout> for Sent {
    #[inline]
    fn from(layout: Layout) -> Self {
        Sent::Slots(layout.map(|slot| slot.map_or(SentSlot::Empty, SentSlot::Card)))
    }
}

impl Action {
    /// The layout it carries.
    #[inline]
    pub fn sent(&self) -> Sent {
        match *self {
            Action::Draft(sent) | Action::Confirm(sent) => sent,
        }
    }
}

impl Named for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::Draft(_) => "draft",
            Action::Confirm(_) => "confirm",
        }
    }
}

impl Serialize for SentSlot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SentSlot::Empty => serializer.serialize_unit(),
            SentSlot::Card(card) => card.serialize(serializer),
            SentSlot::Unknown => serializer.serialize_str(UNKNOWN),
        }
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Action", 2)?;
        object.serialize_field("type", self.name())?;
        match self.sent() {
            Sent::Slots(slots) => object.serialize_field("layout", &slots)?,
            Sent::Malformed => object.skip_field("layout")?,
        }
        object.end()
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let sent = Sent::read(value.get("layout"));
        match value.get("type").and_then(Value::as_str) {
            Some("draft") => Ok(Action::Draft(sent)),
            Some("confirm") => Ok(Action::Confirm(sent)),
            _ => Err(D::Error::custom("an action has the type draft or confirm")),
        }
    }
}
