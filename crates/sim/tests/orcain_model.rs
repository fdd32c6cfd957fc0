//! The simulator against a model solved exactly: Orcain between two random players.

#![expect(clippy::cast_precision_loss, reason = "counts of matches are far below 2^52")]

use std::sync::Arc;

use bout_core::{BotSpec, Game};
use bout_orcain::{Config, Hand, Layout, Layouts, Orcain, resolve};
use bout_sim::{Batch, Interval, Limits};

const HP: usize = 11;
type Chances = [[f64; HP]; HP];

/// The chance of every pair of HP after a round from `(a, b)`, both players drawing uniformly.
fn round(layouts: &[Layout], a: u8, b: u8) -> Chances {
    let mut after = [[0.0; HP]; HP];
    let weight = 1.0 / (layouts.len() * layouts.len()) as f64;
    for x in layouts {
        for y in layouts {
            let [p, q] = (0..3).fold([a, b], |hp, slot| resolve(hp, [x[slot], y[slot]]));
            after[usize::from(p)][usize::from(q)] += weight;
        }
    }
    after
}

/// Chances of: knock-out, decided at the limit, sudden death, double knock-out; and the mean length.
fn solve() -> ([f64; 4], f64) {
    let layouts = Layouts::of(&Hand::default()).full;
    let mut now = [[0.0; HP]; HP];
    now[10][10] = 1.0;
    let (mut ends, mut length) = ([0.0; 4], 0.0);
    for number in 1..200 {
        let mut next = [[0.0; HP]; HP];
        for (a, b) in
            (0..HP).flat_map(|a| (0..HP).map(move |b| (a, b))).filter(|(a, b)| now[*a][*b] > 0.0)
        {
            let after = round(&layouts, a as u8, b as u8);
            for (p, q) in (0..HP).flat_map(|p| (0..HP).map(move |q| (p, q))) {
                let chance = now[a][b] * after[p][q];
                let end = match (p, q) {
                    (0, 0) => 3,
                    (0, _) | (_, 0) => 0,
                    _ if number > 3 && p != q => 2,
                    _ if number == 3 && p != q => 1,
                    _ => {
                        next[p][q] += chance;
                        continue;
                    }
                };
                ends[end] += chance;
                length += chance * f64::from(number);
            }
        }
        now = next;
    }
    (ends, length)
}

fn played(games: u64) -> (Vec<(&'static str, u64)>, f64) {
    let config = Config { step_first_ms: 0, step_ms: 0, ..Config::default() };
    let game = Arc::new(Orcain::new(config, &()).unwrap());
    let bots = vec![BotSpec::plain("random")];
    let batch = Batch { games, seed: 4, threads: 2, bots, limits: Limits::of::<Orcain>() };
    let sum = batch.run(&game, &|_| {}).unwrap();
    let rounds: u64 = sum.lengths.iter().zip(0..).map(|(n, length)| n * length).sum();
    (sum.endings, rounds as f64 / games as f64)
}

/// Five standard errors, so that a right program fails once in a million seeds; this seed is fixed.
#[test]
fn a_batch_agrees_with_the_solved_model() {
    let games = 200_000;
    let (ends, mean) = solve();
    assert!((ends.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{ends:?}");
    let (endings, rounds) = played(games);
    for (name, chance) in
        ["knockout", "round_limit", "sudden_death", "double_knockout"].iter().zip(ends)
    {
        let hits = endings.iter().find(|(ending, _)| ending == name).map_or(0, |(_, hits)| *hits);
        let error = (chance * (1.0 - chance) / games as f64).sqrt();
        let found = hits as f64 / games as f64;
        assert!(
            (found - chance).abs() <= 5.0 * error + 1e-12,
            "{name}: {found}, expected {chance}"
        );
    }
    assert!(
        (rounds - mean).abs() < 5.0 * 0.75 / (games as f64).sqrt(),
        "{rounds}, expected {mean}"
    );
}

#[test]
fn seats_are_worth_the_same() {
    let config = Config { step_first_ms: 0, step_ms: 0, ..Config::default() };
    let game = Arc::new(Orcain::new(config, &()).unwrap());
    let run = |bots: [&str; 2]| {
        let bots = bots.map(BotSpec::plain).to_vec();
        let batch =
            Batch { games: 40_000, seed: 5, threads: 2, bots, limits: Limits::of::<Orcain>() };
        batch.run(&game, &|_| {}).unwrap().seats
    };
    let there = run(["random", "random_blank"]);
    let back = run(["random_blank", "random"]);
    let [a, b] = [there[0].wins, back[1].wins].map(|wins| Interval::of(wins, 40_000));
    assert!(a.low < b.high && b.low < a.high, "swapping seats mirrors the result: {a:?} {b:?}");
    assert!(a.low > 0.5, "three cards beat blanks: {a:?}");
}
