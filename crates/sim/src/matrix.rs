//! Every line-up against the fair share (tank 12.3; other games alike).

#![expect(clippy::cast_precision_loss, reason = "counts of matches are far below 2^52")]

use bout_core::Subject;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::moments::Strata;
use crate::{BoutSum, Interval, Length, Partial};

/// A class may win this much more or less often than its share in a balanced game.
pub const BALANCED: f64 = Subject::Class.tolerance() as f64 / 100.0;

/// The report of all line-ups, as it leaves the program.
#[derive(Clone, Debug, Serialize)]
pub struct Matrix {
    /// The game's id.
    pub game: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// The preset's name.
    pub preset: String,
    /// The whole config, of the first line-up.
    pub config: Value,
    /// What is compared: `classes`, `decks`, `bots` or `seats`.
    pub of: &'static str,
    /// Matches per line-up.
    pub games: u64,
    /// How many matches were played and asked for, where the work was stopped before its end.
    #[serde(flatten)]
    pub partial: Option<Partial>,
    /// From which the seeds of the line-ups are derived.
    pub seed: u64,
    /// Threads used.
    pub threads: usize,
    /// Time taken.
    pub seconds: f64,
    /// Speed.
    pub games_per_second: f64,
    /// Speed.
    pub steps_per_second: f64,
    /// By number of players.
    pub players: Vec<PlayersReport>,
    /// Each two decks against each other, both ways of seating them together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairings: Vec<Pairing>,
    /// The game's own statistics over all line-ups, where they are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Value>,
}

/// Two against each other, with seats swapped.
#[derive(Clone, Debug, Serialize)]
pub struct Pairing {
    /// Who.
    pub names: [String; 2],
    /// Matches played.
    pub games: u64,
    /// Matches that each won.
    pub wins: [u64; 2],
    /// Share of all matches that the first one won.
    pub win_rate: Interval,
    /// Actions of bots that the rules refused; a bot that plays by the rules has none.
    pub illegal_actions: u64,
    /// The game's own statistics of these matches, where they are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Value>,
}

impl Pairing {
    /// Every two that met, in the order of their names in the report.
    pub fn all(names: &[String], line_ups: &[LineUpSum<'_>]) -> Vec<Pairing> {
        let mut found = Vec::new();
        for (a, first) in names.iter().enumerate() {
            for (b, second) in names.iter().enumerate().skip(a + 1) {
                let both = [[a, b], [b, a]];
                let met =
                    || line_ups.iter().filter(|line_up| both.iter().any(|k| k == line_up.kinds));
                let wins = [a, b].map(|kind| {
                    let of = |line_up: &LineUpSum<'_>| {
                        line_up.sum.wins.get(kind).map_or(0, |wins| wins.sum.unsigned_abs())
                    };
                    met().map(of).sum::<u64>()
                });
                let games = met().map(|line_up| line_up.sum.games).sum();
                let names = [first.clone(), second.clone()];
                found.push(Pairing {
                    names,
                    games,
                    wins,
                    win_rate: Interval::of(wins[0], games),
                    illegal_actions: met().map(|line_up| line_up.sum.refused).sum(),
                    stats: None,
                });
            }
        }
        found.retain(|pairing| pairing.games > 0);
        found
    }

    /// The share of one of the two, if it is one of them against the other.
    pub fn rate_of(&self, name: &str, against: &str) -> Option<Interval> {
        let [first, second] = &self.names;
        if name == first && against == second {
            return Some(self.win_rate);
        }
        (name == second && against == first).then(|| Interval::of(self.wins[1], self.games))
    }
}

/// All line-ups of one number of players.
#[derive(Clone, Debug, Serialize)]
pub struct PlayersReport {
    /// How many play.
    pub players: usize,
    /// One by one.
    pub line_ups: Vec<LineUpReport>,
    /// Over all of them.
    pub classes: Ordered<ClassReport>,
    /// The greatest rate less the least.
    pub spread: f64,
    /// The greatest deviation from the fair share, without its sign.
    pub max_delta: f64,
    /// How far off its fair share a class may be in a balanced game.
    pub tolerance: f64,
    /// Whether no deviation is above the tolerance.
    pub balanced: bool,
    /// Those whose deviation is above it.
    pub flags: Vec<String>,
}

