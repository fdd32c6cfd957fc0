//! Change the hit points of a group: for a time, or as a passive ability.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoostHp(pub Lasting);

impl VerbRules for BoostHp {
    const WORDS: Words = &[(Family::Ability, "BOOST_HP")];
    const STANDING: Option<Standing> = Some(Standing::BoostHp);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target duration modifier")?;
        let (who, amount) = (from.target(Origin::LASTING)?, from.modifier()?);
        let duration = from.duration(Some(from.usual_duration()))?;
        Some(BoostHp(Lasting { who, amount, types: Types::NONE, duration }))
    }

    fn lasting(&self) -> Option<&Lasting> {
        Some(&self.0)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        self.0.begin(run, (TimedKind::BoostHp, Types::NONE), |_| true);
    }
}
