//! Devolve one of your creatures to a lower stage; what lay on it is discarded.

use super::prelude::*;
use crate::event::What;
use crate::words::Stage;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Devolve {
    pub who: Target,
}

impl VerbRules for Devolve {
    const WORDS: Words = &[(Family::Trainer, "DEVOLVE_POKEMON")];
    const CATEGORY: Option<u8> = None;

    fn read(from: &Origin<'_>) -> Option<Self> {
        Some(Devolve { who: from.board_target(&[Target::AllYours])? })
    }

    fn object(&self) -> Option<Target> {
        Some(self.who)
    }

    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        look.state.creature(at).cards.len() > 1
    }

    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        match frame.step {
            0 => self.ask_object(look),
            1 => {
                let at = look.state.find(frame.bound[0])?;
                let cards = &look.state.creature(at).cards;
                let lower = cards.iter().take(cards.len().saturating_sub(1)).enumerate();
                let mut prompt = Prompt::new(PromptKind::ChooseCards, frame.player);
                prompt.options =
                    lower.map(|(place, card)| Choice::Card(place as u8, *card)).collect();
                (!prompt.options.is_empty()).then_some(prompt)
            }
            _ => None,
        }
    }

    /// The chosen lower card is on top again; the cards above it go from the top down.
    fn perform(&self, run: &mut Run<'_, '_>) {
        let Some(at) = run.chosen_creature() else { return };
        let keep = usize::from(run.state.chosen.first().copied().unwrap_or(0)) + 1;
        let turn = run.state.turn;
        run.lose_what_passes(at);
        let mut off = Pile::new();
        let creature = run.state.creature_mut(at);
        while creature.cards.len() > keep {
            off.push(creature.cards.pop().unwrap_or(Card::NONE));
        }
        creature.evolved_on = turn;
        (creature.ability_on, creature.ability_uses) = (NEVER, 0);
        let seat = Seat(at.side);
        off.iter().for_each(|card| run.state.side_mut(seat).discard.push(*card));
        run.game.index(run.state, at);
        let cards = || off.iter().copied().collect();
        run.tell_at(at, |target| What::CreatureDevolved { cards: cards(), target });
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.value_of_loss(at)
    }

    fn card_value(&self, desk: &Desk<'_>, card: Card) -> Option<i32> {
        Some(i32::from(desk.game.def(card).stage != Stage::Basic))
    }
}
