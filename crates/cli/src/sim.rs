//! `bout sim`: a batch of matches between bots.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use bout_core::{Listed, Visit};
use bout_games::Catalogue;
use bout_sim::{Batch, Limits, Report, table, write_csv, write_plots};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::Done;
use crate::output::{Stop, print, write_json};
use crate::setting::{self, Setting, Settled};

/// Options of `bout sim`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    game: String,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// From which every match's seed is derived
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// On how many threads; 0 for all cores
    #[arg(long, value_name = "T", default_value_t = 0)]
    threads: usize,
    /// Who plays: one bot for all seats, or one a seat, separated by commas; parameters follow
    /// the name, as in name:key=value
    #[arg(long, value_name = "A,B,…")]
    bots: Option<String>,
    #[command(flatten)]
    setting: Setting,
    /// Give a match up after so many entries
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Give a match up after so many turns
    #[arg(long, value_name = "N")]
    max_turns: Option<u32>,
    /// Give a match up after so many rounds
    #[arg(long, value_name = "N")]
    max_rounds: Option<u32>,
    /// Write the report as JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
    /// Write the report as CSV files into this directory
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Write plots (SVG) into this directory
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// Print the events of every match, one a line
    #[arg(long)]
    verbose: bool,
    /// Instead of a report, write match I of the batch as a replay file
    #[arg(long, value_name = "I", requires = "out")]
    replay_of: Option<u64>,
    /// Where the replay file goes
    #[arg(long, value_name = "FILE", requires = "replay_of")]
    out: Option<PathBuf>,
}

/// Plays the batch.
pub fn run(args: &Args) -> Done {
    let catalogue = Catalogue::shipped();
    let settled = args.setting.settle(&catalogue, &args.game, &json!({}))?;
    catalogue.with_game(&args.game, Job { args, settled }).map_err(Stop::usage)?
}

struct Job<'a> {
    args: &'a Args,
    settled: Settled,
}

impl Visit for Job<'_> {
    type Out = Done;

    fn visit<G: Listed>(self, library: &Arc<G::Library>) -> Done {
        let args = self.args;
        let config: G::Config = serde_json::from_value(self.settled.config).map_err(Stop::usage)?;
        let json = serde_json::to_value(&config).map_err(Stop::failed)?;
        let game = Arc::new(G::new(config, library).map_err(Stop::usage)?);
        let threads = match args.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n @ 1..=1024 => n,
            n => return Err(Stop::usage(format!("--threads {n}: at most 1024 expected"))),
        };
        let limits = limits::<G>(args)?;
        let bots = setting::bots(args.bots.as_deref(), &*game)?;
        let batch = Batch { games: args.games, seed: args.seed, threads, bots, limits };
        if let (Some(i), Some(out)) = (args.replay_of, &args.out) {
            let replay = batch.replay_of(&game, library, &json, i).map_err(Stop::usage)?;
            return write_json(&replay, &out.display().to_string());
        }
        if args.verbose {
            tell(args, &batch, &game)?;
        }
        let report = play(&batch, &game, (self.settled.name, json))?;
        deliver(args, &report)
    }
}

fn limits<G: Listed>(args: &Args) -> Result<Limits, Stop> {
    let mut limits = Limits::of::<G>();
    limits.steps = args.max_steps.unwrap_or(limits.steps);
    for (unit, cap) in [("turns", args.max_turns), ("rounds", args.max_rounds)] {
        match cap {
            Some(cap) if unit == G::LENGTH_UNIT => limits.length = cap,
            Some(_) => {
                let (game, counted) = (G::ID, G::LENGTH_UNIT);
                return Err(Stop::usage(format!("--max-{unit}: {game} is counted in {counted}")));
            }
            None => {}
        }
    }
    Ok(limits)
}

#[expect(clippy::disallowed_types, reason = "a report tells how long it took")]
fn play<G: Listed>(batch: &Batch, game: &Arc<G>, setting: (String, Value)) -> Result<Report, Stop> {
    let bar = ProgressBar::new(batch.games);
    let style = "{wide_bar} {pos}/{len} games · {per_sec} · {eta} left";
    bar.set_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let start = std::time::Instant::now();
    let sum = batch.run(game, &|more| bar.inc(more)).map_err(Stop::usage)?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    Ok(Report::new(&**game, batch, &sum, setting, seconds))
}

fn deliver(args: &Args, report: &Report) -> Done {
    if let Some(dir) = &args.csv {
        write_csv(report, dir)
            .map_err(|error| Stop::failed(format!("{}: {error}", dir.display())))?;
    }
    if let Some(dir) = &args.plots {
        write_plots(report, dir)
            .map_err(|error| Stop::failed(format!("{}: {error}", dir.display())))?;
    }
    match args.json.as_deref() {
        Some("-") => write_json(report, "-"),
        Some(file) => {
            write_json(report, file)?;
            print(&table(report))
        }
        None => print(&table(report)),
    }
}

/// The events of every match, in order; beside a JSON document on stdout they go to stderr.
fn tell<G: Listed>(args: &Args, batch: &Batch, game: &Arc<G>) -> Done {
    for i in 0..batch.games {
        let played = batch.log_of(game, i).map_err(Stop::usage)?;
        let mut lines = String::new();
        for event in &played.events {
            let event = serde_json::to_string(event).map_err(Stop::failed)?;
            let _ = writeln!(lines, "match {i} {event}");
        }
        match args.json.as_deref() {
            Some("-") => eprint!("{lines}"),
            _ => print(&lines)?,
        }
    }
    Ok(())
}
