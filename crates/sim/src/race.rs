//! The search of settings: candidates race on common seeds, and who is surely worse drops out.
//!
//! A round gives some candidates more matches; each round of a candidate is twice as long as its
//! last. Between heats the best stay, and places near them enter. What is played follows from the
//! seed and the results alone; whoever drives the race decides only when to stop.

use std::collections::BTreeSet;
use std::ops::Range;

use bout_core::{Dice, Seed};

use crate::knobs::{Knob, Point, grid_size, jump, neighbours, sample, whole_grid};
use crate::matrix::greatest;
use crate::{BoutSum, Candidate, CandidateStanding, Interval, LineUpSum, Moments, PlayersReport};

/// A grid of at most this size is raced as a whole.
const SMALL: u64 = 64;
/// Places of a greater grid that begin.
const FIRST: usize = 48;
/// How many stay from heat to heat, and how many enter.
const ELITE: usize = 6;
const ENTER: usize = 32;
/// Of those that enter, so many jump.
const JUMPS: usize = 12;
/// With no more candidates than this a heat ends early.
const FEW: usize = 3;
/// Levels of the first heat, and at most.
const FIRST_LEVELS: u32 = 3;
const LEVELS_MAX: u32 = 24;

/// What shall be played next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// By whom: indices of candidates.
    pub candidates: Vec<usize>,
    /// Which matches of every line-up.
    pub games: Range<u64>,
}

/// How to race.
#[derive(Clone, Debug)]
pub struct RaceRules {
    /// What may be turned.
    pub knobs: Vec<Knob>,
    /// The line-ups, by number of players.
    pub line_ups: Vec<Vec<usize>>,
    /// Matches per line-up in a candidate's first round.
    pub games: u64,
    /// The seed of the search.
    pub seed: u64,
    /// A best candidate whose upper bound is not above this ends the race.
    pub tolerance: f64,
    /// Matches may be so much longer than those of the base.
    pub max_length: Option<f64>,
}

/// A race.
pub struct Race {
    rules: RaceRules,
    names: Vec<String>,
    dice: Dice,
    seen: BTreeSet<Point>,
    /// Levels of this heat.
    top: u32,
    whole: bool,
    /// All that took part, the base first.
    pub candidates: Vec<Candidate>,
}

impl Race {
    /// The first heat: a small grid as a whole, else a sample of it; and the base.
    pub fn new(rules: RaceRules) -> Self {
        let mut dice = Dice::of(Seed(u128::from(rules.seed)), 0);
        let whole = grid_size(&rules.knobs) <= SMALL;
        let points: BTreeSet<Point> = if whole {
            whole_grid(&rules.knobs).into_iter().collect()
        } else {
            sample(&rules.knobs, FIRST, &mut dice)
        };
        let kinds = rules.line_ups.iter().flatten().max().map_or(0, |kind| kind + 1);
        let names = (0..kinds).map(|kind| kind.to_string()).collect();
        let seen = points.clone();
        let first = points.into_iter().map(|point| Candidate::new(Some(point)));
        let candidates = std::iter::once(Candidate::new(None)).chain(first).collect();
        Race { rules, names, dice, seen, top: FIRST_LEVELS, whole, candidates }
    }

    /// What may be turned.
    pub fn knobs(&self) -> &[Knob] {
        &self.rules.knobs
    }

    /// The next round; none if there is nothing more to find out.
    pub fn next_round(&mut self) -> Option<Round> {
        if self.is_decided() {
            return None;
        }
        if self.heat_is_over() {
            self.begin_heat();
        }
        let level = self.least_level().filter(|level| *level < LEVELS_MAX)?;
        let all = self.candidates.iter().enumerate();
        let racing = all.filter(|(_, one)| one.is_racing() && one.level == level);
        let games = |level: u32| self.rules.games.saturating_mul((1 << level) - 1);
        Some(Round {
            candidates: racing.map(|(at, _)| at).collect(),
            games: games(level)..games(level + 1),
        })
    }

    /// Counts a round: for each of its candidates the sums by line-up, or why there are none.
    pub fn take(&mut self, round: &Round, results: Vec<Result<Vec<BoutSum>, String>>) {
        for (at, result) in round.candidates.iter().zip(results) {
            match result {
                Ok(sums) => self.candidates[*at].add(&sums),
                Err(why) => self.candidates[*at].standing = CandidateStanding::Refused(why),
            }
            let (parity, lengths) = self.judge(&self.candidates[*at].sums);
            let one = &mut self.candidates[*at];
            (one.parity, one.lengths) = (parity, lengths);
        }
        self.drop_the_long();
        self.drop_the_worse();
    }

