//! The ways a match ends (rules 9). Each leaves no timer behind.

use bout_core::{Ctx, Seat};

use crate::Orcain;
use crate::event::{Ending, Event, MatchEnd};
use crate::phase::Phase;
use crate::state::State;

impl Orcain {
    /// By HP after a round: somebody at 0, or a difference at the limit.
    pub(crate) fn end_by_hp(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let [a, b] = state.hp;
        let ending = match (a.min(b), a == b) {
            (0, true) => Ending::DoubleKnockout,
            (0, false) => Ending::Knockout,
            _ if state.sudden_death => Ending::SuddenDeath,
            _ => Ending::RoundLimit,
        };
        let loser = if a < b { Some(Seat(0)) } else { (b < a).then_some(Seat(1)) };
        self.end(state, ("step", "decided"), (ending, loser), ctx);
    }

    /// Sudden death is cut off with equal HP.
    pub(crate) fn end_by_cap(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let end = (Ending::SuddenDeathCap, None);
        self.end(state, ("step", "sudden_death_cap"), end, ctx);
    }

    /// One was absent too often.
    pub(crate) fn end_afk(&self, state: &mut State, loser: Seat, ctx: &mut Ctx<'_, Self>) {
        let end = (Ending::Afk, Some(loser));
        self.end(state, ("deadline", "afk_limit"), end, ctx);
    }

    /// Both were.
    pub(crate) fn end_both_afk(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        let end = (Ending::BothAfk, None);
        self.end(state, ("deadline", "afk_limit"), end, ctx);
    }

    /// A player is gone.
    pub(crate) fn end_disconnect(&self, state: &mut State, loser: Seat, ctx: &mut Ctx<'_, Self>) {
        let end = (Ending::Disconnect, Some(loser));
        self.end(state, ("disconnect", ""), end, ctx);
    }

    /// The host stops.
    pub(crate) fn end_aborted(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        self.end(state, ("abort", ""), (Ending::Aborted, None), ctx);
    }

    fn end(
        &self,
        state: &mut State,
        (on, guard): (&'static str, &'static str),
        (ending, loser): (Ending, Option<Seat>),
        ctx: &mut Ctx<'_, Self>,
    ) {
        ctx.goto(&mut state.state, Phase::Ended, on, guard);
        state.timers.clear();
        state.current_step_index = None;
        state.turn = None;
        let end = MatchEnd::new(state.round_index, state.hp, ending, loser);
        state.result = Some(end);
        ctx.emit(Event::MatchEnd(end));
    }
}
