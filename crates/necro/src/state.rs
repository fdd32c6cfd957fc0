//! All of a running match (rules 3).

use bout_core::{Current, List, Named, Outcome, SeatSet, Timers, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::{AbilityKind, Buff};
use crate::cards::{ITEMS_MAX, SOULS_MAX};
use crate::cell::{CELLS, Cell};
use crate::decks::Decks;
use crate::id::{IdSet, ItemId, SoulId, UnitId};
use crate::phase::{Phase, Timer};
use crate::piece::{BASES, Base, Side};
use crate::unit::Unit;
use crate::wire::StateDocument;

/// The most units and corpses together.
pub const UNITS_MAX: usize = 64;
/// The most units that can carry a sacrifice at once.
pub const BUFFS_MAX: usize = 16;
/// The most abilities of limited use that count within one turn; further ones find no use left.
pub const USES_MAX: usize = 64;
/// Slots of the item display.
pub const SLOTS: usize = 3;
/// The most kills of a turn that give mana.
pub const DEATH_CHAIN_MAX: u8 = 3;
/// No unit.
pub const EMPTY: u8 = u8::MAX;

names! {
    /// Who won.
    pub enum Winner {
        /// Red.
        Red = "red",
        /// Black.
        Black = "black",
        /// Neither.
        Draw = "draw",
    }
}

impl From<Side> for Winner {
    fn from(side: Side) -> Self {
        match side {
            Side::Red => Winner::Red,
            Side::Black => Winner::Black,
        }
    }
}

names! {
    /// How a match ended.
    pub enum EndReason {
        /// A king died.
        KingKilled = "king_killed",
        /// A side gave up.
        Resign = "resign",
        /// The last turn is over.
        TurnLimit = "turn_limit",
        /// A side let its clock run out too often.
        Timeout = "timeout",
        /// A side did not come back.
        Abandon = "abandon",
        /// The host ended it.
        Aborted = "aborted",
    }
}

/// What a side owns besides cards and units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Purse {
    /// For buying, binding and reviving.
    pub gold: u32,
    /// For moving and shooting.
    pub mana: u32,
    /// Mana kept for the next turn's gold.
    pub storage_mana: u32,
}

/// A corpse on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corpse {
    /// Where it lies.
    pub cell: Cell,
    /// Whose it was.
    pub side: Side,
    /// What it was.
    pub base: Base,
}

impl Default for Corpse {
    fn default() -> Self {
        Corpse { cell: Cell::OUT, side: Side::Red, base: Base::Soldier }
    }
}

/// How often a unit's ability was used this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Whose.
    pub unit: UnitId,
    /// Which.
    pub kind: AbilityKind,
    /// How often.
    pub count: u8,
}

impl Default for Use {
    fn default() -> Self {
        Use { unit: UnitId::NONE, kind: AbilityKind::CrossRiver, count: 0 }
    }
}

/// What is remembered within a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the rules' table, 3")]
pub struct TurnFlags {
    pub shot_used: IdSet,
    pub moved_this_turn: IdSet,
    /// Ascending by unit, then by the kind's name.
    pub ability_used: List<Use, USES_MAX>,
    pub buy_soul_actions_used: u32,
    pub buy_item_actions_used: u32,
    pub soul_return_used_count: u32,
    pub necro_actions_used: u32,
    pub blood_ritual_used: bool,
    pub necro_bonus_actions: u32,
    pub item_necro_bonus: u32,
    pub enchant_gold_discount: u32,
    pub free_shoot_bonus: u32,
    pub last_stand_contract_bonus: u32,
    pub last_stand_no_enchant: IdSet,
    pub death_chain_active: bool,
    pub death_chain_kill_count: u8,
}

