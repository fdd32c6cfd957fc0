//! All of a room: its match, and what outlives a match (rules 3).

use bout_core::{Current, List, Millis, Outcome, Seat, SeatSet, Timers, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{CardNo, DECK_MAX, Stat};
use crate::config::{PAUSE_BUDGET_MS, STATE_LOG_LEN};
use crate::phase::{Phase, Timer, Trigger, trigger_of};

names! {
    /// The two sides; seats 0 and 1.
    pub enum Side {
        /// Seat 0.
        Player = "player",
        /// Seat 1.
        Opponent = "opponent",
    }
}

impl Side {
    /// The one opposite.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Player => Side::Opponent,
            Side::Opponent => Side::Player,
        }
    }

    /// Its place in a pair.
    #[inline]
    pub const fn at(self) -> usize {
        self as usize
    }

    /// Its seat.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The side of a seat.
    pub fn of(seat: Seat) -> Option<Side> {
        Side::ALL.get(seat.index()).copied()
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Both<T> {
    /// The player's.
    pub player: T,
    /// The opponent's.
    pub opponent: T,
}

impl<T: Copy> From<[T; 2]> for Both<T> {
    fn from([player, opponent]: [T; 2]) -> Self {
        Both { player, opponent }
    }
}

impl<T> Both<T> {
    /// The two as a pair, the player's first.
    pub fn pair(self) -> [T; 2] {
        [self.player, self.opponent]
    }
}

names! {
    /// Who won a round.
    pub enum RoundOutcome {
        /// The player's value is higher.
        WinPlayer = "winPlayer",
        /// The opponent's value is higher.
        WinOpponent = "winOpponent",
        /// They are equal.
        Draw = "draw",
    }
}

impl RoundOutcome {
    /// The outcome of a comparison.
    #[inline]
    pub fn of([player, opponent]: [u8; 2]) -> Self {
        // Nobody can foresee this: a place in the list is faster than a branch.
        let place = usize::from(player < opponent) + 2 * usize::from(player == opponent);
        RoundOutcome::ALL[place]
    }

    /// Who won, if somebody did.
    #[inline]
    pub const fn winner(self) -> Option<Side> {
        match self {
            RoundOutcome::WinPlayer => Some(Side::Player),
            RoundOutcome::WinOpponent => Some(Side::Opponent),
            RoundOutcome::Draw => None,
        }
    }
}

names! {
    /// Who picked the stat.
    pub enum Source {
        /// The chooser, a computer player too.
        Manual = "manual",
        /// The engine, when time was up.
        Auto = "auto",
        /// An administrator.
        Admin = "admin",
    }
}

names! {
    /// Why a side is not there.
    pub enum Why {
        /// Tab hidden, app in the background.
        Visibility = "visibility",
        /// A dialog is open.
        Dialog = "dialog",
        /// The connection is lost.
        Disconnect = "disconnect",
        /// Only of timers: the right to pause is used up.
        Budget = "budget",
    }
}

names! {
    /// Why something was interrupted.
    pub enum InterruptReason {
        /// A side quit.
        Quit = "quit",
        /// A side left the battle by a link.
        Navigation = "navigation",
        /// Something failed.
        Error = "error",
        /// A side let its time run out too often.
        Stalled = "stalled",
        /// A side was absent for too long.
        Disconnect = "disconnect",
        /// An administrator stepped in.
        Admin = "admin",
    }
}

names! {
    /// How a match ended.
    pub enum ResultKind {
        /// A side reached the win target.
        Points = "points",
        /// Cards or rounds ran out, scores differ.
        Rounds = "rounds",
        /// Scores are equal, held cards differ.
        Cards = "cards",
        /// All is equal.
        Draw = "draw",
        /// A side is to blame.
        Forfeit = "forfeit",
        /// Nobody is to blame.
        NoContest = "no_contest",
        /// Interrupted in the lobby.
        Aborted = "aborted",
        /// Given up for the lobby; in the history only.
        Abandoned = "abandoned",
    }
}

/// A round's stat and who picked it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The stat.
    pub stat: Stat,
    /// Who picked it.
    pub source: Source,
}

/// Consecutive round wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Streak {
    /// Whose.
    pub side: Option<Side>,
    /// How many.
    pub length: u8,
}

