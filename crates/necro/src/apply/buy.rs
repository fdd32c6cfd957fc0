//! The shop (rules 5).

use bout_core::Ctx;

use super::tell_resources;
use super::turn::refill_slot;
use crate::Necro;
use crate::event::{Event, Source};
use crate::id::{ItemId, SoulId};
use crate::piece::Base;
use crate::state::State;

impl Necro {
    /// The top of a deck, unseen.
    pub(crate) fn buy_from_deck(&self, state: &mut State, base: Base, ctx: &mut Ctx<'_, Self>) {
        let Some(soul) = state.decks.take_top(base) else { return };
        let cost = self.config.buy_soul_from_deck_gold_cost;
        self.take_bought(state, soul, (cost, Source::Deck), ctx);
    }

    /// The soul on display; the deck's top takes its place.
    pub(crate) fn buy_from_display(&self, state: &mut State, base: Base, ctx: &mut Ctx<'_, Self>) {
        let next = state.decks.take_top(base).unwrap_or_default();
        let soul = std::mem::replace(&mut state.display[base as usize], next);
        let cost = self.config.buy_soul_from_display_gold_cost;
        self.take_bought(state, soul, (cost, Source::Display), ctx);
    }

    /// The soul of the enemy that fell last.
    pub(crate) fn buy_from_graveyard(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let Some(soul) = state.graveyards[state.side.other() as usize].pop() else { return };
        let cost = self.config.buy_soul_from_enemy_graveyard_gold_cost;
        self.take_bought(state, soul, (cost, Source::Graveyard), ctx);
    }

    fn take_bought(
        &self,
        state: &mut State,
        soul: SoulId,
        (cost, source): (u32, Source),
        ctx: &mut Ctx<'_, Self>,
    ) {
        let side = state.side;
        self.pay_gold(state, cost);
        state.souls[side as usize].push(soul);
        state.flags.buy_soul_actions_used = state.flags.buy_soul_actions_used.saturating_add(1);
        let base = self.souls[soul.index()].base;
        ctx.emit(Event::SoulBought { side, soul_id: Some(soul), base, source });
        tell_resources(state, side, ctx);
    }

    /// A soul goes from the hand under its deck.
    pub(crate) fn return_soul(&self, state: &mut State, soul: SoulId, ctx: &mut Ctx<'_, Self>) {
        let (side, base) = (state.side, self.souls[soul.index()].base);
        take_soul(state, soul);
        state.decks.put_bottom(base, soul);
        state.flags.soul_return_used_count = state.flags.soul_return_used_count.saturating_add(1);
        ctx.emit(Event::SoulReturned { side, soul_id: Some(soul), base });
    }

    /// An item off the display; with a full hand one of all goes.
    pub(crate) fn buy_item(
        &self,
        state: &mut State,
        slot: u8,
        discard: Option<ItemId>,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let (side, place) = (state.side, usize::from(slot));
        let bought = state.item_display[place];
        self.pay_gold(state, self.item(bought).map_or(0, |item| item.cost));
        ctx.emit(Event::ItemBought { side, item_id: bought, slot });
        if self.item_hand_is_full(state) {
            let gone = discard.unwrap_or(bought);
            if gone != bought {
                take_item(state, gone);
                state.items[side as usize].push(bought);
            }
            throw(state, gone, ctx);
        } else {
            state.items[side as usize].push(bought);
        }
        refill_slot(state, place);
        state.flags.buy_item_actions_used = state.flags.buy_item_actions_used.saturating_add(1);
        tell_resources(state, side, ctx);
    }

    /// An item goes from the hand.
    pub(crate) fn discard_item(&self, state: &mut State, item: ItemId, ctx: &mut Ctx<'_, Self>) {
        take_item(state, item);
        throw(state, item, ctx);
        state.flags.buy_item_actions_used = state.flags.buy_item_actions_used.saturating_add(1);
    }
}

fn throw(state: &mut State, item: ItemId, ctx: &mut Ctx<'_, Necro>) {
    state.item_discard.push(item);
    ctx.emit(Event::ItemDiscarded { side: state.side, item_id: item });
}

/// Takes a soul out of the hand of the side to act.
pub(crate) fn take_soul(state: &mut State, soul: SoulId) {
    let hand = &mut state.souls[state.side as usize];
    if let Some(at) = hand.iter().position(|held| *held == soul) {
        hand.remove(at);
    }
}

/// Takes the first copy of an item out of the hand of the side to act.
pub(crate) fn take_item(state: &mut State, item: ItemId) {
    let hand = &mut state.items[state.side as usize];
    if let Some(at) = hand.iter().position(|held| *held == item) {
        hand.remove(at);
    }
}
