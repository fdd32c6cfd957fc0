//! `bout soak`: matches under faults, with everything checked after every entry.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use bout_core::{Catalogued, Seed, Visit, counted};
use bout_testkit::{Finding, Soaked, soak};
use serde::Serialize;
use serde_json::{Value, json};

use crate::Done;
use crate::output::{Exit, check_file, print, write_json};
use crate::play::threads;
use crate::setting;

/// Options of `bout soak`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    game: String,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Other matches
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads; 0 for all cores
    #[arg(long, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// Play one match alone: the number that a finding names
    #[arg(long, value_name = "I")]
    only: Option<u64>,
    /// Write JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
    /// Play with the card data in this directory
    #[arg(long, value_name = "DIR")]
    cards: Option<std::path::PathBuf>,
}

/// Plays the matches; fails with the first finding.
pub fn run(args: &Args) -> Done {
    check_file(args.json.as_deref())?;
    let catalogue = setting::catalogue(args.cards.as_ref(), &[], Some(&args.game))?;
    let job = Job { args, threads: threads(args.threads)? };
    let (met, finding) = catalogue.with_game(&args.game, job).map_err(Exit::usage)?;
    match (&args.json, &finding) {
        (Some(to), _) => write_json(&Report::new(args.seed, &met, finding.as_deref()), to)?,
        (None, None) => print(&table(&met))?,
        (None, Some(finding)) => print(&format!("{finding}\n"))?,
    }
    let Some(Finding { number, seed, entry, .. }) = finding.as_deref() else { return Ok(()) };
    Err(Exit::failed(format!(
        "match {number} (seed {seed}) fails after entry {entry}; bout soak {} --seed {} --only {number} plays it alone",
        args.game, args.seed
    )))
}

/// What is written as JSON.
#[derive(Serialize)]
struct Report<'a> {
    seed: u64,
    #[serde(flatten)]
    met: &'a Soaked,
    finding: Option<Value>,
}

impl<'a> Report<'a> {
    fn new(seed: u64, met: &'a Soaked, finding: Option<&Finding>) -> Self {
        let finding = finding.map(|f| {
            json!({"match": f.number, "seed": f.seed, "entry": f.entry, "rule": f.rule,
                   "text": f.text, "story": f.story})
        });
        Report { seed, met, finding }
    }
}

struct Job<'a> {
    args: &'a Args,
    threads: usize,
}

impl Visit for Job<'_> {
    type Out = (Soaked, Option<Box<Finding>>);

    fn visit<G: Catalogued>(self, library: &Arc<G::Library>) -> Self::Out {
        let args = self.args;
        let (first, end) =
            args.only.map_or((0, args.matches), |number| (number, number.saturating_add(1)));
        let (next, seed) = (AtomicU64::new(first), Seed(args.seed.into()));
        // A panic is reported as a finding; the backtrace on stderr would only hide it.
        std::panic::set_hook(Box::new(|_| {}));
        let work = || {
            let mut met = Soaked { game: G::ID, ..Soaked::default() };
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end {
                    return (met, None);
                }
                match soak::<G>(library, seed, number) {
                    Ok(more) => met.merge(&more),
                    Err(finding) => {
                        next.store(end, Ordering::Relaxed);
                        return (met, Some(finding));
                    }
                }
            }
        };
        let parts: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        let _ = std::panic::take_hook();
        let mut met = Soaked { game: G::ID, ..Soaked::default() };
        parts.iter().for_each(|(part, _)| met.merge(part));
        let findings = parts.into_iter().filter_map(|(_, finding)| finding);
        (met, findings.min_by_key(|finding| finding.number))
    }
}

fn table(met: &Soaked) -> String {
    let mut out = format!(
        "{}: {}, {}, {} of the host, {} of them late; nothing found\n",
        met.game,
        counted(met.matches, "match", "matches"),
        counted(met.entries, "entry", "entries"),
        counted(met.turns, "turn", "turns"),
        met.late_turns
    );
    for (name, counts) in
        [("endings", &met.endings), ("actions", &met.actions), ("refusals", &met.refusals)]
    {
        let _ = writeln!(out, "\n{name}");
        for (word, count) in counts {
            let _ = writeln!(out, "  {word:<28}{count:>10}");
        }
    }
    out
}
