//! Put a basic creature of a discard pile on its owner's bench, or the played card itself on yours.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutIntoPlay {
    pub source: Source,
}

impl VerbRules for PutIntoPlay {
    const WORDS: Words = &[(Family::Trainer, "PUT_INTO_PLAY")];

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.board_target(&[Target::BenchedYours, Target::BenchedOpponents])?;
        from.node.need("source")?;
        let source =
            from.source_or_first(&[Source::Discard, Source::OpponentDiscard, Source::Hand])?;
        let filter = from.wanted()?.filter;
        if !matches!(filter, Filter::BasicCreature | Filter::Creature | Filter::Any) {
            let found = from.node.get("cardType")?;
            return found.fail("bad_effect", "only basic creatures are put into play");
        }
        Some(PutIntoPlay { source })
    }

    fn decides(&self) -> bool {
        self.is_itself()
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        if frame.step > 0 || self.is_itself() {
            return None;
        }
        let pile = &look.state.side(self.owner(look.seat())).discard;
        let mut prompt = Prompt::new(PromptKind::ChooseCards, look.seat());
        prompt.options = listed(pile, |card| look.game.def(card).is_basic());
        (!prompt.options.is_empty()).then_some(prompt)
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let owner = self.owner(look.seat());
        let mut pile = look.state.side(owner).discard.iter();
        let there = self.is_itself() || pile.any(|card| look.game.def(*card).is_basic());
        there && look.game.free_bench(look.state, owner) > 0
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        if self.is_itself() {
            run.frame().limbo = false;
            run.bring(frame.player, frame.card);
            return;
        }
        let (owner, chosen) = (self.owner(frame.player), run.state.chosen);
        let cards = run.lift_from(owner, Source::Discard, &chosen);
        for card in &cards {
            run.bring(owner, *card);
        }
    }

    fn category(&self) -> Option<u8> {
        Some(if self.source == Source::OpponentDiscard { 8 } else { 6 })
    }

    fn verdict(&self, desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        let benched = desk.own().bench.len();
        match self.source {
            Source::OpponentDiscard => Verdict::No,
            Source::Hand => Verdict::yes_if(benched < 3),
            Source::Deck | Source::Discard | Source::Oneself => Verdict::yes_if(benched < 4),
        }
    }

    fn card_value(&self, desk: &Desk<'_>, card: Card) -> Option<i32> {
        Some(desk.brief(card).score.into())
    }
}

impl PutIntoPlay {
    /// Whether the played card itself becomes a creature.
    pub fn is_itself(&self) -> bool {
        self.source == Source::Hand
    }

    fn owner(&self, seat: Seat) -> Seat {
        if self.source == Source::OpponentDiscard { other(seat) } else { seat }
    }
}
