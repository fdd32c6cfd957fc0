//! Clocks that run out, and what the host tells (rules 7).

use bout_core::{Ctx, Seat, Signal};

use super::{By, tell};
use crate::Tank;
use crate::config::Controller;
use crate::event::{ControlCause, What};
use crate::phase::{Phase, Timer};
use crate::state::{EndReason, State};
use crate::value::cheapest_place;

impl Tank {
    /// A clock has run out.
    pub(crate) fn run_out(&self, state: &mut State, timer: Timer, ctx: &mut Ctx<'_, Self>) {
        match timer {
            Timer::Turn => self.run_out_of_turn(state, ctx),
            Timer::Interrupt => {
                tell(state, ctx, By::NOBODY, || What::Timeout { timer });
                self.pass_for_all(state, "interrupt", ctx);
            }
            Timer::Grace0 => Self::run_out_of_grace(state, Seat(0), ctx),
            Timer::Grace1 => Self::run_out_of_grace(state, Seat(1), ctx),
            Timer::Grace2 => Self::run_out_of_grace(state, Seat(2), ctx),
            Timer::Grace3 => Self::run_out_of_grace(state, Seat(3), ctx),
        }
    }

    fn run_out_of_grace(state: &mut State, seat: Seat, ctx: &mut Ctx<'_, Self>) {
        if state.player(seat).controller == Controller::Human {
            Self::hand_over(state, seat, ControlCause::Disconnect, ctx);
        }
    }

    /// The cheapest way out of the turn, and a seat that does not answer goes to the computer.
    fn run_out_of_turn(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let seat = state.active;
        tell(state, ctx, By::one(seat), || What::Timeout { timer: Timer::Turn });
        state.player_mut(seat).missed += 1;
        let limit = self.config.clocks.afk_timeouts;
        let player = state.player(seat);
        if limit > 0 && player.missed >= limit && player.controller == Controller::Human {
            Self::hand_over(state, seat, ControlCause::Timeouts, ctx);
        }
        let turn = state.turn;
        match state.phase.get() {
            Phase::Action => {
                let player = state.player(seat);
                if let Some(at) = cheapest_place(player, &player.hand) {
                    self.discard(state, player.hand.at(at), "turn", ctx);
                }
            }
            Phase::Autoload => self.decline_autoload(state, "turn", ctx),
            Phase::DiscardExcess
            | Phase::Setup
            | Phase::StartOfTurn
            | Phase::InterruptSmoke
            | Phase::InterruptCoup
            | Phase::Resolution
            | Phase::EndOfTurn
            | Phase::GameOver => {}
        }
        if state.phase.get() == Phase::DiscardExcess && state.turn == turn {
            let cards = self.least_surplus(state);
            self.discard_excess(state, cards, "turn", ctx);
        }
    }

    /// No second half.
    pub(crate) fn decline_autoload(
        &self,
        state: &mut State,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        tell(state, ctx, By::one(state.active), || What::AutoloadDeclined);
        ctx.goto(&mut state.phase, Phase::EndOfTurn, on, "");
        self.end_turn(state, ctx);
    }

    /// The host tells a fact.
    pub(crate) fn hear(&self, state: &mut State, signal: Signal, ctx: &mut Ctx<'_, Self>) {
        match signal {
            Signal::Left { seat } => {
                let grace = self.config.clocks.disconnect_grace_ms;
                if grace > 0 && state.player(seat).controller == Controller::Human {
                    state.timers.arm(Timer::grace(seat), ctx.now + grace);
                }
            }
            Signal::Returned { seat } => Self::come_back(state, seat, ctx),
            Signal::Aborted => {
                ctx.goto(&mut state.phase, Phase::GameOver, "aborted", "");
                Self::finish(state, EndReason::Aborted, None, ctx);
            }
            Signal::Heard { .. } | Signal::Clock { .. } => {}
        }
    }

    fn come_back(state: &mut State, seat: Seat, ctx: &mut Ctx<'_, Self>) {
        state.timers.cancel(Timer::grace(seat));
        let player = state.player_mut(seat);
        player.missed = 0;
        if player.controller == Controller::Ai && !player.conceded {
            player.controller = Controller::Human;
            let (controller, cause) = (Controller::Human, ControlCause::Returned);
            tell(state, ctx, By::one(seat), || What::SeatControl { controller, cause });
        }
    }
}
