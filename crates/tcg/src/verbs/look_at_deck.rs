//! Look at the top cards of your deck and put them back in any order.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookAtDeck {
    pub count: u8,
}

impl VerbRules for LookAtDeck {
    const WORDS: Words = &[(Family::Trainer, "LOOK_AT_DECK")];
    const FOR_ATTACKS: bool = true;
    const TRAINER_RANK: u8 = 2;
    const CATEGORY: Option<u8> = Some(3);

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(LookAtDeck { count: from.count()? })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let deck = &look.own().deck;
        let seen = usize::from(self.count).min(deck.len());
        let mut prompt = Prompt::new(PromptKind::ChooseOrder, look.seat());
        let top = (0..seen).map(|n| deck.len() - 1 - n);
        prompt.options = top.map(|place| Choice::Card(place as u8, deck[place])).collect();
        prompt.looks = true;
        (frame.step == 0 && seen > 0).then(|| prompt.bounded(seen, seen))
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        !look.own().deck.is_empty()
    }

    /// The first chosen card comes on top.
    fn perform(&self, run: &mut Run<'_, '_>) {
        let (seat, chosen) = (run.frame().player, run.state.chosen);
        let cards = run.lift_from(seat, Source::Deck, &chosen);
        for card in cards.iter().rev() {
            run.state.side_mut(seat).deck.push(*card);
        }
    }

    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        Verdict::yes_if(desk.own().deck.len() > 1)
    }
}
