//! What may be done: the checks of the rules, in their order (rules 5).

use bout_core::Seat;

use crate::Necro;
use crate::ability::{Ability, AbilityKind};
use crate::action::{Action, Choice, Command};
use crate::cards::Item;
use crate::cell::Cell;
use crate::id::{ItemId, SoulId, UnitId};
use crate::item::{Effect, Needs};
use crate::phase::Phase;
use crate::piece::{Base, Side};
use crate::reason::Reason;
use crate::shot::Payment;
use crate::state::{SLOTS, State};

type Verdict = Result<(), Reason>;

pub(crate) fn require(holds: bool, reason: Reason) -> Verdict {
    if holds { Ok(()) } else { Err(reason) }
}

/// How a revival is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rise {
    /// By the ability of the unit in this slot.
    Logistics(usize),
    /// By an item.
    Contract,
    /// With gold and a necro action.
    Gold(u32),
}

/// What a source can sacrifice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rite {
    /// Itself, for the king.
    Itself,
    /// Another unit so near, for its next shot.
    Other { range: u8, after_move: bool },
}

impl Necro {
    /// The only judge of an action.
    pub(crate) fn can_act(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        require(state.winner.is_none(), Reason::MatchOver)?;
        let side = Side::of(seat).ok_or(Reason::NotYourTurn)?;
        if *action == (Action::Resign {}) {
            return Ok(());
        }
        require(side == state.side, Reason::NotYourTurn)?;
        require(accepts(state.phase.get(), action.command()), Reason::WrongPhase)?;
        match *action {
            Action::NextPhase {} | Action::Resign {} => Ok(()),
            Action::BuySoulFromDeck { base } => {
                self.can_buy_soul(state, self.config.buy_soul_from_deck_gold_cost)?;
                require(!state.decks.deck(base).is_empty(), Reason::DeckEmpty)
            }
            Action::BuySoulFromDisplay { base } => {
                self.can_buy_soul(state, self.config.buy_soul_from_display_gold_cost)?;
                require(state.display[base as usize] != SoulId::NONE, Reason::DisplayEmpty)
            }
            Action::BuySoulFromEnemyGraveyard {} => {
                self.can_buy_soul(state, self.config.buy_soul_from_enemy_graveyard_gold_cost)?;
                let graveyard = &state.graveyards[side.other() as usize];
                require(!graveyard.is_empty(), Reason::GraveyardEmpty)
            }
            Action::ReturnSoulToDeckBottom { soul_id } => {
                let used = state.flags.soul_return_used_count;
                require(used < self.config.soul_return_per_turn, Reason::SoulReturnUsed)?;
                require(holds_soul(state, soul_id), Reason::SoulNotInHand)
            }
            Action::BuyItemFromDisplay { slot, discard_item_id } => {
                self.can_buy_item(state, slot, discard_item_id)
            }
            Action::DiscardItemFromHand { item_id } => {
                self.has_item_action(state)?;
                require(holds_item(state, item_id), Reason::ItemNotInHand)
            }
            Action::UseItemFromHand { .. } => self.can_use_item(state, action),
            Action::Enchant { unit_id, soul_id } => self.can_enchant(state, unit_id, soul_id),
            Action::Revive { pos } => self.can_revive(state, pos).map(|_| ()),
            Action::BloodRitual {} => self.can_bleed(state),
            Action::Move { unit_id, to } => self.can_move(state, unit_id, to),
            Action::Shoot { attacker_id, target_unit_id, extra_target_unit_id } => {
                self.shot_plan(state, attacker_id, target_unit_id, extra_target_unit_id).map(|_| ())
            }
            Action::Sacrifice { source_unit_id, target_unit_id } => {
                self.can_sacrifice(state, source_unit_id, target_unit_id)
            }
        }
    }

    pub(crate) fn can_buy_soul(&self, state: &State, cost: u32) -> Verdict {
        let limit = self.config.buy_soul_actions_per_turn;
        require(state.flags.buy_soul_actions_used < limit, Reason::SoulBuyLimit)?;
        require(self.has_room_for_soul(state, state.side), Reason::SoulHandFull)?;
        require(state.purse(state.side).gold >= cost, Reason::NotEnoughGold)
    }

    /// Whether a side can take one more soul into its hand.
    pub(crate) fn has_room_for_soul(&self, state: &State, side: Side) -> bool {
        (state.souls[side as usize].len() as u32) < self.config.soul_hand_max
    }

