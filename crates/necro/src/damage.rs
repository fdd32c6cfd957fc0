//! How hard a shot hits: one function for preview and execution (rules 6.5 c and d, 6.7).

use crate::Necro;
use crate::ability::{Ability, AbilityKind, tier};
use crate::ask::Circle;
use crate::event::{Label, Line};
use crate::hooks::{Hook, asked_at, bits};
use crate::id::UnitId;
use crate::piece::{Base, Key};
use crate::shot::Instance;
use crate::state::{State, slots};
use crate::unit::Unit;

/// Where the arithmetic is written down, if anybody wants it.
pub struct Lines<'a>(pub Option<&'a mut Vec<Line>>);

impl Lines<'_> {
    #[inline]
    fn add(&mut self, label: Label, amount: i32) {
        self.add_of(label, amount, None);
    }

    #[inline]
    fn add_of(&mut self, label: Label, amount: i32, unit_id: Option<UnitId>) {
        let tells = amount != 0 || matches!(label, Label::Die | Label::Atk);
        if let Some(lines) = self.0.as_mut().filter(|_| tells) {
            lines.push(Line { label, amount, unit_id });
        }
    }
}

/// What one hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Damage to the target.
    pub amount: i32,
    /// Damage to the one who shares.
    pub shared: i32,
    /// Who shares, as a slot.
    pub sharer: Option<usize>,
    /// Who guards the king, as a slot.
    pub guard: Option<usize>,
    /// Whether the target is a king that cannot be hurt.
    pub invincible: bool,
}

impl Necro {
    /// What a hit would do to the state as it is.
    pub(crate) fn blow(
        &self,
        state: &State,
        hit: &Instance,
        die: u8,
        lines: &mut Lines<'_>,
    ) -> Blow {
        let target = state.unit(hit.target);
        let (side, king) = (target.side(), target.base() == Base::King);
        if king && state.king_invincible[side as usize] {
            return Blow { amount: 0, shared: 0, sharer: None, guard: None, invincible: true };
        }
        let raw = self.damage(state, hit, die, lines);
        let (sharer, shared) = self.share(state, hit, raw);
        lines.add(Label::Shared, -shared);
        let mut amount = raw - shared;
        let guarded = (king && amount > 0).then(|| self.palace_guard(state, hit.target)).flatten();
        if let Some((_, takes)) = guarded {
            let left = (amount - takes).max(0);
            lines.add(Label::Guard, left - amount);
            amount = left;
        }
        let guard = guarded.map(|(slot, _)| slot);
        Blow { amount, shared, sharer, guard, invincible: false }
    }

    /// Who takes how much of a hit on another.
    fn share(&self, state: &State, hit: &Instance, raw: i32) -> (Option<usize>, i32) {
        let side = state.unit(hit.target).side();
        let mut sharers = self.all_of(state, side, AbilityKind::DamageShare, Some(hit.source));
        match sharers.next() {
            Some((slot, Ability::DamageShare { amount, .. })) if slot != hit.target => {
                let shared = i32::from(*amount).min(raw - 1).max(0);
                ((shared > 0).then_some(slot), shared)
            }
            _ => (None, 0),
        }
    }

    /// Who guards the king, and how much he takes off.
    fn palace_guard(&self, state: &State, king: usize) -> Option<(usize, i32)> {
        let side = state.unit(king).side();
        let mut guards = self.all_of(state, side, AbilityKind::PalaceGuard, None);
        guards.find_map(|(slot, ability)| match ability {
            Ability::PalaceGuard { amount, .. }
                if state.unit(slot).in_palace() && self.has_use(state, slot, ability) =>
            {
                Some((slot, i32::from(*amount)))
            }
            _ => None,
        })
    }

    /// The damage of one hit before sharing and guard.
    fn damage(&self, state: &State, hit: &Instance, die: u8, lines: &mut Lines<'_>) -> i32 {
        let source = state.unit(hit.source);
        let (die, atk) = (i32::from(die), i32::from(source.atk));
        lines.add(Label::Die, die);
        lines.add(Label::Atk, atk);
        let bonus = self.own_bonus(state, hit, lines) + self.aura_bonus(state, hit, lines);
        let def = self.lowered_defence(state, hit);
        lines.add(Label::Def, -def);
        let sum = die + atk + bonus - def;
        let pre = sum.max(1);
        lines.add(Label::Minimum, pre - sum);
        let reduced = (pre - self.reduction(state, hit)).max(0);
        lines.add(Label::Reduction, reduced - pre);
        let Some(percent) = hit.percent.filter(|_| reduced > 0) else { return reduced };
        let part = (reduced * i32::from(percent) / 100).max(1);
        lines.add(Label::Percent, part - reduced);
        part
    }

