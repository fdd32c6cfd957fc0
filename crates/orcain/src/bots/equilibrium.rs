//! How to play so that nobody can do better against it (rules 10, `optimal`).
//!
//! A round is a matrix game between layouts, whose payoffs are the values of the rounds after it. So
//! the last round is solved first. Sudden death refers to itself: its value is what it is worth with
//! ever more rounds of it allowed.

#![expect(clippy::float_arithmetic, reason = "odds of a computer player; no rule reads them")]

use std::sync::{Arc, Mutex, PoisonError};

use super::matrix::{Mixed, solve};
use crate::Config;
use crate::apply::step::resolve;
use crate::card::{Hand, Layout, Layouts, SLOTS};
use crate::config::MAX_HP;

/// Values that differ by less are the same.
const SAME: f64 = 1e-12;
/// Sudden death is not looked at further ahead than this.
const SUDDEN_DEATH_MAX: u32 = 1000;
/// Solutions that are kept.
const KEPT_MAX: usize = 32;

/// By both sides' HP.
type Table = [[f64; LEVELS]; LEVELS];
const LEVELS: usize = MAX_HP as usize + 1;

/// What is to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    hands: [Hand; 2],
    rounds: u32,
    cap: u32,
}

impl Question {
    fn new(hands: [Hand; 2], config: &Config) -> Self {
        Question { hands, rounds: config.rounds_per_match, cap: config.sudden_death_cap }
    }
}

/// The solution of a match for the side of the first hand.
#[derive(Debug)]
pub struct Equilibrium {
    question: Question,
    layouts: [Vec<Layout>; 2],
    /// Values at the start of the last round, of the one before it, and so on, until they no longer
    /// change.
    rounds: Vec<Table>,
    /// Values of sudden death at equal HP with 0, 1, … rounds of it to come, until they no longer
    /// change.
    sudden: Vec<[f64; LEVELS]>,
}

/// What to play in one situation.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    /// Chances to win less chances to lose.
    pub value: f64,
    /// The layouts that are played, with their odds.
    pub layouts: Vec<(Layout, f64)>,
}

