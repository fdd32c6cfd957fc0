//! Which trainer cards `baseline` plays, and when (rules 10.2, step C).

use super::desk::{Desk, Hand};
use crate::action::Action;
use crate::card::CardDef;
use crate::state::other;
use crate::words::TrainerType;

/// An ability that draws is used while the deck has more cards than this.
const DECK_RESERVE: usize = 5;

/// What an effect says to its card being played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is what the card is played for.
    Yes,
    /// It does not matter.
    Indifferent,
    /// It would do harm.
    No,
}

impl Verdict {
    /// Yes if it is worth something now.
    pub fn yes_if(worth: bool) -> Self {
        if worth { Verdict::Yes } else { Verdict::Indifferent }
    }

    /// No if it is not worth something now.
    pub fn needed(worth: bool) -> Self {
        if worth { Verdict::Yes } else { Verdict::No }
    }
}

impl Desk<'_> {
    /// Step C: the card of the lowest category that is worth playing.
    pub fn trainer(&self, hand: &Hand) -> Option<Action> {
        let mut best: Option<(u8, crate::symbol::Card)> = None;
        for card in hand.trainers.iter().copied() {
            let category = self.brief(card).category;
            if best.is_some_and(|(least, _)| least <= category) {
                continue;
            }
            let def = self.game.def(card);
            if self.is_worth(def) && self.game.can_play_trainer(self.state, self.seat, card).is_ok()
            {
                best = Some((category, card));
            }
        }
        best.map(|(_, card)| Action::PlayTrainer { card, choices: None })
    }

    fn is_worth(&self, def: &CardDef) -> bool {
        match def.trainer {
            Some(TrainerType::Stadium) => {
                let own = self.state.stadium.is_some_and(|found| found.owner == self.seat);
                return !own;
            }
            Some(TrainerType::Tool) => return true,
            _ => {}
        }
        let mut counted =
            (def.effects.iter()).filter(|effect| effect.verb.category().is_some()).peekable();
        if counted.peek().is_none() {
            // Nothing but what is left out of account: played for what it is.
            return true;
        }
        let (mut any, mut none) = (false, true);
        for effect in counted {
            match effect.verb.verdict(self, def) {
                Verdict::Yes => any = true,
                Verdict::Indifferent => {}
                Verdict::No => none = false,
            }
        }
        any && none
    }

    /// Whether the best attack knocks the opponent's active out.
    pub fn can_knock_out(&self) -> bool {
        self.foe().is_some_and(|foe| self.reach() >= self.hp(foe))
    }

    /// Whether a creature of their bench can be knocked out, and their active cannot.
    pub fn has_prey(&self) -> bool {
        let mut bench = self.state.bench(other(self.seat));
        !self.can_knock_out() && bench.any(|at| self.reach_to(at) >= self.hp(at))
    }

    /// Whether the own deck is large enough to take cards from it.
    pub fn has_deck_to_spare(&self) -> bool {
        self.own().deck.len() > DECK_RESERVE
    }
}
