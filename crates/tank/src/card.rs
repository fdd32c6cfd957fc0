//! The sixteen kinds of cards, and cards in a row.

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

/// At most `N` cards in order, four bits each, with counts and a mask of the kinds among them, so
/// that asking and taking need no loop. In JSON a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row<const N: usize> {
    /// Sixteen places a word, four bits each; places beyond the last card are 0.
    cards: [u64; 2],
    /// Copies by kind.
    counts: [u8; KINDS],
    mask: u16,
    len: u8,
}

/// A hand.
pub type Hand = Row<HAND_MAX>;

/// Places in a word.
const WORD: usize = 16;
/// The lowest bit of every place of a word.
const ONES: u64 = u64::MAX / 15;

/// The first place of a word that holds this card, if there is one among all its places.
#[inline]
fn find(word: u64, card: Card) -> Option<usize> {
    // The lowest place that differs in nothing from the card; those above it do not matter.
    let differs = word ^ (ONES * card as u64);
    let same = differs.wrapping_sub(ONES) & !differs & (ONES << 3);
    (same != 0).then(|| same.trailing_zeros() as usize / 4)
}

/// A word without one place; what is above it moves down.
#[inline]
fn close_gap(word: u64, place: usize) -> u64 {
    let below = (1 << (4 * place)) - 1;
    word & below | word >> 4 & !below
}

impl<const N: usize> Row<N> {
    const FITS: () = assert!(N < 32, "a Row has 32 places of four bits");

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The card at a place.
    #[inline]
    pub fn at(&self, place: usize) -> Card {
        let word = self.cards[(place / WORD) & 1];
        Card::ALL[(word >> (4 * (place % WORD))) as usize & 15]
    }

    /// The cards in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Card> + Clone + use<N> {
        let [mut rest, mut more] = self.cards;
        (0..self.len).map(move |place| {
            if usize::from(place) == WORD {
                (rest, more) = (more, 0);
            }
            let card = Card::ALL[rest as usize & 15];
            rest >>= 4;
            card
        })
    }

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
        usize::from(self.counts[card as usize])
    }

    /// Whether no more fits.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len() == N
    }

    /// Appends a card; there must be room.
    #[inline]
    pub fn push(&mut self, card: Card) {
        let () = Self::FITS;
        assert!(!self.is_full(), "a Row of {N} is full");
        let place = self.len();
        self.cards[(place / WORD) & 1] |= (card as u64) << (4 * (place % WORD));
        self.counts[card as usize] += 1;
        self.mask |= card.bit();
        self.len += 1;
    }

    /// Takes the card at a place out, keeping the order.
    #[inline]
    pub fn remove(&mut self, place: usize) -> Card {
        debug_assert!(place < self.len());
        let card = self.at(place);
        if place < WORD {
            let first = self.cards[1] & 15;
            self.cards[0] = close_gap(self.cards[0], place) & (u64::MAX >> 4) | first << 60;
            self.cards[1] >>= 4;
        } else {
            self.cards[1] = close_gap(self.cards[1], place - WORD);
        }
        self.counts[card as usize] -= 1;
        self.mask &= !(u16::from(self.count(card) == 0) << card as u16);
        self.len -= 1;
        card
    }

    /// The first place of a kind.
    #[inline]
    pub fn place(&self, card: Card) -> Option<usize> {
        if !self.has(card) {
            return None;
        }
        // It is there, so a match beyond the last card, where all bits are 0, can only come second.
        find(self.cards[0], card).or_else(|| find(self.cards[1], card).map(|place| WORD + place))
    }

    /// Takes the first card of a kind out; whether there was one.
    #[inline]
    pub fn take(&mut self, card: Card) -> bool {
        self.place(card).map(|place| self.remove(place)).is_some()
    }

    /// The cards as a list.
    pub fn list(&self) -> List<Card, N> {
        self.iter().collect()
    }
}

impl<const N: usize> FromIterator<Card> for Row<N> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut row = Row::default();
        cards.into_iter().for_each(|card| row.push(card));
        row
    }
}

impl<const N: usize> schemars::JsonSchema for Row<N> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Row".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        bout_core::list_of::<Card>(generator, N)
    }
}

impl<const N: usize> Serialize for Row<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, const N: usize> Deserialize<'de> for Row<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = List::<Card, N>::deserialize(deserializer)?;
        Ok(cards.iter().copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bout_core::{Dice, Seed};

    /// A `Row` does what a `Vec` does, through every length and kind.
    #[test]
    fn behaves_like_a_vec() {
        let (mut row, mut model) = (Row::<HAND_MAX>::default(), Vec::new());
        for n in 0..20_000 {
            let mut dice = Dice::of(Seed(1), n);
            let card = Card::ALL[dice.below(16) as usize];
            match dice.below(5) {
                0..=2 if !row.is_full() => {
                    row.push(card);
                    model.push(card);
                }
                3 if !model.is_empty() => {
                    let at = dice.below(model.len() as u32) as usize;
                    assert_eq!(row.remove(at), model.remove(at));
                }
                _ => {
                    let place = model.iter().position(|held| *held == card);
                    assert_eq!((row.place(card), row.take(card)), (place, place.is_some()));
                    place.map(|at| model.remove(at));
                }
            }
            assert!(row.iter().eq(model.iter().copied()) && row.len() == model.len());
            for kind in Card::ALL {
                let count = model.iter().filter(|held| *held == kind).count();
                assert_eq!((row.count(*kind), row.has(*kind)), (count, count > 0));
            }
            assert_eq!(row, model.iter().copied().collect());
        }
    }
}