impl Equilibrium {
    /// The solution for these hands under these settings; solved once. `None` where `stopped` says so
    /// before it is found.
    pub fn of(
        hands: [Hand; 2],
        config: &Config,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Arc<Equilibrium>> {
        static KEPT: Mutex<Vec<Arc<Equilibrium>>> = Mutex::new(Vec::new());
        let question = Question::new(hands, config);
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().iter().find(|known| known.question == question) {
            return Some(Arc::clone(known));
        }
        // Nobody waits for the lock while this is solved; two who solve the same find the same.
        let solved = Arc::new(Equilibrium::new(question, stopped)?);
        let mut kept = kept();
        if kept.len() >= KEPT_MAX {
            kept.remove(0);
        }
        kept.push(Arc::clone(&solved));
        Some(solved)
    }

    /// Whether it is the solution for these.
    pub(super) fn is_for(&self, hands: [Hand; 2], config: &Config) -> bool {
        self.question == Question::new(hands, config)
    }

    fn new(question: Question, stopped: &dyn Fn() -> bool) -> Option<Self> {
        let layouts = question.hands.map(|hand| Layouts::of(&hand).all);
        let (rounds, sudden) = (Vec::new(), vec![[0.0; LEVELS]]);
        let mut solution = Equilibrium { question, layouts, rounds, sudden };
        solution.solve_sudden_death(stopped)?;
        solution.solve_rounds(stopped)?;
        Some(solution)
    }

    /// Value iteration from 0.
    fn solve_sudden_death(&mut self, stopped: &dyn Fn() -> bool) -> Option<()> {
        let most = if self.question.cap == 0 { SUDDEN_DEATH_MAX } else { self.question.cap };
        for to_come in 1..=most.min(SUDDEN_DEATH_MAX) {
            let after = |hp| decided(hp).unwrap_or_else(|| self.sudden_with(to_come - 1, hp[0]));
            let mut values = [0.0; LEVELS];
            for hp in 1..=MAX_HP {
                if stopped() {
                    return None;
                }
                values[usize::from(hp)] = self.solve_with([hp; 2], &after).value;
            }
            if self.sudden.last().is_some_and(|before| are_same(before, &values)) {
                break;
            }
            self.sudden.push(values);
        }
        Some(())
    }

    /// What sudden death is worth at equal HP with so many rounds of it to come.
    fn sudden_with(&self, to_come: u32, hp: u8) -> f64 {
        let at = (to_come as usize).min(self.sudden.len() - 1);
        self.sudden[at][usize::from(hp)]
    }

    /// From the last round to the first. Between equal hands the one side's values are the other's
    /// with the sign turned.
    fn solve_rounds(&mut self, stopped: &dyn Fn() -> bool) -> Option<()> {
        let alike = self.question.hands[0] == self.question.hands[1];
        for round in (1..=self.question.rounds).rev() {
            let mut table = [[0.0; LEVELS]; LEVELS];
            let levels = || 1..=MAX_HP;
            let pairs = levels().flat_map(|own| levels().map(move |other| [own, other]));
            for hp in pairs.filter(|[own, other]| !alike || own < other) {
                if stopped() {
                    return None;
                }
                let value = self.solve_at(round, hp).value;
                let [own, other] = hp.map(usize::from);
                table[own][other] = value;
                if alike {
                    table[other][own] = -value;
                }
            }
            let before = self.rounds.last();
            if before.is_some_and(|old| are_same(old.as_flattened(), table.as_flattened())) {
                break;
            }
            self.rounds.push(table);
        }
        Some(())
    }

    /// What the match is worth after a round, with this HP.
    fn after(&self, round: u32, hp: [u8; 2]) -> f64 {
        let Question { rounds, cap, .. } = self.question;
        if hp.contains(&0) {
            return sign(hp);
        }
        if round < rounds {
            let at = (rounds - round - 1) as usize;
            let table = self.rounds.get(at).or(self.rounds.last());
            return table.map_or(0.0, |table| table[usize::from(hp[0])][usize::from(hp[1])]);
        }
        let to_come = if cap == 0 { u32::MAX } else { (rounds + cap).saturating_sub(round) };
        decided(hp).unwrap_or_else(|| self.sudden_with(to_come, hp[0]))
    }

    fn solve_at(&self, round: u32, hp: [u8; 2]) -> Mixed {
        self.solve_with(hp, &|after| self.after(round, after))
    }

    /// Solves one round; layouts that come to the same thing are played as the first of them.
    fn solve_with(&self, hp: [u8; 2], worth: &dyn Fn([u8; 2]) -> f64) -> Mixed {
        let [own, other] = &self.layouts;
        let mut values = [[None; LEVELS]; LEVELS];
        let mut value = |own: &Layout, other: &Layout| {
            let after = played(hp, own, other);
            let known: &mut Option<f64> = &mut values[usize::from(after[0])][usize::from(after[1])];
            *known.get_or_insert_with(|| worth(after))
        };
        let row =
            |own: &Layout| -> Vec<f64> { other.iter().map(|other| value(own, other)).collect() };
        let all: Vec<Vec<f64>> = own.iter().map(row).collect();
        let (firsts, rows) = distinct(all);
        let (_, columns) = distinct(turned(&rows));
        let solved = solve(&turned(&columns));
        let mut odds = vec![0.0; own.len()];
        firsts.iter().zip(solved.rows).for_each(|(at, share)| odds[*at] = share);
        Mixed { value: solved.value, rows: odds }
    }

    /// What to play in this round, with the own HP first.
    pub fn mix(&self, round: u32, hp: [u8; 2]) -> Mix {
        let Mixed { value, rows } = self.solve_at(round, hp.map(|hp| hp.clamp(1, MAX_HP)));
        let played = self.layouts[0].iter().copied().zip(rows).filter(|(_, odds)| *odds > SAME);
        Mix { value, layouts: played.collect() }
    }
}

fn are_same(before: &[f64], now: &[f64]) -> bool {
    before.iter().zip(now).all(|(before, now)| (now - before).abs() < SAME)
}

/// HP after the three steps.
fn played(hp: [u8; 2], own: &Layout, other: &Layout) -> [u8; 2] {
    (0..SLOTS).fold(hp, |hp, step| resolve(hp, [own[step], other[step]]))
}

fn sign(hp: [u8; 2]) -> f64 {
    f64::from(i8::from(hp[0] > hp[1]) - i8::from(hp[0] < hp[1]))
}

/// The verdict at the limit, unless sudden death follows.
fn decided(hp: [u8; 2]) -> Option<f64> {
    (hp[0] != hp[1] || hp[0] == 0).then(|| sign(hp))
}

/// Rows that differ, and where each stood first.
fn distinct(rows: Vec<Vec<f64>>) -> (Vec<usize>, Vec<Vec<f64>>) {
    let mut found: (Vec<usize>, Vec<Vec<f64>>) = Default::default();
    for (at, row) in rows.into_iter().enumerate() {
        if !found.1.contains(&row) {
            found.0.push(at);
            found.1.push(row);
        }
    }
    found
}

fn turned(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = rows.first().map_or(0, Vec::len);
    (0..columns).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Card::{self, Attack, Counter, Defense, Heal};

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-9
    }

