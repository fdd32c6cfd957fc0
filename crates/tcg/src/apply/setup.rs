//! Opening hands, actives, prizes, benches (rules 5.2).

use bout_core::Seat;

use super::Run;
use crate::config::StartRule;
use crate::event::What;
use crate::phase::MatchState;
use crate::state::{CancelReason, other};
use crate::symbol::Card;

impl Run<'_, '_> {
    /// A player draws an opening hand (T7, T8, T9).
    pub fn draw_initial(&mut self, seat: Seat) {
        let valid = self.deal(seat);
        if self.state.end.is_some() {
            return;
        }
        let both = self.state.sides.iter().all(|side| side.hand_valid);
        let guard = match (valid, both) {
            (false, _) => "invalid_hand",
            (true, false) => "valid_hand",
            (true, true) => {
                self.state.sides.iter_mut().for_each(|side| side.revealed = false);
                self.goto(MatchState::SelectActive, "DRAW_INITIAL_CARDS", "both_valid");
                return self.draw_bonus();
            }
        };
        self.goto(MatchState::DrawingCards, "DRAW_INITIAL_CARDS", guard);
    }

    /// Shuffles, draws and judges a hand.
    fn deal(&mut self, seat: Seat) -> bool {
        let rules = &self.game.config.rules;
        let side = self.state.side_mut(seat);
        let hand = *side.hand;
        side.hand.clear();
        side.revealed = false;
        self.put_under_deck(seat, &hand);
        self.shuffle(seat);
        for _ in 0..rules.opening_hand_size {
            if let Some(card) = self.state.side_mut(seat).deck.pop() {
                self.put_in_hand(seat, card);
            }
        }
        let cards = |run: &Self| run.state.side(seat).hand.iter().copied().collect::<Box<[Card]>>();
        if self.game.is_valid_hand(&self.state.side(seat).hand) {
            self.state.side_mut(seat).hand_valid = true;
            let count = self.state.side(seat).hand.len() as u8;
            if self.telling() {
                let cards = Some(cards(self));
                self.tell(seat, What::InitialHandDrawn { count, valid: true, cards });
            }
            return true;
        }
        let side = self.state.side_mut(seat);
        side.invalid_hands += 1;
        side.revealed = true;
        if self.telling() {
            let cards = cards(self);
            self.tell(seat, What::InitialHandRevealed { cards });
        }
        if u32::from(self.state.side(seat).invalid_hands) > rules.mulligan_limit {
            self.call_off(CancelReason::MulliganLimit, None);
        }
        false
    }

    /// Cards for the opponent's invalid hands, as long as prizes and one more are left.
    fn draw_bonus(&mut self) {
        let rules = &self.game.config.rules;
        let first = self.state.first.unwrap_or(Seat(0));
        for seat in [first, other(first)] {
            let owed =
                rules.mulligan_bonus_cards * u32::from(self.state.side(other(seat)).invalid_hands);
            let spare = self
                .state
                .side(seat)
                .deck
                .len()
                .saturating_sub(rules.prize_card_count as usize + 1);
            self.draw(seat, (owed as usize).min(spare));
        }
    }

    /// The opening active, hidden until both are chosen (T10, T12).
    pub fn select_opening(&mut self, seat: Seat, card: Card) {
        self.take_from_hand(seat, card);
        self.enter(seat, card, true);
        self.state.side_mut(seat).active_selected = true;
        self.tell(seat, What::ActiveSelected { setup: true, card: Some(card) });
        if !self.state.sides.iter().all(|side| side.active_selected) {
            return;
        }
        if self.state.phase.get() == MatchState::InitialSetup {
            return self.finish_legacy();
        }
        self.goto(MatchState::SelectBench, "SET_ACTIVE_POKEMON", "both_selected");
        self.reveal_actives();
        self.lay_prizes();
    }

    fn reveal_actives(&mut self) {
        let card = |seat: Seat| {
            self.state.active(seat).map_or(Card::NONE, |at| self.state.creature(at).top())
        };
        let cards = [Seat(0), Seat(1)].map(card).into();
        self.emit(None, What::ActivesRevealed { cards });
    }

    fn reveal_benches(&mut self) {
        if self.telling() {
            let bench = |seat: Seat| {
                self.state.bench(seat).map(|at| self.state.creature(at).top()).collect::<Vec<_>>()
            };
            let cards = Box::new([Seat(0), Seat(1)].map(bench).into());
            self.emit(None, What::BenchesRevealed { cards });
        }
    }

    fn lay_prizes(&mut self) {
        for seat in [Seat(0), Seat(1)] {
            let count = self.game.config.rules.prize_card_count as usize;
            let side = self.state.side_mut(seat);
            for _ in 0..count {
                if let Some(card) = side.deck.pop() {
                    side.prizes.push(card);
                }
            }
            let count = side.prizes.len() as u8;
            self.tell(seat, What::PrizesSet { count });
        }
    }

    /// A player is ready (T11).
    pub fn complete_setup(&mut self, seat: Seat) {
        self.state.side_mut(seat).setup_ready = true;
        self.tell(seat, What::SetupReady);
        if self.state.sides.iter().all(|side| side.setup_ready) {
            self.goto(MatchState::PlayerTurn, "COMPLETE_INITIAL_SETUP", "both_ready");
            self.reveal_benches();
            let first = self.state.first.unwrap_or(Seat(0));
            self.start_turn(first);
        }
    }

    /// Both opening hands at once, redrawn until they are valid.
    pub fn deal_all(&mut self) {
        for seat in [Seat(0), Seat(1)] {
            while self.state.end.is_none() && !self.deal(seat) {}
            self.state.side_mut(seat).revealed = false;
        }
    }

    fn finish_legacy(&mut self) {
        self.goto(MatchState::PlayerTurn, "SET_ACTIVE_POKEMON", "both_set");
        self.reveal_actives();
        self.reveal_benches();
        self.lay_prizes();
        let first = self.state.first.unwrap_or(Seat(0));
        self.state.sides.iter_mut().for_each(|side| side.setup_ready = true);
        self.draw(first, 1);
        self.start_turn(first);
    }
}

impl crate::Tcg {
    /// Whether an opening hand holds what it must.
    pub(crate) fn is_valid_hand(&self, hand: &[Card]) -> bool {
        let rules = &self.config.rules;
        let count = |wanted: &dyn Fn(&crate::card::CardDef) -> bool| {
            hand.iter().filter(|card| wanted(self.def(**card))).count() as u32
        };
        count(&crate::card::CardDef::is_basic) >= rules.start_minimum(StartRule::HasBasic)
            && count(&|card| card.energy.is_some()) >= rules.start_minimum(StartRule::HasEnergy)
    }
}
