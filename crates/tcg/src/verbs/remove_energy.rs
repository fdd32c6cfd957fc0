//! Discard energy from one of the opponent's creatures.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoveEnergy {
    pub who: Target,
    pub count: u8,
    pub energy: Types,
}

impl VerbRules for RemoveEnergy {
    const WORDS: Words = &[(Family::Trainer, "REMOVE_ENERGY")];
    const FOR_ATTACKS: bool = true;
    const CATEGORY: Option<u8> = Some(7);

    fn read(from: &Origin<'_>) -> Option<Self> {
        let count = from.board_count();
        let who = from.target_or_first(&[Target::AllOpponents])?;
        Some(RemoveEnergy { who, count, energy: from.energy })
    }

    fn object(&self) -> Option<Target> {
        Some(self.who)
    }

    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        !look.is_shielded(at) && look.game.energies(look.state, at, self.energy).next().is_some()
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        match frame.step {
            0 => self.ask_object(look),
            1 => {
                let at = look.state.find(frame.bound[0])?;
                let energies = look.game.energies(look.state, at, self.energy);
                look.ask_energy(energies, (1, self.count.into()))
            }
            _ => None,
        }
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        run.discard_chosen_energy();
    }

    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        Verdict::needed(desk.foe().is_some_and(|at| desk.units(at) > 0))
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        1000 * i32::from(desk.state.is_active(at)) + i32::from(desk.units(at))
    }
}
