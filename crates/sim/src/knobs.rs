//! What a search may turn: keys of the config with the values they may take.

use std::collections::BTreeSet;
use std::str::FromStr;

use bout_core::Dice;
use serde_json::{Value, json};

/// The most values of one knob.
const VALUES_MAX: i64 = 10_000;

/// A key of the config and the values it may take.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// As for `--set`.
    pub key: String,
    /// In order.
    pub values: Vec<Value>,
}

/// A place in the grid of all knobs: for each the index of its value.
pub type Point = Vec<usize>;

impl FromStr for Knob {
    type Err = String;

    /// `key=FROM..TO:STEP` in whole numbers (step 1 if missing), or `key=A|B|…`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("knob '{text}': {why}");
        let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
        let (key, range) = pair.ok_or_else(|| wrong("key=FROM..TO:STEP expected"))?;
        let values = match range.split_once("..") {
            Some((from, rest)) => numbers(from, rest).map_err(|why| wrong(&why))?,
            None if range.contains('|') => range.split('|').map(word).collect(),
            None => return Err(wrong("FROM..TO:STEP, or values with | between them, expected")),
        };
        match (1..values.len()).find(|at| values[..*at].contains(&values[*at])) {
            Some(at) => Err(wrong(&format!("{} is given twice", values[at]))),
            None => Ok(Knob { key: key.to_owned(), values }),
        }
    }
}

fn word(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| json!(text))
}

fn numbers(from: &str, rest: &str) -> Result<Vec<Value>, String> {
    let (to, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let read =
        |text: &str| text.trim().parse::<i64>().map_err(|_| format!("'{text}' is no whole number"));
    let (from, to, step) = (read(from)?, read(to)?, read(step)?);
    if step <= 0 {
        return Err(format!("the step {step} is not above 0"));
    }
    if from > to {
        return Err(format!("{from} is above {to}"));
    }
    if to.checked_sub(from).is_none_or(|width| width / step >= VALUES_MAX) {
        return Err(format!("more than {VALUES_MAX} values"));
    }
    Ok((0..=(to - from) / step).map(|n| json!(from + n * step)).collect())
}

/// How many places the grid has; `u64::MAX` stands for more.
pub fn grid_size(knobs: &[Knob]) -> u64 {
    knobs.iter().fold(1, |size, knob| size.saturating_mul(knob.values.len() as u64))
}

/// Every place of a small grid.
pub fn whole_grid(knobs: &[Knob]) -> Vec<Point> {
    knobs.iter().fold(vec![Vec::new()], |points, knob| {
        let longer = |point: Point| {
            (0..knob.values.len()).map(move |value| [point.as_slice(), &[value]].concat())
        };
        points.into_iter().flat_map(longer).collect()
    })
}

/// Places that fill the grid evenly: along every knob, each part of its range has as many.
pub fn sample(knobs: &[Knob], count: usize, dice: &mut Dice) -> BTreeSet<Point> {
    let mut points = vec![Vec::new(); count];
    for knob in knobs {
        let mut order: Vec<usize> = (0..count).collect();
        dice.shuffle(&mut order);
        for (point, place) in points.iter_mut().zip(order) {
            point.push((2 * place + 1) * knob.values.len() / (2 * count));
        }
    }
    points.into_iter().collect()
}

/// The places one step away along one knob.
pub fn neighbours(knobs: &[Knob], point: &Point) -> Vec<Point> {
    let mut found = Vec::new();
    for (at, knob) in knobs.iter().enumerate() {
        let place = point[at];
        let steps = [place.checked_sub(1), Some(place + 1).filter(|p| *p < knob.values.len())];
        for step in steps.into_iter().flatten() {
            let mut next = point.clone();
            next[at] = step;
            found.push(next);
        }
    }
    found
}

/// From `point` as far as from `from` to `to`, and a random step besides.
pub fn jump(knobs: &[Knob], [point, from, to]: [&Point; 3], dice: &mut Dice) -> Point {
    let along = |at: usize, knob: &Knob, step: i64| {
        let [here, from, to] = [point, from, to].map(|point| point[at].cast_signed() as i64);
        let last = knob.values.len().cast_signed() as i64 - 1;
        usize::try_from((here + to - from + step).clamp(0, last)).unwrap_or(0)
    };
    let step = |dice: &mut Dice| i64::from(dice.below(3)) - 1;
    knobs.iter().enumerate().map(|(at, knob)| along(at, knob, step(dice))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bout_core::Seed;

    fn knob(text: &str) -> Knob {
        text.parse().unwrap()
    }

    #[test]
    fn knobs_are_read() {
        assert_eq!(knob("a.b=10..25:5").values, [10, 15, 20, 25].map(Value::from));
        assert_eq!(knob("a=-1..1").values, [-1, 0, 1].map(Value::from));
        assert_eq!(knob("a=1..4:2").values, [1, 3].map(Value::from));
        assert_eq!(knob("r=half_up|flat").values, ["half_up", "flat"].map(Value::from));
        assert_eq!(knob("r=true|false").values, [true, false].map(Value::from));
        let bad =
            ["a", "=1..2", "a=5", "a=1..x", "a=1..2:0", "a=1..2:-1", "a=3..2:1", "a=0..99999999"];
        for text in bad {
            assert!(text.parse::<Knob>().unwrap_err().contains(text), "{text}");
        }
    }

    #[test]
    fn grids() {
        let knobs = [knob("a=1..3"), knob("b=1..2")];
        assert_eq!(grid_size(&knobs), 6);
        assert_eq!(whole_grid(&knobs).len(), 6);
        assert_eq!(neighbours(&knobs, &vec![0, 1]), [vec![1, 1], vec![0, 0]]);
        assert_eq!(neighbours(&knobs, &vec![1, 0]).len(), 3);
        let dice = &mut Dice::of(Seed(1), 0);
        let far = jump(&knobs, [&vec![2, 1], &vec![0, 0], &vec![2, 1]], dice);
        assert!(far[0] <= 2 && far[1] <= 1);
    }

    #[test]
    fn a_sample_fills_every_range() {
        let knobs = [knob("a=0..99"), knob("b=0..9")];
        let points = sample(&knobs, 20, &mut Dice::of(Seed(1), 0));
        assert_eq!(points.len(), 20);
        let parts: BTreeSet<_> = points.iter().map(|point| point[0] / 5).collect();
        assert_eq!(parts.len(), 20);
        assert!((0..10).all(|value| points.iter().filter(|point| point[1] == value).count() == 2));
        assert_eq!(points, sample(&knobs, 20, &mut Dice::of(Seed(1), 0)));
    }
}
