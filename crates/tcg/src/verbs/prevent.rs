//! Prevent damage: on a fighter or a group for a time, or as a passive ability.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prevent(pub Lasting);

impl VerbRules for Prevent {
    const WORDS: Words = &[(Family::Attack, "PREVENT_DAMAGE"), (Family::Ability, "PREVENT_DAMAGE")];
    const ABILITY_RANK: u8 = 8;
    const STANDING: Option<Standing> = Some(Standing::Prevent);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target duration amount")?;
        let attacks = from.family == Family::Attack;
        let who = from.target(if attacks { Origin::FIGHTERS } else { Origin::LASTING })?;
        let usual = from.passive.then_some(Duration::Permanent);
        let (duration, amount) = (from.duration(usual)?, from.prevented()?);
        Some(Prevent(Lasting { who, amount, types: Types::NONE, duration }))
    }

    fn aim(&self) -> Option<Target> {
        Some(self.0.who)
    }

    fn lasting(&self) -> Option<&Lasting> {
        Some(&self.0)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        let Lasting { who, amount, duration, .. } = self.0;
        if frame.kind != FrameKind::Attack {
            return self.0.begin(run, (TimedKind::Prevent, Types::NONE), |_| true);
        }
        let next = duration == Duration::NextTurn;
        let expires = run.game.expiry(run.state, next, other(frame.player));
        run.time_aimed(who, TimedKind::Prevent, amount, expires);
    }
}
