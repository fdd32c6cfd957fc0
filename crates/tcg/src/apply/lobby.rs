//! Joining and the judgement of decks (rules 4.2, 5.1).

use bout_core::Seat;

use super::Run;
use crate::action::Brought;
use crate::config::SetupMode;
use crate::deck::{Deck, DeckError, Entry};
use crate::event::What;
use crate::phase::MatchState;
use crate::state::{CancelReason, Pile, other};
use crate::symbol::Symbol;

impl Run<'_, '_> {
    /// A player joins with a deck.
    pub fn join(&mut self, seat: Seat, brought: &Brought) {
        let game = self.game;
        let deck = match brought {
            Brought::Id(id) => game.deck(id),
            Brought::Inline(deck) => Some(&**deck),
        };
        let Some(deck) = deck else { return };
        self.seat_deck(seat, deck);
        if seat == Seat(0) {
            self.goto(MatchState::Waiting, "JOIN_MATCH", "");
        } else {
            self.goto(MatchState::DeckValidation, "JOIN_MATCH", "");
            let first = self.remembered_deck(other(seat));
            self.judge_decks([&first, deck]);
        }
    }

    /// Both players with the decks of the config: the opening of most matches.
    pub fn join_both(&mut self, decks: [&Deck; 2]) {
        self.seat_deck(Seat(0), decks[0]);
        self.goto(MatchState::Waiting, "JOIN_MATCH", "");
        self.seat_deck(Seat(1), decks[1]);
        self.goto(MatchState::DeckValidation, "JOIN_MATCH", "");
        self.judge_decks(decks);
    }

    fn seat_deck(&mut self, seat: Seat, deck: &Deck) {
        let cards = &self.game.cards;
        let laid: Pile = deck.lay_out(cards).iter().rev().copied().collect();
        let unknown = deck.cards.iter().filter(|entry| cards.find(&entry.card).is_none());
        let unknown = unknown.map(|entry| u64::from(entry.quantity)).sum::<u64>();
        let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let side = self.state.side_mut(seat);
        side.joined = true;
        side.deck_id = Symbol::find(&deck.id).unwrap_or(Symbol::NONE);
        (side.deck_size, side.unknown) = (small(deck.size()), small(unknown));
        side.deck = laid;
        let deck = side.deck_id;
        self.state.side_mut(seat).total = self.state.sum_of_cards(seat);
        self.tell(seat, What::PlayerJoined { deck: Some(deck) });
    }

    /// The deck of the player who joined first, as far as the state keeps it.
    fn remembered_deck(&self, seat: Seat) -> Deck {
        let side = self.state.side(seat);
        if let Some(deck) = self.game.deck(side.deck_id.text()) {
            return deck.clone();
        }
        let mut deck = Deck { id: side.deck_id.to_string(), ..Deck::default() };
        for card in side.deck.iter().rev() {
            let def = self.game.def(*card);
            let id = card.text();
            match deck.cards.iter_mut().find(|entry| entry.card == id) {
                Some(entry) => entry.quantity += 1,
                None => deck.cards.push(Entry { card: id.into(), set: def.set.clone(), quantity: 1 }),
            }
        }
        let rest = side.deck_size.saturating_sub(side.deck.len() as u32);
        if rest > 0 {
            deck.cards.push(Entry { card: String::new(), set: String::new(), quantity: rest });
        }
        deck
    }

    /// Both decks are judged at once (T3, T4).
    fn judge_decks(&mut self, decks: [&Deck; 2]) {
        let rules = &self.game.config.rules;
        let errors = decks.map(|deck| deck.faults(rules, &self.game.cards));
        if errors.iter().any(|list: &Vec<DeckError>| !list.is_empty()) {
            self.emit(None, What::DeckRejected { errors: Box::new(errors) });
            return self.call_off(CancelReason::DeckInvalid, None);
        }
        self.state.features =
            self.game.features_of(self.state.sides.iter().flat_map(|side| side.deck.iter().copied()));
        self.emit(None, What::DecksValidated);
        self.goto(MatchState::PreGameSetup, "auto", "decks_valid");
        self.toss();
    }

    /// The coin that says who begins (T5, T6).
    fn toss(&mut self) {
        let heads = self.coin();
        let first = if heads { Seat(0) } else { Seat(1) };
        self.state.first = Some(first);
        self.state.started_at = Some(self.now());
        self.emit(None, What::CoinToss { heads, first });
        match self.game.config.rules.setup_mode {
            SetupMode::Standard => self.goto(MatchState::DrawingCards, "auto", "standard"),
            SetupMode::Legacy => {
                self.goto(MatchState::InitialSetup, "auto", "legacy");
                self.deal_all();
            }
        }
    }
}
