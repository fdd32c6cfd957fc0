//! Switch the attacker with one of your benched creatures.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchAttacker;

impl VerbRules for SwitchAttacker {
    const WORDS: Words = &[(Family::Attack, "SWITCH_POKEMON")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target with selector")?;
        from.switch_words()?;
        Some(SwitchAttacker)
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        (frame.step == 0).then(|| look.ask_benched(look.seat())).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let seat = look.seat();
        look.scope.me == look.state.active(seat) && look.can_switch(seat, |_| true)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        run.switch_chosen();
    }
}
