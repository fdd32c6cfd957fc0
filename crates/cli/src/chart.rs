//! `bout chart`: a game's state chart.

use bout_games::Catalogue;
use clap::ValueEnum;

use crate::Done;
use crate::output::{Exit, print, write_json};

/// Options of `bout chart`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    game: String,
    /// How to write it
    #[arg(long, value_enum, default_value = "mermaid")]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Mermaid,
    Json,
    Scxml,
}

/// Prints the chart.
pub fn run(args: &Args) -> Done {
    let chart = Catalogue::shipped().rule_set(&args.game).map_err(Exit::usage)?.chart();
    match args.format {
        Format::Mermaid => print(&chart.mermaid()),
        Format::Scxml => print(&chart.scxml()),
        Format::Json => write_json(&chart, "-"),
    }
}
