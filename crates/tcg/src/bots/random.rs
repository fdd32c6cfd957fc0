//! The computer player that takes anything (rules 10.1).

use bout_core::{Bot, Choice, Dice, Turn};

use crate::Tcg;
use crate::action::Action;
use crate::lots::Lots;

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
        let main = seen.is_main_phase();
        let lots = Lots::new(seen.game, seen.state, turn.seat());
        let count = lots.len();
        for _ in 0..TRIES {
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
        if seen.game.has_menu(seen.state, turn.seat()) {
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
