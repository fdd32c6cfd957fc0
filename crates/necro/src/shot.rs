//! The plan of a shot: the one place that says who may shoot at whom, at which price, and whom the
//! shot hits (rules 6.2 to 6.4). Guard, lists, preview and execution all ask here.

use crate::Necro;
use crate::ability::{Ability, AbilityKind, BlockMode, PierceMode};
use crate::ask::Circle;
use crate::board::{Reach, between, ray};
use crate::event::{InstanceKind, Trigger};
use crate::id::UnitId;
use crate::item::EffectKind;
use crate::reason::Reason;
use crate::state::{State, slots};

/// How a shot is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// With mana.
    Mana(u32),
    /// By the shooter's own ability.
    FreeShoot,
    /// By an item.
    Overload,
}

/// Why blockers do not stop a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// There are none.
    Clear,
    /// The shooter ignores them.
    Own,
    /// The unit in this slot lets it ignore them.
    Aura(usize),
}

/// A second target of the shooter's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its slot.
    pub target: usize,
    /// Its share of the damage, in hundredths, if it is given by a sacrifice.
    pub percent: Option<u8>,
}

/// A unit that may shoot now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shooter {
    /// Its slot.
    pub slot: usize,
    /// How it pays.
    pub payment: Payment,
    /// Whether this is its extra shot.
    pub again: bool,
}

/// A shot before it is fired, made from the state alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotPlan {
    /// Who shoots.
    pub shooter: Shooter,
    /// At whom, as a slot.
    pub target: usize,
    /// What lets it pass.
    pub passage: Passage,
    /// The chained target.
    pub chain: Option<Link>,
    /// The soldier that shoots along.
    pub rally: Option<usize>,
    /// Units hit by splinters, as slots.
    pub splash: u64,
    /// Further units in the line, as slots.
    pub pierce: u64,
}

/// One hit of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Why.
    pub kind: InstanceKind,
    /// Who shoots, as a slot.
    pub source: usize,
    /// Who is hit, as a slot.
    pub target: usize,
    /// Its share of the damage, in hundredths.
    pub percent: Option<u8>,
}

impl ShotPlan {
    /// The hits in the order of execution: by kind, source and target.
    #[inline]
    pub fn instances(&self) -> impl Iterator<Item = Instance> + use<> {
        let source = self.shooter.slot;
        let hit = move |kind, source, target, percent| Instance { kind, source, target, percent };
        let direct = hit(InstanceKind::Direct, source, self.target, None);
        let link =
            self.chain.map(|link| hit(InstanceKind::Chain, source, link.target, link.percent));
        let rally = self.rally.map(|soldier| hit(InstanceKind::Chain, soldier, self.target, None));
        let all = move |kind, set| slots(set).map(move |target| hit(kind, source, target, None));
        std::iter::once(direct)
            // By name a soldier comes after every piece that can have a soul.
            .chain(link)
            .chain(rally)
            .chain(all(InstanceKind::Splash, self.splash))
            .chain(all(InstanceKind::Pierce, self.pierce))
    }

    /// What building it triggers, in order: the owner's slot (`None` is the own king), what, and the
    /// targets that came by it.
    pub fn triggers(&self) -> impl Iterator<Item = (Option<usize>, Trigger, u64)> + use<> {
        use AbilityKind as K;
        let own = Some(self.shooter.slot);
        let ability = |slot, kind, targets| (slot, Trigger::Ability(kind), targets);
        let passage = match self.passage {
            Passage::Clear => None,
            Passage::Own => Some(ability(own, K::IgnoreBlocking, 0)),
            Passage::Aura(slot) => Some(ability(Some(slot), K::AuraIgnoreBlocking, 0)),
        };
        let payment = match self.shooter.payment {
            Payment::Mana(_) => None,
            Payment::FreeShoot => Some(ability(own, K::FreeShoot, 0)),
            Payment::Overload => Some((None, Trigger::Effect(EffectKind::SoulOverload), 0)),
        };
        let hits = |kind, targets: u64| (targets != 0).then(|| ability(own, kind, targets));
        [
            passage,
            payment,
            self.shooter.again.then(|| ability(own, K::MoveThenShoot, 0)),
            hits(K::Chain, self.chain.map_or(0, |link| 1 << link.target)),
            hits(K::Splash, self.splash),
            hits(K::Pierce, self.pierce),
            hits(K::ArmyRally, self.rally.map_or(0, |_| 1 << self.target)),
        ]
        .into_iter()
        .flatten()
    }

    /// The mana it costs.
    pub fn cost(&self) -> u32 {
        match self.shooter.payment {
            Payment::Mana(cost) => cost,
            Payment::FreeShoot | Payment::Overload => 0,
        }
    }
}

