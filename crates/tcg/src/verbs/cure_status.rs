//! Remove every status of your active creature.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CureStatus;

impl VerbRules for CureStatus {
    const WORDS: Words = &[(Family::Trainer, "CURE_STATUS")];
    const FOR_ATTACKS: bool = true;
    const CATEGORY: Option<u8> = Some(1);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.board_target(&[Target::ActiveYours, Target::Oneself, Target::AllYours])?;
        Some(CureStatus)
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let active = look.state.active(look.seat()).map(|at| look.state.creature(at));
        active.is_some_and(|creature| !creature.is_well())
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let seat = run.frame().player;
        if let Some(at) = run.state.active(seat) {
            run.cure(at);
        }
    }

    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        Verdict::yes_if(desk.active().is_some_and(|at| !desk.state.creature(at).is_well()))
    }
}
