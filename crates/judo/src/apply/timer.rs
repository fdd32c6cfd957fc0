//! Timers: start, stop, expiry, drift (rules 7.1, 7.2, 7.5, 7.7).

use bout_core::{Ctx, Millis, Named};

use super::Move;
use crate::Judo;
use crate::config::{AFK_LIMIT, DRIFT_MS, Mode, PAUSE_BUDGET_MS, RECONNECT_MS, STALL_MS};
use crate::event::Event;
use crate::phase::{Timer, Trigger, row};
use crate::reason::Reason;
use crate::state::{Clock, InterruptReason, Selection, Side, Source, State, Why};

/// A tick falls on every whole number of these that is left.
const TICK_MS: u64 = 1_000;

impl Timer {
    /// The timer of a side's absence.
    pub(crate) const fn absence(side: Side) -> Timer {
        match side {
            Side::Player => Timer::AbsencePlayer,
            Side::Opponent => Timer::AbsenceOpponent,
        }
    }

    /// Whether it can pause, tick and drift.
    pub(crate) const fn can_pause(self) -> bool {
        matches!(self, Timer::Cooldown | Timer::Selection)
    }
}

impl Judo {
    /// The length of a timer.
    pub(crate) fn length(&self, timer: Timer) -> u64 {
        match timer {
            Timer::Cooldown => self.cooldown,
            Timer::Selection => self.config.selection_ms.into(),
            Timer::Resolve => self.config.resolve_ms.into(),
            Timer::Stall => STALL_MS,
            Timer::Budget => PAUSE_BUDGET_MS.into(),
            Timer::AbsencePlayer | Timer::AbsenceOpponent => RECONNECT_MS,
        }
    }

    /// Starts the timer of a state, paused where somebody relevant is not there.
    #[inline]
    pub(super) fn start_clock(&self, s: &mut State, kind: Timer, ctx: &mut Ctx<'_, Self>) {
        if !self.config.auto_advance {
            return;
        }
        s.m.clock = Some(Clock { kind, since: ctx.now, expired: false });
        s.timers.arm(kind, ctx.now + self.length(kind));
        if s.inactive != [None; 2] && kind.can_pause() {
            self.start_paused(s, kind, ctx);
        }
    }

    /// Stops the timer of the state that is left; returns what was left of it, if that is asked for.
    #[inline]
    pub(super) fn stop_clock(&self, s: &mut State, on: Trigger, now: Millis) -> Option<u64> {
        self.settle(s, now);
        let clock = s.m.clock.take()?;
        let asked = on == Trigger::Interrupt;
        let left = if asked { s.timers.left(clock.kind, now) } else { None };
        s.timers.cancel(clock.kind);
        left.or(asked.then_some(0))
    }

    /// At equal time a timer beats everything else: what a host has not fired yet comes now.
    pub(crate) fn fire_due(&self, s: &mut State, ctx: &mut Ctx<'_, Self>) {
        while let Some((_, timer)) = s.timers.next().filter(|(at, _)| *at <= ctx.now) {
            s.timers.cancel(timer);
            self.expired(s, timer, ctx);
        }
    }

    /// Carries out what a timer that has come brings.
    pub(crate) fn expired(&self, s: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        s.now = ctx.now;
        match timer {
            Timer::Cooldown => {
                s.m.clock = None;
                ctx.emit(Event::CooldownExpired { round: s.round() });
                self.go(s, Move::plain(Trigger::Ready), ctx);
            }
            Timer::Selection => self.selection_expired(s, ctx),
            Timer::Stall => {
                self.go(s, Move::interrupt(InterruptReason::Stalled, s.m.ledger.chooser), ctx);
            }
            Timer::Resolve => {
                s.m.clock = None;
                if let Some(trigger) = self.resolution(s) {
                    self.go(s, Move::plain(trigger), ctx);
                }
            }
            Timer::Budget => self.budget_expired(s, ctx),
            Timer::AbsencePlayer => self.absent(s, Side::Player, ctx),
            Timer::AbsenceOpponent => self.absent(s, Side::Opponent, ctx),
        }
    }

    fn selection_expired(&self, s: &mut State, ctx: &mut Ctx<'_, Self>) {
        let auto_select = self.config.auto_select;
        ctx.emit(Event::SelectionExpired { round: s.round(), auto_select });
        let Some(chooser) = s.m.ledger.chooser else { return };
        let pvp = self.config.mode == Mode::Pvp;
        if !auto_select {
            return self.wait_on(s, pvp, ctx);
        }
        let idle = &mut s.m.idle[chooser.at()];
        *idle = idle.saturating_add(1);
        if pvp && *idle >= AFK_LIMIT {
            return self.go(s, Move::interrupt(InterruptReason::Stalled, Some(chooser)), ctx);
        }
        if let Some(stat) = self.auto_pick(s) {
            let selection = Selection { stat, source: Source::Auto };
            self.go(s, Move::select(Trigger::Timeout, selection), ctx);
        }
    }

    /// Without auto-select the chooser may still choose; between people not for ever.
    fn wait_on(&self, s: &mut State, pvp: bool, ctx: &mut Ctx<'_, Self>) {
        let code = Reason::GuardFailed.name();
        let state = s.phase.get();
        ctx.emit(Event::TransitionRefused { state, trigger: Trigger::Timeout, code });
        let kind = if pvp { Timer::Stall } else { Timer::Selection };
        s.m.clock = Some(Clock { kind, since: ctx.now, expired: true });
        if pvp {
            s.timers.arm(Timer::Stall, ctx.now + self.length(Timer::Stall));
        }
    }

    /// A seat has been empty for too long.
    fn absent(&self, s: &mut State, side: Side, ctx: &mut Ctx<'_, Self>) {
        if row(s.phase.get(), Trigger::Interrupt).is_none() {
            return;
        }
        let both = s.inactive == [Some(Why::Disconnect); 2];
        let step = match self.config.mode {
            Mode::Solo => Move::interrupt(InterruptReason::Navigation, Some(side)),
            Mode::Pvp => Move::interrupt(InterruptReason::Disconnect, (!both).then_some(side)),
        };
        self.go(s, step, ctx);
    }

    /// The connection of a side is lost: it has a while to come back.
    pub(super) fn await_return(&self, s: &mut State, side: Side, now: Millis) {
        if self.config.auto_advance && !s.phase.get().is_idle() {
            let timer = Timer::absence(side);
            s.timers.arm(timer, now + self.length(timer));
        }
    }

    /// The host was late for a moment of the running timer.
    pub(crate) fn drift(&self, s: &State, late_ms: u32, ctx: &mut Ctx<'_, Self>) {
        let Some(clock) = s.m.clock.filter(|clock| clock.kind.can_pause()) else { return };
        let runs = s.timers.deadline(clock.kind).is_some();
        if runs && late_ms > DRIFT_MS && self.config.emit_ticks {
            ctx.emit(Event::Drift { timer: clock.kind, drift_ms: late_ms });
        }
    }

    /// The first tick, or the expiry, of the running timer after a moment.
    pub(crate) fn next_tick(&self, s: &State, after: Millis) -> Option<Millis> {
        let clock = s.m.clock.filter(|clock| clock.kind.can_pause() && self.config.emit_ticks)?;
        let deadline = s.timers.deadline(clock.kind)?;
        let left = deadline.since(after);
        if left == 0 {
            return None;
        }
        let ticks = (left - 1) / TICK_MS;
        Some(Millis(deadline.0 - ticks * TICK_MS))
    }
}
