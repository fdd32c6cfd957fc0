//! The records that Judo's rules ask of a host (rules 11.4): structured lines of the target `judo`, and
//! counters. Interrupts and matches are logged at `info`; transitions, timers, refusals and errors at
//! `debug`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bout_core::{AnyMatch, Millis, Seat, Viewer};
use serde_json::Value;

use crate::dialect::Journal;
use crate::room::Room;

/// The counter of interrupts.
pub const INTERRUPTS: &str = "bout_judo_interrupts_total";
/// The counter of matches by how they ended.
pub const MATCHES: &str = "bout_judo_matches_total";
/// The counter of matches that were dealt again.
pub const RESTARTS: &str = "bout_judo_restarts_total";
/// The counter of moments at which the host was late.
pub const DRIFTS: &str = "bout_judo_drifts_total";
/// The largest lateness so far.
pub const LARGEST_DRIFT: &str = "bout_judo_largest_drift_ms";
/// The counter of refused commands.
pub const REFUSALS: &str = "bout_judo_refusals_total";

/// The largest lateness of this process, in milliseconds.
static LARGEST: AtomicU64 = AtomicU64::new(0);

/// Writes the records of one match.
struct Records {
    id: Arc<str>,
    test_mode: bool,
    /// The timer after the last entry.
    timer: Value,
    /// The round named by the last change of state.
    round: Value,
    /// The interrupt that is not resolved yet.
    open: Option<Interrupt>,
    /// The number of the last transition.
    transitions: u64,
    count: Counted,
}

/// What the record of a match counts.
#[derive(Default)]
struct Counted {
    began: Millis,
    attempt: u64,
    pauses: u64,
    drifts: u64,
    refusals: u64,
}

/// An interrupt as its records tell it.
struct Interrupt {
    event: Value,
    round: Value,
    remaining_ms: Option<u64>,
    at: Millis,
}

/// The records of a match, if it is one of Judo.
pub fn journal(room: &Room, table: &dyn AnyMatch) -> Option<Box<dyn Journal>> {
    if room.game != "judo" {
        return None;
    }
    Some(Box::new(Records {
        id: Arc::clone(&room.id),
        test_mode: table.replay().config["test_mode"] == true,
        timer: table.view(Viewer::Public)["timer"].take(),
        round: Value::Null,
        open: None,
        transitions: 0,
        count: Counted::default(),
    }))
}

impl Journal for Records {
    fn note(&mut self, table: &dyn AnyMatch, from: u64) {
        let at = table.now();
        for (_, mut event) in table.events(Viewer::Public, from) {
            let kind = event["type"].as_str().unwrap_or_default().to_owned();
            match kind.as_str() {
                "control.state.changed" => {
                    self.transition(&event, at);
                    self.round = event["round"].take();
                }
                "match.started" => self.started(&event, at),
                "interrupt.raised" => self.raised(event, at),
                "interrupt.resolved" => self.resolved(&event, at),
                "timer.paused"
                | "timer.resumed"
                | "timer.drift"
                | "round.timer.expired"
                | "cooldown.timer.expired" => self.timer(&kind, &event, at),
                "error.raised" => self.error(&event, at),
                "match.concluded" => self.concluded(&event["result"], &event, (table, at)),
                "lobby.opened" if event["result"]["kind"] == "abandoned" => {
                    self.concluded(&event["result"], &event, (table, at));
                }
                _ => {}
            }
        }
        self.timer = table.view(Viewer::Public)["timer"].take();
    }

    fn refused(&mut self, table: &dyn AnyMatch, seat: Seat, action: &Value, code: &'static str) {
        self.count.refusals += 1;
        metrics::counter!(REFUSALS, "code" => code).increment(1);
        tracing::debug!(target: "judo", match_id = &*self.id, at_ms = table.now().0,
            state = table.phase(), command = action["type"].as_str(), code, seat = seat.0, "refusal");
    }
}

