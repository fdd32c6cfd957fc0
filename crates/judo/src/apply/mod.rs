//! What comes of a command, a timer or a signal.
//!
//! Everything that moves the machine is a [`Move`] and goes through [`Judo::go`]: leave the old
//! state, take the row of the table, enter the new one, and follow with what the engine fires by
//! itself.

mod activity;
mod enter;
mod interrupt;
mod round;
mod timer;

use bout_core::{Ctx, Seat, SeatSet};

use crate::Judo;
use crate::action::{Action, Dispatch, Edits, Sent};
use crate::config::Mode;
use crate::event::Event;
use crate::phase::{Phase, ROWS, Trigger, row};
use crate::state::{InterruptReason, Selection, Side, Source, State};

/// A trigger with what it carries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub trigger: Trigger,
    pub with: With,
}

/// What a trigger carries.
#[derive(Clone, Copy, Debug)]
pub(crate) enum With {
    Nothing,
    Target(u8),
    Selection(Selection),
    Interrupt(InterruptReason, Option<Side>),
    Edits(Edits),
    /// The person who ended an interrupt.
    Person(Side),
}

/// A row of the table that is being taken.
pub(crate) struct Step<'a> {
    pub from: Phase,
    pub on: Trigger,
    pub with: &'a With,
    /// What was left of the old state's timer.
    pub left: Option<u64>,
}

impl Move {
    #[inline]
    pub fn plain(trigger: Trigger) -> Self {
        Move { trigger, with: With::Nothing }
    }

    pub fn interrupt(reason: InterruptReason, by: Option<Side>) -> Self {
        Move { trigger: Trigger::Interrupt, with: With::Interrupt(reason, by) }
    }

    #[inline]
    fn select(trigger: Trigger, selection: Selection) -> Self {
        Move { trigger, with: With::Selection(selection) }
    }
}

/// How an entry of a state fails, and what it says then.
const INJECTED: &str = "injected";

impl Judo {
    /// Carries out a command that the guard accepted.
    #[inline]
    pub(crate) fn command(
        &self,
        s: &mut State,
        seat: Seat,
        action: &Action,
        ctx: &mut Ctx<'_, Self>,
    ) {
        s.now = ctx.now;
        if let Action::SelectStat { stat: Sent::Known(stat), .. } = *action {
            let selection = Selection { stat, source: Source::Manual };
            return self.select(s, selection, ctx);
        }
        self.other_command(s, seat, action, ctx);
    }

    fn other_command(&self, s: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx<'_, Self>) {
        let side = Side::of(seat);
        match *action {
            Action::StartMatch { win_target } => {
                let target = win_target.and_then(Sent::known).unwrap_or(s.win_target);
                self.go(
                    s,
                    Move { trigger: Trigger::StartClicked, with: With::Target(target) },
                    ctx,
                );
            }
            Action::SelectStat { .. } => {}
            Action::Skip { .. } => self.skip(s, side, ctx),
            Action::Quit { .. } => self.go(s, Move::interrupt(InterruptReason::Quit, side), ctx),
            Action::Interrupt { reason, side: about } => {
                let reason = reason.known().unwrap_or(InterruptReason::Error);
                let by = side.or(about.and_then(Sent::known));
                self.go(s, Move::interrupt(reason, by), ctx);
            }
            Action::SetActive { active, why, side: about } => {
                if let Some(side) = side.or(about.and_then(Sent::known)) {
                    self.set_active(s, side, active, why, ctx);
                }
            }
            Action::Resolve { trigger } => {
                if let Some(trigger) = trigger.known() {
                    let with = side.map_or(With::Nothing, With::Person);
                    self.go(s, Move { trigger, with }, ctx);
                }
            }
            Action::Modify { edits } => self.modify(s, edits, ctx),
            Action::CancelModification => {
                self.go(s, Move::plain(Trigger::CancelModification), ctx);
            }
            Action::Rematch { .. } => self.rematch(s, side, ctx),
            Action::Home { .. } => self.go(s, Move::plain(Trigger::Home), ctx),
            Action::Dispatch(dispatch) => self.dispatch(s, &dispatch, ctx),
            Action::InjectError { state } => {
                s.armed |= state.known().map_or(0, |phase| 1 << phase as u16);
            }
        }
    }

    fn modify(&self, s: &mut State, edits: Edits, ctx: &mut Ctx<'_, Self>) {
        let with = With::Edits(edits);
        self.go(s, Move { trigger: Trigger::ModifyRoundDecision, with }, ctx);
    }

    fn skip(&self, s: &mut State, side: Option<Side>, ctx: &mut Ctx<'_, Self>) {
        let Some(side) = side else { return };
        s.m.skip_votes.insert(side.seat());
        ctx.emit(Event::SkipVoted { side });
        if self.all_voted(s.m.skip_votes) {
            self.go(s, Move::plain(Trigger::Ready), ctx);
        }
    }

