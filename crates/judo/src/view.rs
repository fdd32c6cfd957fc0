//! What a viewer may know (rules 8), with all that the hooks of a page show (rules 11.3).

use bout_core::{Millis, Seat, SeatSet, Viewer};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::Judo;
use crate::card::{CardNo, Face, Picks, Stat};
use crate::config::Config;
use crate::event::{Event, SuspendedRound};
use crate::phase::{Phase, Timer, Trigger};
use crate::state::{
    Both, Checkpoint, Interrupt, MatchResult, RoundOutcome, Side, Source, State, Streak, Suspended,
    Why,
};
use crate::wire::Transition;

/// What a viewer sees of a card in play.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub enum Shown {
    /// The card.
    Face(Face),
    /// The face-down placeholder.
    #[schemars(with = "Placeholder")]
    Mystery,
}

/// What stands for a card that is face down.
#[derive(Serialize, JsonSchema)]
struct Placeholder {
    placeholder: &'static str,
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Shown::Face(face) => face.serialize(serializer),
            Shown::Mystery => Placeholder { placeholder: "Mystery Judoka" }.serialize(serializer),
        }
    }
}

/// The timer as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TimerView {
    /// Which.
    pub kind: Timer,
    /// Its full length.
    pub duration_ms: u64,
    /// What was left of it at `since_ms`.
    pub remaining_ms: u64,
    /// When it last started, stopped or went on.
    pub since_ms: Millis,
    /// Whether it runs.
    pub running: bool,
    /// Whether the time to choose is up.
    pub expired: bool,
    /// When it ends; null while it stands.
    pub deadline_ms: Option<Millis>,
}

/// A played round with its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "LastRound")]
pub struct LastRoundView {
    /// Its number.
    pub round: u8,
    /// Who chose.
    pub chooser: Side,
    /// What.
    pub stat: Stat,
    /// How.
    pub source: Source,
    /// The cards.
    pub cards: Both<Face>,
    /// The compared values.
    pub values: Both<u8>,
    /// Who won.
    pub outcome: RoundOutcome,
    /// The scores after it.
    pub scores: Both<u8>,
}

/// What is only for the test driver and the referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Secret {
    /// The draw piles, top first.
    pub draw_piles: Both<Vec<Face>>,
    /// What the running round can be rolled back to.
    #[serde(serialize_with = "crate::wire::checkpoint")]
    #[schemars(with = "Option<crate::wire::CheckpointDocument>", extend("nullable" = true))]
    pub checkpoint: Option<Checkpoint>,
    /// States whose next entry fails.
    pub armed_errors: Vec<Phase>,
    /// The interrupted round as the state holds it.
    #[serde(skip)]
    pub suspended: Option<Suspended>,
}

/// All that one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct View {
    /// Whose eyes these are.
    pub side: Option<Side>,
    /// The state of the machine.
    pub state: Phase,
    /// Its number.
    pub state_id: u8,
    /// The state before it.
    pub prev_state: Option<Phase>,
    /// What led here.
    pub last_trigger: Option<Trigger>,
    /// The stamp of the last input.
    pub now_ms: Millis,
    /// The number of the match in its room.
    pub match_id: u32,
    /// How often it has been dealt before.
    pub attempt: u32,
    /// Points.
    pub scores: Both<u8>,
    /// Completed rounds.
    pub rounds_played: u8,
    /// The round that is played, or would be next.
    pub round: u8,
    /// The round to show: never more than there are.
    pub shown_round: u8,
    /// Points needed.
    pub win_target: u8,
    /// Who names the stat.
    pub chooser: Option<Side>,
    /// Cards left in the draw piles.
    pub draw_pile: Both<u8>,
    /// Won cards.
    pub captured: Both<Vec<Face>>,
    /// Cards of drawn rounds.
    pub discard: Vec<Face>,
    /// The two cards of the running round.
    pub current: Both<Option<Shown>>,
    /// Whether they are turned.
    pub cards_public: bool,
    /// What was chosen.
    pub selected_stat: Option<Stat>,
    /// By whom.
    pub selection_source: Option<Source>,
    /// What was compared.
    pub values: Option<Both<u8>>,
    /// Who won the round.
    pub outcome: Option<RoundOutcome>,
    /// Consecutive wins.
    pub streak: Streak,
    /// The longest streaks.
    pub longest_streak: Both<u8>,
    /// The last played round.
    pub last_round: Option<LastRoundView>,
    /// The timer.
    pub timer: Option<TimerView>,
    /// Whether a side is there.
    pub active: Both<bool>,
    /// Why it is not.
    pub inactive_why: Both<Option<Why>>,
    /// Pausing time left.
    pub pause_budget_ms: Both<u32>,
    /// When a right to pause ends.
    pub budget_at: Option<Millis>,
    /// When an absence has lasted too long.
    pub absence_at: Both<Option<Millis>>,
    /// Expiries in a row.
    pub idle_count: Both<u32>,
    /// Who wants to go on at once.
    pub skip_votes: Vec<Side>,
    /// Who wants to play again.
    pub rematch_votes: Vec<Side>,
    /// The last interrupt.
    pub interrupt: Option<Interrupt>,
    /// Error restarts since the last completed round.
    pub error_restarts: u8,
    /// Whether an edit was applied.
    pub modified: bool,
    /// How it ended.
    pub result: Option<MatchResult>,
    /// The last result of the room.
    pub last_result: Option<MatchResult>,
    /// The last transitions, oldest first.
    pub transition_log: Vec<Transition>,
    /// How many there have been.
    pub transitions: u64,
    /// The settings, without fixed decks.
    pub settings: Box<Config>,
    /// The interrupted round; for the administrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspended_round: Option<SuspendedRound>,
    /// What is only for the test driver and the referee.
    #[serde(flatten)]
    pub secret: Option<Secret>,
}