    fn has_item_action(&self, state: &State) -> Verdict {
        let limit = self.config.buy_item_actions_per_turn;
        require(state.flags.buy_item_actions_used < limit, Reason::ItemBuyLimit)
    }

    /// Whether the side to act has no room for one more item.
    pub(crate) fn item_hand_is_full(&self, state: &State) -> bool {
        state.items[state.side as usize].len() as u32 >= self.config.item_hand_max
    }

    fn can_buy_item(&self, state: &State, slot: u8, discard: Option<ItemId>) -> Verdict {
        self.has_item_action(state)?;
        require(usize::from(slot) < SLOTS, Reason::InvalidSlot)?;
        let id = state.item_display[usize::from(slot)];
        let item = self.item(id).ok_or(Reason::DisplayEmpty)?;
        require(state.purse(state.side).gold >= item.cost, Reason::NotEnoughGold)?;
        let Some(discard) = discard else { return Ok(()) };
        require(self.item_hand_is_full(state), Reason::DiscardNotNeeded)?;
        let known = discard != ItemId::NONE && (discard == id || holds_item(state, discard));
        require(known, Reason::ItemNotInHand)
    }

    fn can_use_item(&self, state: &State, action: &Action) -> Verdict {
        let Action::UseItemFromHand { item_id, target_unit_id, target_pos, choice } = *action
        else {
            return Err(Reason::MalformedAction);
        };
        require(holds_item(state, item_id), Reason::ItemNotInHand)?;
        let item = self.item(item_id).ok_or(Reason::ItemNotInHand)?;
        require(item.timing.phase() == state.phase.get(), Reason::WrongPhase)?;
        let needs = item.effect.needs();
        let fits = (needs == Needs::Unit || target_unit_id.is_none())
            && (needs == Needs::CellAndChoice || target_pos.is_none() && choice.is_none());
        require(fits, Reason::TargetNotNeeded)?;
        match needs {
            Needs::Nothing => self.can_use_plainly(state, item),
            Needs::Unit => self.can_use_on(state, item, target_unit_id),
            Needs::CellAndChoice => can_refine(state, target_pos, choice),
        }
    }

    fn can_use_plainly(&self, state: &State, item: &Item) -> Verdict {
        if item.effect == (Effect::CagePlunder {}) {
            let enemy = &state.souls[state.side.other() as usize];
            require(!enemy.is_empty(), Reason::EnemyHandEmpty)?;
            require(self.has_room_for_soul(state, state.side), Reason::SoulHandFull)?;
        }
        Ok(())
    }

    fn can_use_on(&self, state: &State, item: &Item, target: Option<UnitId>) -> Verdict {
        let target = target.ok_or(Reason::TargetRequired)?;
        let slot = state.slot_of(target).ok_or(Reason::UnitNotFound)?;
        let unit = state.unit(slot);
        let own = unit.side() == state.side;
        match item.effect {
            Effect::HolyGrail { .. } | Effect::DeadReturnPath {} => {
                require(own, Reason::NotYourUnit)?;
            }
            _ => require(!own, Reason::NotEnemyUnit)?,
        }
        match item.effect {
            Effect::SoulDetachNeedle {} => require(unit.is_enchanted(), Reason::NotEnchanted),
            Effect::DeadReturnPath {} => {
                require(unit.is_enchanted(), Reason::NotEnchanted)?;
                require(self.has_room_for_soul(state, state.side), Reason::SoulHandFull)
            }
            _ => Ok(()),
        }
    }

    /// Necro actions that are left.
    pub(crate) fn necro_actions_left(&self, state: &State) -> u32 {
        let flags = &state.flags;
        let all = self
            .config
            .necro_actions_per_turn
            .saturating_add(flags.necro_bonus_actions)
            .saturating_add(flags.item_necro_bonus);
        all.saturating_sub(flags.necro_actions_used)
    }

    /// The gold for binding a soul now.
    pub(crate) fn enchant_cost(&self, state: &State, soul: SoulId) -> u32 {
        self.souls[soul.index()].cost.saturating_sub(state.flags.enchant_gold_discount)
    }

    fn can_enchant(&self, state: &State, unit: UnitId, soul: SoulId) -> Verdict {
        require(self.necro_actions_left(state) > 0, Reason::NoNecroActions)?;
        let slot = state.slot_of(unit).ok_or(Reason::UnitNotFound)?;
        self.can_take_soul(state, slot)?;
        require(self.knows_soul(soul), Reason::SoulNotFound)?;
        let unit = state.unit(slot);
        require(self.souls[soul.index()].base == unit.base(), Reason::BaseMismatch)?;
        let gold = state.purse(state.side).gold;
        require(gold >= self.enchant_cost(state, soul), Reason::NotEnoughGold)?;
        require(holds_soul(state, soul), Reason::SoulNotInHand)
    }