    /// A unit's defence with the auras of its side.
    pub(crate) fn defence(&self, state: &State, slot: usize, key: Key, attacker: usize) -> i32 {
        let unit = state.unit(slot);
        let auras = self.all_of(state, unit.side(), AbilityKind::AuraDefBonus, Some(attacker));
        let bonus = auras.map(|(_, ability)| match ability {
            Ability::AuraDefBonus { amount, key: of, r#for, clan, exclude_base, .. } => {
                let circle =
                    Circle { r#for: Some(*r#for), clan: *clan, exclude_base: *exclude_base };
                if *of == key && self.covers(circle, unit) { i32::from(*amount) } else { 0 }
            }
            _ => 0,
        });
        i32::from(unit.def[key as usize]) + bonus.sum::<i32>()
    }

    /// The target's defence against a hit, after what the source takes off.
    fn lowered_defence(&self, state: &State, hit: &Instance) -> i32 {
        let source = state.unit(hit.source);
        let key = source.key();
        let mut def = self.defence(state, hit.target, key, hit.source);
        for kind in asked_at(Hook::Breach) {
            for ability in self.own(state, hit.source, *kind) {
                def = breached(state, source, ability, def);
            }
        }
        def
    }

    /// What the source's own soul and its sacrifice add.
    fn own_bonus(&self, state: &State, hit: &Instance, lines: &mut Lines<'_>) -> i32 {
        const KINDS: &[AbilityKind] = asked_at(Hook::OwnBonus);
        let source = state.unit(hit.source);
        let soul = self.soul(source);
        let mut sum = 0;
        let mut add = |kind: AbilityKind, amount: i32| {
            sum += amount;
            lines.add_of(Label::Bonus(kind), amount, Some(source.id));
        };
        for kind in KINDS {
            if *kind == AbilityKind::SacrificeShotBuff {
                // It was given by a sacrifice and stands beside the soul.
                let cap = state.buff(source.id).and_then(|buff| buff.damage_bonus_per_corpses_cap);
                let corpses = state.corpse_count(source.side());
                add(*kind, cap.map_or(0, |cap| i32::from(cap.min(corpses))));
            } else if soul.has(*kind) {
                let works = self.own(state, hit.source, *kind);
                works.for_each(|ability| add(*kind, self.bonus_of(state, hit, ability)));
            }
        }
        sum
    }

    /// What one ability of the source's own adds.
    fn bonus_of(&self, state: &State, hit: &Instance, ability: &Ability) -> i32 {
        let source = state.unit(hit.source);
        let soldiers = state.soldiers(source.side());
        match ability {
            Ability::AtkBonus { amount, .. } => i32::from(*amount),
            Ability::DamageBonus { amount, target_when, .. } => {
                let there = self.target_is(state, *target_when, hit.target);
                if there { i32::from(*amount) } else { 0 }
            }
            Ability::SoldiersTieredDamageBonus { tiers } => {
                tier(tiers, soldiers.count_ones() as u8)
            }
            Ability::DamageBonusPerAdjacentSoldier { radius, amount_per, max } => {
                let near = slots(soldiers)
                    .filter(|slot| state.unit(*slot).pos.distance(source.pos) <= *radius);
                near.map(|_| i32::from(*amount_per)).sum::<i32>().min(i32::from(*max))
            }
            Ability::Minglei { bonus_across, .. } => {
                let across = state.unit(hit.target).is_across() && source.key() == Key::Magic;
                if across { i32::from(*bonus_across) } else { 0 }
            }
            _ => 0,
        }
    }

    /// What the auras of the source's side add, ascending by owner.
    fn aura_bonus(&self, state: &State, hit: &Instance, lines: &mut Lines<'_>) -> i32 {
        const KINDS: &[AbilityKind] = asked_at(Hook::AuraBonus);
        const AURAS: u64 = bits(KINDS);
        let source = state.unit(hit.source);
        let mut sum = 0;
        for slot in slots(state.side_slots(source.side()) & state.index.enchanted) {
            if self.soul(state.unit(slot)).kinds & AURAS == 0 {
                continue;
            }
            for kind in KINDS {
                for ability in self.aura_of(state, slot, *kind, hit.source) {
                    let amount = self.aura_amount(state, hit.source, ability);
                    sum += amount;
                    lines.add_of(Label::Bonus(*kind), amount, Some(state.unit(slot).id));
                }
            }
        }
        sum
    }

    /// What one aura adds to a source.
    fn aura_amount(&self, state: &State, source: usize, ability: &Ability) -> i32 {
        let unit = state.unit(source);
        match ability {
            Ability::AuraDamageBonus {
                amount, per, amount_per, r#for, clan, exclude_base, ..
            } => {
                let circle =
                    Circle { r#for: Some(*r#for), clan: *clan, exclude_base: *exclude_base };
                if !self.covers(circle, unit) {
                    return 0;
                }
                match (amount, per, amount_per) {
                    (Some(amount), ..) => i32::from(*amount),
                    (None, Some(per), Some(each)) => {
                        i32::from(*each) * i32::from(state.corpse_count(unit.side()) / per.n)
                    }
                    _ => 0,
                }
            }
            Ability::SoldiersTieredAuraDamageBonus { tiers } => {
                tier(tiers, state.soldiers(unit.side()).count_ones() as u8)
            }
            _ => 0,
        }
    }

    /// What the target's side takes off; of several the highest.
    fn reduction(&self, state: &State, hit: &Instance) -> i32 {
        let side = state.unit(hit.target).side();
        let kind = AbilityKind::SoldiersTieredDmgReductionAura;
        let soldiers = state.soldiers(side).count_ones() as u8;
        let auras = self.all_of(state, side, kind, Some(hit.source));
        let amounts = auras.map(|(_, ability)| match ability {
            Ability::SoldiersTieredDmgReductionAura { tiers } => tier(tiers, soldiers),
            _ => 0,
        });
        amounts.max().unwrap_or(0)
    }
}

/// The defence that one ability of the source leaves.
fn breached(state: &State, source: &Unit, ability: &Ability, def: i32) -> i32 {
    match ability {
        Ability::TargetDefMinus { key, per, amount_per, min_def, only_if_atk_key }
            if *key == source.key() && *only_if_atk_key == source.key() =>
        {
            let steps = state.corpse_count(source.side()) / per.n;
            // A floor lifts nobody.
            let floor = i32::from(*min_def).min(def);
            (def - i32::from(*amount_per) * i32::from(steps)).max(floor)
        }
        Ability::Minglei { magic_def_minus, .. } if source.key() == Key::Magic => {
            (def - i32::from(*magic_def_minus)).max(0)
        }
        _ => def,
    }
}
