//! From whole numbers to what people read: shares with intervals, means, quantiles.

#![expect(clippy::cast_precision_loss, reason = "counts of matches are far below 2^52")]

use bout_core::Figure;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The 97.5 % quantile of the normal distribution: intervals hold 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A share with its 95 % interval (Wilson's).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The share itself.
    pub mean: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

impl Interval {
    /// So many of so many; of none nothing is known.
    pub fn of(hits: u64, of: u64) -> Self {
        if of == 0 {
            return Interval { mean: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, share) = (of as f64, hits as f64 / of as f64);
        let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half =
            Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let (low, high) = ((middle - half).max(0.0), (middle + half).min(1.0));
        Interval { mean: share, low: low.min(share), high: high.max(share) }
    }
}

/// A distribution of whole numbers, in a few figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Length {
    /// In what it is counted.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub unit: &'static str,
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// One of twenty is not above this.
    pub p5: u64,
    /// The median.
    pub p50: u64,
    /// Nineteen of twenty are not above this.
    pub p95: u64,
    /// Ninety-nine of a hundred are not above this.
    pub p99: u64,
    /// The greatest.
    pub max: u64,
    /// How often values of each range occurred.
    pub histogram: Histogram,
}

/// How often values occurred, in ranges of equal width from 0 on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Histogram {
    /// How many values a range has.
    pub width: u64,
    /// How often its values occurred.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// At most so many ranges.
    const RANGES: usize = 40;

    fn of(counts: &[u64]) -> Self {
        let used = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
        let width = used.div_ceil(Self::RANGES).max(1);
        let counts = counts.iter().take(used).copied().collect::<Vec<_>>();
        let counts = counts.chunks(width).map(|range| range.iter().sum()).collect();
        Histogram { width: width as u64, counts }
    }
}

impl Length {
    /// The distribution in which value `i` occurred `counts[i]` times.
    pub fn of(unit: &'static str, counts: &[u64]) -> Self {
        let n: u64 = counts.iter().sum();
        let sum = |f: fn(f64) -> f64| -> f64 {
            let terms =
                counts.iter().enumerate().map(|(value, count)| f(value as f64) * *count as f64);
            terms.fold(0.0, |sum, term| sum + term)
        };
        let mean = sum(|value| value) / n.max(1) as f64;
        let square = sum(|value| value * value) / n.max(1) as f64;
        let sd = (square - mean * mean).max(0.0).sqrt();
        let max = counts.iter().rposition(|count| *count > 0).unwrap_or(0) as u64;
        let [p5, p50, p95, p99] = [5, 50, 95, 99].map(|percent| quantile(counts, percent));
        let histogram = Histogram::of(counts);
        Length { unit, mean, sd, p5, p50, p95, p99, max, histogram }
    }
}

/// The least value that is not below `percent` of all.
fn quantile(counts: &[u64], percent: u64) -> u64 {
    let n: u64 = counts.iter().sum();
    let mut seen = 0;
    let reached = |count: &u64| {
        seen += count;
        seen * 100 >= n * percent && seen > 0
    };
    counts.iter().position(reached).unwrap_or(0) as u64
}

/// A figure as JSON.
pub fn figure_json(figure: &Figure) -> Value {
    match figure {
        Figure::Count(n) => json!(n),
        Figure::Share { hits, of } => json!(Interval::of(*hits, *of)),
        Figure::Mean { of: 0, .. } => Value::Null,
        Figure::Mean { sum, of } => json!(*sum as f64 / *of as f64),
        Figure::Spread(counts) => spread(counts),
        Figure::Group(figures) => group_json(figures),
        Figure::List(figures) => figures.iter().map(figure_json).collect(),
        Figure::Text(text) => json!(text),
        Figure::Flags(flags) => json!(crate::flags::words(flags)),
    }
}

/// Named figures as a JSON object.
pub fn group_json(figures: &[(String, Figure)]) -> Value {
    let pairs = figures.iter().map(|(name, figure)| (name.clone(), figure_json(figure)));
    Value::Object(pairs.collect::<Map<_, _>>())
}

fn spread(counts: &[u64]) -> Value {
    let mut spread = json!(Length::of("", counts));
    let occurred = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let counts: Map<_, _> =
        occurred.map(|(value, count)| (value.to_string(), json!(count))).collect();
    spread["counts"] = Value::Object(counts);
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked values of the textbook formula, by hand.
    #[test]
    fn wilson() {
        let rows = [
            (5, 10, 0.2366, 0.7634),
            (0, 10, 0.0, 0.2775),
            (10, 10, 0.7225, 1.0),
            (1, 1000, 0.0002, 0.0056),
        ];
        for (hits, of, low, high) in rows {
            let interval = Interval::of(hits, of);
            assert!(
                (interval.low - low).abs() < 1e-4 && (interval.high - high).abs() < 1e-4,
                "{interval:?}"
            );
        }
        assert_eq!(Interval::of(0, 0), Interval { mean: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn distribution() {
        // 3, 3, 3, 5: mean 3.5, variance 0.75
        let length = Length::of("rounds", &[0, 0, 0, 3, 0, 1]);
        assert_eq!((length.mean, length.p50, length.p95, length.max), (3.5, 3, 5, 5));
        assert!((length.sd - 0.75_f64.sqrt()).abs() < 1e-12);
        assert_eq!(Length::of("rounds", &[]).max, 0);
    }

    #[test]
    fn figures_as_json() {
        assert_eq!(figure_json(&Figure::Mean { sum: 3, of: 2 }), json!(1.5));
        assert_eq!(figure_json(&Figure::Mean { sum: 3, of: 0 }), Value::Null);
        assert_eq!(figure_json(&Figure::Spread(vec![0, 2]))["counts"], json!({"1": 2}));
    }
}
