//! `bout check`: is everything that is shipped, or one's own data, as it should be?

use std::fmt::Write;
use std::path::{Path, PathBuf};

use bout_core::{AnyCards, AnyGame, DataError, DataFile, counted};
use serde_json::json;

use crate::output::{Exit, print};
use crate::{Done, setting};

/// Options of `bout check`.
#[derive(clap::Args)]
pub struct Args {
    /// The game; all if missing
    game: Option<String>,
    /// Check the card data of this directory on top of the shipped data (tcg: sets are added, a set of
    /// the same name is replaced; necro: the souls, items and weights in it replace the shipped ones)
    #[arg(long, value_name = "DIR")]
    cards: Option<PathBuf>,
    /// Check these decks against the rules for decks, separated by commas: ids, deck files, or
    /// directories; those that the game offers if missing
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    decks: Vec<String>,
    /// List for every verb of the card language the cards and tests that use it
    #[arg(long)]
    coverage: bool,
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
            return Err(found_faults(errors.len()));
        }
    };
    let decks = Decks::new(&args.decks, args.cards.as_deref())?;
    let games = match &args.game {
        Some(game) => vec![catalogue.rule_set(game).map_err(Exit::usage)?],
        None => catalogue.rule_sets(),
    };
    let (mut out, mut errors, mut faults, mut with_decks) =
        (String::new(), String::new(), 0, false);
    if let Some(cards) = &args.cards {
        let files = setting::data_files(cards, "data")?.len();
        let _ = writeln!(out, "{}: {}", cards.display(), counted(files, "file", "files"));
    }
    for rules in &games {
        let mut found = faults_of(rules.as_ref());
        if let Some(judged) = decks.faults(rules.as_ref(), games.len() == 1)? {
            with_decks = true;
            found.extend(judged.iter().map(ToString::to_string));
        }
        for fault in &found {
            let _ = writeln!(errors, "{}: {fault}", rules.id());
        }
        faults += found.len();
        summary(&mut out, rules.as_ref(), found.is_empty());
        if args.coverage {
            coverage(&mut out, rules.as_ref());
        }
    }
    if let (Some(first), false) = (args.decks.first(), with_decks) {
        return Err(Exit::usage(format!("{first}: no game here is played with decks")));
    }
    print(&(errors + &out))?;
    if faults == 0 { Ok(()) } else { Err(found_faults(faults)) }
}

fn found_faults(count: usize) -> Exit {
    Exit::failed(format!("{} found", counted(count, "fault", "faults")))
}

fn summary(out: &mut String, rules: &dyn AnyGame, is_sound: bool) {
    let chart = rules.chart();
    let decks = match rules.decks().map_or(0, |decks| decks.ids().len()) {
        0 => String::new(),
        count => format!(", {}", counted(count, "deck", "decks")),
    };
    let _ = writeln!(
        out,
        "{}: {}, {}, {}{decks}: {}",
        rules.id(),
        counted(chart.states.len(), "state", "states"),
        counted(chart.edges.len(), "edge", "edges"),
        counted(rules.info().presets.len(), "preset", "presets"),
        if is_sound { "sound" } else { "FAULTY" }
    );
}

fn coverage(out: &mut String, rules: &dyn AnyGame) {
    for verb in rules.cards().map(AnyCards::coverage).unwrap_or_default() {
        let (cards, tests) = (&verb.cards, &verb.tests);
        let uses = counted(cards.len(), "card", "cards");
        let proofs = counted(tests.len(), "test", "tests");
        let _ = writeln!(out, "  {:<28} {uses}, {proofs}", verb.verb);
        let _ = writeln!(out, "    cards: {}", cards.join(", "));
        let _ = writeln!(out, "    tests: {}", tests.join(", "));
    }
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
    fn new(asked: &[String], cards: Option<&Path>) -> Result<Self, Exit> {
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
    fn faults(&self, rules: &dyn AnyGame, alone: bool) -> Result<Option<Vec<DataError>>, Exit> {
        let Some(decks) = rules.decks() else { return Ok(None) };
        let mut faults = decks.faults(&self.files);
        let mut ids = if self.offered { decks.ids() } else { self.ids.clone() };
        if self.offered {
            // The decks of these files are loaded too, and judged by file already.
            let read: Vec<_> = self.files.iter().filter_map(|file| decks.read(file)).collect();
            ids.retain(|id| !read.iter().any(|deck| deck["id"] == id.as_str()));
        }
        for id in &ids {
            match decks.faults_of(id) {
                Some(found) => faults.extend(found),
                None if alone => {
                    let (game, known) = (rules.id(), decks.ids().join(", "));
                    let text =
                        format!("{game} has no deck '{id}', and no such file is there ({known})");
                    return Err(Exit::usage(text));
                }
                None => {}
            }
        }
        Ok(Some(faults))
    }
}

fn faults_of(rules: &dyn AnyGame) -> Vec<String> {
    let mut faults = rules.chart().faults();
    for preset in &rules.info().presets {
        if let Err(error) = rules.config(Some(preset.name), &json!({})) {
            faults.push(format!("preset {}: {error}", preset.name));
        }
    }
    let Some(cards) = rules.cards() else { return faults };
    // No match stops for these, but nobody means them.
    faults.extend(cards.warnings().iter().map(ToString::to_string));
    let uncovered =
        cards.coverage().into_iter().filter(|verb| verb.cards.is_empty() || verb.tests.is_empty());
    faults.extend(uncovered.map(|verb| format!("verb '{}' has no card or no test", verb.verb)));
    faults
}
