//! A hand, and which of its cards are first copies.

use std::ops::Deref;

use super::Pile;
use crate::deck::DECK_MAX;
use crate::symbol::Card;

const _: () = assert!(DECK_MAX <= 64, "a bit for each card");

/// Cards in order of arrival. Of equal cards only the first is offered, so that it is kept in mind which
/// are first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    cards: Pile,
    firsts: u64,
}

impl Hand {
    /// The places of the first copy of each card, as bits.
    #[inline]
    pub fn firsts(&self) -> u64 {
        self.firsts
    }

    /// The places of a card, as bits.
    #[inline]
    fn places(&self, card: Card) -> u64 {
        let held = self.cards.iter().zip(0..);
        held.fold(0, |places, (held, place)| places | u64::from(*held == card) << place)
    }

    /// A card arrives.
    #[inline]
    pub fn push(&mut self, card: Card) {
        let fresh = self.places(card) == 0;
        self.firsts |= u64::from(fresh) << self.cards.len();
        self.cards.push(card);
    }

    /// Takes the first copy of a card out, if there is one; the next copy is the first then.
    #[inline]
    pub fn take(&mut self, card: Card) {
        let places = self.places(card);
        if places == 0 {
            return;
        }
        let first = places & places.wrapping_neg();
        let (before, others) = (first - 1, places ^ first);
        let next = others & others.wrapping_neg();
        self.firsts = self.firsts & before | (self.firsts | next) >> 1 & !before;
        self.cards.remove(first.trailing_zeros() as usize);
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
}

impl From<Pile> for Hand {
    fn from(cards: Pile) -> Self {
        let mut hand = Hand::default();
        cards.iter().for_each(|card| hand.push(*card));
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
mod tests {
    use super::*;
    use crate::symbol::Symbol;
    use bout_core::{Dice, Seed};

    #[test]
    fn first_copies_are_known_whatever_comes_and_goes() {
        let known: Vec<Card> =
            (0..6).map(|n| Symbol::intern(&format!("hand-test-{n}")).unwrap()).collect();
        let (mut hand, mut dice) = (Hand::default(), Dice::of(Seed(1), 0));
        for _ in 0..2000 {
            let card = known[dice.below(6) as usize];
            match dice.below(5) {
                0 | 1 if hand.len() < DECK_MAX => hand.push(card),
                4 => hand.change(|cards| cards.retain(|held| *held != card)),
                _ => hand.take(card),
            }
            let first = |place: &usize| !hand[..*place].contains(&hand[*place]);
            let firsts = (0..hand.len()).filter(first).fold(0, |set, place| set | 1 << place);
            assert_eq!(hand.firsts(), firsts, "{hand:?}");
        }
    }
}
