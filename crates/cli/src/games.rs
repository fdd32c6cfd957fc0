//! `bout games`: what there is.

use std::fmt::Write;
use std::sync::Arc;

use bout_core::{BotInfo, Catalogued, Info, Visit, settings_table};
use bout_games::Catalogue;

use crate::Done;
use crate::output::{Exit, print, write_json};

/// Options of `bout games`.
#[derive(clap::Args)]
pub struct Args {
    /// One game, with every key of its config
    game: Option<String>,
    /// Write the keys as a table in Markdown, as the rules pages have it
    #[arg(long, requires = "game", conflicts_with = "json")]
    markdown: bool,
    /// Write JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
}

/// Lists the games.
pub fn run(args: &Args) -> Done {
    let catalogue = Catalogue::shipped();
    let mut games = list(&catalogue);
    if let Some(game) = &args.game {
        catalogue.rule_set(game).map_err(Exit::usage)?;
        games.retain(|info| info.game == game);
    }
    if let Some(to) = &args.json {
        return write_json(&games, to);
    }
    let mut out = String::new();
    for game in &games {
        if args.markdown {
            out += &settings_table(&game.settings);
            continue;
        }
        summary(&mut out, game);
        match args.game {
            Some(_) => settings(&mut out, game),
            None => {
                let _ = writeln!(out, "  keys   {}: bout games {}", game.settings.len(), game.game);
            }
        }
    }
    print(&out)
}

fn summary(out: &mut String, game: &Info) {
    let _ = writeln!(out, "{} ({} seats): {}", game.game, game.seats, game.about);
    for preset in &game.presets {
        let _ = writeln!(out, "  preset {:<14} {}", preset.name, preset.about);
    }
    for bot in &game.bots {
        let params = bot.params.join(" ");
        let _ = writeln!(out, "  bot    {:<14} {} {params}", bot.name, bot.about);
    }
}

/// Every key with its default, its values and its meaning.
fn settings(out: &mut String, game: &Info) {
    let width = game.settings.iter().map(|setting| setting.key.len()).max().unwrap_or(0);
    let _ = writeln!(out, "\nkeys for --set (default; values):");
    for setting in &game.settings {
        let (key, about) = (&setting.key, setting.about);
        let _ = writeln!(out, "  {key:<width$}  {about} ({}; {})", setting.default, setting.range);
    }
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
pub fn bots(catalogue: &Catalogue, game: &str) -> Result<Vec<BotInfo>, Exit> {
    struct Bots;
    impl Visit for Bots {
        type Out = Vec<BotInfo>;
        fn visit<G: Catalogued>(self, _library: &Arc<G::Library>) -> Self::Out {
            bout_bots::all::<G>()
        }
    }
    catalogue.with_game(game, Bots).map_err(Exit::usage)
}