/// One line-up.
#[derive(Clone, Debug, Serialize)]
pub struct LineUpReport {
    /// What sits where.
    pub line_up: Vec<String>,
    /// Matches played.
    pub games: u64,
    /// `bout sim` with this line-up and this seed plays the same matches.
    pub seed: u64,
    /// How each class fared.
    pub classes: Ordered<EntryReport>,
    /// Matches without a winner.
    pub draws: u64,
    /// Matches that met a limit.
    pub unfinished: u64,
    /// How long they were.
    pub length: Length,
}

/// A class in one line-up.
#[derive(Clone, Debug, Serialize)]
pub struct EntryReport {
    /// At how many seats.
    pub seats: u64,
    /// Matches won by any of them.
    pub wins: u64,
    /// Share won per seat.
    pub win_rate: Interval,
}

/// A class over all line-ups of a number of players.
#[derive(Clone, Debug, Serialize)]
pub struct ClassReport {
    /// Seats times matches.
    pub entries: u64,
    /// Of which were won.
    pub wins: u64,
    /// The share.
    pub rate: Interval,
    /// The fair share.
    pub target: f64,
    /// The rate less the fair share.
    pub delta: f64,
    /// Lower bound of the delta.
    pub low: f64,
    /// Upper bound of the delta.
    pub high: f64,
}

impl ClassReport {
    /// The deviation with its bounds.
    pub fn deviation(&self) -> Interval {
        Interval { mean: self.delta, low: self.low, high: self.high }
    }
}

/// Named things in an order of their own; a JSON object.
#[derive(Clone, Debug, Default)]
pub struct Ordered<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// What came of one line-up under one setting.
pub struct LineUpSum<'a> {
    /// What sat at each seat: an index into the names.
    pub kinds: &'a [usize],
    /// The seed of its matches.
    pub seed: u64,
    /// The counts.
    pub sum: &'a BoutSum,
}

impl PlayersReport {
    /// Puts the line-ups of one number of players into words.
    pub fn new(names: &[String], unit: &'static str, line_ups: &[LineUpSum<'_>]) -> Self {
        let players = line_ups.first().map_or(0, |line_up| line_up.kinds.len());
        let classes = class_reports(names, players, line_ups);
        let rates = || classes.0.iter().map(|(_, class)| class.rate.mean);
        let (most, least) = (rates().fold(0.0, f64::max), rates().fold(1.0, f64::min));
        let max_delta = classes.0.iter().map(|(_, class)| class.delta.abs()).fold(0.0, f64::max);
        PlayersReport {
            players,
            line_ups: line_ups.iter().map(|sum| line_up_report(names, unit, sum)).collect(),
            classes,
            spread: (most - least).max(0.0),
            max_delta,
            tolerance: BALANCED,
            balanced: true,
            flags: Vec::new(),
        }
        .within(BALANCED)
    }

    /// The same, judged by another tolerance.
    #[must_use]
    pub fn within(mut self, tolerance: f64) -> Self {
        (self.tolerance, self.balanced) = (tolerance, self.max_delta <= tolerance);
        let off = self.classes.0.iter().filter(|(_, class)| class.delta.abs() > tolerance);
        self.flags = off.map(|(name, _)| name.clone()).collect();
        self
    }

    /// The greatest deviation without its sign, with bounds.
    pub fn parity(&self) -> Interval {
        let amounts = self.classes.0.iter().map(|(_, class)| class.deviation().amount());
        greatest(amounts)
    }
}

/// The greatest of some amounts, bound by bound.
pub fn greatest(amounts: impl Iterator<Item = Interval>) -> Interval {
    amounts.fold(Interval { mean: 0.0, low: 0.0, high: 0.0 }, |all, one| Interval {
        mean: all.mean.max(one.mean),
        low: all.low.max(one.low),
        high: all.high.max(one.high),
    })
}

