//! Which standing effects are in play at all, so that looking for one that is not costs nothing.
//!
//! The index follows from the cards on the board. The functions that put cards into or out of play
//! keep it; a state that was read without the cards at hand says "perhaps" to everything. It may say
//! yes too often, never too seldom: who asks still looks at the cards.

use bout_core::Seat;

use crate::Tcg;
use crate::card::{CardDef, Effect, Verb};
use crate::state::{At, SLOTS, State};
use crate::words::{ActivationType, CardType, RuleType, TriggerEvent};

/// Verbs that a passive ability can have.
const PASSIVES: usize = 4;
/// A bit for each creature of both sides.
const EVERYBODY: u16 = (1 << (2 * SLOTS)) - 1;

/// The index; it is not on the wire, and equal states may differ in it.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    /// Kinds of rules on each creature's top card and on what is attached to it, as bits.
    rules: [u32; 2 * SLOTS],
    /// Kinds of rules of the stadium, as bits.
    stadium: u32,
    /// For each verb of passive abilities the creatures that have it, as bits.
    passives: [u16; PASSIVES],
    /// Creatures that have a passive ability by which somebody's hit points are fewer, as bits.
    drains: u16,
    /// Creatures with an ability that is used, and trainer cards put into play, as bits.
    usable: u16,
    /// For each trigger the creatures whose ability waits for it, as bits.
    triggers: [u16; TriggerEvent::ALL.len()],
}

impl Default for Live {
    fn default() -> Self {
        Live {
            rules: [u32::MAX; 2 * SLOTS],
            stadium: u32::MAX,
            passives: [EVERYBODY; PASSIVES],
            drains: EVERYBODY,
            usable: EVERYBODY,
            triggers: [EVERYBODY; TriggerEvent::ALL.len()],
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
        passives: [0; PASSIVES],
        drains: 0,
        usable: 0,
        triggers: [0; TriggerEvent::ALL.len()],
    };

    /// Whether a creature may have a rule of one of some kinds.
    #[inline]
    pub fn has_rules(&self, at: At, bits: u32) -> bool {
        (self.rules[at.index()] | self.stadium) & bits != 0
    }

    /// The creatures that may have a passive ability with a verb, as bits.
    #[inline]
    pub fn passives(&self, verb: Verb) -> u16 {
        passive(verb).map_or(0, |place| self.passives[place])
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

    /// The creatures whose ability may wait for a trigger, as bits.
    #[inline]
    pub fn triggers(&self, event: TriggerEvent) -> u16 {
        self.triggers[event as usize]
    }

    /// A card that was attached to a creature brings its rules.
    #[inline]
    pub fn attach(&mut self, at: At, def: &CardDef) {
        self.rules[at.index()] |= def.rule_bits;
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
            && within(&self.passives, &other.passives)
            && within(&self.triggers, &other.triggers)
    }
}

/// The place of a verb among those of passive abilities.
#[inline]
const fn passive(verb: Verb) -> Option<usize> {
    match verb {
        Verb::BoostHp => Some(0),
        Verb::BoostAttack => Some(1),
        Verb::Prevent => Some(2),
        Verb::Reduce => Some(3),
        _ => None,
    }
}

impl Tcg {
    /// Brings the index of one creature up to date.
    pub(crate) fn index(&self, state: &mut State, at: At) {
        let (bit, def) = (at.bit(), self.top(state, at));
        let side = &state.sides[usize::from(at.side & 1)];
        let attached = side.on(at.slot).map(|(_, found)| self.def(found.card).rule_bits);
        let rules = attached.fold(def.rule_bits, |bits, more| bits | more);
        let live = &mut state.live;
        live.rules[at.index()] = rules;
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
            let verbs = ability.effects.iter().filter_map(|effect: &Effect| passive(effect.verb));
            verbs.for_each(|place| live.passives[place] |= bit);
            let drain = |effect: &Effect| effect.verb == Verb::BoostHp && effect.amount < 0;
            live.drains |= if ability.effects.iter().any(drain) { bit } else { 0 };
        }
        if let Some(event) = ability.trigger {
            live.triggers[event as usize] |= bit;
        }
    }

    /// Brings the index of the stadium up to date.
    pub(crate) fn index_stadium(&self, state: &mut State) {
        state.live.stadium = state.stadium.map_or(0, |found| self.def(found.card).rule_bits);
    }

    /// The whole index of a state.
    pub(crate) fn indexed(&self, state: &State) -> Live {
        let mut copy = *state;
        copy.live = Live::EMPTY;
        for seat in [Seat(0), Seat(1)] {
            for at in state.board(seat) {
                self.index(&mut copy, at);
            }
        }
        self.index_stadium(&mut copy);
        copy.live
    }
}

const _: () = assert!(RuleType::ALL.len() <= 32, "a bit for each kind of rule");
