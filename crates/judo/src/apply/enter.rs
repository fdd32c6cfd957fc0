//! What happens on entry of a state (rules 4.3).

use bout_core::{Ctx, SeatSet};

use super::{Step, With};
use crate::Judo;
use crate::event::Event;
use crate::phase::{Phase, Timer, Trigger};
use crate::state::{Fields, Interrupt, MatchResult, ResultKind, RoundOutcome, Side, State};

/// What the engine fires next by itself, or what a failed entry says.
type Entered = Result<Option<Trigger>, &'static str>;

impl Judo {
    /// The entry effects of the state just reached, in their order. Only set-up can fail.
    #[inline]
    pub(super) fn enter(&self, s: &mut State, step: &Step<'_>, ctx: &mut Ctx<'_, Self>) -> Entered {
        Ok(match s.phase.get() {
            Phase::RoundDecision => {
                self.enter_decision(s, step.with, ctx);
                s.m.outcome.map(RoundOutcome::trigger)
            }
            Phase::RoundOver => {
                self.enter_over(s, ctx);
                let point = Trigger::MatchPointReached;
                Some(if self.is_decided(s) { point } else { Trigger::Continue })
            }
            Phase::Cooldown => self.enter_cooldown(s, step.from, ctx),
            Phase::RoundStart => {
                self.enter_round(s, ctx);
                Some(Trigger::CardsRevealed)
            }
            Phase::WaitingForPlayerAction => {
                self.enter_waiting(s, ctx);
                None
            }
            Phase::MatchDecision => {
                self.enter_match_decision(s, ctx);
                Some(Trigger::Finalize)
            }
            Phase::MatchOver => {
                self.enter_match_over(s, step, ctx);
                None
            }
            Phase::WaitingForMatchStart => {
                self.enter_lobby(s, step.on, ctx);
                None
            }
            Phase::MatchStart => {
                self.enter_match(s, step.with, ctx)?;
                Some(Trigger::Ready)
            }
            Phase::InterruptRound => {
                self.enter_interrupt_round(s, step, ctx);
                self.after_interrupt(s, step.on, ctx)
            }
            Phase::InterruptMatch => {
                self.enter_interrupt_match(s, step, ctx);
                self.after_interrupt(s, step.on, ctx)
            }
            Phase::RoundModification => {
                self.tell_modification(s, ctx);
                None
            }
        })
    }

    fn tell_modification(&self, s: &State, ctx: &mut Ctx<'_, Self>) {
        if ctx.telling() {
            let suspended = s.m.suspended.map(|suspended| self.suspended_round(&suspended));
            ctx.emit(Event::ModificationOpened { suspended });
        }
    }

    fn enter_lobby(&self, s: &mut State, on: Trigger, ctx: &mut Ctx<'_, Self>) {
        if matches!(on, Trigger::ResumeLobby | Trigger::ToLobby) {
            s.history = Some(MatchResult {
                kind: ResultKind::Abandoned,
                winner: None,
                reason: s.m.interrupt.map(|interrupt| interrupt.reason),
                modified: s.m.modified,
            });
        }
        s.m = Fields::default();
        s.timers.clear();
        if on == Trigger::Home {
            s.win_target = self.config.win_target;
        }
        ctx.emit(Event::LobbyOpened { result: s.history });
    }

