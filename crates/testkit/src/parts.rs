//! Named texts that are compared byte by byte.

use std::fmt::Write;

use bout_core::{AnyMatch, Game, Match, Seat, Viewer};
use serde::Serialize;
use serde_json::Value;

use crate::pool::legal;

/// The JSON of a value.
pub(crate) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what games hold is plain JSON")
}

/// Where two texts differ: a path into them where they are JSON, and what stands there.
pub(crate) fn apart(mine: &str, theirs: &str) -> String {
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let (mut mine, mut theirs, mut path) = (&read(mine), &read(theirs), String::new());
    while let Some((step, one, other)) = deeper(mine, theirs) {
        let _ = write!(path, "/{step}");
        (mine, theirs) = (one, other);
    }
    format!("{path}: {mine} and {theirs}")
}

/// The first place inside two values in which they differ, if they are alike otherwise.
fn deeper<'a>(mine: &'a Value, theirs: &'a Value) -> Option<(String, &'a Value, &'a Value)> {
    match (mine, theirs) {
        (Value::Object(mine), Value::Object(theirs)) if mine.keys().eq(theirs.keys()) => {
            (mine.iter().zip(theirs.values()))
                .find(|((_, one), other)| one != other)
                .map(|((key, one), other)| (key.clone(), one, other))
        }
        (Value::Array(mine), Value::Array(theirs)) if mine.len() == theirs.len() => {
            let places = mine.iter().zip(theirs).enumerate();
            let mut different = places.filter(|(_, (one, other))| one != other);
            different.next().map(|(at, (one, other))| (at.to_string(), one, other))
        }
        _ => None,
    }
}

/// What is known of something, part by part.
#[derive(Default)]
pub(crate) struct Parts(Vec<(String, String)>);

impl Parts {
    pub fn add(&mut self, name: impl Into<String>, value: String) {
        self.0.push((name.into(), value));
    }

    /// The first part in which two differ, with both values.
    pub fn difference(&self, other: &Parts) -> Option<String> {
        let differs = self.0.iter().zip(&other.0).find(|(mine, theirs)| mine != theirs);
        differs.map(|((name, mine), (_, theirs))| format!("{name}{}", apart(mine, theirs)))
    }

    /// All of a match that somebody could notice.
    pub fn of_match<G: Game>(live: &Match<G>) -> Self {
        let (game, state, seats) = (live.game(), live.state(), live.game().seats());
        let mut parts = Parts::default();
        parts.add("digest", live.digest().to_string());
        parts.add("seq", live.seq().to_string());
        parts.add("now", live.now().to_string());
        parts.add("outcome", text(&live.outcome()));
        for viewer in Viewer::all(seats) {
            parts.add(format!("view of {viewer}"), text(&game.view(state, viewer)));
        }
        for seat in (0..seats).map(Seat) {
            parts.add(format!("legal actions of {seat}"), text(&legal(&**game, state, seat)));
        }
        parts
    }

    /// The same of a table.
    pub fn of_table(table: &dyn AnyMatch) -> Self {
        let mut parts = Parts::default();
        parts.add("the table's digest", table.digest().to_string());
        parts.add("the table's seq", table.seq().to_string());
        parts.add("the table's outcome", text(&table.outcome()));
        for viewer in Viewer::all(table.seats()) {
            parts.add(format!("the table's view of {viewer}"), table.view(viewer).to_string());
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn differences_are_located() {
        let rows = [
            (r#"{"a":[1,{"b":2}]}"#, r#"{"a":[1,{"b":3}]}"#, "/a/1/b: 2 and 3"),
            (r#"{"a":[1]}"#, r#"{"a":[1,2]}"#, "/a: [1] and [1,2]"),
            (r#"{"a":1}"#, r#"{"b":1}"#, r#": {"a":1} and {"b":1}"#),
            ("choose", "pause", r#": "choose" and "pause""#),
        ];
        for (mine, theirs, expected) in rows {
            assert_eq!(apart(mine, theirs), expected);
        }
    }
}
