//! How `baseline` answers prompts (rules 10.2, "other choices").

use super::desk::{Desk, first_max};
use crate::action::{Action, Answer};
use crate::card::{Effect, Verb};
use crate::prompt::{Choice, Prompt};
use crate::state::{At, PromptKind};
use crate::symbol::Card;
use crate::words::{CardType, Stage, Target};

/// Energies of one kind in hand beyond this number are the first to be given away.
const ENERGIES_KEPT: usize = 3;

impl Desk<'_> {
    /// The answer to the open prompt: one option at a time, the best first.
    pub fn answer(&self, choice: u32) -> Option<Action> {
        let prompt = self.game.prompt(self.state)?;
        let resolve = |answer| Some(Action::Resolve { choice, answer });
        if prompt.kind == PromptKind::YesNo {
            return resolve(Answer::Pick(1));
        }
        let effect = self.state.stack.last().and_then(|frame| self.game.current(frame));
        let (single, marks) = (prompt.max == 1, &self.state.marks);
        let enough = marks.len() >= usize::from(prompt.min);
        let full = marks.len() >= usize::from(prompt.max);
        let best = if full || (enough && is_cost(effect)) {
            None
        } else {
            self.best_option(&prompt, effect)
        };
        match best {
            Some(at) if single => resolve(Answer::Pick(at)),
            Some(at) => resolve(Answer::Add(at)),
            None if single => resolve(Answer::Nothing),
            None => resolve(Answer::Done),
        }
    }

    /// The option that is worth most; none of the worthless ones unless it must be.
    fn best_option(&self, prompt: &Prompt, effect: Option<&Effect>) -> Option<u8> {
        let marks = &self.state.marks;
        let open = (0..prompt.options.len() as u8).filter(|at| {
            prompt.allows(self.game, self.state, marks, *at) && !prompt.is_repeat(marks, *at)
        });
        let valued = open.map(|at| {
            let value = match prompt.options[usize::from(at)] {
                Choice::Creature(creature) => self.creature_value(creature, effect),
                Choice::Card(_, card) => self.card_value(card, prompt.kind, effect),
                Choice::Answer(yes) => i32::from(yes),
            };
            (value, at)
        });
        first_max(valued)
    }

    /// How gladly a creature is chosen for an effect.
    fn creature_value(&self, at: At, effect: Option<&Effect>) -> i32 {
        let creature = self.state.creature(at);
        let (hp, score) = (i32::from(self.hp(at)), i32::from(self.score(at)));
        let active = i32::from(self.state.is_active(at));
        let Some(effect) = effect else { return score };
        let first_step = self.state.stack.last().is_none_or(|frame| frame.step == 0);
        match effect.verb {
            Verb::HealOne => i32::from(creature.damage),
            Verb::MoveCounters if first_step => i32::from(creature.damage),
            Verb::ReturnToHand | Verb::ReturnToDeck => 10_000 * active - score,
            Verb::ReduceOne => active,
            Verb::Attach if !effect.tool => active,
            Verb::ForceSwitch => 10_000 * i32::from(self.reach_to(at) >= self.hp(at)) - hp,
            Verb::BenchDamage if effect.who == Target::BenchedOpponents => {
                10_000 * i32::from(effect.amount >= hp as i16) - hp
            }
            Verb::BenchDamage | Verb::MoveCounters => hp,
            Verb::RemoveEnergy => 1000 * active + i32::from(self.units(at)),
            Verb::DiscardOwnEnergy | Verb::Devolve => -1000 * active - score,
            Verb::AbilityAccelerate if first_step && at != self.me().unwrap_or(at) => {
                -1000 * active - score
            }
            Verb::AttackAccelerate | Verb::AttachFromDiscard | Verb::AbilityAccelerate => {
                let wants = i32::from(self.wants(at));
                10_000 * wants.signum() - 1000 * wants + 500 * active + score
            }
            Verb::Evolve => 1000 * active + i32::from(creature.damage),
            _ => score,
        }
    }

    fn units(&self, at: At) -> u16 {
        self.game.units(self.state, at, crate::Types::NONE, false)
    }

    /// The creature whose ability or attack asks.
    fn me(&self) -> Option<At> {
        self.state.stack.last().and_then(|frame| self.state.find(frame.creature))
    }

    /// How gladly a card is chosen for an effect.
    fn card_value(&self, card: Card, kind: PromptKind, effect: Option<&Effect>) -> i32 {
        match effect.map(|effect| effect.verb) {
            Some(Verb::DiscardHand | Verb::OpponentDiscards) => -self.worth_in_hand(card),
            Some(Verb::Trade) if self.state.stack.last().is_some_and(|frame| frame.step == 0) => {
                -self.worth_in_hand(card)
            }
            Some(Verb::Devolve) => i32::from(self.game.def(card).stage != Stage::Basic),
            Some(Verb::PutIntoPlay | Verb::Evolve) => self.brief(card).score.into(),
            _ if kind == PromptKind::ChooseEnergy => 0,
            _ => self.wish(card),
        }
    }

    /// What a search is for: evolutions of what is in play, basics for an empty bench, energy.
    fn wish(&self, card: Card) -> i32 {
        let (def, own) = (self.game.def(card), self.own());
        let score = i32::from(self.brief(card).score);
        let held = own.hand.contains(&card);
        match def.kind {
            CardType::Creature if def.is_evolution() => {
                let mut board = self.state.board(self.seat);
                let fits = board.any(|at| self.game.top(self.state, at).key == def.evolves_from);
                if fits && !held { 3000 + score } else { score }
            }
            CardType::Creature if own.bench.len() < 2 => 2000 + score,
            CardType::Creature => score,
            CardType::Energy => {
                let asked = self.state.board(self.seat).any(|at| self.wants(at) > 0);
                if asked { 1000 } else { 100 }
            }
            CardType::Trainer => 500 - 10 * i32::from(self.brief(card).category),
        }
    }

    /// What a card of the hand is worth keeping.
    fn worth_in_hand(&self, card: Card) -> i32 {
        let def = self.game.def(card);
        let copies = self.own().hand.iter().filter(|other| **other == card).count();
        match def.kind {
            CardType::Energy if copies > ENERGIES_KEPT => 0,
            CardType::Energy => 2000,
            CardType::Creature => 100 + i32::from(self.brief(card).score),
            CardType::Trainer => 900 - 10 * i32::from(self.brief(card).category),
        }
    }
}

/// Whether what is chosen is given away.
fn is_cost(effect: Option<&Effect>) -> bool {
    effect.is_some_and(|effect| {
        let gives = matches!(
            effect.verb,
            Verb::DiscardHand | Verb::OpponentDiscards | Verb::DiscardOwnEnergy
        );
        gives || (effect.verb == Verb::DiscardEnergy && effect.who == Target::Oneself)
    })
}