    fn solution(hands: [[Card; 4]; 2], config: &Config) -> Arc<Equilibrium> {
        Equilibrium::of(hands.map(Hand), config, &|| false).unwrap()
    }

    const USUAL: [Card; 4] = [Attack, Defense, Heal, Counter];
    const HARD: [Card; 4] = [Attack, Attack, Heal, Counter];

    /// Nobody can answer with a layout that wins more than the value, in any situation.
    #[test]
    fn no_layout_beats_the_mix() {
        let usual = solution([USUAL; 2], &Config::default());
        for (round, hp) in [(1, [10, 10]), (2, [3, 7]), (3, [10, 9]), (3, [1, 1]), (7, [4, 4])] {
            let Mix { value, layouts } = usual.mix(round, hp);
            assert!(near(layouts.iter().map(|(_, odds)| odds).sum(), 1.0));
            for answer in &usual.layouts[1] {
                let won = |(own, odds): &(Layout, f64)| {
                    odds * usual.after(round, played(hp, own, answer))
                };
                let won: f64 = layouts.iter().map(won).sum();
                assert!(won > value - 1e-9, "{answer:?} at {hp:?} in round {round}: {won} {value}");
            }
        }
    }

    #[test]
    fn both_sides_agree_on_the_value() {
        for config in [Config::default(), Config { sudden_death_cap: 2, ..Config::default() }] {
            let own = solution([HARD, USUAL], &config);
            let other = solution([USUAL, HARD], &config);
            for (round, hp) in [(1, [10, 10]), (2, [5, 8]), (3, [2, 2]), (4, [3, 3])] {
                let (a, b) = (own.mix(round, hp).value, other.mix(round, [hp[1], hp[0]]).value);
                assert!(near(a, -b), "round {round} at {hp:?}: {a} {b}");
            }
        }
        let usual = solution([USUAL; 2], &Config::default());
        assert!(near(usual.mix(1, [10, 10]).value, 0.0));
        assert!(usual.mix(1, [10, 8]).value > 0.1);
    }

    /// Who can only attack, against who can only heal at full HP, with one round to play: every attack
    /// tells, and one of them decides.
    #[test]
    fn a_match_that_is_won_is_worth_1() {
        let config = Config { rounds_per_match: 1, ..Config::default() };
        let bully = solution([[Attack; 4], [Heal; 4]], &config);
        assert!(near(bully.mix(1, [10, 10]).value, 1.0));
        let patient = solution([[Heal; 4], [Defense; 4]], &config);
        assert!(near(patient.mix(1, [10, 10]).value, 0.0), "sudden death without end is no win");
        assert!(near(patient.mix(1, [9, 10]).value, 0.0), "one heal draws level");
    }

    /// The value of endless sudden death is the limit of ever longer ones.
    #[test]
    fn sudden_death_is_what_longer_ones_tend_to() {
        let value = |cap: u32| {
            let config = Config { sudden_death_cap: cap, ..Config::default() };
            solution([HARD, USUAL], &config).mix(3, [5, 5]).value
        };
        let endless = value(0);
        let gaps = [1, 4, 16].map(|cap| (value(cap) - endless).abs());
        assert!(gaps[0] >= gaps[1] && gaps[1] >= gaps[2] && gaps[2] < 1e-3, "{gaps:?}");
    }
}
