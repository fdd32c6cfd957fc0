//! The state machine of a match (rules 4).

use bout_core::{Chart, Edge, Seat, edge, names};

use crate::reason::Reason;

names! {
    /// The twelve states of a match.
    pub enum MatchState {
        /// No player yet.
        Created = "CREATED",
        /// One player has joined.
        Waiting = "WAITING_FOR_PLAYERS",
        /// Both decks are judged.
        DeckValidation = "DECK_VALIDATION",
        /// The toss.
        PreGameSetup = "PRE_GAME_SETUP",
        /// Opening hands are drawn until they are valid.
        DrawingCards = "DRAWING_CARDS",
        /// Both choose their active creature in secret.
        SelectActive = "SELECT_ACTIVE_POKEMON",
        /// Prizes are laid out, benches filled.
        SelectBench = "SELECT_BENCH_POKEMON",
        /// Everything at once.
        InitialSetup = "INITIAL_SETUP",
        /// A turn.
        PlayerTurn = "PLAYER_TURN",
        /// Poison and the like, win check, next player.
        BetweenTurns = "BETWEEN_TURNS",
        /// It is over.
        MatchEnded = "MATCH_ENDED",
        /// It does not count.
        Cancelled = "CANCELLED",
    }
}
use MatchState::{
    BetweenTurns, Cancelled, Created, DeckValidation, DrawingCards, InitialSetup, MatchEnded,
    PlayerTurn, PreGameSetup, SelectActive, SelectBench, Waiting,
};

names! {
    /// The phases of a turn.
    pub enum TurnPhase {
        /// The turn's card.
        Draw = "DRAW",
        /// Everything but the attack.
        Main = "MAIN_PHASE",
        /// The attack.
        Attack = "ATTACK",
        /// Nothing but the end.
        End = "END",
    }
}

impl TurnPhase {
    /// Whether a turn can go from here to there (rules 4.3).
    pub fn leads_to(self, to: TurnPhase) -> bool {
        use TurnPhase::{Attack, Draw, End, Main};
        matches!((self, to), (Draw, Main) | (Main, Attack) | (Attack, End))
    }
}

names! {
    /// The clocks.
    pub enum Timer {
        /// Nobody joins.
        Lobby = "lobby",
        /// A decision of `PLAYER1`.
        Decision1 = "decision(PLAYER1)",
        /// A decision of `PLAYER2`.
        Decision2 = "decision(PLAYER2)",
        /// A turn.
        Turn = "turn",
        /// `PLAYER1` is gone.
        Grace1 = "grace(PLAYER1)",
        /// `PLAYER2` is gone.
        Grace2 = "grace(PLAYER2)",
    }
}

impl Timer {
    /// The clock for a decision of a player.
    pub fn decision(seat: Seat) -> Timer {
        if seat == Seat(0) { Timer::Decision1 } else { Timer::Decision2 }
    }

    /// The clock of a player who is gone.
    pub fn grace(seat: Seat) -> Timer {
        if seat == Seat(0) { Timer::Grace1 } else { Timer::Grace2 }
    }

    /// Whose clock it is.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Timer::Decision1 | Timer::Grace1 => Some(Seat(0)),
            Timer::Decision2 | Timer::Grace2 => Some(Seat(1)),
            Timer::Lobby | Timer::Turn => None,
        }
    }

    /// Its kind.
    pub fn kind(self) -> &'static str {
        match self {
            Timer::Lobby => "lobby",
            Timer::Decision1 | Timer::Decision2 => "decision",
            Timer::Turn => "turn",
            Timer::Grace1 | Timer::Grace2 => "grace",
        }
    }
}

impl MatchState {
    /// Whether turns are being played.
    #[inline]
    pub fn is_played(self) -> bool {
        matches!(self, PlayerTurn | BetweenTurns)
    }

    /// Where a trigger leads from here; the state machine asked by itself (rules 4.2).
    pub fn on(self, trigger: &str, guard: &str) -> Result<MatchState, Reason> {
        let fits =
            |edge: &&Edge<MatchState>| (edge.from, edge.on, edge.guard) == (self, trigger, guard);
        EDGES.iter().find(fits).map(|edge| edge.to).ok_or(Reason::InvalidTransition)
    }
}

/// In the order of the transitions T1 to T18 of the rules document.
const EDGES: &[Edge<MatchState>] = &[
    edge(Created, "JOIN_MATCH", "", Waiting),
    edge(Waiting, "JOIN_MATCH", "", DeckValidation),
    edge(DeckValidation, "auto", "decks_valid", PreGameSetup),
    edge(DeckValidation, "auto", "deck_invalid", Cancelled),
    edge(PreGameSetup, "auto", "standard", DrawingCards),
    edge(PreGameSetup, "auto", "legacy", InitialSetup),
    edge(DrawingCards, "DRAW_INITIAL_CARDS", "invalid_hand", DrawingCards),
    edge(DrawingCards, "DRAW_INITIAL_CARDS", "valid_hand", DrawingCards),
    edge(DrawingCards, "DRAW_INITIAL_CARDS", "both_valid", SelectActive),
    edge(SelectActive, "SET_ACTIVE_POKEMON", "both_selected", SelectBench),
    edge(SelectBench, "COMPLETE_INITIAL_SETUP", "both_ready", PlayerTurn),
    edge(InitialSetup, "SET_ACTIVE_POKEMON", "both_set", PlayerTurn),
    edge(PlayerTurn, "END_TURN", "", BetweenTurns),
    edge(PlayerTurn, "auto", "won", MatchEnded),
    edge(BetweenTurns, "auto", "next", PlayerTurn),
    edge(BetweenTurns, "auto", "won", MatchEnded),
    edge(DeckValidation, "CONCEDE", "", MatchEnded),
    edge(PreGameSetup, "CONCEDE", "", MatchEnded),
    edge(DrawingCards, "CONCEDE", "", MatchEnded),
    edge(SelectActive, "CONCEDE", "", MatchEnded),
    edge(SelectBench, "CONCEDE", "", MatchEnded),
    edge(InitialSetup, "CONCEDE", "", MatchEnded),
    edge(PlayerTurn, "CONCEDE", "", MatchEnded),
    edge(BetweenTurns, "CONCEDE", "", MatchEnded),
    edge(Created, "CANCEL_MATCH", "", Cancelled),
    edge(Waiting, "CANCEL_MATCH", "", Cancelled),
    edge(DeckValidation, "CANCEL_MATCH", "", Cancelled),
    edge(PreGameSetup, "CANCEL_MATCH", "", Cancelled),
    edge(DrawingCards, "CANCEL_MATCH", "", Cancelled),
    edge(SelectActive, "CANCEL_MATCH", "", Cancelled),
    edge(SelectBench, "CANCEL_MATCH", "", Cancelled),
    edge(InitialSetup, "CANCEL_MATCH", "", Cancelled),
    edge(PlayerTurn, "CANCEL_MATCH", "", Cancelled),
    edge(BetweenTurns, "CANCEL_MATCH", "", Cancelled),
];

/// The chart of the rules document.
pub const CHART: Chart<MatchState> = Chart {
    states: MatchState::ALL,
    initial: Created,
    finals: &[MatchEnded, Cancelled],
    edges: EDGES,
};
