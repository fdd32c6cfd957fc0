//! `bout games`: what there is.

use std::fmt::Write;
use std::sync::Arc;

use bout_core::{BotInfo, Info, Listed, Visit};
use bout_games::Catalogue;

use crate::Done;
use crate::output::{Stop, print, write_json};

/// Options of `bout games`.
#[derive(clap::Args)]
pub struct Args {
    /// Write JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
}

/// Lists the games.
pub fn run(args: &Args) -> Done {
    let games = list(&Catalogue::shipped());
    if let Some(to) = &args.json {
        return write_json(&games, to);
    }
    let mut out = String::new();
    for game in &games {
        let _ = writeln!(out, "{} ({} seats): {}", game.game, game.seats, game.about);
        for preset in &game.presets {
            let _ = writeln!(out, "  preset {:<14} {}", preset.name, preset.about);
        }
        for bot in &game.bots {
            let params = bot.params.join(" ");
            let _ = writeln!(out, "  bot    {:<14} {} {params}", bot.name, bot.about);
        }
    }
    print(&out)
}

/// Every game, with all bots that can play it.
pub fn list(catalogue: &Catalogue) -> Vec<Info> {
    let rule_sets = catalogue.rule_sets();
    let infos = rule_sets.iter().map(|rules| rules.info().clone());
    infos
        .map(|info| Info { bots: bots(catalogue, info.game).unwrap_or_default(), ..info })
        .collect()
}

/// Every bot that can play a game.
pub fn bots(catalogue: &Catalogue, game: &str) -> Result<Vec<BotInfo>, Stop> {
    struct Bots;
    impl Visit for Bots {
        type Out = Vec<BotInfo>;
        fn visit<G: Listed>(self, _library: &Arc<G::Library>) -> Self::Out {
            bout_bots::all::<G>()
        }
    }
    catalogue.with_game(game, Bots).map_err(Stop::usage)
}