    fn can_take_soul(&self, state: &State, slot: usize) -> Verdict {
        let unit = state.unit(slot);
        require(unit.side() == state.side, Reason::NotYourUnit)?;
        require(!unit.is_enchanted(), Reason::AlreadyEnchanted)?;
        let bound = state.flags.last_stand_no_enchant.contains(unit.id);
        require(!bound, Reason::ContractNoEnchant)
    }

    /// Whether the top corpse of a cell can rise, and who pays.
    pub(crate) fn can_revive(&self, state: &State, cell: Cell) -> Result<Rise, Reason> {
        let top = cell.is_on_board().then(|| state.top_corpse(cell)).flatten();
        let corpse = state.corpses[top.ok_or(Reason::NoCorpse)?];
        require(state.is_free(cell), Reason::CellOccupied)?;
        require(corpse.side == state.side, Reason::NotYourCorpse)?;
        let rise = self.rise(state, corpse.base);
        if let Rise::Gold(cost) = rise {
            require(self.necro_actions_left(state) > 0, Reason::NoNecroActions)?;
            require(state.purse(state.side).gold >= cost, Reason::NotEnoughGold)?;
        }
        Ok(rise)
    }

    /// How a corpse of this base would be paid.
    pub(crate) fn rise(&self, state: &State, base: Base) -> Rise {
        if base == Base::Soldier {
            let helper = self.first_usable(state, state.side, AbilityKind::LogisticsRevive);
            if let Some((slot, _)) = helper {
                return Rise::Logistics(slot);
            }
        }
        if state.flags.last_stand_contract_bonus > 0 {
            Rise::Contract
        } else {
            Rise::Gold(base.revive_cost())
        }
    }

    fn can_bleed(&self, state: &State) -> Verdict {
        require(!state.flags.blood_ritual_used, Reason::BloodRitualUsed)?;
        let hp = state.king(state.side).map_or(0, |slot| u32::from(state.unit(slot).hp));
        require(hp > self.config.blood_ritual_hp_cost, Reason::KingHpTooLow)
    }

    /// What a move of this unit costs, and who makes it free.
    #[inline]
    pub(crate) fn move_cost(&self, state: &State, slot: usize) -> (u32, Option<usize>) {
        let unit = state.unit(slot);
        if unit.base() == Base::Soldier {
            let helper = self.first_usable(state, unit.side(), AbilityKind::FormationCommand);
            if let Some((helper, _)) = helper {
                return (0, Some(helper));
            }
        }
        (self.config.move_mana_cost, None)
    }

    /// Whether a unit of the side to act may move at all.
    #[inline]
    pub(crate) fn may_move(&self, state: &State, slot: usize) -> Verdict {
        require(!state.unit(slot).is_sealed(), Reason::UnitSealed)?;
        let mana = state.purse(state.side).mana;
        let enough = mana >= self.config.move_mana_cost || mana >= self.move_cost(state, slot).0;
        require(enough, Reason::NotEnoughMana)
    }

    fn can_move(&self, state: &State, unit: UnitId, to: Cell) -> Verdict {
        let slot = state.slot_of(unit).ok_or(Reason::UnitNotFound)?;
        require(state.unit(slot).side() == state.side, Reason::NotYourUnit)?;
        self.may_move(state, slot)?;
        require(to.is_on_board(), Reason::OutOfBoard)?;
        require(state.is_free(to), Reason::CellOccupied)?;
        require(self.destinations(state, slot) & to.bit() != 0, Reason::IllegalMove)
    }

    /// What a unit's soul lets it sacrifice.
    pub(crate) fn rite(&self, state: &State, slot: usize) -> Option<Rite> {
        let abilities = &self.soul(state.unit(slot)).abilities;
        abilities.iter().find_map(|ability| match ability {
            Ability::SacrificeSelfKingInvincible {} => Some(Rite::Itself),
            Ability::SacrificeShotBuff { range, requires_moved_this_turn, .. } => {
                Some(Rite::Other { range: *range, after_move: *requires_moved_this_turn })
            }
            _ => None,
        })
    }

