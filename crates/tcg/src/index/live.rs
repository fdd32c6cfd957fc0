//! Which standing effects are in play at all, so that looking for one that is not costs nothing. Saves
//! 73 % of a step over a look at every card in play.
//!
//! The index follows from the cards on the board. The functions that put cards into or out of play
//! keep it; a state that was read without the cards at hand says "perhaps" to everything. It may say
//! yes too often, never too seldom: the caller still looks at the cards.

use bout_core::Seat;

use super::names::Names;
use crate::Tcg;
use crate::card::{Attack, CardDef, Effect, Energy};
use crate::query::PURSE_RULES;
use crate::state::{At, NEVER, SLOTS, State};
use crate::symbol::Card;
use crate::verbs::{Standing, Verb};
use crate::words::{ActivationType, CardType, RuleType, TriggerEvent, Type};

/// A bit for each creature of both sides.
const EVERYBODY: u16 = (1 << (2 * SLOTS)) - 1;

/// The index; it is not on the wire, and equal states may differ in it.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    /// Kinds of rules on each creature's top card and on what is attached to it, as bits.
    rules: [u32; 2 * SLOTS],
    /// Kinds of rules of the stadium, as bits.
    stadium: u32,
    /// For each kind of passive ability the creatures that have it, as bits.
    passives: [u16; Standing::COUNT],
    /// Creatures that have a passive ability that lowers hit points, as bits.
    drains: u16,
    /// Creatures with an ability that is used, and trainer cards put into play, as bits.
    usable: u16,
    /// For each trigger the creatures whose ability waits for it, as bits.
    triggers: [u16; TriggerEvent::ALL.len()],
    /// The energies on each creature.
    purses: [Purse; 2 * SLOTS],
    /// For each creature its plain attacks that the energies pay, as bits.
    paid: [u8; 2 * SLOTS],
    /// For each creature its attacks about which more than the energies decides, as bits.
    open: [u8; 2 * SLOTS],
    /// Creatures that are as good as knocked out, or have more damage than printed hit points, as bits.
    fallen: u16,
    /// Whether a card is attached that goes by itself.
    fleeting: bool,
    /// The name of each creature for comparing, if the index was made with the cards at hand.
    pub(super) names: Option<[Names; 2]>,
}

/// The units of the energies on a creature, as printed: in all, and those that can be of a type.
/// Beyond what a byte holds they are not counted; no printed cost asks for so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Purse {
    total: u8,
    of: [u8; Type::ALL.len()],
}

impl Purse {
    const EMPTY: Purse = Purse { total: 0, of: [0; Type::ALL.len()] };
    const UNKNOWN: Purse = Purse { total: u8::MAX, of: [u8::MAX; Type::ALL.len()] };

    /// Whether the units pay the printed cost of a plain attack.
    fn pays(&self, attack: &Attack) -> bool {
        let typed = attack.cost.len() as u8;
        let covered = attack.cost.first().is_none_or(|kind| self.of[*kind as usize] >= typed);
        covered && self.total >= typed + attack.colorless
    }

    fn put(&mut self, energy: &Energy) {
        self.total = self.total.saturating_add(energy.amount);
        for kind in energy.types.iter() {
            let units = &mut self.of[kind as usize];
            *units = units.saturating_add(energy.amount);
        }
    }
}

impl Default for Live {
    fn default() -> Self {
        Live {
            rules: [u32::MAX; 2 * SLOTS],
            stadium: u32::MAX,
            passives: [EVERYBODY; Standing::COUNT],
            drains: EVERYBODY,
            usable: EVERYBODY,
            triggers: [EVERYBODY; TriggerEvent::ALL.len()],
            purses: [Purse::UNKNOWN; 2 * SLOTS],
            paid: [0; 2 * SLOTS],
            open: [u8::MAX; 2 * SLOTS],
            fallen: EVERYBODY,
            fleeting: true,
            names: None,
        }
    }
}

