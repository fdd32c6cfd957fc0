//! Shuffle one of your creatures with all its cards into your deck.

use super::prelude::*;
use crate::event::Return;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnToDeck {
    pub who: Target,
}

impl VerbRules for ReturnToDeck {
    const WORDS: &'static [(Family, &'static str)] = &[(Family::Trainer, "RETURN_TO_DECK")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(ReturnToDeck { who: from.board_target(&[Target::AllYours, Target::BenchedYours])? })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        (frame.step == 0).then(|| look.ask_creature(|at| look.may_leave(self.who, at))).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.any(self.who, |at| look.may_leave(self.who, at))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let Some(at) = run.chosen_creature() else { return };
        let (seat, place) = (Seat(at.side), run.place(at));
        let cards = run.leave(at);
        run.put_under_deck(seat, &cards);
        run.tell_returned(seat, &cards, Return::Deck, Some(place));
        run.shuffle(seat);
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
