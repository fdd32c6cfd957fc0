//! What follows a tie: a match for one prize (rules 9.3).

use bout_core::Seed;

use crate::config::{Config, TieBreak};
use crate::state::{End, MatchResult};

/// After so many follow-ups without a winner the pairing is a draw.
pub const FOLLOW_UPS_MAX: u32 = 3;

/// The config and seed of the match that decides a tie: the same players, decks and parameters, one
/// prize each, a seed derived from the old one. `played` counts the follow-ups so far. None where there
/// is nothing to decide: somebody won, the turn limit ended it, ties stay draws, or three matches have
/// not brought a winner.
pub fn follow_up(config: &Config, seed: Seed, end: &End, played: u32) -> Option<(Config, Seed)> {
    let tie = end.result == MatchResult::Draw && !end.by_limit;
    if !tie || config.rules.tie_break != TieBreak::SuddenDeath || played >= FOLLOW_UPS_MAX {
        return None;
    }
    let mut next = config.clone();
    next.rules.prize_card_count = 1;
    Some((next, seed.derive(u64::from(played) + 1)))
}
