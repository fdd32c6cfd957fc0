//! Sides, bases and what a bare piece is worth (rules 2.1, 2.2).

use bout_core::{Seat, names};

use crate::cell::Cell;

names! {
    /// A side; in the order of the seats.
    pub enum Side {
        /// Home at the bottom, seat 0.
        Red = "red",
        /// Home at the top, seat 1.
        Black = "black",
    }
}

impl Side {
    /// The other side.
    #[inline]
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }

    /// Its seat.
    #[inline]
    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The side of a seat, if somebody sits there.
    #[inline]
    pub fn of(seat: Seat) -> Option<Side> {
        match seat.0 {
            0 => Some(Side::Red),
            1 => Some(Side::Black),
            _ => None,
        }
    }
}

names! {
    /// A kind of piece, in the order of shop and decks.
    pub enum Base {
        /// The necromancer; his death ends the match.
        King = "king",
        /// Stays in the palace.
        Advisor = "advisor",
        /// Stays on its half.
        Elephant = "elephant",
        /// Straight lines.
        Rook = "rook",
        /// Jumps.
        Knight = "knight",
        /// Shoots over a screen.
        Cannon = "cannon",
        /// Walks forward.
        Soldier = "soldier",
    }
}

/// How many kinds of pieces there are.
pub const BASES: usize = 7;

names! {
    /// A kind of attack and of defence against it.
    pub enum Key {
        /// Of the body.
        Phys = "phys",
        /// Of the spirit.
        Magic = "magic",
    }
}

/// The numbers of a piece or of a soul.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Hit points at full health.
    pub hp: u8,
    /// The kind of attack.
    pub key: Key,
    /// Its strength.
    pub atk: u8,
    /// Defence, by key.
    pub def: [u8; 2],
}

const fn stats(hp: u8, atk: u8, phys: u8, magic: u8) -> Stats {
    Stats { hp, key: Key::Phys, atk, def: [phys, magic] }
}

impl Base {
    /// The numbers without a soul.
    #[inline]
    pub fn stats(self) -> Stats {
        const STATS: [Stats; BASES] = [
            stats(15, 1, 2, 2),
            stats(10, 1, 1, 1),
            stats(10, 1, 1, 1),
            stats(10, 2, 1, 0),
            stats(10, 2, 1, 0),
            stats(10, 2, 0, 1),
            stats(8, 1, 0, 0),
        ];
        STATS[self as usize]
    }

    /// The gold that a revival costs; a king's is never asked for.
    pub fn revive_cost(self) -> u32 {
        match self {
            Base::King => 0,
            Base::Advisor | Base::Elephant | Base::Knight => 3,
            Base::Rook | Base::Cannon => 5,
            Base::Soldier => 2,
        }
    }

    /// What it counts when a match is decided by points.
    pub fn material(self) -> u32 {
        match self {
            Base::King => 0,
            Base::Advisor | Base::Elephant => 3,
            Base::Rook | Base::Cannon => 5,
            Base::Knight => 4,
            Base::Soldier => 2,
        }
    }

    /// The columns in which a side has such a piece at first.
    pub fn columns(self) -> &'static [u8] {
        match self {
            Base::King => &[4],
            Base::Advisor => &[3, 5],
            Base::Elephant => &[2, 6],
            Base::Rook => &[0, 8],
            Base::Knight | Base::Cannon => &[1, 7],
            Base::Soldier => &[0, 2, 4, 6, 8],
        }
    }

    /// Where piece number `index` of a side stands at first.
    pub fn home(self, side: Side, index: usize) -> Cell {
        let rows = match self {
            Base::Cannon => [7, 2],
            Base::Soldier => [6, 3],
            _ => [9, 0],
        };
        Cell::at(self.columns()[index], rows[side as usize])
    }
}
