//! The state machine of a match (rules 4).

use bout_core::{Chart, Edge, Seat, edge, names};

names! {
    /// Where a match stands; it waits for input in five of these.
    pub enum Phase {
        /// Shuffle and deal.
        Setup = "setup",
        /// Shield cleared, cards drawn.
        StartOfTurn = "start_of_turn",
        /// The medium passive and the one main action.
        Action = "action",
        /// The smoke window.
        InterruptSmoke = "interrupt_smoke",
        /// The coup window.
        InterruptCoup = "interrupt_coup",
        /// An attack or a hazard takes effect.
        Resolution = "resolution",
        /// The second half of the Autoloader.
        Autoload = "autoload",
        /// Hand check, next player.
        EndOfTurn = "end_of_turn",
        /// The owner picks the surplus cards.
        DiscardExcess = "discard_excess",
        /// It is over.
        GameOver = "game_over",
    }
}
use Phase::{
    Action, Autoload, DiscardExcess, EndOfTurn, GameOver, InterruptCoup, InterruptSmoke,
    Resolution, Setup, StartOfTurn,
};

names! {
    /// The clocks.
    pub enum Timer {
        /// A turn.
        Turn = "turn",
        /// A window.
        Interrupt = "interrupt",
        /// Seat 0 is gone.
        Grace0 = "grace(0)",
        /// Seat 1 is gone.
        Grace1 = "grace(1)",
        /// Seat 2 is gone.
        Grace2 = "grace(2)",
        /// Seat 3 is gone.
        Grace3 = "grace(3)",
    }
}

impl Timer {
    /// The clock of a seat that is gone.
    pub fn grace(seat: Seat) -> Timer {
        [Timer::Grace0, Timer::Grace1, Timer::Grace2, Timer::Grace3][seat.index() & 3]
    }
}

/// In the order of the transitions T1 to T27 of the rules document.
const EDGES: &[Edge<Phase>] = &[
    edge(Setup, "auto", "", StartOfTurn),
    edge(StartOfTurn, "auto", "drawn", Action),
    edge(StartOfTurn, "auto", "exhausted", GameOver),
    edge(Action, "medium_passive", "", Action),
    edge(Action, "medium_passive", "exhausted", GameOver),
    edge(Action, "load", "", EndOfTurn),
    edge(Action, "repair", "", EndOfTurn),
    edge(Action, "equip", "", EndOfTurn),
    edge(Action, "discard", "", EndOfTurn),
    edge(Action, "load", "second_half", Autoload),
    edge(Action, "fire", "window", InterruptSmoke),
    edge(Action, "quick_fire", "window", InterruptSmoke),
    edge(Autoload, "fire", "window", InterruptSmoke),
    edge(Action, "fire", "bunker_buster", Resolution),
    edge(Action, "quick_fire", "bunker_buster", Resolution),
    edge(InterruptSmoke, "smoke", "negated", Resolution),
    edge(InterruptSmoke, "pass", "negated", Resolution),
    edge(InterruptSmoke, "interrupt", "negated", Resolution),
    edge(InterruptSmoke, "pass", "all_passed", Resolution),
    edge(InterruptSmoke, "interrupt", "all_passed", Resolution),
    edge(InterruptSmoke, "auto", "nobody_asked", Resolution),
    edge(Resolution, "auto", "won", GameOver),
    edge(Resolution, "auto", "exhausted", GameOver),
    edge(Resolution, "auto", "second_half", Autoload),
    edge(Resolution, "auto", "turn_over", EndOfTurn),
    edge(Action, "sabotage", "", InterruptCoup),
    edge(InterruptCoup, "coup_fourre", "", EndOfTurn),
    edge(InterruptCoup, "pass", "", Resolution),
    edge(InterruptCoup, "interrupt", "", Resolution),
    edge(InterruptCoup, "auto", "nobody_asked", Resolution),
    edge(InterruptCoup, "coup_fourre", "exhausted", GameOver),
    edge(Autoload, "load", "", EndOfTurn),
    edge(Autoload, "pass", "", EndOfTurn),
    edge(Action, "auto", "empty_hand", EndOfTurn),
    edge(EndOfTurn, "auto", "surplus", DiscardExcess),
    edge(DiscardExcess, "discard_excess", "", EndOfTurn),
    edge(EndOfTurn, "auto", "bonus", StartOfTurn),
    edge(EndOfTurn, "auto", "next", StartOfTurn),
    edge(Action, "concede", "", GameOver),
    edge(InterruptSmoke, "concede", "", GameOver),
    edge(InterruptCoup, "concede", "", GameOver),
    edge(Autoload, "concede", "", GameOver),
    edge(DiscardExcess, "concede", "", GameOver),
    edge(Action, "aborted", "", GameOver),
    edge(InterruptSmoke, "aborted", "", GameOver),
    edge(InterruptCoup, "aborted", "", GameOver),
    edge(Autoload, "aborted", "", GameOver),
    edge(DiscardExcess, "aborted", "", GameOver),
    edge(Action, "turn", "", EndOfTurn),
    edge(Autoload, "turn", "", EndOfTurn),
    edge(DiscardExcess, "turn", "", EndOfTurn),
];

/// The chart of the rules document.
pub const CHART: Chart<Phase> =
    Chart { states: Phase::ALL, initial: Setup, finals: &[GameOver], edges: EDGES };