    fn can_sacrifice(&self, state: &State, source: UnitId, target: UnitId) -> Verdict {
        let found = state.slot_of(source).zip(state.slot_of(target));
        let (source, target) = found.ok_or(Reason::UnitNotFound)?;
        let rite = self.rite(state, source).ok_or(Reason::NoSacrificeAbility)?;
        let (unit, victim) = (state.unit(source), state.unit(target));
        require(!state.flags.shot_used.contains(unit.id), Reason::AlreadyShot)?;
        match rite {
            Rite::Itself => require(source == target, Reason::MustSacrificeSelf)?,
            Rite::Other { after_move, .. } => {
                let moved = state.flags.moved_this_turn.contains(unit.id);
                require(!after_move || moved, Reason::SacrificeNeedsMove)?;
                require(source != target, Reason::CannotSacrificeSelf)?;
            }
        }
        require(unit.side() == state.side, Reason::NotYourUnit)?;
        require(victim.side() == state.side, Reason::CannotSacrificeEnemy)?;
        require(victim.base() != Base::King, Reason::CannotSacrificeKing)?;
        match rite {
            Rite::Other { range, .. } => {
                require(unit.pos.distance(victim.pos) <= range, Reason::OutOfRange)
            }
            Rite::Itself => Ok(()),
        }
    }

    /// The number that a refusal speaks of.
    pub(crate) fn number_at_hand(&self, state: &State, action: &Action, reason: Reason) -> u32 {
        let config = &self.config;
        if reason == Reason::SoulHandFull {
            return config.soul_hand_max;
        }
        match *action {
            Action::BuySoulFromDeck { .. } => config.buy_soul_from_deck_gold_cost,
            Action::BuySoulFromDisplay { .. } => config.buy_soul_from_display_gold_cost,
            Action::BuySoulFromEnemyGraveyard {} => config.buy_soul_from_enemy_graveyard_gold_cost,
            Action::BuyItemFromDisplay { slot, .. } => {
                let shown = state.item_display.get(usize::from(slot));
                shown.and_then(|id| self.item(*id)).map_or(0, |item| item.cost)
            }
            Action::Enchant { soul_id, .. } => self.enchant_cost(state, soul_id),
            Action::Revive { pos } => {
                let top = pos.is_on_board().then(|| state.top_corpse(pos)).flatten();
                top.map_or(0, |top| state.corpses[top].base.revive_cost())
            }
            Action::Move { unit_id, .. } => {
                state.slot_of(unit_id).map_or(0, |slot| self.move_cost(state, slot).0)
            }
            Action::Shoot { attacker_id, .. } => {
                let has_shot = state.flags.shot_used.contains(attacker_id);
                match state.slot_of(attacker_id).map(|slot| self.payment(state, slot, has_shot)) {
                    Some(Payment::Mana(cost)) => cost,
                    _ => 0,
                }
            }
            _ => 0,
        }
    }
}

/// Which actions a phase hears at all.
fn accepts(phase: Phase, command: Command) -> bool {
    use Command as C;
    match command {
        C::NextPhase | C::Resign => true,
        C::BuySoulFromDeck
        | C::BuySoulFromDisplay
        | C::BuySoulFromEnemyGraveyard
        | C::ReturnSoulToDeckBottom
        | C::BuyItemFromDisplay
        | C::DiscardItemFromHand => phase == Phase::Buy,
        C::UseItemFromHand => matches!(phase, Phase::Buy | Phase::Necro | Phase::Combat),
        C::Enchant | C::Revive | C::BloodRitual => phase == Phase::Necro,
        C::Move | C::Shoot | C::Sacrifice => phase == Phase::Combat,
    }
}

fn holds_soul(state: &State, soul: SoulId) -> bool {
    soul != SoulId::NONE && state.souls[state.side as usize].contains(&soul)
}

fn holds_item(state: &State, item: ItemId) -> bool {
    item != ItemId::NONE && state.items[state.side as usize].contains(&item)
}

fn can_refine(state: &State, cell: Option<Cell>, choice: Option<Choice>) -> Verdict {
    let cell = cell.ok_or(Reason::TargetRequired)?;
    let choice = choice.ok_or(Reason::TargetRequired)?;
    require(choice != Choice::Other, Reason::InvalidChoice)?;
    let top = cell.is_on_board().then(|| state.top_corpse(cell)).flatten();
    let corpse = state.corpses[top.ok_or(Reason::NoCorpse)?];
    require(corpse.side == state.side, Reason::NotYourCorpse)
}
