//! `bout check`: is everything that is shipped, or one's own data, as it should be?

use std::fmt::Write;
use std::path::PathBuf;

use bout_core::RuleSet;
use serde_json::json;

use crate::output::{Stop, print};
use crate::{Done, setting};

/// Options of `bout check`.
#[derive(clap::Args)]
pub struct Args {
    /// The game; all if missing
    game: Option<String>,
    /// Check the card data of this directory instead of the shipped one
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Check the decks of this directory against the rules for decks
    #[arg(long, value_name = "DIR")]
    decks: Option<PathBuf>,
}

/// Checks presets, charts and data.
pub fn run(args: &Args) -> Done {
    let loaded = setting::try_catalogue(args.cards.as_ref(), &[], args.game.as_deref())?;
    let catalogue = match loaded {
        Ok(catalogue) => catalogue,
        Err(errors) => {
            let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
            print(&(lines.join("\n") + "\n"))?;
            return Err(Stop::failed(format!("{} faults found", errors.len())));
        }
    };
    let decks = match &args.decks {
        Some(dir) => Some((dir, setting::data_files(dir)?)),
        None => None,
    };
    let games = match &args.game {
        Some(game) => vec![catalogue.rule_set(game).map_err(Stop::usage)?],
        None => catalogue.rule_sets(),
    };
    let (mut out, mut faults, mut with_decks) = (String::new(), 0, false);
    for rules in &games {
        let mut found = faults_of(rules.as_ref());
        if let Some((_, files)) = &decks {
            let judged = rules.deck_faults(files);
            with_decks |= judged.is_some();
            found.extend(judged.unwrap_or_default().iter().map(ToString::to_string));
        }
        let chart = rules.chart();
        let _ = writeln!(
            out,
            "{}: {} states, {} edges, {} presets: {}",
            rules.id(),
            chart.states.len(),
            chart.edges.len(),
            rules.info().presets.len(),
            if found.is_empty() { "sound" } else { "FAULTY" }
        );
        for verb in rules.coverage() {
            let (cards, tests) = (&verb.cards, &verb.tests);
            let counts = format!("{} cards, {} tests", cards.len(), tests.len());
            let _ = writeln!(out, "  {:<28} {counts}", verb.verb);
            let _ = writeln!(out, "    cards: {}", cards.join(", "));
            let _ = writeln!(out, "    tests: {}", tests.join(", "));
        }
        for fault in &found {
            let _ = writeln!(out, "  {fault}");
        }
        faults += found.len();
    }
    if let (Some((dir, _)), false) = (&decks, with_decks) {
        let dir = dir.display();
        return Err(Stop::usage(format!("{dir}: no game here is played with decks")));
    }
    print(&out)?;
    if faults == 0 { Ok(()) } else { Err(Stop::failed(format!("{faults} faults found"))) }
}

fn faults_of(rules: &dyn RuleSet) -> Vec<String> {
    let mut faults = rules.chart().faults();
    for preset in rules.info().presets {
        if let Err(error) = rules.config(Some(preset.name), &json!({})) {
            faults.push(format!("preset {}: {error}", preset.name));
        }
    }
    let uncovered =
        rules.coverage().into_iter().filter(|verb| verb.cards.is_empty() || verb.tests.is_empty());
    faults.extend(uncovered.map(|verb| format!("verb '{}' has no card or no test", verb.verb)));
    faults
}