    /// The best candidate: the one whose upper bound is least.
    pub fn best(&self) -> Option<usize> {
        let played = self.candidates.iter().enumerate().filter(|(_, one)| one.counts());
        played.min_by(|(_, a), (_, b)| a.parity.high.total_cmp(&b.parity.high)).map(|(at, _)| at)
    }

    /// Whether the best one is surely within the tolerance.
    pub fn is_reached(&self) -> bool {
        self.best().is_some_and(|best| self.candidates[best].parity.high <= self.rules.tolerance)
    }

    fn is_decided(&self) -> bool {
        let racing = self.candidates.iter().filter(|one| one.is_racing()).count();
        let hopeless = |best: usize| self.candidates[best].parity.low > self.rules.tolerance;
        let is_last = self.whole && racing == 1;
        self.is_reached() || racing == 0 || (is_last && self.best().is_some_and(hopeless))
    }

    fn least_level(&self) -> Option<u32> {
        self.candidates.iter().filter(|one| one.is_racing()).map(|one| one.level).min()
    }

    fn heat_is_over(&self) -> bool {
        let racing = self.candidates.iter().filter(|one| one.is_racing()).count();
        let level = self.least_level().unwrap_or(0);
        level >= self.top || (!self.whole && racing <= FEW && level >= FIRST_LEVELS)
    }

    /// The best stay, places near them enter, and all may go one level further.
    fn begin_heat(&mut self) {
        self.top = (self.top + 1).min(LEVELS_MAX);
        if self.whole {
            return;
        }
        let ranked = self.ranked();
        for at in ranked.iter().skip(ELITE) {
            self.candidates[*at].standing = CandidateStanding::Aside;
        }
        let elite = ranked.into_iter().take(ELITE * 2);
        let elite: Vec<Point> = elite.filter_map(|at| self.candidates[at].point.clone()).collect();
        for point in self.proposals(&elite) {
            self.seen.insert(point.clone());
            self.candidates.push(Candidate::new(Some(point)));
        }
    }

    /// Who is still racing, the best first.
    fn ranked(&self) -> Vec<usize> {
        let racing = self.candidates.iter().enumerate().filter(|(_, one)| one.is_racing());
        let mut ranked: Vec<usize> = racing.map(|(at, _)| at).collect();
        let parity = |at: &usize| self.candidates[*at].parity.mean;
        ranked.sort_by(|a, b| parity(a).total_cmp(&parity(b)));
        ranked
    }

    /// New places: jumps among the elite, then steps from the best downwards.
    fn proposals(&mut self, elite: &[Point]) -> Vec<Point> {
        let knobs = &self.rules.knobs;
        let mut found: Vec<Point> = Vec::new();
        let is_new =
            |point: &Point, found: &[Point]| !self.seen.contains(point) && !found.contains(point);
        for _ in 0..JUMPS * 4 {
            let picks = [(); 3].map(|()| self.dice.pick(elite));
            let [Some(point), Some(from), Some(to)] = picks else { break };
            let next = jump(knobs, [point, from, to], &mut self.dice);
            if found.len() < JUMPS && is_new(&next, &found) {
                found.push(next);
            }
        }
        for point in elite.iter().take(ELITE).flat_map(|point| neighbours(knobs, point)) {
            if found.len() < ENTER && is_new(&point, &found) {
                found.push(point);
            }
        }
        found
    }

    fn judge(&self, sums: &[BoutSum]) -> (Interval, Vec<f64>) {
        let both = self.rules.line_ups.iter().zip(sums);
        let line_ups: Vec<_> = both.map(|(kinds, sum)| LineUpSum { kinds, seed: 0, sum }).collect();
        let by_players = line_ups.chunk_by(|a, b| a.kinds.len() == b.kinds.len());
        let parities =
            by_players.clone().map(|group| PlayersReport::new(&self.names, "", group).parity());
        let mean = |group: &[LineUpSum<'_>]| {
            let mut all = Moments::default();
            group.iter().for_each(|line_up| all.merge(&line_up.sum.length));
            all.mean()
        };
        (greatest(parities), by_players.map(mean).collect())
    }

    fn drop_the_long(&mut self) {
        let Some(ratio) = self.rules.max_length else { return };
        let base = self.candidates[0].lengths.clone();
        for one in self.candidates.iter_mut().skip(1).filter(|one| one.counts()) {
            if one.lengths.iter().zip(&base).any(|(length, base)| *length > base * ratio) {
                one.standing = CandidateStanding::TooLong;
            }
        }
    }

    fn drop_the_worse(&mut self) {
        let Some(best) = self.best() else { return };
        let bound = self.candidates[best].parity.high;
        for one in self.candidates.iter_mut().filter(|one| one.counts()) {
            if one.parity.low > bound {
                one.standing = CandidateStanding::Dropped;
            }
        }
    }
}
