//! Which trainer cards `baseline` plays, and when (rules 10.2, step C).

use super::brief::is_ignored;
use super::desk::{Desk, Hand};
use crate::action::Action;
use crate::card::{CardDef, Effect, Verb};
use crate::state::other;
use crate::words::{Destination, Source, TrainerType};

/// What an effect says to its card being played now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It is what the card is played for.
    Yes,
    /// It does not matter.
    Indifferent,
    /// It would do harm.
    No,
}

fn yes_if(worth: bool) -> Verdict {
    if worth { Verdict::Yes } else { Verdict::Indifferent }
}

fn needed(worth: bool) -> Verdict {
    if worth { Verdict::Yes } else { Verdict::No }
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
        let mut counted = def.effects.iter().filter(|effect| !is_ignored(effect)).peekable();
        if counted.peek().is_none() {
            // Nothing but what is left out of account: played for what it is.
            return true;
        }
        let (mut any, mut none) = (false, true);
        for effect in counted {
            match self.verdict(def, effect) {
                Verdict::Yes => any = true,
                Verdict::Indifferent => {}
                Verdict::No => none = false,
            }
        }
        any && none
    }

    fn verdict(&self, def: &CardDef, effect: &Effect) -> Verdict {
        let (own, deck) = (self.own(), self.own().deck.len());
        let pays = self.brief(def.id).costs_card;
        match effect.verb {
            Verb::HealOne => yes_if(self.heals(effect)),
            Verb::CureStatus => {
                let ill = |at| self.state.creature(at).statuses().next().is_some();
                yes_if(self.active().is_some_and(ill))
            }
            Verb::IncreaseDamage => yes_if(self.knocks_out_with(effect.amount.unsigned_abs())),
            Verb::ReduceOne => yes_if(self.saves(effect.amount.unsigned_abs())),
            Verb::Draw => needed(deck > usize::from(effect.count)),
            Verb::Search if effect.destination == Destination::Bench => {
                yes_if(!pays && deck > 1 && self.game.free_bench(self.state, self.seat) > 0)
            }
            Verb::Search => yes_if(!pays && deck > usize::from(effect.count)),
            Verb::LookAtDeck => yes_if(deck > 1),
            Verb::Retrieve => yes_if(!pays),
            Verb::OpponentDraws | Verb::OpponentShufflesHand => self.on_their_hand(def),
            Verb::SwitchActive => yes_if(self.is_in_danger() && self.refuge().is_some()),
            Verb::ReturnToHand | Verb::ReturnToDeck => {
                needed(!own.bench.is_empty() && self.is_doomed() && !self.can_knock_out())
            }
            Verb::ForceSwitch => needed(self.has_prey()),
            Verb::PutIntoPlay => match effect.source {
                Source::OpponentDiscard => Verdict::No,
                Source::Hand => yes_if(own.bench.len() < 3),
                _ => yes_if(own.bench.len() < 4),
            },
            Verb::RemoveEnergy => {
                let foe = self.foe();
                let powered = |at| self.game.units(self.state, at, crate::Types::NONE, false) > 0;
                needed(foe.is_some_and(powered))
            }
            _ => Verdict::Yes,
        }
    }

    /// Whether somebody has as much damage as is healed, or the active is lifted above what it will
    /// take.
    fn heals(&self, effect: &Effect) -> bool {
        let amount = effect.amount.unsigned_abs();
        let Some(active) = self.active() else { return false };
        let damage = self.state.creature(active).damage;
        if damage >= amount {
            return true;
        }
        let mut bench = self.state.bench(self.seat);
        let benched = effect.who != crate::words::Target::ActiveYours
            && bench.any(|at| self.state.creature(at).damage >= amount);
        if benched || damage == 0 {
            return benched;
        }
        let (sure, hp) = (self.sure_damage(), self.hp(active));
        sure >= hp && sure < hp + damage
    }

    /// Whether so much more turns the best attack into a knock-out.
    fn knocks_out_with(&self, more: u16) -> bool {
        let Some(foe) = self.foe() else { return false };
        let (reach, hp) = (self.reach(), self.hp(foe));
        reach > 0 && reach < hp && reach + more >= hp
    }

    fn can_knock_out(&self) -> bool {
        self.foe().is_some_and(|foe| self.reach() >= self.hp(foe))
    }

    /// Whether so much less damage saves the active.
    fn saves(&self, less: u16) -> bool {
        let Some(active) = self.active() else { return false };
        let (sure, hp) = (self.sure_damage(), self.hp(active));
        sure >= hp && sure - less.min(sure) < hp
    }

    /// Whether a creature of their bench can be knocked out, and their active cannot.
    fn has_prey(&self) -> bool {
        let mut bench = self.state.bench(other(self.seat));
        !self.can_knock_out() && bench.any(|at| self.reach_to(at) >= self.hp(at))
    }

    /// The opponent should not hold more cards afterwards.
    fn on_their_hand(&self, def: &CardDef) -> Verdict {
        let before = self.theirs().hand.len();
        let shuffles = def.effects.iter().any(|effect| effect.verb == Verb::OpponentShufflesHand);
        let drawing = def.effects.iter().filter(|effect| effect.verb == Verb::OpponentDraws);
        let drawn: usize = drawing.map(|effect| usize::from(effect.count)).sum();
        let after = if shuffles { drawn } else { before + drawn };
        match after {
            _ if after > before => Verdict::No,
            _ if after < before => Verdict::Yes,
            _ => Verdict::Indifferent,
        }
    }
}
