//! What a seat can do (rules 5).

use bout_core::{Named, names};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::cell::{Cell, read_small};
use crate::id::{ItemId, SoulId, UnitId};
use crate::piece::Base;

/// Gold or mana; anything else is refused when it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum Choice {
    /// Gold.
    Gold,
    /// Mana.
    Mana,
    /// Neither.
    #[schemars(skip)]
    Other,
}

impl Serialize for Choice {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Choice::Gold => "gold",
            Choice::Mana => "mana",
            Choice::Other => "",
        })
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match String::deserialize(deserializer)?.as_str() {
            "gold" => Choice::Gold,
            "mana" => Choice::Mana,
            _ => Choice::Other,
        })
    }
}

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
#[expect(missing_docs, reason = "the fields are those of the rules document")]
pub enum Action {
    /// Goes on to the next phase, or passes the turn on.
    NextPhase {},
    /// Buys the top of a deck unseen.
    BuySoulFromDeck { base: Base },
    /// Buys the soul on display.
    BuySoulFromDisplay { base: Base },
    /// Buys the enemy's last fallen soul.
    BuySoulFromEnemyGraveyard {},
    /// Puts a soul back under its deck.
    ReturnSoulToDeckBottom { soul_id: SoulId },
    /// Buys an item.
    BuyItemFromDisplay {
        #[serde(deserialize_with = "read_small")]
        slot: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        discard_item_id: Option<ItemId>,
    },
    /// Throws an item away.
    DiscardItemFromHand { item_id: ItemId },
    /// Uses an item.
    UseItemFromHand {
        item_id: ItemId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_unit_id: Option<UnitId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_pos: Option<Cell>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choice: Option<Choice>,
    },
    /// Binds a soul to a unit.
    Enchant { unit_id: UnitId, soul_id: SoulId },
    /// Raises the top corpse of a cell.
    Revive { pos: Cell },
    /// The king bleeds for one more necro action.
    BloodRitual {},
    /// Moves a unit.
    Move { unit_id: UnitId, to: Cell },
    /// Shoots.
    Shoot {
        attacker_id: UnitId,
        target_unit_id: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        extra_target_unit_id: Option<UnitId>,
    },
    /// Sacrifices an own unit.
    Sacrifice { source_unit_id: UnitId, target_unit_id: UnitId },
    /// Gives up.
    Resign {},
}

names! {
    /// The actions by name, in the order of lists.
    pub enum Command {
        /// See [`Action::NextPhase`].
        NextPhase = "NEXT_PHASE",
        /// See [`Action::BuySoulFromDeck`].
        BuySoulFromDeck = "BUY_SOUL_FROM_DECK",
        /// See [`Action::BuySoulFromDisplay`].
        BuySoulFromDisplay = "BUY_SOUL_FROM_DISPLAY",
        /// See [`Action::BuySoulFromEnemyGraveyard`].
        BuySoulFromEnemyGraveyard = "BUY_SOUL_FROM_ENEMY_GRAVEYARD",
        /// See [`Action::ReturnSoulToDeckBottom`].
        ReturnSoulToDeckBottom = "RETURN_SOUL_TO_DECK_BOTTOM",
        /// See [`Action::BuyItemFromDisplay`].
        BuyItemFromDisplay = "BUY_ITEM_FROM_DISPLAY",
        /// See [`Action::DiscardItemFromHand`].
        DiscardItemFromHand = "DISCARD_ITEM_FROM_HAND",
        /// See [`Action::UseItemFromHand`].
        UseItemFromHand = "USE_ITEM_FROM_HAND",
        /// See [`Action::Enchant`].
        Enchant = "ENCHANT",
        /// See [`Action::Revive`].
        Revive = "REVIVE",
        /// See [`Action::BloodRitual`].
        BloodRitual = "BLOOD_RITUAL",
        /// See [`Action::Move`].
        Move = "MOVE",
        /// See [`Action::Shoot`].
        Shoot = "SHOOT",
        /// See [`Action::Sacrifice`].
        Sacrifice = "SACRIFICE",
        /// See [`Action::Resign`].
        Resign = "RESIGN",
    }
}

impl Action {
    /// Which action it is.
    #[inline]
    pub fn command(&self) -> Command {
        match self {
            Action::NextPhase {} => Command::NextPhase,
            Action::BuySoulFromDeck { .. } => Command::BuySoulFromDeck,
            Action::BuySoulFromDisplay { .. } => Command::BuySoulFromDisplay,
            Action::BuySoulFromEnemyGraveyard {} => Command::BuySoulFromEnemyGraveyard,
            Action::ReturnSoulToDeckBottom { .. } => Command::ReturnSoulToDeckBottom,
            Action::BuyItemFromDisplay { .. } => Command::BuyItemFromDisplay,
            Action::DiscardItemFromHand { .. } => Command::DiscardItemFromHand,
            Action::UseItemFromHand { .. } => Command::UseItemFromHand,
            Action::Enchant { .. } => Command::Enchant,
            Action::Revive { .. } => Command::Revive,
            Action::BloodRitual {} => Command::BloodRitual,
            Action::Move { .. } => Command::Move,
            Action::Shoot { .. } => Command::Shoot,
            Action::Sacrifice { .. } => Command::Sacrifice,
            Action::Resign {} => Command::Resign,
        }
    }

    /// A shot without a chained target.
    pub fn shot(attacker_id: UnitId, target_unit_id: UnitId) -> Action {
        Action::Shoot { attacker_id, target_unit_id, extra_target_unit_id: None }
    }

    /// An item that needs nothing to be told.
    pub fn item(item_id: ItemId) -> Action {
        Action::UseItemFromHand { item_id, target_unit_id: None, target_pos: None, choice: None }
    }

    /// An item used on a unit.
    pub fn item_on(item_id: ItemId, unit: UnitId) -> Action {
        let target_unit_id = Some(unit);
        Action::UseItemFromHand { item_id, target_unit_id, target_pos: None, choice: None }
    }

    /// An item used on a cell.
    pub fn item_at(item_id: ItemId, cell: Cell, choice: Choice) -> Action {
        let (target_pos, choice) = (Some(cell), Some(choice));
        Action::UseItemFromHand { item_id, target_unit_id: None, target_pos, choice }
    }
}

impl Named for Action {
    fn name(&self) -> &'static str {
        self.command().name()
    }
}
