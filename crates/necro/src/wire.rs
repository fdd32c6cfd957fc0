//! The state as it is written: names and nesting of the rules document (rules 3).

use std::borrow::Cow;
use std::collections::BTreeMap;

use bout_core::{Current, List, Named, Timers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Necro;
use crate::ability::{AbilityKind, Buff};
use crate::cell::Cell;
use crate::id::{IdSet, ItemId, SoulId, UnitId};
use crate::phase::{Phase, Timer};
use crate::piece::{BASES, Base, Key, Side, Stats};
use crate::state::{
    Corpse, DEATH_CHAIN_MAX, EndReason, Purse, SLOTS, State, TurnFlags, UNITS_MAX, Use, Winner,
};
use crate::unit::Unit;

/// A value for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, bound(deserialize = "T: Deserialize<'de> + Default"))]
#[schemars(inline, !default)]
pub struct Sides<T> {
    /// Red's.
    pub red: T,
    /// Black's.
    pub black: T,
}

impl<T> Sides<T> {
    pub(crate) fn of(mut make: impl FnMut(Side) -> T) -> Self {
        Sides { red: make(Side::Red), black: make(Side::Black) }
    }

    pub(crate) fn into_array(self) -> [T; 2] {
        [self.red, self.black]
    }
}

/// A value for each kind of piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, bound(deserialize = "T: Deserialize<'de> + Default"))]
#[schemars(inline, !default)]
pub struct Bases<T> {
    pub king: T,
    pub advisor: T,
    pub elephant: T,
    pub rook: T,
    pub knight: T,
    pub cannon: T,
    pub soldier: T,
}

impl<T> Bases<T> {
    pub(crate) fn of(mut make: impl FnMut(Base) -> T) -> Self {
        Bases {
            king: make(Base::King),
            advisor: make(Base::Advisor),
            elephant: make(Base::Elephant),
            rook: make(Base::Rook),
            knight: make(Base::Knight),
            cannon: make(Base::Cannon),
            soldier: make(Base::Soldier),
        }
    }

    fn into_array(self) -> [T; BASES] {
        [self.king, self.advisor, self.elephant, self.rook, self.knight, self.cannon, self.soldier]
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Turn")]
pub struct TurnDocument {
    side: Side,
    phase: Phase,
    number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeyValue {
    pub key: Key,
    pub value: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "Enchant")]
struct EnchantDocument {
    soul_id: SoulId,
}

/// A unit on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "Unit")]
pub struct UnitDocument {
    #[schemars(with = "UnitId")]
    id: Option<UnitId>,
    #[schemars(with = "Side")]
    side: Option<Side>,
    #[schemars(with = "Base")]
    base: Option<Base>,
    pos: Cell,
    #[schemars(with = "u8")]
    hp_current: Option<u8>,
    #[schemars(with = "KeyValue")]
    atk: Option<KeyValue>,
    #[schemars(with = "Vec<KeyValue>")]
    def: Option<Vec<KeyValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    enchant: Option<EnchantDocument>,
}

impl From<&Unit> for UnitDocument {
    fn from(unit: &Unit) -> Self {
        let def = |key: Key| KeyValue { key, value: unit.def[key as usize] };
        let enchant = EnchantDocument { soul_id: unit.soul };
        UnitDocument {
            id: Some(unit.id),
            side: Some(unit.side()),
            base: Some(unit.base()),
            pos: unit.pos,
            hp_current: Some(unit.hp),
            atk: Some(KeyValue { key: unit.key(), value: unit.atk }),
            def: Some(vec![def(Key::Phys), def(Key::Magic)]),
            enchant: unit.is_enchanted().then_some(enchant),
        }
    }
}

/// A corpse on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "Corpse")]
pub struct CorpseDocument {
    owner_side: Side,
    base: Base,
}

/// A hand on the wire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HandDocument {
    souls: Vec<SoulId>,
    items: Vec<ItemId>,
}

/// Standing effects on the wire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
#[schemars(rename = "Status")]
pub struct StatusDocument {
    king_invincible: Sides<bool>,
    sealed_unit_ids: Vec<UnitId>,
    sacrifice_buff_by_unit_id: BTreeMap<Cow<'static, str>, Buff>,
}

impl From<&State> for StatusDocument {
    fn from(state: &State) -> Self {
        let sealed = state.units.iter().filter(|unit| unit.is_sealed());
        StatusDocument {
            king_invincible: Sides::of(|side| state.king_invincible[side as usize]),
            sealed_unit_ids: sealed.map(|unit| unit.id).collect(),
            sacrifice_buff_by_unit_id: (state.buffs.iter())
                .map(|(id, buff)| (id.name().into(), *buff))
                .collect(),
        }
    }
}

/// What is remembered within a turn, on the wire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
#[schemars(rename = "TurnFlags")]
pub struct FlagsDocument {
    shot_used: Vec<UnitId>,
    moved_this_turn: Vec<UnitId>,
    ability_used: BTreeMap<String, u8>,
    buy_soul_actions_used: u32,
    buy_item_actions_used: u32,
    soul_return_used_count: u32,
    necro_actions_used: u32,
    blood_ritual_used: bool,
    necro_bonus_actions: u32,
    item_necro_bonus: u32,
    enchant_gold_discount: u32,
    free_shoot_bonus: u32,
    last_stand_contract_bonus: u32,
    last_stand_no_enchant_unit_ids: Vec<UnitId>,
    death_chain_active: bool,
    death_chain_kill_count: u8,
}

impl From<&TurnFlags> for FlagsDocument {
    fn from(flags: &TurnFlags) -> Self {
        let key = |used: &Use| format!("{}:{}", used.unit, used.kind.name());
        FlagsDocument {
            shot_used: flags.shot_used.iter().collect(),
            moved_this_turn: flags.moved_this_turn.iter().collect(),
            ability_used: flags.ability_used.iter().map(|used| (key(used), used.count)).collect(),
            buy_soul_actions_used: flags.buy_soul_actions_used,
            buy_item_actions_used: flags.buy_item_actions_used,
            soul_return_used_count: flags.soul_return_used_count,
            necro_actions_used: flags.necro_actions_used,
            blood_ritual_used: flags.blood_ritual_used,
            necro_bonus_actions: flags.necro_bonus_actions,
            item_necro_bonus: flags.item_necro_bonus,
            enchant_gold_discount: flags.enchant_gold_discount,
            free_shoot_bonus: flags.free_shoot_bonus,
            last_stand_contract_bonus: flags.last_stand_contract_bonus,
            last_stand_no_enchant_unit_ids: flags.last_stand_no_enchant.iter().collect(),
            death_chain_active: flags.death_chain_active,
            death_chain_kill_count: flags.death_chain_kill_count,
        }
    }
}

impl TryFrom<FlagsDocument> for TurnFlags {
    type Error = String;

    fn try_from(document: FlagsDocument) -> Result<Self, String> {
        let mut flags = TurnFlags {
            shot_used: set("shotUsed", &document.shot_used)?,
            moved_this_turn: set("movedThisTurn", &document.moved_this_turn)?,
            ability_used: List::new(),
            buy_soul_actions_used: document.buy_soul_actions_used,
            buy_item_actions_used: document.buy_item_actions_used,
            soul_return_used_count: document.soul_return_used_count,
            necro_actions_used: document.necro_actions_used,
            blood_ritual_used: document.blood_ritual_used,
            necro_bonus_actions: document.necro_bonus_actions,
            item_necro_bonus: document.item_necro_bonus,
            enchant_gold_discount: document.enchant_gold_discount,
            free_shoot_bonus: document.free_shoot_bonus,
            last_stand_contract_bonus: document.last_stand_contract_bonus,
            last_stand_no_enchant: set(
                "lastStandNoEnchantUnitIds",
                &document.last_stand_no_enchant_unit_ids,
            )?,
            death_chain_active: document.death_chain_active,
            death_chain_kill_count: document.death_chain_kill_count,
        };
        if flags.death_chain_kill_count > DEATH_CHAIN_MAX {
            return Err(format!("turnFlags.deathChainKillCount: at most {DEATH_CHAIN_MAX}"));
        }
        for (key, count) in &document.ability_used {
            let parts = key.rsplit_once(':').and_then(|(unit, kind)| {
                let unit = UnitId::find(unit);
                Some((unit, AbilityKind::from_name(kind)?)).filter(|_| unit != UnitId::NONE)
            });
            let (unit, kind) =
                parts.ok_or_else(|| format!("turnFlags.abilityUsed: '{key}' is no ability"))?;
            if *count == 0 || flags.ability_used.is_full() {
                return Err(format!("turnFlags.abilityUsed: '{key}' is never used, or too much"));
            }
            flags.note(unit, kind);
            let noted = flags.ability_used.iter_mut();
            let used = noted.filter(|used| used.unit == unit && used.kind == kind);
            used.for_each(|used| used.count = *count);
        }
        Ok(flags)
    }
}

fn set(field: &str, ids: &[UnitId]) -> Result<IdSet, String> {
    if ids.contains(&UnitId::NONE) {
        return Err(format!("turnFlags.{field}: names of units expected"));
    }
    Ok(ids.iter().copied().collect())
}

/// A state on the wire.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct StateDocument {
    turn: TurnDocument,
    units: BTreeMap<Cow<'static, str>, UnitDocument>,
    #[serde(default)]
    corpses_by_pos: BTreeMap<String, Vec<CorpseDocument>>,
    #[serde(default)]
    graveyard: Sides<Vec<SoulId>>,
    #[serde(default)]
    hands: Sides<HandDocument>,
    resources: Sides<Purse>,
    #[serde(default)]
    soul_deck_by_base: Bases<Vec<SoulId>>,
    #[serde(default)]
    display_by_base: Bases<Option<SoulId>>,
    #[serde(default)]
    item_deck: Vec<ItemId>,
    #[serde(default)]
    item_display: [Option<ItemId>; SLOTS],
    #[serde(default)]
    item_discard: Vec<ItemId>,
    #[serde(default)]
    status: StatusDocument,
    #[serde(default)]
    turn_flags: FlagsDocument,
    #[serde(default)]
    timeouts: Sides<u32>,
    #[serde(default)]
    winner: Option<Winner>,
    #[serde(default)]
    end_reason: Option<EndReason>,
    #[serde(default)]
    timers: Timers<Timer>,
}

impl From<State> for StateDocument {
    fn from(state: State) -> Self {
        let hand = |side: Side| HandDocument {
            souls: state.souls[side as usize].to_vec(),
            items: state.items[side as usize].to_vec(),
        };
        StateDocument {
            turn: turn(&state),
            units: units(&state),
            corpses_by_pos: corpses(&state),
            graveyard: graveyard(&state),
            hands: Sides::of(hand),
            resources: Sides::of(|side| *state.purse(side)),
            soul_deck_by_base: Bases::of(|base| state.decks.deck(base).to_vec()),
            display_by_base: Bases::of(|base| shown(state.display[base as usize])),
            item_deck: state.item_deck.iter().rev().copied().collect(),
            item_display: shown_items(&state),
            item_discard: state.item_discard.to_vec(),
            status: (&state).into(),
            turn_flags: (&state.flags).into(),
            timeouts: Sides::of(|side| state.timeouts[side as usize]),
            winner: state.winner,
            end_reason: state.end_reason,
            timers: state.timers,
        }
    }
}

pub(crate) fn turn(state: &State) -> TurnDocument {
    TurnDocument { side: state.side, phase: state.phase.get(), number: state.number }
}

pub(crate) fn units(state: &State) -> BTreeMap<Cow<'static, str>, UnitDocument> {
    state.units.iter().map(|unit| (unit.id.name().into(), unit.into())).collect()
}

