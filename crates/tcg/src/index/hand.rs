//! A hand that knows which of its cards are first copies, and what they are. Saves 22 % of a step over
//! a search for first copies.

use std::ops::Deref;

use crate::deck::DECK_MAX;
use crate::library::Role;
use crate::menu::bits;
use crate::state::Pile;
use crate::symbol::Card;

const _: () = assert!(DECK_MAX <= 64, "a bit for each card");

/// Cards in order of arrival. Of equal cards only the first is offered, so the hand keeps which are
/// first, and what each card is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand {
    cards: Pile,
    firsts: u64,
    roles: Roles,
}

/// What cards are, by their places.
#[derive(Clone, Copy, Debug, Default)]
struct Roles {
    /// For each bit of a role's number the places where it is set, as bits.
    places: [u64; 2],
    /// How many first copies there are, in a byte for each role.
    firsts: u32,
    /// Whether some cards came without being told what they are.
    unsure: bool,
}

impl Roles {
    #[inline]
    fn put(&mut self, place: usize, role: Role, first: bool) {
        let role = role as u64;
        self.places[0] |= (role & 1) << place;
        self.places[1] |= (role >> 1) << place;
        self.firsts += u32::from(first) << (8 * role);
    }

    /// A card leaves; those behind it move up. `last` if there is no other copy of it.
    #[inline]
    fn take(&mut self, place: usize, last: bool) {
        let [low, high] = self.places.map(|bits| bits >> place & 1);
        self.firsts = self.firsts.wrapping_sub(u32::from(last) << (8 * (low | high << 1)));
        self.places = self.places.map(|bits| without(bits, place));
    }
}

/// Bits without one of them: those above it move down.
#[inline]
fn without(bits: u64, place: usize) -> u64 {
    let below = (1 << place) - 1;
    bits & below | bits >> 1 & !below
}

impl Hand {
    /// The places of the first copy of each card, as bits.
    #[inline]
    pub fn firsts(&self) -> u64 {
        self.firsts
    }

    /// Whether it is known of all cards what they are.
    #[inline]
    pub(crate) fn is_sure(&self) -> bool {
        !self.roles.unsure
    }

    /// The places of the first copies of what is so, as bits.
    #[inline]
    pub(crate) fn firsts_of(&self, role: Role) -> u64 {
        let [low, high] = self.roles.places;
        let low = if role as u8 & 1 == 0 { !low } else { low };
        let high = if role as u8 & 2 == 0 { !high } else { high };
        self.firsts & low & high
    }

    /// The cards of some places, in hand order.
    #[inline]
    pub(crate) fn at(&self, places: u64) -> impl Iterator<Item = Card> {
        bits(places).map(|place| self.cards[place])
    }

    /// How many first copies are so.
    #[inline]
    pub(crate) fn count_of(&self, role: Role) -> u32 {
        self.roles.firsts >> (8 * role as u32) & 0xff
    }

    /// The places of a card, as bits.
    #[inline]
    fn places(&self, card: Card) -> u64 {
        let places = self.cards.iter().enumerate();
        places.fold(0, |bits, (place, held)| bits | u64::from(*held == card) << place)
    }

    /// A card arrives.
    #[inline]
    pub(crate) fn push(&mut self, card: Card, role: Role) {
        let first = self.places(card) == 0;
        self.firsts |= u64::from(first) << self.cards.len();
        self.roles.put(self.cards.len(), role, first);
        self.cards.push(card);
    }

    /// Takes the first copy of a card out, if there is one; the next copy is the first then.
    #[inline]
    pub fn take(&mut self, card: Card) {
        let places = self.places(card);
        if places == 0 {
            return;
        }
        let place = places.trailing_zeros() as usize;
        let others = places & places.wrapping_sub(1);
        self.roles.take(place, others == 0);
        self.firsts = without(self.firsts | others & others.wrapping_neg(), place);
        self.cards.remove(place);
    }

    /// Takes all cards out.
    pub fn clear(&mut self) {
        *self = Hand::default();
    }

    /// Changes the cards in any other way.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Pile) -> T) -> T {
        let result = change(&mut self.cards);
        *self = Hand::from(self.cards);
        result
    }

    /// Notes what the cards are.
    pub(crate) fn learn(&mut self, role: impl Fn(Card) -> Role) {
        let cards = self.cards;
        *self = Hand::default();
        cards.iter().for_each(|card| self.push(*card, role(*card)));
    }
}

/// Hands with the same cards are equal, whatever is kept in mind about them.
impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        self.cards == other.cards
    }
}

impl Eq for Hand {}

impl From<Pile> for Hand {
    fn from(cards: Pile) -> Self {
        let mut hand = Hand { cards, ..Hand::default() };
        hand.learn(|_| Role::default());
        hand.roles.unsure = !hand.is_empty();
        hand
    }
}

impl Deref for Hand {
    type Target = Pile;

    #[inline]
    fn deref(&self) -> &Pile {
        &self.cards
    }
}

#[cfg(test)]
#[path = "../../tests/unit/hand.rs"]
mod tests;
