//! Who is there, and what that does to timers (rules 7.3).

use bout_core::{Ctx, Millis};

use crate::Judo;
use crate::config::Mode;
use crate::event::Event;
use crate::phase::Timer;
use crate::state::{Side, State, Why};

impl Judo {
    /// Whether a side's absence holds this timer.
    fn holds(&self, s: &State, kind: Timer, side: Side) -> bool {
        let relevant = match (self.config.mode, kind) {
            (Mode::Solo, _) => side == Side::Player,
            (Mode::Pvp, Timer::Selection) => s.m.ledger.chooser == Some(side),
            (Mode::Pvp, _) => true,
        };
        let may = self.config.mode == Mode::Solo || s.m.budget[side.at()] > 0;
        relevant && may && s.inactive[side.at()].is_some()
    }

    /// The first side that holds this timer, and why it is away.
    pub(crate) fn holders(&self, s: &State, kind: Timer) -> Option<(Side, Why)> {
        let side = Side::ALL.iter().copied().find(|side| self.holds(s, kind, *side))?;
        s.inactive[side.at()].map(|why| (side, why))
    }

    /// Stops a timer that has just been started, if somebody relevant is away.
    pub(super) fn start_paused(&self, s: &mut State, kind: Timer, ctx: &mut Ctx<'_, Self>) {
        if let Some((by, why)) = self.holders(s, kind) {
            self.pause(s, kind, by, why, ctx);
        }
    }

    /// A side comes or goes.
    pub(crate) fn set_active(
        &self,
        s: &mut State,
        side: Side,
        active: bool,
        why: Why,
        ctx: &mut Ctx<'_, Self>,
    ) {
        let kind = s.m.clock.filter(|clock| !clock.expired).map(|clock| clock.kind);
        let kind = kind.filter(|kind| kind.can_pause());
        self.settle(s, ctx.now);
        s.inactive[side.at()] = (!active).then_some(why);
        if active {
            s.timers.cancel(Timer::absence(side));
        } else if why == Why::Disconnect {
            self.await_return(s, side, ctx.now);
        }
        if let Some(kind) = kind {
            self.recompute(s, kind, side, why, ctx);
        }
    }

    /// The host lost or found the connection of a seat.
    pub(crate) fn connection(
        &self,
        s: &mut State,
        side: Side,
        there: bool,
        ctx: &mut Ctx<'_, Self>,
    ) {
        if !self.config.is_human(side) {
            return;
        }
        match (s.inactive[side.at()], there) {
            (None, true) | (Some(Why::Disconnect), false) => {}
            (Some(_), true) | (None, false) => {
                self.set_active(s, side, there, Why::Disconnect, ctx);
            }
            (Some(_), false) => {
                s.inactive[side.at()] = Some(Why::Disconnect);
                self.await_return(s, side, ctx.now);
            }
        }
    }

    /// Stops or releases the running timer after a change.
    fn recompute(&self, s: &mut State, kind: Timer, by: Side, why: Why, ctx: &mut Ctx<'_, Self>) {
        let held = s.timers.is_held(kind);
        match self.holders(s, kind) {
            Some(_) if held => self.charge(s, ctx.now),
            Some(_) => self.pause(s, kind, by, why, ctx),
            None if held => {
                s.timers.release(kind, ctx.now);
                s.m.charged = None;
                s.timers.cancel(Timer::Budget);
                Self::touch(s, ctx.now);
                let remaining_ms = s.timers.left(kind, ctx.now).unwrap_or_default();
                ctx.emit(Event::TimerResumed { timer: kind, remaining_ms, by, why });
            }
            None => {}
        }
    }

    fn pause(&self, s: &mut State, kind: Timer, by: Side, why: Why, ctx: &mut Ctx<'_, Self>) {
        s.timers.hold(kind, ctx.now);
        Self::touch(s, ctx.now);
        let remaining_ms = s.timers.left(kind, ctx.now).unwrap_or_default();
        ctx.emit(Event::TimerPaused { timer: kind, remaining_ms, by, why });
        self.charge(s, ctx.now);
    }

    fn touch(s: &mut State, now: Millis) {
        if let Some(clock) = &mut s.m.clock {
            clock.since = now;
        }
    }

    /// What each side has left to pause at a moment, after what the holders owe.
    pub(crate) fn budgets(&self, s: &State, now: Millis) -> [u32; 2] {
        let (Some(since), Some(clock)) = (s.m.charged, s.m.clock) else { return s.m.budget };
        let spent = u32::try_from(now.since(since)).unwrap_or(u32::MAX);
        [Side::Player, Side::Opponent].map(|side| {
            let owed = if self.holds(s, clock.kind, side) { spent } else { 0 };
            s.m.budget[side.at()].saturating_sub(owed)
        })
    }

    /// What the holder has left whose budget ends first; between people only.
    pub(crate) fn first_budget(&self, s: &State) -> Option<u32> {
        let kind = s.m.clock.filter(|_| self.config.mode == Mode::Pvp)?.kind;
        let holders = Side::ALL.iter().filter(|side| self.holds(s, kind, **side));
        holders.map(|side| s.m.budget[side.at()]).min()
    }

    /// Begins to charge those who hold the timer.
    fn charge(&self, s: &mut State, now: Millis) {
        if let Some(left) = self.first_budget(s) {
            s.m.charged = Some(now);
            s.timers.arm(Timer::Budget, now + u64::from(left));
        }
    }

    /// Takes what the holders owe off their budgets; nobody is charged any more.
    pub(super) fn settle(&self, s: &mut State, now: Millis) {
        if s.m.charged.is_some() {
            s.m.budget = self.budgets(s, now);
            s.m.charged = None;
            s.timers.cancel(Timer::Budget);
        }
    }

    /// Somebody can hold the timer no longer.
    pub(super) fn budget_expired(&self, s: &mut State, ctx: &mut Ctx<'_, Self>) {
        let Some(kind) = s.m.clock.map(|clock| clock.kind) else { return };
        let held: [bool; 2] = [Side::Player, Side::Opponent].map(|side| self.holds(s, kind, side));
        self.settle(s, ctx.now);
        let over = |side: &&Side| held[side.at()] && s.m.budget[side.at()] == 0;
        let Some(by) = Side::ALL.iter().find(over).copied() else { return };
        self.recompute(s, kind, by, Why::Budget, ctx);
    }
}
