//! The computer players of the rules document (rules 10).

mod answers;
mod baseline;
mod brief;
mod desk;
mod purse;
mod random;
mod trainers;

use bout_core::{Bot, BotInfo, BotSpec};

use crate::Tcg;

/// The bots, the usual one first.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "baseline",
        about: "draws, flees what could knock it out, evolves, powers its attackers, then hits hardest",
        params: &[],
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
        "random" => spec.only(&[]).map(|()| Box::<random::Random>::default() as Box<dyn Bot<Tcg>>),
        _ => return None,
    })
}
