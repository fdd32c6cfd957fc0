//! The computer players of the rules document (rules 10).

mod answers;
mod baseline;
mod brief;
mod desk;
mod purse;
mod strong;
mod trainers;
mod worth;

use bout_core::{Bot, BotInfo, BotSpec, Choice, Dice, Turn};

use crate::Tcg;
use crate::action::Action;

/// The bots, the usual one first.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "baseline",
        about: "draws, flees what could knock it out, evolves, powers its attackers, then hits hardest",
        params: &[],
    },
    BotInfo {
        name: "strong",
        about: "tries its actions out in imagined worlds, plays on like baseline, takes the best",
        params: &["nodes=6000"],
    },
    BotInfo {
        name: "random",
        about: "any legal action; the end of the turn is a third as likely as another in the main phase",
        params: &[],
    },
];

/// How much likelier than the end of the turn another action of the main phase is.
const WEIGHT: u32 = 3;

/// Makes a bot by its name.
pub fn make(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Tcg>>, String>> {
    Some(match spec.name.as_str() {
        "baseline" => {
            spec.only(&[]).map(|()| Box::<baseline::Baseline>::default() as Box<dyn Bot<Tcg>>)
        }
        "strong" => strong::Strong::new(spec).map(|bot| Box::new(bot) as Box<dyn Bot<Tcg>>),
        "random" => spec.only(&[]).map(|()| Box::<Random>::default() as Box<dyn Bot<Tcg>>),
        _ => return None,
    })
}

/// Legal actions that are usual at most.
const LEGAL_USUAL: usize = 256;

/// Any legal action.
struct Random {
    legal: Vec<Action>,
}

impl Default for Random {
    fn default() -> Self {
        Random { legal: Vec::with_capacity(LEGAL_USUAL) }
    }
}

impl Bot<Tcg> for Random {
    fn choose(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Choice<Action> {
        self.legal.clear();
        turn.legal(&mut self.legal);
        let others = match self.legal.last() {
            None => return Choice::Wait,
            Some(Action::EndTurn) if turn.seen().is_main_phase() => self.legal.len() as u32 - 1,
            Some(_) => {
                let drawn = dice.below(self.legal.len() as u32);
                return Choice::Act(self.legal.swap_remove(drawn as usize));
            }
        };
        let drawn = dice.below(others * WEIGHT + 1);
        Choice::Act(self.legal.swap_remove((drawn / WEIGHT) as usize))
    }
}
