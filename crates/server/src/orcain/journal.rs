//! The dialect's lines in the server's log.

use std::time::{Duration, Instant};

use bout_core::{AnyMatch, Input, Viewer};
use serde_json::Value;

use crate::dialect::Journal;
use crate::room::Room;

/// How long nothing may change before it is worth a line.
const WATCHDOG: Duration = Duration::from_secs(15);

/// Writes the lines of one match.
pub struct Lines {
    id: String,
    phase: &'static str,
    watchdog: Option<Instant>,
}

impl Lines {
    /// A match begins, or is taken up.
    pub fn new(room: &Room, table: &dyn AnyMatch) -> Self {
        let watchdog = Some(Instant::now() + WATCHDOG);
        Lines { id: room.id.to_string(), phase: table.phase(), watchdog }
    }

    fn finalized(&self, state: &Value, ended: Option<&Value>) {
        let presence = &state["hadDraftThisRound"];
        let streaks = &state["afkStreakByPlayer"];
        let decision = match ended.filter(|end| end["reason"] == "timeout") {
            None if ended.is_some() => return,
            None => "continue",
            Some(end) if end["bothLose"] == true => "endMatch_timeout_both",
            Some(end) if end["loser"] == 0 => "endMatch_afk_p1",
            Some(_) => "endMatch_afk_p2",
        };
        tracing::info!(target: "orcain", matchId = self.id, roundIndex = state["roundIndex"].as_u64(),
            presenceA = presence[0].as_bool(), presenceB = presence[1].as_bool(),
            afkA = presence[0] == false, afkB = presence[1] == false,
            streakA = streaks[0].as_u64(), streakB = streaks[1].as_u64(),
            bothAfkStreak = state["bothAfkStreak"].as_u64(), decision, "[FINALIZE_ROUND]");
    }

    /// What must hold whatever happens.
    fn check(&self, state: &Value) {
        let sane = |hp: &Value| hp.as_u64().is_some_and(|hp| hp <= 10);
        let hands = |hand: &Value| hand.as_array().is_some_and(|hand| hand.len() == 4);
        let all = |value: &Value, holds: &dyn Fn(&Value) -> bool| {
            value.as_array().is_some_and(|list| list.iter().all(holds))
        };
        let broken = match () {
            () if !all(&state["hp"], &sane) => "HP_SANITY",
            () if !all(&state["hands"], &hands) => "HAND_SIZE",
            () => return,
        };
        tracing::error!(target: "orcain", matchId = self.id,
            roundIndex = state["roundIndex"].as_u64(), code = broken, "[INVARIANT_FAIL]");
    }
}

impl Journal for Lines {
    fn note(&mut self, table: &dyn AnyMatch, from: u64) {
        let state = table.state();
        let round = state["roundIndex"].as_u64().unwrap_or(0);
        let id = self.id.as_str();
        let events = table.events(Viewer::Referee, from);
        for (_, event) in &events {
            if event["sanitised"] == true {
                tracing::warn!(target: "orcain", matchId = id, roundIndex = round,
                    "[INVALID_CARD_FROM_CLIENT]");
            }
        }
        let (before, phase) = (self.phase, table.phase());
        let ended =
            events.iter().map(|(_, event)| event).find(|event| event["type"] == "match_end");
        if before == "prep" && (phase != "prep" || ended.is_some_and(|e| e["reason"] == "timeout"))
        {
            self.finalized(&state, ended);
        }
        if phase != before {
            self.watchdog = Some(Instant::now() + WATCHDOG);
            let last = table.records(table.seq().saturating_sub(1)).last();
            let expired = last.is_some_and(|record| record.input == Input::Expire);
            let reason = reason(before, expired, &state, ended);
            tracing::info!(target: "orcain", matchId = id, roundIndex = round, from = before,
                to = phase, reason, "[STATE_TRANSITION]");
        }
        if let Some(end) = ended {
            self.watchdog = None;
            tracing::info!(target: "orcain", matchId = id, roundIndex = round,
                reason = end["reason"].as_str(), winner = seat_name(&end["winner"]),
                loser = seat_name(&end["loser"]), "[MATCH_END]");
        }
        self.phase = phase;
        self.check(&state);
    }

    fn ignored(&self, table: &dyn AnyMatch, kind: &str, code: &str) {
        let line = if kind == "draft" { "[IGNORED_DRAFT]" } else { "[IGNORED_CONFIRM]" };
        let round = table.view(Viewer::Public)["roundIndex"].as_u64();
        let id = self.id.as_str();
        tracing::info!(target: "orcain", matchId = id, roundIndex = round, reason = code, "{line}");
        if code == "invalid_cards" {
            tracing::warn!(target: "orcain", matchId = id, roundIndex = round,
                "[INVALID_CARD_FROM_CLIENT]");
        }
    }

    fn looks_stuck(&mut self) -> bool {
        let fired = self.watchdog.is_some_and(|until| until <= Instant::now());
        if fired {
            self.watchdog = None;
            tracing::warn!(target: "orcain", matchId = self.id, phase = self.phase,
                "[WATCHDOG_TIMEOUT]");
        }
        fired && self.phase == "playing"
    }

    fn looks_at(&self) -> Option<Instant> {
        self.watchdog
    }

    fn settled(&self, room: &Room, table: &dyn AnyMatch, paid: &[(String, i64)]) {
        let won = table.outcome().is_some_and(|outcome| !outcome.won.is_empty());
        let action = match () {
            () if room.meta.stake == 0 => "skip",
            () if paid.is_empty() => "burn",
            () if won => "paid",
            () => "refund",
        };
        tracing::info!(target: "orcain", matchId = &*room.id, action, "[ECON_SETTLE]");
    }
}

fn reason(before: &str, expired: bool, state: &Value, ended: Option<&Value>) -> String {
    if let Some(end) = ended {
        return end["reason"].as_str().unwrap_or("normal").to_owned();
    }
    match (before, expired) {
        ("prep", false) => "early_reveal".into(),
        ("prep", true) => "deadline".into(),
        _ if state["suddenDeath"] == true => "sudden_death".into(),
        _ => "next_round".into(),
    }
}

fn seat_name(seat: &Value) -> &'static str {
    match seat.as_u64() {
        Some(0) => "A",
        Some(_) => "B",
        None => "NONE",
    }
}

/// Stakes were paid.
pub fn log_stakes(room: &Room) {
    let id = &*room.id;
    for account in room.meta.seats.iter().filter_map(crate::room::Sitter::account) {
        if room.meta.stake > 0 {
            tracing::info!(target: "orcain", matchId = id, roundIndex = 1, account,
                amount = room.meta.stake, "[ECON_CHARGE]");
        }
    }
}
