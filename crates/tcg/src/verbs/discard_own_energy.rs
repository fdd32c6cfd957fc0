//! Discard energy from one of your creatures: the cost of a trainer card.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscardOwnEnergy {
    pub who: Target,
    pub count: u8,
    pub energy: Types,
}

impl VerbRules for DiscardOwnEnergy {
    const WORDS: Words = &[(Family::Trainer, "DISCARD_ENERGY")];
    const TRAINER_RANK: u8 = 1;
    const CATEGORY: Option<u8> = None;
    const COST: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        let count = from.board_count();
        let who = from.target_or_first(&[Target::AllYours])?;
        Some(DiscardOwnEnergy { who, count, energy: from.energy })
    }

    fn object(&self) -> Option<Target> {
        Some(self.who)
    }

    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        let energies = || look.game.energies(look.state, at, self.energy).count();
        energies() >= usize::from(self.count)
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        match frame.step {
            0 => self.ask_object(look),
            1 => {
                let at = look.state.find(frame.bound[0])?;
                let n = self.count.into();
                look.ask_energy(look.game.energies(look.state, at, self.energy), (n, n))
            }
            _ => None,
        }
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        run.discard_chosen_energy();
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.value_of_loss(at)
    }
}
