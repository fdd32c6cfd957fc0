//! `bout sim`: a batch of matches between bots.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use bout_core::{Catalogued, Visit, counted};
use bout_games::Catalogue;
use bout_sim::{Batch, Report, table, write_csv, write_plots};
use serde_json::json;

use crate::Done;
use crate::interrupt::Interrupt;
use crate::output::{Exit, Files, check_dir, into_dir, print, progress, timed, write_json};
use crate::play::{PlayArgs, open};
use crate::setting;

/// Options of `bout sim`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    files: Files,
    /// Write plots (SVG) into this directory
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// Print the events of every match as JSON, one a line, and a closing line for each match
    #[arg(long)]
    verbose: bool,
    /// Instead of a report, write match I of the batch as a replay file
    #[arg(long, value_name = "I", requires = "out",
          conflicts_with_all = ["json", "csv", "plots", "verbose"])]
    replay_of: Option<u64>,
    /// Where the replay file goes
    #[arg(long, value_name = "FILE", requires = "replay_of")]
    out: Option<PathBuf>,
}

/// Plays the batch.
pub fn run(args: &Args) -> Done {
    args.files.check()?;
    check_dir(args.plots.as_deref())?;
    let catalogue = args.play.catalogue()?;
    catalogue
        .with_game(&args.play.game, Job { args, catalogue: &catalogue })
        .map_err(Exit::usage)?
}

struct Job<'a> {
    args: &'a Args,
    catalogue: &'a Catalogue,
}

impl Visit for Job<'_> {
    type Out = Done;

    fn visit<G: Catalogued>(self, library: &Arc<G::Library>) -> Done {
        let (args, play) = (self.args, &self.args.play);
        let line_up = G::seat_line_up(&play.line_up()?).map_err(Exit::usage)?;
        let settled = play.setting.settle(self.catalogue, G::ID, &line_up)?;
        let game = open::<G>(&settled.config, library)?;
        let bots = setting::bots(play.bots.as_deref(), &*game)?;
        let batch = Batch {
            games: play.games.unwrap_or(G::GAMES),
            seed: play.seed,
            threads: play.threads()?,
            bots,
            limits: play.limits::<G>()?,
        };
        if let (Some(i), Some(out)) = (args.replay_of, &args.out) {
            let replay =
                batch.replay_of(&game, library, &settled.config, i).map_err(Exit::usage)?;
            return write_json(&replay, &out.display().to_string());
        }
        let interrupt = Interrupt::listen()?;
        if args.verbose {
            tell(args, &batch, &game, &interrupt)?;
        }
        let bar = progress(batch.games);
        let (sum, seconds) =
            timed(|| batch.run_until(&game, &|more| bar.inc(more), interrupt.flag()));
        bar.finish_and_clear();
        let setting = (settled.name, settled.config);
        let sum = sum.map_err(Exit::usage)?;
        deliver(args, &Report::new(&*game, &batch, &sum, setting, seconds))?;
        match sum.first_fault {
            None => interrupt.done(),
            Some(first) => {
                let faults = counted(sum.faults, "match", "matches");
                Err(Exit::failed(format!("{faults} broke an invariant, match {first} the first")))
            }
        }
    }
}

fn deliver(args: &Args, report: &Report) -> Done {
    let written = [
        args.files.write_csv(|dir| write_csv(report, dir)),
        into_dir(args.plots.as_deref(), |dir| write_plots(report, dir)),
    ];
    args.files.finish(report, &table(report), written)
}

/// The events of every match, in order; beside a JSON document on stdout they go to stderr.
fn tell<G: Catalogued>(args: &Args, batch: &Batch, game: &Arc<G>, interrupt: &Interrupt) -> Done {
    for i in (0..batch.games).take_while(|_| !interrupt.flag().is_set()) {
        let played = batch.log_of(game, i).map_err(Exit::usage)?;
        let mut lines = String::new();
        for event in &played.events {
            let event = serde_json::to_string(event).map_err(Exit::failed)?;
            let _ = writeln!(lines, "{event}");
        }
        let end = json!({"match": i, "entries": played.log.len(), "outcome": played.end.outcome()});
        let _ = writeln!(lines, "{end}");
        match args.files.json.as_deref() {
            Some("-") => eprint!("{lines}"),
            _ => print(&lines)?,
        }
    }
    Ok(())
}
