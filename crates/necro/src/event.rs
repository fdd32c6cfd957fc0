//! What happened (rules 6.8).

use std::fmt;

use bout_core::{Named, Viewer, described_as, names};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::ability::AbilityKind;
use crate::cell::Cell;
use crate::id::{ItemId, SoulId, UnitId};
use crate::item::EffectKind;
use crate::phase::Phase;
use crate::piece::{Base, Side};
use crate::state::{EndReason, Winner};

names! {
    /// Why a shot hits somebody.
    pub enum InstanceKind {
        /// It was aimed at him.
        Direct = "direct",
        /// He was chosen besides, or a soldier shoots along.
        Chain = "chain",
        /// He stood near the target.
        Splash = "splash",
        /// He stood in the line.
        Pierce = "pierce",
    }
}

names! {
    /// Where a soul was bought.
    pub enum Source {
        /// From the top of its deck, unseen.
        Deck = "deck",
        /// From the display.
        Display = "display",
        /// From the enemy's graveyard.
        Graveyard = "graveyard",
    }
}

names! {
    /// Where a detached soul went.
    pub enum DetachedTo {
        /// Into its owner's hand.
        Hand = "hand",
        /// On top of its owner's graveyard.
        Graveyard = "graveyard",
    }
}

/// What was triggered: an ability of a soul, or the effect of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub enum Trigger {
    /// Of a soul.
    Ability(AbilityKind),
    /// Of an item.
    Effect(EffectKind),
}

impl Serialize for Trigger {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Trigger::Ability(kind) => kind.serialize(serializer),
            Trigger::Effect(kind) => kind.serialize(serializer),
        }
    }
}

/// Why hit points changed without a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HpReason {
    /// The ritual.
    BloodRitual,
    /// An item.
    Item(ItemId),
    /// An ability.
    Ability(AbilityKind),
}

described_as!(HpReason, String);

impl Serialize for HpReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            HpReason::BloodRitual => serializer.serialize_str("BLOOD_RITUAL"),
            HpReason::Item(item) => item.serialize(serializer),
            HpReason::Ability(kind) => kind.serialize(serializer),
        }
    }
}

/// What a line of a breakdown is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the labels are those of the rules document, 6.7")]
pub enum Label {
    Die,
    Atk,
    Bonus(AbilityKind),
    Def,
    Minimum,
    Reduction,
    Percent,
    Shared,
    Guard,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Label::Die => "die",
            Label::Atk => "atk",
            Label::Bonus(kind) => return write!(f, "bonus:{}", kind.name()),
            Label::Def => "def",
            Label::Minimum => "minimum",
            Label::Reduction => "reduction",
            Label::Percent => "percent",
            Label::Shared => "shared",
            Label::Guard => "guard",
        })
    }
}

described_as!(Label, String);

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One line of a damage's arithmetic; the lines add up to the damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// What it is about.
    pub label: Label,
    /// What it adds.
    pub amount: i32,
    /// Whose ability it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit_id: Option<UnitId>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "the fields are those of the rules document, 6.8")]
pub enum Event {
    UnitMoved {
        unit_id: UnitId,
        from: Cell,
        to: Cell,
    },
    PhaseChanged {
        side: Side,
        from: Phase,
        to: Phase,
    },
    ResourcesChanged {
        side: Side,
        gold: u32,
        mana: u32,
        storage_mana: u32,
    },
    ShotFired {
        attacker_id: UnitId,
        target_unit_id: UnitId,
        kind: InstanceKind,
    },
    DiceRolled {
        sides: u8,
        value: u8,
    },
    DamageDealt {
        attacker_id: UnitId,
        target_unit_id: UnitId,
        amount: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        breakdown: Option<Box<[Line]>>,
    },
    UnitHpChanged {
        unit_id: UnitId,
        from: u8,
        to: u8,
        reason: HpReason,
    },
    UnitKilled {
        unit_id: UnitId,
    },
    Enchanted {
        unit_id: UnitId,
        soul_id: SoulId,
    },
    Revived {
        unit_id: UnitId,
        pos: Cell,
    },
    AbilityTriggered {
        unit_id: UnitId,
        ability_type: Trigger,
        #[serde(skip_serializing_if = "Option::is_none")]
        target_unit_ids: Option<Box<[UnitId]>>,
    },
    SoulBought {
        side: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        soul_id: Option<SoulId>,
        base: Base,
        source: Source,
    },
    ItemUsed {
        side: Side,
        item_id: ItemId,
        #[serde(skip_serializing_if = "Option::is_none")]
        target_unit_id: Option<UnitId>,
    },
    SoulReturned {
        side: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        soul_id: Option<SoulId>,
        base: Base,
    },
    SoulTaken {
        side: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        soul_id: Option<SoulId>,
    },
    SoulDetached {
        unit_id: UnitId,
        soul_id: SoulId,
        to: DetachedTo,
    },
    ItemBought {
        side: Side,
        item_id: ItemId,
        slot: u8,
    },
    ItemDiscarded {
        side: Side,
        item_id: ItemId,
    },
    Sacrificed {
        source_unit_id: UnitId,
        target_unit_id: UnitId,
    },
    MatchEnded {
        winner: Winner,
        reason: EndReason,
    },
}

impl Event {
    /// What a viewer is told: souls that nobody has seen stay unseen (rules 8).
    #[must_use]
    pub fn redacted(&self, viewer: Viewer) -> Event {
        let mut told = self.clone();
        match &mut told {
            Event::SoulBought { side, soul_id, source: Source::Deck, .. }
            | Event::SoulReturned { side, soul_id, .. }
                if !viewer.owns(side.seat()) =>
            {
                *soul_id = None;
            }
            Event::SoulTaken { side, soul_id }
                if !viewer.owns(side.seat()) && !viewer.owns(side.other().seat()) =>
            {
                *soul_id = None;
            }
            _ => {}
        }
        told
    }
}