pub(crate) fn corpses(state: &State) -> BTreeMap<String, Vec<CorpseDocument>> {
    let mut stacks = BTreeMap::<String, Vec<_>>::new();
    for corpse in &state.corpses {
        let document = CorpseDocument { owner_side: corpse.side, base: corpse.base };
        stacks.entry(corpse.cell.to_string()).or_default().push(document);
    }
    stacks
}

pub(crate) fn graveyard(state: &State) -> Sides<Vec<SoulId>> {
    Sides::of(|side| state.graveyards[side as usize].iter().rev().copied().collect())
}

pub(crate) fn shown(soul: SoulId) -> Option<SoulId> {
    (soul != SoulId::NONE).then_some(soul)
}

pub(crate) fn shown_items(state: &State) -> [Option<ItemId>; SLOTS] {
    state.item_display.map(|item| (item != ItemId::NONE).then_some(item))
}

impl TryFrom<StateDocument> for State {
    type Error = String;

    fn try_from(document: StateDocument) -> Result<Self, String> {
        let mut state = State::empty(document.turn.side);
        state.phase = Current::start(document.turn.phase);
        state.number = document.turn.number;
        for (name, unit) in &document.units {
            let unit = read_unit(name, unit)?;
            state.units.try_push(unit).map_err(|_| format!("units: at most {UNITS_MAX}"))?;
        }
        state.units.sort_unstable_by_key(|unit| unit.id);
        state.corpses = read_corpses(&document.corpses_by_pos)?;
        state.purses = document.resources.into_array();
        state.graveyards = both("graveyard", document.graveyard.into_array(), |field, souls| {
            souls_of(field, souls.into_iter().rev().collect())
        })?;
        let [red, black] = document.hands.into_array();
        state.souls = both("hands", [red.souls, black.souls], souls_of)?;
        state.items = both("hands", [red.items, black.items], items_of)?;
        read_decks(&mut state, document.soul_deck_by_base.into_array())?;
        for (base, soul) in document.display_by_base.into_array().into_iter().enumerate() {
            known(soul != Some(SoulId::NONE), "displayByBase")?;
            state.display[base] = soul.unwrap_or_default();
        }
        let deck: Vec<_> = document.item_deck.into_iter().rev().collect();
        state.item_deck = items_of("itemDeck", deck)?;
        state.item_discard = items_of("itemDiscard", document.item_discard)?;
        for (slot, item) in document.item_display.into_iter().enumerate() {
            known(item != Some(ItemId::NONE), "itemDisplay")?;
            state.item_display[slot] = item.unwrap_or_default();
        }
        state.flags = document.turn_flags.try_into()?;
        state.timeouts = document.timeouts.into_array();
        (state.winner, state.end_reason) = (document.winner, document.end_reason);
        state.timers = document.timers;
        read_status(&mut state, document.status)?;
        state.reindex();
        Ok(state)
    }
}

