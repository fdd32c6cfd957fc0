//! `baseline`: the computer player of rules 10.2, step by step.

use std::cell::{Cell, OnceCell};

use bout_core::{Bot, Choice, Dice, Turn};

use super::brief::Brief;
use super::desk::{Alarm, Desk, Hand};
use super::purse::Purse;
use crate::Tcg;
use crate::action::{Action, Paid};
use crate::card::{Attack, CardDef, Effect, Energy};
use crate::phase::{MatchState, TurnPhase};
use crate::state::{At, Position, RuleChoice};
use crate::symbol::Card;
use crate::verbs::Verb;
use crate::view::Seen;
use crate::words::CardType;

/// Actions of a turn after which only an attack or its end is left.
const ACTIONS_MAX: u16 = 15;
/// Priority numbers are above this one less than nothing.
const PRIORITY_MIN: i32 = 1000;
/// Cards on a creature that are looked at to pay a retreat.
const ENERGIES_MAX: usize = 16;

/// The computer player; what it knows by heart are the cards.
#[derive(Default)]
pub struct Baseline {
    briefs: Vec<Brief>,
    digest: u64,
    alarm: Cell<Alarm>,
}

impl Baseline {
    /// What it does in a position; nothing if nobody waits for it.
    pub fn decide(&mut self, seen: Seen<'_>, dice: &mut Dice) -> Option<Action> {
        if self.briefs.is_empty() || self.digest != seen.game.digest {
            (self.briefs, self.digest) = (Brief::all(seen.game), seen.game.digest);
        }
        let desk = Desk::new(seen, &self.briefs, &self.alarm)?;
        if !desk.game.awaited(desk.state).contains(desk.seat) {
            return None;
        }
        desk.decide(dice)
    }

    /// Forgets what it has seen of a match.
    pub fn forget(&mut self) {
        self.alarm.set(Alarm::default());
    }
}

impl Bot<Tcg> for Baseline {
    fn choose(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Choice<Action> {
        self.decide(turn.seen(), dice).into()
    }

    fn reset(&mut self) {
        self.forget();
    }
}

impl Desk<'_> {
    fn decide(&self, dice: &mut Dice) -> Option<Action> {
        if let Some(head) = self.state.pending.first() {
            return match head.kind.of_rules() {
                Some(RuleChoice::Prize) => {
                    let left = self.own().prizes.len() as u32;
                    Some(Action::SelectPrize { index: dice.below(left.max(1)) as u8 })
                }
                Some(RuleChoice::Active) => {
                    let target = self.place(self.best_benched()?)?;
                    Some(Action::SetActive { card: None, target: Some(target) })
                }
                None => self.answer(head.id),
            };
        }
        match self.state.phase.get() {
            MatchState::PlayerTurn => match self.state.turn_phase? {
                TurnPhase::Draw => Some(Action::DrawCard),
                TurnPhase::Main => Some(self.main_action()),
                TurnPhase::Attack => Some(self.attack().unwrap_or(Action::EndTurn)),
                TurnPhase::End => Some(Action::EndTurn),
            },
            MatchState::DrawingCards => Some(Action::DrawInitialCards),
            MatchState::SelectActive | MatchState::InitialSetup => {
                let card = self.hand().basic?;
                Some(Action::SetActive { card: Some(card), target: None })
            }
            MatchState::SelectBench => {
                let free = self.game.free_bench(self.state, self.seat) > 0;
                let card = if free { self.hand().basic } else { None };
                Some(card.map_or(Action::CompleteSetup, |card| Action::PlayCreature { card }))
            }
            MatchState::Created | MatchState::Waiting => {
                let mut legal = Vec::new();
                self.game.actions(self.state, self.seat, &mut legal);
                dice.pick(&legal).cloned()
            }
            MatchState::DeckValidation
            | MatchState::PreGameSetup
            | MatchState::BetweenTurns
            | MatchState::MatchEnded
            | MatchState::Cancelled => None,
        }
    }