impl Necro {
    /// The plan of a shot of the side to act, or why there can be none.
    pub(crate) fn shot_plan(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        extra: Option<UnitId>,
    ) -> Result<ShotPlan, Reason> {
        let found = state.slot_of(attacker).zip(state.slot_of(target));
        let (slot, target) = found.ok_or(Reason::UnitNotFound)?;
        let unit = state.unit(slot);
        if unit.side() != state.side {
            return Err(Reason::NotYourUnit);
        }
        if unit.is_sealed() {
            return Err(Reason::UnitSealed);
        }
        if state.unit(target).side() == state.side {
            return Err(Reason::CannotTargetAlly);
        }
        let shooter = self.shooter(state, slot)?;
        let plan = self.aimed(state, shooter, target)?;
        let Some(extra) = extra else { return Ok(plan) };
        let link = state.slot_of(extra).and_then(|extra| self.link(state, slot, target, extra));
        let link = link.ok_or(Reason::InvalidExtraTarget)?;
        Ok(ShotPlan { chain: Some(link), ..plan })
    }

    /// Whether a unit that is not sealed may shoot now, at whomever.
    #[inline]
    pub(crate) fn shooter(&self, state: &State, slot: usize) -> Result<Shooter, Reason> {
        let unit = state.unit(slot);
        let has_shot = state.flags.shot_used.contains(unit.id);
        let payment = self.payment(state, slot, has_shot);
        if matches!(payment, Payment::Mana(cost) if state.purse(state.side).mana < cost) {
            return Err(Reason::NotEnoughMana);
        }
        let may_again = || {
            state.flags.moved_this_turn.contains(unit.id)
                && self
                    .own(state, slot, AbilityKind::MoveThenShoot)
                    .any(|ability| self.has_use(state, slot, ability))
        };
        if has_shot && !may_again() {
            return Err(Reason::AlreadyShot);
        }
        Ok(Shooter { slot, payment, again: has_shot })
    }

    /// How a shot of this unit would be paid.
    #[inline]
    pub(crate) fn payment(&self, state: &State, slot: usize, has_shot: bool) -> Payment {
        let mut free = self.own(state, slot, AbilityKind::FreeShoot);
        if free.any(|ability| self.has_use(state, slot, ability)) {
            Payment::FreeShoot
        } else if state.flags.free_shoot_bonus > 0 && !has_shot {
            Payment::Overload
        } else {
            Payment::Mana(self.config.shoot_mana_cost)
        }
    }

    /// The plan without a chained target.
    #[inline]
    pub(crate) fn aimed(
        &self,
        state: &State,
        shooter: Shooter,
        target: usize,
    ) -> Result<ShotPlan, Reason> {
        Ok(ShotPlan {
            shooter,
            target,
            passage: self.cleared(state, shooter.slot, target)?,
            chain: None,
            rally: self.rally(state, shooter.slot, target),
            splash: self.splash(state, shooter.slot, target),
            pierce: self.pierce(state, shooter.slot, target),
        })
    }

    /// Whether a shot reaches its target, and what lets it pass.
    #[inline]
    pub(crate) fn cleared(
        &self,
        state: &State,
        slot: usize,
        target: usize,
    ) -> Result<Passage, Reason> {
        match self.reach(state, slot, state.unit(target).pos) {
            Reach::Out => Err(Reason::OutOfRange),
            Reach::NoScreen => Err(Reason::NeedScreen),
            Reach::Excess(0) => Ok(Passage::Clear),
            Reach::Excess(excess) => self.passage(state, slot, excess),
        }
    }

