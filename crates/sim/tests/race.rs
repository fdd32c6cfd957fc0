//! The race finds the best of known candidates, and gives the same answer twice.

use bout_sim::{BoutSum, CandidateStanding, Knob, Moments, Race, RaceRules, Round};

fn rules(knobs: &[&str], tolerance: f64) -> RaceRules {
    RaceRules {
        knobs: knobs.iter().map(|knob| knob.parse::<Knob>().unwrap()).collect(),
        line_ups: vec![vec![0, 0], vec![0, 1], vec![1, 1]],
        games: 100,
        seed: 1,
        tolerance,
        max_length: None,
    }
}

/// A match between two classes in which the first wins `share` of a hundred.
fn sums(games: u64, share: u64, length: u64) -> Vec<BoutSum> {
    let wins = games * share / 100;
    let moments = |wins: u64| Moments { count: games, sum: wins.cast_signed(), squares: wins };
    let sum = |wins: Vec<u64>| BoutSum {
        games,
        wins: wins.into_iter().map(moments).collect(),
        length: Moments {
            count: games,
            sum: (games * length).cast_signed(),
            squares: games * length * length,
        },
        ..BoutSum::default()
    };
    vec![sum(vec![games, 0]), sum(vec![wins, games - wins]), sum(vec![0, games])]
}

/// Plays a race in which `share` tells how good a candidate's values are.
fn run(rules: RaceRules, share: impl Fn(&[i64]) -> Option<(u64, u64)>) -> (Race, Vec<Round>) {
    let (mut race, mut rounds) = (Race::new(rules), Vec::new());
    while let Some(round) = race.next_round().filter(|_| rounds.len() < 100) {
        let games = round.games.end - round.games.start;
        let result = |at: &usize| {
            let values = race.values(*at);
            let values: Vec<i64> = values.values().filter_map(serde_json::Value::as_i64).collect();
            let found = if values.is_empty() { Some((90, 10)) } else { share(&values) };
            found.map(|(share, length)| sums(games, share, length)).ok_or("no".to_owned())
        };
        let results = round.candidates.iter().map(result).collect();
        race.take(&round, results);
        rounds.push(round);
    }
    (race, rounds)
}

#[test]
fn a_small_grid_is_raced_as_a_whole() {
    let share = |values: &[i64]| Some((50 + values[0].unsigned_abs(), 10));
    let (race, rounds) = run(rules(&["a=0..40:5"], 0.005), share);
    let best = race.best().unwrap();
    assert_eq!(race.values(best)["a"], 0);
    assert!(race.is_reached());
    assert_eq!(rounds[0].candidates.len(), 10);
    assert_eq!(rounds[0].games, 0..100);
    assert_eq!(rounds[1].games, 100..300);
    let last = race.candidates.last().unwrap();
    assert_eq!((&last.standing, last.games), (&CandidateStanding::Dropped, 100));
    let best = &race.candidates[best];
    assert!(best.parity.low <= best.parity.mean && best.parity.mean <= best.parity.high);
}

#[test]
fn a_great_grid_is_climbed() {
    let share = |values: &[i64]| {
        let off: u64 = values.iter().map(|value| value.abs_diff(70)).sum();
        Some((50 + off.min(50), 10))
    };
    let knobs = ["a=0..100:1", "b=0..100:1", "c=0..100:1"];
    let (race, rounds) = run(rules(&knobs, 0.006), share);
    assert!(race.is_reached(), "{:?}", race.candidates[race.best().unwrap()]);
    assert_eq!(rounds, run(rules(&knobs, 0.006), share).1, "the same again");
}

#[test]
fn the_refused_and_the_long_are_left_out() {
    let share = |values: &[i64]| match values[0] {
        0 => Some((50, 100)),
        1 => None,
        _ => Some((60, 10)),
    };
    let rules = RaceRules { max_length: Some(1.5), ..rules(&["a=0..2"], 0.01) };
    let (race, _) = run(rules, share);
    let standings: Vec<_> = race.candidates.iter().map(|one| &one.standing).collect();
    assert_eq!(standings[1], &CandidateStanding::TooLong);
    assert_eq!(standings[2], &CandidateStanding::Refused("no".to_owned()));
    assert_eq!(race.values(race.best().unwrap())["a"], 2);
    let tried = race.tried();
    assert_eq!((tried[0].standing, tried.len()), ("best", 4));
}
