//! The interpreter: one effect after the other, and what each verb does (rules 5.7, 5.8).

use bout_core::{List, Seat};

use super::{Flow, Run};
use crate::card::{ALL, Effect, Verb};
use crate::event::{Harm, Place, Return, Returned, What};
use crate::query::in_group;
use crate::state::{At, Attached, FrameKind, NEVER, NOBODY, Pile, Timed, TimedKind, other};
use crate::symbol::Card;
use crate::words::{Destination, Duration, LockWhat, RuleType, Source, Target, Types};

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
            None => self.perform(effect),
        }
        self.next_effect()
    }

    /// What happens once an answer is there, before the next question.
    pub fn halfway(&mut self) {
        let frame = *self.frame();
        let game = self.game;
        let Some(effect) = game.current(&frame) else { return };
        let picks = match effect.verb {
            Verb::AbilityAccelerate if effect.source == Source::Oneself => 0,
            Verb::AttackAccelerate
            | Verb::AbilityAccelerate
            | Verb::AttachFromDiscard
            | Verb::Evolve => 1,
            _ => 0,
        };
        match (effect.verb, frame.step) {
            (_, step) if step == picks && picks > 0 => self.hold_chosen(effect),
            (Verb::AttackAccelerate, _) => self.attach_next(effect),
            (Verb::Trade, 1) => self.trade_in(),
            _ => {}
        }
    }

    /// Chosen cards leave their zone for the time the effect takes.
    fn hold_chosen(&mut self, effect: &Effect) {
        let seat = self.frame().player;
        let chosen = self.state.chosen;
        self.state.held = self.lift_from(seat, held_from(effect), &chosen);
        self.state.chosen.clear();
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
        if frame.kind != FrameKind::Attack {
            return self.game.is_feasible(self.state, &scope, effect);
        }
        match effect.verb {
            Verb::Status | Verb::DiscardEnergy | Verb::HealTarget | Verb::Prevent | Verb::Lock => {
                let Some(at) = self.game.aimed(self.state, frame, effect.who) else {
                    return false;
                };
                let shielded = effect.who == Target::Defending
                    && self.game.has_rule(self.state, at, RuleType::EffectImmunity);
                !shielded
            }
            _ => self.game.is_feasible(self.state, &scope, effect),
        }
    }

    /// Does what an effect says; everything it asked for is known.
    fn perform(&mut self, effect: &Effect) {
        let frame = *self.frame();
        let seat = frame.player;
        match effect.verb {
            Verb::DiscardEnergy => self.discard_energy(effect),
            Verb::Status => self.status(effect),
            Verb::HealTarget | Verb::Recoil => self.touch_aimed(effect),
            Verb::Prevent if frame.kind == FrameKind::Attack => self.time_aimed(effect),
            Verb::Lock => self.time_aimed(effect),
            Verb::Prevent | Verb::Reduce | Verb::BoostAttack | Verb::BoostHp => {
                self.time_group(effect);
            }
            Verb::AttackAccelerate => self.finish_acceleration(effect),
            Verb::SwitchAttacker | Verb::SwitchActive | Verb::AbilitySwitch => self.switch(seat),
            Verb::ForceSwitch => {
                if let Some(at) = self.state.find(frame.bound[0]) {
                    self.exchange(other(seat), at.slot);
                }
            }
            Verb::BenchDamage => self.bench_damage(effect),
            Verb::Draw => {
                self.draw(seat, effect.count.into());
            }
            Verb::OpponentDraws => {
                self.draw(other(seat), effect.count.into());
            }
            Verb::ShuffleDeck => self.shuffle(seat),
            Verb::Search | Verb::Trade => self.found(effect),
            Verb::LookAtDeck => self.put_back(seat),
            Verb::DiscardHand => self.discard_hand(effect),
            Verb::OpponentDiscards => {
                let chosen = self.state.chosen;
                self.discard_from_hand(other(seat), &chosen);
            }
            Verb::OpponentShufflesHand => self.hand_to_deck(other(seat)),
            Verb::Retrieve => self.retrieve(),
            _ => self.perform_on_creature(effect),
        }
    }

    /// The verbs that are about one creature.
    fn perform_on_creature(&mut self, effect: &Effect) {
        let frame = *self.frame();
        let seat = frame.player;
        let bound = self.state.find(frame.bound[0]);
        match (effect.verb, bound) {
            (Verb::HealOne, Some(at)) => self.heal(at, effect.amount.unsigned_abs()),
            (Verb::MoveCounters, Some(from)) => self.move_counters(effect, from),
            (Verb::ReturnToHand, Some(at)) => self.return_to_hand(at),
            (Verb::ReturnToDeck, Some(at)) => self.return_to_deck(at),
            (Verb::Devolve, Some(at)) => self.devolve(at),
            (Verb::RemoveEnergy | Verb::DiscardOwnEnergy, Some(at)) => {
                let chosen = self.state.chosen;
                self.discard_attached(at, &chosen);
            }
            (Verb::ReduceOne, Some(at)) => {
                let expires = self.game.expiry(self.state, true, other(seat));
                let (kind, amount) = (TimedKind::Reduce, effect.amount);
                let timed = Timed { slot: at.slot, kind, types: Types::NONE, amount, expires };
                self.begin_timed(seat, timed);
            }
            (Verb::Attach, Some(at)) => self.attach_trainer(at),
            (Verb::AbilityAccelerate, _) => self.accelerate(effect),
            (Verb::AttachFromDiscard, Some(at)) => self.attach_held(at, effect),
            (Verb::Evolve, Some(at)) => self.evolve_held(at),
            (Verb::PutIntoPlay, _) => self.put_into_play(effect),
            (Verb::CureStatus, _) => {
                if let Some(at) = self.state.active(seat) {
                    self.cure(at);
                }
            }
            (Verb::IncreaseDamage, _) => {
                let (kind, amount, expires) = (TimedKind::Increase, effect.amount, self.state.turn);
                let timed = Timed { slot: NOBODY, kind, types: Types::NONE, amount, expires };
                self.begin_timed(seat, timed);
            }
            _ => {}
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

    fn discard_energy(&mut self, effect: &Effect) {
        let frame = *self.frame();
        let Some(at) = self.game.aimed(self.state, &frame, effect.who) else { return };
        let places: List<u8, 60> = if effect.count == ALL {
            self.game.energies(self.state, at, effect.energy).map(|(place, _)| place).collect()
        } else {
            self.state.chosen
        };
        self.discard_attached(at, &places);
    }

    fn status(&mut self, effect: &Effect) {
        let frame = *self.frame();
        let at = match frame.kind {
            FrameKind::Attack => self.game.aimed(self.state, &frame, effect.who),
            _ => self.state.active(other(frame.player)),
        };
        if let Some(at) = at {
            self.afflict(at, effect.status, effect.poison);
        }
    }

    fn touch_aimed(&mut self, effect: &Effect) {
        let frame = *self.frame();
        let Some(at) = self.game.aimed(self.state, &frame, effect.who) else { return };
        let amount = effect.amount.unsigned_abs();
        match effect.verb {
            Verb::Recoil => self.hurt(at, amount, Harm::Recoil),
            _ => self.heal(at, amount),
        }
    }

    /// A timed effect of an attack on attacker or defender.
    fn time_aimed(&mut self, effect: &Effect) {
        let frame = *self.frame();
        let Some(at) = self.game.aimed(self.state, &frame, effect.who) else { return };
        let lock = effect.verb == Verb::Lock;
        let until = if lock { Seat(at.side) } else { other(frame.player) };
        let next = lock || effect.duration == Duration::NextTurn;
        let expires = self.game.expiry(self.state, next, until);
        let (kind, amount) = match (lock, effect.lock) {
            (false, _) => (TimedKind::Prevent, effect.amount),
            (true, LockWhat::Attack) => (TimedKind::Lock, 1),
            (true, LockWhat::Retreat) => (TimedKind::Lock, 2),
            (true, LockWhat::Both) => (TimedKind::Lock, 3),
        };
        let timed = Timed { slot: at.slot, kind, types: Types::NONE, amount, expires };
        self.begin_timed(Seat(at.side), timed);
    }

    /// A timed effect of an ability on every creature of a group.
    fn time_group(&mut self, effect: &Effect) {
        let frame = *self.frame();
        let Some(me) = self.state.find(frame.creature) else { return };
        let next = effect.duration == Duration::NextTurn;
        let expires = self.game.expiry(self.state, next, other(frame.player));
        let (kind, types) = match effect.verb {
            Verb::Prevent => (TimedKind::Prevent, Types::NONE),
            Verb::Reduce => (TimedKind::Reduce, effect.types),
            Verb::BoostAttack => (TimedKind::BoostAttack, Types::NONE),
            _ => (TimedKind::BoostHp, Types::NONE),
        };
        for at in self.state.both_boards(frame.player) {
            let own_type = Types::one(self.game.top(self.state, at).of_type);
            let typed = effect.verb != Verb::BoostAttack || effect.types.admits(own_type);
            if typed && in_group(self.state, effect.who, me, at) {
                let amount = effect.amount;
                self.begin_timed(
                    Seat(at.side),
                    Timed { slot: at.slot, kind, types, amount, expires },
                );
            }
        }
    }

    /// The creature that was chosen, or that has the ability, comes in.
    fn switch(&mut self, seat: Seat) {
        let frame = *self.frame();
        let comes = if frame.bound[0] == 0 { frame.creature } else { frame.bound[0] };
        if let Some(at) = self.state.find(comes).filter(|at| !self.state.is_active(*at)) {
            self.exchange(seat, at.slot);
        }
    }

    /// Cards that were found go to the hand or the bench, then the deck is shuffled.
    fn found(&mut self, effect: &Effect) {
        let seat = self.frame().player;
        let chosen = self.state.chosen;
        let cards = self.lift_from(seat, Source::Deck, &chosen);
        let to_bench = effect.destination == Destination::Bench && effect.verb == Verb::Search;
        let count = cards.len() as u8;
        let all = |cards: &Pile| cards.iter().copied().collect::<Box<[Card]>>();
        self.tell_with(seat, |_| What::CardsSearched {
            count,
            cards: Some(all(&cards)),
            to_hand: !to_bench,
        });
        for card in &cards {
            if to_bench {
                self.bring(seat, *card);
            } else {
                self.put_in_hand(seat, *card);
            }
        }
        if effect.shown && !to_bench && count > 0 {
            self.tell_with(seat, |_| What::CardsRevealed { cards: all(&cards), retrieved: false });
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

    /// Looked-at cards go back, the first chosen on top.
    fn put_back(&mut self, seat: Seat) {
        let chosen = self.state.chosen;
        let cards = self.lift_from(seat, Source::Deck, &chosen);
        for card in cards.iter().rev() {
            self.state.side_mut(seat).deck.push(*card);
        }
    }

    fn discard_hand(&mut self, effect: &Effect) {
        let seat = self.frame().player;
        let mut places = self.state.chosen;
        if effect.count == ALL {
            let hand = &self.state.side(seat).hand;
            let wanted = |(_, card): &(usize, &Card)| self.game.wants(effect, **card);
            places = hand.iter().enumerate().filter(wanted).map(|(place, _)| place as u8).collect();
        }
        self.discard_from_hand(seat, &places);
    }

    /// A whole hand goes into its deck.
    fn hand_to_deck(&mut self, seat: Seat) {
        let side = self.state.side_mut(seat);
        let hand = *side.hand;
        side.hand.clear();
        put_under(&mut side.deck, &hand);
        self.tell_returned(seat, &hand, Return::Deck, None);
        self.shuffle(seat);
    }

    /// Cards of the discard pile come to the hand and are shown.
    fn retrieve(&mut self) {
        let seat = self.frame().player;
        let chosen = self.state.chosen;
        let cards = self.lift_from(seat, Source::Discard, &chosen);
        cards.iter().for_each(|card| self.put_in_hand(seat, *card));
        if !cards.is_empty() {
            self.tell_with(seat, |_| What::CardsRevealed {
                cards: cards.iter().copied().collect(),
                retrieved: true,
            });
        }
    }

    /// Cards of the hand go into the deck, for all to see; then the search begins.
    fn trade_in(&mut self) {
        let seat = self.frame().player;
        let chosen = self.state.chosen;
        let cards = self.lift_from_hand(seat, &chosen);
        put_under(&mut self.state.side_mut(seat).deck, &cards);
        self.state.chosen.clear();
        let all = |cards: &Pile| cards.iter().copied().collect::<Box<[Card]>>();
        self.tell_with(seat, |_| What::CardsRevealed { cards: all(&cards), retrieved: false });
        self.tell_returned(seat, &cards, Return::Deck, None);
    }

    fn tell_returned(&mut self, seat: Seat, cards: &[Card], to: Return, target: Option<Place>) {
        self.tell_with(seat, |_| What::CardsReturned { cards: Returned::all(cards), to, target });
    }

    fn move_counters(&mut self, effect: &Effect, from: At) {
        let frame = *self.frame();
        let Some(to) = self.state.find(frame.bound[1]) else { return };
        let amount = effect.amount.unsigned_abs() * 10;
        let source = self.state.creature_mut(from);
        source.damage = source.damage.saturating_sub(amount);
        self.hurt(to, amount, Harm::Moved);
    }

    fn return_to_hand(&mut self, at: At) {
        let basic = self.state.creature(at).cards.first().copied().unwrap_or(Card::NONE);
        let (seat, place) = (Seat(at.side), self.place(at));
        let cards = self.leave(at);
        let (mut returned, mut discarded) = (false, Pile::new());
        for card in &cards {
            // The chain comes from the top down, so of equal cards the first need not be the basic.
            if *card == basic && !returned {
                returned = true;
                self.put_in_hand(seat, *card);
            } else {
                discarded.push(*card);
                self.state.side_mut(seat).discard.push(*card);
            }
        }
        self.tell_returned(seat, &[basic], Return::Hand, Some(place));
        if !discarded.is_empty() {
            self.tell_with(seat, |_| What::CardsDiscarded {
                cards: discarded.iter().copied().collect(),
            });
        }
    }

    fn return_to_deck(&mut self, at: At) {
        let (seat, place) = (Seat(at.side), self.place(at));
        let cards = self.leave(at);
        put_under(&mut self.state.side_mut(seat).deck, &cards);
        self.tell_returned(seat, &cards, Return::Deck, Some(place));
        self.shuffle(seat);
    }

    /// The chosen lower card is on top again; what lay on it is discarded, top first.
    fn devolve(&mut self, at: At) {
        let keep = usize::from(self.state.chosen.first().copied().unwrap_or(0)) + 1;
        let turn = self.state.turn;
        self.lose_what_passes(at);
        let side = &mut self.state.sides[usize::from(at.side & 1)];
        let mut off = Pile::new();
        let creature = &mut side.creatures[usize::from(at.slot)];
        while creature.cards.len() > keep {
            off.push(creature.cards.pop().unwrap_or(Card::NONE));
        }
        creature.evolved_on = turn;
        (creature.ability_on, creature.ability_uses) = (NEVER, 0);
        off.iter().for_each(|card| side.discard.push(*card));
        self.game.index(self.state, at);
        let target = self.place(at);
        self.tell_with(Seat(at.side), |_| What::CreatureDevolved {
            cards: off.iter().copied().collect(),
            target,
        });
    }

    /// The played card is attached to a creature.
    fn attach_trainer(&mut self, at: At) {
        let frame = *self.frame();
        let def = self.game.def(frame.card);
        let is_tool = def.trainer == Some(crate::words::TrainerType::Tool);
        let carries = def.effects.iter().any(|effect| effect.carried);
        let until = match (is_tool, carries) {
            (true, _) => NEVER,
            (false, true) => self.game.expiry(self.state, true, other(frame.player)),
            (false, false) => self.state.turn,
        };
        self.frame().limbo = false;
        self.attach(at, frame.card, until);
        let target = self.place(at);
        self.tell(frame.player, What::ToolAttached { card: frame.card, target });
    }

    /// The energies on their way go to one creature.
    fn attach_held(&mut self, at: At, effect: &Effect) {
        let held = self.state.held;
        self.state.held.clear();
        let from_hand = held_from(effect) == Source::Hand;
        held.iter().for_each(|card| self.put_energy(at, *card, from_hand));
    }

    /// The ability that moves energies or attaches them.
    fn accelerate(&mut self, effect: &Effect) {
        let frame = *self.frame();
        let moves = effect.source == Source::Oneself;
        let asked = moves && effect.other != Target::Oneself;
        let to = self.state.find(frame.bound[usize::from(asked)]);
        match (to, moves) {
            (Some(to), true) => {
                let from = if asked { frame.bound[0] } else { frame.creature };
                let Some(from) = self.state.find(from) else { return };
                self.move_energies(from, to);
            }
            (Some(to), false) => self.attach_held(to, effect),
            (None, _) => {}
        }
        if effect.source == Source::Deck {
            self.shuffle(frame.player);
        }
    }

    /// Chosen attached energies go to another creature, behind what is there.
    fn move_energies(&mut self, from: At, to: At) {
        let chosen = self.state.chosen;
        let (origin, target) = (self.place(from), self.place(to));
        let mut moved: List<Attached, 60> = List::new();
        let side = &mut self.state.sides[usize::from(from.side & 1)];
        for place in &chosen {
            moved.push(Attached { slot: to.slot, ..side.attached[usize::from(*place)] });
        }
        let mut place = 0u8;
        side.attached.retain(|_| {
            place += 1;
            !chosen.contains(&(place - 1))
        });
        self.game.index_purse(self.state, from);
        for attached in &moved {
            let card = attached.card;
            self.attach(to, card, NEVER);
            self.tell(Seat(from.side), What::EnergyMoved { card, from: origin, to: target });
        }
    }

    /// The next energy on its way goes to the creature that was chosen for it.
    fn attach_next(&mut self, effect: &Effect) {
        let frame = *self.frame();
        self.frame().bound = [0; 2];
        let Some(at) = self.state.find(frame.bound[0]) else { return };
        if !self.state.held.is_empty() {
            let card = self.state.held.remove(0);
            self.put_energy(at, card, held_from(effect) == Source::Hand);
        }
    }

    fn finish_acceleration(&mut self, effect: &Effect) {
        let frame = *self.frame();
        if effect.who == Target::Oneself
            && let Some(at) = self.state.find(frame.creature)
        {
            self.attach_held(at, effect);
        }
        if effect.source == Source::Deck {
            self.shuffle(frame.player);
        }
    }

    /// A creature of a discard pile comes to its owner's bench, or the played card itself.
    fn put_into_play(&mut self, effect: &Effect) {
        let frame = *self.frame();
        if effect.source == Source::Hand {
            self.frame().limbo = false;
            self.bring(frame.player, frame.card);
            return;
        }
        let owner = self.game.pile_owner(frame.player, effect.source);
        let chosen = self.state.chosen;
        let cards = self.lift_from(owner, Source::Discard, &chosen);
        for card in &cards {
            self.bring(owner, *card);
        }
    }

    fn evolve_held(&mut self, at: At) {
        let Some(card) = self.state.held.pop() else { return };
        self.put_on(at, card);
        if self.game.is_triggered(self.state, at, crate::words::TriggerEvent::WhenPlayed) {
            self.frame().queue = [at.code()].into_iter().collect();
        }
    }
}

/// The zone that chosen cards leave for the time the effect takes.
fn held_from(effect: &Effect) -> Source {
    match effect.verb {
        Verb::Evolve => Source::Hand,
        Verb::AttachFromDiscard => Source::Discard,
        _ => effect.source,
    }
}

/// Puts cards below a deck, the first of them highest.
pub(crate) fn put_under(deck: &mut Pile, cards: &Pile) {
    if cards.is_empty() {
        return;
    }
    let mut whole: Pile = cards.iter().rev().copied().collect();
    deck.iter().for_each(|card| whole.push(*card));
    *deck = whole;
}
