//! The board: nine columns, ten rows (rules 2.1).

use std::fmt;

use bout_core::described_as;
use schemars::JsonSchema;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::piece::Side;

/// Columns.
pub const WIDTH: u8 = 9;
/// Rows.
pub const HEIGHT: u8 = 10;
/// Cells.
pub const CELLS: usize = 90;

/// A cell of the board, counted row by row; or [`Cell::OUT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Any place that is not on the board.
    pub const OUT: Cell = Cell(u8::MAX);

    /// The cell in a column and row of the board.
    #[inline]
    pub const fn at(x: u8, y: u8) -> Cell {
        Cell(y * WIDTH + x)
    }

    /// The cell in a column and row, or `OUT`.
    #[inline]
    pub fn new(x: i32, y: i32) -> Cell {
        let on_board = (0..i32::from(WIDTH)).contains(&x) && (0..i32::from(HEIGHT)).contains(&y);
        if on_board {
            Cell::at(x.cast_unsigned() as u8, y.cast_unsigned() as u8)
        } else {
            Cell::OUT
        }
    }

    /// Every cell, by row and then by column.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..CELLS as u8).map(Cell)
    }

    /// Whether it is on the board.
    #[inline]
    pub fn is_on_board(self) -> bool {
        usize::from(self.0) < CELLS
    }

    /// The column.
    #[inline]
    pub fn x(self) -> i32 {
        i32::from(self.0 % WIDTH)
    }

    /// The row.
    #[inline]
    pub fn y(self) -> i32 {
        i32::from(self.0 / WIDTH)
    }

    /// As a place in an array of the board's cells.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// As a bit of a set of cells.
    #[inline]
    pub fn bit(self) -> u128 {
        1 << self.0
    }

    /// The cell so many columns and rows away, or `OUT`.
    #[inline]
    #[must_use]
    pub fn step(self, dx: i32, dy: i32) -> Cell {
        Cell::new(self.x() + dx, self.y() + dy)
    }

    /// The Chebyshev distance.
    #[inline]
    pub fn distance(self, other: Cell) -> u8 {
        let (dx, dy) = self.offset(other);
        dx.unsigned_abs().max(dy.unsigned_abs()) as u8
    }

    /// The Manhattan distance.
    #[inline]
    pub fn walk(self, other: Cell) -> i32 {
        let (dx, dy) = self.offset(other);
        dx.abs() + dy.abs()
    }

    /// Columns and rows from here to there.
    #[inline]
    pub fn offset(self, to: Cell) -> (i32, i32) {
        (to.x() - self.x(), to.y() - self.y())
    }

    /// Whether a unit of this side is across the river here.
    #[inline]
    pub fn is_across(self, side: Side) -> bool {
        match side {
            Side::Red => self.y() <= 4,
            Side::Black => self.y() >= 5,
        }
    }

    /// Whether this is a cell of the side's own palace.
    #[inline]
    pub fn is_palace(self, side: Side) -> bool {
        const RED: u128 = 0b111_000_000_111_000_000_111 << (7 * 9 + 3);
        const BLACK: u128 = 0b111_000_000_111_000_000_111 << 3;
        let palace = match side {
            Side::Red => RED,
            Side::Black => BLACK,
        };
        palace & self.bit() != 0
    }
}

/// The cells of a set, by row and then by column.
#[inline]
pub fn cells(mut set: u128) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let first = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(Cell(first))
    })
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (x, y) = if self.is_on_board() { (self.x(), self.y()) } else { (-1, -1) };
        CellDocument { x, y }.serialize(serializer)
    }
}

/// A cell as it is written; -1 beyond the board.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Cell")]
struct CellDocument {
    x: i32,
    y: i32,
}

described_as!(Cell, CellDocument);

/// Any whole number, however large.
struct Whole(i32);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Whole;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }
            fn visit_u64<E: Error>(self, n: u64) -> Result<Whole, E> {
                Ok(Whole(i32::try_from(n).unwrap_or(-1)))
            }
            fn visit_i64<E: Error>(self, n: i64) -> Result<Whole, E> {
                Ok(Whole(i32::try_from(n).unwrap_or(-1)))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// A whole number as a small one; what is out of range becomes 255.
pub(crate) fn read_small<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    Whole::deserialize(deserializer).map(|Whole(n)| u8::try_from(n).unwrap_or(u8::MAX))
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Cell;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell: {\"x\": 0, \"y\": 0}")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cell, A::Error> {
                let (mut x, mut y) = (None, None);
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "x" => x = Some(map.next_value::<Whole>()?.0),
                        "y" => y = Some(map.next_value::<Whole>()?.0),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                            return Err(A::Error::unknown_field(&key, &["x", "y"]));
                        }
                    }
                }
                match (x, y) {
                    (Some(x), Some(y)) => Ok(Cell::new(x, y)),
                    (None, _) => Err(A::Error::missing_field("x")),
                    (_, None) => Err(A::Error::missing_field("y")),
                }
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palaces_and_river() {
        let palace = |side| Cell::all().filter(|cell| cell.is_palace(side)).count();
        assert_eq!((palace(Side::Red), palace(Side::Black)), (9, 9));
        for (x, y) in [(3, 7), (5, 9), (4, 8)] {
            assert!(Cell::at(x, y).is_palace(Side::Red) && !Cell::at(x, y).is_palace(Side::Black));
            assert!(Cell::at(x, 9 - y).is_palace(Side::Black));
        }
        assert!(Cell::at(0, 4).is_across(Side::Red) && !Cell::at(0, 5).is_across(Side::Red));
        assert!(Cell::at(0, 5).is_across(Side::Black) && !Cell::at(0, 4).is_across(Side::Black));
    }

    #[test]
    fn whatever_is_not_on_the_board_is_out() {
        let read = |text: &str| serde_json::from_str::<Cell>(text);
        assert_eq!(read(r#"{"x":8,"y":9}"#).unwrap(), Cell(89));
        for out in [r#"{"x":9,"y":0}"#, r#"{"x":-1,"y":0}"#, r#"{"x":0,"y":18446744073709551615}"#]
        {
            assert_eq!(read(out).unwrap(), Cell::OUT, "{out}");
        }
        for wrong in [r#"{"x":1}"#, r#"{"x":1,"y":1.5}"#, r#"{"x":1,"y":1,"z":1}"#, "[1,1]", "3"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
