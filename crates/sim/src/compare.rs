//! Settings side by side, on the same seeds.

use bout_core::{Catalogued, Figure, Tally};
use serde::Serialize;
use serde_json::{Value, json};

use crate::figures::group_json;
use crate::leaves::{Leaf, Leaves, paired_error, united, words};
use crate::matrix::{BALANCED, seats_of};
use crate::moments::{Moments, SPARE_LEAST, Strata};
use crate::{BoutSum, Cell, CellSum, Interval, LineUpSum, Partial, PlayersReport};

/// A comparison, as it leaves the program.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The game's id.
    pub game: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// The settings; the first is the base.
    pub sets: Vec<SetReport>,
    /// Matches per line-up and setting.
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
    /// By number of players.
    pub players: Vec<PlayersComparison>,
}

/// One of the settings.
#[derive(Clone, Debug, Serialize)]
pub struct SetReport {
    /// Its name.
    pub name: String,
    /// The preset it builds on.
    pub preset: String,
    /// The changes to it.
    pub rules: Value,
    /// The whole config, of the first line-up.
    pub config: Value,
}

/// The settings with one number of players.
#[derive(Clone, Debug, Serialize)]
pub struct PlayersComparison {
    /// How many play.
    pub players: usize,
    /// What is compared.
    pub metrics: Vec<Metric>,
    /// The matrix of each setting.
    pub matrices: Vec<PlayersReport>,
    /// The game's own statistics of each setting, over all line-ups.
    pub stats: Vec<Value>,
}

/// One figure under every setting.
#[derive(Clone, Debug, Serialize)]
pub struct Metric {
    /// Its path in the report.
    pub metric: String,
    /// Whether it is a share, which people read in percent and points.
    pub share: bool,
    /// By setting; null where there is nothing to count.
    pub values: Vec<Value>,
    /// By setting after the first, where there is a difference of numbers.
    pub differences: Vec<Difference>,
}

/// A figure less that of the base.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The difference.
    pub mean: Option<f64>,
    /// Its lower bound.
    pub low: Option<f64>,
    /// Its upper bound.
    pub high: Option<f64>,
    /// Whether 0 lies outside the bounds; null where there are none.
    pub significant: Option<bool>,
}

impl From<Interval> for Difference {
    fn from(interval: Interval) -> Self {
        let Interval { mean, low, high } = interval;
        let significant = Some(interval.is_significant());
        Difference { mean: Some(mean), low: Some(low), high: Some(high), significant }
    }
}

impl Difference {
    fn plain(mean: Option<f64>) -> Self {
        Difference { mean, low: None, high: None, significant: None }
    }
}

impl PlayersComparison {
    /// Puts the cells of one number of players into words.
    pub fn new<G: Catalogued>(names: &[String], cells: &[Cell<G>], sums: Vec<CellSum<G>>) -> Self {
        let settings = cells.first().map_or(0, |cell| cell.bouts.len());
        let matrices: Vec<_> =
            (0..settings).map(|set| matrix_of(names, cells, &sums, set)).collect();
        let mut metrics = win_rates(names, cells, &sums, &matrices);
        metrics.extend(duels(names, cells, &sums));
        metrics.extend(spreads(&matrices));
        metrics.push(lengths(&sums, settings, G::LENGTH_UNIT));
        let blocks = Blocks::of(&sums);
        let games: u64 = sums.iter().map(|sum| sum.bouts[0].games).sum();
        let tallies = merged(sums);
        let figures: Vec<_> = tallies.iter().map(Tally::report).collect();
        metrics.extend(figures_of::<G>(&figures, games, &blocks));
        metrics.extend(lists_of::<G>(&figures, &matrices));
        PlayersComparison {
            players: cells.first().map_or(0, |cell| cell.kinds.len()),
            metrics,
            matrices,
            stats: figures.iter().map(|figures| group_json(figures)).collect(),
        }
    }
}

