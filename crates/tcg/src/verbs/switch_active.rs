//! Switch your active creature with a benched one.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchActive;

impl VerbRules for SwitchActive {
    const WORDS: Words = &[(Family::Trainer, "SWITCH_ACTIVE")];
    const TRAINER_RANK: u8 = 4;
    const CATEGORY: Option<u8> = Some(6);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.board_target(&[Target::BenchedYours])?;
        Some(SwitchActive)
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        (frame.step == 0).then(|| look.ask_benched(look.seat())).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.can_switch(look.seat(), |_| true)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        run.switch_chosen();
    }

    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        Verdict::yes_if(desk.is_in_danger() && desk.refuge().is_some())
    }
}
