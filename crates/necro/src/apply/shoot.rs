//! Moves and shots (rules 5, 6.5).

use bout_core::{Ctx, List};

use super::item::king_of;
use super::{set_hp, tell_resources, tell_trigger, tell_trigger_on};
use crate::Necro;
use crate::ability::{Ability, AbilityKind};
use crate::cards::ABILITIES_MAX;
use crate::cell::Cell;
use crate::damage::{Blow, Lines};
use crate::event::{Event, HpReason, Line, Trigger};
use crate::id::UnitId;
use crate::piece::{Base, Side};
use crate::shot::{Instance, Passage, Payment, ShotPlan};
use crate::state::{DEATH_CHAIN_MAX, State, slots};

/// The faces of the die of a shot.
pub(crate) const DIE: u8 = 6;

impl Necro {
    /// A unit moves.
    #[inline]
    pub(crate) fn move_unit(
        &self,
        state: &mut State,
        unit_id: UnitId,
        to: Cell,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Some(slot) = state.slot_of(unit_id) else { return };
        let (cost, helper) = self.move_cost(state, slot);
        let purse = state.purse_mut(state.side);
        purse.mana = purse.mana.saturating_sub(cost);
        let from = state.unit(slot).pos;
        state.move_to(slot, to);
        state.flags.moved_this_turn.insert(unit_id);
        ctx.emit(Event::UnitMoved { unit_id, from, to });
        tell_resources(state, state.side, ctx);
        if let Some(helper) = helper {
            let id = state.unit(helper).id;
            state.flags.note(id, AbilityKind::FormationCommand);
            tell_trigger(id, Trigger::Ability(AbilityKind::FormationCommand), ctx);
        }
    }

    /// A shot is fired as planned.
    pub(crate) fn shoot(
        &self,
        state: &mut State,
        (attacker, target): (UnitId, UnitId),
        extra: Option<UnitId>,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Ok(plan) = self.shot_plan(state, attacker, target, extra) else { return };
        let before = state.all_slots();
        self.pay_shot(state, &plan);
        self.tell_plan(state, &plan, ctx);
        let die = self.roll(DIE, ctx);
        for hit in plan.instances() {
            let there = state.is_alive(hit.source) && state.is_alive(hit.target);
            if there && state.winner.is_none() {
                self.strike(state, &hit, die, ctx);
            }
        }
        state.clear_buff(attacker);
        tell_resources(state, state.side, ctx);
        self.feed_death_chain(state, before, ctx);
        state.close_ranks();
        self.tell_end(state, ctx);
    }

    /// Pays and counts the uses.
    fn pay_shot(&self, state: &mut State, plan: &ShotPlan) {
        let slot = plan.shooter.slot;
        let id = state.unit(slot).id;
        match plan.shooter.payment {
            Payment::Mana(cost) => {
                let purse = state.purse_mut(state.side);
                purse.mana = purse.mana.saturating_sub(cost);
            }
            Payment::FreeShoot => state.flags.note(id, AbilityKind::FreeShoot),
            Payment::Overload => state.flags.free_shoot_bonus -= 1,
        }
        state.flags.shot_used.insert(id);
        if let Passage::Aura(owner) = plan.passage {
            let owner = state.unit(owner).id;
            state.flags.note(owner, AbilityKind::AuraIgnoreBlocking);
        }
        if plan.shooter.again {
            state.flags.note(id, AbilityKind::MoveThenShoot);
        }
        if plan.chain.is_some_and(|link| link.percent.is_none()) {
            state.flags.note(id, AbilityKind::Chain);
        }
        if plan.splash != 0 {
            state.flags.note(id, AbilityKind::Splash);
        }
    }

    fn tell_plan(&self, state: &State, plan: &ShotPlan, ctx: &mut Ctx<'_, Self>) {
        if ctx.telling() {
            for (slot, trigger, targets) in plan.triggers() {
                let owner = slot.map_or_else(|| king_of(state), |slot| state.unit(slot).id);
                tell_trigger_on(state, owner, trigger, targets, ctx);
            }
        }
    }

    /// One hit of a shot with all that follows from it.
    fn strike(&self, state: &mut State, hit: &Instance, die: u8, ctx: &mut Ctx<'_, Self>) {
        let mut lines: Vec<Line> = Vec::new();
        let wanted = ctx.telling().then_some(&mut lines);
        let blow = self.blow(state, hit, die, &mut Lines(wanted));
        self.tell_protection(state, &blow, ctx);
        let (source, target) = (state.unit(hit.source).id, state.unit(hit.target).id);
        ctx.emit(Event::ShotFired { attacker_id: source, target_unit_id: target, kind: hit.kind });
        let breakdown = (!blow.invincible && ctx.telling()).then(|| lines.into_boxed_slice());
        hurt(state, source, hit.target, (blow.amount, breakdown), ctx);
        if let Some(sharer) = blow.sharer {
            hurt(state, source, sharer, (blow.shared, None), ctx);
            self.bury_if_dead(state, sharer, ctx);
        }
        let king = state.unit(hit.target).base() == Base::King;
        if king && blow.amount > 0 && state.unit(hit.target).hp > 0 && state.winner.is_none() {
            self.counter(state, hit, ctx);
        }
        let falls = state.is_alive(hit.target) && state.unit(hit.target).hp == 0;
        if falls && state.winner.is_none() {
            self.bury(state, hit.target, ctx);
            if state.winner.is_none() {
                self.reward(state, hit.source, ctx);
            }
        }
    }

