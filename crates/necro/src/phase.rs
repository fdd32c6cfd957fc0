//! The state machine of a match (rules 4, 7).

use bout_core::{Chart, Edge, edge, names};

use crate::piece::Side;

names! {
    /// Where in a turn a match stands.
    pub enum Phase {
        /// Passed through on the way to the next side; nobody acts in it.
        TurnStart = "turnStart",
        /// Souls and items are bought.
        Buy = "buy",
        /// Souls are bound, corpses rise.
        Necro = "necro",
        /// Units move and shoot.
        Combat = "combat",
        /// The turn waits to be passed on.
        TurnEnd = "turnEnd",
    }
}

names! {
    /// The clocks.
    pub enum Timer {
        /// A whole turn.
        Turn = "turn",
        /// Red is away.
        ReturnRed = "return:red",
        /// Black is away.
        ReturnBlack = "return:black",
    }
}

impl Timer {
    /// The clock of a side that is away.
    pub fn away(side: Side) -> Timer {
        match side {
            Side::Red => Timer::ReturnRed,
            Side::Black => Timer::ReturnBlack,
        }
    }
}

/// The action that fires all edges but one.
pub const NEXT_PHASE: &str = "NEXT_PHASE";

const EDGES: &[Edge<Phase>] = &[
    edge(Phase::Buy, NEXT_PHASE, "", Phase::Necro),
    edge(Phase::Necro, NEXT_PHASE, "", Phase::Combat),
    edge(Phase::Combat, NEXT_PHASE, "", Phase::TurnEnd),
    edge(Phase::TurnEnd, NEXT_PHASE, "", Phase::TurnStart),
    edge(Phase::TurnStart, "auto", "", Phase::Buy),
];

/// The chart. A match ends inside a phase, so that none is final.
pub const CHART: Chart<Phase> =
    Chart { states: Phase::ALL, initial: Phase::Buy, finals: &[], edges: EDGES };