fn class_reports(
    names: &[String],
    players: usize,
    line_ups: &[LineUpSum<'_>],
) -> Ordered<ClassReport> {
    let target = 1.0 / players.max(1) as f64;
    let report = |(kind, name): (usize, &String)| {
        let strata = strata(line_ups, kind);
        let rate = strata.share();
        let report = ClassReport {
            entries: strata.entries(),
            wins: strata.sum().unsigned_abs(),
            rate,
            target,
            delta: rate.mean - target,
            low: rate.low - target,
            high: rate.high - target,
        };
        (report.entries > 0).then(|| (name.clone(), report))
    };
    Ordered(names.iter().enumerate().filter_map(report).collect())
}

fn strata(line_ups: &[LineUpSum<'_>], kind: usize) -> Strata {
    let mut strata = Strata::default();
    for line_up in line_ups {
        let seats = seats_of(line_up.kinds, kind);
        if let Some(moments) = line_up.sum.wins.get(kind).filter(|_| seats > 0) {
            strata.add(moments, seats);
        }
    }
    strata
}

/// At how many seats a kind sits.
pub fn seats_of(kinds: &[usize], kind: usize) -> u64 {
    kinds.iter().filter(|at| **at == kind).count() as u64
}

fn line_up_report(names: &[String], unit: &'static str, line_up: &LineUpSum<'_>) -> LineUpReport {
    let (kinds, sum) = (line_up.kinds, line_up.sum);
    let entry = |(kind, name): (usize, &String)| {
        let seats = seats_of(kinds, kind);
        let wins = sum.wins.get(kind)?.sum.unsigned_abs();
        let win_rate = Interval::of(wins, sum.games * seats);
        (seats > 0).then(|| (name.clone(), EntryReport { seats, wins, win_rate }))
    };
    LineUpReport {
        line_up: kinds.iter().filter_map(|kind| names.get(*kind).cloned()).collect(),
        games: sum.games,
        seed: line_up.seed,
        classes: Ordered(names.iter().enumerate().filter_map(entry).collect()),
        draws: sum.draws,
        unfinished: sum.unfinished,
        length: Length::of(unit, &sum.lengths),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moments;

    fn sum(games: u64, wins: &[i64]) -> BoutSum {
        let moments = |sum: &i64| Moments { count: games, sum: *sum, squares: sum.unsigned_abs() };
        BoutSum { games, wins: wins.iter().map(moments).collect(), ..BoutSum::default() }
    }

    /// Two classes, 100 matches a line-up: a against a, a against b (70 to 30), b against b.
    #[test]
    fn a_small_matrix_by_hand() {
        let sums = [sum(100, &[100]), sum(100, &[70, 30]), sum(100, &[0, 100])];
        let kinds = [&[0, 0][..], &[0, 1], &[1, 1]];
        let both = kinds.iter().zip(&sums);
        let line_ups: Vec<_> = both.map(|(kinds, sum)| LineUpSum { kinds, seed: 1, sum }).collect();
        let names = ["a".to_owned(), "b".to_owned()];
        let report = PlayersReport::new(&names, "turns", &line_ups);
        let a = &report.classes.0[0].1;
        assert_eq!((a.entries, a.wins, report.players), (300, 170, 2));
        assert!((a.delta - (170.0 / 300.0 - 0.5)).abs() < 1e-12);
        // Only a against b varies: 100 · 0.21 · 100/99, and a match of doubt for either line-up.
        let half = 1.959_963_984_540_054 * (21.0_f64 * 100.0 / 99.0 + 2.0).sqrt() / 300.0;
        assert!((a.high - a.delta - half).abs() < 1e-12, "{a:?}");
        assert!((report.spread - 40.0 / 300.0).abs() < 1e-12 && !report.balanced);
        assert!((report.parity().mean - report.max_delta).abs() < 1e-12);
        assert_eq!(report.line_ups[1].classes.0[1].1.wins, 30);
        assert_eq!(report.line_ups[0].classes.0.len(), 1);
    }
}