impl PartialEq for Live {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Live {}

impl Live {
    /// The index of an empty board.
    pub const EMPTY: Live = Live {
        rules: [0; 2 * SLOTS],
        stadium: 0,
        passives: [0; Standing::COUNT],
        drains: 0,
        usable: 0,
        triggers: [0; TriggerEvent::ALL.len()],
        purses: [Purse::EMPTY; 2 * SLOTS],
        paid: [0; 2 * SLOTS],
        open: [0; 2 * SLOTS],
        fallen: 0,
        fleeting: false,
        names: Some([Names::EMPTY; 2]),
    };

    /// Whether a creature may have a rule of one of some kinds.
    #[inline]
    pub fn has_rules(&self, at: At, bits: u32) -> bool {
        (self.rules[at.index()] | self.stadium) & bits != 0
    }

    /// Whether any creature may have a rule of one of some kinds.
    #[inline]
    pub fn has_rules_anywhere(&self, bits: u32) -> bool {
        self.rules.iter().fold(self.stadium, |all, rules| all | rules) & bits != 0
    }

    /// Whether somebody may be knocked out where no timed effect changes hit points.
    #[inline]
    pub fn may_fall(&self) -> bool {
        self.fallen | self.drains != 0
    }

    /// Notes that a creature may be as good as knocked out.
    #[inline]
    pub fn fell(&mut self, at: At) {
        self.fallen |= at.bit();
    }

    /// The creatures that may have a passive ability of a kind, as bits.
    #[inline]
    pub(crate) fn passives(&self, standing: Standing) -> u16 {
        self.passives[standing as usize]
    }

    /// Whether a passive ability may take hit points away.
    #[inline]
    pub fn drains(&self) -> bool {
        self.drains != 0
    }

    /// Whether a creature may have something that its player can use.
    #[inline]
    pub fn is_usable(&self, at: At) -> bool {
        self.usable & at.bit() != 0
    }

    /// The slots of a side whose creatures may have something that its player can use, as bits.
    #[inline]
    pub fn usable(&self, seat: Seat) -> u16 {
        self.usable >> (seat.index() * SLOTS) & ((1 << SLOTS) - 1)
    }

    /// The creatures whose ability may wait for a trigger, as bits.
    #[inline]
    pub fn triggers(&self, event: TriggerEvent) -> u16 {
        self.triggers[event as usize]
    }

    /// The attacks of a creature that its energies pay, and those that must be looked at, as bits.
    #[inline]
    pub fn attacks(&self, at: At) -> (u8, u8) {
        if self.has_rules(at, PURSE_RULES) {
            return (0, u8::MAX);
        }
        (self.paid[at.index()], self.open[at.index()])
    }

    /// Notes which attacks of a creature its energies pay.
    fn note_attacks(&mut self, at: At, attacks: &[Attack]) {
        let (mut paid, mut open) = (0, 0);
        for (index, attack) in attacks.iter().enumerate() {
            let pays = attack.plain && self.purses[at.index()].pays(attack);
            paid |= u8::from(pays) << index;
            open |= u8::from(!attack.plain) << index;
        }
        (self.paid[at.index()], self.open[at.index()]) = (paid, open);
    }

    /// The most units that the energies on a creature can have.
    #[inline]
    pub fn units_at_most(&self, at: At) -> u8 {
        self.purses[at.index()].total
    }

    /// A card that was attached to a creature brings its rules and its energy.
    #[inline]
    fn attach(&mut self, at: At, def: &CardDef) {
        self.rules[at.index()] |= def.rule_bits;
        if let Some(energy) = &def.energy {
            self.purses[at.index()].put(energy);
        }
    }

    /// Whether a card may be attached that goes by itself.
    #[inline]
    pub fn is_fleeting(&self) -> bool {
        self.fleeting
    }

    /// Notes whether a card is attached that goes by itself.
    #[inline]
    pub fn note_fleeting(&mut self, fleeting: bool) {
        self.fleeting = fleeting;
    }