/// A played round, kept for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LastRoundInNumbers")]
pub struct LastRound {
    /// Its number.
    pub round: u8,
    /// Who chose.
    pub chooser: Side,
    /// What.
    pub stat: Stat,
    /// How.
    pub source: Source,
    /// The cards.
    pub cards: Both<CardNo>,
    /// The compared values.
    pub values: Both<u8>,
    /// Who won.
    pub outcome: RoundOutcome,
    /// The scores after it.
    pub scores: Both<u8>,
}

/// What a rollback restores, besides the piles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Points, the player's first.
    pub scores: [u8; 2],
    /// Completed rounds, draws included.
    pub rounds_played: u8,
    /// Who names the stat; nobody in the lobby.
    pub chooser: Option<Side>,
    /// Consecutive round wins.
    pub streak: Streak,
    /// The longest streaks.
    pub longest: [u8; 2],
    /// The last played round.
    pub last_round: Option<LastRound>,
}

/// What a running round can be rolled back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Scores and the like.
    pub ledger: Ledger,
    /// Pairs that lay in each of the piles of played cards.
    pub taken: [u8; 3],
}

/// An interrupted round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspended {
    /// Where it was interrupted.
    pub from: Phase,
    /// Its cards, if they had been drawn.
    pub cards: Option<[CardNo; 2]>,
    /// Its stat, if one had been chosen.
    pub stat: Option<Stat>,
    /// Whether the cards had been turned.
    pub cards_public: bool,
    /// What was left of its timer.
    pub remaining: Option<u64>,
}

/// The last interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interrupt {
    /// Why.
    pub reason: InterruptReason,
    /// Who did it.
    pub by: Option<Side>,
    /// In which state.
    pub from: Phase,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// In which way.
    pub kind: ResultKind,
    /// Who won.
    pub winner: Option<Side>,
    /// Why it was interrupted, if it was.
    pub reason: Option<InterruptReason>,
    /// Whether an administrator's edit was applied.
    pub modified: bool,
}

/// The timer that is shown: the core's timer holds its time, this the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Which of the core's timers.
    pub kind: Timer,
    /// When it last started, stopped or went on.
    pub since: Millis,
    /// Whether it has run out and waits for the chooser all the same.
    pub expired: bool,
}

/// Played cards, pair by pair.
pub type Pairs = List<[CardNo; 2], DECK_MAX>;

/// Everything that a new match clears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// What a rollback restores.
    pub ledger: Ledger,
    /// Draw piles; the last card is the top one.
    pub piles: [List<CardNo, DECK_MAX>; 2],
    /// Played cards, pair by pair, in a pile for each outcome: won by the player, won by the
    /// opponent, laid aside.
    pub taken: [Pairs; 3],
    /// The two cards of the running round.
    pub current: Option<[CardNo; 2]>,
    /// Whether they are turned.
    pub cards_public: bool,
    /// What was chosen.
    pub selection: Option<Selection>,
    /// What was compared.
    pub values: Option<[u8; 2]>,
    /// Who won the round.
    pub outcome: Option<RoundOutcome>,
    /// The shown timer.
    pub clock: Option<Clock>,
    /// Pausing time left.
    pub budget: [u32; 2],
    /// Since when those who hold the timer are charged.
    pub charged: Option<Millis>,
    /// Expiries in a row.
    pub idle: [u32; 2],
    /// Who wants to go on at once.
    pub skip_votes: SeatSet,
    /// Who wants to play again.
    pub rematch_votes: SeatSet,
    /// What the running round can be rolled back to.
    pub checkpoint: Option<Checkpoint>,
    /// The interrupted round.
    pub suspended: Option<Suspended>,
    /// The last interrupt.
    pub interrupt: Option<Interrupt>,
    /// Error restarts since the last completed round.
    pub error_restarts: u8,
    /// Whether an edit was applied.
    pub modified: bool,
    /// How it ended.
    pub result: Option<MatchResult>,
}

impl Fields {
    /// The pairs that a side has won.
    #[inline]
    pub fn captured(&self, side: Side) -> &Pairs {
        &self.taken[side.at()]
    }

    /// The pairs of drawn rounds.
    pub fn discard(&self) -> &Pairs {
        &self.taken[RoundOutcome::Draw as usize]
    }
}

impl Default for Fields {
    fn default() -> Self {
        Fields {
            ledger: Ledger::default(),
            piles: [List::new(); 2],
            taken: [List::new(); 3],
            current: None,
            cards_public: false,
            selection: None,
            values: None,
            outcome: None,
            clock: None,
            budget: [PAUSE_BUDGET_MS; 2],
            charged: None,
            idle: [0; 2],
            skip_votes: SeatSet::NONE,
            rematch_votes: SeatSet::NONE,
            checkpoint: None,
            suspended: None,
            interrupt: None,
            error_restarts: 0,
            modified: false,
            result: None,
        }
    }
}

