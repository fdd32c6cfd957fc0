//! Heal one of your creatures.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heal {
    pub who: Target,
    pub amount: u16,
}

impl VerbRules for Heal {
    const WORDS: &'static [(Family, &'static str)] =
        &[(Family::Ability, "HEAL"), (Family::Trainer, "HEAL")];
    const FOR_ATTACKS: bool = true;
    const ABILITY_RANK: u8 = 6;

    fn read(from: &Origin<'_>) -> Option<Self> {
        if from.family == Family::Ability {
            from.only(&["target", "amount"])?;
            return Some(Heal { who: from.target(Origin::OWN)?, amount: from.damage("amount")? });
        }
        let who = from.board_target(Origin::YOURS)?;
        let amount = if from.node.get("value").is_none() { 20 } else { from.damage("value")? };
        Some(Heal { who, amount })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        (frame.step == 0).then(|| look.ask_creature(|at| self.suits(look, at))).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.any(self.who, |at| self.suits(look, at))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        if let Some(at) = run.chosen_creature() {
            run.heal(at, self.amount);
        }
    }

    fn category(&self) -> Option<u8> {
        Some(1)
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

    fn is_useful(&self, _desk: &Desk<'_>, _at: At) -> bool {
        true
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.state.creature(at).damage.into()
    }
}

impl Heal {
    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        let creature = look.state.creature(at);
        creature.damage > 0 && !creature.doomed && look.is_among(self.who, at)
    }
}
