//! The opponent draws cards.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentDraws {
    pub count: u8,
}

impl VerbRules for OpponentDraws {
    const WORDS: Words = &[(Family::Trainer, "OPPONENT_DRAWS")];
    const FOR_ATTACKS: bool = true;
    const TRAINER_RANK: u8 = 5;
    const CATEGORY: Option<u8> = Some(5);

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(OpponentDraws { count: from.count()? })
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        !look.foe().deck.is_empty()
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let seat = run.frame().player;
        run.draw(other(seat), self.count.into());
    }

    fn verdict(&self, desk: &Desk<'_>, card: &CardDef) -> Verdict {
        desk.on_their_hand(card)
    }
}
