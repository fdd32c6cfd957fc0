//! What random matches and transcripts have met.

use std::collections::BTreeMap;
use std::fmt;

use bout_core::{Edge, EdgeDocument, Game};

/// How often each edge of a game's chart was taken.
#[derive(Clone, Debug)]
pub struct Edges {
    /// The edges in the order of the chart, with their counts.
    pub taken: Vec<(EdgeDocument, u64)>,
}

impl Edges {
    pub(crate) fn new<G: Game>() -> Self {
        let edges = G::chart().document(G::ID).edges;
        Edges { taken: edges.into_iter().map(|edge| (edge, 0)).collect() }
    }

    pub(crate) fn count<G: Game>(&mut self, hops: &[Edge<G::Phase>]) {
        let chart = G::chart();
        for place in hops.iter().filter_map(|hop| chart.find(hop)) {
            self.taken[place].1 += 1;
        }
    }

    /// Adds the counts of another run of the same game.
    pub fn merge(&mut self, other: &Edges) {
        for (mine, theirs) in self.taken.iter_mut().zip(&other.taken) {
            mine.1 += theirs.1;
        }
    }

    /// The edges that were never taken, as text.
    pub fn never_taken(&self) -> Vec<String> {
        let never = self.taken.iter().filter(|(_, count)| *count == 0);
        never.map(|(edge, _)| edge_text(edge)).collect()
    }
}

fn edge_text(edge: &EdgeDocument) -> String {
    let guard = edge.guard.as_ref().map(|guard| format!(" [{guard}]")).unwrap_or_default();
    format!("{} --{}{guard}--> {}", edge.from, edge.on, edge.to)
}

/// What a suite's matches have met; for a look, and for tests that want to have met something.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The chart's edges.
    pub edges: Edges,
    /// Matches played.
    pub matches: u64,
    /// How matches ended, by the rules document's names, with their counts.
    pub endings: BTreeMap<String, u64>,
    /// Accepted entries.
    pub entries: u64,
    /// Accepted actions by name.
    pub actions: BTreeMap<String, u64>,
    /// Codes of refusals.
    pub refusals: BTreeMap<String, u64>,
    /// Refused attempts of which the rules took note.
    pub heard: u64,
    /// Pairs of a real and an imagined world that were compared.
    pub worlds: u64,
}

impl Coverage {
    pub(crate) fn new<G: Game>() -> Self {
        Coverage {
            edges: Edges::new::<G>(),
            matches: 0,
            endings: BTreeMap::new(),
            entries: 0,
            actions: BTreeMap::new(),
            refusals: BTreeMap::new(),
            heard: 0,
            worlds: 0,
        }
    }
}

/// Adds other counts.
pub(crate) fn add_up(counts: &mut BTreeMap<String, u64>, more: &BTreeMap<String, u64>) {
    for (name, count) in more {
        *counts.entry(name.clone()).or_default() += count;
    }
}

/// Counts one more of that name.
pub(crate) fn bump(counts: &mut BTreeMap<String, u64>, name: &str) {
    *counts.entry(name.to_owned()).or_default() += 1;
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Coverage { matches, entries, heard, worlds, .. } = self;
        writeln!(f, "{matches} matches, {entries} entries, {worlds} worlds compared")?;
        for (title, counts) in
            [("endings", &self.endings), ("actions", &self.actions), ("refusals", &self.refusals)]
        {
            let list: Vec<_> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
            writeln!(f, "{title}: {}", list.join(", "))?;
        }
        writeln!(f, "heard: {heard}")?;
        write!(f, "edges never taken: {}", self.edges.never_taken().join(", "))
    }
}
