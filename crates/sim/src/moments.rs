//! Sums and squares of a whole-number figure, and the intervals that follow from them.

#![expect(clippy::cast_precision_loss, reason = "counts of matches are far below 2^52")]

use crate::Interval;
use crate::figures::Z;

/// How often a figure was seen, its sum and the sum of its squares; adding never depends on order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// How many values.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Moments {
    /// Takes one value more.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += value.unsigned_abs().pow(2);
    }

    /// Takes all values of another sum.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The variance of the sum, from that of the sample.
    pub fn variance_of_sum(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let (n, sum) = (i128::from(self.count), i128::from(self.sum));
        (n * i128::from(self.squares) - sum * sum) as f64 / (n - 1) as f64
    }

    /// The mean with its 95 % interval.
    pub fn interval(&self) -> Interval {
        let error = self.variance_of_sum().sqrt() / self.count.max(1) as f64;
        Interval::around(self.mean(), error)
    }
}

/// A total over several line-ups, each of which varies by itself: `sum / entries` with its interval.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strata {
    sum: i64,
    entries: u64,
    variance: f64,
    count: u64,
    /// Values beyond the first of each line-up: so many tell how they vary.
    spare: u64,
}

/// The doubt of a difference of shares, in matches squared: six matches that all went one way are
/// the fewest that say something.
const DOUBT: f64 = 9.0;
/// So many values beyond the first must tell how a figure varies before its interval is believed.
pub(crate) const SPARE_LEAST: u64 = 5;

impl Strata {
    /// Adds a line-up in which every match had `entries` of what is counted.
    pub fn add(&mut self, moments: &Moments, entries: u64) {
        self.sum += moments.sum;
        self.entries += moments.count * entries;
        self.variance += moments.variance_of_sum();
        self.count += 1;
        self.spare += moments.count.saturating_sub(1);
    }

    /// The sum of all.
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// Entries of all.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The quotient with its interval.
    pub fn interval(&self) -> Interval {
        self.with_variance(self.variance)
    }

    /// The same for a share, with a match's doubt for each line-up: of ten matches won all ten,
    /// nobody should believe that there are no others.
    pub fn share(&self) -> Interval {
        let Interval { mean, low, high } = self.with_variance(self.variance + self.count as f64);
        Interval { mean, low: low.max(0.0), high: high.min(1.0) }
    }

    /// The same for the difference of two shares.
    pub fn difference_of_shares(&self) -> Interval {
        let Interval { mean, low, high } = self.with_variance(self.variance + DOUBT);
        Interval { mean, low: low.max(-1.0), high: high.min(1.0) }
    }

    /// The same for the difference of two means; nothing where too few matches tell how they vary.
    pub fn difference(&self) -> Option<Interval> {
        (self.spare >= SPARE_LEAST).then(|| {
            // Student's quantile over the normal one: the first terms of its series (Fisher's).
            let (spare, square) = (self.spare as f64, Z * Z);
            let second = (5.0 * square * square + 16.0 * square + 3.0) / 96.0;
            let more = 1.0 + (square + 1.0) / (4.0 * spare) + second / (spare * spare);
            self.with_variance(self.variance * more * more)
        })
    }

    fn with_variance(&self, variance: f64) -> Interval {
        let entries = self.entries.max(1) as f64;
        Interval::around(self.sum as f64 / entries, variance.sqrt() / entries)
    }
}

impl Interval {
    /// A mean with its standard error, as a 95 % interval.
    pub fn around(mean: f64, error: f64) -> Self {
        Interval { mean, low: mean - Z * error, high: mean + Z * error }
    }

    /// Whether a difference is more than chance: 0 lies outside.
    pub fn is_significant(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// The interval of the amount without its sign.
    #[must_use]
    pub fn amount(&self) -> Self {
        let (a, b) = (self.low.abs(), self.high.abs());
        let low = if self.is_significant() { a.min(b) } else { 0.0 };
        Interval { mean: self.mean.abs(), low, high: a.max(b) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.add(*value));
        moments
    }

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-9
    }

    /// 1, 2, 3, 4: mean 2.5, sample variance 5/3, so that of the sum is 20/3.
    #[test]
    fn a_sample_by_hand() {
        let four = moments(&[1, 2, 3, 4]);
        assert!(close(four.mean(), 2.5) && close(four.variance_of_sum(), 20.0 / 3.0));
        let Interval { mean, low, high } = four.interval();
        let half = 1.959_963_984_540_054 * (5.0_f64 / 3.0 / 4.0).sqrt();
        assert!(close(mean, 2.5) && close(low, 2.5 - half) && close(high, 2.5 + half));
        let mut halves = moments(&[4, -2]);
        halves.merge(&moments(&[1]));
        assert_eq!(halves, moments(&[1, 4, -2]));
    }

    #[test]
    fn of_nothing_or_always_the_same_there_is_no_doubt() {
        for values in [&[][..], &[5], &[0, 0, 0], &[-7, -7]] {
            let interval = moments(values).interval();
            assert!(close(interval.low, interval.mean) && close(interval.high, interval.mean));
        }
        assert!(!moments(&[0, 0, 0]).interval().is_significant());
        assert!(moments(&[-7, -7]).interval().is_significant());
    }

    /// Two line-ups: 2 of 4 entries (two a match) without any doubt, and 2 of 4 with a variance of 4/3.
    #[test]
    fn line_ups_vary_by_themselves() {
        let mut strata = Strata::default();
        strata.add(&moments(&[1, 1]), 2);
        strata.add(&moments(&[1, 0, 0, 1]), 1);
        let half = |interval: Interval| interval.high - interval.mean;
        assert_eq!((strata.sum(), strata.entries()), (4, 8));
        assert!(close(strata.interval().mean, 0.5));
        assert!(close(half(strata.interval()), Z * (4.0_f64 / 3.0).sqrt() / 8.0));
        assert!(close(half(strata.share()), Z * (4.0_f64 / 3.0 + 2.0).sqrt() / 8.0));
    }

    #[test]
    fn a_few_matches_show_no_difference() {
        let strata = |values: &[i64]| {
            let mut strata = Strata::default();
            strata.add(&moments(values), 1);
            strata
        };
        for few in 1..=5 {
            let Interval { mean, low, high } = strata(&vec![-1; few]).difference_of_shares();
            assert!(close(mean, -1.0) && close(low, -1.0) && high > 0.0 && high <= 1.0, "{few}");
            assert_eq!(strata(&vec![7; few]).difference(), None);
        }
        assert!(strata(&[-1; 6]).difference_of_shares().is_significant());
        // 1 to 6: mean 3.5, variance 3.5; Student's quantile with 5 degrees of freedom is 2.5706.
        let found = strata(&[1, 2, 3, 4, 5, 6]).difference().unwrap();
        let half = 2.5706 * (3.5_f64 / 6.0).sqrt();
        assert!((found.high - 3.5 - half).abs() < 0.01 * half, "{found:?}");
    }

    #[test]
    fn amounts_have_no_sign() {
        let interval = |low, high| Interval { mean: f64::midpoint(low, high), low, high }.amount();
        assert_eq!(interval(-3.0, -1.0), Interval { mean: 2.0, low: 1.0, high: 3.0 });
        assert_eq!(interval(-3.0, 1.0), Interval { mean: 1.0, low: 0.0, high: 3.0 });
        assert_eq!(interval(1.0, 2.0), Interval { mean: 1.5, low: 1.0, high: 2.0 });
    }
}
