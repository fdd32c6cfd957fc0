//! Switch your active creature with a benched one: the creature with the ability leaves or enters.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilitySwitch;

impl VerbRules for AbilitySwitch {
    const WORDS: Words = &[(Family::Ability, "SWITCH_POKEMON")];
    const ABILITY_RANK: u8 = 10;

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target with selector")?;
        from.switch_words()?;
        Some(AbilitySwitch)
    }

    /// A benched creature comes in itself, so nothing is asked.
    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let leaves = look.scope.me.is_some_and(|me| look.state.is_active(me));
        (frame.step == 0 && leaves).then(|| look.ask_benched(look.seat())).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let enters = look.scope.me.filter(|me| Some(*me) != look.state.active(look.seat()));
        look.can_switch(look.seat(), |at| enters.is_none_or(|me| me == at))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        run.switch_chosen();
    }

    fn is_useful(&self, desk: &Desk<'_>, at: At) -> bool {
        desk.wants_switch(at)
    }
}
