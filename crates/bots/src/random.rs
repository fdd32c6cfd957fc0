//! Picks among the legal actions.

use bout_core::{Bot, Choice, Dice, Game, Turn};

/// Any legal action, all equally likely.
pub struct RandomBot<G: Game> {
    legal: Vec<G::Action>,
}

impl<G: Game> Default for RandomBot<G> {
    fn default() -> Self {
        RandomBot { legal: Vec::new() }
    }
}

impl<G: Game> Bot<G> for RandomBot<G> {
    fn choose(&mut self, turn: &Turn<'_, G>, dice: &mut Dice) -> Choice<G::Action> {
        self.legal.clear();
        turn.legal(&mut self.legal);
        dice.pick(&self.legal).cloned().into()
    }
}
