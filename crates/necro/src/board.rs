//! Who can move and shoot where, by the kind of piece alone (rules 2.3, 2.4).

use crate::Necro;
use crate::ability::AbilityKind;
use crate::cell::{Cell, HEIGHT, WIDTH};
use crate::piece::{Base, Side};
use crate::state::{State, slots};
use crate::unit::Unit;

const STRAIGHT: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
const JUMPS: [(i32, i32); 8] =
    [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

/// Whether a unit can be reached, and what stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The piece does not reach that cell.
    Out,
    /// A cannon without a screen.
    NoScreen,
    /// So many more units than allowed stand between.
    Excess(u8),
}

/// The direction of play.
fn forward(side: Side) -> i32 {
    match side {
        Side::Red => -1,
        Side::Black => 1,
    }
}

/// The one cell that a jump passes over: the leg of a knight, the eye of an elephant.
fn passed(from: Cell, to: Cell) -> Cell {
    let (dx, dy) = from.offset(to);
    from.step(dx / 2, dy / 2)
}

/// The units strictly between two cells of one row or column, ascending from the first.
pub fn between(state: &State, from: Cell, to: Cell) -> impl Iterator<Item = usize> {
    let (dx, dy) = from.offset(to);
    ray(state, from, (dx.signum(), dy.signum())).take_while(move |slot| state.unit(*slot).pos != to)
}

/// The units from a cell in one direction to the edge of the board.
pub fn ray(state: &State, from: Cell, (dx, dy): (i32, i32)) -> impl Iterator<Item = usize> {
    let room = |at: i32, d: i32, size: i32| match d {
        0 => i32::MAX,
        1 => size - 1 - at,
        _ => at,
    };
    let steps = room(from.x(), dx, WIDTH.into()).min(room(from.y(), dy, HEIGHT.into()));
    let stride = (dy * i32::from(WIDTH) + dx) as i8;
    let next = move |at: &Cell| Some(Cell(at.0.wrapping_add_signed(stride)));
    let cells = std::iter::successors(next(&from), next).zip(0..steps).map(|(cell, _)| cell);
    cells.filter_map(|cell| state.slot_at(cell))
}

impl Necro {
    /// The cells to which a unit can move, whatever it costs.
    pub(crate) fn destinations(&self, state: &State, slot: usize) -> u128 {
        let unit = state.unit(slot);
        let (from, side) = (unit.pos, unit.side());
        match unit.base() {
            Base::Rook | Base::Cannon => slides(state, from),
            Base::Knight => self.jumps(state, unit, &JUMPS, |_| true),
            Base::Elephant => {
                let eyes = DIAGONAL.map(|(dx, dy)| (2 * dx, 2 * dy));
                self.jumps(state, unit, &eyes, |to| !to.is_across(side))
            }
            Base::Advisor => steps(state, from, &DIAGONAL, |to| to.is_palace(side)),
            Base::King => steps(state, from, &STRAIGHT, |to| to.is_palace(side)),
            Base::Soldier => {
                let all = [(0, forward(side)), (-1, 0), (1, 0)];
                let ways = if from.is_across(side) { &all[..] } else { &all[..1] };
                steps(state, from, ways, |_| true)
            }
        }
    }

    fn jumps(
        &self,
        state: &State,
        unit: &Unit,
        ways: &[(i32, i32)],
        allowed: impl Fn(Cell) -> bool,
    ) -> u128 {
        let flies = self.soul(unit).has(AbilityKind::IgnorePathBlocking);
        let to = |to: Cell| allowed(to) && (flies || state.is_free(passed(unit.pos, to)));
        steps(state, unit.pos, ways, to)
    }

    /// How a unit reaches a cell with a shot.
    #[inline]
    pub(crate) fn reach(&self, state: &State, slot: usize, to: Cell) -> Reach {
        let unit = state.unit(slot);
        let (from, side) = (unit.pos, unit.side());
        let (dx, dy) = from.offset(to);
        let (ax, ay) = (dx.abs(), dy.abs());
        let near = |holds: bool| if holds { Reach::Excess(0) } else { Reach::Out };
        let over = |holds: bool| {
            if !holds {
                return Reach::Out;
            }
            Reach::Excess(u8::from(!state.is_free(passed(from, to))))
        };
        match unit.base() {
            Base::Rook if dx == 0 || dy == 0 => {
                Reach::Excess(between(state, from, to).count() as u8)
            }
            Base::Cannon if dx == 0 || dy == 0 => {
                match (between(state, from, to).count() as u8).checked_sub(1) {
                    Some(excess) => Reach::Excess(excess),
                    None => Reach::NoScreen,
                }
            }
            Base::Rook | Base::Cannon => Reach::Out,
            Base::Knight => over(ax * ay == 2),
            Base::Elephant => over(ax == 2 && ay == 2),
            Base::Advisor => near(ax == 1 && ay == 1),
            // Kings never shoot each other, wherever a loaded state has put them.
            Base::King => {
                let royal =
                    state.slot_at(to).is_some_and(|target| state.unit(target).base() == Base::King);
                near(ax + ay == 1 && to.is_palace(side) && !royal)
            }
            Base::Soldier => {
                let ahead = dx == 0 && dy == forward(side);
                near(ahead || dy == 0 && ax == 1 && from.is_across(side))
            }
        }
    }

    /// The units of a side within a distance of a cell, as slots.
    #[inline]
    pub(crate) fn within(&self, state: &State, side: Side, cell: Cell, radius: u8) -> u64 {
        let near = slots(state.side_slots(side))
            .filter(|slot| state.unit(*slot).pos.distance(cell) <= radius);
        near.fold(0, |near, slot| near | 1 << slot)
    }
}

fn slides(state: &State, from: Cell) -> u128 {
    let mut found = 0;
    for (dx, dy) in STRAIGHT {
        let mut cell = from.step(dx, dy);
        while cell.is_on_board() && state.is_free(cell) {
            found |= cell.bit();
            cell = cell.step(dx, dy);
        }
    }
    found
}

fn steps(state: &State, from: Cell, ways: &[(i32, i32)], allowed: impl Fn(Cell) -> bool) -> u128 {
    let cells = ways.iter().map(|(dx, dy)| from.step(*dx, *dy));
    let free = cells.filter(|to| to.is_on_board() && state.is_free(*to) && allowed(*to));
    free.fold(0, |found, to| found | to.bit())
}
