//! One setting in a race.

use crate::{BoutSum, Interval, Moments, Point};

/// How a candidate stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CandidateStanding {
    /// Still in the race.
    Racing,
    /// Not among the best of its heat, though not surely worse.
    Aside,
    /// Surely worse than the best.
    Dropped,
    /// Its matches are too long.
    TooLong,
    /// The game does not take it.
    Refused(String),
}

/// One setting in the race.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its place in the grid; none for the base as it is.
    pub point: Option<Point>,
    /// Matches per line-up.
    pub games: u64,
    /// The greatest deviation of a class from its fair share, with bounds.
    pub parity: Interval,
    /// The mean length by number of players.
    pub lengths: Vec<f64>,
    /// How it stands.
    pub standing: CandidateStanding,
    pub(crate) level: u32,
    pub(crate) sums: Vec<BoutSum>,
}

impl Candidate {
    pub(crate) fn new(point: Option<Point>) -> Self {
        Candidate {
            point,
            games: 0,
            parity: Interval { mean: 1.0, low: 0.0, high: 1.0 },
            lengths: Vec::new(),
            standing: CandidateStanding::Racing,
            level: 0,
            sums: Vec::new(),
        }
    }

    pub(crate) fn is_racing(&self) -> bool {
        self.standing == CandidateStanding::Racing
    }

    /// Whether it has played and may be the best.
    pub(crate) fn counts(&self) -> bool {
        self.games > 0
            && matches!(self.standing, CandidateStanding::Racing | CandidateStanding::Aside)
    }

    pub(crate) fn add(&mut self, sums: &[BoutSum]) {
        self.sums.resize(sums.len(), BoutSum::default());
        for (all, more) in self.sums.iter_mut().zip(sums) {
            all.wins.resize(more.wins.len(), Moments::default());
            all.merge(more);
        }
        self.games = self.sums.first().map_or(0, |sum| sum.games);
        self.level += 1;
    }
}
