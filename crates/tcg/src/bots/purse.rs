//! What the energies on a creature can pay, and what is missing (rules 6.4).

use crate::Tcg;
use crate::card::Energy;
use crate::state::{At, State};
use crate::words::{Type, Types};

const TYPES: usize = Type::ALL.len();
/// Units of several types that are told apart; further ones count as units of no type.
const MIXED_MAX: usize = 4;

/// Energies on a creature, as far as payments go.
#[derive(Clone, Copy, Default)]
pub struct Purse {
    total: u16,
    plain: [u8; TYPES],
    mixed: [(Types, u8); MIXED_MAX],
    mixes: u8,
}

impl Purse {
    /// The energies on a creature.
    pub fn of(game: &Tcg, state: &State, at: At) -> Purse {
        let mut purse = Purse::default();
        let mut changed = None;
        for attached in &state.side_of(at).attached {
            if attached.slot != at.slot || !attached.energy {
                continue;
            }
            if let Some(energy) = &game.def(attached.card).energy {
                let changed = *changed.get_or_insert_with(|| game.changed_types(state, at));
                purse.add(energy, changed);
            }
        }
        purse
    }

    /// The same with one more card.
    #[must_use]
    pub fn with(mut self, energy: &Energy) -> Purse {
        self.add(energy, Types::NONE);
        self
    }

    /// How many units there are.
    #[inline]
    pub fn total(&self) -> u16 {
        self.total
    }

    /// Whether some unit can be of one of these types.
    pub fn has(&self, types: Types) -> bool {
        self.count(types, types.iter()) > 0
    }

    fn add(&mut self, energy: &Energy, changed: Types) {
        self.total += u16::from(energy.amount);
        let types = energy.types.and(changed);
        if types.len() == 1 {
            types.iter().for_each(|kind| self.plain[kind as usize] += energy.amount);
        } else if let Some(mixed) = self.mixed.get_mut(usize::from(self.mixes)) {
            *mixed = (types, energy.amount);
            self.mixes += 1;
        }
    }

    /// Units that can be of one of some types.
    fn count(&self, types: Types, kinds: impl Iterator<Item = Type>) -> u16 {
        let plain: u16 = kinds.map(|kind| u16::from(self.plain[kind as usize])).sum();
        let mixed = self.mixed[..usize::from(self.mixes)].iter();
        plain
            + mixed
                .filter(|(can_be, _)| types.meets(*can_be))
                .map(|(_, n)| u16::from(*n))
                .sum::<u16>()
    }

    /// How many units of a cost are missing: for each of its types, and for all of them, there must
    /// be as many units as symbols.
    #[inline]
    pub fn lacks(&self, typed: &[Type], colorless: u16) -> u16 {
        let symbols = typed.len() as u16;
        let mut worst = (symbols + colorless).saturating_sub(self.total);
        let Some(first) = typed.first() else { return worst };
        if typed.iter().all(|kind| kind == first) {
            let there = self.count(Types::one(*first), std::iter::once(*first));
            return worst.max(symbols.saturating_sub(there));
        }
        let all: Types = typed.iter().copied().collect();
        for kind in all.iter() {
            let asked = typed.iter().filter(|other| **other == kind).count() as u16;
            let there = self.count(Types::one(kind), std::iter::once(kind));
            worst = worst.max(asked.saturating_sub(there));
        }
        worst.max(symbols.saturating_sub(self.count(all, all.iter())))
    }
}
