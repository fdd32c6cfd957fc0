//! A game's statistics as a plain list of named quotients, so that settings can be compared.

#![expect(clippy::cast_precision_loss, reason = "counts of matches are far below 2^52")]

use std::collections::BTreeMap;

use bout_core::Figure;

/// A figure that is a sum over a number of things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    /// The sum.
    pub sum: i64,
    /// Over how many.
    pub of: u64,
}

impl Ratio {
    /// The quotient; nothing of nothing.
    pub fn value(&self) -> Option<f64> {
        (self.of > 0).then(|| self.sum as f64 / self.of as f64)
    }

    /// Adds another part of the same figure.
    pub fn merge(&mut self, other: Ratio) {
        self.sum += other.sum;
        self.of += other.of;
    }
}

/// A figure by its path.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// Names from the outermost group inwards, with dots between them.
    pub path: String,
    /// What it is.
    pub ratio: Ratio,
    /// Whether it is a share, shown in percent.
    pub is_share: bool,
    /// Whether it counts what happened: a report that does not name it has none.
    pub is_count: bool,
}

/// Every number of a report by its path; counts are taken per match, lists are left out.
#[derive(Clone, Debug, Default)]
pub struct Leaves {
    games: u64,
    found: BTreeMap<String, Ratio>,
}

impl Leaves {
    /// Those of a report of so many matches that are wanted.
    pub fn of(
        figures: &[(String, Figure)],
        games: u64,
        wanted: impl Fn(&str) -> bool,
    ) -> (Leaves, Vec<Leaf>) {
        let mut list = Vec::new();
        gather("", figures, games, &mut list);
        list.retain(|leaf| wanted(&leaf.path));
        let found = list.iter().map(|leaf| (leaf.path.clone(), leaf.ratio)).collect();
        (Leaves { games, found }, list)
    }

    /// Whether no match was counted.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The figure of that name.
    pub fn like(&self, leaf: &Leaf) -> Option<Ratio> {
        let none = leaf.is_count.then_some(Ratio { sum: 0, of: self.games });
        self.found.get(&leaf.path).copied().or(none)
    }
}

/// All that stand in any of the lists, each once, in an order that keeps that of every list.
pub fn united(lists: Vec<Vec<Leaf>>) -> Vec<Leaf> {
    let mut all: Vec<Leaf> = Vec::new();
    for list in lists {
        let mut at = 0;
        for leaf in list {
            match all.iter().position(|known| known.path == leaf.path) {
                Some(known) => at = known + 1,
                None => {
                    all.insert(at, leaf);
                    at += 1;
                }
            }
        }
    }
    all
}

fn gather(above: &str, figures: &[(String, Figure)], games: u64, found: &mut Vec<Leaf>) {
    for (name, figure) in figures {
        let path = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        let is_share = matches!(figure, Figure::Share { .. });
        let ratio = match figure {
            Figure::Group(figures) => {
                gather(&path, figures, games, found);
                continue;
            }
            Figure::List(_) | Figure::Text(_) | Figure::Flags(_) => continue,
            Figure::Count(n) => Ratio { sum: n.cast_signed(), of: games },
            Figure::Share { hits, of } => Ratio { sum: hits.cast_signed(), of: *of },
            Figure::Mean { sum, of } => Ratio { sum: *sum, of: *of },
            Figure::Spread(counts) => spread(counts),
        };
        let is_count = matches!(figure, Figure::Count(_));
        found.push(Leaf { path, ratio, is_share, is_count });
    }
}

fn spread(counts: &[u64]) -> Ratio {
    let sum: u64 = counts.iter().zip(0..).map(|(count, value)| count * value).sum();
    Ratio { sum: sum.cast_signed(), of: counts.iter().sum() }
}

/// The lists of words in a report by their path, each in one line.
pub fn words(figures: &[(String, Figure)]) -> Vec<(String, String)> {
    let list = |(name, figure): &(String, Figure)| {
        if let Figure::Flags(flags) = figure {
            return Some((name.clone(), crate::flags::words(flags).join(" ")));
        }
        let Figure::List(items) = figure else { return None };
        let texts = items.iter().map(|item| match item {
            Figure::Text(text) => Some(text.as_str()),
            _ => None,
        });
        Some((name.clone(), texts.collect::<Option<Vec<_>>>()?.join(" ")))
    };
    figures.iter().filter_map(list).collect()
}

/// The blocks of a line-up: of the base, and of what is compared with it.
pub type Pairs = (Vec<Ratio>, Vec<Ratio>);

