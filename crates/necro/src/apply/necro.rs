//! Enchanting, reviving, the ritual (rules 5).

use bout_core::Ctx;

use super::buy::take_soul;
use super::{set_hp, tell_resources, tell_trigger};
use crate::Necro;
use crate::ability::AbilityKind;
use crate::cell::Cell;
use crate::event::{Event, HpReason, Trigger};
use crate::guard::Rise;
use crate::id::{REVIVED_MAX, SoulId, UnitId};
use crate::piece::{Base, Side};
use crate::state::{Corpse, State};
use crate::unit::Unit;

impl Necro {
    /// A soul is bound to a unit.
    pub(crate) fn enchant(
        &self,
        state: &mut State,
        unit: UnitId,
        soul: SoulId,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Some(slot) = state.slot_of(unit) else { return };
        self.pay_gold(state, self.enchant_cost(state, soul));
        take_soul(state, soul);
        state.unit_mut(slot).bind(soul, self.souls[soul.index()].stats);
        state.index.enchanted |= 1 << slot;
        state.flags.necro_actions_used = state.flags.necro_actions_used.saturating_add(1);
        state.flags.enchant_gold_discount = 0;
        ctx.emit(Event::Enchanted { unit_id: unit, soul_id: soul });
        tell_resources(state, state.side, ctx);
    }

    /// The top corpse of a cell rises as a bare piece.
    pub(crate) fn revive(&self, state: &mut State, cell: Cell, ctx: &mut Ctx<'_, Self>) {
        let Some(top) = state.top_corpse(cell) else { return };
        let rise = self.rise(state, state.corpses[top].base);
        let helper = match rise {
            Rise::Logistics(slot) => Some(state.unit(slot).id),
            Rise::Contract | Rise::Gold(_) => None,
        };
        let Corpse { side, base, .. } = state.take_corpse(top);
        let unit_id = free_name(state, side, base);
        match rise {
            Rise::Logistics(_) => {}
            Rise::Contract => {
                state.flags.last_stand_contract_bonus -= 1;
                state.flags.last_stand_no_enchant.insert(unit_id);
            }
            Rise::Gold(cost) => {
                self.pay_gold(state, cost);
                state.flags.necro_actions_used = state.flags.necro_actions_used.saturating_add(1);
            }
        }
        state.put_on(Unit::new(unit_id, side, base, cell));
        ctx.emit(Event::Revived { unit_id, pos: cell });
        tell_resources(state, state.side, ctx);
        if let Some(helper) = helper {
            state.flags.note(helper, AbilityKind::LogisticsRevive);
            tell_trigger(helper, Trigger::Ability(AbilityKind::LogisticsRevive), ctx);
        }
    }

    /// The king bleeds for one more necro action.
    pub(crate) fn bleed(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let Some(king) = state.king(state.side) else { return };
        // The guard has seen that the cost is below the king's hit points.
        let hp = state.unit(king).hp - self.config.blood_ritual_hp_cost as u8;
        state.flags.blood_ritual_used = true;
        state.flags.necro_bonus_actions = state.flags.necro_bonus_actions.saturating_add(1);
        set_hp(state, king, hp, HpReason::BloodRitual, ctx);
    }
}

/// The first name of a revived unit that nobody alive has.
fn free_name(state: &State, side: Side, base: Base) -> UnitId {
    let names = (0..REVIVED_MAX as u8).map(|n| UnitId::of(side, base, true, n));
    let mut free = names.filter(|name| state.slot_of(*name).is_none());
    free.next().unwrap_or(UnitId::NONE)
}
