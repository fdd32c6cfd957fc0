//! Shuffle cards of your hand into your deck and search it for as many.

use super::prelude::*;
use crate::event::{Return, What};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trade {
    pub count: u8,
    pub wanted: Wanted,
}

impl VerbRules for Trade {
    const WORDS: Words = &[(Family::Trainer, "TRADE_CARDS")];
    const TRAINER_RANK: u8 = 2;
    const COST: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(Trade { count: from.count_or(1)?, wanted: from.wanted()? })
    }

    fn is_purpose(&self, _cost: bool) -> bool {
        true
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let wanted = |card| self.wanted.admits(look.game, card);
        match frame.step {
            0 => look.ask_hand(&self.wanted, self.count),
            1 => look.ask_zone(Source::Deck, wanted, (0, self.count.into())),
            _ => None,
        }
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.can_spare(&self.wanted, self.count)
    }

    /// The chosen cards go into the deck, for all to see; then the search begins.
    fn answered(&self, run: &mut Run<'_, '_>) {
        if run.frame().step != 1 {
            return;
        }
        let (seat, chosen) = (run.frame().player, run.state.chosen);
        let cards = run.lift_from(seat, Source::Hand, &chosen);
        run.put_under_deck(seat, &cards);
        run.state.chosen.clear();
        let shown = || cards.iter().copied().collect();
        run.tell_with(seat, |_| What::CardsRevealed { cards: shown(), retrieved: false });
        run.tell_returned(seat, &cards, Return::Deck, None);
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        run.take_found(&self.wanted, false);
    }

    fn gives_away(&self) -> bool {
        false
    }

    fn card_value(&self, desk: &Desk<'_>, card: Card) -> Option<i32> {
        desk.is_first_question().then(|| -desk.worth_in_hand(card))
    }
}
