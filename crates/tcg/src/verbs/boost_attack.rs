//! Increase the damage of a group's attacks: for a time, or as a passive ability.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoostAttack(pub Lasting);

impl VerbRules for BoostAttack {
    const WORDS: Words = &[(Family::Ability, "BOOST_ATTACK")];
    const ABILITY_RANK: u8 = 11;
    const STANDING: Option<Standing> = Some(Standing::BoostAttack);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target duration modifier affectedTypes")?;
        let (who, amount) = (from.target(Origin::LASTING)?, from.modifier()?);
        let types = from.node.list("affectedTypes");
        let types = types.iter().filter_map(|node| node.word(Type::from_name)).collect();
        let duration = from.duration(Some(from.usual_duration()))?;
        Some(BoostAttack(Lasting { who, amount, types, duration }))
    }

    fn lasting(&self) -> Option<&Lasting> {
        Some(&self.0)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let affects = |def: &CardDef| self.0.types.admits(Types::one(def.of_type));
        self.0.begin(run, (TimedKind::BoostAttack, Types::NONE), affects);
    }
}