    fn rematch(&self, s: &mut State, side: Option<Side>, ctx: &mut Ctx<'_, Self>) {
        let Some(side) = side else { return };
        if self.config.mode == Mode::Pvp {
            let before: SeatSet = s.m.rematch_votes;
            s.m.rematch_votes.insert(side.seat());
            if before != s.m.rematch_votes {
                ctx.emit(Event::RematchVoted { side });
            }
            if !self.all_voted(s.m.rematch_votes) {
                return;
            }
        }
        self.go(s, Move::plain(Trigger::Rematch), ctx);
    }

    fn dispatch(&self, s: &mut State, dispatch: &Dispatch, ctx: &mut Ctx<'_, Self>) {
        let Some(trigger) = dispatch.trigger.known() else { return };
        let selection = |stat, source| With::Selection(Selection { stat, source });
        let with = match trigger {
            Trigger::StartClicked => {
                With::Target(dispatch.win_target.and_then(Sent::known).unwrap_or(s.win_target))
            }
            Trigger::StatSelected => match dispatch.stat {
                Some(Sent::Known(stat)) => selection(stat, Source::Manual),
                Some(Sent::Unknown) | None => return,
            },
            Trigger::Timeout => match self.auto_pick(s) {
                Some(stat) => selection(stat, Source::Auto),
                None => return,
            },
            Trigger::Interrupt => {
                let reason = dispatch.reason.and_then(Sent::known);
                let by = dispatch.by.and_then(Sent::known);
                With::Interrupt(reason.unwrap_or(InterruptReason::Error), by)
            }
            Trigger::ModifyRoundDecision => With::Edits(dispatch.edits.unwrap_or_default()),
            Trigger::Ready
            | Trigger::Error
            | Trigger::CardsRevealed
            | Trigger::WinPlayer
            | Trigger::WinOpponent
            | Trigger::Draw
            | Trigger::MatchPointReached
            | Trigger::Continue
            | Trigger::Finalize
            | Trigger::Rematch
            | Trigger::Home
            | Trigger::RoundModifyFlag
            | Trigger::RestartRound
            | Trigger::ResumeLobby
            | Trigger::AbortMatch
            | Trigger::CancelModification
            | Trigger::RestartMatch
            | Trigger::ToLobby => With::Nothing,
        };
        self.go(s, Move { trigger, with }, ctx);
    }

    /// The chooser has chosen.
    #[inline]
    fn select(&self, s: &mut State, selection: Selection, ctx: &mut Ctx<'_, Self>) {
        if s.armed == 0 && self.config.auto_advance {
            self.undisturbed(s, &With::Selection(selection), ctx);
        } else {
            self.go(s, Move::select(Trigger::StatSelected, selection), ctx);
        }
    }

    /// A round in which no entry can fail: the rows that `go` would take, known beforehand. Batches
    /// live on this.
    ///
    /// Steps: decide the round; score it; unless that ends the match, pause; if there is no pause,
    /// begin the next round.
    fn undisturbed(&self, s: &mut State, choice: &With, ctx: &mut Ctx<'_, Self>) {
        self.leave(s, Phase::WaitingForPlayerAction, Trigger::StatSelected, ctx);
        pass(s, Phase::WaitingForPlayerAction, Trigger::StatSelected, ctx);
        self.enter_decision(s, choice, ctx);
        let Some(outcome) = s.m.outcome else { return };
        pass(s, Phase::RoundDecision, outcome.trigger(), ctx);
        self.enter_over(s, ctx);
        if self.is_decided(s) {
            return self.go(s, Move::plain(Trigger::MatchPointReached), ctx);
        }
        self.leave(s, Phase::RoundOver, Trigger::Continue, ctx);
        pass(s, Phase::RoundOver, Trigger::Continue, ctx);
        if self.enter_cooldown(s, Phase::RoundOver, ctx).is_none() {
            return;
        }
        pass(s, Phase::Cooldown, Trigger::Ready, ctx);
        self.enter_round(s, ctx);
        pass(s, Phase::RoundStart, Trigger::CardsRevealed, ctx);
        self.enter_waiting(s, ctx);
    }

    /// Fires a trigger, and whatever the engine fires after it.
    ///
    /// Steps: take the row; while the engine has something to follow, take that one, too.
    pub(crate) fn go(&self, s: &mut State, first: Move, ctx: &mut Ctx<'_, Self>) {
        let (mut trigger, mut with) = (first.trigger, &first.with);
        while let Some(next) = self.transit(s, trigger, with, ctx) {
            (trigger, with) = (next, with_own(next));
        }
    }

