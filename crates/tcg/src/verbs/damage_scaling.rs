//! Change the damage of the attack for each of something.

use super::prelude::*;
use crate::apply::Attacker;
use crate::words::Per;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamageScaling {
    pub per: Per,
    pub amount: i16,
    pub energy: Types,
    /// At most so many count.
    pub cap: u16,
}

impl VerbRules for DamageScaling {
    const WORDS: Words = &[(Family::Attack, "DAMAGE_SCALING")];
    const GROWS: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("per amount energyType cap")?;
        Some(DamageScaling {
            per: from.node.need("per")?.word(Per::from_name)?,
            amount: from.node.need("amount")?.tens(-9990..=9990)? as i16,
            energy: from.energy,
            cap: from.node.number_or("cap", 0..=999, i64::from(from.cap)) as u16,
        })
    }

    fn growth(&self, game: &Tcg, state: &State, by: Attacker, defender: At) -> i32 {
        let seat = Seat(by.at.side);
        let count = match self.per {
            Per::EnergySelf => game.units(state, by.at, self.energy, false),
            Per::ExtraEnergySelf => game.extra_units(state, by, self.energy),
            Per::EnergyDefending => game.units(state, defender, self.energy, false),
            Per::DamageCountersSelf => state.creature(by.at).damage / 10,
            Per::DamageCountersDefending => state.creature(defender).damage / 10,
            Per::BenchYours => state.side(seat).bench.len() as u16,
            Per::BenchOpponent => state.side(other(seat)).bench.len() as u16,
            Per::HandYours => state.side(seat).hand.len() as u16,
        };
        i32::from(self.amount) * i32::from(count.min(self.cap))
    }

    fn perform(&self, _run: &mut Run<'_, '_>) {}
}

impl DamageScaling {
    /// Whether one more unit adds damage, for a creature with so many units and an attack of a cost.
    pub fn grows_from(&self, units: u16, cost: u16) -> bool {
        let counted = match self.per {
            Per::EnergySelf => units,
            Per::ExtraEnergySelf => units.saturating_sub(cost),
            Per::EnergyDefending
            | Per::DamageCountersSelf
            | Per::DamageCountersDefending
            | Per::BenchYours
            | Per::BenchOpponent
            | Per::HandYours => return false,
        };
        self.amount > 0 && counted < self.cap
    }
}

impl Tcg {
    /// Units beyond the cost, when it is paid with as few of them as possible.
    fn extra_units(&self, state: &State, by: Attacker, types: Types) -> u16 {
        let cost = self.cost(state, by.at, usize::from(by.index));
        if !self.can_pay(state, by.at, &cost) {
            return 0;
        }
        let units = self.units(state, by.at, types, false);
        let needed =
            if types.is_empty() { cost.total() } else { self.shortage(state, by.at, &cost, types) };
        units.saturating_sub(needed)
    }
}
