//! Joining and the judgement of decks (rules 4.2, 5.1).

use bout_core::Seat;

use super::Run;
use crate::action::Brought;
use crate::config::SetupMode;
use crate::deck::{Deck, Laid};
use crate::event::{Face, What};
use crate::phase::MatchState;
use crate::state::CancelReason;
use crate::wire::Player;

impl Run<'_, '_> {
    /// A player joins with a deck.
    pub fn join(&mut self, seat: Seat, brought: &Brought) {
        let game = self.game;
        let deck = match brought {
            Brought::Id(id) => game.deck(id),
            Brought::Inline(deck) => Some(&**deck),
        };
        let Some(deck) = deck else { return };
        let laid = deck.laid(&game.config.rules, &game.cards);
        self.seat_deck(seat, &laid);
        if seat == Seat(0) {
            self.state.brought = Some(Box::new(deck.clone()));
            self.goto(MatchState::Waiting, "JOIN_MATCH", "");
        } else {
            self.goto(MatchState::DeckValidation, "JOIN_MATCH", "");
            let first = self.deck_of_first();
            let first = first.laid(&game.config.rules, &game.cards);
            self.judge_decks([&first, &laid]);
        }
    }

    /// Both players with the decks of the config: the opening of most matches.
    pub fn join_both(&mut self, decks: [&Laid; 2]) {
        self.seat_deck(Seat(0), decks[0]);
        self.goto(MatchState::Waiting, "JOIN_MATCH", "");
        self.seat_deck(Seat(1), decks[1]);
        self.goto(MatchState::DeckValidation, "JOIN_MATCH", "");
        self.judge_decks(decks);
    }

    fn seat_deck(&mut self, seat: Seat, laid: &Laid) {
        let side = self.state.side_mut(seat);
        side.joined = true;
        side.deck_id = laid.id;
        (side.deck_size, side.unknown) = (laid.size, laid.unknown);
        (side.deck, side.total) = (laid.cards, laid.total);
        self.tell_with(seat, |_| What::PlayerJoined { deck: Some(laid.id.text().into()) });
    }

    /// The deck list of the player who joined first. A deck's id says nothing about its cards, so it
    /// is never looked up again; a state written by hand may lack the list, then the cards make it.
    fn deck_of_first(&mut self) -> Deck {
        if let Some(deck) = self.state.brought.take() {
            return *deck;
        }
        let side = self.state.side(Seat(0));
        self.game.counted(side.deck_id.text(), side.deck.iter().rev().copied())
    }

    /// Both decks are judged at once (T3, T4).
    fn judge_decks(&mut self, decks: [&Laid; 2]) {
        if decks.iter().any(|deck| !deck.errors.is_empty()) {
            let errors = Box::new(decks.map(|deck| deck.errors.clone()).into());
            self.emit(None, What::DeckRejected { errors });
            return self.call_off(CancelReason::DeckInvalid, None);
        }
        self.state.features = decks[0].features | decks[1].features;
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
        let (result, first_player) = (Face::of(heads), Player(first));
        self.emit(None, What::CoinToss { result, first_player });
        match self.game.config.rules.setup_mode {
            SetupMode::Standard => self.goto(MatchState::DrawingCards, "auto", "standard"),
            SetupMode::Legacy => {
                self.goto(MatchState::InitialSetup, "auto", "legacy");
                self.deal_all();
            }
        }
    }
}
