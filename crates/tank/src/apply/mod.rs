//! The rules that change a match, one file each.

pub mod attack;
pub mod clock;
pub mod damage;
pub mod draw;
pub mod end;
pub mod main_action;
pub mod sabotage;
pub mod turn;
pub mod window;

use bout_core::{Ctx, Seat};

use crate::Tank;
use crate::event::{Event, What};
use crate::state::State;

/// Who did it, and to whom.
#[derive(Clone, Copy)]
pub(crate) struct By(pub Option<Seat>, pub Option<Seat>);

impl By {
    /// A seat by itself.
    #[inline]
    pub fn one(actor: Seat) -> Self {
        By(Some(actor), None)
    }

    /// One against another.
    #[inline]
    pub fn on(actor: Seat, target: Seat) -> Self {
        By(Some(actor), Some(target))
    }

    /// Nobody.
    pub const NOBODY: By = By(None, None);
}

/// Writes a line of the log, if anybody listens.
#[inline]
pub(crate) fn tell(state: &State, ctx: &mut Ctx<'_, Tank>, by: By, what: impl FnOnce() -> What) {
    if ctx.telling() {
        let By(actor, target) = by;
        ctx.emit(Event { turn: state.turn, phase: state.phase.get(), actor, target, what: what() });
    }
}
