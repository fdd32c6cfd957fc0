//! The damage of attacks (rules 6.2, steps 6 to 9).

use bout_core::Seat;

use super::Run;
use crate::Tcg;
use crate::card::{Attack, EVERYTHING};
use crate::event::{Breakdown, Harm, What};
use crate::query::Scope;
use crate::state::{At, NOBODY, State, TimedKind};
use crate::verbs::{Standing, Verb};
use crate::words::{DamageCalculation, RuleType, Types};

/// An attack as far as its damage goes.
#[derive(Clone, Copy, Debug)]
pub struct Attacker {
    /// Who attacks.
    pub at: At,
    /// With which of its attacks.
    pub index: u8,
    /// Coins flipped.
    pub flips: u8,
    /// Those that showed heads, as bits.
    pub heads: u16,
}

impl Tcg {
    /// The damage of an attack on a creature, step by step.
    pub fn damage(&self, state: &State, by: Attacker, defender: At) -> Breakdown {
        let attack = &self.top(state, by.at).attacks[usize::from(by.index)];
        let scope = Scope {
            flips: by.flips,
            heads: by.heads,
            attack: true,
            ..Scope::of(Seat(by.at.side), Some(by.at))
        };
        let base = base(attack, by.flips, by.heads).clamp(0, 30_000);
        let mut damage = base;
        for effect in &attack.effects {
            if effect.verb.grows() && self.hold(state, &effect.conditions, &scope) {
                damage += effect.verb.growth(self, state, by, defender);
            }
        }
        let mut found = Breakdown { base: base as u16, ..Breakdown::default() };
        damage = damage.clamp(0, 30_000);
        found.scaled = damage as u16;
        if damage > 0 {
            damage = (damage + self.boost(state, by.at)).clamp(0, 30_000);
        }
        found.boosted = damage as u16;
        let own = self.top(state, by.at).of_type;
        let target = self.top(state, defender);
        if let Some(weakness) = target.weakness.filter(|weakness| weakness.of_type == own)
            && damage > 0
        {
            damage = (damage * i32::from(weakness.times) + i32::from(weakness.plus)).min(30_000);
        }
        found.weakness = damage as u16;
        if let Some((_, less)) = target.resistance.filter(|(kind, _)| *kind == own) {
            damage = (damage - i32::from(less)).max(0);
        }
        found.resistance = damage as u16;
        self.defend(state, by.at, defender, damage as u16, found)
    }

    /// What attacks of a creature do more: by abilities, timed effects, trainer cards and tools.
    fn boost(&self, state: &State, at: At) -> i32 {
        let side = state.side_of(at);
        let mut boost = 0;
        let own = Types::one(self.top(state, at).of_type);
        self.each_passive(state, Standing::BoostAttack, at, &mut |lasting| {
            if lasting.types.admits(own) {
                boost += i32::from(lasting.amount);
            }
        });
        for timed in side.timed_on(at.slot, TimedKind::BoostAttack) {
            boost += i32::from(timed.amount);
        }
        if state.is_active(at) {
            for timed in side.timed_on(NOBODY, TimedKind::Increase) {
                boost += i32::from(timed.amount);
            }
        }
        boost
            + self.carried(state, at, |verb| {
                if let Verb::IncreaseDamage(more) = verb { more.amount } else { 0 }
            })
    }

    /// The sum of what attached trainer cards carry, as far as their conditions hold.
    fn carried(&self, state: &State, at: At, amount: impl Fn(&Verb) -> u16) -> i32 {
        let side = state.side_of(at);
        let scope = Scope::of(Seat(at.side), Some(at));
        let mut sum = 0;
        for (_, attached) in side.on(at.slot) {
            for effect in self.def(attached.card).effects.iter().filter(|effect| effect.carried) {
                if self.hold(state, &effect.conditions, &scope) {
                    sum += i32::from(amount(&effect.verb));
                }
            }
        }
        sum
    }

