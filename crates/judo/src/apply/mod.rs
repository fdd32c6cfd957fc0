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
        if let (&Action::SelectStat { stat: Sent::Known(stat), .. }, Some(_)) =
            (action, Side::of(seat))
        {
            let selection = Selection { stat, source: Source::Manual };
            return self.go(s, Move::select(Trigger::StatSelected, selection), ctx);
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

    /// Fires a trigger, and whatever the engine fires after it.
    ///
    /// Steps: take the row; while the engine has something to follow, take that one, too.
    #[inline]
    pub(crate) fn go(&self, s: &mut State, first: Move, ctx: &mut Ctx<'_, Self>) {
        let mut next = Some(first);
        while let Some(step) = next {
            next = self.transit(s, step, ctx);
        }
    }

    /// Takes one row of the table.
    ///
    /// Steps: leave the old state; change the state and write it down; tell it; enter the new one,
    /// or let its entry fail; say what the engine fires next.
    #[inline]
    pub(crate) fn transit(
        &self,
        s: &mut State,
        step: Move,
        ctx: &mut Ctx<'_, Self>,
    ) -> Option<Move> {
        let from = s.phase.get();
        let row = row(from, step.trigger)?;
        let edge = &ROWS[usize::from(row)];
        let left = self.leave(s, from, step.trigger, ctx);
        ctx.goto(&mut s.phase, edge.to, edge.on, edge.guard);
        s.log.push(row, ctx.now);
        if ctx.telling() {
            tell_change(s, from, step.trigger, ctx);
        }
        if s.armed >> edge.to as u16 & 1 == 1 {
            return self.fail(s, from, step, left, ctx);
        }
        match self.enter(s, from, step, left, ctx) {
            Ok(()) => self.follow(s, step, ctx),
            Err(message) => Some(self.undone(s, message, ctx)),
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
        if on == Trigger::StatSelected {
            let chooser = s.m.ledger.chooser.unwrap_or(Side::Player);
            s.m.idle[chooser.at()] = 0;
        }
        match from {
            Phase::WaitingForMatchStart if on == Trigger::StartClicked => {
                (s.match_no, s.attempt) = (s.match_no.saturating_add(1), 0);
                None
            }
            Phase::InterruptMatch if on == Trigger::RestartMatch => {
                s.attempt = s.attempt.saturating_add(1);
                self.stop_clock(s, ctx.now)
            }
            Phase::RoundOver if matches!(on, Trigger::Continue | Trigger::MatchPointReached) => {
                s.m.checkpoint = None;
                s.m.error_restarts = 0;
                None
            }
            Phase::Cooldown
            | Phase::WaitingForPlayerAction
            | Phase::InterruptRound
            | Phase::InterruptMatch => self.stop_clock(s, ctx.now),
            Phase::WaitingForMatchStart
            | Phase::MatchStart
            | Phase::RoundStart
            | Phase::RoundDecision
            | Phase::RoundOver
            | Phase::MatchDecision
            | Phase::MatchOver
            | Phase::RoundModification => None,
        }
    }

    /// What the engine fires after an entry.
    #[inline]
    fn follow(&self, s: &mut State, step: Move, ctx: &mut Ctx<'_, Self>) -> Option<Move> {
        if !self.config.auto_advance {
            return None;
        }
        let trigger = match s.phase.get() {
            Phase::WaitingForPlayerAction
            | Phase::WaitingForMatchStart
            | Phase::MatchOver
            | Phase::RoundModification => return None,
            Phase::MatchStart => Trigger::Ready,
            Phase::Cooldown => {
                if self.cooldown > 0 {
                    return None;
                }
                ctx.emit(Event::CooldownExpired { round: s.round() });
                Trigger::Ready
            }
            Phase::RoundStart => Trigger::CardsRevealed,
            Phase::RoundDecision => s.m.outcome?.trigger(),
            Phase::RoundOver if self.is_decided(s) => Trigger::MatchPointReached,
            Phase::RoundOver => Trigger::Continue,
            Phase::MatchDecision => Trigger::Finalize,
            Phase::InterruptRound | Phase::InterruptMatch => {
                return self.after_interrupt(s, step.trigger, ctx);
            }
        };
        Some(Move::plain(trigger))
    }

    /// An armed error is used up: the entry is undone, or kept where there is no way back.
    fn fail(
        &self,
        s: &mut State,
        from: Phase,
        step: Move,
        left: Option<u64>,
        ctx: &mut Ctx<'_, Self>,
    ) -> Option<Move> {
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
            return Some(self.undone(s, INJECTED, ctx));
        }
        let _ = self.enter(s, from, step, left, ctx);
        if to == Phase::WaitingForMatchStart {
            return Some(self.undone(s, INJECTED, ctx));
        }
        ctx.emit(Event::ErrorRaised { state: to, message: INJECTED });
        self.follow(s, step, ctx)
    }

    /// Tells that an entry failed and leaves the state by its way out.
    fn undone(&self, s: &State, message: &'static str, ctx: &mut Ctx<'_, Self>) -> Move {
        let state = s.phase.get();
        ctx.emit(Event::ErrorRaised { state, message });
        let trigger = if state == Phase::MatchStart { Trigger::Error } else { Trigger::Interrupt };
        Move { trigger, with: With::Interrupt(InterruptReason::Error, None) }
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