    /// The first step that yields an action.
    fn main_action(&self) -> Action {
        let done = self.own().main_actions >= ACTIONS_MAX;
        let steps = |hand: &Hand| {
            self.draw_trainer(hand)
                .or_else(|| self.flee())
                .or_else(|| self.evolve_active(hand))
                .or_else(|| self.attach(hand))
                .or_else(|| self.trainer(hand))
                .or_else(|| self.evolve_bench(hand))
                .or_else(|| self.ability())
                .or_else(|| self.bench(hand))
        };
        let action = if done { None } else { steps(&self.hand()) };
        action.or_else(|| self.attack()).unwrap_or(Action::EndTurn)
    }

    /// Step A: a card that does nothing but draw.
    fn draw_trainer(&self, hand: &Hand) -> Option<Action> {
        let deck = self.own().deck.len();
        let drawing = |card: &&Card| {
            let draws = usize::from(self.brief(**card).draws);
            draws > 0
                && deck > draws
                && self.game.can_play_trainer(self.state, self.seat, **card).is_ok()
        };
        hand.trainers
            .iter()
            .find(drawing)
            .map(|card| Action::PlayTrainer { card: *card, choices: None })
    }

    /// Step B1: away from what could knock the active out.
    fn flee(&self) -> Option<Action> {
        let own = self.own();
        if own.energy_attached > 0 || own.bench.is_empty() {
            return None;
        }
        let active = self.active()?;
        if !self.is_in_danger() {
            return None;
        }
        self.game.can_retreat(self.state, self.seat, Position::Bench0).ok()?;
        let target = self.place(self.refuge()?)?;
        Some(Action::Retreat { target, paid: self.payment(active)? })
    }

    /// Energies that pay a retreat: first those that no own attack asks for.
    fn payment(&self, active: At) -> Option<Paid> {
        let cost = self.game.retreat_cost(self.state, active)?;
        let def = self.game.top(self.state, active);
        let is_asked = |card: Card| {
            let types = self.game.def(card).energy.map(|energy| energy.types);
            types.is_some_and(|types| {
                def.attacks.iter().flat_map(|attack| &attack.cost).any(|kind| types.has(*kind))
            })
        };
        let attached = || self.own().on(active.slot).map(|(_, attached)| attached.card);
        let units = |card: Card| self.game.retreat_units(card);
        let mut taken = [false; ENERGIES_MAX];
        let mut sum = 0;
        for asked in [false, true] {
            for (card, taken) in attached().zip(&mut taken) {
                if sum < cost && units(card) > 0 && is_asked(card) == asked {
                    (sum, *taken) = (sum + units(card), true);
                }
            }
        }
        // What turned out to be superfluous stays, later copies first.
        for place in (0..ENERGIES_MAX).rev() {
            if !taken[place] {
                continue;
            }
            let card = attached().nth(place).unwrap_or_default();
            if sum - units(card) >= cost {
                (sum, taken[place]) = (sum - units(card), false);
            }
        }
        let paid = attached().zip(taken).filter(|(_, taken)| *taken).map(|(card, _)| card);
        (sum >= cost).then(|| paid.collect())
    }

    /// Step B2: evolves the active.
    fn evolve_active(&self, hand: &Hand) -> Option<Action> {
        let active = self.active()?;
        hand.evolutions.iter().find_map(|card| self.evolve(*card, active))
    }

    /// Step C1: evolves a creature of the bench.
    fn evolve_bench(&self, hand: &Hand) -> Option<Action> {
        let mut cards = hand.evolutions.iter();
        cards.find_map(|card| self.state.bench(self.seat).find_map(|at| self.evolve(*card, at)))
    }

