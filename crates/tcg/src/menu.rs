//! What a player can choose from in a turn (rules 4.4).

use std::borrow::Cow;

use bout_core::{List, Seat};

use crate::Tcg;
use crate::action::{Action, Paid};
use crate::card::Rule;
use crate::cost::COST_RULES;
use crate::index::Slots;
use crate::library::{LEAPS, PICKY, RESTRICTED, Role};
use crate::phase::TurnPhase;
use crate::query::EVOLUTION_RULES;
use crate::state::{At, Hand, Position, SLOTS, Side, State};
use crate::symbol::Card;
use crate::words::RuleType;

/// The places of a set, the lowest first.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        let there = set != 0;
        set &= set.wrapping_sub(1);
        there.then_some(place)
    })
}

/// The positions of a set.
#[inline]
fn positions(set: u64) -> impl Iterator<Item = Position> {
    bits(set).map(|place| Position::ALL[place.min(SLOTS - 1)])
}

/// The choices of a turn, written out in the order of the rules.
pub(crate) struct Menu<'a> {
    game: &'a Tcg,
    state: &'a State,
    seat: Seat,
}

impl<'a> Menu<'a> {
    /// The menu of the player whose turn it is, when nothing else is asked.
    pub fn new(game: &'a Tcg, state: &'a State, seat: Seat) -> Self {
        Menu { game, state, seat }
    }

    /// Appends every choice.
    pub fn write(&self, out: &mut Vec<Action>) {
        match self.state.turn_phase {
            Some(TurnPhase::Draw) => out.push(Action::DrawCard),
            Some(TurnPhase::Main) => {
                let limit = self.game.config.rules.max_main_actions_per_turn;
                if u32::from(self.side().main_actions) < limit {
                    self.write_main_actions(out);
                }
                out.push(Action::EnterAttack);
                self.write_attacks(out);
            }
            Some(TurnPhase::Attack) => self.write_attacks(out),
            Some(TurnPhase::End) | None => {}
        }
        out.push(Action::EndTurn);
    }

    fn write_main_actions(&self, out: &mut Vec<Action>) {
        let hand = &*self.game.known_hand(self.state, self.seat);
        let basics = self.game.playable_basics(self.state, self.seat, hand);
        out.extend(hand.at(basics).map(|card| Action::PlayCreature { card }));
        self.write_attachments(hand, out);
        self.write_trainers(hand, out);
        self.write_evolutions(hand, out);
        self.write_retreats(out);
        self.write_abilities(out);
    }

    fn side(&self) -> &'a Side {
        self.state.side(self.seat)
    }

    /// The creature at a place of the board.
    #[inline]
    fn at(&self, place: usize) -> At {
        let side = self.side();
        let slot = if place == 0 { side.active.0 } else { side.bench[place - 1] };
        At { side: self.seat.0, slot }
    }

    fn write_attachments(&self, hand: &Hand, out: &mut Vec<Action>) {
        let energies = hand.firsts_of(Role::Energy);
        if energies == 0 {
            return;
        }
        let open = self.open();
        for card in hand.at(energies) {
            let picky = self.game.cards.brief(card).traits & PICKY != 0;
            let fits = |at| !picky || self.game.fits_energy(self.state, at, card);
            let takers = positions(self.filtered(open, fits));
            out.extend(takers.map(|target| Action::AttachEnergy { card, target }));
        }
    }

    /// Creatures that may get an energy of the hand in this turn.
    fn open(&self) -> u64 {
        let board = self.side().positions();
        let limit = self.game.config.rules.energy_attachments_per_turn;
        if u32::from(self.side().energy_attached) < limit {
            return board;
        }
        let extra = Rule::bit(RuleType::ExtraEnergyAttachment);
        self.filtered(board, |at| {
            self.state.live.has_rules(at, extra) && self.game.has_allowance(self.state, at)
        })
    }

    /// The creatures of a set for which something holds.
    #[inline]
    fn filtered(&self, board: u64, holds: impl Fn(At) -> bool) -> u64 {
        bits(board).filter(|place| holds(self.at(*place))).fold(0, |set, place| set | 1 << place)
    }

    fn write_trainers(&self, hand: &Hand, out: &mut Vec<Action>) {
        for place in bits(hand.firsts_of(Role::Trainer)) {
            if self.game.can_play_trainer_at(self.state, self.seat, place).is_ok() {
                out.push(Action::PlayTrainer { card: hand[place], choices: None });
            }
        }
    }

    fn write_evolutions(&self, hand: &Hand, out: &mut Vec<Action>) {
        for card in hand.at(hand.firsts_of(Role::Evolution)) {
            let below = self.game.creatures_below(self.state, self.seat, card, LEAPS);
            if !below.is_empty() {
                let targets = positions(self.evolving(card, below));
                out.extend(targets.map(|target| Action::Evolve { card, target }));
            }
        }
    }

    /// Creatures that a card of the hand may be put on, of those on which it fits by name.
    fn evolving(&self, card: Card, below: Slots) -> u64 {
        if !self.game.may_be_played(self.state, self.seat, self.game.def(card)) {
            return 0;
        }
        let able = below.filter(|slot| self.can_evolve(card, *slot));
        let positions = able.filter_map(|slot| self.side().position(slot));
        positions.fold(0, |set, position| set | 1 << position as u32)
    }

    /// Whether a creature on which a card fits by name may evolve now.
    fn can_evolve(&self, card: Card, slot: u8) -> bool {
        let (game, state) = (self.game, self.state);
        let (def, at) = (game.def(card), At { side: self.seat.0, slot });
        let creature = state.creature(at);
        let fresh = creature.entered_on == state.turn || creature.evolved_on == state.turn;
        let timely = !fresh && self.side().turns_taken > 1;
        if !state.live.has_rules(at, EVOLUTION_RULES) && !def.has_rule(RuleType::SkipEvolutionStage)
        {
            return timely && game.fits_on(state, def, at, false);
        }
        game.evolution_fault(state, self.seat, def, at, false).is_none()
    }

    fn write_retreats(&self, out: &mut Vec<Action>) {
        let bench = self.side().bench.len();
        if bench == 0 || self.game.is_too_poor(self.state, self.seat) {
            return;
        }
        let price = self.game.retreat_price(self.state, self.seat, Position::Bench0);
        let Ok(price) = price else { return };
        let first = out.len();
        self.game.payments(self.state, self.seat, price, &mut |paid| {
            out.push(Action::Retreat { target: Position::Bench0, paid });
        });
        let ways = first..out.len();
        for place in 1..bench {
            for way in ways.clone() {
                if let Action::Retreat { paid, .. } = &out[way] {
                    let (target, paid) = (Position::bench(place), paid.clone());
                    out.push(Action::Retreat { target, paid });
                }
            }
        }
    }

    fn write_abilities(&self, out: &mut Vec<Action>) {
        if self.state.live.usable(self.seat) == 0 {
            return;
        }
        for place in bits(self.side().positions()) {
            let usable = self.state.live.is_usable(self.at(place));
            let target = Position::ALL[place];
            if usable && self.game.can_use_ability(self.state, self.seat, target).is_ok() {
                out.push(Action::UseAbility { target, choices: None });
            }
        }
    }

    fn write_attacks(&self, out: &mut Vec<Action>) {
        let Some(at) = self.state.active(self.seat) else { return };
        let (paid, open) = self.game.attacks_in_reach(self.state, at);
        if paid | open == 0 || self.game.may_attack(self.state, at).is_err() {
            return;
        }
        for index in bits(u64::from(paid | open)).map(|index| index as u8) {
            let sure = paid >> index & 1 != 0;
            if sure || self.game.can_make_attack(self.state, at, index).is_ok() {
                out.push(Action::Attack { index, choices: None });
            }
        }
    }
}

