//! What each key of a config means: one table per game, for lists, error texts and rules pages.

use std::fmt::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::Value;

/// The values that a key takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whole numbers from the first to the second.
    Number(u64, u64),
    /// True or false.
    Switch,
    /// One of these words.
    Words(Vec<&'static str>),
    /// Something else, in words.
    Other(&'static str),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Number(low, high) => write!(f, "{low} to {high}"),
            Values::Switch => f.write_str("true, false"),
            Values::Words(words) => f.write_str(&words.join(", ")),
            Values::Other(text) => f.write_str(text),
        }
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One key of a config, as `--set` takes it.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// The key.
    pub key: String,
    /// The value in the usual preset.
    pub default: Value,
    /// What it can be set to.
    pub range: Values,
    /// What it does.
    pub about: &'static str,
}

impl Setting {
    /// A key whose default is filled in from the config of the usual preset.
    pub fn new(key: impl Into<String>, range: Values, about: &'static str) -> Self {
        Setting { key: key.into(), default: Value::Null, range, about }
    }

    /// Whether a key of `--set` is this one, or a place inside it.
    pub fn covers(&self, key: &str) -> bool {
        key.strip_prefix(self.key.as_str()).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('.') && matches!(self.range, Values::Other(_))
        })
    }
}

/// The keys that look most like a wrong one, the nearest first.
pub fn nearest<'a>(settings: &'a [Setting], wrong: &str) -> Vec<&'a str> {
    const MOST: usize = 5;
    let mut near: Vec<_> = settings.iter().map(|one| (distance(&one.key, wrong), one)).collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().take(MOST).map(|(_, setting)| setting.key.as_str()).collect()
}

/// How many letters must be changed, added or left out, without regard to case; a key that holds the
/// whole wrong one, or its last part, is nearer than that.
fn distance(key: &str, wrong: &str) -> usize {
    const LONGEST: usize = 100;
    let (key, wrong) = (key.to_lowercase(), wrong.to_lowercase());
    let last = wrong.rsplit('.').next().unwrap_or_default();
    if last.len() > 2 && key.contains(last) {
        return key.len().abs_diff(wrong.len()) / 4;
    }
    let wrong: Vec<char> = wrong.chars().take(LONGEST).collect();
    let mut row: Vec<usize> = (0..=wrong.len()).collect();
    for (at, letter) in key.chars().enumerate() {
        let mut corner = at;
        let mut before = at + 1;
        for (place, other) in row.iter_mut().skip(1).zip(&wrong) {
            let changed = corner + usize::from(letter != *other);
            corner = *place;
            before = changed.min(before + 1).min(*place + 1);
            *place = before;
        }
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

/// The settings as a table for people, in Markdown.
pub fn settings_table(settings: &[Setting]) -> String {
    let mut out = String::from("| key | default | values | meaning |\n| --- | --- | --- | --- |\n");
    for Setting { key, default, range, about } in settings {
        let _ = writeln!(out, "| `{key}` | `{default}` | {range} | {about} |");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_keys_find_their_like() {
        let keys = ["heavy.max_hp", "light.max_hp", "draw_count", "kills_to_win"];
        let settings = keys.map(|key| Setting::new(key, Values::Number(0, 1), ""));
        for (wrong, found) in [
            ("heavy.maxhp", "heavy.max_hp"),
            ("drawcount", "draw_count"),
            ("kils_to_win", "kills_to_win"),
            ("max_hp", "heavy.max_hp"),
        ] {
            assert_eq!(nearest(&settings, wrong)[0], found, "{wrong}");
        }
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(nearest(&settings, &"x".repeat(10_000)).len(), 4);
    }

    #[test]
    fn a_key_covers_what_is_inside_it() {
        let list = Setting::new("hands", Values::Other("two lists"), "");
        assert!(list.covers("hands") && list.covers("hands.0") && !list.covers("handsome"));
        let number = Setting::new("hp", Values::Number(1, 2), "");
        assert!(number.covers("hp") && !number.covers("hp.0"));
    }
}
