//! The rules that change a match, one file each.

pub mod buy;
pub mod clock;
pub mod end;
pub mod item;
pub mod kill;
pub mod necro;
pub mod sacrifice;
pub mod shoot;
pub mod turn;

use bout_core::Ctx;

use crate::Necro;
use crate::event::{Event, HpReason, Trigger};
use crate::id::UnitId;
use crate::piece::Side;
use crate::state::{State, slots};

/// Tells what a side owns now.
#[inline]
pub(crate) fn tell_resources(state: &State, side: Side, ctx: &mut Ctx<'_, Necro>) {
    let purse = state.purse(side);
    ctx.emit(Event::ResourcesChanged {
        side,
        gold: purse.gold,
        mana: purse.mana,
        storage_mana: purse.storage_mana,
    });
}

/// Tells that an ability made a difference.
#[inline]
pub(crate) fn tell_trigger(unit_id: UnitId, ability_type: Trigger, ctx: &mut Ctx<'_, Necro>) {
    ctx.emit(Event::AbilityTriggered { unit_id, ability_type, target_unit_ids: None });
}

/// The same, with the targets that came by it.
#[inline]
pub(crate) fn tell_trigger_on(
    state: &State,
    unit_id: UnitId,
    ability_type: Trigger,
    targets: u64,
    ctx: &mut Ctx<'_, Necro>,
) {
    if ctx.telling() {
        let ids = slots(targets).map(|slot| state.unit(slot).id);
        let target_unit_ids = (targets != 0).then(|| ids.collect());
        ctx.emit(Event::AbilityTriggered { unit_id, ability_type, target_unit_ids });
    }
}

/// Sets hit points and tells it, if they change; whether they do.
pub(crate) fn set_hp(
    state: &mut State,
    slot: usize,
    to: u8,
    reason: HpReason,
    ctx: &mut Ctx<'_, Necro>,
) {
    let unit = state.unit_mut(slot);
    let from = std::mem::replace(&mut unit.hp, to);
    // The ritual is always told, also where it costs nothing.
    if from != to || reason == HpReason::BloodRitual {
        ctx.emit(Event::UnitHpChanged { unit_id: unit.id, from, to, reason });
    }
}

impl Necro {
    /// The hit points of a unit at full health.
    #[inline]
    pub(crate) fn hp_max(&self, state: &State, slot: usize) -> u8 {
        let unit = state.unit(slot);
        if unit.is_enchanted() { self.soul(unit).stats.hp } else { unit.base().stats().hp }
    }

    /// Takes gold from the side to act; the guard has seen that it is there.
    #[inline]
    pub(crate) fn pay_gold(&self, state: &mut State, gold: u32) {
        let purse = state.purse_mut(state.side);
        purse.gold = purse.gold.saturating_sub(gold);
    }

    /// Gives gold, up to the limit.
    pub(crate) fn gain_gold(&self, state: &mut State, side: Side, gold: u32) {
        let purse = state.purse_mut(side);
        purse.gold = purse.gold.saturating_add(gold).min(self.config.gold_max);
    }

    /// Gives mana, up to the limit.
    pub(crate) fn gain_mana(&self, state: &mut State, side: Side, mana: u32) {
        let purse = state.purse_mut(side);
        purse.mana = purse.mana.saturating_add(mana).min(self.config.mana_max);
    }

    /// Rolls a die, or takes the fixed face.
    #[inline]
    pub(crate) fn roll(&self, sides: u8, ctx: &mut Ctx<'_, Self>) -> u8 {
        let value = match self.fixed_die {
            Some(face) => face,
            None => ctx.dice.below(u32::from(sides)) as u8 + 1,
        };
        ctx.emit(Event::DiceRolled { sides, value });
        value
    }
}
