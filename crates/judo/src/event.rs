//! What happened (rules 5.1).

use bout_core::{Millis, names};
use schemars::JsonSchema;
use serde::Serialize;

use crate::action::Edits;
use crate::card::{Face, Stat};
use crate::phase::{Phase, Timer, Trigger};
use crate::state::{Both, InterruptReason, MatchResult, RoundOutcome, Side, Source, Streak, Why};

names! {
    /// What an interrupt stops.
    pub enum Scope {
        /// A round.
        Round = "round",
        /// The match.
        Match = "match",
    }
}

/// An interrupted round as an administrator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SuspendedRound {
    /// Where it was interrupted.
    pub from: Phase,
    /// The player's card.
    pub player_card: Option<Face>,
    /// The opponent's card.
    pub opponent_card: Option<Face>,
    /// Its stat, if one had been chosen.
    pub stat: Option<Stat>,
    /// Whether the cards had been turned.
    pub cards_public: bool,
    /// What was left of its timer.
    pub remaining_ms: Option<u64>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type")]
pub enum Event {
    /// The state changed; values are those from before the entry.
    #[serde(rename = "control.state.changed")]
    StateChanged {
        /// From where.
        from: Phase,
        /// To where.
        to: Phase,
        /// By what.
        trigger: Trigger,
        /// The number of the new state.
        state_id: u8,
        /// The round.
        round: u8,
        /// The points.
        scores: Both<u8>,
        /// Who chooses.
        chooser: Option<Side>,
    },
    /// The cards are dealt.
    #[serde(rename = "match.started")]
    MatchStarted {
        /// The number of the match in its room.
        match_id: u32,
        /// How often it has been dealt before.
        attempt: u32,
        /// Points needed.
        win_target: u8,
        /// Cap of rounds.
        max_rounds: u8,
        /// Cards a side.
        deck_size: u8,
        /// Who chooses first.
        first_chooser: Side,
    },
    /// A pause begins.
    #[serde(rename = "control.countdown.started")]
    CountdownStarted {
        /// How long it is.
        duration_ms: u64,
        /// The round after it.
        next_round: u8,
    },
    /// A pause is over.
    #[serde(rename = "cooldown.timer.expired")]
    CooldownExpired {
        /// The round that begins.
        round: u8,
    },
    /// The time to choose is up.
    #[serde(rename = "round.timer.expired")]
    SelectionExpired {
        /// The round.
        round: u8,
        /// Whether the engine picks now.
        auto_select: bool,
    },
    /// Both have drawn; each owner sees his own card.
    #[serde(rename = "round.started")]
    RoundStarted {
        /// The round.
        round: u8,
        /// Who chooses.
        chooser: Side,
        /// The player's card; null is the face-down placeholder.
        player_card: Option<Face>,
        /// The opponent's card; null is the face-down placeholder.
        opponent_card: Option<Face>,
    },
    /// The chooser is asked.
    #[serde(rename = "round.prompt")]
    Prompt {
        /// The round.
        round: u8,
        /// Who chooses.
        chooser: Side,
        /// Until when; null while the timer stands.
        deadline_ms: Option<Millis>,
    },
    /// A stat is chosen.
    #[serde(rename = "round.selection.locked")]
    SelectionLocked {
        /// The round.
        round: u8,
        /// The stat.
        stat: Stat,
        /// Who picked it.
        source: Source,
        /// Whose turn it was.
        side: Side,
    },
    /// The cards are turned and compared.
    #[serde(rename = "round.evaluated")]
    Evaluated {
        /// The round.
        round: u8,
        /// The stat.
        stat: Stat,
        /// The player's value.
        player_value: u8,
        /// The opponent's value.
        opponent_value: u8,
        /// Who won.
        outcome: RoundOutcome,
        /// The player's card.
        player_card: Face,
        /// The opponent's card.
        opponent_card: Face,
    },
    /// Cards and points have changed hands.
    #[serde(rename = "round.scored")]
    Scored {
        /// The points.
        scores: Both<u8>,
        /// Completed rounds.
        rounds_played: u8,
        /// Consecutive wins.
        streak: Streak,
        /// Who chooses next.
        next_chooser: Side,
        /// Captured cards.
        captured: Both<u8>,
    },
    /// The match has a result.
    #[serde(rename = "match.decided")]
    Decided {
        /// Which.
        result: MatchResult,
        /// The points.
        scores: Both<u8>,
        /// Completed rounds.
        rounds_played: u8,
    },
    /// The match is over.
    #[serde(rename = "match.concluded")]
    Concluded {
        /// With which result.
        result: MatchResult,
        /// The points.
        scores: Both<u8>,
        /// Completed rounds.
        rounds_played: u8,
    },
    /// A timer stands.
    #[serde(rename = "timer.paused")]
    TimerPaused {
        /// Which.
        timer: Timer,
        /// What is left of it.
        remaining_ms: u64,
        /// Who is away.
        by: Side,
        /// Why.
        why: Why,
    },
    /// A timer goes on.
    #[serde(rename = "timer.resumed")]
    TimerResumed {
        /// Which.
        timer: Timer,
        /// What is left of it.
        remaining_ms: u64,
        /// Whose change did it.
        by: Side,
        /// Why.
        why: Why,
    },
    /// The host was late; stamped with the missed moment.
    #[serde(rename = "timer.drift")]
    Drift {
        /// For which timer.
        timer: Timer,
        /// By how much.
        drift_ms: u32,
    },
    /// A round or a match is interrupted.
    #[serde(rename = "interrupt.raised")]
    InterruptRaised {
        /// Which of the two.
        scope: Scope,
        /// In which state.
        from: Phase,
        /// Why.
        reason: InterruptReason,
        /// By whom.
        by: Option<Side>,
        /// The points: of a round rolled back, of a match before it was torn down.
        scores: Both<u8>,
    },
    /// An interrupt is over.
    #[serde(rename = "interrupt.resolved")]
    InterruptResolved {
        /// By which trigger.
        resolution: Trigger,
        /// The points.
        scores: Both<u8>,
    },
    /// The interrupted round can be edited; its contents are the administrator's.
    #[serde(rename = "modification.opened")]
    ModificationOpened {
        /// The round.
        suspended: Option<SuspendedRound>,
    },
    /// Edits are applied.
    #[serde(rename = "modification.applied")]
    ModificationApplied {
        /// Which.
        edits: Edits,
    },
    /// A trigger of the engine's own was refused by its guard.
    #[serde(rename = "transition.refused")]
    TransitionRefused {
        /// In which state.
        state: Phase,
        /// Which.
        trigger: Trigger,
        /// Why.
        code: &'static str,
    },
    /// The entry of a state failed.
    #[serde(rename = "error.raised")]
    ErrorRaised {
        /// Which.
        state: Phase,
        /// How.
        message: &'static str,
    },
    /// A side wants to go on at once.
    #[serde(rename = "skip.voted")]
    SkipVoted {
        /// Who.
        side: Side,
    },
    /// A side wants to play again.
    #[serde(rename = "rematch.voted")]
    RematchVoted {
        /// Who.
        side: Side,
    },
    /// The lobby is open.
    #[serde(rename = "lobby.opened")]
    LobbyOpened {
        /// The last result.
        result: Option<MatchResult>,
    },
}
