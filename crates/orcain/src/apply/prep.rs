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
        state.turn = self.in_turn().then_some(state.first_to_prepare());
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
        if state.turn == Some(state.first_to_prepare()) {
            self.hand_over(state, ctx);
        } else if self.config.early_reveal && self.both_ready(state) {
            state.timers.cancel(Timer::Prep);
            self.finalize_round(state, ctx, "early_reveal", "");
        }
    }

    /// Whether the players prepare one after the other.
    #[inline]
    pub(crate) fn in_turn(&self) -> bool {
        self.config.in_turn && self.config.mode == Mode::Pvp
    }

    /// The second player of the round prepares, with the whole time.
    pub(crate) fn hand_over(&self, state: &mut State, ctx: &mut Ctx<'_, Self>) {
        state.turn = Some(Seat(1 - state.first_to_prepare().0));
        state.timers.arm(Timer::Prep, ctx.now + self.config.prep_ms);
    }

    pub(crate) fn both_ready(&self, state: &State) -> bool {
        let bot_is_ready = self.config.mode == Mode::Pve;
        let ready = |seat: Seat| {
            // Where players prepare one after the other, the one before is done.
            let is_done = state.turn.is_some_and(|turn| turn != seat);
            is_done || state.confirmed_layout[seat.index()].is_some()
        };
        ready(Seat(0)) && (bot_is_ready || ready(BOT))
    }
}