    /// Whether every yes of another index is a yes of this one.
    pub fn covers(&self, other: &Live) -> bool {
        let within = |mine: &[u16], others: &[u16]| {
            mine.iter().zip(others).all(|(mine, other)| other & !mine == 0)
        };
        self.rules.iter().zip(&other.rules).all(|(mine, other)| other & !mine == 0)
            && other.stadium & !self.stadium == 0
            && other.drains & !self.drains == 0
            && other.usable & !self.usable == 0
            && other.fallen & !self.fallen == 0
            && (self.fleeting || !other.fleeting)
            && within(&self.passives, &other.passives)
            && within(&self.triggers, &other.triggers)
            && (self.purses.iter().zip(&other.purses))
                .all(|(mine, other)| mine == other || *mine == Purse::UNKNOWN)
            && (self.paid.iter().zip(&self.open).zip(&other.paid))
                .all(|((paid, open), other)| paid == other || *open == u8::MAX)
            && (self.names.is_none() || self.names == other.names)
    }
}

impl Tcg {
    /// Brings the index of one creature up to date.
    pub(crate) fn index(&self, state: &mut State, at: At) {
        let (bit, def) = (at.bit(), self.top(state, at));
        let side = state.side_of(at);
        let creature = side.creature(at.slot);
        let fell = creature.doomed || creature.damage > 0 && creature.damage >= def.hp;
        self.index_purse(state, at);
        let live = &mut state.live;
        live.fallen = live.fallen & !bit | if fell { bit } else { 0 };
        if let Some(names) = &mut live.names {
            names[usize::from(at.side)].set(at.slot, def.key);
        }
        live.passives.iter_mut().for_each(|mask| *mask &= !bit);
        live.triggers.iter_mut().for_each(|mask| *mask &= !bit);
        live.drains &= !bit;
        live.usable &= !bit;
        live.usable |= if def.kind == CardType::Trainer { bit } else { 0 };
        let Some(ability) = &def.ability else { return };
        if ability.activation == ActivationType::Activated {
            live.usable |= bit;
        }
        if ability.activation == ActivationType::Passive {
            let kinds = ability.effects.iter().filter_map(|effect| effect.verb.standing());
            kinds.for_each(|standing| live.passives[standing as usize] |= bit);
            let drain = |effect: &Effect| matches!(&effect.verb, Verb::BoostHp(boost) if boost.0.amount < 0);
            live.drains |= if ability.effects.iter().any(drain) { bit } else { 0 };
        }
        if let Some(event) = ability.trigger {
            live.triggers[event as usize] |= bit;
        }
    }

    /// Brings up to date what follows from the cards attached to a creature.
    pub(crate) fn index_purse(&self, state: &mut State, at: At) {
        let def = self.top(state, at);
        let (side, live) = (&state.sides[usize::from(at.side)], &mut state.live);
        live.rules[at.index()] = def.rule_bits;
        live.purses[at.index()] = Purse::EMPTY;
        side.on(at.slot).for_each(|(_, found)| live.attach(at, self.def(found.card)));
        live.note_attacks(at, &def.attacks);
    }

    /// Adds a card that was attached to the index of its creature.
    pub(crate) fn index_attached(&self, state: &mut State, at: At, card: Card) {
        let attacks = &self.top(state, at).attacks;
        state.live.attach(at, self.def(card));
        state.live.note_attacks(at, attacks);
    }

    /// Brings the index of the stadium up to date.
    pub(crate) fn index_stadium(&self, state: &mut State) {
        state.live.stadium = state.stadium.map_or(0, |found| self.def(found.card).rule_bits);
    }

    /// The whole index of a state.
    pub(crate) fn indexed(&self, state: &State) -> Live {
        let mut copy = state.clone();
        copy.live = Live::EMPTY;
        for seat in [Seat(0), Seat(1)] {
            for at in state.board(seat) {
                self.index(&mut copy, at);
            }
        }
        self.index_stadium(&mut copy);
        let mut attached = state.sides.iter().flat_map(|side| side.attached.iter());
        copy.live.note_fleeting(attached.any(|attached| attached.until != NEVER));
        copy.live
    }
}

const _: () = assert!(RuleType::ALL.len() <= 32, "a bit for each kind of rule");

#[cfg(test)]
#[path = "../../tests/unit/live.rs"]
mod tests;