fn matrix_of<G: Catalogued>(
    names: &[String],
    cells: &[Cell<G>],
    sums: &[CellSum<G>],
    set: usize,
) -> PlayersReport {
    let line_up = |(cell, sum)| {
        let (cell, sum): (&Cell<G>, &CellSum<G>) = (cell, sum);
        LineUpSum { kinds: &cell.kinds, seed: cell.seed, sum: &sum.bouts[set] }
    };
    let line_ups: Vec<_> = cells.iter().zip(sums).map(line_up).collect();
    PlayersReport::new(names, G::LENGTH_UNIT, &line_ups)
}

/// Wins per entry by class, with paired differences.
fn win_rates<G: Catalogued>(
    names: &[String],
    cells: &[Cell<G>],
    sums: &[CellSum<G>],
    matrices: &[PlayersReport],
) -> Vec<Metric> {
    let mut metrics = Vec::new();
    for (kind, name) in names.iter().enumerate() {
        let rate = |matrix: &PlayersReport| {
            let class = matrix.classes.0.iter().find(|(class, _)| class == name)?;
            Some(json!(class.1.rate.mean))
        };
        let Some(values) = matrices.iter().map(rate).collect::<Option<Vec<_>>>() else { continue };
        let difference = |pair: usize| {
            let mut strata = Strata::default();
            for (cell, sum) in cells.iter().zip(sums) {
                let seats = seats_of(&cell.kinds, kind);
                let moments = sum.pairs[pair].wins.get(kind).filter(|_| seats > 0);
                moments.into_iter().for_each(|moments| strata.add(moments, seats));
            }
            strata.difference_of_shares().into()
        };
        let differences = (0..values.len() - 1).map(difference).collect();
        let metric = format!("win_rate_per_entry.{name}");
        metrics.push(Metric { metric, share: true, values, differences });
    }
    metrics
}

/// Wins of each class against each other, with paired differences; where there is but one pairing,
/// the win rates have told it.
fn duels<G: Catalogued>(names: &[String], cells: &[Cell<G>], sums: &[CellSum<G>]) -> Vec<Metric> {
    let mut metrics = Vec::new();
    for (cell, sum) in cells.iter().zip(sums).filter(|_| cells.len() > 1) {
        let &[kind, other] = cell.kinds.as_slice() else { continue };
        if kind == other {
            continue;
        }
        let strata = |moments: &Moments| {
            let mut strata = Strata::default();
            strata.add(moments, 1);
            strata
        };
        let difference = |moments: &Moments| strata(moments).difference_of_shares().into();
        metrics.push(Metric {
            metric: format!("duel.{}_against_{}", names[kind], names[other]),
            share: true,
            values: sum.bouts.iter().map(|bout| json!(bout.wins[kind].mean())).collect(),
            differences: sum.pairs.iter().map(|pair| difference(&pair.wins[kind])).collect(),
        });
    }
    metrics
}

fn spreads(matrices: &[PlayersReport]) -> Vec<Metric> {
    let metric = |name: &str, value: fn(&PlayersReport) -> f64| {
        let values: Vec<f64> = matrices.iter().map(value).collect();
        let differences =
            values.iter().skip(1).map(|x| Difference::plain(Some(x - values[0]))).collect();
        let values = values.iter().map(|x| json!(x)).collect();
        Metric { metric: name.to_owned(), share: true, values, differences }
    };
    vec![
        metric("parity.max_delta", |matrix| matrix.max_delta),
        metric("parity.spread", |matrix| matrix.spread),
    ]
}

/// The mean length, with paired differences.
fn lengths<G: Catalogued>(sums: &[CellSum<G>], settings: usize, unit: &str) -> Metric {
    let mean = |set: usize| {
        let mut all = Strata::default();
        sums.iter().for_each(|sum| all.add(&sum.bouts[set].length, 1));
        json!(all.interval().mean)
    };
    let difference = |pair: usize| {
        let mut all = Strata::default();
        sums.iter().for_each(|sum| all.add(&sum.pairs[pair].length, 1));
        match all.difference() {
            Some(interval) => interval.into(),
            None => Difference::plain(Some(all.interval().mean)),
        }
    };
    Metric {
        metric: format!("mean_{unit}"),
        share: false,
        values: (0..settings).map(mean).collect(),
        differences: (0..settings.saturating_sub(1)).map(difference).collect(),
    }
}