    /// Puts a card on a creature if it may, and if its cheapest attack is at most one energy away.
    #[inline]
    fn evolve(&self, card: Card, at: At) -> Option<Action> {
        let def = self.game.def(card);
        let fits = self.descends(def, at)
            && self.game.may_be_played(self.state, self.seat, def)
            && self.game.evolution_fault(self.state, self.seat, def, at, false).is_none()
            && self.lacks_as(def, at) < 2;
        if !fits {
            return None;
        }
        Some(Action::Evolve { card, target: self.place(at)? })
    }

    /// Whether a card belongs on a creature, next stage or one further.
    fn descends(&self, def: &CardDef, at: At) -> bool {
        let key = self.game.top(self.state, at).key;
        def.evolves_from == key || def.skips_from.contains(&key)
    }

    /// Step B3: the energy where it does most.
    fn attach(&self, hand: &Hand) -> Option<Action> {
        if hand.energies.is_empty() {
            return None;
        }
        let mut best: Option<(u32, Card, At)> = None;
        let danger = OnceCell::new();
        for at in self.state.board(self.seat) {
            if !self.game.has_attachment(self.state, at) {
                continue;
            }
            let active = self.state.is_active(at);
            let purse = Purse::of(self.game, self.state, at);
            for card in hand.energies.iter().copied() {
                let Some(energy) = &self.game.def(card).energy else { continue };
                if !energy.only.is_empty() && !self.game.fits_energy(self.state, at, card) {
                    continue;
                }
                let Some(value) = self.value_of(at, &purse, energy) else { continue };
                let hopeless =
                    active && value.damage == 0 && *danger.get_or_init(|| self.is_in_danger());
                let rank = value.rank(active);
                if !hopeless && best.is_none_or(|(most, ..)| rank > most) {
                    best = Some((rank, card, at));
                }
            }
        }
        let (_, card, at) = best?;
        Some(Action::AttachEnergy { card, target: self.place(at)? })
    }

    /// What an energy would do on a creature; none if it brings no attack closer.
    fn value_of(&self, at: At, purse: &Purse, energy: &Energy) -> Option<Value> {
        let richer = purse.with(energy);
        let mut value = Value { turns: u16::MAX, ..Value::default() };
        let mut closer = false;
        for index in 0..self.game.top(self.state, at).attacks.len() {
            let cost = self.cost(at, index);
            let before = purse.lacks(cost.symbols(), cost.colorless);
            let stronger = before == 0 && self.grows(at, index, purse.total());
            if before == 0 && !stronger {
                value.had = value.had.max(self.promise(at, index));
                continue;
            }
            let after = richer.lacks(cost.symbols(), cost.colorless);
            if after >= before && !stronger {
                continue;
            }
            closer = true;
            value.turns = value.turns.min(after);
            value.exact |= richer.total() <= cost.total();
            if after == 0 {
                let gain = if stronger { 10 } else { 0 };
                value.damage = value.damage.max(self.promise(at, index) + gain);
            }
        }
        if !closer {
            return None;
        }
        value.damage = value.damage.max(value.had);
        if self.state.is_active(at) {
            let left = self.foe().map_or(u16::MAX, |foe| self.hp(foe));
            value.knocks_out = value.damage >= left && value.had < left;
        }
        value.same = purse.has(energy.types);
        Some(value)
    }

    /// The sure damage of an attack: against the opponent's active, or what a benched creature has
    /// printed on it.
    fn promise(&self, at: At, index: usize) -> u16 {
        match self.foe() {
            Some(foe) if self.state.is_active(at) => self.blow(at, index, foe).sure,
            _ => self.game.top(self.state, at).attacks[index].damage,
        }
    }

    /// Step C2: an ability that heals, brings energy or draws.
    fn ability(&self) -> Option<Action> {
        for at in self.state.board(self.seat) {
            let creature = self.state.creature(at);
            if !self.brief(creature.top()).is_active || creature.ability_on == self.state.turn {
                continue;
            }
            let Some(ability) = self.game.ability(self.state, at) else { continue };
            let useful = ability.effects.iter().any(|effect| effect.verb.is_useful(self, at));
            let pays = |effect: &Effect| matches!(effect.verb, Verb::DiscardHand(_));
            let pays = ability.effects.iter().any(pays);
            let position = self.place(at)?;
            if useful
                && (!pays || self.has_spare_card())
                && self.game.can_use_ability(self.state, self.seat, position).is_ok()
            {
                return Some(Action::UseAbility { target: position, choices: None });
            }
        }
        None
    }

