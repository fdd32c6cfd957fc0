//! The end of PREP: layouts become final and absence is judged, once per round (rules 6.2).

use bout_core::Ctx;

use crate::card::{EMPTY, Layout};
use crate::config::Mode;
use crate::phase::Phase;
use crate::state::State;
use crate::{AFK_LIMIT, BOT, Orcain};

impl Orcain {
    /// Fixes both layouts, then either ends the match or begins the reveal.
    #[inline]
    pub(crate) fn finalize_round(
        &self,
        state: &mut State,
        ctx: &mut Ctx<'_, Self>,
        on: &'static str,
        guard: &'static str,
    ) {
        debug_assert!(state.state.get() == Phase::Prep && state.finalized_round_index.is_none());
        state.final_layout = Some([final_layout(state, 0), final_layout(state, 1)]);
        state.finalized_round_index = Some(state.round_index);
        state.turn = None;
        state.revealed.clear();
        self.judge_absence(state);
        if self.end_by_absence(state, ctx) {
            return;
        }
        ctx.goto(&mut state.state, Phase::Playing, on, guard);
        state.current_step_index = Some(0);
        self.schedule_step(state, self.config.step_first_ms, ctx);
    }

    fn judge_absence(&self, state: &mut State) {
        let mut absent = state.had_draft_this_round.map(|present| !present);
        if self.config.mode == Mode::Pve {
            absent[BOT.index()] = false;
        }
        for (streak, absent) in state.afk_streak_by_player.iter_mut().zip(absent) {
            *streak = if absent { *streak + 1 } else { 0 };
        }
        state.both_afk_streak = if absent == [true; 2] { state.both_afk_streak + 1 } else { 0 };
    }

    /// Whether the round was one too many for somebody (rules 6.2.6).
    fn end_by_absence(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) -> bool {
        if state.both_afk_streak >= AFK_LIMIT {
            self.end_both_afk(state, ctx);
            return true;
        }
        match (0..2).find(|seat| state.afk_streak_by_player[usize::from(*seat)] >= AFK_LIMIT) {
            Some(seat) => self.end_afk(state, bout_core::Seat(seat), ctx),
            None => return false,
        }
        true
    }
}

/// The confirmed layout, else a draft with at least one card, else nothing.
#[inline]
fn final_layout(state: &State, seat: usize) -> Layout {
    state.confirmed_layout[seat].or(state.draft_layout[seat]).unwrap_or(EMPTY)
}
