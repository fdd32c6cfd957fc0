//! Glicko-2: a rating with its uncertainty, moved by one match at a time.

/// Between the public scale and the one of the formulas.
const SCALE: f64 = 173.717_8;
/// How fast volatility itself may change.
const TAU: f64 = 0.5;
/// Where the search for the new volatility stops.
const EPSILON: f64 = 0.000_001;

/// A rating with more uncertainty than this is provisional. The schema's migrations know the number
/// too.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

/// How strong somebody is, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength; 1500 for a newcomer.
    pub rating: f64,
    /// The uncertainty of it; 350 for a newcomer.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

/// One result against an opponent: 1 won, ½ drew, 0 lost.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    /// The opponent's rating before the match.
    pub against: Rating,
    /// The points.
    pub points: f64,
}

impl Rating {
    /// Whether too little is known to put it on a leaderboard.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_DEVIATION
    }

    /// The rating after these results; unchanged without any.
    #[must_use]
    pub fn after(self, scores: &[Score]) -> Rating {
        if scores.is_empty() {
            return self;
        }
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        let (mut precision, mut pull) = (0.0, 0.0);
        for score in scores {
            let their_phi = score.against.deviation / SCALE;
            let g = 1.0 / (1.0 + 3.0 * their_phi.powi(2) / std::f64::consts::PI.powi(2)).sqrt();
            let their_mu = (score.against.rating - 1500.0) / SCALE;
            let expected = 1.0 / (1.0 + (-g * (mu - their_mu)).exp());
            precision += g * g * expected * (1.0 - expected);
            pull += g * (score.points - expected);
        }
        let variance = 1.0 / precision;
        let volatility = self.next_volatility(phi, variance, variance * pull);
        let widened = (phi * phi + volatility * volatility).sqrt();
        let phi = 1.0 / (1.0 / (widened * widened) + precision).sqrt();
        let rating = 1500.0 + SCALE * (mu + phi * phi * pull);
        Rating { rating, deviation: (SCALE * phi).min(350.0), volatility }
    }

    /// The root of the volatility equation, by the Illinois variant of false position.
    fn next_volatility(self, phi: f64, variance: f64, delta: f64) -> f64 {
        let start = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let e = x.exp();
            let spread = phi * phi + variance + e;
            e * (delta * delta - spread) / (2.0 * spread * spread) - (x - start) / (TAU * TAU)
        };
        let mut low = start;
        let beyond = delta * delta - phi * phi - variance;
        let mut high = if beyond > 0.0 { beyond.ln() } else { start - TAU };
        let mut steps = 1.0;
        while beyond <= 0.0 && f(high) < 0.0 && steps < 100.0 {
            steps += 1.0;
            high = start - steps * TAU;
        }
        let (mut f_low, mut f_high) = (f(low), f(high));
        for _ in 0..100 {
            if (high - low).abs() <= EPSILON {
                break;
            }
            let middle = low + (low - high) * f_low / (f_high - f_low);
            let f_middle = f(middle);
            if f_middle * f_high <= 0.0 {
                (low, f_low) = (high, f_high);
            } else {
                f_low /= 2.0;
            }
            (high, f_high) = (middle, f_middle);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the paper that defines the system.
    #[test]
    fn the_published_example() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let against = |rating, deviation, points| Score {
            against: Rating { rating, deviation, volatility: 0.06 },
            points,
        };
        let scores =
            [against(1400.0, 30.0, 1.0), against(1550.0, 100.0, 0.0), against(1700.0, 300.0, 0.0)];
        let after = player.after(&scores);
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn a_win_raises_and_a_loss_lowers_by_the_same() {
        let new = Rating::default();
        let won = new.after(&[Score { against: new, points: 1.0 }]);
        let lost = new.after(&[Score { against: new, points: 0.0 }]);
        assert!((won.rating - 1500.0 - (1500.0 - lost.rating)).abs() < 1e-9);
        assert!(won.deviation < 350.0);
        assert_eq!(new.after(&[]), new);
    }
}
