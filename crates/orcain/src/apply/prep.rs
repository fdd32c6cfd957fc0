//! PREP: drafts, confirms, presence.

use bout_core::{Ctx, Seat};

use crate::action::Sent;
use crate::card::EMPTY;
use crate::config::Mode;
use crate::event::Event;
use crate::phase::Timer;
use crate::state::State;
use crate::{BOT, Orcain};

impl Orcain {
    /// Begins a round; the phase is already `prep` (rules 4.3, start-PREP effects).
    #[inline]
    pub(crate) fn start_prep(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        state.draft_layout = [None; 2];
        state.confirmed_layout = [None; 2];
        state.had_draft_this_round = [false; 2];
        state.final_layout = None;
        state.finalized_round_index = None;
        state.current_step_index = None;
        let deadline = ctx.now + self.config.prep_ms;
        state.timers.arm(Timer::Prep, deadline);
        ctx.emit(Event::PrepStart {
            round_index: state.round_index,
            sudden_death: state.sudden_death,
            hp: state.hp,
            deadline,
        });
    }

    /// Replaces the stored draft (rules 5.5).
    pub(crate) fn draft(state: &mut State, seat: Seat, sent: Sent, ctx: &mut Ctx<'_, Self>) {
        let (layout, sanitised) = sent.sanitised(&state.hands[seat.index()]);
        state.had_draft_this_round[seat.index()] = true;
        state.draft_layout[seat.index()] = Some(layout);
        ctx.emit(Event::DraftStored { seat, layout, sanitised });
    }

    /// Fixes a seat's layout, and ends PREP if both are ready (rules 5.6).
    #[inline]
    pub(crate) fn confirm(
        &self,
        state: &mut State,
        seat: Seat,
        sent: Sent,
        ctx: &mut Ctx<'_, Self>,
    ) {
        state.had_draft_this_round[seat.index()] = true;
        state.confirmed_layout[seat.index()] = Some(sent.exact().unwrap_or(EMPTY));
        ctx.emit(Event::ConfirmOk { seat, round_index: state.round_index });
        if self.config.early_reveal && self.both_ready(state) {
            state.timers.cancel(Timer::Prep);
            self.finalize_round(state, ctx, "early_reveal", "");
        }
    }

    pub(crate) fn both_ready(&self, state: &State) -> bool {
        let bot_is_ready = self.config.mode == Mode::Pve;
        state.confirmed_layout[0].is_some()
            && (bot_is_ready || state.confirmed_layout[BOT.index()].is_some())
    }
}
