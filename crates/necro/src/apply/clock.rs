//! Clocks that run out, and what the host tells (rules 7).

use bout_core::{Ctx, Signal};

use crate::Necro;
use crate::phase::{Phase, Timer};
use crate::piece::Side;
use crate::state::{EndReason, State, Winner};

impl Necro {
    /// A clock has run out.
    pub(crate) fn run_out(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        match timer {
            Timer::Turn => self.run_out_of_turn(state, ctx),
            Timer::ReturnRed => self.give_up_on(state, Side::Red, ctx),
            Timer::ReturnBlack => self.give_up_on(state, Side::Black, ctx),
        }
    }

    fn give_up_on(&self, state: &mut State, side: Side, ctx: &mut Ctx<'_, Self>) {
        self.finish(state, side.other().into(), EndReason::Abandon, ctx);
    }

    /// The rest of the turn is passed, or the side has lost.
    fn run_out_of_turn(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let side = state.side;
        let timeouts = &mut state.timeouts[side as usize];
        *timeouts = timeouts.saturating_add(1);
        if *timeouts >= self.config.timeouts_to_lose {
            return self.finish(state, side.other().into(), EndReason::Timeout, ctx);
        }
        while state.side == side && state.winner.is_none() {
            self.next_phase(state, ctx);
        }
    }

    /// The active side goes on by itself.
    #[inline]
    pub(crate) fn go_on(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        if state.phase.get() == Phase::TurnEnd {
            state.timeouts[state.side as usize] = 0;
        }
        self.next_phase(state, ctx);
    }

    /// The host tells a fact.
    pub(crate) fn hear(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        match signal {
            Signal::Left { seat } => {
                let timer = Side::of(seat).map(Timer::away);
                let gone = timer.filter(|timer| state.timers.deadline(*timer).is_none());
                if let Some(timer) = gone.filter(|_| self.config.return_ms > 0) {
                    state.timers.arm(timer, ctx.now + self.config.return_ms);
                }
            }
            Signal::Returned { seat } => {
                if let Some(side) = Side::of(seat) {
                    state.timers.cancel(Timer::away(side));
                }
            }
            Signal::Aborted => self.finish(state, Winner::Draw, EndReason::Aborted, ctx),
            Signal::Heard { .. } | Signal::Clock { .. } => {}
        }
    }
}
