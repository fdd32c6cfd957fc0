//! What a position is worth to a player, as far as it can be counted.

use bout_core::Seat;

use crate::Tcg;
use crate::state::{At, Side, State, other};
use crate::words::Types;

/// A match that is won; one that is lost is worth as much less than nothing.
pub const WON: i32 = 10_000;
/// No position of a match that goes on is better.
const OPEN_MAX: i32 = 9000;
/// A prize taken.
const PRIZE: i32 = 1000;
/// A creature in play, besides what it can take and do.
const CREATURE: i32 = 150;
/// A hit point that is left.
const HIT_POINT: i32 = 3;
/// A unit of energy on a creature, and how many of them count.
const UNIT: (i32, u16) = (80, 4);
/// A card in hand, and how many of them count.
const CARD: (i32, usize) = (40, 10);
/// What poison and an empty bench cost.
const POISON: i32 = 50;
const ALONE: i32 = 400;
/// What every card costs that the deck is shorter than this.
const MISSING: i32 = 100;
const DECK_LOW: usize = 8;

/// What a position is worth to a player: the difference of the sides, or the verdict.
pub fn of(game: &Tcg, state: &State, seat: Seat) -> i32 {
    let Some(end) = &state.end else {
        let lead = side(game, state, seat) - side(game, state, other(seat));
        return lead.clamp(-OPEN_MAX, OPEN_MAX);
    };
    match end.winner() {
        Some(winner) if winner == seat => WON,
        Some(_) => -WON,
        None => 0,
    }
}

fn side(game: &Tcg, state: &State, seat: Seat) -> i32 {
    let board: i32 = state.board(seat).map(|at| creature(game, state, at)).sum();
    let Side { prizes, bench, hand, deck, .. } = state.side(seat);
    let cards = CARD.0 * hand.len().min(CARD.1) as i32;
    let alone = ALONE * i32::from(bench.is_empty());
    let missing = MISSING * DECK_LOW.saturating_sub(deck.len()) as i32;
    board + cards - PRIZE * prizes.len() as i32 - alone - missing
}

fn creature(game: &Tcg, state: &State, at: At) -> i32 {
    let creature = state.creature(at);
    let left = game.max_hp(state, at).saturating_sub(creature.damage);
    let units = game.units(state, at, Types::NONE, false).min(UNIT.1);
    let poison = POISON * i32::from(creature.poison > 0);
    CREATURE + HIT_POINT * i32::from(left) + UNIT.0 * i32::from(units) - poison
}
