//! The state as it is written: names of the rules document (rules 3).

use bout_core::{Current, List, Millis, SeatSet, Timers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::card::{CardNo, DECK_MAX, Stat};
use crate::phase::{Phase, ROWS, Timer, Trigger, row};
use crate::state::{
    Both, Checkpoint, Clock, Fields, Interrupt, LastRound, Ledger, Log, MatchResult, Pairs,
    RoundOutcome, Selection, Side, Source, State, Streak, Suspended, Why,
};
use crate::view::sides;

/// One line of the transition log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Transition {
    /// From where.
    pub from: Phase,
    /// By what.
    pub trigger: Trigger,
    /// To where.
    pub to: Phase,
    /// When.
    pub at_ms: Millis,
}

impl Transition {
    /// A row of the table that was taken.
    pub fn of((row, at_ms): (u8, Millis)) -> Self {
        let edge = ROWS[usize::from(row) % ROWS.len()];
        let trigger = Trigger::from_name(edge.on).unwrap_or(Trigger::Interrupt);
        Transition { from: edge.from, trigger, to: edge.to, at_ms }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockDocument {
    kind: Timer,
    since_ms: Millis,
    expired: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Checkpoint")]
pub(crate) struct CheckpointDocument {
    scores: Both<u8>,
    rounds_played: u8,
    chooser: Option<Side>,
    streak: Streak,
    longest_streak: Both<u8>,
    last_round: Option<LastRound>,
    captured: Both<u8>,
    discard: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuspendedDocument {
    from: Phase,
    cards: Option<Both<CardNo>>,
    stat: Option<Stat>,
    cards_public: bool,
    remaining_ms: Option<u64>,
}

/// A state on the wire; cards are numbers of the table, draw piles top first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateDocument {
    state: Phase,
    now_ms: Millis,
    match_id: u32,
    attempt: u32,
    win_target: u8,
    scores: Both<u8>,
    rounds_played: u8,
    chooser: Option<Side>,
    draw_pile: Both<Vec<CardNo>>,
    captured: Both<Vec<CardNo>>,
    discard: Vec<CardNo>,
    current: Both<Option<CardNo>>,
    cards_public: bool,
    selected_stat: Option<Stat>,
    selection_source: Option<Source>,
    values: Option<Both<u8>>,
    outcome: Option<RoundOutcome>,
    streak: Streak,
    longest_streak: Both<u8>,
    last_round: Option<LastRound>,
    timer: Option<ClockDocument>,
    inactive_why: Both<Option<Why>>,
    pause_budget_ms: Both<u32>,
    charged_since_ms: Option<Millis>,
    idle_count: Both<u32>,
    armed_errors: Vec<Phase>,
    skip_votes: Vec<Side>,
    rematch_votes: Vec<Side>,
    checkpoint: Option<CheckpointDocument>,
    suspended_round: Option<SuspendedDocument>,
    interrupt: Option<Interrupt>,
    error_restarts: u8,
    modified: bool,
    result: Option<MatchResult>,
    last_result: Option<MatchResult>,
    transition_log: Vec<Transition>,
    transitions: u64,
    timers: Timers<Timer>,
}

impl From<State> for StateDocument {
    fn from(s: State) -> Self {
        let m = &s.m;
        let pile = |side: usize| m.piles[side].iter().rev().copied().collect();
        let flat = |pairs: &Pairs| pairs.iter().flatten().copied().collect();
        let current = m.current.map_or([None; 2], |cards| cards.map(Some));
        let armed = |phase: &&Phase| s.armed >> **phase as u16 & 1 == 1;
        StateDocument {
            state: s.phase.get(),
            now_ms: s.now,
            match_id: s.match_no,
            attempt: s.attempt,
            win_target: s.win_target,
            scores: m.ledger.scores.into(),
            rounds_played: m.ledger.rounds_played,
            chooser: m.ledger.chooser,
            draw_pile: Both { player: pile(0), opponent: pile(1) },
            captured: Both {
                player: flat(m.captured(Side::Player)),
                opponent: flat(m.captured(Side::Opponent)),
            },
            discard: flat(m.discard()),
            current: current.into(),
            cards_public: m.cards_public,
            selected_stat: m.selection.map(|selection| selection.stat),
            selection_source: m.selection.map(|selection| selection.source),
            values: m.values.map(Both::from),
            outcome: m.outcome,
            streak: m.ledger.streak,
            longest_streak: m.ledger.longest.into(),
            last_round: m.ledger.last_round,
            timer: m.clock.map(|clock| ClockDocument {
                kind: clock.kind,
                since_ms: clock.since,
                expired: clock.expired,
            }),
            inactive_why: s.inactive.into(),
            pause_budget_ms: m.budget.into(),
            charged_since_ms: m.charged,
            idle_count: m.idle.into(),
            armed_errors: Phase::ALL.iter().filter(armed).copied().collect(),
            skip_votes: sides(m.skip_votes),
            rematch_votes: sides(m.rematch_votes),
            checkpoint: m.checkpoint.map(Into::into),
            suspended_round: m.suspended.map(Into::into),
            interrupt: m.interrupt,
            error_restarts: m.error_restarts,
            modified: m.modified,
            result: m.result,
            last_result: s.history,
            transition_log: s.log.iter().map(Transition::of).collect(),
            transitions: s.log.count(),
            timers: s.timers,
        }
    }
}

/// Writes a checkpoint as the state does.
#[expect(clippy::ref_option, reason = "this is how serde calls it")]
pub fn checkpoint<S: Serializer>(
    checkpoint: &Option<Checkpoint>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    checkpoint.map(CheckpointDocument::from).serialize(serializer)
}

impl From<Checkpoint> for CheckpointDocument {
    fn from(checkpoint: Checkpoint) -> Self {
        let ledger = checkpoint.ledger;
        CheckpointDocument {
            scores: ledger.scores.into(),
            rounds_played: ledger.rounds_played,
            chooser: ledger.chooser,
            streak: ledger.streak,
            longest_streak: ledger.longest.into(),
            last_round: ledger.last_round,
            captured: [2 * checkpoint.taken[0], 2 * checkpoint.taken[1]].into(),
            discard: 2 * checkpoint.taken[2],
        }
    }
}

impl From<CheckpointDocument> for Checkpoint {
    fn from(document: CheckpointDocument) -> Self {
        Checkpoint {
            ledger: Ledger {
                scores: document.scores.pair(),
                rounds_played: document.rounds_played,
                chooser: document.chooser,
                streak: document.streak,
                longest: document.longest_streak.pair(),
                last_round: document.last_round,
            },
            taken: [document.captured.player, document.captured.opponent, document.discard]
                .map(|cards| cards / 2),
        }
    }
}

impl From<Suspended> for SuspendedDocument {
    fn from(suspended: Suspended) -> Self {
        SuspendedDocument {
            from: suspended.from,
            cards: suspended.cards.map(Both::from),
            stat: suspended.stat,
            cards_public: suspended.cards_public,
            remaining_ms: suspended.remaining,
        }
    }
}

impl From<SuspendedDocument> for Suspended {
    fn from(document: SuspendedDocument) -> Self {
        Suspended {
            from: document.from,
            cards: document.cards.map(Both::pair),
            stat: document.stat,
            cards_public: document.cards_public,
            remaining: document.remaining_ms,
        }
    }
}

fn pile(cards: &[CardNo], key: &str) -> Result<List<CardNo, DECK_MAX>, String> {
    let mut pile = List::new();
    for card in cards.iter().rev() {
        pile.try_push(*card).map_err(|_| format!("{key}: more than {DECK_MAX} cards"))?;
    }
    Ok(pile)
}

fn pairs(cards: &[CardNo], key: &str) -> Result<Pairs, String> {
    let (whole, rest) = cards.as_chunks::<2>();
    let mut pairs = List::new();
    if !rest.is_empty() {
        return Err(format!("{key}: cards come in pairs"));
    }
    for pair in whole {
        pairs.try_push(*pair).map_err(|_| format!("{key}: more than {DECK_MAX} pairs"))?;
    }
    Ok(pairs)
}

fn log(count: u64, transitions: &[Transition]) -> Result<Log, String> {
    let number = |t: &Transition| {
        let row = row(t.from, t.trigger).filter(|row| ROWS[usize::from(*row)].to == t.to);
        row.map(|row| (row, t.at_ms)).ok_or("transition_log: not a row of the table")
    };
    let entries: Vec<_> = transitions.iter().map(number).collect::<Result<_, _>>()?;
    Log::restored(count, &entries).ok_or_else(|| "transitions: does not fit transition_log".into())
}

fn votes(sides: &[Side]) -> SeatSet {
    sides.iter().map(|side| side.seat()).collect()
}

impl StateDocument {
    fn current(&self) -> Result<Option<[CardNo; 2]>, String> {
        match self.current.pair() {
            [Some(player), Some(opponent)] => Ok(Some([player, opponent])),
            [None, None] => Ok(None),
            _ => Err("current: both cards or none".into()),
        }
    }

    fn selection(&self) -> Result<Option<Selection>, String> {
        match (self.selected_stat, self.selection_source) {
            (Some(stat), Some(source)) => Ok(Some(Selection { stat, source })),
            (None, None) => Ok(None),
            _ => Err("selected_stat and selection_source: both or none".into()),
        }
    }

    fn ledger(&self) -> Ledger {
        Ledger {
            scores: self.scores.pair(),
            rounds_played: self.rounds_played,
            chooser: self.chooser,
            streak: self.streak,
            longest: self.longest_streak.pair(),
            last_round: self.last_round,
        }
    }

    fn clock(&self) -> Option<Clock> {
        let timer = self.timer.as_ref()?;
        Some(Clock { kind: timer.kind, since: timer.since_ms, expired: timer.expired })
    }
}

impl TryFrom<StateDocument> for State {
    type Error = String;

    fn try_from(d: StateDocument) -> Result<Self, String> {
        let taken = [
            pairs(&d.captured.player, "captured.player")?,
            pairs(&d.captured.opponent, "captured.opponent")?,
            pairs(&d.discard, "discard")?,
        ];
        let fields = Fields {
            ledger: d.ledger(),
            piles: [
                pile(&d.draw_pile.player, "draw_pile.player")?,
                pile(&d.draw_pile.opponent, "draw_pile.opponent")?,
            ],
            taken,
            current: d.current()?,
            cards_public: d.cards_public,
            selection: d.selection()?,
            values: d.values.map(Both::pair),
            outcome: d.outcome,
            clock: d.clock(),
            budget: d.pause_budget_ms.pair(),
            charged: d.charged_since_ms,
            idle: d.idle_count.pair(),
            skip_votes: votes(&d.skip_votes),
            rematch_votes: votes(&d.rematch_votes),
            checkpoint: d.checkpoint.map(Into::into),
            suspended: d.suspended_round.map(Into::into),
            interrupt: d.interrupt,
            error_restarts: d.error_restarts,
            modified: d.modified,
            result: d.result,
        };
        Ok(State {
            phase: Current::start(d.state),
            now: d.now_ms,
            log: log(d.transitions, &d.transition_log)?,
            inactive: d.inactive_why.pair(),
            armed: d.armed_errors.iter().fold(0, |bits, phase| bits | 1 << *phase as u16),
            win_target: d.win_target,
            match_no: d.match_id,
            attempt: d.attempt,
            history: d.last_result,
            timers: d.timers,
            m: fields,
        })
    }
}