    /// Counts and tells sharing and guard.
    fn tell_protection(&self, state: &mut State, blow: &Blow, ctx: &mut Ctx<'_, Self>) {
        if let Some(sharer) = blow.sharer {
            let id = state.unit(sharer).id;
            tell_trigger(id, Trigger::Ability(AbilityKind::DamageShare), ctx);
        }
        if let Some(guard) = blow.guard {
            let id = state.unit(guard).id;
            state.flags.note(id, AbilityKind::PalaceGuard);
            tell_trigger(id, Trigger::Ability(AbilityKind::PalaceGuard), ctx);
        }
    }

    /// Who would strike back for a king of this side.
    pub(crate) fn avenger(&self, state: &State, side: Side) -> Option<(usize, Ability)> {
        let found = self.first_usable(state, side, AbilityKind::CounterOnKingDamaged);
        found.map(|(slot, ability)| (slot, *ability))
    }

    fn counter(&self, state: &mut State, hit: &Instance, ctx: &mut Ctx<'_, Self>) {
        let side = state.unit(hit.target).side();
        let Some((slot, ability)) = self.avenger(state, side) else { return };
        let Ability::CounterOnKingDamaged { die_sides, key, flat, .. } = ability else { return };
        if !state.is_alive(hit.source) {
            return;
        }
        let id = state.unit(slot).id;
        state.flags.note(id, AbilityKind::CounterOnKingDamaged);
        tell_trigger(id, Trigger::Ability(AbilityKind::CounterOnKingDamaged), ctx);
        let die = i32::from(self.roll(die_sides.get(), ctx));
        let def = self.defence(state, hit.source, key, slot);
        let damage = (die + i32::from(flat) - def).max(1);
        hurt(state, id, hit.source, (damage, None), ctx);
        self.bury_if_dead(state, hit.source, ctx);
    }

    /// What a kill brings to the side of the source.
    fn reward(&self, state: &mut State, source: usize, ctx: &mut Ctx<'_, Self>) {
        use AbilityKind as K;
        let side = state.unit(source).side();
        if state.is_alive(source) {
            for ability in &self.soul(state.unit(source)).abilities {
                if let Ability::HealKingOnKill { amount } = ability {
                    self.heal_king(state, (source, side), (K::HealKingOnKill, *amount), ctx);
                }
            }
        }
        for slot in slots(state.side_slots(side) & state.index.enchanted) {
            let amounts: List<u8, ABILITIES_MAX> = self
                .own(state, slot, K::AuraHpRegenOnKill)
                .filter_map(|ability| match ability {
                    Ability::AuraHpRegenOnKill { amount, .. } => Some(*amount),
                    _ => None,
                })
                .collect();
            for amount in &amounts {
                self.heal_king(state, (slot, side), (K::AuraHpRegenOnKill, *amount), ctx);
            }
        }
    }

    fn heal_king(
        &self,
        state: &mut State,
        (owner, side): (usize, Side),
        (kind, amount): (AbilityKind, u8),
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Some(king) = state.king(side) else { return };
        let hp = state.unit(king).hp.saturating_add(amount).min(self.hp_max(state, king));
        if hp != state.unit(king).hp {
            tell_trigger(state.unit(owner).id, Trigger::Ability(kind), ctx);
            set_hp(state, king, hp, HpReason::Ability(kind), ctx);
        }
    }

    /// Mana for those who died in this action.
    pub(crate) fn feed_death_chain(&self, state: &mut State, before: u64, ctx: &mut Ctx<'_, Self>) {
        if !state.flags.death_chain_active || state.winner.is_some() {
            return;
        }
        let killed = (before & !state.all_slots()).count_ones() as u8;
        let gain = killed.min(DEATH_CHAIN_MAX.saturating_sub(state.flags.death_chain_kill_count));
        if gain > 0 {
            state.flags.death_chain_kill_count += gain;
            self.gain_mana(state, state.side, gain.into());
            tell_resources(state, state.side, ctx);
        }
    }
}

/// Takes hit points and tells it.
pub(crate) fn hurt(
    state: &mut State,
    attacker_id: UnitId,
    slot: usize,
    (amount, breakdown): (i32, Option<Box<[Line]>>),
    ctx: &mut Ctx<'_, Necro>,
) {
    let unit = state.unit_mut(slot);
    unit.hp = unit.hp.saturating_sub(u8::try_from(amount).unwrap_or(u8::MAX));
    let target_unit_id = unit.id;
    ctx.emit(Event::DamageDealt { attacker_id, target_unit_id, amount, breakdown });
}
