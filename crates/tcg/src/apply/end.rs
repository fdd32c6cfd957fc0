//! How matches end (rules 5.5, 9).

use bout_core::Seat;

use super::Run;
use super::knockout::Verdict;
use crate::event::What;
use crate::phase::MatchState;
use crate::prompt::Asked;
use crate::state::{CancelReason, End, MatchResult, WinCondition, other};
use crate::wire::Player;

impl Run<'_, '_> {
    /// Somebody has won, or nobody can.
    pub fn finish(&mut self, verdict: Verdict, by_limit: bool) {
        let result = match verdict.winner {
            Some(Seat(0)) => MatchResult::Player1Win,
            Some(_) => MatchResult::Player2Win,
            None => MatchResult::Draw,
        };
        let condition = verdict.condition;
        let (reason, cancelled_by, at) = (None, None, self.now());
        let on = if condition == Some(WinCondition::Concede) {
            ("CONCEDE", "")
        } else {
            ("auto", "won")
        };
        self.close_with(
            End { result, condition, by_limit, reason, cancelled_by, at },
            MatchState::MatchEnded,
            on,
        );
    }

    /// The match does not count.
    pub fn call_off(&mut self, reason: CancelReason, by: Option<Seat>) {
        let on = match (self.state.phase.get(), reason) {
            (MatchState::DeckValidation, CancelReason::DeckInvalid) => ("auto", "deck_invalid"),
            _ => ("CANCEL_MATCH", ""),
        };
        let (result, condition, at) = (MatchResult::Cancelled, None, self.now());
        let end =
            End { result, condition, by_limit: false, reason: Some(reason), cancelled_by: by, at };
        self.close_with(end, MatchState::Cancelled, on);
    }

    fn close_with(&mut self, end: End, to: MatchState, on: (&'static str, &'static str)) {
        self.state.end = Some(end);
        self.drop_open();
        self.goto(to, on.0, on.1);
        match end.reason {
            Some(reason) => {
                let cancelled_by = end.cancelled_by.map(Player);
                self.emit(None, What::MatchCancelled { reason, cancelled_by });
            }
            None => self.emit(None, What::ended(&end)),
        }
    }

    /// Open decisions and half-resolved effects are dropped; a card on its way is discarded.
    fn drop_open(&mut self) {
        if !self.state.stack.is_empty() {
            self.return_held();
        }
        let stack = self.state.stack;
        for frame in &stack {
            if frame.limbo {
                self.state.side_mut(frame.player).discard.push(frame.card);
            }
        }
        self.state.stack.clear();
        self.state.pending.clear();
        self.state.marks.clear();
        self.state.asked = Asked::default();
        self.state.chosen.clear();
        self.state.turn_phase = None;
        self.state.turn_ending = false;
        self.state.timers.clear();
        for side in &mut self.state.sides {
            side.revealed = false;
        }
    }

    /// A player gives up.
    pub fn concede(&mut self, seat: Seat) {
        let winner = Some(other(seat));
        self.finish(Verdict { winner, condition: Some(WinCondition::Concede) }, false);
    }

    /// The operator cancels, a player does before the first turn, or both do in it.
    pub fn cancel(&mut self, seat: Seat, reason: Option<CancelReason>) {
        if seat == Seat::HOST {
            return self.call_off(reason.unwrap_or(CancelReason::PlayerCancelled), None);
        }
        let playing =
            matches!(self.state.phase.get(), MatchState::PlayerTurn | MatchState::BetweenTurns);
        if !playing {
            return self.call_off(CancelReason::PlayerCancelled, Some(seat));
        }
        if self.state.cancel_offers.contains(other(seat)) {
            return self.call_off(CancelReason::Mutual, Some(seat));
        }
        self.state.cancel_offers.insert(seat);
        self.tell(seat, What::CancelOffered);
    }

    /// The turn limit: who has taken more prizes wins (rules 9.4).
    pub fn decide_by_prizes(&mut self) {
        let left = [Seat(0), Seat(1)].map(|seat| self.state.side(seat).prizes.len());
        let winner = match left[0].cmp(&left[1]) {
            std::cmp::Ordering::Less => Some(Seat(0)),
            std::cmp::Ordering::Greater => Some(Seat(1)),
            std::cmp::Ordering::Equal => None,
        };
        let condition = winner.map(|_| WinCondition::PrizeCards);
        self.finish(Verdict { winner, condition }, true);
    }

    /// A player is gone for good.
    pub fn leave_match(&mut self, seat: Seat) {
        let both = self.state.sides.iter().all(|side| side.joined);
        match self.game.config.rules.leave_policy {
            crate::config::LeavePolicy::Concede if both => self.concede(seat),
            crate::config::LeavePolicy::Concede | crate::config::LeavePolicy::Cancel => {
                self.call_off(CancelReason::PlayerLeft, Some(seat));
            }
        }
    }
}
