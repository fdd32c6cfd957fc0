//! What a search has tried and found.

use std::fmt::Write;

use bout_core::counted;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{CandidateStanding, Interval, Race};

/// The report of a search, as it leaves the program.
#[derive(Clone, Debug, Serialize)]
pub struct TuneReport {
    /// The game's id.
    pub game: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// The base's name.
    pub preset: String,
    /// What was sought.
    pub target: &'static str,
    /// For which numbers of players.
    pub players: Vec<usize>,
    /// What could be turned: keys with their values.
    pub knobs: Map<String, Value>,
    /// Matches per line-up in a candidate's first round.
    pub games: u64,
    /// The seed of the search and of its matches.
    pub seed: u64,
    /// Threads used.
    pub threads: usize,
    /// Time taken.
    pub seconds: f64,
    /// Rounds played.
    pub rounds: u64,
    /// Whether the search was stopped by a signal; the round that was being played does not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Matches played.
    pub matches: u64,
    /// The upper bound that was sought, as a share.
    pub tolerance: f64,
    /// Whether the best one is surely within it.
    pub reached: bool,
    /// The best.
    pub best: Option<Tried>,
    /// All, the best first.
    pub candidates: Vec<Tried>,
}

/// One setting that was tried.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// The knobs' values; empty for the base.
    pub values: Map<String, Value>,
    /// Matches per line-up.
    pub games: u64,
    /// The greatest deviation of a class from its fair share, with bounds.
    pub parity: Interval,
    /// The mean length by number of players.
    pub mean_length: Vec<f64>,
    /// `best`, `racing`, `aside`, `dropped`, `too_long` or `refused`.
    pub standing: &'static str,
    /// Why the game refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Race {
    /// All candidates in words: the best first, then by parity, those without matches last.
    pub fn tried(&self) -> Vec<Tried> {
        let best = self.best();
        let mut rows: Vec<Tried> =
            (0..self.candidates.len()).map(|at| self.tried_at(at, best == Some(at))).collect();
        let rank = |row: &Tried| (row.standing != "best", row.games == 0);
        rows.sort_by(|a, b| rank(a).cmp(&rank(b)).then(a.parity.mean.total_cmp(&b.parity.mean)));
        rows
    }

    fn tried_at(&self, at: usize, is_best: bool) -> Tried {
        let one = &self.candidates[at];
        let (standing, reason) = match &one.standing {
            _ if is_best => ("best", None),
            CandidateStanding::Racing => ("racing", None),
            CandidateStanding::Aside => ("aside", None),
            CandidateStanding::Dropped => ("dropped", None),
            CandidateStanding::TooLong => ("too_long", None),
            CandidateStanding::Refused(why) => ("refused", Some(why.clone())),
        };
        Tried {
            values: self.values(at),
            games: one.games,
            parity: one.parity,
            mean_length: one.lengths.clone(),
            standing,
            reason,
        }
    }

    /// The knobs' values of a candidate; empty for the base.
    pub fn values(&self, at: usize) -> Map<String, Value> {
        let Some(point) = &self.candidates[at].point else { return Map::new() };
        let pairs = self.knobs().iter().zip(point);
        pairs.map(|(knob, place)| (knob.key.clone(), knob.values[*place].clone())).collect()
    }
}

/// The search in lines of text.
pub fn tune_table(report: &TuneReport) -> String {
    const ROWS: usize = 40;
    let players: Vec<_> = report.players.iter().map(usize::to_string).collect();
    let mut out = String::new();
    if report.partial {
        let _ = writeln!(
            out,
            "PARTIAL REPORT: stopped after {}",
            counted(report.rounds, "round", "rounds")
        );
    }
    let _ = writeln!(
        out,
        "{} · from preset {} · parity for {} players · seed {}\n",
        report.game,
        report.preset,
        players.join(", "),
        report.seed
    );
    let names: Vec<_> = report.candidates.iter().map(|row| name_of(&row.values)).collect();
    let width = names.iter().take(ROWS).map(|name| name.chars().count()).max().unwrap_or(0).max(9);
    let _ = writeln!(
        out,
        "  {:<width$}  {:>10}  {:<22}  {:<24}  standing",
        "candidate", "games each", "parity in points", "mean length"
    );
    for (row, name) in report.candidates.iter().zip(&names).take(ROWS) {
        let [mean, low, high] =
            [row.parity.mean, row.parity.low, row.parity.high].map(|x| x * 100.0);
        let parity = match row.games {
            0 => String::new(),
            _ => format!("{mean:6.2}  [{low:.2}, {high:.2}]"),
        };
        let lengths: Vec<_> = row.mean_length.iter().map(|x| format!("{x:.1}")).collect();
        let standing = row.standing.replace('_', " ");
        let reason = row.reason.as_ref().map_or_else(String::new, |why| format!(": {why}"));
        let _ = writeln!(
            out,
            "  {name:<width$}  {:>10}  {parity:<22}  {:<24}  {standing}{reason}",
            row.games,
            lengths.join("  ")
        );
    }
    if report.candidates.len() > ROWS {
        let _ = writeln!(out, "  … and {} more", report.candidates.len() - ROWS);
    }
    let verdict = if report.reached { "reached" } else { "not reached" };
    let _ = writeln!(
        out,
        "\n{}, {}, {} in {:.1} s on {}; {:.2} points {verdict}",
        counted(report.candidates.len(), "candidate", "candidates"),
        counted(report.rounds, "round", "rounds"),
        counted(report.matches, "match", "matches"),
        report.seconds,
        counted(report.threads, "thread", "threads"),
        report.tolerance * 100.0
    );
    out
}

fn name_of(values: &Map<String, Value>) -> String {
    if values.is_empty() {
        return "(base)".to_owned();
    }
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pairs: Vec<_> =
        values.iter().map(|(key, value)| format!("{key}={}", text(value))).collect();
    pairs.join(" ")
}

/// The knobs as JSON: each key with its values.
pub fn knobs_json(race: &Race) -> Map<String, Value> {
    race.knobs().iter().map(|knob| (knob.key.clone(), json!(knob.values))).collect()
}
