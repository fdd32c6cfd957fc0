//! The state machine: twelve states, 31 rows, and nothing else (rules 4).

use bout_core::{Chart, Edge, Named, edge, names};
use serde::Deserialize;

names! {
    /// Where a match stands. The order is that of the ids 1 to 12.
    pub enum Phase {
        /// The lobby.
        WaitingForMatchStart = "waitingForMatchStart",
        /// Shuffle and deal.
        MatchStart = "matchStart",
        /// Both draw.
        RoundStart = "roundStart",
        /// The chooser names a stat.
        WaitingForPlayerAction = "waitingForPlayerAction",
        /// The cards are turned and compared.
        RoundDecision = "roundDecision",
        /// Cards and points change hands.
        RoundOver = "roundOver",
        /// A pause before a round.
        Cooldown = "cooldown",
        /// The overall result.
        MatchDecision = "matchDecision",
        /// The result screen.
        MatchOver = "matchOver",
        /// A round was interrupted and rolled back.
        InterruptRound = "interruptRound",
        /// A match was interrupted and torn down.
        InterruptMatch = "interruptMatch",
        /// An administrator edits the interrupted round.
        RoundModification = "roundModification",
    }
}
use Phase::{
    Cooldown, InterruptMatch, InterruptRound, MatchDecision, MatchOver, MatchStart, RoundDecision,
    RoundModification, RoundOver, RoundStart, WaitingForMatchStart, WaitingForPlayerAction,
};

impl Phase {
    /// The number of the state.
    pub const fn id(self) -> u8 {
        self as u8 + 1
    }

    /// Whether the lobby or the result screen is shown, and no match runs.
    pub const fn is_idle(self) -> bool {
        matches!(self, WaitingForMatchStart | MatchOver)
    }
}

names! {
    /// What fires a row of the table.
    pub enum Trigger {
        /// Start Match was pressed.
        StartClicked = "startClicked",
        /// Quit, navigation, error and the like.
        Interrupt = "interrupt",
        /// Set-up is complete, or a pause is over.
        Ready = "ready",
        /// Set-up failed.
        Error = "error",
        /// Both cards are drawn.
        CardsRevealed = "cardsRevealed",
        /// The chooser has chosen.
        StatSelected = "statSelected",
        /// The chooser's time is up.
        Timeout = "timeout",
        /// The player's value is higher.
        WinPlayer = "outcome=winPlayer",
        /// The opponent's value is higher.
        WinOpponent = "outcome=winOpponent",
        /// The values are equal.
        Draw = "outcome=draw",
        /// The match is decided.
        MatchPointReached = "matchPointReached",
        /// It goes on.
        Continue = "continue",
        /// The result stands.
        Finalize = "finalize",
        /// Once more with the same settings.
        Rematch = "rematch",
        /// Back to the lobby as it was configured.
        Home = "home",
        /// The interrupted round shall be edited.
        RoundModifyFlag = "roundModifyFlag",
        /// The round is played again.
        RestartRound = "restartRound",
        /// The match is given up for the lobby.
        ResumeLobby = "resumeLobby",
        /// The match is ended.
        AbortMatch = "abortMatch",
        /// The edits are given.
        ModifyRoundDecision = "modifyRoundDecision",
        /// There are no edits after all.
        CancelModification = "cancelModification",
        /// The match is dealt anew.
        RestartMatch = "restartMatch",
        /// The torn-down match is left for the lobby.
        ToLobby = "toLobby",
    }
}
use Trigger as T;

impl Trigger {
    /// Whether it leaves an interrupt for good.
    pub const fn ends_interrupt(self) -> bool {
        matches!(
            self,
            T::RestartRound | T::ResumeLobby | T::AbortMatch | T::RestartMatch | T::ToLobby
        )
    }
}

names! {
    /// The core timers; at equal time they fire in this order (rules 5.2).
    pub enum Timer {
        /// The player's connection has been lost for too long.
        AbsencePlayer = "absence(player)",
        /// The opponent's.
        AbsenceOpponent = "absence(opponent)",
        /// Somebody's right to pause is used up.
        Budget = "budget",
        /// The pause before a round.
        Cooldown = "cooldown",
        /// The time to choose.
        Selection = "selection",
        /// The patience after it.
        Stall = "stall",
        /// The time to resolve an interrupt.
        Resolve = "resolve",
    }
}

const POINT: &str = "winnerHasPointsToWin || noCardsLeft";
const NO_POINT: &str = "!(winnerHasPointsToWin || noCardsLeft)";

