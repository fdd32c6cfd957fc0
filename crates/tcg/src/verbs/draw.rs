//! Draw cards.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    pub count: u8,
}

impl VerbRules for Draw {
    const WORDS: Words = &[(Family::Ability, "DRAW_CARDS"), (Family::Trainer, "DRAW_CARDS")];
    const FOR_ATTACKS: bool = true;
    const ABILITY_RANK: u8 = 3;
    const TRAINER_RANK: u8 = 5;
    const CATEGORY: Option<u8> = Some(3);

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("count")?;
        Some(Draw { count: from.count()? })
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        !look.own().deck.is_empty()
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let seat = run.frame().player;
        run.draw(seat, self.count.into());
    }

    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        Verdict::needed(desk.own().deck.len() > usize::from(self.count))
    }

    fn is_useful(&self, desk: &Desk<'_>, _at: At) -> bool {
        desk.has_deck_to_spare()
    }
}
