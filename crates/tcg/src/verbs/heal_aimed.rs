//! Heal the attacker or the defender.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HealAimed {
    pub who: Target,
    pub amount: u16,
}

impl VerbRules for HealAimed {
    const WORDS: Words = &[(Family::Attack, "HEAL")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target amount")?;
        Some(HealAimed { who: from.target(Origin::FIGHTERS)?, amount: from.damage("amount")? })
    }

    fn aim(&self) -> Option<Target> {
        Some(self.who)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        if let Some(at) = run.game.aimed(run.state, &frame, self.who) {
            run.heal(at, self.amount);
        }
    }
}
