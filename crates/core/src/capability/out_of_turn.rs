//! Actions of seats that nobody waits for.

use crate::{Game, SeatSet};

/// A game in which a seat may have actions to list although the match does not wait for it.
pub trait OutOfTurn<G: Game> {
    /// The seats that have actions to list: those in `to_act`, and others that may act.
    fn may_act(&self, state: &G::State) -> SeatSet;
}
