//! What came of a load.

use std::fmt::Write;

use bout_core::counted;
use serde_json::{Value, json};

/// Counts and times of some matches.
#[derive(Debug, Default)]
pub struct Figures {
    /// Acts that were accepted while the clock ran.
    pub acts: u64,
    /// Acts that the rules refused; a late one, mostly.
    pub refused: u64,
    /// Messages from the server.
    pub frames: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Matches that ended.
    pub finished: u64,
    /// What went wrong, the first of them in words.
    pub errors: u64,
    /// In words.
    pub first_error: Option<String>,
    /// Microseconds from act to acknowledgement.
    pub waits: Vec<u32>,
}

impl Figures {
    /// Something went wrong.
    pub fn error(&mut self, text: impl Into<String>) {
        self.errors += 1;
        self.first_error.get_or_insert(text.into());
    }

    /// Adds another's.
    pub fn merge(&mut self, other: Figures) {
        self.acts += other.acts;
        self.refused += other.refused;
        self.frames += other.frames;
        self.bytes += other.bytes;
        self.finished += other.finished;
        self.errors += other.errors;
        self.first_error = self.first_error.take().or(other.first_error);
        self.waits.extend(other.waits);
    }

    /// What it means.
    pub fn report(mut self, seconds: f64) -> Value {
        self.waits.sort_unstable();
        let at = |share: usize| {
            // Per mille, so that places are counted in whole numbers.
            let place = self.waits.len().saturating_sub(1) * share / 1000;
            f64::from(self.waits.get(place).copied().unwrap_or(0)) / 1000.0
        };
        let per_second = |count: u64| (number(count) / seconds).round();
        json!({
            "seconds": seconds, "acts": self.acts, "acts_per_second": per_second(self.acts),
            "refused": self.refused, "frames_per_second": per_second(self.frames),
            "bytes_per_second": per_second(self.bytes), "finished": self.finished,
            "ack_ms": {"p50": at(500), "p95": at(950), "p99": at(990), "max": at(1000)},
            "errors": self.errors, "first_error": self.first_error,
        })
    }
}

/// The report for people.
pub fn table(report: &Value) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{name:<24}{value}");
    };
    let number = |key: &str| report[key].as_u64().unwrap_or(0);
    let matches = counted(number("matches"), "match", "matches");
    let sockets = counted(number("sockets"), "socket", "sockets");
    let over = report["over"].as_str().unwrap_or_default();
    line("game", format!("{}, {matches}, {sockets} over {over}", report["game"]));
    line(
        "acts",
        format!("{} in {:.1} s", report["acts"], report["seconds"].as_f64().unwrap_or(0.0)),
    );
    line("acts a second", report["acts_per_second"].to_string());
    line("frames a second", report["frames_per_second"].to_string());
    let ack = &report["ack_ms"];
    let waits =
        format!("p50 {}, p95 {}, p99 {}, max {}", ack["p50"], ack["p95"], ack["p99"], ack["max"]);
    line("to acknowledgement, ms", waits);
    line("finished matches", report["finished"].to_string());
    line("refused by the rules", report["refused"].to_string());
    line("errors", report["errors"].to_string());
    if let Some(server) = report.get("server") {
        let number = |key: &str| server[key].as_f64().unwrap_or(0.0);
        line("server's CPU", format!("{:.1} % of a core", 100.0 * number("cpu_share")));
        line("acts per CPU second", format!("{:.0}", number("acts_per_cpu_second")));
        let (all, each) = (number("resident_bytes") / 1e6, number("bytes_per_match") / 1e3);
        line("server's memory", format!("{all:.0} MB, {each:.1} kB a match"));
    }
    if let Some(echo) = report.get("echo") {
        let cost = echo["cpu_micros_per_frame"].as_f64().unwrap_or(0.0);
        let times = report["cpu_to_echo"].as_f64().unwrap_or(0.0);
        line("to a plain echo", format!("{times:.2} times its CPU ({cost:.1} µs a frame)"));
    }
    text
}

/// A count as a number; counts here are far from where that loses anything.
#[allow(clippy::cast_precision_loss)]
pub fn number(count: u64) -> f64 {
    count as f64
}
