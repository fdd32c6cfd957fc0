//! `bout bench`: how fast is it?

use std::fmt::Write;
use std::sync::Arc;

use bout_core::{Catalogued, Visit};
use bout_games::Catalogue;
use bout_sim::{Bench, Rate, bench};
use serde_json::{Value, json};

use crate::Done;
use crate::output::{Exit, check_file, print, write_json};
use crate::setting::{self, SettingArgs};

/// Options of `bout bench`.
#[derive(clap::Args)]
pub struct Args {
    /// The game; all if missing
    game: Option<String>,
    /// Who plays: one bot for all seats, or one a seat, separated by commas
    #[arg(long, value_name = "A,B,…")]
    bots: Option<String>,
    #[command(flatten)]
    setting: SettingArgs,
    /// How long to measure each game
    #[arg(long, value_name = "S", default_value_t = 3.0, allow_negative_numbers = true)]
    seconds: f64,
    /// Write JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
}

/// Measures one game, or all.
pub fn run(args: &Args) -> Done {
    if !(0.01..=3600.0).contains(&args.seconds) {
        return Err(Exit::usage(format!("--seconds {}: 0.01 to 3600 expected", args.seconds)));
    }
    check_file(args.json.as_deref())?;
    let catalogue = Catalogue::shipped();
    let games = match &args.game {
        Some(game) => vec![game.clone()],
        None => catalogue.rule_sets().iter().map(|rules| rules.id().to_owned()).collect(),
    };
    let measured: Vec<Bench> =
        games.iter().map(|game| measure(args, &catalogue, game)).collect::<Result<_, _>>()?;
    match (&args.json, measured.as_slice()) {
        (Some(to), [one]) => write_json(one, to),
        (Some(to), all) => write_json(&all, to),
        (None, all) => print(&all.iter().map(table).collect::<String>()),
    }
}

fn measure(args: &Args, catalogue: &Catalogue, game: &str) -> Result<Bench, Exit> {
    let config = args.setting.settle(catalogue, game, &json!({}))?.config;
    catalogue.with_game(game, Job { config: &config, args }).map_err(Exit::usage)?
}

struct Job<'a> {
    config: &'a Value,
    args: &'a Args,
}

impl Visit for Job<'_> {
    type Out = Result<Bench, Exit>;

    fn visit<G: Catalogued>(self, library: &Arc<G::Library>) -> Self::Out {
        let config = serde_json::from_value(self.config.clone()).map_err(Exit::usage)?;
        let game = Arc::new(G::new(config, library).map_err(Exit::usage)?);
        let bots = setting::bots(self.args.bots.as_deref(), &*game)?;
        bench::<G>(&game, library, self.config, &bots, self.args.seconds).map_err(Exit::usage)
    }
}

fn table(bench: &Bench) -> String {
    let mut out = format!("{} between {}, one thread\n", bench.game, bench.bots.join(", "));
    let mut row = |name: &str, rate: &Rate| {
        let _ = writeln!(
            out,
            "  {name:<28}{:>14.0} steps/s {:>14.0} matches/s",
            rate.steps_per_second, rate.matches_per_second
        );
    };
    row("events off", &bench.plain);
    row("events collected", &bench.with_events);
    row("erased, through JSON", &bench.erased);
    let mut line = |name: &str, value: String| {
        let _ = writeln!(out, "  {name:<28}{value}");
    };
    line("recorded matches", format!("{:>14.0} actions/s", bench.recorded.actions_per_second));
    line("lists of legal actions", format!("{:>14.0} lists/s", bench.legal_lists_per_second));
    line("state", format!("{:>14} bytes", bench.state_bytes));
    line("clone", format!("{:>14.1} ns", bench.clone_ns));
    out
}
