//! Increase the damage of your active creature's attacks: this turn, or while a tool is attached.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncreaseDamage {
    pub amount: u16,
}

impl VerbRules for IncreaseDamage {
    const WORDS: Words = &[(Family::Trainer, "INCREASE_DAMAGE")];
    const CATEGORY: Option<u8> = Some(2);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.board_target(&[Target::ActiveYours])?;
        Some(IncreaseDamage { amount: from.damage("value")? })
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let (seat, expires) = (run.frame().player, run.state.turn);
        let (kind, types, amount) = (TimedKind::Increase, Types::NONE, self.amount as i16);
        run.begin_timed(seat, Timed { slot: NOBODY, kind, types, amount, expires });
    }

    /// So much more turns the best attack into a knock-out.
    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        let (reach, hp) = (desk.reach(), desk.foe().map_or(0, |foe| desk.hp(foe)));
        Verdict::yes_if(reach > 0 && reach < hp && reach + self.amount >= hp)
    }
}
