//! What there is to choose from, in the order of the rules (rules 5, Queries).

use bout_core::{List, Seat};

use crate::Necro;
use crate::action::{Action, Choice};
use crate::cell::cells;
use crate::id::{ItemId, SoulId};
use crate::item::Needs;
use crate::phase::Phase;
use crate::piece::{Base, Side};
use crate::state::{SLOTS, State, slots};

impl Necro {
    /// Appends every legal action of a seat.
    pub(crate) fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.winner.is_some() || Side::of(seat) != Some(state.side) {
            return;
        }
        out.push(Action::NextPhase {});
        match state.phase.get() {
            Phase::Buy => {
                self.purchases(state, out);
                self.item_uses(state, out);
            }
            Phase::Necro => {
                self.item_uses(state, out);
                self.enchantments(state, out);
                self.revivals(state, out);
                self.push_if_legal(state, Action::BloodRitual {}, out);
            }
            Phase::Combat => {
                self.item_uses(state, out);
                self.moves(state, out);
                self.shots(state, out);
                self.sacrifices(state, out);
            }
            Phase::TurnStart | Phase::TurnEnd => {}
        }
    }

    fn push_if_legal(&self, state: &State, action: Action, out: &mut Vec<Action>) {
        if self.can_act(state, state.side.seat(), &action).is_ok() {
            out.push(action);
        }
    }

    fn purchases(&self, state: &State, out: &mut Vec<Action>) {
        let side = state.side as usize;
        for base in Base::ALL {
            self.push_if_legal(state, Action::BuySoulFromDeck { base: *base }, out);
        }
        for base in Base::ALL {
            self.push_if_legal(state, Action::BuySoulFromDisplay { base: *base }, out);
        }
        self.push_if_legal(state, Action::BuySoulFromEnemyGraveyard {}, out);
        for soul_id in &self.souls_by_name(&state.souls[side]) {
            self.push_if_legal(state, Action::ReturnSoulToDeckBottom { soul_id: *soul_id }, out);
        }
        for slot in 0..SLOTS as u8 {
            let buy = |discard_item_id| Action::BuyItemFromDisplay { slot, discard_item_id };
            self.push_if_legal(state, buy(None), out);
            if self.item_hand_is_full(state) {
                let mut known = state.items[side];
                let _ = known.try_push(state.item_display[usize::from(slot)]);
                for item in &self.items_by_name(&known) {
                    self.push_if_legal(state, buy(Some(*item)), out);
                }
            }
        }
        for item_id in &self.items_by_name(&state.items[side]) {
            self.push_if_legal(state, Action::DiscardItemFromHand { item_id: *item_id }, out);
        }
    }

    /// The souls of a hand, ascending by id.
    pub(crate) fn souls_by_name<const N: usize>(&self, souls: &List<SoulId, N>) -> List<SoulId, N> {
        let mut sorted = *souls;
        sorted.sort_unstable_by_key(|soul| self.soul_rank[soul.index()]);
        sorted
    }

    /// The kinds of items of a hand, ascending by id, each once.
    pub(crate) fn items_by_name<const N: usize>(&self, items: &List<ItemId, N>) -> List<ItemId, N> {
        let mut sorted = *items;
        sorted.sort_unstable_by_key(|item| self.item_rank[item.index()]);
        let mut last = ItemId::NONE;
        sorted.retain(|item| std::mem::replace(&mut last, *item) != *item);
        sorted
    }

    fn item_uses(&self, state: &State, out: &mut Vec<Action>) {
        let hand = &state.items[state.side as usize];
        if hand.is_empty() {
            return;
        }
        for item_id in &self.items_by_name(hand) {
            let Some(item) = self.item(*item_id) else { continue };
            if item.timing.phase() == state.phase.get() {
                self.uses(state, *item_id, item.effect.needs(), |action| {
                    self.push_if_legal(state, action, out);
                });
            }
        }
    }

    /// Every way to use an item, in order, legal or not.
    pub(crate) fn uses(
        &self,
        state: &State,
        item: ItemId,
        needs: Needs,
        mut add: impl FnMut(Action),
    ) {
        match needs {
            Needs::Nothing => add(Action::item(item)),
            Needs::Unit => slots(state.all_slots())
                .for_each(|slot| add(Action::item_on(item, state.unit(slot).id))),
            Needs::CellAndChoice => cells(state.corpse_cells()).for_each(|cell| {
                add(Action::item_at(item, cell, Choice::Gold));
                add(Action::item_at(item, cell, Choice::Mana));
            }),
        }
    }

    fn enchantments(&self, state: &State, out: &mut Vec<Action>) {
        let hand = &state.souls[state.side as usize];
        if hand.is_empty() || self.necro_actions_left(state) == 0 {
            return;
        }
        let souls = self.souls_by_name(hand);
        for slot in slots(state.side_slots(state.side) & !state.index.enchanted) {
            let unit_id = state.unit(slot).id;
            for soul_id in &souls {
                self.push_if_legal(state, Action::Enchant { unit_id, soul_id: *soul_id }, out);
            }
        }
    }

    fn revivals(&self, state: &State, out: &mut Vec<Action>) {
        let can = |cell: &_| self.can_revive(state, *cell).is_ok();
        out.extend(cells(state.corpse_cells()).filter(can).map(|pos| Action::Revive { pos }));
    }

    fn moves(&self, state: &State, out: &mut Vec<Action>) {
        for slot in slots(state.side_slots(state.side)) {
            if self.may_move(state, slot).is_ok() {
                let unit_id = state.unit(slot).id;
                let to = cells(self.destinations(state, slot));
                out.extend(to.map(|to| Action::Move { unit_id, to }));
            }
        }
    }

    fn shots(&self, state: &State, out: &mut Vec<Action>) {
        let enemies = state.side_slots(state.side.other());
        for slot in slots(state.side_slots(state.side)) {
            let attacker_id = state.unit(slot).id;
            for target in slots(self.targets(state, slot, enemies)) {
                let target_unit_id = state.unit(target).id;
                out.push(Action::shot(attacker_id, target_unit_id));
                for extra in slots(self.links(state, slot, target)) {
                    let extra_target_unit_id = Some(state.unit(extra).id);
                    out.push(Action::Shoot { attacker_id, target_unit_id, extra_target_unit_id });
                }
            }
        }
    }

    /// The enemies at which a unit of the side to act may shoot, as slots.
    #[inline]
    pub(crate) fn targets(&self, state: &State, slot: usize, enemies: u64) -> u64 {
        if state.unit(slot).is_sealed() {
            return 0;
        }
        if self.shooter(state, slot).is_err() {
            return 0;
        }
        let open = slots(enemies).filter(|target| self.cleared(state, slot, *target).is_ok());
        open.fold(0, |all, target| all | 1 << target)
    }

    fn sacrifices(&self, state: &State, out: &mut Vec<Action>) {
        let own = state.side_slots(state.side);
        for slot in slots(own & state.index.enchanted) {
            if self.rite(state, slot).is_none() {
                continue;
            }
            let source_unit_id = state.unit(slot).id;
            for target in slots(own) {
                let target_unit_id = state.unit(target).id;
                let action = Action::Sacrifice { source_unit_id, target_unit_id };
                self.push_if_legal(state, action, out);
            }
        }
    }
}
