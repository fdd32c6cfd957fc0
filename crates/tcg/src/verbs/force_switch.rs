//! Switch the opponent's active creature with one of their bench that you choose.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceSwitch;

impl VerbRules for ForceSwitch {
    const WORDS: Words = &[(Family::Trainer, "FORCE_SWITCH")];
    const FOR_ATTACKS: bool = true;
    const TRAINER_RANK: u8 = 4;
    const CATEGORY: Option<u8> = Some(6);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.board_target(&[Target::BenchedOpponents])?;
        Some(ForceSwitch)
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        (frame.step == 0).then(|| look.ask_benched(other(look.seat()))).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let foe = other(look.seat());
        let shielded = look.state.active(foe).is_some_and(|active| look.is_shielded(active));
        !shielded && look.can_switch(foe, |_| true)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let seat = run.frame().player;
        if let Some(at) = run.chosen_creature() {
            run.exchange(other(seat), at.slot);
        }
    }

    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        Verdict::needed(desk.has_prey())
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        let hp = desk.hp(at);
        10_000 * i32::from(desk.reach_to(at) >= hp) - i32::from(hp)
    }
}
