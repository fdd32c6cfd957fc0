//! What the energies on a creature can pay, and what is missing (rules 6.4).

use bout_core::List;

use crate::Tcg;
use crate::card::Energy;
use crate::state::{At, State};
use crate::words::{Type, Types};

/// Energies on a creature, as far as payments go; those beyond are of no use to any attack.
#[derive(Clone, Copy, Default)]
pub struct Purse {
    units: List<(Types, u8), 16>,
    total: u16,
}

impl Purse {
    /// The energies on a creature.
    pub fn of(game: &Tcg, state: &State, at: At) -> Purse {
        let changed = game.changed_types(state, at);
        let mut purse = Purse::default();
        for attached in &state.sides[usize::from(at.side & 1)].attached {
            if attached.slot != at.slot || !attached.energy {
                continue;
            }
            if let Some(energy) = &game.def(attached.card).energy {
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
    pub fn total(&self) -> u16 {
        self.total
    }

    fn add(&mut self, energy: &Energy, changed: Types) {
        self.total += u16::from(energy.amount);
        if !self.units.is_full() {
            self.units.push((energy.types.and(changed), energy.amount));
        }
    }

    fn count(&self, types: Types) -> u16 {
        let fitting = self.units.iter().filter(|(can_be, _)| types.meets(*can_be));
        fitting.map(|(_, amount)| u16::from(*amount)).sum()
    }

    /// How many units of a cost are missing: for every set of its types there must be as many units
    /// as symbols.
    pub fn lacks(&self, typed: &[Type], colorless: u16) -> u16 {
        let mut worst = (typed.len() as u16 + colorless).saturating_sub(self.total);
        let asked = |types: Types| typed.iter().filter(|kind| types.has(**kind)).count() as u16;
        let all: Types = typed.iter().copied().collect();
        for kind in all.iter() {
            let one = Types::one(kind);
            worst = worst.max(asked(one).saturating_sub(self.count(one)));
        }
        if all.len() > 1 {
            worst = worst.max(asked(all).saturating_sub(self.count(all)));
        }
        worst
    }
}
