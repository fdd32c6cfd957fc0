//! Forbid the attacker or the defender to attack or retreat in its next turn.

use super::prelude::*;
use crate::words::LockWhat;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    pub who: Target,
    pub what: LockWhat,
}

impl VerbRules for Lock {
    const WORDS: Words = &[(Family::Attack, "LOCK")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target what")?;
        let who = from.target(&[Target::Defending, Target::Oneself])?;
        Some(Lock { who, what: from.node.need("what")?.word(LockWhat::from_name)? })
    }

    fn aim(&self) -> Option<Target> {
        Some(self.who)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        let Some(at) = run.game.aimed(run.state, &frame, self.who) else { return };
        let expires = run.game.expiry(run.state, true, Seat(at.side));
        let bits = match self.what {
            LockWhat::Attack => 1,
            LockWhat::Retreat => 2,
            LockWhat::Both => 3,
        };
        run.time_aimed(self.who, TimedKind::Lock, bits, expires);
    }

    fn menace(&self, _defender: Option<&Creature>) -> u8 {
        if self.who == Target::Defending { 10 } else { 0 }
    }

    fn harms_itself(&self) -> bool {
        self.who == Target::Oneself
    }
}
