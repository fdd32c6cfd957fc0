//! The computer player that takes anything (rules 10.1).

use bout_core::{Bot, Choice, Dice, Turn};

use crate::Tcg;
use crate::action::Action;
use crate::menu::Menu;

/// How much likelier than the end of the turn another action of the main phase is.
const WEIGHT: u32 = 3;
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

impl Bot<Tcg> for Random {
    fn choose(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        if seen.game.has_menu(seen.state, turn.seat()) {
            let menu = Menu::new(seen.game, seen.state, turn.seat());
            let (count, main) = (menu.len(), seen.is_main_phase());
            let place = if main {
                dice.below((count - 1) * WEIGHT + 1) / WEIGHT
            } else {
                dice.below(count)
            };
            return Choice::Act(menu.pick(place));
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
