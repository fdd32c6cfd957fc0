//! Named texts that are compared byte by byte.

use bout_core::{Game, Match, Seat, Table, Viewer};
use serde::Serialize;

use crate::pool::legal;

/// The JSON of a value.
pub(crate) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what games hold is plain JSON")
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
        differs.map(|((name, mine), (_, theirs))| format!("{name}: {mine} and {theirs}"))
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
    pub fn of_table(table: &dyn Table) -> Self {
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