    fn enter_match(
        &self,
        s: &mut State,
        with: &With,
        ctx: &mut Ctx<'_, Self>,
    ) -> Result<(), &'static str> {
        // The lobby and interruptMatch have cleared all the rest.
        s.m.interrupt = None;
        debug_assert!(s.m == Fields::default(), "a match begins on a clean table");
        if let With::Target(target) = *with {
            s.win_target = target;
        }
        let first = self.deal(s, ctx.dice)?;
        s.m.ledger.chooser = Some(first);
        ctx.emit(Event::MatchStarted {
            match_id: s.match_no,
            attempt: s.attempt,
            win_target: s.win_target,
            max_rounds: self.config.max_rounds,
            deck_size: self.deck_size,
            first_chooser: first,
        });
        Ok(())
    }

    #[inline]
    pub(super) fn enter_cooldown(
        &self,
        s: &mut State,
        from: Phase,
        ctx: &mut Ctx<'_, Self>,
    ) -> Option<Trigger> {
        if from == Phase::InterruptRound {
            Self::restart(s);
        }
        Self::clear_round(s);
        s.m.skip_votes = SeatSet::NONE;
        let duration_ms = self.cooldown;
        if ctx.telling() {
            ctx.emit(Event::CountdownStarted { duration_ms, next_round: s.round() });
        }
        if duration_ms > 0 {
            self.start_clock(s, Timer::Cooldown, ctx);
            return None;
        }
        if self.config.auto_advance && ctx.telling() {
            ctx.emit(Event::CooldownExpired { round: s.round() });
        }
        Some(Trigger::Ready)
    }

    #[inline]
    pub(super) fn enter_round(&self, s: &mut State, ctx: &mut Ctx<'_, Self>) {
        Self::take_checkpoint(s);
        Self::draw(s);
        if ctx.telling()
            && let (Some(chooser), Some(cards)) = (s.m.ledger.chooser, s.m.current)
        {
            let [player_card, opponent_card] = cards.map(|card| Some(self.card(card)));
            let round = s.round();
            ctx.emit(Event::RoundStarted { round, chooser, player_card, opponent_card });
        }
    }

    #[inline]
    pub(super) fn enter_waiting(&self, s: &mut State, ctx: &mut Ctx<'_, Self>) {
        if ctx.telling()
            && let Some(chooser) = s.m.ledger.chooser
        {
            let runs = self.config.auto_advance && self.holders(s, Timer::Selection).is_none();
            let deadline_ms = runs.then(|| ctx.now + self.length(Timer::Selection));
            ctx.emit(Event::Prompt { round: s.round(), chooser, deadline_ms });
        }
        self.start_clock(s, Timer::Selection, ctx);
    }

    fn enter_match_decision(&self, s: &mut State, ctx: &mut Ctx<'_, Self>) {
        let result = self.result(s);
        s.m.result = Some(result);
        ctx.emit(Event::Decided {
            result,
            scores: s.m.ledger.scores.into(),
            rounds_played: s.m.ledger.rounds_played,
        });
    }

    /// The result of a match that was played to its end (rules 9).
    fn result(&self, s: &State) -> MatchResult {
        let [player, opponent] = s.m.ledger.scores;
        let held = |side: Side| s.m.piles[side.at()].len() + 2 * s.m.captured(side).len();
        let higher = |a: usize, b: usize| {
            if a == b { None } else { Some(if a > b { Side::Player } else { Side::Opponent }) }
        };
        let by_score = higher(player.into(), opponent.into());
        let by_cards = higher(held(Side::Player), held(Side::Opponent));
        let (kind, winner) = match (by_score, by_cards) {
            (Some(side), _) if player.max(opponent) >= s.win_target => {
                (ResultKind::Points, Some(side))
            }
            (Some(side), _) => (ResultKind::Rounds, Some(side)),
            (None, Some(side)) => (ResultKind::Cards, Some(side)),
            (None, None) => (ResultKind::Draw, None),
        };
        MatchResult { kind, winner, reason: None, modified: s.m.modified }
    }

    fn enter_match_over(&self, s: &mut State, step: &Step<'_>, ctx: &mut Ctx<'_, Self>) {
        if let With::Interrupt(reason, by) = *step.with {
            s.m.interrupt = Some(Interrupt { reason, by, from: step.from });
            let modified = s.m.modified;
            let (kind, reason) = (ResultKind::Aborted, Some(reason));
            s.m.result = Some(MatchResult { kind, winner: None, reason, modified });
        } else if step.on == Trigger::AbortMatch {
            s.m.result = Some(self.aborted(s, step.with));
        }
        s.timers.clear();
        s.m.clock = None;
        s.m.charged = None;
        s.m.checkpoint = None;
        s.m.suspended = None;
        s.m.skip_votes = SeatSet::NONE;
        s.m.rematch_votes = SeatSet::NONE;
        s.history = s.m.result;
        if let Some(result) = s.m.result {
            ctx.emit(Event::Concluded {
                result,
                scores: s.m.ledger.scores.into(),
                rounds_played: s.m.ledger.rounds_played,
            });
        }
    }
}