impl Records {
    fn test(&self) -> &'static str {
        if self.test_mode { "true" } else { "false" }
    }

    fn transition(&mut self, event: &Value, at: Millis) {
        self.transitions += 1;
        let word = |name: &str| event[name].as_str();
        tracing::debug!(target: "judo", match_id = &*self.id, attempt = self.count.attempt,
            seq = self.transitions, at_ms = at.0, from = word("from"), trigger = word("trigger"),
            to = word("to"), "transition");
    }

    fn started(&mut self, event: &Value, at: Millis) {
        let attempt = event["attempt"].as_u64().unwrap_or(0);
        if attempt > 0 {
            metrics::counter!(RESTARTS, "test" => self.test()).increment(1);
        }
        self.count = Counted { began: at, attempt, ..Counted::default() };
    }

    fn timer(&mut self, kind: &str, event: &Value, at: Millis) {
        let drift = event["drift_ms"].as_u64();
        self.count.pauses += u64::from(kind == "timer.paused");
        if let Some(drift) = drift {
            self.count.drifts += 1;
            metrics::counter!(DRIFTS).increment(1);
            LARGEST.fetch_max(drift, Ordering::Relaxed);
            let largest = u32::try_from(LARGEST.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
            metrics::gauge!(LARGEST_DRIFT).set(largest);
        }
        tracing::debug!(target: "judo", match_id = &*self.id, at_ms = at.0,
            timer = event["timer"].as_str(), remaining_ms = event["remaining_ms"].as_u64(), drift,
            by = event["by"].as_str(), why = event["why"].as_str(), "{kind}");
    }

    fn error(&self, event: &Value, at: Millis) {
        tracing::debug!(target: "judo", match_id = &*self.id, at_ms = at.0,
            state = event["state"].as_str(), message = event["message"].as_str(), "error.raised");
    }

    fn concluded(&self, result: &Value, event: &Value, (table, at): (&dyn AnyMatch, Millis)) {
        let word = |name: &str| result[name].as_str();
        let kind = word("kind").unwrap_or_default().to_owned();
        let modified = if result["modified"] == true { "true" } else { "false" };
        metrics::counter!(MATCHES, "kind" => kind, "modified" => modified, "test" => self.test())
            .increment(1);
        let config = table.replay().config;
        let Counted { began, pauses, drifts, refusals, .. } = self.count;
        tracing::info!(target: "judo", match_id = &*self.id, test_mode = self.test_mode,
            mode = config["mode"].as_str(), settings = %config_without_decks(config.clone()),
            kind = word("kind"), winner = word("winner"), reason = word("reason"), modified,
            rounds = event["rounds_played"].as_u64(), duration_ms = at.since(began), pauses, drifts,
            refusals, "match");
    }
}

/// The settings of a match, less what players may not know of each other.
fn config_without_decks(mut config: Value) -> Value {
    if let Some(config) = config.as_object_mut() {
        config.remove("decks");
    }
    config
}

impl Records {
    fn raised(&mut self, event: Value, at: Millis) {
        let word = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        let (reason, state) = (word("reason"), word("from"));
        metrics::counter!(INTERRUPTS, "reason" => reason, "state" => state, "test" => self.test())
            .increment(1);
        let remaining_ms = match self.timer["deadline_ms"].as_u64() {
            Some(deadline) => Some(Millis(deadline).since(at)),
            None => self.timer["remaining_ms"].as_u64(),
        };
        let interrupt = Interrupt { event, round: self.round.clone(), remaining_ms, at };
        self.write("interrupt.raised", &interrupt, None, None);
        self.open = Some(interrupt);
    }

    fn resolved(&mut self, event: &Value, at: Millis) {
        let Some(open) = self.open.take() else { return };
        let waited = at.since(open.at);
        self.write("interrupt.resolved", &open, event["resolution"].as_str(), Some(waited));
    }

    fn write(&self, record: &str, of: &Interrupt, resolution: Option<&str>, waited: Option<u64>) {
        let word = |name: &str| of.event[name].as_str();
        let score = |side: &str| of.event["scores"][side].as_u64();
        tracing::info!(target: "judo", match_id = &*self.id, test_mode = self.test_mode,
            scope = word("scope"), from = word("from"), reason = word("reason"), by = word("by"),
            round = of.round.as_u64(), player_score = score("player"),
            opponent_score = score("opponent"), remaining_ms = of.remaining_ms, resolution,
            waited_ms = waited, "{record}");
    }
}
