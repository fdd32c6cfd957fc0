//! A few cards in one word: what commands name and events tell.

use std::num::NonZeroU64;

use bout_core::{List, described_as};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::Card;

/// The most cards that a command or a draw can name.
pub const NAMED_MAX: usize = 15;

/// Up to fifteen cards in order, four bits each, their number in the top four; in JSON a list.
///
/// One word, so that commands and events stay small. Without a card the lower bits are 1, or 2 for a
/// list that was too long: such a list has no number of cards that any rule asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cards(NonZeroU64);

const EMPTY: NonZeroU64 = NonZeroU64::MIN;
const TOO_MANY: NonZeroU64 = EMPTY.saturating_add(1);

impl Cards {
    /// No card.
    pub const fn new() -> Self {
        Cards(EMPTY)
    }

    /// How many cards there are; more than any rule asks for where the list was too long.
    #[inline]
    pub fn len(self) -> usize {
        if self.0 == TOO_MANY { usize::MAX } else { self.count() }
    }

    /// Whether no card is named.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == EMPTY
    }

    /// The cards in order; none where the list was too long.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self.0.get();
        (0..self.count()).map(move |_| {
            let card = Card::ALL[rest as usize & 15];
            rest >>= 4;
            card
        })
    }

    /// Appends a card.
    #[inline]
    pub fn push(&mut self, card: Card) {
        let (count, bits) = (self.count(), self.0.get());
        let next = match count {
            NAMED_MAX => TOO_MANY.get(),
            0 if self.0 == TOO_MANY => bits,
            0 => 1 << 60 | card as u64,
            _ => (bits + (1 << 60)) | ((card as u64) << (4 * count)),
        };
        self.0 = NonZeroU64::new(next).unwrap_or(EMPTY);
    }

    #[inline]
    fn count(self) -> usize {
        (self.0.get() >> 60) as usize
    }
}

impl Default for Cards {
    fn default() -> Self {
        Cards::new()
    }
}

impl std::fmt::Debug for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut named = Cards::new();
        cards.into_iter().for_each(|card| named.push(card));
        named
    }
}

described_as!(Cards, List<Card, NAMED_MAX>);

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Card>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_kept() {
        for length in 0..=NAMED_MAX {
            let cards: Vec<Card> = (0..length).map(|n| Card::ALL[n * 7 % 16]).collect();
            let named: Cards = cards.iter().copied().collect();
            assert_eq!((named.len(), named.iter().collect::<Vec<_>>()), (length, cards));
            assert_eq!(named.is_empty(), length == 0);
        }
    }

    #[test]
    fn too_many_are_no_number_that_a_rule_asks_for() {
        let named: Cards = std::iter::repeat_n(Card::Fire, NAMED_MAX + 1).collect();
        assert!(named.len() > 30 && named.iter().count() == 0 && !named.is_empty());
        let more: Cards = std::iter::repeat_n(Card::Fire, NAMED_MAX + 5).collect();
        assert_eq!(named, more);
    }
}
