//! `bout matrix`: every line-up against the fair share.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use bout_core::{Catalogued, Subject, Tally, Visit};
use bout_games::Catalogue;
use bout_sim::{
    Arena, Cell, LineUpSum, Matrix, Pairing, Partial, PlayersReport, matrix_table, stats_json,
    write_matrix_csv, write_matrix_plots,
};

use crate::Done;
use crate::interrupt::Interrupt;
use crate::line_ups::{Source, deck_ids, usual_players};
use crate::output::{Exit, Files, check_dir, into_dir, progress, timed};
use crate::play::PlayArgs;

/// Matches per line-up unless told.
pub const GAMES: u64 = 10_000;
/// Matches per ordered pair of decks unless told.
const DECK_GAMES: u64 = 1000;
/// How far off its fair share a deck may be.
const DECK_TOLERANCE: f64 = Subject::Deck.tolerance() as f64 / 100.0;

/// What `bout matrix --help` ends with.
pub const HELP: &str = "\
A game with classes plays every choice of classes for each number of players \
(--players; if missing, all that the game knows), 10000 matches per line-up unless --games says \
otherwise; --classes plays that line-up alone. A game that is played with decks plays every ordered \
pair of different decks (--decks: ids, files or directories; if missing, all that it offers), 1000 \
matches each, so 2000 a pairing with seats swapped, all on the same seeds. Any other game plays every \
ordered pair of --bots (if missing, of its own). A rule set counts as balanced if no class is more \
than 2 points off its fair share, decks if none is more than 10.";

/// Options of `bout matrix`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    files: Files,
    /// Write plots (SVG) into this directory: deltas, and a heat map of the line-ups
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
}

/// Plays the matrix.
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
        let source = Source::<G> { play, catalogue: self.catalogue, library };
        let has_decks = !deck_ids::<G>(library).is_empty();
        let plan = match (G::classes().is_empty(), has_decks) {
            (false, _) => source.plan(usual_players::<G>())?,
            (true, true) => source.deck_pairs()?,
            (true, false) => source.bot_pairs()?,
        };
        let of_decks = plan.of == "decks";
        let setting = std::slice::from_ref(&play.setting);
        let cells = plan.line_ups.iter().map(|seats| source.cell(seats, setting));
        let cells: Vec<_> = cells.collect::<Result<_, _>>()?;
        let usual = if of_decks { DECK_GAMES } else { GAMES };
        let (games, threads) = (play.games.unwrap_or(usual), play.threads()?);
        let arena = Arena::new(threads, play.limits::<G>()?, of_decks).map_err(Exit::usage)?;
        let interrupt = Interrupt::listen()?;
        let asked = games.saturating_mul(cells.len() as u64);
        let bar = progress(asked);
        let (sums, seconds) =
            timed(|| arena.play_until(&cells, 0..games, &|more| bar.inc(more), interrupt.flag()));
        bar.finish_and_clear();
        let mut sums = sums.map_err(Exit::usage)?;
        let tallies: Vec<_> = sums.iter_mut().flat_map(|sum| sum.tallies.drain(..)).collect();
        let line_ups = cells.iter().zip(&sums).map(|(cell, sum)| LineUpSum {
            kinds: &cell.kinds,
            seed: cell.seed,
            sum: &sum.bouts[0],
        });
        let line_ups: Vec<_> = line_ups.collect();
        let mut pairings = if of_decks { Pairing::all(&plan.names, &line_ups) } else { Vec::new() };
        let stats = of_decks.then(|| stats::<G>(&cells, tallies, &mut pairings));
        let steps: u64 = sums.iter().map(|sum| sum.bouts[0].steps).sum();
        let played: u64 = sums.iter().map(|sum| sum.bouts[0].games).sum();
        let players = line_ups.chunk_by(|a, b| a.kinds.len() == b.kinds.len());
        let settled = play.setting.settle(self.catalogue, G::ID, &serde_json::json!({}))?;
        let matrix = Matrix {
            game: G::ID,
            rules_version: G::VERSION,
            preset: settled.name,
            config: source.config(&plan.line_ups[0], &play.setting)?,
            of: plan.of,
            games,
            partial: (played < asked).then(|| Partial::new(played, asked)),
            seed: play.seed,
            threads,
            seconds,
            games_per_second: per_second(played, seconds),
            steps_per_second: per_second(steps, seconds),
            players: players
                .map(|line_ups| {
                    let report = PlayersReport::new(&plan.names, G::LENGTH_UNIT, line_ups);
                    if of_decks { report.within(DECK_TOLERANCE) } else { report }
                })
                .collect(),
            pairings,
            stats,
        };
        deliver(args, &matrix)?;
        interrupt.done()
    }
}

/// The game's own statistics: of every pairing with seats swapped, and over all of them.
fn stats<G: Catalogued>(
    cells: &[Cell<G>],
    tallies: Vec<G::Tally>,
    pairings: &mut [Pairing],
) -> serde_json::Value {
    let mut pairs = BTreeMap::<_, G::Tally>::new();
    for (cell, tally) in cells.iter().zip(tallies) {
        let mut kinds = cell.kinds.clone();
        kinds.sort_unstable();
        pairs.entry(kinds).or_default().merge(tally);
    }
    let mut field = G::Tally::default();
    for (pairing, (_, tally)) in pairings.iter_mut().zip(pairs) {
        pairing.stats = Some(stats_json(&tally.report()));
        field.merge(tally);
    }
    stats_json(&field.report())
}

#[expect(clippy::cast_precision_loss, reason = "counts of matches are far below 2^52")]
fn per_second(n: u64, seconds: f64) -> f64 {
    n as f64 / seconds.max(1e-9)
}

fn deliver(args: &Args, matrix: &Matrix) -> Done {
    let written = [
        args.files.write_csv(|dir| write_matrix_csv(matrix, dir)),
        into_dir(args.plots.as_deref(), |dir| write_matrix_plots(matrix, dir)),
    ];
    args.files.finish(matrix, &matrix_table(matrix), written)
}