    /// Takes one row of the table.
    ///
    /// Steps: leave the old state; change the state and write it down; tell it; enter the new one,
    /// or let its entry fail; say what the engine fires next.
    pub(crate) fn transit(
        &self,
        s: &mut State,
        on: Trigger,
        with: &With,
        ctx: &mut Ctx<'_, Self>,
    ) -> Option<Trigger> {
        let from = s.phase.get();
        row(from, on)?;
        let left = self.leave(s, from, on, ctx);
        pass(s, from, on, ctx);
        let step = Step { from, on, with, left };
        if s.armed >> s.phase.get() as u16 & 1 == 1 {
            return self.fail(s, &step, ctx);
        }
        match self.enter(s, &step, ctx) {
            Ok(next) => next.filter(|_| self.config.auto_advance),
            Err(message) => Some(undone(s, message, ctx)),
        }
    }

    /// What leaving a state brings; returns what was left of its timer.
    #[inline]
    fn leave(
        &self,
        s: &mut State,
        from: Phase,
        on: Trigger,
        ctx: &mut Ctx<'_, Self>,
    ) -> Option<u64> {
        match on {
            Trigger::StatSelected => {
                let chooser = s.m.ledger.chooser.unwrap_or(Side::Player);
                s.m.idle[chooser.at()] = 0;
            }
            Trigger::Continue | Trigger::MatchPointReached => {
                s.m.checkpoint = None;
                s.m.error_restarts = 0;
            }
            Trigger::StartClicked => {
                (s.match_no, s.attempt) = (s.match_no.saturating_add(1), 0);
            }
            Trigger::RestartMatch => s.attempt = s.attempt.saturating_add(1),
            Trigger::Interrupt
            | Trigger::Ready
            | Trigger::Error
            | Trigger::CardsRevealed
            | Trigger::Timeout
            | Trigger::WinPlayer
            | Trigger::WinOpponent
            | Trigger::Draw
            | Trigger::Finalize
            | Trigger::Rematch
            | Trigger::Home
            | Trigger::RoundModifyFlag
            | Trigger::RestartRound
            | Trigger::ResumeLobby
            | Trigger::AbortMatch
            | Trigger::ModifyRoundDecision
            | Trigger::CancelModification
            | Trigger::ToLobby => {}
        }
        // Only these states have a timer of their own.
        let timed = matches!(
            from,
            Phase::Cooldown
                | Phase::WaitingForPlayerAction
                | Phase::InterruptRound
                | Phase::InterruptMatch
        );
        if timed { self.stop_clock(s, on, ctx.now) } else { None }
    }

    /// An armed error is used up: the entry is undone, or kept where there is no way back.
    #[cold]
    fn fail(&self, s: &mut State, step: &Step<'_>, ctx: &mut Ctx<'_, Self>) -> Option<Trigger> {
        let to = s.phase.get();
        s.armed &= !(1 << to as u16);
        let kept = matches!(
            to,
            Phase::WaitingForMatchStart
                | Phase::MatchOver
                | Phase::InterruptRound
                | Phase::InterruptMatch
                | Phase::RoundModification
        );
        if !kept {
            return Some(undone(s, INJECTED, ctx));
        }
        let next = self.enter(s, step, ctx).unwrap_or(None);
        if to == Phase::WaitingForMatchStart {
            return Some(undone(s, INJECTED, ctx));
        }
        ctx.emit(Event::ErrorRaised { state: to, message: INJECTED });
        next.filter(|_| self.config.auto_advance)
    }
}

/// Takes a row of the table: changes the state, writes it down, tells it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "where the row is known, this is a few stores")]
fn pass(s: &mut State, from: Phase, on: Trigger, ctx: &mut Ctx<'_, Judo>) {
    let Some(row) = row(from, on) else { return };
    let edge = &ROWS[usize::from(row)];
    ctx.goto(&mut s.phase, edge.to, edge.on, edge.guard);
    s.log.push(row, ctx.now);
    if ctx.telling() {
        tell_change(s, from, on, ctx);
    }
}

/// Tells that an entry failed and leaves the state by its way out.
#[cold]
fn undone(s: &State, message: &'static str, ctx: &mut Ctx<'_, Judo>) -> Trigger {
    let state = s.phase.get();
    ctx.emit(Event::ErrorRaised { state, message });
    if state == Phase::MatchStart { Trigger::Error } else { Trigger::Interrupt }
}

/// What a trigger of the engine's own carries: its interrupts are errors, and nobody's.
#[inline]
fn with_own(trigger: Trigger) -> &'static With {
    if matches!(trigger, Trigger::Interrupt | Trigger::Error) {
        &With::Interrupt(InterruptReason::Error, None)
    } else {
        &With::Nothing
    }
}

#[cold]
fn tell_change(s: &State, from: Phase, trigger: Trigger, ctx: &mut Ctx<'_, Judo>) {
    let (to, ledger) = (s.phase.get(), &s.m.ledger);
    ctx.emit(Event::StateChanged {
        from,
        to,
        trigger,
        state_id: to.id(),
        round: s.round(),
        scores: ledger.scores.into(),
        chooser: ledger.chooser,
    });
    if trigger.ends_interrupt() {
        ctx.emit(Event::InterruptResolved { resolution: trigger, scores: ledger.scores.into() });
    }
}
