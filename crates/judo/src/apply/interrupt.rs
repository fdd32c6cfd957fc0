//! Interrupts: rollback, tear-down, and how they are resolved (rules 6.6, 7.6, 9).

use bout_core::Ctx;

use super::{Move, Step, With};
use crate::Judo;
use crate::config::{ERROR_RESTARTS, InterruptMode, Mode};
use crate::event::{Event, Scope, SuspendedRound};
use crate::phase::{Phase, Timer, Trigger};
use crate::state::{
    Fields, Interrupt, InterruptReason, MatchResult, ResultKind, Side, State, Suspended,
};

impl Judo {
    /// Rolls the round back.
    ///
    /// Steps: nothing at all after a cancelled modification; else write the interrupt down, keep
    /// the round as suspended, restore the checkpoint and drop it, clear the table, tell it.
    pub(super) fn enter_interrupt_round(
        &self,
        s: &mut State,
        step: &Step<'_>,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let With::Interrupt(reason, by) = *step.with else { return };
        let (from, remaining) = (step.from, step.left);
        s.m.interrupt = Some(Interrupt { reason, by, from });
        if let Some(checkpoint) = s.m.checkpoint.take() {
            s.m.suspended = Some(Suspended {
                from,
                cards: s.m.current,
                stat: s.m.selection.map(|selection| selection.stat),
                cards_public: s.m.cards_public,
                remaining,
            });
            Self::roll_back(s, &checkpoint);
        } else if s.m.suspended.is_none() {
            let (cards, stat, cards_public) = (None, None, false);
            s.m.suspended = Some(Suspended { from, cards, stat, cards_public, remaining });
        }
        Self::clear_round(s);
        let scores = s.m.ledger.scores.into();
        ctx.emit(Event::InterruptRaised { scope: Scope::Round, from, reason, by, scores });
    }

    /// Tears the match down.
    pub(super) fn enter_interrupt_match(
        &self,
        s: &mut State,
        step: &Step<'_>,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let from = step.from;
        let (reason, by) = match *step.with {
            With::Interrupt(reason, by) => (reason, by),
            With::Nothing
            | With::Target(_)
            | With::Selection(_)
            | With::Edits(_)
            | With::Person(_) => (InterruptReason::Error, None),
        };
        let scores = s.m.ledger.scores.into();
        let interrupt = Some(Interrupt { reason, by, from });
        s.m = Fields { interrupt, ..Fields::default() };
        ctx.emit(Event::InterruptRaised { scope: Scope::Match, from, reason, by, scores });
    }

    /// What the engine does about an interrupt: the table at once, or a timer for a person.
    pub(super) fn after_interrupt(
        &self,
        s: &mut State,
        on: Trigger,
        ctx: &mut Ctx<'_, Self>,
    ) -> Option<Trigger> {
        if on == Trigger::CancelModification || !self.config.auto_advance {
            return None;
        }
        match self.config.interrupt_mode {
            InterruptMode::Auto => self.resolution(s),
            InterruptMode::Manual => {
                self.start_clock(s, Timer::Resolve, ctx);
                None
            }
        }
    }

    /// Whether the machine waits for a person to resolve an interrupt.
    pub(crate) fn awaits_resolution(&self, s: &State) -> bool {
        let phase = s.phase.get();
        matches!(phase, Phase::InterruptRound | Phase::InterruptMatch)
            && self.config.interrupt_mode == InterruptMode::Manual
            && !s.waits_for_admin()
    }

    /// The table of resolutions.
    pub(super) fn resolution(&self, s: &mut State) -> Option<Trigger> {
        if s.phase.get() == Phase::InterruptMatch {
            return Some(Trigger::ToLobby);
        }
        let interrupt = s.m.interrupt?;
        Some(match interrupt.reason {
            InterruptReason::Navigation if self.config.mode == Mode::Solo => Trigger::ResumeLobby,
            InterruptReason::Quit
            | InterruptReason::Navigation
            | InterruptReason::Disconnect
            | InterruptReason::Stalled => Trigger::AbortMatch,
            InterruptReason::Error if s.m.error_restarts >= ERROR_RESTARTS => Trigger::AbortMatch,
            InterruptReason::Error => {
                s.m.error_restarts += 1;
                Trigger::RestartRound
            }
            InterruptReason::Admin if self.config.round_modify && s.is_modifiable() => {
                Trigger::RoundModifyFlag
            }
            InterruptReason::Admin => Trigger::RestartRound,
        })
    }

    /// The result of an aborted match: who is to blame loses.
    pub(super) fn aborted(&self, s: &State, with: &With) -> MatchResult {
        let interrupt = s.m.interrupt;
        let culprit = interrupt.and_then(|interrupt| match (interrupt.reason, *with) {
            (
                InterruptReason::Quit
                | InterruptReason::Navigation
                | InterruptReason::Disconnect
                | InterruptReason::Stalled,
                _,
            ) => interrupt.by,
            (InterruptReason::Error | InterruptReason::Admin, With::Person(side)) => {
                (self.config.mode == Mode::Pvp).then_some(side)
            }
            (InterruptReason::Error | InterruptReason::Admin, _) => None,
        });
        MatchResult {
            kind: if culprit.is_some() { ResultKind::Forfeit } else { ResultKind::NoContest },
            winner: culprit.map(Side::other),
            reason: interrupt.map(|interrupt| interrupt.reason),
            modified: s.m.modified,
        }
    }

    /// The host ends the match: the shortest way of the table into matchOver.
    pub(crate) fn abort(&self, s: &mut State, ctx: &mut Ctx<'_, Self>) {
        while s.phase.get() != Phase::MatchOver {
            let error = InterruptReason::Error;
            let step = match s.phase.get() {
                Phase::RoundModification => Move::plain(Trigger::CancelModification),
                Phase::InterruptMatch => Move::plain(Trigger::ToLobby),
                Phase::InterruptRound => {
                    if let Some(interrupt) = &mut s.m.interrupt {
                        (interrupt.reason, interrupt.by) = (error, None);
                    }
                    Move::plain(Trigger::AbortMatch)
                }
                Phase::WaitingForMatchStart
                | Phase::MatchStart
                | Phase::RoundStart
                | Phase::WaitingForPlayerAction
                | Phase::RoundDecision
                | Phase::RoundOver
                | Phase::Cooldown
                | Phase::MatchDecision
                | Phase::MatchOver => Move::interrupt(error, None),
            };
            // No restart is given, so none is counted.
            let restarts = s.m.error_restarts;
            self.transit(s, step.trigger, &step.with, ctx);
            s.m.error_restarts = restarts.min(s.m.error_restarts);
        }
    }

    /// An interrupted round with its cards, for an administrator.
    pub(crate) fn suspended_round(&self, suspended: &Suspended) -> SuspendedRound {
        let [player_card, opponent_card] = match suspended.cards {
            Some(cards) => cards.map(|card| Some(self.card(card))),
            None => [None, None],
        };
        SuspendedRound {
            from: suspended.from,
            player_card,
            opponent_card,
            stat: suspended.stat,
            cards_public: suspended.cards_public,
            remaining_ms: suspended.remaining,
        }
    }
}
