//! Clocks, absence, and what is done for those who do not act (rules 7).

use bout_core::{Seat, Signal};

use super::Run;
use crate::event::What;
use crate::phase::{MatchState, Timer, TurnPhase};
use crate::state::{CancelReason, Position, RuleChoice};

/// A turn goes on with at least so much time after a decision.
const REST_MS: u64 = 10_000;

impl Run<'_, '_> {
    /// What the clocks look at before something happens, if there are any.
    #[inline]
    pub fn watch(&self) -> Option<Watched> {
        self.game.clocked.then(|| Watched {
            phase: self.state.phase.get(),
            head: self.state.pending.first().map_or(0, |pending| pending.id),
            turn: self.state.turn,
        })
    }

    /// Sets the clocks after `actor` did something.
    #[inline]
    pub fn keep_clocks(&mut self, actor: Option<Seat>, before: Option<Watched>) {
        if let Some(before) = before {
            self.set_clocks(actor, before);
        }
    }

    fn set_clocks(&mut self, actor: Option<Seat>, before: Watched) {
        if self.state.end.is_some() {
            return self.state.timers.clear();
        }
        let clocks = self.game.config.timers;
        let (now, phase) = (self.now(), self.state.phase.get());
        let entered = phase != before.phase;
        if phase == MatchState::Waiting && entered && clocks.lobby > 0 {
            self.state.timers.arm(Timer::Lobby, now + clocks.lobby);
        } else if entered {
            self.state.timers.cancel(Timer::Lobby);
        }
        if phase.is_played() {
            self.keep_turn_clocks(before);
        } else {
            self.keep_setup_clocks(actor, entered);
        }
    }

    fn keep_setup_clocks(&mut self, actor: Option<Seat>, entered: bool) {
        let (length, now) = (self.game.config.timers.decision, self.now());
        for seat in [Seat(0), Seat(1)] {
            let timer = Timer::decision(seat);
            if !self.game.is_setting_up(self.state, seat) {
                self.state.timers.cancel(timer);
            } else if length > 0 && (entered || actor == Some(seat)) {
                self.state.timers.arm(timer, now + length);
            }
        }
    }

    fn keep_turn_clocks(&mut self, before: Watched) {
        let (clocks, now) = (self.game.config.timers, self.now());
        let head = self.state.pending.first().copied();
        if head.map_or(0, |pending| pending.id) != before.head || before.turn == 0 {
            self.state.timers.cancel(Timer::Decision1);
            self.state.timers.cancel(Timer::Decision2);
            if let Some(pending) = head.filter(|_| clocks.decision > 0) {
                self.state.timers.arm(Timer::decision(pending.seat), now + clocks.decision);
            }
        }
        let timers = &mut self.state.timers;
        if self.state.phase.get() != MatchState::PlayerTurn || clocks.turn == 0 {
            return timers.cancel(Timer::Turn);
        }
        if self.state.turn != before.turn {
            timers.arm(Timer::Turn, now + clocks.turn);
        }
        if head.is_some() {
            timers.hold(Timer::Turn, now);
        } else if timers.is_held(Timer::Turn) {
            let left = timers.left(Timer::Turn, now).unwrap_or(0).max(REST_MS);
            timers.arm(Timer::Turn, now + left);
        }
    }

    /// A clock has run out.
    pub fn run_out(&mut self, timer: Timer) {
        let before = self.watch();
        self.auto = true;
        let seat = timer.seat().unwrap_or(self.state.turn_player());
        let about = (timer != Timer::Lobby).then_some(seat);
        self.emit(about, What::TimerExpired { timer });
        match timer {
            Timer::Lobby => self.call_off(CancelReason::PlayerLeft, None),
            Timer::Grace1 | Timer::Grace2 => self.leave_match(seat),
            Timer::Decision1 | Timer::Decision2 | Timer::Turn => {
                let side = self.state.side_mut(seat);
                side.expiries = side.expiries.saturating_add(1);
                let limit = self.game.config.timers.expiries;
                if limit > 0 && u32::from(self.state.side(seat).expiries) >= limit {
                    self.leave_match(seat);
                } else if timer == Timer::Turn {
                    self.pass_turn(seat);
                } else {
                    self.answer_for(seat);
                }
            }
        }
        self.settle();
        self.keep_clocks(Some(seat), before);
    }

    fn pass_turn(&mut self, seat: Seat) {
        if self.state.turn_phase == Some(TurnPhase::Draw) {
            self.draw_card(seat);
        }
        if self.state.end.is_none() {
            self.end_turn(seat);
        }
    }

    /// The usual answer for a player who gives none.
    fn answer_for(&mut self, seat: Seat) {
        let Some(pending) = self.state.pending.first().copied() else {
            return self.set_up_for(seat);
        };
        match pending.kind.of_rules() {
            Some(RuleChoice::Prize) => self.select_prize(0),
            Some(RuleChoice::Active) => self.set_active(seat, None, Some(Position::Bench0)),
            None => {
                if let Some(prompt) = self.game.prompt(self.state) {
                    let marks = self.state.marks;
                    let selection = prompt.fallback(self.game, self.state, &marks);
                    self.answered(&prompt, &selection);
                }
            }
        }
    }

    fn set_up_for(&mut self, seat: Seat) {
        match self.state.phase.get() {
            MatchState::DrawingCards => self.draw_initial(seat),
            MatchState::SelectActive | MatchState::InitialSetup => {
                let hand = self.state.side(seat).hand;
                let basic = hand.iter().find(|card| self.game.def(**card).is_basic());
                if let Some(card) = basic {
                    self.select_opening(seat, *card);
                }
            }
            MatchState::SelectBench => self.complete_setup(seat),
            MatchState::Created
            | MatchState::Waiting
            | MatchState::DeckValidation
            | MatchState::PreGameSetup
            | MatchState::PlayerTurn
            | MatchState::BetweenTurns
            | MatchState::MatchEnded
            | MatchState::Cancelled => {}
        }
    }

    /// The host tells a fact.
    pub fn hear(&mut self, signal: Signal) {
        let before = self.watch();
        let grace = self.game.config.timers.grace;
        match signal {
            Signal::Left { seat } if grace > 0 && self.state.side(seat).joined => {
                let timer = Timer::grace(seat);
                if self.state.timers.deadline(timer).is_none() {
                    let at = self.now() + grace;
                    self.state.timers.arm(timer, at);
                }
            }
            Signal::Returned { seat } => self.state.timers.cancel(Timer::grace(seat)),
            Signal::Aborted => self.call_off(CancelReason::SystemError, None),
            Signal::Left { .. } | Signal::Heard { .. } | Signal::Clock { .. } => {}
        }
        self.keep_clocks(None, before);
    }
}

/// What the clocks looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    phase: MatchState,
    head: u32,
    turn: u16,
}