fn merged<G: Catalogued>(sums: Vec<CellSum<G>>) -> Vec<G::Tally> {
    let mut sums = sums.into_iter().map(|sum| sum.tallies);
    let mut all = sums.next().unwrap_or_default();
    for more in sums {
        all.iter_mut().zip(more).for_each(|(sum, more)| sum.merge(more));
    }
    all
}

/// Figures by line-up, setting and block.
struct Blocks(Vec<Vec<Vec<Leaves>>>);

impl Blocks {
    fn of<G: Catalogued>(sums: &[CellSum<G>]) -> Self {
        // Work that was stopped leaves blocks that nobody played.
        let played =
            |sum: &BoutSum| sum.blocks.iter().filter(|block| !block.is_empty()).cloned().collect();
        let settings = |sum: &CellSum<G>| sum.bouts.iter().map(played).collect();
        Blocks(sums.iter().map(settings).collect())
    }

    /// The error of a difference; nothing where the figure is not in every block.
    fn error(&self, leaf: &Leaf, set: usize) -> Option<f64> {
        let column = |blocks: &Vec<Leaves>| {
            let enough = blocks.len() as u64 > SPARE_LEAST;
            let found = blocks.iter().map(|block| block.like(leaf).filter(|_| enough));
            found.collect::<Option<Vec<_>>>()
        };
        let pairs = self.0.iter().map(|sets| Some((column(&sets[0])?, column(&sets[set])?)));
        paired_error(&pairs.collect::<Option<Vec<_>>>()?)
    }
}

/// Whether a comparison shows the figure at this path.
pub(crate) fn is_shown<G: Catalogued>(path: &str) -> bool {
    let matches = |shown: &&str| {
        path.strip_prefix(*shown).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    G::METRICS.is_empty() || G::METRICS.iter().any(matches)
}

fn figures_of<G: Catalogued>(
    figures: &[Vec<(String, Figure)>],
    games: u64,
    blocks: &Blocks,
) -> Vec<Metric> {
    let found = figures.iter().map(|figures| Leaves::of(figures, games, is_shown::<G>));
    let (sets, lists): (Vec<_>, Vec<_>) = found.unzip();
    let metric = |leaf: Leaf| {
        let value = |set: &Leaves| set.like(&leaf).and_then(|ratio| ratio.value());
        let values: Vec<Option<f64>> = sets.iter().map(value).collect();
        let difference = |set: usize| {
            let mean = values[set].zip(values[0]).map(|(x, base)| x - base);
            match mean.zip(blocks.error(&leaf, set)) {
                Some((mean, error)) => Interval::around(mean, error).into(),
                None => Difference::plain(mean),
            }
        };
        Metric {
            share: leaf.is_share,
            differences: (1..values.len()).map(difference).collect(),
            values: values.iter().map(|x| json!(x)).collect(),
            metric: leaf.path,
        }
    };
    united(lists).into_iter().map(metric).collect()
}

/// Lists of words, such as flags; the matrix has a flag of its own.
fn lists_of<G: Catalogued>(
    figures: &[Vec<(String, Figure)>],
    matrices: &[PlayersReport],
) -> Vec<Metric> {
    let sets: Vec<_> = figures.iter().map(|figures| words(figures)).collect();
    let base = sets.first().map(Vec::as_slice).unwrap_or_default();
    let metric = |(name, _): &(String, String)| {
        let text = |(set, matrix): (&Vec<(String, String)>, &PlayersReport)| {
            let found = set.iter().find(|(known, _)| known == name);
            let text = found.map(|(_, text)| text.clone()).unwrap_or_default();
            let parity = (name == "flags" && matrix.max_delta > BALANCED).then_some("parity");
            json!([parity.unwrap_or_default(), &text].join(" ").trim())
        };
        let values = sets.iter().zip(matrices).map(text).collect();
        Metric { metric: name.clone(), share: false, values, differences: Vec::new() }
    };
    base.iter().filter(|(name, _)| is_shown::<G>(name)).map(metric).collect()
}
