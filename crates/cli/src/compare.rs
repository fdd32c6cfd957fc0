//! `bout compare`: settings side by side, on the same seeds.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bout_core::{AnyGame, Catalogued, Stop as Flag, Visit};
use bout_games::Catalogue;
use bout_sim::{
    Arena, Cell, Comparison, Partial, PlayersComparison, SetReport, comparison_table,
    write_comparison_csv,
};
use serde_json::Value;

use crate::Done;
use crate::interrupt::Interrupt;
use crate::line_ups::{LineUpPlan, Source, usual_players};
use crate::matrix::GAMES;
use crate::output::{Exit, Files, progress, timed};
use crate::play::PlayArgs;
use crate::setting::{Change, PresetFile, SettingArgs, once, read_json};

/// What `bout compare --help` ends with.
pub const HELP: &str = "\
A setting is a list of key=value, keys as for --set; `preset` names the preset, or \
the preset file, that it changes. --preset and --set hold for all settings. Match i of a line-up \
has the same seed in every setting, and differences are taken match by match. 10000 matches per \
line-up and setting unless --games says otherwise; every line-up of the matrix unless --players or \
--classes says otherwise.

Example: bout compare tank --a preset=v1 --b preset=v1,heavy.max_hp=90";

/// Options of `bout compare`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    files: Files,
    /// The base
    #[arg(long, value_name = "KEY=VALUE,…", requires = "b")]
    a: Option<String>,
    /// What is compared with it
    #[arg(long, value_name = "KEY=VALUE,…", requires = "a")]
    b: Option<String>,
    /// A JSON list of settings {name, preset, rules}; the first is the base
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b"])]
    sets: Option<PathBuf>,
}

/// Plays the settings.
pub fn run(args: &Args) -> Done {
    args.files.check()?;
    let catalogue = args.play.catalogue()?;
    let rules = catalogue.rule_set(&args.play.game).map_err(Exit::usage)?;
    let sets = sets(args, rules.as_ref())?;
    let job = Job { args, catalogue: &catalogue, sets };
    catalogue.with_game(&args.play.game, job).map_err(Exit::usage)?
}

/// A setting with the name it is shown by.
struct Set {
    name: String,
    setting: SettingArgs,
}

fn sets(args: &Args, rules: &dyn AnyGame) -> Result<Vec<Set>, Exit> {
    let base = &args.play.setting;
    if let Some(file) = &args.sets {
        return read_sets(base, file, rules);
    }
    let (Some(a), Some(b)) = (&args.a, &args.b) else {
        return Err(Exit::usage("two settings are expected: --a and --b, or --sets FILE"));
    };
    [a, b].into_iter().map(|text| read_set(base, text)).collect()
}

/// The settings of a file, each judged by the game and with a name of its own.
fn read_sets(base: &SettingArgs, file: &Path, rules: &dyn AnyGame) -> Result<Vec<Set>, Exit> {
    let found: Vec<PresetFile> = read_json(file)?;
    let wrong = |text: String| Exit::usage(format!("{}: {text}", file.display()));
    if found.len() < 2 {
        return Err(wrong("two or more settings expected".into()));
    }
    let mut sets: Vec<Set> = Vec::new();
    for set in found {
        if sets.iter().any(|other| other.name == set.name) {
            return Err(wrong(format!("two settings are named '{}'", set.name)));
        }
        let place = format!("{}: setting '{}'", file.display(), set.name);
        set.check(rules).map_err(|stop| stop.at(&place))?;
        let changes = set.rules.into_iter().map(|(key, value)| Change { key, value });
        sets.push(Set { name: set.name, setting: base.varied(Some(set.preset), changes) });
    }
    Ok(sets)
}

fn read_set(base: &SettingArgs, text: &str) -> Result<Set, Exit> {
    let read = |part: &str| part.parse::<Change>().map_err(Exit::usage);
    let changes: Vec<_> = split_at_commas(text).into_iter().map(read).collect::<Result<_, _>>()?;
    once(text, &changes)?;
    let name = text.strip_prefix("preset=").unwrap_or(text).to_owned();
    Ok(Set { name, setting: base.varied(None, changes) })
}

