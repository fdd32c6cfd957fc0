//! Discard energy from one of your creatures: the cost of a trainer card.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscardOwnEnergy {
    pub who: Target,
    pub count: u8,
    pub energy: Types,
}

impl VerbRules for DiscardOwnEnergy {
    const WORDS: &'static [(Family, &'static str)] = &[(Family::Trainer, "DISCARD_ENERGY")];
    const TRAINER_RANK: u8 = 1;

    fn read(from: &Origin<'_>) -> Option<Self> {
        let count = from.board_count();
        let who = from.target_or_first(&[Target::AllYours])?;
        Some(DiscardOwnEnergy { who, count, energy: from.energy })
    }

    fn is_cost(&self) -> bool {
        true
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        match frame.step {
            0 => look.ask_creature(|at| self.suits(look, at)),
            1 => {
                let at = look.state.find(frame.bound[0])?;
                let n = self.count.into();
                look.ask_energy(look.game.energies(look.state, at, self.energy), (n, n))
            }
            _ => None,
        }
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.any(self.who, |at| self.suits(look, at))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        run.discard_chosen_energy();
    }

    fn category(&self) -> Option<u8> {
        None
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.value_of_loss(at)
    }

    fn gives_away(&self) -> bool {
        true
    }
}

impl DiscardOwnEnergy {
    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        let energies = || look.game.energies(look.state, at, self.energy).count();
        look.is_among(self.who, at) && energies() >= usize::from(self.count)
    }
}