/// The rows of the table, in its order.
pub const ROWS: [Edge<Phase>; 31] = [
    edge(WaitingForMatchStart, "startClicked", "", MatchStart),
    edge(WaitingForMatchStart, "interrupt", "", MatchOver),
    edge(MatchStart, "ready", "", Cooldown),
    edge(MatchStart, "interrupt", "", InterruptMatch),
    edge(MatchStart, "error", "", InterruptMatch),
    edge(Cooldown, "ready", "", RoundStart),
    edge(Cooldown, "interrupt", "", InterruptRound),
    edge(RoundStart, "cardsRevealed", "", WaitingForPlayerAction),
    edge(RoundStart, "interrupt", "", InterruptRound),
    edge(WaitingForPlayerAction, "statSelected", "", RoundDecision),
    edge(WaitingForPlayerAction, "timeout", "statAutoSelect", RoundDecision),
    edge(WaitingForPlayerAction, "interrupt", "", InterruptRound),
    edge(RoundDecision, "outcome=winPlayer", "", RoundOver),
    edge(RoundDecision, "outcome=winOpponent", "", RoundOver),
    edge(RoundDecision, "outcome=draw", "", RoundOver),
    edge(RoundDecision, "interrupt", "", InterruptRound),
    edge(RoundOver, "matchPointReached", POINT, MatchDecision),
    edge(RoundOver, "continue", NO_POINT, Cooldown),
    edge(RoundOver, "interrupt", "", InterruptRound),
    edge(MatchDecision, "finalize", "", MatchOver),
    edge(MatchDecision, "interrupt", "", InterruptMatch),
    edge(MatchOver, "rematch", "", WaitingForMatchStart),
    edge(MatchOver, "home", "", WaitingForMatchStart),
    edge(InterruptRound, "roundModifyFlag", "roundModifyEnabled", RoundModification),
    edge(InterruptRound, "restartRound", "", Cooldown),
    edge(InterruptRound, "resumeLobby", "", WaitingForMatchStart),
    edge(InterruptRound, "abortMatch", "", MatchOver),
    edge(RoundModification, "modifyRoundDecision", "", RoundDecision),
    edge(RoundModification, "cancelModification", "", InterruptRound),
    edge(InterruptMatch, "restartMatch", "", MatchStart),
    edge(InterruptMatch, "toLobby", "", WaitingForMatchStart),
];

/// The chart of the rules document.
pub const CHART: Chart<Phase> =
    Chart { states: Phase::ALL, initial: WaitingForMatchStart, finals: &[MatchOver], edges: &ROWS };

/// How many states there are.
pub const STATES: usize = 12;
/// How many triggers there are.
pub const TRIGGERS: usize = 23;
/// A pair of state and trigger that is no row.
const NONE: u8 = u8::MAX;

/// For every state and trigger the number of its row. The engine moves along this and nothing else.
const INDEX: [[u8; TRIGGERS]; STATES] = {
    let mut index = [[NONE; TRIGGERS]; STATES];
    let mut row = 0;
    while row < ROWS.len() {
        let mut trigger = 0;
        while !same(Trigger::NAMES[trigger], ROWS[row].on) {
            trigger += 1;
        }
        index[ROWS[row].from as usize][trigger] = row as u8;
        row += 1;
    }
    index
};

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The row that a trigger fires in a state.
#[inline]
pub const fn row(from: Phase, on: Trigger) -> Option<u8> {
    let row = INDEX[from as usize][on as usize];
    if row == NONE { None } else { Some(row) }
}

/// The trigger of a row.
pub fn trigger_of(row: u8) -> Option<Trigger> {
    ROWS.get(usize::from(row)).and_then(|edge| Trigger::from_name(edge.on))
}

/// The table as the data file that ships with the product; pages and tests read it too.
pub const STATES_FILE: &str = include_str!("../data/classicBattleStates.json");

/// A state of the data file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StateRow {
    /// Its number.
    pub id: u8,
    /// Its name.
    pub name: Phase,
    /// `initial`, `final` or `interrupt`; missing for the others.
    #[serde(rename = "type", default)]
    pub kind: Option<String>,
    /// What happens on entry, in words.
    pub on_enter: Vec<String>,
    /// What leads out of it.
    pub triggers: Vec<TriggerRow>,
}

/// A row of the data file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriggerRow {
    /// What fires it.
    pub on: Trigger,
    /// Where it leads.
    pub target: Phase,
    /// Its guard.
    #[serde(default)]
    pub guard: Option<String>,
}

/// Reads a table and compares it with the one the engine runs on.
///
/// Steps: read the JSON, which refuses unknown states, targets, triggers and fields; refuse states
/// out of order, missing or twice; refuse rows that stand twice; refuse every row that is not the
/// engine's, and every row of the engine that is missing.
pub fn read_states(text: &str) -> Result<Vec<StateRow>, String> {
    let states: Vec<StateRow> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let ids: Vec<_> = states.iter().map(|state| (state.id, state.name)).collect();
    let expected: Vec<_> = Phase::ALL.iter().map(|phase| (phase.id(), *phase)).collect();
    if ids != expected {
        return Err("the twelve states are expected once each, in the order of their ids".into());
    }
    let mut rows = 0;
    for state in &states {
        for (at, trigger) in state.triggers.iter().enumerate() {
            let name = format!("{} on {}", state.name.name(), trigger.on.name());
            if state.triggers[..at].iter().any(|other| other.on == trigger.on) {
                return Err(format!("{name} stands twice"));
            }
            let known = row(state.name, trigger.on).map(|row| ROWS[usize::from(row)]);
            let guard = trigger.guard.as_deref().unwrap_or_default();
            if known.is_none_or(|edge| edge.to != trigger.target || edge.guard != guard) {
                return Err(format!("{name} is no row of the engine"));
            }
            rows += 1;
        }
    }
    if rows == ROWS.len() { Ok(states) } else { Err(format!("{rows} rows, 31 are expected")) }
}
