//! What a screen should offer: every control with the reason why it is not possible now.

use bout_core::Seat;

use crate::Necro;
use crate::action::Action;
use crate::cell::{Cell, cells};
use crate::item::Needs;
use crate::piece::{Base, Side};
use crate::reason::{Reason, checks};
use crate::state::{SLOTS, State, slots};

type Offer = (Action, Option<Reason>);

impl Necro {
    /// The legal actions, then every control that has none, as its completion that comes nearest.
    pub(crate) fn offers(&self, state: &State, seat: Seat, out: &mut Vec<Offer>) {
        let Some(side) = Side::of(seat) else { return };
        let mut legal = Vec::new();
        self.actions(state, seat, &mut legal);
        out.extend(legal.into_iter().map(|action| (action, None)));
        self.offer_shop(state, side, out);
        self.offer_hand(state, side, out);
        self.offer_units(state, side, out);
    }

    /// Adds a control unless one of its completions is legal.
    fn offer(&self, state: &State, side: Side, ways: &[Action], out: &mut Vec<Offer>) {
        let judged = ways.iter().map(|way| (*way, self.can_act(state, side.seat(), way).err()));
        let depth = |(way, reason): &Offer| {
            let found = checks(way.command()).iter().position(|check| Some(*check) == *reason);
            found.map_or(0, |at| at + 1)
        };
        let mut best: Option<Offer> = None;
        for offer in judged {
            if offer.1.is_none() {
                return;
            }
            if best.as_ref().is_none_or(|best| depth(&offer) > depth(best)) {
                best = Some(offer);
            }
        }
        out.extend(best);
    }

    fn offer_shop(&self, state: &State, side: Side, out: &mut Vec<Offer>) {
        let mut one = |action: Action| self.offer(state, side, &[action], out);
        one(Action::NextPhase {});
        Base::ALL.iter().for_each(|base| one(Action::BuySoulFromDeck { base: *base }));
        Base::ALL.iter().for_each(|base| one(Action::BuySoulFromDisplay { base: *base }));
        one(Action::BuySoulFromEnemyGraveyard {});
        for slot in 0..SLOTS as u8 {
            one(Action::BuyItemFromDisplay { slot, discard_item_id: None });
        }
        one(Action::BloodRitual {});
        cells(state.corpse_cells()).for_each(|pos| one(Action::Revive { pos }));
    }

    fn offer_hand(&self, state: &State, side: Side, out: &mut Vec<Offer>) {
        let units = || slots(state.all_slots()).map(|slot| state.unit(slot).id);
        for soul_id in &self.souls_by_name(&state.souls[side as usize]) {
            let soul_id = *soul_id;
            self.offer(state, side, &[Action::ReturnSoulToDeckBottom { soul_id }], out);
            let ways: Vec<_> =
                units().map(|unit_id| Action::Enchant { unit_id, soul_id }).collect();
            self.offer(state, side, &ways, out);
        }
        for item_id in &self.items_by_name(&state.items[side as usize]) {
            let item_id = *item_id;
            self.offer(state, side, &[Action::DiscardItemFromHand { item_id }], out);
            let needs = self.item(item_id).map_or(Needs::Nothing, |item| item.effect.needs());
            let mut ways = Vec::new();
            self.uses(state, item_id, needs, |way| ways.push(way));
            if ways.is_empty() {
                ways.push(Action::item(item_id));
            }
            self.offer(state, side, &ways, out);
        }
    }

    fn offer_units(&self, state: &State, side: Side, out: &mut Vec<Offer>) {
        let all = || slots(state.all_slots()).map(|slot| state.unit(slot).id);
        for slot in slots(state.side_slots(side)) {
            let unit = state.unit(slot).id;
            let moves: Vec<_> = Cell::all().map(|to| Action::Move { unit_id: unit, to }).collect();
            self.offer(state, side, &moves, out);
            let shots: Vec<_> = all().map(|target| Action::shot(unit, target)).collect();
            self.offer(state, side, &shots, out);
            let sacrifice =
                |target_unit_id| Action::Sacrifice { source_unit_id: unit, target_unit_id };
            let sacrifices: Vec<_> = all().map(sacrifice).collect();
            self.offer(state, side, &sacrifices, out);
        }
    }
}