impl bout_core::Described for Judo {}

/// A borrowed look through a viewer's eyes.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    game: &'a Judo,
    state: &'a State,
    viewer: Viewer,
}

impl<'a> Seen<'a> {
    #[inline]
    pub(crate) fn new(game: &'a Judo, state: &'a State, viewer: Viewer) -> Self {
        Seen { game, state, viewer }
    }

    /// The state of the machine.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state.phase.get()
    }

    /// What there is to pick on the viewer's own card.
    #[inline]
    pub fn own_picks(&self) -> Option<&'a Picks> {
        let (side, cards) = (self.side()?, self.state.m.current?);
        Some(self.game.picks(cards[side.at()]))
    }

    #[inline]
    fn side(&self) -> Option<Side> {
        match self.viewer {
            Viewer::Seat(seat) => Side::of(seat),
            Viewer::Public | Viewer::Referee => None,
        }
    }

    /// Whether the viewer sees everything: the referee, and the host seat in test mode.
    fn sees_all(&self) -> bool {
        let driver = self.viewer == Viewer::Seat(Seat::HOST) && self.game.config.test_mode;
        self.viewer == Viewer::Referee || driver
    }

    fn faces(&self, cards: impl Iterator<Item = CardNo>) -> Vec<Face> {
        cards.map(|card| self.game.card(card)).collect()
    }

    fn shown(&self, side: Side) -> Option<Shown> {
        let card = self.state.m.current?[side.at()];
        let open = self.state.m.cards_public || self.side() == Some(side) || self.sees_all();
        Some(if open { Shown::Face(self.game.card(card)) } else { Shown::Mystery })
    }

    fn timer(&self) -> Option<TimerView> {
        let clock = self.state.m.clock?;
        let deadline_ms = self.state.timers.deadline(clock.kind);
        Some(TimerView {
            kind: clock.kind,
            duration_ms: self.game.length(clock.kind),
            remaining_ms: self.state.timers.left(clock.kind, clock.since).unwrap_or_default(),
            since_ms: clock.since,
            running: deadline_ms.is_some(),
            expired: clock.expired,
            deadline_ms,
        })
    }

    fn last_round(&self) -> Option<LastRoundView> {
        let last = self.state.m.ledger.last_round?;
        let [player, opponent] = last.cards.pair().map(|card| self.game.card(card));
        Some(LastRoundView {
            round: last.round,
            chooser: last.chooser,
            stat: last.stat,
            source: last.source,
            cards: Both { player, opponent },
            values: last.values,
            outcome: last.outcome,
            scores: last.scores,
        })
    }

    fn suspended_round(&self) -> Option<SuspendedRound> {
        let admin = self.viewer == Viewer::Seat(Seat::HOST) && self.game.config.opens_host();
        let editing = admin && self.phase() == Phase::RoundModification;
        let suspended = self.state.m.suspended.filter(|_| editing || self.sees_all())?;
        Some(self.game.suspended_round(&suspended))
    }

    fn secret(&self) -> Option<Secret> {
        let pile = |side: Side| self.faces(self.state.m.piles[side.at()].iter().rev().copied());
        let armed = |phase: &&Phase| self.state.armed >> **phase as u16 & 1 == 1;
        self.sees_all().then(|| Secret {
            draw_piles: Both { player: pile(Side::Player), opponent: pile(Side::Opponent) },
            checkpoint: self.state.m.checkpoint,
            armed_errors: Phase::ALL.iter().filter(armed).copied().collect(),
            suspended: self.state.m.suspended,
        })
    }

    /// The whole view.
    pub fn view(&self) -> View {
        let (s, m) = (self.state, &self.state.m);
        let captured = |side: Side| self.faces(m.captured(side).iter().flatten().copied());
        let [player, opponent] = [self.shown(Side::Player), self.shown(Side::Opponent)];
        let over =
            matches!(self.phase(), Phase::RoundOver | Phase::MatchDecision | Phase::MatchOver);
        View {
            side: self.side(),
            state: self.phase(),
            state_id: self.phase().id(),
            prev_state: s.prev_state(),
            last_trigger: s.last_trigger(),
            now_ms: s.now,
            match_id: s.match_no,
            attempt: s.attempt,
            scores: m.ledger.scores.into(),
            rounds_played: m.ledger.rounds_played,
            round: s.round(),
            shown_round: if over { m.ledger.rounds_played.max(1) } else { s.round() },
            win_target: s.win_target,
            chooser: m.ledger.chooser,
            draw_pile: [m.piles[0].len() as u8, m.piles[1].len() as u8].into(),
            captured: Both { player: captured(Side::Player), opponent: captured(Side::Opponent) },
            discard: self.faces(m.discard().iter().flatten().copied()),
            current: Both { player, opponent },
            cards_public: m.cards_public,
            selected_stat: m.selection.map(|selection| selection.stat),
            selection_source: m.selection.map(|selection| selection.source),
            values: m.values.map(Both::from),
            outcome: m.outcome,
            streak: m.ledger.streak,
            longest_streak: m.ledger.longest.into(),
            last_round: self.last_round(),
            timer: self.timer(),
            active: s.inactive.map(|why| why.is_none()).into(),
            inactive_why: s.inactive.into(),
            pause_budget_ms: self.game.budgets(s, s.now).into(),
            budget_at: s.timers.deadline(Timer::Budget),
            absence_at: [Timer::AbsencePlayer, Timer::AbsenceOpponent]
                .map(|timer| s.timers.deadline(timer))
                .into(),
            idle_count: m.idle.into(),
            skip_votes: sides(m.skip_votes),
            rematch_votes: sides(m.rematch_votes),
            interrupt: m.interrupt,
            error_restarts: m.error_restarts,
            modified: m.modified,
            result: m.result,
            last_result: s.history,
            transition_log: s.log.iter().map(Transition::of).collect(),
            transitions: s.log.count(),
            settings: Box::new(Config { decks: None, ..self.game.config.clone() }),
            suspended_round: self.suspended_round(),
            secret: self.secret(),
        }
    }
}

