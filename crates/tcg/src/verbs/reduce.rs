//! Reduce the damage that a group takes: for a time, or as a passive ability.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduce(pub Lasting);

impl VerbRules for Reduce {
    const WORDS: Words = &[(Family::Ability, "REDUCE_DAMAGE")];
    const ABILITY_RANK: u8 = 9;
    const STANDING: Option<Standing> = Some(Standing::Reduce);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target duration amount source")?;
        let (who, amount) = (from.target(Origin::LASTING)?, from.prevented()?);
        from.node.need("amount")?;
        let types = from.node.one_type("source");
        let usual = if from.passive { Duration::Permanent } else { Duration::NextTurn };
        Some(Reduce(Lasting { who, amount, types, duration: from.duration(Some(usual))? }))
    }

    fn lasting(&self) -> Option<&Lasting> {
        Some(&self.0)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        self.0.begin(run, (TimedKind::Reduce, self.0.types), |_| true);
    }
}
