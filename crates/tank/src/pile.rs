//! Deck and discard pile in one block of memory.

use crate::card::Card;

/// The most cards in a game: sixteen kinds of forty.
pub const CARDS_MAX: usize = 640;

/// The deck grows from the front, the discard pile from the back. Both end with their top.
#[derive(Clone, Copy, Debug)]
pub struct Piles {
    cards: [Card; CARDS_MAX],
    deck: u16,
    discard: u16,
}

impl Piles {
    /// A deck with its top last, and nothing discarded.
    pub fn new(deck: &[Card]) -> Self {
        let mut piles =
            Piles { cards: [Card::Fire; CARDS_MAX], deck: deck.len() as u16, discard: 0 };
        piles.cards[..deck.len()].copy_from_slice(deck);
        piles
    }

    /// The deck, its top last.
    #[inline]
    pub fn deck(&self) -> &[Card] {
        &self.cards[..usize::from(self.deck)]
    }

    /// The discard pile, its top last.
    pub fn discard(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.cards[CARDS_MAX - usize::from(self.discard)..].iter().rev().copied()
    }

    /// Puts a card on the discard pile.
    #[inline]
    pub fn throw(&mut self, card: Card) {
        self.discard += 1;
        self.cards[CARDS_MAX - usize::from(self.discard)] = card;
    }

    /// Takes the card at a place of the deck; the top one takes its place.
    #[inline]
    pub fn draw(&mut self, at: usize) -> Card {
        self.deck -= 1;
        let last = usize::from(self.deck);
        let card = self.cards[at];
        self.cards[at] = self.cards[last];
        card
    }

    /// Makes the discard pile, in its order, the deck; the deck must be empty.
    pub fn turn_over(&mut self) {
        let count = usize::from(self.discard);
        self.cards[CARDS_MAX - count..].reverse();
        self.cards.copy_within(CARDS_MAX - count.., 0);
        (self.deck, self.discard) = (self.discard, 0);
    }
}

impl PartialEq for Piles {
    fn eq(&self, other: &Self) -> bool {
        self.deck() == other.deck() && self.discard().eq(other.discard())
    }
}

impl Eq for Piles {}

#[cfg(test)]
mod tests {
    use super::*;
    use Card::{Fire, He, Heat};

    #[test]
    fn cards_go_round() {
        let mut piles = Piles::new(&[Fire, He, Heat]);
        assert_eq!(piles.draw(0), Fire);
        assert_eq!(piles.deck(), [Heat, He], "the top takes the drawn card's place");
        piles.throw(Fire);
        assert_eq!((piles.draw(1), piles.draw(0)), (He, Heat));
        piles.throw(He);
        piles.throw(Heat);
        assert_eq!(piles.discard().collect::<Vec<_>>(), [Fire, He, Heat]);
        piles.turn_over();
        assert_eq!((piles.deck(), piles.discard().len()), (&[Fire, He, Heat][..], 0));
    }

    #[test]
    fn a_full_block_turns_over() {
        let deck: Vec<Card> = (0..CARDS_MAX).map(|n| Card::ALL[n % 16]).collect();
        let mut piles = Piles::new(&deck);
        for at in (0..CARDS_MAX).rev() {
            let card = piles.draw(at);
            piles.throw(card);
        }
        piles.turn_over();
        assert!(piles.deck().iter().eq(deck.iter().rev()));
    }
}
