//! Cards, hands and layouts.

use bout_core::names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

names! {
    /// A card; an empty slot is the absence of one.
    pub enum Card {
        /// 2 damage to the opponent unless blocked or reflected.
        Attack = "attack",
        /// An opposing attack does nothing.
        Defense = "defense",
        /// +1 HP, never above the maximum.
        Heal = "heal",
        /// An opposing attack hits the attacker instead.
        Counter = "counter",
    }
}

/// Kinds of cards.
pub const CARDS: usize = 4;
/// Cards in a hand.
pub const HAND_SIZE: usize = 4;
/// Slots of a layout, and steps of a reveal.
pub const SLOTS: usize = 3;

/// What lies in a slot.
pub type Slot = Option<Card>;

/// Three slots in the order in which they will be opened.
pub type Layout = [Slot; SLOTS];

/// No card at all.
pub const EMPTY: Layout = [None; SLOTS];

/// The fixed hand of a seat: four cards, any of them more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Hand(pub [Card; HAND_SIZE]);

impl Default for Hand {
    fn default() -> Self {
        Hand([Card::Attack, Card::Defense, Card::Heal, Card::Counter])
    }
}

impl Hand {
    /// How often the hand holds each kind.
    pub fn counts(&self) -> [u8; CARDS] {
        count(self.0.map(Some))
    }

    /// Whether a layout can be laid from this hand.
    #[inline]
    pub fn holds(&self, layout: &Layout) -> bool {
        let (own, laid) = (self.counts(), count(*layout));
        (0..CARDS).all(|kind| laid[kind] <= own[kind])
    }

    /// The hand that was most likely dealt to somebody who laid these layouts: the default one,
    /// changed only as far as they demand.
    pub fn guessed(laid: &[Layout]) -> Hand {
        let mut counts = [0; CARDS];
        for layout in laid {
            let laid = count(*layout);
            counts = std::array::from_fn(|kind| counts[kind].max(laid[kind]));
        }
        let known = || Card::ALL.iter().flat_map(|card| (0..counts[*card as usize]).map(|_| *card));
        let missing = || Card::ALL.iter().filter(|card| counts[**card as usize] == 0).copied();
        let mut cards: Vec<Card> = known().chain(missing()).take(HAND_SIZE).collect();
        cards.resize(HAND_SIZE, Card::Attack);
        cards.sort();
        Hand(std::array::from_fn(|at| cards[at]))
    }
}

fn count<const N: usize>(slots: [Slot; N]) -> [u8; CARDS] {
    let mut counts = [0; CARDS];
    for card in slots.into_iter().flatten() {
        counts[card as usize] += 1;
    }
    counts
}

/// Everything that can be laid from a hand, in the order of the list of legal actions.
#[derive(Clone, Debug)]
pub struct Layouts {
    /// Every layout, blanks included: slot 0, then 1, then 2, cards in order, empty last.
    pub all: Vec<Layout>,
    /// Those without a blank.
    pub full: Vec<Layout>,
}

impl Layouts {
    /// The layouts of this hand.
    pub fn of(hand: &Hand) -> Self {
        let slots = || Card::ALL.iter().map(|card| Some(*card)).chain([None]);
        let triples =
            slots().flat_map(|a| slots().flat_map(move |b| slots().map(move |c| [a, b, c])));
        let all: Vec<Layout> = triples.filter(|layout| hand.holds(layout)).collect();
        let full = all.iter().filter(|layout| !layout.contains(&None)).copied().collect();
        Layouts { all, full }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Card::{Attack, Counter, Defense, Heal};

    #[test]
    fn the_default_hand_has_73_layouts_24_of_them_full() {
        let layouts = Layouts::of(&Hand::default());
        assert_eq!((layouts.all.len(), layouts.full.len()), (73, 24));
        assert_eq!(layouts.all[0], [Some(Attack), Some(Defense), Some(Heal)]);
        assert_eq!(layouts.all[72], EMPTY);
        let cards = |n| layouts.all.iter().filter(|l| l.iter().flatten().count() == n).count();
        assert_eq!([cards(0), cards(1), cards(2), cards(3)], [1, 12, 36, 24]);
    }

    #[test]
    fn equal_cards_give_distinct_layouts_only_once() {
        let layouts = Layouts::of(&Hand([Attack; 4]));
        assert_eq!((layouts.all.len(), layouts.full.len()), (8, 1));
    }

    #[test]
    fn a_guessed_hand_is_the_default_as_far_as_it_can_be() {
        assert_eq!(Hand::guessed(&[]), Hand::default());
        assert_eq!(Hand::guessed(&[[Some(Heal), None, Some(Attack)]]), Hand::default());
        let twice = [[Some(Attack), Some(Attack), None], [Some(Counter), None, None]];
        assert_eq!(Hand::guessed(&twice), Hand([Attack, Attack, Defense, Counter]));
        let impossible = [[Some(Attack); 3], [Some(Heal); 3]];
        assert_eq!(Hand::guessed(&impossible), Hand([Attack, Attack, Attack, Heal]));
    }
}