fn known(holds: bool, field: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("{field}: there is no such card")) }
}

/// Reads what red and black have.
fn both<T, U>(
    field: &str,
    [red, black]: [T; 2],
    read: impl Fn(&str, T) -> Result<U, String>,
) -> Result<[U; 2], String> {
    Ok([read(field, red)?, read(field, black)?])
}

fn souls_of<const N: usize>(field: &str, souls: Vec<SoulId>) -> Result<List<SoulId, N>, String> {
    known(!souls.contains(&SoulId::NONE), field)?;
    list(field, souls)
}

fn items_of<const N: usize>(field: &str, items: Vec<ItemId>) -> Result<List<ItemId, N>, String> {
    known(!items.contains(&ItemId::NONE), field)?;
    list(field, items)
}

fn list<T: Default, const N: usize>(field: &str, values: Vec<T>) -> Result<List<T, N>, String> {
    if values.len() > N {
        return Err(format!("{field}: at most {N} cards"));
    }
    Ok(values.into_iter().collect())
}

fn read_decks(state: &mut State, decks: [Vec<SoulId>; BASES]) -> Result<(), String> {
    for (base, deck) in Base::ALL.iter().zip(decks) {
        let deck = souls_of::<{ crate::cards::SOULS_MAX }>("soulDeckByBase", deck)?;
        if state.decks.count() + deck.len() > crate::cards::SOULS_MAX {
            return Err("soulDeckByBase: too many cards".into());
        }
        deck.iter().for_each(|soul| state.decks.put_bottom(*base, *soul));
    }
    Ok(())
}

