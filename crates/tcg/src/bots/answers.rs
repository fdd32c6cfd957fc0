//! How `baseline` answers prompts (rules 10.2, "other choices").

use super::desk::{Desk, first_max};
use crate::action::{Action, Answer};
use crate::card::Effect;
use crate::prompt::{Choice, Prompt};
use crate::state::{At, PromptKind};
use crate::symbol::Card;
use crate::words::CardType;

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
        let best = if full || (enough && effect.is_some_and(|effect| effect.verb.gives_away())) {
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

    /// Whether the effect on top asks its first question.
    pub fn is_first_question(&self) -> bool {
        self.state.stack.last().is_none_or(|frame| frame.step == 0)
    }

    /// The creature whose ability or attack asks.
    pub fn asking(&self) -> Option<At> {
        self.state.stack.last().and_then(|frame| self.state.find(frame.creature))
    }

    /// Units of energy on a creature.
    pub fn units(&self, at: At) -> u16 {
        self.game.units(self.state, at, crate::Types::NONE, false)
    }

    /// How gladly a creature loses something: benched ones and lesser ones first.
    pub fn value_of_loss(&self, at: At) -> i32 {
        -1000 * i32::from(self.state.is_active(at)) - i32::from(self.score(at))
    }

    /// How gladly a creature gets energy: those that lack little for an attack first.
    pub fn value_of_energy(&self, at: At) -> i32 {
        let (wants, active) = (i32::from(self.wants(at)), i32::from(self.state.is_active(at)));
        10_000 * wants.signum() - 1000 * wants + 500 * active + i32::from(self.score(at))
    }

    fn creature_value(&self, at: At, effect: Option<&Effect>) -> i32 {
        match effect {
            Some(effect) => effect.verb.creature_value(self, at),
            None => self.score(at).into(),
        }
    }

    fn card_value(&self, card: Card, kind: PromptKind, effect: Option<&Effect>) -> i32 {
        let value = effect.and_then(|effect| effect.verb.card_value(self, card));
        let usual = || if kind == PromptKind::ChooseEnergy { 0 } else { self.wish(card) };
        value.unwrap_or_else(usual)
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
    pub fn worth_in_hand(&self, card: Card) -> i32 {
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