pub(crate) fn sides(set: SeatSet) -> Vec<Side> {
    set.iter().filter_map(Side::of).collect()
}

/// Cards are their owner's until they are turned, a suspended round is the administrator's;
/// everything else is for all.
pub fn redact(event: &Event, viewer: Viewer) -> Event {
    let mut told = event.clone();
    match &mut told {
        Event::RoundStarted { player_card, opponent_card, .. } => {
            if !viewer.owns(Side::Player.seat()) {
                *player_card = None;
            }
            if !viewer.owns(Side::Opponent.seat()) {
                *opponent_card = None;
            }
        }
        Event::ModificationOpened { suspended } => {
            if !viewer.owns(Seat::HOST) {
                *suspended = None;
            }
        }
        Event::StateChanged { .. }
        | Event::MatchStarted { .. }
        | Event::CountdownStarted { .. }
        | Event::CooldownExpired { .. }
        | Event::SelectionExpired { .. }
        | Event::Prompt { .. }
        | Event::SelectionLocked { .. }
        | Event::Evaluated { .. }
        | Event::Scored { .. }
        | Event::Decided { .. }
        | Event::Concluded { .. }
        | Event::TimerPaused { .. }
        | Event::TimerResumed { .. }
        | Event::Drift { .. }
        | Event::InterruptRaised { .. }
        | Event::InterruptResolved { .. }
        | Event::ModificationApplied { .. }
        | Event::TransitionRefused { .. }
        | Event::ErrorRaised { .. }
        | Event::SkipVoted { .. }
        | Event::RematchVoted { .. }
        | Event::LobbyOpened { .. } => {}
    }
    told
}
