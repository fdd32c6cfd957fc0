//! Put cards of your discard pile into your hand.

use super::prelude::*;
use crate::event::What;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retrieve {
    pub count: u8,
    pub wanted: Wanted,
}

impl VerbRules for Retrieve {
    const WORDS: Words = &[
        (Family::Ability, "RETRIEVE_FROM_DISCARD"),
        (Family::Trainer, "RETRIEVE_FROM_DISCARD"),
        (Family::Trainer, "RETRIEVE_ENERGY"),
    ];
    const FOR_ATTACKS: bool = true;
    const ABILITY_RANK: u8 = 2;
    const TRAINER_RANK: u8 = 2;
    const CATEGORY: Option<u8> = Some(4);
    const USEFUL: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("cardType pokemonType count selector")?;
        if from.word != "RETRIEVE_ENERGY" {
            return Some(Retrieve { count: from.count()?, wanted: from.wanted()? });
        }
        let (count, mut wanted) = (from.count_or(2)?, from.wanted()?);
        match (from.node.get("cardType"), wanted.filter) {
            (None, _) => wanted.filter = Filter::Energy,
            (Some(_), Filter::Energy | Filter::BasicEnergy) => {}
            (Some(found), _) => {
                return found.fail("bad_effect", "Energy or Basic Energy is expected");
            }
        }
        Some(Retrieve { count, wanted })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let wanted = |card| self.wanted.admits(look.game, card);
        let ask = || look.ask_zone(Source::Discard, wanted, (1, self.count.into()));
        (frame.step == 0).then(ask).flatten()
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        look.own().discard.iter().any(|card| self.wanted.admits(look.game, *card))
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let (seat, chosen) = (run.frame().player, run.state.chosen);
        let cards = run.lift_from(seat, Source::Discard, &chosen);
        cards.iter().for_each(|card| run.put_in_hand(seat, *card));
        if !cards.is_empty() {
            let cards = || cards.iter().copied().collect();
            run.tell_with(seat, |_| What::CardsRevealed { cards: cards(), retrieved: true });
        }
    }

    fn verdict(&self, desk: &Desk<'_>, card: &CardDef) -> Verdict {
        Verdict::yes_if(!desk.brief(card.id).costs_card)
    }
}