fn read_unit(name: &str, document: &UnitDocument) -> Result<Unit, String> {
    let wrong = |text: &str| Err(format!("units.{name}: {text}"));
    let id = UnitId::find(name);
    let (Some(side), Some(base)) = (id.side(), id.base()) else {
        return wrong("no unit can have this name");
    };
    let same = document.id.is_none_or(|given| given == id)
        && document.side.is_none_or(|given| given == side)
        && document.base.is_none_or(|given| given == base);
    if !same {
        return wrong("id, side and base must be those of the name");
    }
    if !document.pos.is_on_board() {
        return wrong("pos: outside the board");
    }
    let soul = document.enchant.map(|enchant| enchant.soul_id);
    if soul == Some(SoulId::NONE) {
        return wrong("enchant.soulId: there is no such soul");
    }
    let (Some(atk), Some(defs), Some(hp)) = (document.atk, &document.def, document.hp_current)
    else {
        return wrong("atk, def and hpCurrent: missing");
    };
    let mut def = [0; 2];
    defs.iter().for_each(|pair| def[pair.key as usize] = pair.value);
    let mut unit = Unit::new(id, side, base, document.pos);
    unit.bind(soul.unwrap_or_default(), Stats { hp, key: atk.key, atk: atk.value, def });
    Ok(unit)
}