/// The parts between commas that stand in no brackets.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let is_comma = |letter: char| {
        depth += i32::from("[{".contains(letter)) - i32::from("]}".contains(letter));
        letter == ',' && depth == 0
    };
    text.split(is_comma).collect()
}

struct Job<'a> {
    args: &'a Args,
    catalogue: &'a Catalogue,
    sets: Vec<Set>,
}

impl Visit for Job<'_> {
    type Out = Done;

    fn visit<G: Catalogued>(self, library: &Arc<G::Library>) -> Done {
        let (args, play) = (self.args, &self.args.play);
        let source = Source::<G> { play, catalogue: self.catalogue, library };
        let plan = source.plan(usual_players::<G>())?;
        let settings: Vec<_> = self.sets.iter().map(|set| set.setting.clone()).collect();
        let cells = plan.line_ups.iter().map(|seats| source.cell(seats, &settings));
        let cells: Vec<_> = cells.collect::<Result<_, _>>()?;
        let sets = self.reports(&source, &plan)?;
        let (games, threads) = (play.games.unwrap_or(GAMES), play.threads()?);
        let arena = Arena::new(threads, play.limits::<G>()?, true).map_err(Exit::usage)?;
        let interrupt = Interrupt::listen()?;
        let flag = interrupt.flag();
        let (players, seconds) = timed(|| play_all(&arena, &cells, &plan, games, flag));
        let (players, asked) = players?;
        let line_ups = players.iter().flat_map(|players: &PlayersComparison| &players.matrices);
        let played = line_ups.flat_map(|matrix| &matrix.line_ups).map(|row| row.games).sum();
        let comparison = Comparison {
            game: G::ID,
            rules_version: G::VERSION,
            sets,
            games,
            partial: flag.is_set().then(|| Partial::new(played, asked)),
            seed: play.seed,
            threads,
            seconds,
            players,
        };
        let csv = args.files.write_csv(|dir| write_comparison_csv(&comparison, dir));
        args.files.finish(&comparison, &comparison_table(&comparison), [csv])?;
        interrupt.done()
    }
}

impl Job<'_> {
    fn reports<G: Catalogued>(
        &self,
        source: &Source<'_, G>,
        plan: &LineUpPlan,
    ) -> Result<Vec<SetReport>, Exit> {
        let rules = self.catalogue.rule_set(G::ID).map_err(Exit::usage)?;
        let report = |set: &Set| {
            let PresetFile { preset, rules, .. } = set.setting.resolve(rules.as_ref())?;
            let config = source.config(&plan.line_ups[0], &set.setting)?;
            Ok(SetReport { name: set.name.clone(), preset, rules: Value::Object(rules), config })
        };
        self.sets.iter().map(report).collect()
    }
}

/// One number of players after the other, so that statistics of the last need not be kept; also tells
/// how many matches were asked for.
fn play_all<G: Catalogued>(
    arena: &Arena,
    cells: &[Cell<G>],
    plan: &LineUpPlan,
    games: u64,
    flag: &Flag,
) -> Result<(Vec<PlayersComparison>, u64), Exit> {
    let matches: usize = cells.iter().map(|cell| cell.bouts.len()).sum();
    let asked = games.saturating_mul(matches as u64);
    let bar = progress(asked);
    let mut players = Vec::new();
    for cells in cells.chunk_by(|a, b| a.kinds.len() == b.kinds.len()) {
        if flag.is_set() {
            break;
        }
        let told = |more| bar.inc(more);
        let sums = arena.play_until(cells, 0..games, &told, flag).map_err(Exit::usage)?;
        players.push(PlayersComparison::new(&plan.names, cells, sums));
    }
    bar.finish_and_clear();
    Ok((players, asked))
}

#[cfg(test)]
mod tests {
    use super::split_at_commas;

    #[test]
    fn commas_in_brackets_do_not_part() {
        assert_eq!(
            split_at_commas("a=1,b=[2,3],c={\"d\":[4]}"),
            ["a=1", "b=[2,3]", "c={\"d\":[4]}"]
        );
    }
}
