//! The seven soul decks in one block of memory.

use crate::cards::SOULS_MAX;
use crate::id::SoulId;
use crate::piece::{BASES, Base};

/// A deck per base, one after the other, each with its top first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decks {
    cards: [SoulId; SOULS_MAX],
    /// Where each deck ends, which is where the next one begins.
    ends: [u8; BASES],
}

impl Default for Decks {
    fn default() -> Self {
        Decks { cards: [SoulId::NONE; SOULS_MAX], ends: [0; BASES] }
    }
}

impl Decks {
    fn start(&self, base: Base) -> usize {
        (base as usize).checked_sub(1).map_or(0, |before| usize::from(self.ends[before]))
    }

    fn end(&self, base: Base) -> usize {
        usize::from(self.ends[base as usize])
    }

    /// A deck, its top first.
    #[inline]
    pub fn deck(&self, base: Base) -> &[SoulId] {
        &self.cards[self.start(base)..self.end(base)]
    }

    /// A deck, to be shuffled.
    pub fn deck_mut(&mut self, base: Base) -> &mut [SoulId] {
        let (start, end) = (self.start(base), self.end(base));
        &mut self.cards[start..end]
    }

    /// Takes the top card.
    pub fn take_top(&mut self, base: Base) -> Option<SoulId> {
        let top = *self.deck(base).first()?;
        let start = self.start(base);
        self.cards.copy_within(start + 1.., start);
        self.cards[SOULS_MAX - 1] = SoulId::NONE;
        self.ends[base as usize..].iter_mut().for_each(|end| *end -= 1);
        Some(top)
    }

    /// Puts a card under a deck; there are never more cards than places.
    pub fn put_bottom(&mut self, base: Base, soul: SoulId) {
        let end = self.end(base);
        self.cards.copy_within(end..SOULS_MAX - 1, end + 1);
        self.cards[end] = soul;
        self.ends[base as usize..].iter_mut().for_each(|end| *end += 1);
    }

    /// How many cards there are in all decks.
    pub fn count(&self) -> usize {
        usize::from(self.ends[BASES - 1])
    }

    /// All cards.
    pub fn all(&self) -> &[SoulId] {
        &self.cards[..self.count()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_keep_apart() {
        let [a, b, c, d] = [SoulId(1), SoulId(2), SoulId(3), SoulId(4)];
        let mut decks = Decks::default();
        decks.put_bottom(Base::Rook, a);
        decks.put_bottom(Base::Knight, b);
        decks.put_bottom(Base::Rook, c);
        decks.put_bottom(Base::King, d);
        assert_eq!(decks.deck(Base::Rook), [a, c]);
        assert_eq!((decks.deck(Base::King), decks.deck(Base::Knight)), (&[d][..], &[b][..]));
        assert_eq!(decks.take_top(Base::Rook), Some(a));
        assert_eq!(decks.take_top(Base::King), Some(d));
        assert_eq!(decks.take_top(Base::King), None);
        assert_eq!(decks.all(), [c, b]);
        let mut same = Decks::default();
        same.put_bottom(Base::Knight, b);
        same.put_bottom(Base::Rook, c);
        assert_eq!(decks, same, "what was there before leaves no trace");
    }
}
