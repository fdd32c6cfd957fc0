//! The state machine of a match (rules 4.4).

use bout_core::{Chart, Edge, edge, names};

names! {
    /// Where a match stands.
    pub enum Phase {
        /// Both fill their slots in secret.
        Prep = "prep",
        /// The slots are opened one after another.
        Playing = "playing",
        /// It is over.
        Ended = "ended",
    }
}
use Phase::{Ended, Playing, Prep};

names! {
    /// The two timers of a match.
    pub enum Timer {
        /// The end of PREP.
        Prep = "prep",
        /// The next step of the reveal.
        Step = "step",
    }
}

const EDGES: &[Edge<Phase>] = &[
    edge(Prep, "deadline", "nobody_out", Playing),
    edge(Prep, "deadline", "afk_limit", Ended),
    edge(Prep, "early_reveal", "", Playing),
    edge(Prep, "disconnect", "", Ended),
    edge(Prep, "abort", "", Ended),
    edge(Playing, "step", "more_steps", Playing),
    edge(Playing, "step", "next_round", Prep),
    edge(Playing, "step", "sudden_death", Prep),
    edge(Playing, "step", "decided", Ended),
    edge(Playing, "step", "sudden_death_cap", Ended),
    edge(Playing, "disconnect", "", Ended),
    edge(Playing, "abort", "", Ended),
];

/// The chart of the rules document.
pub const CHART: Chart<Phase> =
    Chart { states: Phase::ALL, initial: Prep, finals: &[Ended], edges: EDGES };