fn read_corpses(
    stacks: &BTreeMap<String, Vec<CorpseDocument>>,
) -> Result<List<Corpse, UNITS_MAX>, String> {
    let mut corpses = List::new();
    for cell in Cell::all() {
        for document in stacks.get(&cell.to_string()).into_iter().flatten() {
            let corpse = Corpse { cell, side: document.owner_side, base: document.base };
            let pushed = corpses.try_push(corpse);
            pushed.map_err(|_| format!("corpsesByPos: at most {UNITS_MAX} corpses"))?;
        }
    }
    let cell = |key: &String| Cell::all().any(|cell| cell.to_string() == *key);
    match stacks.iter().find(|(key, stack)| !cell(key) || stack.is_empty()) {
        None => Ok(corpses),
        Some((key, _)) => Err(format!("corpsesByPos.{key}: no cell of the board, or no corpse")),
    }
}

fn read_status(state: &mut State, status: StatusDocument) -> Result<(), String> {
    state.king_invincible = status.king_invincible.into_array();
    for id in status.sealed_unit_ids {
        let slot = state.slot_of(id).ok_or("status.sealedUnitIds: living units expected")?;
        state.unit_mut(slot).seal(true);
    }
    for (name, buff) in status.sacrifice_buff_by_unit_id {
        let wrong =
            || format!("status.sacrificeBuffByUnitId: '{name}' is no living unit, or one too many");
        let living = state.slot_of(UnitId::find(&name)).filter(|_| !state.buffs.is_full());
        let slot = living.ok_or_else(wrong)?;
        if buff.chain_radius.is_some() != buff.chain_damage_percent.is_some() {
            return Err(
                "status.sacrificeBuffByUnitId: chainRadius and chainDamagePercent go together"
                    .into(),
            );
        }
        state.set_buff(state.unit(slot).id, buff);
    }
    Ok(())
}

impl Necro {
    /// Reads a state that somebody wrote; what follows from the name or the soul of a unit may be
    /// missing.
    pub(crate) fn read(&self, state: &Value) -> Result<State, String> {
        let mut document: StateDocument =
            serde_path_to_error::deserialize(state).map_err(|error| {
                let place = error.path().to_string();
                format!("state at {place}: {}", error.into_inner())
            })?;
        for (name, unit) in &mut document.units {
            let Some(base) = UnitId::find(name).base() else { continue };
            let stats = match unit.enchant {
                Some(enchant) => self.souls[enchant.soul_id.index()].stats,
                None => base.stats(),
            };
            let def = |key: Key| KeyValue { key, value: stats.def[key as usize] };
            unit.hp_current.get_or_insert(stats.hp);
            unit.atk.get_or_insert(KeyValue { key: stats.key, value: stats.atk });
            unit.def.get_or_insert_with(|| vec![def(Key::Phys), def(Key::Magic)]);
        }
        document.try_into()
    }
}
