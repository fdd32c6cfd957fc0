//! Turns: start, draw, end (rules 5.3).

use bout_core::Seat;

use super::{Next, Run};
use crate::event::What;
use crate::phase::{MatchState, TurnPhase};
use crate::state::{EndTurnStep, Frame, FrameKind, TurnStartStep, WinCondition, other};
use crate::words::TriggerEvent;

use super::knockout::Verdict;

impl Run<'_, '_> {
    /// A player's turn begins.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a turn that ends quietly is one straight way")]
    pub fn start_turn(&mut self, player: Seat) {
        self.state.current = Some(player);
        self.state.turn += 1;
        self.state.turn_phase = Some(TurnPhase::Draw);
        let side = self.state.side_mut(player);
        (side.energy_attached, side.retreats, side.supporters, side.stadiums) = (0, 0, 0, 0);
        side.main_actions = 0;
        side.turns_taken += 1;
        self.tell_with(player, |_| What::TurnStarted);
        if self.state.live.triggers(TriggerEvent::StartOfTurn) != 0 {
            self.push(Frame::new(FrameKind::TurnStart, player));
        } else {
            self.check_knockouts(player);
        }
    }

    /// A step of the start of a turn.
    pub fn turn_start_step(&mut self, step: TurnStartStep) -> Next<TurnStartStep> {
        let player = self.frame().player;
        match step {
            TurnStartStep::Queue => {
                self.queue_triggers(TriggerEvent::StartOfTurn, false);
                Next::Go(TurnStartStep::Triggers)
            }
            TurnStartStep::Triggers => {
                if self.next_trigger(TriggerEvent::StartOfTurn) {
                    return Next::Stay;
                }
                let done = self.pop();
                self.check_knockouts(player);
                done
            }
        }
    }

    /// Whether the turn player has to draw.
    fn is_draw_due(&self) -> bool {
        self.state.turn != 1 || self.game.config.rules.first_player_draws_on_first_turn
    }

    fn run_dry(&mut self, seat: Seat) {
        let verdict = Verdict { winner: Some(other(seat)), condition: Some(WinCondition::DeckOut) };
        self.finish(verdict, false);
    }

    /// The turn's card is drawn.
    pub fn draw_card(&mut self, seat: Seat) {
        if !self.is_draw_due() {
            self.tell(seat, What::DrawSkipped);
        } else if self.state.side(seat).deck.is_empty() {
            return self.run_dry(seat);
        } else {
            self.draw(seat, 1);
        }
        self.go_to_phase(TurnPhase::Main);
    }

    /// The turn is over.
    pub fn end_turn(&mut self, seat: Seat) {
        let drawing = self.state.turn_phase == Some(TurnPhase::Draw);
        if drawing && self.is_draw_due() && self.state.side(seat).deck.is_empty() {
            return self.run_dry(seat);
        }
        if self.state.live.triggers(TriggerEvent::EndOfTurn) == 0 && self.is_quiet() {
            return self.close_turn(seat);
        }
        self.state.turn_ending = true;
        self.push(Frame::new(FrameKind::EndTurn, seat));
    }

    /// Nothing can come in between any more: the turn is over for good.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a turn that ends quietly is one straight way")]
    fn close_turn(&mut self, player: Seat) {
        self.state.turn_ending = false;
        self.state.turn_phase = None;
        self.tell_with(player, |_| What::TurnEnded);
        self.goto(MatchState::BetweenTurns, "END_TURN", "");
        self.begin_between(player);
    }

    /// A step of the end of a turn.
    pub fn end_turn_step(&mut self, step: EndTurnStep) -> Next<EndTurnStep> {
        let player = self.frame().player;
        match step {
            EndTurnStep::Queue => {
                self.queue_triggers(TriggerEvent::EndOfTurn, false);
                Next::Go(EndTurnStep::Triggers)
            }
            EndTurnStep::Triggers => {
                if self.next_trigger(TriggerEvent::EndOfTurn) {
                    return Next::Stay;
                }
                self.check_knockouts(player);
                Next::Go(EndTurnStep::Close)
            }
            EndTurnStep::Close => {
                let done = self.pop();
                self.close_turn(player);
                done
            }
        }
    }
}
