//! The opponent discards cards of their hand.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentDiscards {
    pub count: u8,
}

impl VerbRules for OpponentDiscards {
    const WORDS: Words = &[(Family::Trainer, "OPPONENT_DISCARDS")];
    const FOR_ATTACKS: bool = true;
    const TRAINER_RANK: u8 = 1;
    const CATEGORY: Option<u8> = None;

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(OpponentDiscards { count: from.count()? })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let (hand, count) = (&look.foe().hand, self.count.into());
        if frame.step > 0 || hand.is_empty() {
            return None;
        }
        let mut prompt = Prompt::new(PromptKind::ChooseCards, other(look.seat()));
        prompt.options = listed(hand, |_| true);
        prompt.zone = Zone::Hidden { count: hand.len() as u8, whole: true };
        Some(prompt.bounded(count, count))
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        !look.foe().hand.is_empty()
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let (seat, chosen) = (run.frame().player, run.state.chosen);
        run.discard_from_hand(other(seat), &chosen);
    }

    fn card_value(&self, desk: &Desk<'_>, card: Card) -> Option<i32> {
        Some(-desk.worth_in_hand(card))
    }

    fn gives_away(&self) -> bool {
        true
    }
}
