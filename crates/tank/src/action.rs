//! What a seat can do (rules 5).

use bout_core::{Named, Seat, names};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::card::Card;
use crate::cards::Cards;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", from = "ReadAction")]
#[schemars(!from)]
pub enum Action {
    /// Puts a munition into the breech.
    Load {
        /// Which.
        card: Card,
    },
    /// Fires the breech.
    Fire {
        /// At whom.
        target: Seat,
        /// What the Ghost costs.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "write_tax")]
        #[schemars(with = "Option<Tax>")]
        ghost_discard: Option<Cards>,
    },
    /// Fires the machine gun.
    QuickFire {
        /// At whom.
        target: Seat,
        /// What the Ghost costs.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "write_tax")]
        #[schemars(with = "Option<Tax>")]
        ghost_discard: Option<Cards>,
    },
    /// Plays a hazard.
    Sabotage {
        /// Which.
        card: Card,
        /// On whom.
        target: Seat,
    },
    /// Removes a hazard.
    Repair {
        /// By which remedy.
        card: Card,
        /// From whom; oneself if missing.
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<Seat>,
    },
    /// Equips armor or a safety.
    Equip {
        /// Which.
        card: Card,
    },
    /// Throws a card away.
    Discard {
        /// Which.
        card: Card,
    },
    /// Changes cards, for nothing.
    MediumPassive {
        /// Which.
        cards: Cards,
    },
    /// Negates the attack.
    Smoke,
    /// Counters the hazard.
    CoupFourre,
    /// Does nothing.
    Pass,
    /// Throws the surplus away.
    DiscardExcess {
        /// Which.
        cards: Cards,
    },
    /// Gives up.
    Concede,
}

names! {
    /// The commands by name.
    pub enum Command {
        /// See [`Action::Load`].
        Load = "load",
        /// See [`Action::Fire`].
        Fire = "fire",
        /// See [`Action::QuickFire`].
        QuickFire = "quick_fire",
        /// See [`Action::Sabotage`].
        Sabotage = "sabotage",
        /// See [`Action::Repair`].
        Repair = "repair",
        /// See [`Action::Equip`].
        Equip = "equip",
        /// See [`Action::Discard`].
        Discard = "discard",
        /// See [`Action::MediumPassive`].
        MediumPassive = "medium_passive",
        /// See [`Action::Smoke`].
        Smoke = "smoke",
        /// See [`Action::CoupFourre`].
        CoupFourre = "coup_fourre",
        /// See [`Action::Pass`].
        Pass = "pass",
        /// See [`Action::DiscardExcess`].
        DiscardExcess = "discard_excess",
        /// See [`Action::Concede`].
        Concede = "concede",
    }
}

impl Action {
    /// Which command it is.
    #[inline]
    pub fn command(&self) -> Command {
        match self {
            Action::Load { .. } => Command::Load,
            Action::Fire { .. } => Command::Fire,
            Action::QuickFire { .. } => Command::QuickFire,
            Action::Sabotage { .. } => Command::Sabotage,
            Action::Repair { .. } => Command::Repair,
            Action::Equip { .. } => Command::Equip,
            Action::Discard { .. } => Command::Discard,
            Action::MediumPassive { .. } => Command::MediumPassive,
            Action::Smoke => Command::Smoke,
            Action::CoupFourre => Command::CoupFourre,
            Action::Pass => Command::Pass,
            Action::DiscardExcess { .. } => Command::DiscardExcess,
            Action::Concede => Command::Concede,
        }
    }
}

impl Named for Action {
    fn name(&self) -> &'static str {
        self.command().name()
    }
}

/// One card is written as itself, any other number as a list.
#[expect(clippy::ref_option, reason = "serde asks for this form")]
fn write_tax<S: Serializer>(tax: &Option<Cards>, serializer: S) -> Result<S::Ok, S::Error> {
    let cards = tax.unwrap_or_default();
    match (cards.iter().next(), cards.len()) {
        (Some(card), 1) => card.serialize(serializer),
        _ => cards.serialize(serializer),
    }
}

/// What a shot at the Ghost costs, as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a card, or a list of cards")]
#[schemars(inline)]
enum Tax {
    One(Card),
    Several(Cards),
}

fn read_tax<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cards>, D::Error> {
    Ok(Option::<Tax>::deserialize(deserializer)?.map(|tax| match tax {
        Tax::One(card) => [card].into_iter().collect(),
        Tax::Several(cards) => cards,
    }))
}

/// A seat by its number; the host is none.
fn read_seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    match Seat::deserialize(deserializer)? {
        Seat::HOST => Err(D::Error::custom("a seat number is expected")),
        seat => Ok(seat),
    }
}

fn read_maybe_seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seat>, D::Error> {
    match Option::<Seat>::deserialize(deserializer)? {
        Some(Seat::HOST) => Err(D::Error::custom("a seat number is expected")),
        seat => Ok(seat),
    }
}

/// [`Action`] as it is read: serde refuses unknown fields only of variants with braces.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum ReadAction {
    Load {
        card: Card,
    },
    Fire {
        #[serde(deserialize_with = "read_seat")]
        target: Seat,
        #[serde(default, deserialize_with = "read_tax")]
        ghost_discard: Option<Cards>,
    },
    QuickFire {
        #[serde(deserialize_with = "read_seat")]
        target: Seat,
        #[serde(default, deserialize_with = "read_tax")]
        ghost_discard: Option<Cards>,
    },
    Sabotage {
        card: Card,
        #[serde(deserialize_with = "read_seat")]
        target: Seat,
    },
    Repair {
        card: Card,
        #[serde(default, deserialize_with = "read_maybe_seat")]
        target: Option<Seat>,
    },
    Equip {
        card: Card,
    },
    Discard {
        card: Card,
    },
    MediumPassive {
        cards: Cards,
    },
    Smoke {},
    CoupFourre {},
    Pass {},
    DiscardExcess {
        cards: Cards,
    },
    Concede {},
}

impl From<ReadAction> for Action {
    fn from(read: ReadAction) -> Self {
        match read {
            ReadAction::Load { card } => Action::Load { card },
            ReadAction::Fire { target, ghost_discard } => Action::Fire { target, ghost_discard },
            ReadAction::QuickFire { target, ghost_discard } => {
                Action::QuickFire { target, ghost_discard }
            }
            ReadAction::Sabotage { card, target } => Action::Sabotage { card, target },
            ReadAction::Repair { card, target } => Action::Repair { card, target },
            ReadAction::Equip { card } => Action::Equip { card },
            ReadAction::Discard { card } => Action::Discard { card },
            ReadAction::MediumPassive { cards } => Action::MediumPassive { cards },
            ReadAction::Smoke {} => Action::Smoke,
            ReadAction::CoupFourre {} => Action::CoupFourre,
            ReadAction::Pass {} => Action::Pass,
            ReadAction::DiscardExcess { cards } => Action::DiscardExcess { cards },
            ReadAction::Concede {} => Action::Concede,
        }
    }
}
