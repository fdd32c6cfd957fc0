//! `bout tune`: a search of settings, by racing on common seeds.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bout_core::{Catalogued, Stop as Flag, Visit, counted};
use bout_games::Catalogue;
use bout_sim::{
    Arena, BoutSum, Cell, Knob, Race, RaceRules, Round, TuneReport, knobs_json, tune_table,
};
use clap::ValueEnum;
use serde_json::{Map, Value};

use crate::Done;
use crate::interrupt::Interrupt;
use crate::line_ups::{LineUpPlan, Source, usual_players};
use crate::output::{Exit, check_file, finish, progress, write_json};
use crate::play::{PlayArgs, read_positive, read_time};
use crate::setting::{Change, PresetFile, SettingArgs};

/// Matches per line-up in a candidate's first round unless told.
const GAMES: u64 = 200;

/// What `bout tune --help` ends with.
pub const HELP: &str = "\
A candidate is a value for each knob. Its parity is the greatest deviation of a class from \
its fair share over all line-ups of the asked numbers of players (if missing, all that the game \
knows). Candidates race on common seeds, each round of a candidate twice as long as its last; who \
is surely worse than the best drops out. A grid of up to 64 candidates is raced as a whole; of a \
greater one a sample begins, and places near the best enter heat by heat. --games counts the \
matches per line-up of a candidate's first round (200 if missing). --preset and --set say where \
the search begins.

Example: bout tune tank --knob heavy.max_hp=40..70:5 --players 2 --budget 1m --out duel.json";

/// Options of `bout tune`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    play: PlayArgs,
    /// A key with its values: KEY=FROM..TO:STEP, or KEY=A|B|… (repeatable)
    #[arg(long = "knob", value_name = "KEY=FROM..TO:STEP", required = true)]
    knobs: Vec<Knob>,
    /// What is sought
    #[arg(long, value_enum, default_value = "parity")]
    target: Target,
    /// Stop after this time, in s, m or h; the round that is played is finished
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = read_time)]
    budget: Duration,
    /// Stop after so many rounds; then the same seed gives the same answer on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// Stop when no class of the best candidate can be further off than this, in points
    #[arg(long, value_name = "POINTS", default_value_t = 2.0, value_parser = read_positive)]
    tolerance: f64,
    /// Leave out candidates whose matches are longer than RATIO times those of the base
    #[arg(long, value_name = "RATIO", value_parser = read_positive)]
    max_length: Option<f64>,
    /// Write the best candidate as a preset file, for --preset
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write what was tried as JSON to this file, or to stdout for -
    #[arg(long, value_name = "FILE|-")]
    json: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    Parity,
}

/// Searches.
pub fn run(args: &Args) -> Done {
    check_file(args.json.as_deref())?;
    check_file(args.out.as_ref().map(|file| file.display().to_string()).as_deref())?;
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
        let source = Source::<G> { play, catalogue: self.catalogue, library };
        let plan = source.plan(usual_players::<G>())?;
        check_knobs(args, &source, &plan)?;
        let race = Race::new(RaceRules {
            knobs: args.knobs.clone(),
            line_ups: plan.line_ups.iter().map(|seats| seats.kinds.clone()).collect(),
            games: play.games.unwrap_or(GAMES),
            seed: play.seed,
            tolerance: args.tolerance / 100.0,
            max_length: args.max_length,
        });
        let arena = Arena::new(play.threads()?, play.limits::<G>()?, false).map_err(Exit::usage)?;
        let interrupt = Interrupt::listen()?;
        let flag = interrupt.flag();
        let cells = Vec::new();
        let mut track = Track { args, source, plan, arena, race, cells, played: 0, flag };
        track.run()?.deliver(args)?;
        interrupt.done()
    }
}