impl TurnFlags {
    /// How often a unit's ability was used.
    #[inline]
    pub fn used(&self, unit: UnitId, kind: AbilityKind) -> u8 {
        if self.ability_used.is_empty() {
            return 0;
        }
        let found = self.ability_used.iter().find(|used| used.unit == unit && used.kind == kind);
        match found {
            Some(used) => used.count,
            None if self.ability_used.is_full() => u8::MAX,
            None => 0,
        }
    }

    /// Counts a use.
    pub fn note(&mut self, unit: UnitId, kind: AbilityKind) {
        let rank = |used: &Use| (used.unit, used.kind.name());
        let place = self.ability_used.partition_point(|used| rank(used) < (unit, kind.name()));
        let full = self.ability_used.is_full();
        match self.ability_used.get_mut(place) {
            Some(used) if used.unit == unit && used.kind == kind => {
                used.count = used.count.saturating_add(1);
            }
            _ if full => {}
            _ => self.ability_used.insert(place, Use { unit, kind, count: 1 }),
        }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        let mut used = self.ability_used;
        used.clear();
        *self = TurnFlags { ability_used: used, ..TurnFlags::default() };
    }
}

/// What follows from the units and is kept beside them. Slots are bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The slot on each cell, or `EMPTY`.
    pub board: [u8; CELLS],
    /// The living units of each side.
    pub sides: [u64; 2],
    /// The living soldiers.
    pub soldiers: u64,
    /// The living units with a soul.
    pub enchanted: u64,
    /// The slots of the kings, or `EMPTY`.
    pub kings: [u8; 2],
    /// Occupied cells.
    pub occupied: u128,
    /// Own corpses on the board.
    pub corpses: [u8; 2],
}

impl Default for Index {
    fn default() -> Self {
        Index {
            board: [EMPTY; CELLS],
            sides: [0; 2],
            soldiers: 0,
            enchanted: 0,
            kings: [EMPTY; 2],
            occupied: 0,
            corpses: [0; 2],
        }
    }
}

/// The state of a match; on the wire it has the names of the rules document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StateDocument", try_from = "StateDocument")]
pub struct State {
    /// The phase of the turn.
    pub phase: Current<Phase>,
    /// Whose turn it is.
    pub side: Side,
    /// The number of the turn, both sides counted.
    pub number: u32,
    /// Living units, ascending by id. Within an action those that die keep their slots to its end.
    pub units: List<Unit, UNITS_MAX>,
    /// Corpses by cell; on one cell the top is last.
    pub corpses: List<Corpse, UNITS_MAX>,
    /// Gold and mana, by side.
    pub purses: [Purse; 2],
    /// Souls of the fallen, by side; the top is last.
    pub graveyards: [List<SoulId, SOULS_MAX>; 2],
    /// Souls in hand, by side, in order of acquisition.
    pub souls: [List<SoulId, SOULS_MAX>; 2],
    /// Items in hand, by side, in order of acquisition.
    pub items: [List<ItemId, ITEMS_MAX>; 2],
    /// The soul decks.
    pub decks: Decks,
    /// The soul on display, by base.
    pub display: [SoulId; BASES],
    /// The item deck; the top is last.
    pub item_deck: List<ItemId, ITEMS_MAX>,
    /// The items on display.
    pub item_display: [ItemId; SLOTS],
    /// The item discard.
    pub item_discard: List<ItemId, ITEMS_MAX>,
    /// Kings that cannot be hurt, by side.
    pub king_invincible: [bool; 2],
    /// What sacrifices gave, ascending by unit.
    pub buffs: List<(UnitId, Buff), BUFFS_MAX>,
    /// What is remembered within the turn.
    pub flags: TurnFlags,
    /// Who won.
    pub winner: Option<Winner>,
    /// How it ended.
    pub end_reason: Option<EndReason>,
    /// Turn clocks run out in a row, by side.
    pub timeouts: [u32; 2],
    /// The clocks.
    pub timers: Timers<Timer>,
    /// What follows from the rest.
    pub index: Index,
}

/// The bits of a set of slots, ascending.
#[inline]
pub fn slots(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let first = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(first)
    })
}

