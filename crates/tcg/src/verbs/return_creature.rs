//! Return one of your creatures to your hand, where only its basic card comes back, or shuffle it with
//! all its cards into your deck.

use super::prelude::*;
use crate::event::{Return, What};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnCreature {
    pub who: Target,
    pub to: Return,
}

impl VerbRules for ReturnCreature {
    const WORDS: Words =
        &[(Family::Trainer, "RETURN_TO_HAND"), (Family::Trainer, "RETURN_TO_DECK")];
    const CATEGORY: Option<u8> = Some(6);

    fn read(from: &Origin<'_>) -> Option<Self> {
        let (to, allowed): (_, &[Target]) = if from.word == "RETURN_TO_HAND" {
            (Return::Hand, &[Target::AllYours])
        } else {
            (Return::Deck, &[Target::AllYours, Target::BenchedYours])
        };
        Some(ReturnCreature { who: from.board_target(allowed)?, to })
    }

    fn object(&self) -> Option<Target> {
        Some(self.who)
    }

    /// Another creature must stay in play.
    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        !look.state.is_doomed(at) && look.own().in_play() > 1
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let Some(at) = run.chosen_creature() else { return };
        let basic = run.state.creature(at).cards.first().copied().unwrap_or(Card::NONE);
        let (seat, place) = (Seat(at.side), run.place(at));
        let mut cards = run.leave(at);
        match self.to {
            Return::Deck => {
                run.put_under_deck(seat, &cards);
                run.tell_returned(seat, &cards, Return::Deck, Some(place));
                run.shuffle(seat);
            }
            Return::Hand => {
                if let Some(found) = cards.iter().position(|card| *card == basic) {
                    cards.remove(found);
                    run.put_in_hand(seat, basic);
                }
                cards.iter().for_each(|card| run.state.side_mut(seat).discard.push(*card));
                run.tell_returned(seat, &[basic], Return::Hand, Some(place));
                if !cards.is_empty() {
                    let cards = || cards.iter().copied().collect();
                    run.tell_with(seat, |_| What::CardsDiscarded { cards: cards() });
                }
            }
        }
    }

    /// The active will be knocked out, and cannot knock out in turn.
    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        let doomed = !desk.own().bench.is_empty() && desk.is_doomed();
        Verdict::needed(doomed && !desk.can_knock_out())
    }

    /// The active goes first, then the least creature.
    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        10_000 * i32::from(desk.state.is_active(at)) - i32::from(desk.score(at))
    }
}
