//! `bout check`: is everything that is shipped, or one's own data, as it should be?

use std::fmt::Write;
use std::path::{Path, PathBuf};

use bout_core::{DataError, DataFile, RuleSet};
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
    /// Check these decks against the rules for decks, separated by commas: ids, deck files, or
    /// directories; those that the game offers if missing
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    decks: Vec<String>,
}

/// Checks presets, charts and data.
pub fn run(args: &Args) -> Done {
    let loaded = setting::try_catalogue(args.cards.as_ref(), &[], args.game.as_deref())?;
    let catalogue = match loaded {
        Ok(catalogue) => catalogue,
        Err(faults) => {
            let errors: Vec<_> = faults.into_iter().flat_map(|faults| faults.errors).collect();
            let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
            print(&(lines.join("\n") + "\n"))?;
            return Err(Stop::failed(format!("{} faults found", errors.len())));
        }
    };
    let decks = Decks::new(&args.decks, args.cards.as_deref())?;
    let games = match &args.game {
        Some(game) => vec![catalogue.rule_set(game).map_err(Stop::usage)?],
        None => catalogue.rule_sets(),
    };
    let (mut out, mut faults, mut with_decks) = (String::new(), 0, false);
    if let Some(cards) = &args.cards {
        let files = setting::data_files(cards, "data")?.len();
        let _ = writeln!(out, "{}: {files} files", cards.display());
    }
    for rules in &games {
        let mut found = faults_of(rules.as_ref());
        if let Some(judged) = decks.faults(rules.as_ref(), games.len() == 1)? {
            with_decks = true;
            found.extend(judged.iter().map(ToString::to_string));
        }
        let chart = rules.chart();
        let _ = writeln!(
            out,
            "{}: {} states, {} edges, {} presets{}: {}",
            rules.id(),
            chart.states.len(),
            chart.edges.len(),
            rules.info().presets.len(),
            match rules.decks().len() {
                0 => String::new(),
                count => format!(", {count} decks"),
            },
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
    if let (Some(first), false) = (args.decks.first(), with_decks) {
        return Err(Stop::usage(format!("{first}: no game here is played with decks")));
    }
    print(&out)?;
    if faults == 0 { Ok(()) } else { Err(Stop::failed(format!("{faults} faults found"))) }
}

/// The decks that are to be checked.
struct Decks {
    files: Vec<DataFile>,
    ids: Vec<String>,
    /// Whether none are named: those that the game offers are meant then.
    offered: bool,
}

impl Decks {
    /// Those that are asked for, or all: also those among the card data.
    fn new(asked: &[String], cards: Option<&Path>) -> Result<Self, Stop> {
        let offered = asked.is_empty();
        let mut decks = Decks { files: Vec::new(), ids: Vec::new(), offered };
        if let Some(cards) = cards.filter(|_| offered) {
            decks.files = setting::data_files(cards, "data")?;
        }
        for deck in asked {
            let path = Path::new(deck);
            if path.exists() {
                decks.files.extend(setting::data_files(path, "deck")?);
            } else {
                decks.ids.push(deck.clone());
            }
        }
        Ok(decks)
    }

    /// What is wrong with them, and with those the game offers where none are named; nothing for a
    /// game that is not played with decks. An id is the game's own only if no other game is asked.
    fn faults(&self, rules: &dyn RuleSet, alone: bool) -> Result<Option<Vec<DataError>>, Stop> {
        let Some(mut faults) = rules.deck_faults(&self.files) else { return Ok(None) };
        let ids = if self.offered { rules.decks() } else { self.ids.clone() };
        for id in &ids {
            match rules.deck_faults_of(id) {
                Some(found) => faults.extend(found),
                None if alone => {
                    let (game, known) = (rules.id(), rules.decks().join(", "));
                    let text =
                        format!("{game} has no deck '{id}', and no such file is there ({known})");
                    return Err(Stop::usage(text));
                }
                None => {}
            }
        }
        Ok(Some(faults))
    }
}

fn faults_of(rules: &dyn RuleSet) -> Vec<String> {
    let mut faults = rules.chart().faults();
    for preset in &rules.info().presets {
        if let Err(error) = rules.config(Some(preset.name), &json!({})) {
            faults.push(format!("preset {}: {error}", preset.name));
        }
    }
    let uncovered =
        rules.coverage().into_iter().filter(|verb| verb.cards.is_empty() || verb.tests.is_empty());
    faults.extend(uncovered.map(|verb| format!("verb '{}' has no card or no test", verb.verb)));
    faults
}