impl Tcg {
    /// A hand of which it is known what its cards are.
    #[inline]
    pub(crate) fn known_hand<'a>(&self, state: &'a State, seat: Seat) -> Cow<'a, Hand> {
        let mut hand = Cow::Borrowed(&state.side(seat).hand);
        if !hand.is_sure() {
            hand.to_mut().learn(|card| self.cards.role(card));
        }
        hand
    }

    /// The attacks of a creature that its energies pay, and those that must be looked at and for
    /// which it does not have too few energies, as bits.
    #[inline]
    pub(crate) fn attacks_in_reach(&self, state: &State, at: At) -> (u8, u8) {
        let (paid, open) = state.live.attacks(at);
        if open == 0 {
            return (paid, 0);
        }
        let printed = !state.live.has_rules(at, COST_RULES);
        let most = u16::from(state.live.units_at_most(at));
        let attacks = self.top(state, at).attacks.iter().zip(0..);
        let reach = attacks.fold(0, |reach, (attack, index)| {
            let symbols = attack.cost.len() as u16 + u16::from(attack.colorless);
            reach | u8::from(!printed || most >= symbols) << index
        });
        (paid, open & reach)
    }

    /// The places of basic creatures that may be put on the bench.
    pub(crate) fn playable_basics(&self, state: &State, seat: Seat, hand: &Hand) -> u64 {
        let basics = hand.firsts_of(Role::Basic);
        let none = basics == 0 || self.free_bench(state, seat) == 0;
        if none || !self.has_basic_to_spare(state, seat) {
            return 0;
        }
        let playing = state.phase.get() == crate::phase::MatchState::PlayerTurn;
        if !playing {
            return basics;
        }
        let may = |place: &usize| {
            let card = hand[*place];
            let restricted = self.cards.brief(card).traits & RESTRICTED != 0;
            !restricted || self.may_be_played(state, seat, self.def(card))
        };
        bits(basics).filter(may).fold(0, |set, place| set | 1 << place)
    }

    /// Every smallest set of energies that pays a retreat, by ids, in attachment order.
    pub(crate) fn payments(
        &self,
        state: &State,
        seat: Seat,
        cost: u16,
        found: &mut dyn FnMut(Paid),
    ) {
        let side = state.side(seat);
        let attached = side.on(side.active.0).map(|(_, attached)| attached.card);
        let cards: List<Card, 60> = attached.filter(|card| self.retreat_units(*card) > 0).collect();
        self.pay(&cards, cost, 0, &mut List::new(), found);
    }

    /// Goes through the cards from `from` on; a copy counts only if the copy before it is chosen.
    fn pay(
        &self,
        cards: &List<Card, 60>,
        cost: u16,
        from: usize,
        chosen: &mut List<u8, 5>,
        found: &mut dyn FnMut(Paid),
    ) {
        let units = |at: &u8| self.retreat_units(cards[usize::from(*at)]);
        let sum: u16 = chosen.iter().map(units).sum();
        if sum >= cost {
            let least = chosen.iter().map(units).min().unwrap_or(0);
            if chosen.is_empty() || sum - least < cost {
                found(chosen.iter().map(|at| cards[usize::from(*at)]).collect());
            }
            return;
        }
        if chosen.is_full() {
            return;
        }
        for at in from..cards.len() {
            let before = (0..at).rev().find(|before| cards[*before] == cards[at]);
            if before.is_none_or(|before| chosen.contains(&(before as u8))) {
                chosen.push(at as u8);
                self.pay(cards, cost, at + 1, chosen, found);
                chosen.pop();
            }
        }
    }
}
