//! What attacks cost, and whether the energies on a creature pay it (rules 6.4).

use crate::Tcg;
use crate::card::Rule;
use crate::state::{At, State};
use crate::words::{RuleType, Type, Types};

/// Rules that change the cost of attacks.
pub(crate) const COST_RULES: u32 =
    Rule::bit(RuleType::AttackCostModification) | Rule::bit(RuleType::EnergyCostReduction);

impl Tcg {
    /// The cost of an attack as it is now: typed symbols in order, then how many colourless ones.
    pub(crate) fn cost(&self, state: &State, at: At, index: usize) -> Cost {
        let attack = &self.top(state, at).attacks[index];
        let mut cost = Cost { colorless: u16::from(attack.colorless), ..Cost::default() };
        for kind in &attack.cost {
            cost.typed[usize::from(cost.len)] = *kind;
            cost.len += 1;
        }
        if !state.live.has_rules(at, COST_RULES) {
            return cost;
        }
        let counters = i32::from(state.creature(at).damage / 10);
        let (mut more, mut less) = (0, 0);
        self.each_rule(state, at, RuleType::AttackCostModification, &mut |rule| {
            if rule.is_about(attack.name) {
                let times = if rule.per_counter { counters } else { 1 };
                let change = i32::from(rule.amount) * times;
                if change > 0 { more += change } else { less -= change }
            }
        });
        cost.colorless += more.min(1000) as u16;
        cost.reduce(less.min(1000) as u16);
        self.each_rule(state, at, RuleType::EnergyCostReduction, &mut |rule| {
            for _ in 0..rule.amount {
                cost.remove(rule.types);
            }
        });
        cost
    }

    /// Whether the units on a creature pay a cost (rules 6.4): for every set of types there must be
    /// as many units that can be one of them as symbols that ask for one.
    #[inline]
    pub(crate) fn can_pay(&self, state: &State, at: At, cost: &Cost) -> bool {
        let enough = self.raw_units(state, at, Types::NONE, Types::NONE, false) >= cost.total();
        enough && (cost.len == 0 || self.shortage(state, at, cost, Types::NONE) == 0)
    }

    /// How many symbols of a cost cannot be paid by units on a creature, those left aside that can
    /// be one of `aside`.
    pub(crate) fn shortage(&self, state: &State, at: At, cost: &Cost, aside: Types) -> u16 {
        let changed = self.changed_types(state, at);
        let units = |types: Types| {
            let all = self.raw_units(state, at, types, changed, false);
            if aside.is_empty() {
                return all;
            }
            all - self.units_of_both(state, at, types, aside, changed)
        };
        let mut kinds = [Type::Colorless; 10];
        let distinct = cost.kinds(&mut kinds);
        let total = units(Types::NONE);
        let mut worst = (u16::from(cost.len) + cost.colorless).saturating_sub(total);
        for subset in 1u32..1 << distinct {
            let chosen =
                || (0..distinct).filter(|bit| subset & 1 << bit != 0).map(|bit| kinds[bit]);
            let types: Types = chosen().collect();
            let asked = cost.symbols().iter().filter(|kind| types.has(**kind)).count() as u16;
            worst = worst.max(asked.saturating_sub(units(types)));
        }
        worst
    }

    /// Units that can be one of `types` and also one of `aside`.
    fn units_of_both(
        &self,
        state: &State,
        at: At,
        types: Types,
        aside: Types,
        changed: Types,
    ) -> u16 {
        let side = state.side_of(at);
        let energies = side.on(at.slot).filter_map(|(_, card)| self.def(card.card).energy);
        let both = energies.filter(|energy| {
            let can_be = energy.types.and(changed);
            types.admits(can_be) && aside.meets(can_be)
        });
        both.map(|energy| u16::from(energy.amount)).sum()
    }
}

/// The cost of an attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    typed: [Type; 10],
    len: u8,
    pub colorless: u16,
}

impl Default for Cost {
    fn default() -> Self {
        Cost { typed: [Type::Colorless; 10], len: 0, colorless: 0 }
    }
}

impl Cost {
    /// The typed symbols.
    #[inline]
    pub fn symbols(&self) -> &[Type] {
        &self.typed[..usize::from(self.len)]
    }

    /// How many symbols in all.
    pub fn total(&self) -> u16 {
        u16::from(self.len) + self.colorless
    }

    /// Writes each typed symbol once; returns how many there are.
    #[inline]
    fn kinds(&self, kinds: &mut [Type; 10]) -> usize {
        let mut count = 0;
        for kind in self.symbols() {
            if !kinds[..count].contains(kind) {
                kinds[count] = *kind;
                count += 1;
            }
        }
        count
    }

    /// Takes symbols off: colourless first, then typed from the end.
    fn reduce(&mut self, by: u16) {
        let plain = by.min(self.colorless);
        self.colorless -= plain;
        self.len = self.len.saturating_sub((by - plain).min(10) as u8);
    }

    /// Takes one symbol of a type off, the last of them; a colourless one where no type is given.
    fn remove(&mut self, types: Types) {
        if types.is_empty() || types.has(Type::Colorless) {
            self.colorless = self.colorless.saturating_sub(1);
        } else if let Some(place) = self.symbols().iter().rposition(|kind| types.has(*kind)) {
            self.typed.copy_within(place + 1.., place);
            self.len -= 1;
        }
    }
}
