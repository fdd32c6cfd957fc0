//! The ends of a match (rules 9).

use bout_core::{Ctx, Seat};

use super::{By, tell};
use crate::Tank;
use crate::config::Controller;
use crate::event::{ControlCause, End, What};
use crate::phase::Phase;
use crate::state::{EndReason, Mode, State};

impl Tank {
    /// Writes the end down; the phase is already `game_over`.
    pub(crate) fn finish(
        state: &mut State,
        end_reason: EndReason,
        winner: Option<Seat>,
        ctx: &mut Ctx<'_, Self>,
    ) {
        state.timers.clear();
        state.end_reason = Some(end_reason);
        state.winner = winner;
        tell(state, ctx, By::NOBODY, || {
            let kill_marks = state.players.iter().map(|player| player.kill_marks).collect();
            What::GameOver(End { winner, end_reason, kill_marks, turns: state.turn })
        });
    }

    /// A player gives up: in a duel that is the end, in a deathmatch the computer goes on.
    pub(crate) fn concede(&self, state: &mut State, seat: Seat, ctx: &mut Ctx<'_, Self>) {
        tell(state, ctx, By::one(seat), || What::Concede);
        state.player_mut(seat).conceded = true;
        if state.mode() == Mode::Duel {
            ctx.goto(&mut state.phase, Phase::GameOver, "concede", "");
            return Self::finish(state, EndReason::Concede, Some(Seat(1 - seat.0)), ctx);
        }
        if state.player(seat).controller == Controller::Human {
            Self::hand_over(state, seat, ControlCause::Concede, ctx);
        }
        let goes_on = |seat: Seat| {
            let person = self.config.controller(seat.index()) == Controller::Human
                || state.player(seat).controller == Controller::Human;
            person && !state.player(seat).conceded
        };
        if !state.seats().any(goes_on) {
            ctx.goto(&mut state.phase, Phase::GameOver, "concede", "");
            Self::finish(state, EndReason::Aborted, None, ctx);
        }
    }

    /// The computer takes a seat.
    pub(crate) fn hand_over(
        state: &mut State,
        seat: Seat,
        cause: ControlCause,
        ctx: &mut Ctx<'_, Self>,
    ) {
        state.player_mut(seat).controller = Controller::Ai;
        tell(state, ctx, By::one(seat), || What::SeatControl { controller: Controller::Ai, cause });
    }
}
