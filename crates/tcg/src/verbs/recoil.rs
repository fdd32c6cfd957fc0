//! Hurt the attacker.

use super::prelude::*;
use crate::event::Harm;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recoil {
    pub amount: u16,
}

impl VerbRules for Recoil {
    const WORDS: Words = &[(Family::Attack, "RECOIL_DAMAGE")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target amount")?;
        from.target_or_first(&[Target::Oneself])?;
        Some(Recoil { amount: from.damage("amount")? })
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let creature = run.frame().creature;
        if let Some(at) = run.state.find(creature) {
            run.hurt(at, self.amount, Harm::Recoil);
        }
    }

    fn harms_itself(&self) -> bool {
        true
    }
}