/// The standard error of the difference of two quotients that were counted in pairs of blocks;
/// a list of blocks per line-up. Nothing where there are too few blocks.
pub fn paired_error(line_ups: &[Pairs]) -> Option<f64> {
    let total = |side: fn(&Pairs) -> &Vec<Ratio>| {
        let mut sum = Ratio::default();
        line_ups.iter().flat_map(side).for_each(|block| sum.merge(*block));
        Some((sum.value()?, sum.of as f64))
    };
    let (base, other) = (total(|pair| &pair.0)?, total(|pair| &pair.1)?);
    let pull =
        |block: &Ratio, (rate, of): (f64, f64)| (block.sum as f64 - rate * block.of as f64) / of;
    let mut variance = 0.0;
    for (ours, theirs) in line_ups {
        let n = ours.len() as f64;
        if ours.len() < 2 || theirs.len() != ours.len() {
            return None;
        }
        let pulls = ours.iter().zip(theirs).map(|(a, b)| pull(b, other) - pull(a, base));
        let pulls: Vec<f64> = pulls.collect();
        let mean = pulls.iter().sum::<f64>() / n;
        variance += pulls.iter().map(|pull| (pull - mean).powi(2)).sum::<f64>() * n / (n - 1.0);
    }
    Some(variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratios(rows: &[(i64, u64)]) -> Vec<Ratio> {
        rows.iter().map(|(sum, of)| Ratio { sum: *sum, of: *of }).collect()
    }

    #[test]
    fn paths_of_figures() {
        let figures = vec![
            ("a".to_owned(), Figure::Count(6)),
            ("b".to_owned(), Figure::group([("c", Figure::Share { hits: 1, of: 4 })])),
            ("d".to_owned(), Figure::Spread(vec![1, 0, 3])),
            (
                "e".to_owned(),
                Figure::List(vec![Figure::Text("x".into()), Figure::Text("y".into())]),
            ),
            ("f".to_owned(), Figure::List(vec![Figure::Count(1)])),
        ];
        let (all, found) = Leaves::of(&figures, 3, |_| true);
        let paths: Vec<_> = found.iter().map(|leaf| (leaf.path.as_str(), leaf.ratio)).collect();
        let ratio = |sum, of| Ratio { sum, of };
        assert_eq!(paths, [("a", ratio(6, 3)), ("b.c", ratio(1, 4)), ("d", ratio(6, 4))]);
        assert_eq!(words(&figures), [("e".to_owned(), "x y".to_owned())]);
        let missing = |is_count| Leaf { path: "z".into(), is_count, ..found[0].clone() };
        assert_eq!(all.like(&missing(true)), Some(ratio(0, 3)), "what nobody counted is none");
        assert_eq!(all.like(&missing(false)), None);
        assert_eq!(all.like(&found[1]), Some(ratio(1, 4)));
    }

    #[test]
    fn lists_are_united_in_order() {
        let list = |paths: &str| {
            let leaf = |path: char| Leaf {
                path: path.to_string(),
                ratio: Ratio::default(),
                is_share: false,
                is_count: true,
            };
            paths.chars().map(leaf).collect::<Vec<_>>()
        };
        for (lists, expected) in [
            (vec!["acd", "abce"], "abced"),
            (vec!["", "ab"], "ab"),
            (vec!["bc", "abc", "bcd"], "abcd"),
        ] {
            let all = united(lists.iter().map(|paths| list(paths)).collect());
            let paths: String = all.iter().map(|leaf| leaf.path.as_str()).collect();
            assert_eq!(paths, expected, "{lists:?}");
        }
    }

    /// With equal blocks it is the textbook's paired error: differences 0, 1, 0, 1 of blocks of 10
    /// matches have a sample deviation of √(1/3), so the mean of 40 has the error √(1/3)·2/40.
    #[test]
    fn paired_error_by_hand() {
        let base = ratios(&[(5, 10), (6, 10), (5, 10), (4, 10)]);
        let other = ratios(&[(5, 10), (7, 10), (5, 10), (5, 10)]);
        let error = paired_error(&[(base.clone(), other)]).unwrap();
        assert!((error - (1.0_f64 / 3.0).sqrt() * 2.0 / 40.0).abs() < 1e-12, "{error}");
        assert!(paired_error(&[(base.clone(), base.clone())]).unwrap() < 1e-12);
        assert_eq!(paired_error(&[(ratios(&[(1, 1)]), ratios(&[(1, 1)]))]), None);
        assert_eq!(paired_error(&[(ratios(&[(0, 0); 2]), base)]), None);
    }
}
