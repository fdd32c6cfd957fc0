//! Discard energy from the attacker or the defender. From the attacker it is a cost of the attack.

use super::Verb;
use super::prelude::*;
use crate::card::Effect;
use crate::query::Scope;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscardEnergy {
    pub who: Target,
    pub count: u8,
    pub energy: Types,
}

impl VerbRules for DiscardEnergy {
    const WORDS: Words = &[(Family::Attack, "DISCARD_ENERGY")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target amount energyType")?;
        let who = from.target(Origin::FIGHTERS)?;
        Some(DiscardEnergy { who, count: from.count_or_all("amount")?, energy: from.energy })
    }

    fn is_cost(&self) -> bool {
        self.who == Target::Oneself
    }

    fn aim(&self) -> Option<Target> {
        Some(self.who)
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        if frame.step > 0 || self.count == ALL {
            return None;
        }
        let at = look.game.aimed(look.state, frame, self.who)?;
        let (energies, n) = (look.game.energies(look.state, at, self.energy), self.count.into());
        let mut prompt = look.ask_energy(energies, (n, n))?;
        if look.effect.cost {
            prompt.bond = Bond::LaterCosts;
        }
        Some(prompt)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        let Some(at) = run.game.aimed(run.state, &frame, self.who) else { return };
        let mut places = run.state.chosen;
        if self.count == ALL {
            let energies = run.game.energies(run.state, at, self.energy);
            places = energies.map(|(place, _)| place).collect();
        }
        run.discard_attached(at, &places);
    }
}

impl Tcg {
    /// Which of an attack's effects are costs that are due, as bits.
    pub(crate) fn due_costs(&self, state: &State, scope: &Scope, effects: &[Effect]) -> u16 {
        let due = |effect: &Effect| effect.cost && self.hold(state, &effect.conditions, scope);
        let costs = effects.iter().take(16).enumerate().filter(|(_, effect)| due(effect));
        costs.fold(0, |bits, (n, _)| bits | 1 << n)
    }

    /// Whether the energies on a creature, without those at the places `gone`, pay all costs that are
    /// due, in card order; of the first of them `paid` cards are chosen already. For every set of
    /// costs there must be as many cards as they ask for; what a cost takes whole is not there for a
    /// later one.
    pub(crate) fn pays_costs(
        &self,
        state: &State,
        at: At,
        (effects, due): (&[Effect], u16),
        (gone, paid): (u64, usize),
    ) -> bool {
        let changed = self.changed_types(state, at);
        let is_in = |set: u16, n: usize| set & 1 << n != 0;
        // No other verb is a cost of an attack.
        let cost = |n: usize| {
            let Verb::DiscardEnergy(cost) = &effects[n].verb else { return (0, Types::NONE) };
            (cost.count, cost.energy)
        };
        let is_of = |card: Card, n: usize| self.is_energy_of(card, cost(n).1, changed);
        let swept = |card: Card, n: usize| {
            (0..n).any(|m| is_in(due, m) && cost(m).0 == ALL && is_of(card, m))
        };
        let asked = |n: usize| match cost(n).0 {
            ALL => 1,
            count if due.trailing_zeros() == n as u32 => usize::from(count).saturating_sub(paid),
            count => usize::from(count),
        };
        let side = state.side_of(at);
        let (most, mut subset) = (effects.len().min(16), due);
        while subset != 0 {
            let chosen = || (0..most).filter(|n| is_in(subset, *n));
            let fits = |card: Card| chosen().any(|n| is_of(card, n) && !swept(card, n));
            let left = side.on(at.slot).filter(|(place, _)| gone & 1 << place == 0);
            if left.filter(|(_, found)| fits(found.card)).count() < chosen().map(asked).sum() {
                return false;
            }
            subset = (subset - 1) & due;
        }
        true
    }

    /// Whether an attack's other costs can still be paid when these attached cards are chosen.
    pub(crate) fn leaves_costs(&self, state: &State, places: impl Iterator<Item = u8>) -> bool {
        let Some(frame) = state.stack.last() else { return false };
        let Some(at) = state.find(frame.creature) else { return false };
        let attacks = &self.def(frame.card).attacks;
        let Some(attack) = attacks.get(usize::from(frame.attack_index)) else { return false };
        let due = frame.marked & u16::MAX.checked_shl(frame.effect.into()).unwrap_or(0);
        let (mut gone, mut paid) = (0, 0);
        places.for_each(|place| (gone, paid) = (gone | 1 << place, paid + 1));
        self.pays_costs(state, at, (&attack.effects, due), (gone, paid))
    }
}
