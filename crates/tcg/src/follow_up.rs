//! What follows a tie: a match for one prize (rules 9.3).

use bout_core::{Seat, Seed};

use crate::Tcg;
use crate::config::{Config, DeckRef, TieBreak};
use crate::deck::{Deck, Entry};
use crate::state::{MatchResult, State};
use crate::symbol::Card;

/// After so many follow-ups without a winner the pairing is a draw.
pub const FOLLOW_UPS_MAX: u32 = 3;

impl Tcg {
    /// The config and seed of the match that decides a tie: the same players, decks and parameters,
    /// one prize each, a seed derived from the old one. `played` counts the follow-ups so far. None
    /// where there is nothing to decide: somebody won, the turn limit ended it, ties stay draws, or
    /// three matches have not brought a winner.
    pub fn decider(&self, state: &State, seed: Seed, played: u32) -> Option<(Config, Seed)> {
        state.end.filter(|end| end.result == MatchResult::Draw && !end.by_limit)?;
        let sudden = self.config.rules.tie_break == TieBreak::SuddenDeath;
        if !sudden || played >= FOLLOW_UPS_MAX {
            return None;
        }
        let mut next = self.config.clone();
        next.rules.prize_card_count = 1;
        next.decks =
            next.decks.or_else(|| Some([0, 1].map(|seat| self.brought(state, Seat(seat)))));
        Some((next, seed.derive(u64::from(played) + 1)))
    }

    /// The deck a player brought: the cards they own, whatever the deck is called. A loaded deck is
    /// named by its id only if it has exactly these cards.
    fn brought(&self, state: &State, seat: Seat) -> DeckRef {
        let id = state.side(seat).deck_id.text();
        let mut cards = self.owned(state, seat);
        cards.sort_unstable();
        let same = |deck: &Deck| {
            let mut listed = deck.lay_out(&self.cards).to_vec();
            listed.sort_unstable();
            listed == cards
        };
        if self.deck(id).is_some_and(same) {
            return DeckRef::Id(id.to_owned());
        }
        DeckRef::Inline(Box::new(self.counted(id, cards)))
    }

    /// The deck of these cards.
    pub(crate) fn counted(&self, id: &str, cards: impl IntoIterator<Item = Card>) -> Deck {
        let mut deck = Deck { id: id.to_owned(), ..Deck::default() };
        for card in cards {
            let id = self.cards.text(card);
            match deck.cards.iter_mut().find(|entry| entry.card == id) {
                Some(entry) => entry.quantity += 1,
                None => {
                    let (card, set) = (id.to_owned(), self.def(card).set.clone());
                    deck.cards.push(Entry { card, set, quantity: 1 });
                }
            }
        }
        deck
    }
}
