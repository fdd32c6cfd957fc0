//! State charts: the phases of a game and the edges between them, as data.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::Named;

/// One edge of a chart: from a phase, on a trigger, under a guard, to a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<P> {
    /// Where it starts.
    pub from: P,
    /// What fires it.
    pub on: &'static str,
    /// Which of several edges of the same trigger it is; empty where there is only one.
    pub guard: &'static str,
    /// Where it leads.
    pub to: P,
}

/// Writes an [`Edge`] in one line of a table.
pub const fn edge<P: Copy>(from: P, on: &'static str, guard: &'static str, to: P) -> Edge<P> {
    Edge { from, on, guard, to }
}

/// The chart of a game, in the order of its rules document.
#[derive(Clone, Copy, Debug)]
pub struct Chart<P: 'static> {
    /// Every phase.
    pub states: &'static [P],
    /// Where a match begins.
    pub initial: P,
    /// Phases that no edge needs to leave.
    pub finals: &'static [P],
    /// Every allowed change of phase.
    pub edges: &'static [Edge<P>],
}

impl<P: Copy + Eq + Named> Chart<P> {
    /// The place of an edge in the table.
    pub fn find(&self, hop: &Edge<P>) -> Option<usize> {
        self.edges.iter().position(|edge| edge == hop)
    }

    /// The chart as the document that `bout chart --format json` prints.
    pub fn document(&self, game: &str) -> ChartDocument {
        let names = |states: &[P]| states.iter().map(|state| state.name().to_owned()).collect();
        ChartDocument {
            game: game.to_owned(),
            states: names(self.states),
            initial: self.initial.name().to_owned(),
            finals: names(self.finals),
            edges: (self.edges.iter())
                .map(|edge| EdgeDocument {
                    from: edge.from.name().to_owned(),
                    on: edge.on.to_owned(),
                    guard: (!edge.guard.is_empty()).then(|| edge.guard.to_owned()),
                    to: edge.to.name().to_owned(),
                })
                .collect(),
        }
    }
}

/// A chart in words: what leaves the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChartDocument {
    /// The game's id.
    pub game: String,
    /// Names of all phases.
    pub states: Vec<String>,
    /// Name of the first phase.
    pub initial: String,
    /// Names of the final phases.
    #[serde(rename = "final")]
    pub finals: Vec<String>,
    /// The edges.
    pub edges: Vec<EdgeDocument>,
}

/// An edge in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeDocument {
    /// Where it starts.
    pub from: String,
    /// What fires it.
    pub on: String,
    /// Its guard, if it has one.
    pub guard: Option<String>,
    /// Where it leads.
    pub to: String,
}

impl ChartDocument {
    /// What is wrong with the table itself: unknown or unreachable phases, edges written twice.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (at, edge) in self.edges.iter().enumerate() {
            for end in [&edge.from, &edge.to] {
                if !self.states.contains(end) {
                    faults.push(format!("edge {at} names the unknown state '{end}'"));
                }
            }
            if self.edges[..at].contains(edge) {
                faults.push(format!("edge {at} stands twice"));
            }
        }
        let reached = self.reached();
        let lost = self.states.iter().filter(|state| !reached.contains(state));
        faults.extend(lost.map(|state| format!("state '{state}' cannot be reached")));
        faults
    }

    fn reached(&self) -> Vec<&String> {
        let mut reached = vec![&self.initial];
        let mut at = 0;
        while let Some(&from) = reached.get(at) {
            for edge in self.edges.iter().filter(|edge| edge.from == *from) {
                if !reached.contains(&&edge.to) {
                    reached.push(&edge.to);
                }
            }
            at += 1;
        }
        reached
    }

    /// As a Mermaid state diagram.
    pub fn mermaid(&self) -> String {
        let mut out = format!("stateDiagram-v2\n    [*] --> {}\n", self.initial);
        for edge in &self.edges {
            let guard = edge.guard.as_ref().map(|guard| format!(" [{guard}]")).unwrap_or_default();
            let _ = writeln!(out, "    {} --> {} : {}{guard}", edge.from, edge.to, edge.on);
        }
        for state in &self.finals {
            let _ = writeln!(out, "    {state} --> [*]");
        }
        out
    }

    /// As SCXML, the W3C's state chart language.
    pub fn scxml(&self) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            out,
            "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" name=\"{}\" initial=\"{}\">",
            escape(&self.game),
            escape(&self.initial)
        );
        for state in &self.states {
            let tag =
                if self.finals.contains(state) && !self.leaves(state) { "final" } else { "state" };
            let _ = writeln!(out, "  <{tag} id=\"{}\">", escape(state));
            for edge in self.edges.iter().filter(|edge| edge.from == *state) {
                let guard = edge.guard.as_ref();
                let cond = guard.map(|g| format!(" cond=\"{}\"", escape(g))).unwrap_or_default();
                let (on, to) = (escape(&edge.on), escape(&edge.to));
                let _ = writeln!(out, "    <transition event=\"{on}\"{cond} target=\"{to}\"/>");
            }
            let _ = writeln!(out, "  </{tag}>");
        }
        out.push_str("</scxml>\n");
        out
    }

    fn leaves(&self, state: &str) -> bool {
        self.edges.iter().any(|edge| edge.from == state)
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The phase a match is in. It changes by `Ctx::goto` alone, so that every change is an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Current<P>(P);

impl<P: Copy> Current<P> {
    /// The phase in which a match, or an imagined one, begins.
    pub const fn start(phase: P) -> Self {
        Current(phase)
    }

    /// The phase.
    #[inline]
    pub const fn get(&self) -> P {
        self.0
    }

    #[inline]
    pub(crate) fn set(&mut self, phase: P) {
        self.0 = phase;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::names! {
        enum Light { Red = "red", Green = "green" }
    }
    use Light::{Green, Red};

    fn chart(edges: &'static [Edge<Light>]) -> ChartDocument {
        Chart { states: Light::ALL, initial: Red, finals: &[], edges }.document("light")
    }

    #[test]
    fn exports() {
        let chart =
            chart(const { &[edge(Red, "tick", "", Green), edge(Green, "tick", "late", Red)] });
        assert_eq!(chart.faults(), [""; 0]);
        let mermaid = "stateDiagram-v2\n    [*] --> red\n    red --> green : tick\n    green --> red : tick [late]\n";
        assert_eq!(chart.mermaid(), mermaid);
        assert!(
            chart.scxml().contains("<transition event=\"tick\" cond=\"late\" target=\"red\"/>")
        );
        let json = serde_json::to_value(&chart).unwrap();
        assert_eq!(json["edges"][0]["guard"], serde_json::Value::Null);
        assert_eq!(json["final"], serde_json::json!([]));
    }

    #[test]
    fn faults_are_found() {
        let chart = chart(const { &[edge(Red, "tick", "", Red), edge(Red, "tick", "", Red)] });
        assert_eq!(chart.faults(), ["edge 1 stands twice", "state 'green' cannot be reached"]);
    }
}
