//! The records Judo's rules ask of a host: one line in the log and one count per interrupt.

use std::sync::Arc;

use bout_core::{AnyMatch, Millis, Viewer};
use serde_json::Value;

use crate::dialect::Journal;
use crate::room::Room;

/// The counter of interrupts.
pub const INTERRUPTS: &str = "bout_judo_interrupts_total";

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
    }))
}

impl Journal for Records {
    fn note(&mut self, table: &dyn AnyMatch, from: u64) {
        for (_, mut event) in table.events(Viewer::Public, from) {
            match event["type"].as_str() {
                Some("control.state.changed") => self.round = event["round"].take(),
                Some("interrupt.raised") => self.raised(event, table.now()),
                Some("interrupt.resolved") => self.resolved(&event, table.now()),
                _ => {}
            }
        }
        self.timer = table.view(Viewer::Public)["timer"].take();
    }
}

impl Records {
    fn raised(&mut self, event: Value, at: Millis) {
        let word = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        let (reason, state) = (word("reason"), word("from"));
        let test = if self.test_mode { "true" } else { "false" };
        metrics::counter!(INTERRUPTS, "reason" => reason, "state" => state, "test" => test)
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
