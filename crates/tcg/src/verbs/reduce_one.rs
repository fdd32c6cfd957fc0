//! Reduce the damage that one of your creatures takes: next turn, or while the card is attached.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReduceOne {
    pub who: Target,
    pub amount: u16,
}

impl VerbRules for ReduceOne {
    const WORDS: Words = &[(Family::Trainer, "REDUCE_DAMAGE")];
    const CATEGORY: Option<u8> = Some(2);

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(ReduceOne { who: from.board_target(Origin::YOURS)?, amount: from.damage("value")? })
    }

    fn object(&self) -> Option<Target> {
        Some(self.who)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let Some(at) = run.chosen_creature() else { return };
        let seat = run.frame().player;
        let expires = run.game.expiry(run.state, true, other(seat));
        let (kind, types, amount) = (TimedKind::Reduce, Types::NONE, self.amount as i16);
        run.begin_timed(seat, Timed { slot: at.slot, kind, types, amount, expires });
    }

    /// So much less damage saves the active.
    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        let Some(active) = desk.active() else { return Verdict::Indifferent };
        let (sure, hp) = (desk.sure_damage(), desk.hp(active));
        Verdict::yes_if(sure >= hp && sure.saturating_sub(self.amount) < hp)
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.state.is_active(at).into()
    }
}
