//! Search your deck for cards, for the hand or the bench; then shuffle it.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub count: u8,
    pub wanted: Wanted,
    pub destination: Destination,
}

impl VerbRules for Search {
    const WORDS: Words = &[(Family::Ability, "SEARCH_DECK"), (Family::Trainer, "SEARCH_DECK")];
    const FOR_ATTACKS: bool = true;
    const ABILITY_RANK: u8 = 1;
    const TRAINER_RANK: u8 = 2;
    const CATEGORY: Option<u8> = Some(3);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("cardType pokemonType count destination selector")?;
        let destination =
            from.node.word_or("destination", Destination::from_name, Destination::Hand);
        let count = from.count_or(1)?;
        Some(Search { count, wanted: from.wanted()?, destination })
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        if frame.step > 0 {
            return None;
        }
        let game = look.game;
        let free =
            if self.to_bench() { game.free_bench(look.state, look.seat()) } else { usize::MAX };
        let fits = |card: Card| {
            self.wanted.admits(game, card) && (!self.to_bench() || game.def(card).is_basic())
        };
        look.ask_zone(Source::Deck, fits, (0, usize::from(self.count).min(free)))
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let free = || look.game.free_bench(look.state, look.seat()) > 0;
        !look.own().deck.is_empty() && (!self.to_bench() || free())
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        run.take_found(&self.wanted, self.to_bench());
    }

    fn verdict(&self, desk: &Desk<'_>, card: &CardDef) -> Verdict {
        let (deck, free) = (desk.own().deck.len(), desk.game.free_bench(desk.state, desk.seat) > 0);
        let enough = if self.to_bench() { deck > 1 && free } else { deck > self.count.into() };
        Verdict::yes_if(!desk.brief(card.id).costs_card && enough)
    }

    fn is_useful(&self, desk: &Desk<'_>, _at: At) -> bool {
        desk.has_deck_to_spare()
    }
}

impl Search {
    fn to_bench(&self) -> bool {
        self.destination == Destination::Bench
    }
}
