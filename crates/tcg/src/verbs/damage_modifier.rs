//! Change the damage of the attack by a number.

use super::prelude::*;
use crate::apply::Attacker;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamageModifier {
    pub amount: i16,
}

impl VerbRules for DamageModifier {
    const WORDS: Words = &[(Family::Attack, "DAMAGE_MODIFIER")];
    const GROWS: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("modifier")?;
        Some(DamageModifier { amount: from.modifier()? })
    }

    fn growth(&self, _game: &Tcg, _state: &State, _by: Attacker, _defender: At) -> i32 {
        self.amount.into()
    }

    fn perform(&self, _run: &mut Run<'_, '_>) {}
}
