//! Units on the board, eight bytes each.

use crate::cell::Cell;
use crate::id::{SoulId, UnitId};
use crate::piece::{Base, Key, Side, Stats};

/// A living unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its name.
    pub id: UnitId,
    /// Base in three bits, then side, kind of attack, seal.
    traits: u8,
    /// Where it stands.
    pub pos: Cell,
    /// Hit points.
    pub hp: u8,
    /// Its soul, or `NONE`.
    pub soul: SoulId,
    /// Strength of its attack.
    pub atk: u8,
    /// Defence by key.
    pub def: [u8; 2],
}

const BASE: u8 = 0b111;
const SIDE: u8 = 1 << 3;
const MAGIC: u8 = 1 << 4;
const SEALED: u8 = 1 << 5;

impl Default for Unit {
    fn default() -> Self {
        Unit {
            id: UnitId::NONE,
            traits: 0,
            pos: Cell::OUT,
            hp: 0,
            soul: SoulId::NONE,
            atk: 0,
            def: [0; 2],
        }
    }
}

impl Unit {
    /// A bare piece at full health.
    pub fn new(id: UnitId, side: Side, base: Base, pos: Cell) -> Self {
        let mut unit = Unit { id, pos, ..Unit::default() };
        unit.traits = base as u8 | if side == Side::Black { SIDE } else { 0 };
        unit.bind(SoulId::NONE, base.stats());
        unit
    }

    /// Takes these numbers, at full health, with a soul or without.
    pub fn bind(&mut self, soul: SoulId, stats: Stats) {
        self.soul = soul;
        self.hp = stats.hp;
        self.atk = stats.atk;
        self.def = stats.def;
        self.traits &= !MAGIC;
        if stats.key == Key::Magic {
            self.traits |= MAGIC;
        }
    }

    /// What it is.
    #[inline]
    pub fn base(&self) -> Base {
        const BASES: [Base; 8] = [
            Base::King,
            Base::Advisor,
            Base::Elephant,
            Base::Rook,
            Base::Knight,
            Base::Cannon,
            Base::Soldier,
            Base::Soldier,
        ];
        BASES[usize::from(self.traits & BASE)]
    }

    /// Whose it is.
    #[inline]
    pub fn side(&self) -> Side {
        if self.traits & SIDE == 0 { Side::Red } else { Side::Black }
    }

    /// Its kind of attack.
    #[inline]
    pub fn key(&self) -> Key {
        if self.traits & MAGIC == 0 { Key::Phys } else { Key::Magic }
    }

    /// Whether it can neither move nor shoot.
    #[inline]
    pub fn is_sealed(&self) -> bool {
        self.traits & SEALED != 0
    }

    /// Seals it, or takes the seal away.
    pub fn seal(&mut self, sealed: bool) {
        self.traits &= !SEALED;
        if sealed {
            self.traits |= SEALED;
        }
    }

    /// Whether it has a soul.
    #[inline]
    pub fn is_enchanted(&self) -> bool {
        self.soul != SoulId::NONE
    }

    /// Whether it is across the river.
    #[inline]
    pub fn is_across(&self) -> bool {
        self.pos.is_across(self.side())
    }

    /// Whether it is in its own palace.
    #[inline]
    pub fn in_palace(&self) -> bool {
        self.pos.is_palace(self.side())
    }
}