    /// What lets a shot pass so many blockers.
    fn passage(&self, state: &State, slot: usize, excess: u8) -> Result<Passage, Reason> {
        let unit = state.unit(slot);
        let allows = |ability: &Ability| match ability {
            Ability::IgnoreBlocking { mode: BlockMode::All, .. } => true,
            Ability::IgnoreBlocking { count, .. } => count.unwrap_or(0) >= excess,
            Ability::AuraIgnoreBlocking { count, .. } => *count >= excess,
            _ => false,
        };
        let buffed = state.buff(unit.id).is_some_and(|buff| buff.ignore_blocking_all);
        if buffed || self.own(state, slot, AbilityKind::IgnoreBlocking).any(allows) {
            return Ok(Passage::Own);
        }
        let mut auras =
            self.all_of(state, unit.side(), AbilityKind::AuraIgnoreBlocking, Some(slot));
        let aura = auras.find(|(owner, ability)| {
            let Ability::AuraIgnoreBlocking { r#for, .. } = ability else { return false };
            let circle = Circle { r#for: *r#for, clan: None, exclude_base: None };
            self.has_use(state, *owner, ability) && allows(ability) && self.covers(circle, unit)
        });
        aura.map(|(owner, _)| Passage::Aura(owner)).ok_or(Reason::Blocked)
    }

    /// Whether a unit can be the chained target, and how.
    pub(crate) fn link(
        &self,
        state: &State,
        slot: usize,
        target: usize,
        extra: usize,
    ) -> Option<Link> {
        let (shooter, other) = (state.unit(slot), state.unit(extra));
        if other.side() == shooter.side() || extra == target {
            return None;
        }
        let distance = other.pos.distance(state.unit(target).pos);
        let mut chains = self.own(state, slot, AbilityKind::Chain);
        let chain = chains.any(|ability| {
            let near = matches!(ability, Ability::Chain { radius, .. } if distance <= *radius);
            near && self.has_use(state, slot, ability)
        });
        if chain {
            return Some(Link { target: extra, percent: None });
        }
        let buff = state.buff(shooter.id)?;
        let near = buff.chain_radius.is_some_and(|radius| distance <= radius);
        near.then_some(Link { target: extra, percent: buff.chain_damage_percent })
    }

    /// Everybody who can be the chained target, as slots.
    pub(crate) fn links(&self, state: &State, slot: usize, target: usize) -> u64 {
        let unit = state.unit(slot);
        if !self.soul(unit).has(AbilityKind::Chain) && state.buff(unit.id).is_none() {
            return 0;
        }
        let enemies = slots(state.side_slots(unit.side().other()));
        let linked = enemies.filter(|extra| self.link(state, slot, target, *extra).is_some());
        linked.fold(0, |all, extra| all | 1 << extra)
    }

    #[inline]
    fn rally(&self, state: &State, slot: usize, target: usize) -> Option<usize> {
        let cell = state.unit(target).pos;
        let side = state.unit(slot).side();
        let radius = self.own(state, slot, AbilityKind::ArmyRally).filter_map(|ability| {
            let Ability::ArmyRally { radius } = ability else { return None };
            Some(*radius)
        });
        let radius = radius.max()?;
        slots(state.soldiers(side)).find(|slot| state.unit(*slot).pos.distance(cell) <= radius)
    }

    #[inline]
    fn splash(&self, state: &State, slot: usize, target: usize) -> u64 {
        let (unit, cell) = (state.unit(slot), state.unit(target).pos);
        let usable = self
            .own(state, slot, AbilityKind::Splash)
            .filter(|ability| self.has_use(state, slot, ability));
        let radius = usable.filter_map(|ability| {
            let Ability::Splash { radius, .. } = ability else { return None };
            Some(*radius)
        });
        radius.max().map_or(0, |radius| {
            self.within(state, unit.side().other(), cell, radius) & !(1 << target)
        })
    }

    #[inline]
    fn pierce(&self, state: &State, slot: usize, target: usize) -> u64 {
        let abilities = self.own(state, slot, AbilityKind::Pierce);
        abilities.fold(0, |hit, ability| {
            let Ability::Pierce { mode, count, .. } = ability else { return hit };
            hit | match mode {
                PierceMode::LineEnemies => line(state, slot, target, count.unwrap_or(0)),
                PierceMode::CannonScreenAndTarget => screen(state, slot, target),
            }
        })
    }
}

/// The first enemies in the line, if the target is among them, without the target.
fn line(state: &State, slot: usize, target: usize, count: u8) -> u64 {
    let (unit, to) = (state.unit(slot), state.unit(target).pos);
    let (dx, dy) = unit.pos.offset(to);
    if dx != 0 && dy != 0 {
        return 0;
    }
    let enemies = ray(state, unit.pos, (dx.signum(), dy.signum()))
        .filter(|other| state.unit(*other).side() != unit.side());
    let hit = enemies.take(usize::from(count)).fold(0u64, |hit, other| hit | 1 << other);
    if hit & 1 << target == 0 { 0 } else { hit & !(1 << target) }
}

/// The only unit between, if it is an enemy.
fn screen(state: &State, slot: usize, target: usize) -> u64 {
    let (unit, to) = (state.unit(slot), state.unit(target).pos);
    let (dx, dy) = unit.pos.offset(to);
    if dx != 0 && dy != 0 {
        return 0;
    }
    let mut units = between(state, unit.pos, to);
    match (units.next(), units.next()) {
        (Some(only), None) if state.unit(only).side() != unit.side() => 1 << only,
        _ => 0,
    }
}
