//! The computer player that takes anything (rules 10.1).

use bout_core::{Bot, Choice, Dice, Turn};

use crate::Tcg;
use crate::action::Action;
use crate::index::{Lots, draw_answer};
use crate::phase::TurnPhase;

/// How much likelier than the end of the turn another action of the main phase is.
const WEIGHT: u32 = 3;
/// How many lots are drawn before all legal actions are listed.
const TRIES: u32 = 16;
/// Legal actions that are usual at most.
const LEGAL_USUAL: usize = 256;

/// Any legal action.
pub struct Random {
    legal: Vec<Action>,
}

impl Default for Random {
    fn default() -> Self {
        Random { legal: Vec::with_capacity(LEGAL_USUAL) }
    }
}

impl Random {
    /// One of the legal choices of a turn.
    fn draw_choice(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        let main = match seen.state.turn_phase {
            Some(TurnPhase::Main) => true,
            Some(TurnPhase::Attack) => false,
            Some(TurnPhase::Draw) if dice.coin() => return Choice::Act(Action::DrawCard),
            Some(TurnPhase::Draw | TurnPhase::End) | None => return Choice::Act(Action::EndTurn),
        };
        let lots = Lots::new(seen.game, seen.state, turn.seat());
        let count = lots.len();
        let tries = if seen.state.side(turn.seat()).hand.is_sure() { TRIES } else { 0 };
        for _ in 0..tries {
            if let Some(action) = lots.pick(draw(count, main, dice)) {
                return Choice::Act(action);
            }
        }
        self.legal.clear();
        turn.legal(&mut self.legal);
        let place = draw(self.legal.len() as u32, main, dice);
        Choice::Act(self.legal.swap_remove(place as usize))
    }
}

/// A place among some choices; in the main phase the last one, the end of the turn, is less likely.
#[inline]
fn draw(count: u32, main: bool, dice: &mut Dice) -> u32 {
    if main { dice.below((count - 1) * WEIGHT + 1) / WEIGHT } else { dice.below(count) }
}

impl Bot<Tcg> for Random {
    fn choose(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        if let Some(head) = seen.state.pending.first() {
            if head.seat != turn.seat() {
                return Choice::Wait;
            }
            for _ in 0..TRIES {
                if let Some(action) = draw_answer(seen.game, seen.state, *head, dice) {
                    return Choice::Act(action);
                }
            }
        } else if seen.game.has_menu(seen.state, turn.seat()) {
            return self.draw_choice(turn, dice);
        }
        self.legal.clear();
        turn.legal(&mut self.legal);
        if self.legal.is_empty() {
            return Choice::Wait;
        }
        let drawn = dice.below(self.legal.len() as u32);
        Choice::Act(self.legal.swap_remove(drawn as usize))
    }
}

#[cfg(test)]
#[path = "../../tests/unit/random.rs"]
mod tests;
