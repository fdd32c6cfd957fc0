//! The computer players of the rules document (rules 10).

mod answers;
mod baseline;
mod brief;
mod desk;
mod purse;
mod random;
mod strong;
mod trainers;
mod worth;

use bout_core::{Bot, BotInfo, BotSpec};

use crate::Tcg;

pub(crate) use desk::Desk;
pub(crate) use trainers::Verdict;

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

/// Makes a bot by its name.
pub fn make(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Tcg>>, String>> {
    Some(match spec.name.as_str() {
        "baseline" => {
            spec.only(&[]).map(|()| Box::<baseline::Baseline>::default() as Box<dyn Bot<Tcg>>)
        }
        "strong" => strong::Strong::new(spec).map(|bot| Box::new(bot) as Box<dyn Bot<Tcg>>),
        "random" => spec.only(&[]).map(|()| Box::<random::Random>::default() as Box<dyn Bot<Tcg>>),
        _ => return None,
    })
}
