//! Items and what they do (rules 2.7, 5).

use bout_core::Ctx;

use super::buy::take_item;
use super::turn::refill_slot;
use super::{set_hp, tell_resources, tell_trigger};
use crate::Necro;
use crate::action::{Action, Choice};
use crate::event::{DetachedTo, Event, HpReason, Trigger};
use crate::id::{ItemId, SoulId, UnitId};
use crate::item::Effect;
use crate::piece::Base;
use crate::state::{SLOTS, State};

impl Necro {
    /// An item is used and discarded.
    pub(crate) fn use_item(&self, state: &mut State, action: &Action, ctx: &mut Ctx<'_, Self>) {
        let Action::UseItemFromHand { item_id, target_unit_id, target_pos, choice } = *action
        else {
            return;
        };
        let Some(effect) = self.item(item_id).map(|item| item.effect) else { return };
        take_item(state, item_id);
        state.item_discard.push(item_id);
        ctx.emit(Event::ItemUsed { side: state.side, item_id, target_unit_id });
        let target = target_unit_id.and_then(|id| state.slot_of(id));
        match (effect, target, target_pos) {
            (Effect::HolyGrail { amount }, Some(slot), _) => {
                let hp = state.unit(slot).hp.saturating_add(amount).min(self.hp_max(state, slot));
                set_hp(state, slot, hp, HpReason::Item(item_id), ctx);
            }
            (Effect::BoneRefine { gold, mana }, _, Some(cell)) => {
                if let Some(top) = state.top_corpse(cell) {
                    state.take_corpse(top);
                }
                match choice {
                    Some(Choice::Mana) => self.gain_mana(state, state.side, mana),
                    _ => self.gain_gold(state, state.side, gold),
                }
                tell_resources(state, state.side, ctx);
            }
            (_, Some(slot), _) => {
                tell_trigger(state.unit(slot).id, Trigger::Effect(effect.kind()), ctx);
                self.affect_unit(state, effect, (slot, item_id), ctx);
            }
            _ => {
                tell_trigger(king_of(state), Trigger::Effect(effect.kind()), ctx);
                self.affect_match(state, effect, ctx);
            }
        }
    }

    fn affect_unit(
        &self,
        state: &mut State,
        effect: Effect,
        (slot, item): (usize, ItemId),
        ctx: &mut Ctx<'_, Self>,
    ) {
        match effect {
            Effect::NetherSeal {} => state.unit_mut(slot).seal(true),
            Effect::SoulDetachNeedle {} | Effect::DeadReturnPath {} => {
                self.detach(state, slot, item, ctx);
            }
            _ => {}
        }
    }

    fn affect_match(&self, state: &mut State, effect: Effect, ctx: &mut Ctx<'_, Self>) {
        let flags = &mut state.flags;
        let add = |count: &mut u32, more: u8| *count = count.saturating_add(more.into());
        match effect {
            Effect::SoulOverload { shots } => add(&mut flags.free_shoot_bonus, shots),
            Effect::LastStandContract { revives } => {
                add(&mut flags.last_stand_contract_bonus, revives);
            }
            Effect::SoulInfusion { necro_actions, discount } => {
                add(&mut flags.item_necro_bonus, necro_actions);
                add(&mut flags.enchant_gold_discount, discount);
            }
            Effect::DeathChain {} => flags.death_chain_active = true,
            Effect::DarkMoonScope {} => {
                for slot in 0..SLOTS {
                    let item = state.item_display[slot];
                    if item != ItemId::NONE {
                        state.item_discard.push(item);
                    }
                }
                (0..SLOTS).for_each(|slot| refill_slot(state, slot));
            }
            Effect::WizardGreed {} => Base::ALL.iter().for_each(|base| turn_over(state, *base)),
            Effect::CagePlunder {} => self.plunder(state, ctx),
            _ => {}
        }
    }

    fn plunder(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let side = state.side;
        let hand = &mut state.souls[side.other() as usize];
        let at = match self.fixed_die {
            Some(_) => 0,
            None => ctx.dice.below(hand.len() as u32) as usize,
        };
        let soul = hand.remove(at);
        state.souls[side as usize].push(soul);
        ctx.emit(Event::SoulTaken { side, soul_id: Some(soul) });
    }

    /// A unit loses its soul and becomes a bare piece at full health.
    fn detach(&self, state: &mut State, slot: usize, item: ItemId, ctx: &mut Ctx<'_, Self>) {
        let (unit_id, soul_id) = (state.unit(slot).id, state.unit(slot).soul);
        let (side, base) = (state.unit(slot).side(), state.unit(slot).base());
        let to = if self.has_room_for_soul(state, side) {
            state.souls[side as usize].push(soul_id);
            DetachedTo::Hand
        } else {
            state.graveyards[side as usize].push(soul_id);
            DetachedTo::Graveyard
        };
        ctx.emit(Event::SoulDetached { unit_id, soul_id, to });
        let hp = state.unit(slot).hp;
        state.unit_mut(slot).bind(SoulId::NONE, base.stats());
        state.unit_mut(slot).hp = hp;
        state.index.enchanted &= !(1 << slot);
        set_hp(state, slot, base.stats().hp, HpReason::Item(item), ctx);
    }
}

/// The king of the side to act, as the owner of what items do.
pub(crate) fn king_of(state: &State) -> UnitId {
    state.king(state.side).map_or(UnitId::NONE, |slot| state.unit(slot).id)
}

/// The soul on display goes under its deck, and the top of the deck on display.
fn turn_over(state: &mut State, base: Base) {
    let shown = state.display[base as usize];
    if shown != SoulId::NONE {
        state.decks.put_bottom(base, shown);
    }
    state.display[base as usize] = state.decks.take_top(base).unwrap_or_default();
}