/// Every value of every knob must be one that the game knows for that key.
fn check_knobs<G: Catalogued>(args: &Args, source: &Source<'_, G>, plan: &LineUpPlan) -> Done {
    for (at, knob) in args.knobs.iter().enumerate() {
        if args.knobs[..at].iter().any(|other| other.key == knob.key) {
            return Err(Exit::usage(format!("knob '{}' is given twice", knob.key)));
        }
        for value in &knob.values {
            let change = Change { key: knob.key.clone(), value: value.clone() };
            let setting = args.play.setting.varied(None, [change]);
            match source.config(&plan.line_ups[0], &setting) {
                // What only the other knobs could put right is left to the race.
                Err(Exit::Usage(why)) if why.contains(&format!("{}'", knob.key)) => {
                    let text = format!("knob '{}' at {value}: {why}", knob.key);
                    return Err(Exit::usage(text));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Where the race is run.
struct Track<'a, G: Catalogued> {
    args: &'a Args,
    source: Source<'a, G>,
    plan: LineUpPlan,
    arena: Arena,
    race: Race,
    /// By candidate, its line-ups; made when they are first played.
    cells: Vec<Vec<Cell<G>>>,
    played: u64,
    flag: &'a Flag,
}

/// The report, and the preset file of the best.
struct Found {
    report: TuneReport,
    preset: PresetFile,
}

impl<G: Catalogued> Track<'_, G> {
    fn run(&mut self) -> Result<Found, Exit> {
        let start = std::time::Instant::now();
        let mut rounds = 0;
        while self.args.rounds.is_none_or(|most| rounds < most) {
            if rounds > 0 && start.elapsed() >= self.args.budget {
                break;
            }
            let Some(round) = self.race.next_round() else { break };
            let results = self.play(&round, rounds + 1)?;
            if self.flag.is_set() {
                // Not all candidates have played their matches, so nothing can be compared.
                break;
            }
            rounds += 1;
            self.race.take(&round, results);
        }
        self.found(rounds, start.elapsed().as_secs_f64())
    }

    fn setting(&self, candidate: usize) -> SettingArgs {
        let values = self.race.values(candidate).into_iter();
        self.args.play.setting.varied(None, values.map(|(key, value)| Change { key, value }))
    }

    /// Plays a round: for each candidate its sums by line-up, or why the game refuses it.
    fn play(
        &mut self,
        round: &Round,
        number: u64,
    ) -> Result<Vec<Result<Vec<BoutSum>, String>>, Exit> {
        self.cells.resize_with(self.race.candidates.len(), Vec::new);
        let mut refused = Vec::new();
        let mut cells = Vec::new();
        for at in &round.candidates {
            refused.push(self.prepare(*at)?);
            cells.append(&mut self.cells[*at]);
        }
        let games = round.games.end - round.games.start;
        let bar = progress(games.saturating_mul(cells.len() as u64));
        bar.set_message(self.headline(number, round.candidates.len()));
        let told = |more| bar.inc(more);
        let sums = self.arena.play_until(&cells, round.games.clone(), &told, self.flag);
        bar.finish_and_clear();
        let sums = sums.map_err(Exit::usage)?;
        self.played += sums.iter().map(|sum| sum.bouts[0].games).sum::<u64>();
        let mut sums = sums.into_iter();
        let mut results = Vec::new();
        let mut cells = cells.into_iter();
        for (at, refused) in round.candidates.iter().zip(refused) {
            let Some(why) = refused else {
                let line_ups = self.plan.line_ups.len();
                self.cells[*at] = cells.by_ref().take(line_ups).collect();
                let own = sums.by_ref().take(line_ups);
                results.push(Ok(own.map(|mut sum| sum.bouts.remove(0)).collect()));
                continue;
            };
            results.push(Err(why));
        }
        Ok(results)
    }

    /// Makes the line-ups of a candidate; some text if the game refuses it.
    fn prepare(&mut self, at: usize) -> Result<Option<String>, Exit> {
        if !self.cells[at].is_empty() {
            return Ok(None);
        }
        let setting = [self.setting(at)];
        let cells = self.plan.line_ups.iter().map(|seats| self.source.cell(seats, &setting));
        match cells.collect::<Result<Vec<_>, _>>() {
            Ok(cells) => self.cells[at] = cells,
            Err(Exit::Usage(why)) if at > 0 => return Ok(Some(why)),
            Err(stop) => return Err(stop),
        }
        Ok(None)
    }

    fn headline(&self, round: u64, candidates: usize) -> String {
        let head = format!("round {round}: {}", counted(candidates, "candidate", "candidates"));
        let Some(best) = self.race.best() else { return head };
        let parity = self.race.candidates[best].parity;
        let [mean, low, high] = [parity.mean, parity.low, parity.high].map(|x| x * 100.0);
        format!("{head}, best {mean:.2} [{low:.2}, {high:.2}]")
    }

    fn found(&self, rounds: u64, seconds: f64) -> Result<Found, Exit> {
        let play = &self.args.play;
        let rules = self.source.catalogue.rule_set(G::ID).map_err(Exit::usage)?;
        let base = play.setting.resolve(rules.as_ref())?;
        let best = self.race.best();
        let mut players: Vec<_> =
            self.plan.line_ups.iter().map(|seats| seats.kinds.len()).collect();
        players.dedup();
        let candidates = self.race.tried();
        let changes = best.map_or_else(Map::new, |at| self.race.values(at));
        let mut preset = PresetFile { name: format!("{}-tuned", base.name), ..base.clone() };
        preset.rules.extend(changes);
        let report = TuneReport {
            game: G::ID,
            rules_version: G::VERSION,
            preset: base.name,
            target: match self.args.target {
                Target::Parity => "parity",
            },
            players,
            knobs: knobs_json(&self.race),
            games: play.games.unwrap_or(GAMES),
            seed: play.seed,
            threads: play.threads()?,
            seconds,
            rounds,
            partial: self.flag.is_set(),
            matches: self.played,
            tolerance: self.args.tolerance / 100.0,
            reached: self.race.is_reached(),
            best: best.and_then(|_| candidates.first().cloned()),
            candidates,
        };
        Ok(Found { report, preset })
    }
}

impl Found {
    fn deliver(self, args: &Args) -> Done {
        let Found { report, mut preset } = self;
        // Without a best candidate there is no preset to write.
        let out = args.out.as_ref().filter(|_| report.best.is_some()).map(|file| {
            let stem = file.file_stem().and_then(std::ffi::OsStr::to_str);
            preset.name = stem.map_or(std::mem::take(&mut preset.name), str::to_owned);
            write_json(&preset, &file.display().to_string())
        });
        let best = match (&args.out, &out) {
            (Some(file), Some(Ok(()))) => format!("the best is in {}\n", file.display()),
            _ if report.best.is_none() => "no round was finished: no best candidate\n".to_owned(),
            _ => {
                let rules = Value::Object(preset.rules);
                format!("the best: preset {} with {rules}\n", preset.preset)
            }
        };
        finish(args.json.as_deref(), &report, &(tune_table(&report) + &best), out)
    }
}
