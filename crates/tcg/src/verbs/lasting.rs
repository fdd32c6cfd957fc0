//! What lasts: passive abilities, and effects for a time on a group of creatures.

use super::prelude::*;

/// What a passive ability can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    BoostHp,
    BoostAttack,
    Prevent,
    Reduce,
}

impl Standing {
    /// How many there are.
    pub const COUNT: usize = 4;
}

/// What lasts on a group of creatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasting {
    pub who: Target,
    pub amount: i16,
    /// Attackers, or affected creatures, of which types; none for all.
    pub types: Types,
    pub duration: Duration,
}

impl Lasting {
    /// Whether there is a creature that it can affect.
    pub(super) fn is_feasible(&self, look: &Look<'_>) -> bool {
        let me = look.scope.me;
        look.any(self.who, |at| me.is_some_and(|me| in_group(look.state, self.who, me, at)))
    }

    /// Begins on every creature of the group; `affects` picks among them, `types` is what the timed
    /// effect keeps.
    pub(super) fn begin(
        &self,
        run: &mut Run<'_, '_>,
        (kind, types): (TimedKind, Types),
        affects: impl Fn(&CardDef) -> bool,
    ) {
        let frame = *run.frame();
        let Some(me) = run.state.find(frame.creature) else { return };
        let next = self.duration == Duration::NextTurn;
        let expires = run.game.expiry(run.state, next, other(frame.player));
        for at in run.state.both_boards(frame.player) {
            if affects(run.game.top(run.state, at)) && in_group(run.state, self.who, me, at) {
                let timed = Timed { slot: at.slot, kind, types, amount: self.amount, expires };
                run.begin_timed(Seat(at.side), timed);
            }
        }
    }
}
