//! The sixteen kinds of cards, and cards in a row.

use std::ops::Deref;

use bout_core::{List, names};
use serde::{Deserialize, Serialize};

names! {
    /// A card; copies of one type are the same. The order is that of the unshuffled deck.
    #[derive(Default)]
    pub enum Card {
        /// Fires the munition in the breech.
        #[default]
        Fire = "fire" => "Fire!",
        /// Damage directly from the hand.
        CoaxialMg = "coaxial_mg" => "Coaxial MG",
        /// A munition.
        He = "he" => "HE Munition",
        /// A munition that destroys armor instead of being weakened by it.
        Heat = "heat" => "HEAT Munition",
        /// A munition.
        Sabot = "sabot" => "Sabot Munition",
        /// The victim cannot fire.
        Tracked = "tracked" => "Tracked",
        /// The victim cannot load.
        JammedBreech = "jammed_breech" => "Jammed Breech",
        /// The victim cannot smoke for others.
        CommsJammed = "comms_jammed" => "Comms Jammed",
        /// Removes `tracked`.
        FieldRepair = "field_repair" => "Field Repair",
        /// Removes `jammed_breech`.
        ClearBreech = "clear_breech" => "Clear Breech",
        /// Removes `comms_jammed`.
        ReestablishComms = "reestablish_comms" => "Re-establish Comms",
        /// Negates a declared attack.
        SmokeLaunchers = "smoke_launchers" => "Smoke Launchers",
        /// One charge that weakens one hit.
        AblativeArmor = "ablative_armor" => "Ablative Armor",
        /// Immunity to `tracked`.
        ReinforcedTreads = "reinforced_treads" => "Reinforced Treads",
        /// Immunity to `jammed_breech`.
        AdvancedTargeting = "advanced_targeting" => "Advanced Targeting",
        /// Immunity to `comms_jammed`.
        EncryptedComms = "encrypted_comms" => "Encrypted Comms",
    }
}
use Card::{
    AblativeArmor, AdvancedTargeting, ClearBreech, CoaxialMg, CommsJammed, EncryptedComms,
    FieldRepair, Fire, He, Heat, JammedBreech, ReestablishComms, ReinforcedTreads, Sabot,
    SmokeLaunchers, Tracked,
};

/// Kinds of cards.
pub const KINDS: usize = 16;
/// The most cards a hand can hold: the largest hand size with the most that a turn can draw.
pub const HAND_MAX: usize = 30;

names! {
    /// What a card is good for.
    pub enum Category {
        /// Attacks.
        Offense = "offense",
        /// What is loaded.
        Munition = "munition",
        /// What is put on others.
        Hazard = "hazard",
        /// What removes a hazard.
        Remedy = "remedy",
        /// What protects.
        Defense = "defense",
        /// What makes immune.
        Safety = "safety",
    }
}

impl Card {
    /// What the card is good for.
    #[inline]
    pub const fn category(self) -> Category {
        match self {
            Fire | CoaxialMg => Category::Offense,
            He | Heat | Sabot => Category::Munition,
            Tracked | JammedBreech | CommsJammed => Category::Hazard,
            FieldRepair | ClearBreech | ReestablishComms => Category::Remedy,
            SmokeLaunchers | AblativeArmor => Category::Defense,
            ReinforcedTreads | AdvancedTargeting | EncryptedComms => Category::Safety,
        }
    }

    /// The hazard that a remedy removes or a safety prevents; of a hazard itself.
    #[inline]
    pub const fn hazard(self) -> Option<Card> {
        match self {
            Tracked | FieldRepair | ReinforcedTreads => Some(Tracked),
            JammedBreech | ClearBreech | AdvancedTargeting => Some(JammedBreech),
            CommsJammed | ReestablishComms | EncryptedComms => Some(CommsJammed),
            Fire | CoaxialMg | He | Heat | Sabot | SmokeLaunchers | AblativeArmor => None,
        }
    }

    /// The safety that prevents a hazard.
    #[inline]
    pub const fn safety(hazard: Card) -> Card {
        match hazard {
            JammedBreech => AdvancedTargeting,
            CommsJammed => EncryptedComms,
            _ => ReinforcedTreads,
        }
    }

    /// What the card does, in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Fire => "Spent to fire the munition in the breech",
            CoaxialMg => "Damage directly from the hand, without a breech",
            He => "The common munition; must be loaded",
            Heat => "Must be loaded; destroys one armor charge and is not weakened by it",
            Sabot => "The heaviest munition; must be loaded",
            Tracked => "The victim can neither fire nor quick-fire",
            JammedBreech => "The victim cannot load",
            CommsJammed => "The victim can use smoke for itself only",
            FieldRepair => "Removes Tracked",
            ClearBreech => "Removes Jammed Breech",
            ReestablishComms => "Removes Comms Jammed",
            SmokeLaunchers => "Out of turn: negates a declared attack",
            AblativeArmor => "Equip: one charge that weakens one hit",
            ReinforcedTreads => "Equip: never tracked again",
            AdvancedTargeting => "Equip: the breech never jams again",
            EncryptedComms => "Equip: comms are never jammed again",
        }
    }

    /// The card's bit in a mask of kinds.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A mask of every kind in a category.
pub const fn mask_of(category: Category) -> u16 {
    let (mut mask, mut at) = (0, 0);
    while at < KINDS {
        if Card::ALL[at].category() as u8 == category as u8 {
            mask |= 1 << at;
        }
        at += 1;
    }
    mask
}

/// Cards in order, with a mask of the kinds among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Row<const N: usize> {
    cards: List<Card, N>,
    #[serde(skip)]
    mask: u16,
}

/// A hand.
pub type Hand = Row<HAND_MAX>;

impl<const N: usize> Row<N> {
    /// Whether such a card is there.
    #[inline]
    pub fn has(&self, card: Card) -> bool {
        self.mask & card.bit() != 0
    }

    /// The kinds that are there.
    #[inline]
    pub fn kinds(&self) -> u16 {
        self.mask
    }

    /// How many of a kind are there.
    #[inline]
    pub fn count(&self, card: Card) -> usize {
        self.cards.iter().filter(|held| **held == card).count()
    }

    /// Appends a card.
    #[inline]
    pub fn push(&mut self, card: Card) {
        self.mask |= card.bit();
        self.cards.push(card);
    }

    /// Takes the card at a place out, keeping the order.
    #[inline]
    pub fn remove(&mut self, at: usize) -> Card {
        let card = self.cards.remove(at);
        if !self.cards.contains(&card) {
            self.mask &= !card.bit();
        }
        card
    }

    /// Takes the first card of a kind out; whether there was one.
    #[inline]
    pub fn take(&mut self, card: Card) -> bool {
        let Some(at) = self.cards.iter().position(|held| *held == card) else { return false };
        self.remove(at);
        true
    }

    /// Removes everything.
    #[inline]
    pub fn clear(&mut self) {
        *self = Row::default();
    }
}

impl<const N: usize> Deref for Row<N> {
    type Target = [Card];

    #[inline]
    fn deref(&self) -> &[Card] {
        &self.cards
    }
}

impl<const N: usize> FromIterator<Card> for Row<N> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut row = Row::default();
        cards.into_iter().for_each(|card| row.push(card));
        row
    }
}

impl<'de, const N: usize> Deserialize<'de> for Row<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = List::<Card, N>::deserialize(deserializer)?;
        Ok(cards.iter().copied().collect())
    }
}
