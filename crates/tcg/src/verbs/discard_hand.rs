//! Discard cards of your hand.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscardHand {
    pub count: u8,
    pub wanted: Wanted,
}

impl VerbRules for DiscardHand {
    const WORDS: Words =
        &[(Family::Ability, "DISCARD_FROM_HAND"), (Family::Trainer, "DISCARD_HAND")];
    const ABILITY_RANK: u8 = 0;
    const TRAINER_RANK: u8 = 1;
    const CATEGORY: Option<u8> = None;
    const COST: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("count selector cardType")?;
        let count = if from.family == Family::Ability {
            from.count_or_all("count")?
        } else {
            from.count_or(ALL)?
        };
        Some(DiscardHand { count, wanted: from.wanted()? })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        (frame.step == 0).then(|| look.ask_hand(&self.wanted, self.count)).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        if !look.effect.cost {
            return !look.own().hand.is_empty();
        }
        self.count == ALL || look.can_spare(&self.wanted, self.count)
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let (seat, mut places) = (run.frame().player, run.state.chosen);
        if self.count == ALL {
            let hand = run.state.side(seat).hand.iter().enumerate();
            let wanted = hand.filter(|(_, card)| self.wanted.admits(run.game, **card));
            places = wanted.map(|(place, _)| place as u8).collect();
        }
        run.discard_from_hand(seat, &places);
    }

    fn card_value(&self, desk: &Desk<'_>, card: Card) -> Option<i32> {
        Some(-desk.worth_in_hand(card))
    }
}
