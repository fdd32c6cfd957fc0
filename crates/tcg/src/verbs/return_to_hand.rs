//! Return one of your creatures to your hand; only its basic card comes back.

use super::prelude::*;
use crate::event::{Return, What};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnToHand {
    pub who: Target,
}

impl VerbRules for ReturnToHand {
    const WORDS: &'static [(Family, &'static str)] = &[(Family::Trainer, "RETURN_TO_HAND")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(ReturnToHand { who: from.board_target(&[Target::AllYours])? })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        (frame.step == 0).then(|| look.ask_creature(|at| look.may_leave(self.who, at))).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.any(self.who, |at| look.may_leave(self.who, at))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let Some(at) = run.chosen_creature() else { return };
        let basic = run.state.creature(at).cards.first().copied().unwrap_or(Card::NONE);
        let (seat, place) = (Seat(at.side), run.place(at));
        let cards = run.leave(at);
        let (mut returned, mut discarded) = (false, Pile::new());
        for card in &cards {
            // The chain comes from the top down, so of equal cards the first need not be the basic.
            if *card == basic && !returned {
                returned = true;
                run.put_in_hand(seat, *card);
            } else {
                discarded.push(*card);
                run.state.side_mut(seat).discard.push(*card);
            }
        }
        run.tell_returned(seat, &[basic], Return::Hand, Some(place));
        if !discarded.is_empty() {
            let cards = || discarded.iter().copied().collect();
            run.tell_with(seat, |_| What::CardsDiscarded { cards: cards() });
        }
    }

    fn category(&self) -> Option<u8> {
        Some(6)
    }

    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        desk.saves_by_return()
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.value_of_return(at)
    }
}

impl Look<'_> {
    /// Whether a creature may leave play: another one stays.
    pub(super) fn may_leave(&self, who: Target, at: At) -> bool {
        self.is_among(who, at) && !self.state.is_doomed(at) && self.own().in_play() > 1
    }
}

impl Desk<'_> {
    /// The active will be knocked out, and cannot knock out in turn.
    pub(super) fn saves_by_return(&self) -> Verdict {
        let doomed = !self.own().bench.is_empty() && self.is_doomed();
        Verdict::needed(doomed && !self.can_knock_out())
    }

    /// The active goes first, then the least creature.
    pub(super) fn value_of_return(&self, at: At) -> i32 {
        10_000 * i32::from(self.state.is_active(at)) - i32::from(self.score(at))
    }
}