    /// Whether a creature of the bench should come in by its ability, or the active go.
    pub fn wants_switch(&self, at: At) -> bool {
        let active = self.state.is_active(at);
        let refuge = if active { self.refuge() } else { Some(at) };
        let ready = |at: At| self.lacks_as(self.game.top(self.state, at), at) == 0;
        refuge.is_some_and(ready) && self.is_in_danger()
    }

    /// Step C3: the best basic creature to the bench.
    fn bench(&self, hand: &Hand) -> Option<Action> {
        let card = hand.basic?;
        if self.game.free_bench(self.state, self.seat) == 0 {
            return None;
        }
        let may = self.game.may_be_played(self.state, self.seat, self.game.def(card));
        may.then_some(Action::PlayCreature { card })
    }

    /// Step D: a knock-out, or what can be expected to do most.
    fn attack(&self) -> Option<Action> {
        let (active, foe) = (self.active()?, self.foe()?);
        let attacks = &self.game.top(self.state, active).attacks;
        let left = self.hp(foe);
        let mut best: Option<((bool, u16, bool, u16), u8)> = None;
        for blow in self.blows() {
            let attack = &attacks[usize::from(blow.index)];
            let menace = self.twice_menace(attack, foe);
            let rank = if blow.sure >= left {
                (true, u16::from(menace > 0), !harms_itself(attack), blow.sure)
            } else {
                (false, blow.twice + menace, false, 0)
            };
            let is_something = rank.0 || rank.1 > 0;
            if is_something && best.is_none_or(|(most, _)| rank > most) {
                best = Some((rank, blow.index));
            }
        }
        best.map(|(_, index)| Action::Attack { index, choices: None })
    }

    /// Whether a card of the hand would not be missed.
    pub fn has_spare_card(&self) -> bool {
        let hand = &self.own().hand;
        let energies = hand.iter().filter(|card| self.game.def(**card).kind == CardType::Energy);
        energies.count() > 2 || hand.len() > 5
    }
}

fn harms_itself(attack: &Attack) -> bool {
    let coins = attack.coins.is_some_and(|coins| coins.self_damage > 0);
    coins || attack.effects.iter().any(|effect| effect.verb.harms_itself())
}

/// What attaching an energy leads to.
#[derive(Clone, Copy, Debug, Default)]
struct Value {
    /// The best damage it makes possible.
    damage: u16,
    /// The best damage before.
    had: u16,
    /// Whether that knocks the opponent's active out, and nothing did before.
    knocks_out: bool,
    /// Whether no unit is left over.
    exact: bool,
    /// Turns until an attack is ready; 0 if it is at once.
    turns: u16,
    /// Whether energy of the same type is on the creature already.
    same: bool,
}

impl Value {
    /// The order of preference: knock-outs, more damage, exact fits, the priority number.
    fn rank(self, active: bool) -> u32 {
        let more = self.damage > self.had;
        let mut priority = match (self.knocks_out, more) {
            (true, _) => 10_000,
            (_, true) => 1000,
            _ => 100,
        };
        priority += 100 * i32::from(self.exact);
        priority += match self.turns {
            0 => 200,
            turns => -50 - 25 * i32::from(turns.min(9) - 1),
        };
        priority += 50 * i32::from(self.same) + 50 * i32::from(active);
        u32::from(self.knocks_out) << 30
            | u32::from(more) << 29
            | u32::from(self.exact) << 28
            | (priority + PRIORITY_MIN).unsigned_abs()
    }
}
