//! The report of a batch, as it leaves the program.

use std::collections::BTreeMap;

use bout_core::{Band, Catalogued, Figure, Flag, Seat, Subject, Tally};
use serde::Serialize;
use serde_json::Value;

use crate::figures::group_json;
use crate::flags::raised;
use crate::{Batch, Interval, Length, RaisedFlag, Sum};

/// What came of a batch.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game's id.
    pub game: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// The preset's name.
    pub preset: String,
    /// The whole config.
    pub config: Value,
    /// Matches played.
    pub games: u64,
    /// How many were asked for, where the batch was stopped before its end.
    #[serde(flatten)]
    pub partial: Option<Partial>,
    /// The batch's seed.
    pub seed: u64,
    /// Threads used.
    pub threads: usize,
    /// Time taken.
    pub seconds: f64,
    /// Speed.
    pub games_per_second: f64,
    /// Entries played.
    pub steps: u64,
    /// Speed.
    pub steps_per_second: f64,
    /// By seat.
    pub seats: Vec<SeatReport>,
    /// By kind of end.
    pub endings: BTreeMap<&'static str, u64>,
    /// Matches that met a limit.
    pub unfinished: u64,
    /// Matches that broke an invariant or panicked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine_faults: Option<u64>,
    /// Actions of bots that the rules refused; a bot that plays by the rules has none.
    pub illegal_actions: u64,
    /// How long they were; an unfinished one counts up to where it was given up.
    pub length: Length,
    /// What a designer should look at; `stats.flags` names the same in one word each.
    pub flags: Vec<RaisedFlag>,
    /// The game's own statistics.
    pub stats: Value,
    /// Matches by length, for plots.
    #[serde(skip)]
    pub lengths: Vec<u64>,
}

/// Marks a report of work that was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Partial {
    #[serde(rename = "partial")]
    is_set: bool,
    /// How many matches were asked for.
    pub games_asked: u64,
    /// How many of them were played.
    pub games_played: u64,
}

impl Partial {
    /// The mark, with the number of matches that were played and asked for.
    pub fn new(games_played: u64, games_asked: u64) -> Self {
        Partial { is_set: true, games_asked, games_played }
    }
}

/// How a seat fared.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    /// Which seat.
    pub seat: u8,
    /// What sat there.
    pub name: String,
    /// Who played it.
    pub bot: String,
    /// Matches won.
    pub wins: u64,
    /// Matches lost.
    pub losses: u64,
    /// Matches drawn.
    pub draws: u64,
    /// Share won of all matches.
    pub win_rate: Interval,
}

impl Report {
    /// Puts a sum into words.
    pub fn new<G: Catalogued>(
        game: &G,
        batch: &Batch,
        sum: &Sum<G>,
        setting: (String, Value),
        seconds: f64,
    ) -> Self {
        let ((preset, config), games) = (setting, sum.games());
        let per_second = |n: u64| precise(n) / seconds.max(1e-9);
        let mut stats = sum.tally.report();
        let bots: Vec<_> = batch.bots.iter().cycle().take(usize::from(game.seats())).collect();
        let forecast = G::forecasts().map(|forecasts| forecasts.figures(game, &bots));
        stats.extend(forecast.into_iter().flatten());
        let flags = with_seats(&mut stats, sum);
        Report {
            game: G::ID,
            rules_version: G::VERSION,
            preset,
            config,
            games,
            partial: (games < batch.games).then(|| Partial::new(games, batch.games)),
            seed: batch.seed,
            threads: batch.threads,
            seconds,
            games_per_second: per_second(games),
            steps: sum.steps,
            steps_per_second: per_second(sum.steps),
            seats: seats(game, batch, sum),
            endings: sum.endings.iter().copied().collect(),
            unfinished: sum.unfinished,
            engine_faults: (sum.faults > 0).then_some(sum.faults),
            illegal_actions: sum.refused,
            length: Length::of(G::LENGTH_UNIT, &sum.lengths),
            flags,
            stats: group_json(&stats),
            lengths: sum.lengths.clone(),
        }
    }
}

/// Adds the seats to the flags of the game's statistics, and gives all that are raised. Matches that
/// nobody won say nothing of a seat.
fn with_seats<G: Catalogued>(stats: &mut Vec<(String, Figure)>, sum: &Sum<G>) -> Vec<RaisedFlag> {
    let at = stats.iter().position(|(_, figure)| matches!(figure, Figure::Flags(_)));
    let mut flags = match at.map(|at| stats.remove(at)) {
        Some((_, Figure::Flags(flags))) => flags,
        _ => Vec::new(),
    };
    let (won, seats) = (sum.seats.iter().map(|seat| seat.wins).sum(), sum.seats.len() as u64);
    flags.extend(sum.seats.iter().zip(0_u8..).map(|(seat, number)| {
        let band = Band::new(Subject::Seat, number.to_string(), seat.wins, won);
        Flag::Band(band.among(seats))
    }));
    let raised = raised(&flags);
    stats.push(("flags".to_owned(), Figure::Flags(flags)));
    raised
}

fn seats<G: Catalogued>(game: &G, batch: &Batch, sum: &Sum<G>) -> Vec<SeatReport> {
    let (games, bots) = (sum.games() - sum.faults, &batch.bots);
    let rows = sum.seats.iter().zip(bots.iter().cycle()).zip(0..);
    rows.map(|((sum, bot), seat)| SeatReport {
        seat,
        name: game.seat_name(Seat(seat)),
        bot: bot.to_string(),
        wins: sum.wins,
        losses: sum.losses,
        draws: sum.draws,
        win_rate: Interval::of(sum.wins, games),
    })
    .collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts of matches are far below 2^52")]
fn precise(n: u64) -> f64 {
    n as f64
}
