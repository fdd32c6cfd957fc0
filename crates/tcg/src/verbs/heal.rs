//! Heal one of your creatures.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heal {
    pub who: Target,
    pub amount: u16,
}

impl VerbRules for Heal {
    const WORDS: Words = &[(Family::Ability, "HEAL"), (Family::Trainer, "HEAL")];
    const FOR_ATTACKS: bool = true;
    const ABILITY_RANK: u8 = 6;
    const CATEGORY: Option<u8> = Some(1);
    const USEFUL: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        if from.family == Family::Ability {
            from.only("target amount")?;
            return Some(Heal { who: from.target(Origin::OWN)?, amount: from.damage("amount")? });
        }
        let who = from.board_target(Origin::YOURS)?;
        let amount = if from.node.get("value").is_none() { 20 } else { from.damage("value")? };
        Some(Heal { who, amount })
    }

    fn object(&self) -> Option<Target> {
        Some(self.who)
    }

    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        let creature = look.state.creature(at);
        creature.damage > 0 && !creature.doomed
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        if let Some(at) = run.chosen_creature() {
            run.heal(at, self.amount);
        }
    }

    /// Somebody has as much damage as is healed, or the active is lifted above what it will take.
    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        let Some(active) = desk.active() else { return Verdict::Indifferent };
        let damage = desk.state.creature(active).damage;
        let hurt = |at: At| desk.state.creature(at).damage >= self.amount;
        let benched = || self.who != Target::ActiveYours && desk.state.bench(desk.seat).any(hurt);
        let saves = || {
            let (sure, hp) = (desk.sure_damage(), desk.hp(active));
            sure >= hp && sure < hp + damage
        };
        Verdict::yes_if(hurt(active) || benched() || damage > 0 && saves())
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.state.creature(at).damage.into()
    }
}
