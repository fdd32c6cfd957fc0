//! The interpreter: one effect after the other, and what several verbs do alike (rules 5.7, 5.8).

use bout_core::Seat;

use super::{Flow, Run};
use crate::card::Effect;
use crate::event::{Place, Return, Returned, What};
use crate::state::{At, FrameKind, Pile, Timed, TimedKind};
use crate::symbol::Card;
use crate::verbs::Wanted;
use crate::words::{RuleType, Source, Target, Types};

impl Run<'_, '_> {
    /// Goes on with the top frame's effect: asks, or does it and turns to the next one.
    pub fn run_effect(&mut self, effect: &Effect) -> Flow {
        if self.frame().step == 0 {
            self.state.chosen.clear();
            if !self.is_on(effect) {
                return self.next_effect();
            }
        }
        let frame = self.state.stack.last();
        match &frame.and_then(|top| self.game.question(self.state, top, effect)) {
            Some(prompt) => return self.ask(prompt, effect.random),
            None => effect.verb.perform(self),
        }
        self.next_effect()
    }

    /// What happens once an answer is there, before the next question.
    pub fn halfway(&mut self) {
        let frame = *self.frame();
        let game = self.game;
        if let Some(effect) = game.current(&frame) {
            effect.verb.answered(self);
        }
    }

    fn next_effect(&mut self) -> Flow {
        let frame = self.frame();
        frame.effect += 1;
        (frame.step, frame.bound) = (0, [0; 2]);
        self.state.chosen.clear();
        self.return_held();
        Flow::Go
    }

    /// Cards that found no place go to the discard pile; prompts are made so that there are none.
    pub fn return_held(&mut self) {
        if self.state.held.is_empty() {
            return;
        }
        let (held, seat) = (self.state.held, self.frame().player);
        self.state.held.clear();
        held.iter().for_each(|card| self.state.side_mut(seat).discard.push(*card));
    }

    /// Whether an effect happens at all: its conditions hold, and there is something to do.
    fn is_on(&self, effect: &Effect) -> bool {
        let Some(frame) = self.state.stack.last() else { return false };
        let scope = self.game.scope(self.state, frame);
        // Whether a cost of an attack is due was settled when the attack was declared.
        let settled = effect.cost && frame.kind == FrameKind::Attack;
        if effect.carried || !settled && !self.game.hold(self.state, &effect.conditions, &scope) {
            return false;
        }
        match effect.verb.aim().filter(|_| frame.kind == FrameKind::Attack) {
            Some(who) => self.game.aimed(self.state, frame, who).is_some_and(|at| {
                let guarded = who == Target::Defending;
                !(guarded && self.game.has_rule(self.state, at, RuleType::EffectImmunity))
            }),
            None => self.game.is_feasible(self.state, &scope, effect),
        }
    }

    /// The creature that was chosen for the effect first.
    pub fn chosen_creature(&mut self) -> Option<At> {
        let id = self.frame().bound[0];
        self.state.find(id)
    }

    /// Chosen cards leave their zone for the time the effect takes.
    pub fn hold_chosen(&mut self, source: Source) {
        let (seat, chosen) = (self.frame().player, self.state.chosen);
        self.state.held = self.lift_from(seat, source, &chosen);
        self.state.chosen.clear();
    }

    /// The energies on their way go to one creature.
    pub fn attach_held(&mut self, at: At, from_hand: bool) {
        let held = self.state.held;
        self.state.held.clear();
        held.iter().for_each(|card| self.put_energy(at, *card, from_hand));
    }

    /// Chosen energies of the chosen creature go to the discard pile.
    pub fn discard_chosen_energy(&mut self) {
        let chosen = self.state.chosen;
        if let Some(at) = self.chosen_creature() {
            self.discard_attached(at, &chosen);
        }
    }

    /// Takes every status of a creature away.
    pub fn cure(&mut self, at: At) {
        let target = self.place(at);
        for status in self.state.creature(at).statuses() {
            self.tell(Seat(at.side), What::StatusRemoved { target, status });
        }
        self.state.creature_mut(at).cure();
    }

    /// A timed effect of an attack on attacker or defender.
    pub fn time_aimed(&mut self, who: Target, kind: TimedKind, amount: i16, expires: u16) {
        let frame = *self.frame();
        let Some(at) = self.game.aimed(self.state, &frame, who) else { return };
        let timed = Timed { slot: at.slot, kind, types: Types::NONE, amount, expires };
        self.begin_timed(Seat(at.side), timed);
    }

    /// The creature that was chosen, or that has the ability, comes in.
    pub fn switch_chosen(&mut self) {
        let frame = *self.frame();
        let comes = if frame.bound[0] == 0 { frame.creature } else { frame.bound[0] };
        if let Some(at) = self.state.find(comes).filter(|at| !self.state.is_active(*at)) {
            self.exchange(frame.player, at.slot);
        }
    }

    /// Cards that were found go to the hand or the bench, then the deck is shuffled.
    pub fn take_found(&mut self, wanted: &Wanted, to_bench: bool) {
        let (seat, chosen) = (self.frame().player, self.state.chosen);
        let cards = self.lift_from(seat, Source::Deck, &chosen);
        let (count, to_hand) = (cards.len() as u8, !to_bench);
        let all = || cards.iter().copied().collect::<Box<[Card]>>();
        self.tell_with(seat, |_| What::CardsSearched { count, cards: Some(all()), to_hand });
        for card in &cards {
            if to_bench {
                self.bring(seat, *card);
            } else {
                self.put_in_hand(seat, *card);
            }
        }
        if wanted.is_shown() && to_hand && count > 0 {
            self.tell_with(seat, |_| What::CardsRevealed { cards: all(), retrieved: false });
        }
        self.shuffle(seat);
    }

    /// A creature comes to the bench without being played from the hand.
    pub fn bring(&mut self, seat: Seat, card: Card) -> At {
        let at = self.enter(seat, card, false);
        let position = self.place(at).position;
        let (card, setup, from_hand) = (Some(card), false, false);
        self.tell(seat, What::CreaturePlayed { card, position, setup, from_hand });
        at
    }

    pub fn tell_returned(&mut self, seat: Seat, cards: &[Card], to: Return, target: Option<Place>) {
        self.tell_with(seat, |_| What::CardsReturned { cards: Returned::all(cards), to, target });
    }

    /// Puts cards below a deck, the first of them highest.
    pub fn put_under_deck(&mut self, seat: Seat, cards: &Pile) {
        if cards.is_empty() {
            return;
        }
        let deck = &mut self.state.side_mut(seat).deck;
        let mut whole: Pile = cards.iter().rev().copied().collect();
        deck.iter().for_each(|card| whole.push(*card));
        *deck = whole;
    }
}