    /// What the defender's side makes of damage: more, none, less (step 9).
    pub(crate) fn defend(
        &self,
        state: &State,
        attacker: At,
        at: At,
        damage: u16,
        mut found: Breakdown,
    ) -> Breakdown {
        let mut left = i32::from(damage);
        if left > 0 {
            left += self.sum_of(state, at, RuleType::IncreasedDamageTaken);
        }
        let before = left.clamp(0, 30_000) as u16;
        left = i32::from(before);
        if before > 0 && self.is_prevented(state, attacker, at, before) {
            left = 0;
        }
        found.prevented = before - left as u16;
        let reduced = (left - self.reduction(state, attacker, at)).max(0);
        found.reduced = (left - reduced) as u16;
        found.last = reduced as u16;
        found
    }

    fn is_prevented(&self, state: &State, attacker: At, at: At, damage: u16) -> bool {
        let by = self.top(state, attacker);
        let mut prevented = false;
        self.each_rule(state, at, RuleType::DamageImmunity, &mut |rule| {
            let all = rule.types.is_empty() && rule.subtypes.is_empty();
            let subtype = rule.subtypes.iter().any(|word| by.subtypes.contains(word));
            prevented |= all || rule.types.has(by.of_type) || subtype;
        });
        let stops = |amount: i16| amount == EVERYTHING || damage <= amount.unsigned_abs();
        let side = state.side_of(at);
        prevented |= side.timed_on(at.slot, TimedKind::Prevent).any(|timed| stops(timed.amount));
        self.each_passive(state, Standing::Prevent, at, &mut |lasting| {
            prevented |= stops(lasting.amount);
        });
        prevented
    }

    fn reduction(&self, state: &State, attacker: At, at: At) -> i32 {
        let kind = Types::one(self.top(state, attacker).of_type);
        let mut less = 0;
        self.each_passive(state, Standing::Reduce, at, &mut |lasting| {
            if lasting.types.admits(kind) {
                less += i32::from(lasting.amount);
            }
        });
        let side = state.side_of(at);
        let timed = side.timed_on(at.slot, TimedKind::Reduce);
        less += timed
            .filter(|timed| timed.types.admits(kind))
            .map(|timed| i32::from(timed.amount))
            .sum::<i32>();
        less += self.sum_of(state, at, RuleType::DamageReductionRule);
        less + self.carried(state, at, |verb| {
            if let Verb::ReduceOne(less) = verb { less.amount } else { 0 }
        })
    }
}

/// What printed number and coins give (rules 5.7.2).
fn base(attack: &Attack, flips: u8, heads: u16) -> i32 {
    let printed = i32::from(attack.damage);
    let Some(coins) = &attack.coins else { return printed };
    let count = heads.count_ones() as i32;
    match coins.calculation {
        DamageCalculation::MultiplyByHeads => i32::from(coins.per_head) * count,
        DamageCalculation::ConditionalBonus if flips > 0 && count == i32::from(flips) => {
            printed + i32::from(coins.bonus)
        }
        DamageCalculation::ConditionalBonus
        | DamageCalculation::BaseDamage
        | DamageCalculation::ConditionalSelfDamage
        | DamageCalculation::StatusEffectOnly => printed,
    }
}

impl Run<'_, '_> {
    /// Deals the damage of the attack on top of the stack.
    pub fn deal_damage(&mut self) {
        let frame = *self.frame();
        let by = self.state.find(frame.creature);
        let (Some(at), Some(defender)) = (by, self.state.find(frame.defender)) else { return };
        let by = Attacker { at, index: frame.attack_index, flips: frame.flips, heads: frame.heads };
        let found = self.game.damage(self.state, by, defender);
        self.strike(defender, found);
    }

    /// Damage of an attack lands on a creature.
    pub fn strike(&mut self, at: At, found: Breakdown) {
        let target = self.place(at);
        if found.prevented > 0 {
            self.tell(Seat(at.side), What::DamagePrevented { target, amount: found.prevented });
        }
        self.place_damage(at, found.last);
        if found.last > 0 {
            self.frame().marked |= at.bit();
        }
        let amount = found.last;
        self.tell_with(Seat(at.side), |_| What::DamageDealt {
            target,
            amount,
            source: Harm::Attack,
            breakdown: Some(Box::new(found)),
        });
    }
}
