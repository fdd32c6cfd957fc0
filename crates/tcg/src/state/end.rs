//! How a match ended (rules 9).

use bout_core::{Millis, Seat};

use super::{CancelReason, MatchResult, WinCondition};

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// How it ended.
    pub result: MatchResult,
    /// By what, if somebody won.
    pub condition: Option<WinCondition>,
    /// Whether the turn limit decided.
    pub by_limit: bool,
    /// Why it does not count.
    pub reason: Option<CancelReason>,
    /// Who cancelled.
    pub cancelled_by: Option<Seat>,
    /// When.
    pub at: Millis,
}

impl End {
    /// Who won.
    pub fn winner(&self) -> Option<Seat> {
        match self.result {
            MatchResult::Player1Win => Some(Seat(0)),
            MatchResult::Player2Win => Some(Seat(1)),
            MatchResult::Draw | MatchResult::Cancelled => None,
        }
    }

    /// The word for it in an outcome.
    pub fn ending(&self) -> &'static str {
        match (self.result, self.condition) {
            (MatchResult::Cancelled, _) => "cancelled",
            _ if self.by_limit && self.condition.is_some() => "turn_limit",
            (_, None) => "draw",
            (_, Some(WinCondition::PrizeCards)) => "prize_cards",
            (_, Some(WinCondition::NoPokemon)) => "no_pokemon",
            (_, Some(WinCondition::DeckOut)) => "deck_out",
            (_, Some(WinCondition::Concede)) => "concede",
        }
    }
}
