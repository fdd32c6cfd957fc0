//! Death and what it brings (rules 6.5).

use bout_core::Ctx;

use super::shoot::hurt;
use super::tell_trigger_on;
use crate::Necro;
use crate::ability::{Ability, AbilityKind};
use crate::event::{Event, Trigger};
use crate::piece::{Base, Side};
use crate::state::{Corpse, EndReason, State, slots};

impl Necro {
    /// Kills a unit that is on the board without a hit point.
    pub(crate) fn bury_if_dead(&self, state: &mut State, slot: usize, ctx: &mut Ctx<'_, Self>) {
        if state.is_alive(slot) && state.unit(slot).hp == 0 && state.winner.is_none() {
            self.bury(state, slot, ctx);
        }
    }

    /// Kills a unit: corpse, soul, and the blast of its death.
    pub(crate) fn bury(&self, state: &mut State, slot: usize, ctx: &mut Ctx<'_, Self>) {
        let unit = *state.unit(slot);
        let side = unit.side();
        state.take_off(slot);
        state.lay_corpse(Corpse { cell: unit.pos, side, base: unit.base() });
        if unit.is_enchanted() {
            state.graveyards[side as usize].push(unit.soul);
        }
        state.clear_buff(unit.id);
        ctx.emit(Event::UnitKilled { unit_id: unit.id });
        if unit.base() == Base::King {
            return Self::decide(state, side.other().into(), EndReason::KingKilled);
        }
        for ability in &self.soul(&unit).abilities {
            if let Ability::OnDeathFixedDamage { amount, radius, .. } = ability {
                self.blast(state, slot, (*amount, *radius), ctx);
            }
        }
    }

    /// The blast of a dead unit, one victim after the other, each with its own blast.
    fn blast(
        &self,
        state: &mut State,
        slot: usize,
        (amount, radius): (u8, u8),
        ctx: &mut Ctx<'_, Self>,
    ) {
        let (id, cell) = (state.unit(slot).id, state.unit(slot).pos);
        let enemy = state.unit(slot).side().other();
        let victims = self.within(state, enemy, cell, radius) & !untouchable(state, enemy);
        if victims == 0 || state.winner.is_some() {
            return;
        }
        let trigger = Trigger::Ability(AbilityKind::OnDeathFixedDamage);
        tell_trigger_on(state, id, trigger, victims, ctx);
        for victim in slots(victims) {
            if state.is_alive(victim) && state.winner.is_none() {
                hurt(state, id, victim, (amount.into(), None), ctx);
                self.bury_if_dead(state, victim, ctx);
            }
        }
    }
}

/// The king of a side, as slots, if he cannot be hurt.
fn untouchable(state: &State, side: Side) -> u64 {
    let king = state.king(side).filter(|_| state.king_invincible[side as usize]);
    king.map_or(0, |slot| 1 << slot)
}
