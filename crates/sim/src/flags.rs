//! Which flags are raised: the one place where win rates are judged.

#![expect(clippy::cast_precision_loss, reason = "counts of matches are far below 2^52")]

use bout_core::{Band, Flag};
use serde::Serialize;

use crate::Interval;

/// A flag that is raised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RaisedFlag {
    /// What kind of thing, such as `class` or `swingy`.
    pub kind: String,
    /// Which one, where there are several.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The figures, where it is about a win rate.
    #[serde(flatten)]
    pub rate: Option<FlagRate>,
}

/// A win rate outside its tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FlagRate {
    /// The win rate.
    #[serde(rename = "win_rate")]
    pub won: Interval,
    /// The fair share.
    pub fair: f64,
    /// How far off the fair share it may be.
    pub tolerance: f64,
}

impl RaisedFlag {
    /// The flag in one word, such as `class:heavy`.
    pub fn word(&self) -> String {
        if self.name.is_empty() {
            self.kind.clone()
        } else {
            format!("{}:{}", self.kind, self.name)
        }
    }

    /// A win rate raises a flag if it is outside its tolerance and the fair share is outside its
    /// interval: a handful of matches proves nothing.
    fn of(band: &Band) -> Option<Self> {
        let (fair, tolerance) = (1.0 / band.parts as f64, f64::from(band.tolerance) / 100.0);
        let won = Interval::of(band.hits, band.of);
        let by_chance = (won.low..=won.high).contains(&fair);
        if band.of == 0 || by_chance || !is_outside(band) {
            return None;
        }
        let rate = Some(FlagRate { won, fair, tolerance });
        Some(RaisedFlag { kind: band.subject.name().to_owned(), name: band.name.clone(), rate })
    }
}

/// Whether the rate is further from the fair share than its tolerance; in whole numbers, so that the
/// edge is exact.
fn is_outside(band: &Band) -> bool {
    let [hits, of, parts] = [band.hits, band.of, band.parts].map(u128::from);
    (hits * parts).abs_diff(of) * 100 > u128::from(band.tolerance) * of * parts
}

/// The flags that are raised, in their order.
pub fn raised(flags: &[Flag]) -> Vec<RaisedFlag> {
    let judge = |flag: &Flag| match flag {
        Flag::Band(band) => RaisedFlag::of(band),
        Flag::Raised(word) => {
            let (kind, name) = word.split_once(':').unwrap_or((word, ""));
            Some(RaisedFlag { kind: kind.to_owned(), name: name.to_owned(), rate: None })
        }
    };
    flags.iter().filter_map(judge).collect()
}

/// The same in one word each.
pub fn words(flags: &[Flag]) -> Vec<String> {
    raised(flags).iter().map(RaisedFlag::word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bout_core::Subject;

    fn word(band: Band) -> Vec<String> {
        words(&[Flag::Band(band)])
    }

    #[test]
    fn a_rate_outside_its_tolerance_is_named() {
        let heavy = |hits, of| Band::new(Subject::Class, "heavy", hits, of);
        assert_eq!(word(heavy(8000, 10_000)), ["class:heavy"]);
        assert_eq!(word(heavy(2000, 10_000)), ["class:heavy"], "below its share");
        assert_eq!(word(heavy(5200, 10_000)), [""; 0], "at the edge");
        assert_eq!(word(heavy(5300, 10_000).within(5)), [""; 0]);
        assert_eq!(word(heavy(6, 10)), [""; 0], "chance");
        assert_eq!(word(heavy(0, 0)), [""; 0]);
        assert_eq!(word(heavy(3333, 10_000).among(3)), [""; 0]);
        let first = Band::new(Subject::FirstPlayer, "", 9, 10);
        assert_eq!(word(first), ["first_player"]);
    }

    #[test]
    fn a_game_raises_flags_of_its_own() {
        let flags = ["swingy", "dead_weight:sabot"].map(|word| Flag::Raised(word.into()));
        assert_eq!(words(&flags), ["swingy", "dead_weight:sabot"]);
        assert_eq!(raised(&flags)[1].name, "sabot");
    }
}
