//! The opponent shuffles their hand into their deck.

use super::prelude::*;
use super::{OpponentDraws, Verb};
use crate::event::Return;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentShufflesHand;

impl VerbRules for OpponentShufflesHand {
    const WORDS: Words = &[(Family::Trainer, "OPPONENT_SHUFFLES_HAND")];
    const FOR_ATTACKS: bool = true;
    const TRAINER_RANK: u8 = 1;
    const CATEGORY: Option<u8> = Some(5);

    fn read(_from: &Origin<'_>) -> Option<Self> {
        Some(OpponentShufflesHand)
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        !look.foe().hand.is_empty()
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let seat = other(run.frame().player);
        let side = run.state.side_mut(seat);
        let hand = *side.hand;
        side.hand.clear();
        run.put_under_deck(seat, &hand);
        run.tell_returned(seat, &hand, Return::Deck, None);
        run.shuffle(seat);
    }

    fn verdict(&self, desk: &Desk<'_>, card: &CardDef) -> Verdict {
        desk.on_their_hand(card)
    }
}

impl Desk<'_> {
    /// The opponent should not hold more cards afterwards.
    pub(super) fn on_their_hand(&self, card: &CardDef) -> Verdict {
        let before = self.theirs().hand.len();
        let (mut after, mut drawn) = (before, 0);
        for effect in &card.effects {
            if let Verb::OpponentDraws(OpponentDraws { count }) = &effect.verb {
                drawn += usize::from(*count);
            } else if matches!(effect.verb, Verb::OpponentShufflesHand(_)) {
                after = 0;
            }
        }
        after += drawn;
        match after.cmp(&before) {
            std::cmp::Ordering::Greater => Verdict::No,
            std::cmp::Ordering::Less => Verdict::Yes,
            std::cmp::Ordering::Equal => Verdict::Indifferent,
        }
    }
}