impl State {
    /// An empty board in the first phase of a side's turn.
    pub fn empty(side: Side) -> Self {
        State {
            phase: Current::start(Phase::Buy),
            side,
            number: 1,
            units: List::new(),
            corpses: List::new(),
            purses: [Purse::default(); 2],
            graveyards: [List::new(); 2],
            souls: [List::new(); 2],
            items: [List::new(); 2],
            decks: Decks::default(),
            display: [SoulId::NONE; BASES],
            item_deck: List::new(),
            item_display: [ItemId::NONE; SLOTS],
            item_discard: List::new(),
            king_invincible: [false; 2],
            buffs: List::new(),
            flags: TurnFlags::default(),
            winner: None,
            end_reason: None,
            timeouts: [0; 2],
            timers: Timers::new(),
            index: Index::default(),
        }
    }

    /// A unit by its slot.
    #[inline]
    pub fn unit(&self, slot: usize) -> &Unit {
        self.units.wrapped(slot)
    }

    /// A unit by its slot, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, slot: usize) -> &mut Unit {
        self.units.wrapped_mut(slot)
    }

    /// The slot of the unit with this id.
    #[inline]
    pub fn slot_of(&self, id: UnitId) -> Option<usize> {
        self.units.iter().position(|unit| unit.id == id)
    }

    /// The slot of the unit on a cell of the board.
    #[inline]
    pub fn slot_at(&self, cell: Cell) -> Option<usize> {
        let slot = self.index.board[cell.index()];
        (slot != EMPTY).then_some(usize::from(slot))
    }

    /// Whether a cell of the board is free of units.
    #[inline]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.index.occupied & cell.bit() == 0
    }

    /// The living units of a side, as slots.
    #[inline]
    pub fn side_slots(&self, side: Side) -> u64 {
        self.index.sides[side as usize]
    }

    /// All living units, as slots.
    #[inline]
    pub fn all_slots(&self) -> u64 {
        self.index.sides[0] | self.index.sides[1]
    }

    /// Whether the unit of a slot is on the board.
    #[inline]
    pub fn is_alive(&self, slot: usize) -> bool {
        self.all_slots() & 1 << slot != 0
    }

    /// The slot of a side's king.
    #[inline]
    pub fn king(&self, side: Side) -> Option<usize> {
        let slot = self.index.kings[side as usize];
        (slot != EMPTY).then_some(usize::from(slot))
    }

    /// The living soldiers of a side.
    #[inline]
    pub fn soldiers(&self, side: Side) -> u64 {
        self.index.soldiers & self.side_slots(side)
    }

    /// Own corpses on the board.
    #[inline]
    pub fn corpse_count(&self, side: Side) -> u8 {
        self.index.corpses[side as usize]
    }

    /// A side's gold and mana.
    #[inline]
    pub fn purse(&self, side: Side) -> &Purse {
        &self.purses[side as usize]
    }

    /// A side's gold and mana, to be changed.
    #[inline]
    pub fn purse_mut(&mut self, side: Side) -> &mut Purse {
        &mut self.purses[side as usize]
    }

    /// The place of the top corpse of a cell in `corpses`.
    pub fn top_corpse(&self, cell: Cell) -> Option<usize> {
        let after = self.corpses.partition_point(|corpse| corpse.cell <= cell);
        let top = after.checked_sub(1)?;
        (self.corpses[top].cell == cell).then_some(top)
    }

    /// The cells with corpses.
    pub fn corpse_cells(&self) -> u128 {
        self.corpses.iter().fold(0, |cells, corpse| cells | corpse.cell.bit())
    }

    /// Lays a corpse on top of its cell.
    pub fn lay_corpse(&mut self, corpse: Corpse) {
        let place = self.corpses.partition_point(|other| other.cell <= corpse.cell);
        self.corpses.insert(place, corpse);
        self.index.corpses[corpse.side as usize] += 1;
    }

    /// Takes a corpse away.
    pub fn take_corpse(&mut self, place: usize) -> Corpse {
        let corpse = self.corpses.remove(place);
        self.index.corpses[corpse.side as usize] -= 1;
        corpse
    }

    /// What a sacrifice gave a unit.
    #[inline]
    pub fn buff(&self, unit: UnitId) -> Option<Buff> {
        if self.buffs.is_empty() {
            return None;
        }
        self.buffs.iter().find(|(id, _)| *id == unit).map(|(_, buff)| *buff)
    }

    /// Gives a unit what a sacrifice brings; replaces what it had.
    pub fn set_buff(&mut self, unit: UnitId, buff: Buff) {
        self.clear_buff(unit);
        let place = self.buffs.partition_point(|(id, _)| *id < unit);
        if !self.buffs.is_full() {
            self.buffs.insert(place, (unit, buff));
        }
    }

    /// Takes away what a sacrifice gave a unit.
    #[inline]
    pub fn clear_buff(&mut self, unit: UnitId) {
        if !self.buffs.is_empty() {
            self.buffs.retain(|(id, _)| *id != unit);
        }
    }

    /// Takes a unit off the board; its slot stays until [`State::close_ranks`].
    pub fn take_off(&mut self, slot: usize) {
        let (side, cell) = (self.unit(slot).side(), self.unit(slot).pos);
        self.index.board[cell.index()] = EMPTY;
        self.index.occupied &= !cell.bit();
        self.index.sides[side as usize] &= !(1 << slot);
        self.index.soldiers &= !(1 << slot);
        self.index.enchanted &= !(1 << slot);
        if self.index.kings[side as usize] == slot as u8 {
            self.index.kings[side as usize] = EMPTY;
        }
    }

    /// Removes the slots of those who died.
    #[inline]
    pub fn close_ranks(&mut self) {
        if self.all_slots().count_ones() as usize != self.units.len() {
            let living = self.all_slots();
            let mut slot = 0;
            self.units.retain(|_| {
                slot += 1;
                living & 1 << (slot - 1) != 0
            });
            self.reindex();
        }
    }

    /// Puts a unit on the board, in its place by id.
    pub fn put_on(&mut self, unit: Unit) {
        let place = self.units.partition_point(|other| other.id < unit.id);
        self.units.insert(place, unit);
        self.reindex();
    }

    /// Makes the index anew from units and corpses.
    pub fn reindex(&mut self) {
        let mut index = Index::default();
        for (slot, unit) in self.units.iter().enumerate() {
            let bit = 1u64 << slot;
            index.board[unit.pos.index()] = slot as u8;
            index.occupied |= unit.pos.bit();
            index.sides[unit.side() as usize] |= bit;
            match unit.base() {
                Base::King => index.kings[unit.side() as usize] = slot as u8,
                Base::Soldier => index.soldiers |= bit,
                _ => {}
            }
            if unit.is_enchanted() {
                index.enchanted |= bit;
            }
        }
        for corpse in &self.corpses {
            index.corpses[corpse.side as usize] += 1;
        }
        self.index = index;
    }

    /// Moves a unit to a free cell.
    #[inline]
    pub fn move_to(&mut self, slot: usize, to: Cell) {
        let from = std::mem::replace(&mut self.unit_mut(slot).pos, to);
        self.index.board[from.index()] = EMPTY;
        self.index.board[to.index()] = slot as u8;
        self.index.occupied = self.index.occupied & !from.bit() | to.bit();
    }

    /// The verdict, once there is one.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let ending = self.end_reason?.name();
        let (won, drew) = match self.winner? {
            Winner::Red => (SeatSet::one(Side::Red.seat()), SeatSet::NONE),
            Winner::Black => (SeatSet::one(Side::Black.seat()), SeatSet::NONE),
            Winner::Draw => (SeatSet::NONE, SeatSet::all(2)),
        };
        Some(Outcome { won, drew, ending })
    }
}