/// Lines that are kept; more than are shown, so that a place is found without division.
const RING: usize = STATE_LOG_LEN.next_power_of_two();
/// Bits of a line that hold the row.
const ROW_BITS: u32 = 8;

/// The last transitions: a ring, in which entry `n` has place `n` modulo its length. A line holds a
/// row of the table and, above it, the time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Log {
    lines: [u64; RING],
    count: u64,
}

impl Log {
    /// Writes a row of the table down.
    #[inline]
    pub fn push(&mut self, row: u8, at: Millis) {
        self.lines[self.count as usize % RING] = at.0 << ROW_BITS | u64::from(row);
        self.count += 1;
    }

    /// How many transitions there have been.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The last ones, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u8, Millis)> {
        let kept = self.count.min(STATE_LOG_LEN as u64);
        (self.count - kept..self.count).map(|n| {
            let line = self.lines[n as usize % RING];
            (line as u8, Millis(line >> ROW_BITS))
        })
    }

    /// A log of which only the last entries are known.
    pub fn restored(count: u64, entries: &[(u8, Millis)]) -> Option<Self> {
        if entries.len() as u64 != count.min(STATE_LOG_LEN as u64) {
            return None;
        }
        let mut log = Log { count: count - entries.len() as u64, ..Log::default() };
        entries.iter().for_each(|(row, at)| log.push(*row, *at));
        Some(log)
    }

    /// The last transition.
    pub fn last(&self) -> Option<(u8, Millis)> {
        self.iter().next_back()
    }
}

/// Two logs are the same if they show the same.
impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

impl Eq for Log {}

/// The state of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "crate::wire::StateDocument", try_from = "crate::wire::StateDocument")]
pub struct State {
    /// The state of the machine.
    pub phase: Current<Phase>,
    /// The stamp of the last input.
    pub now: Millis,
    /// Recent transitions.
    pub log: Log,
    /// Why a side is inactive; nothing while it is there.
    pub inactive: [Option<Why>; 2],
    /// States whose next entry fails, a bit each.
    pub armed: u16,
    /// Points needed, as last set in the lobby.
    pub win_target: u8,
    /// The number of the match in this room, from 1.
    pub match_no: u32,
    /// How often this match has been dealt, less one.
    pub attempt: u32,
    /// The last result.
    pub history: Option<MatchResult>,
    /// The timers.
    pub timers: Timers<Timer>,
    /// The match.
    pub m: Fields,
}

impl State {
    /// A room that has just been opened.
    pub fn new(win_target: u8) -> Self {
        State {
            phase: Current::start(Phase::WaitingForMatchStart),
            now: Millis(0),
            log: Log::default(),
            inactive: [None; 2],
            armed: 0,
            win_target,
            match_no: 0,
            attempt: 0,
            history: None,
            timers: Timers::new(),
            m: Fields::default(),
        }
    }

    /// The state before this one.
    pub fn prev_state(&self) -> Option<Phase> {
        self.log.last().map(|(row, _)| crate::phase::ROWS[usize::from(row)].from)
    }

    /// What led into this one.
    pub fn last_trigger(&self) -> Option<Trigger> {
        self.log.last().and_then(|(row, _)| trigger_of(row))
    }

    /// The number of the round that is played, or would be next.
    #[inline]
    pub fn round(&self) -> u8 {
        self.m.ledger.rounds_played + 1
    }

    /// Whether the round can be edited: it was interrupted with its cards drawn.
    pub fn is_modifiable(&self) -> bool {
        self.m.suspended.is_some_and(|suspended| suspended.cards.is_some())
    }

    /// Whether an administrator took back a modification and has to resolve the interrupt.
    pub fn waits_for_admin(&self) -> bool {
        self.phase.get() == Phase::InterruptRound
            && self.last_trigger() == Some(Trigger::CancelModification)
    }

    /// The verdict, while the result is shown.
    #[inline]
    pub fn verdict(&self) -> Option<Outcome> {
        if self.phase.get() != Phase::MatchOver {
            return None;
        }
        let result = self.m.result?;
        let (won, drew) = match result.winner {
            Some(side) => (SeatSet::one(side.seat()), SeatSet::NONE),
            None => (SeatSet::NONE, SeatSet::all(2)),
        };
        Some(Outcome { won, drew, ending: bout_core::Named::name(&result.kind) })
    }
}
