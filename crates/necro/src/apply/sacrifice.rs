//! Sacrifices (rules 5).

use bout_core::Ctx;

use super::tell_trigger;
use crate::Necro;
use crate::ability::Ability;
use crate::event::{Event, Trigger};
use crate::id::UnitId;
use crate::state::State;

impl Necro {
    /// A unit dies for the king or for a better shot.
    pub(crate) fn sacrifice(
        &self,
        state: &mut State,
        source: UnitId,
        target: UnitId,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let Some((slot, victim)) = state.slot_of(source).zip(state.slot_of(target)) else { return };
        let before = state.all_slots();
        ctx.emit(Event::Sacrificed { source_unit_id: source, target_unit_id: target });
        for ability in &self.soul(state.unit(slot)).abilities {
            match ability {
                Ability::SacrificeSelfKingInvincible {} => {
                    state.king_invincible[state.side as usize] = true;
                }
                Ability::SacrificeShotBuff { buff, .. } => state.set_buff(source, *buff),
                _ => continue,
            }
            tell_trigger(source, Trigger::Ability(ability.kind()), ctx);
            break;
        }
        self.bury(state, victim, ctx);
        self.feed_death_chain(state, before, ctx);
        state.close_ranks();
        self.tell_end(state, ctx);
    }
}
