//! A bot behind JSON, for hosts that do not know the game.

use std::sync::Arc;

use bout_core::{Bot, BotSpec, Choice, Dice, Hosted, Listed, Seat, Seed, Table, Turn, Visit};
use serde_json::Value;

/// A computer player at a seat of a table.
pub trait Player: Send {
    /// What it wants to do now. The table must be of the game it was made for.
    fn choose(&mut self, table: &dyn Table) -> Choice<Value>;
}

struct Seated<G: Listed> {
    bot: Box<dyn Bot<G>>,
    seat: Seat,
    seed: Seed,
    asked: u64,
}

impl<G: Listed> Player for Seated<G> {
    fn choose(&mut self, table: &dyn Table) -> Choice<Value> {
        let Some(table) = table.as_any().downcast_ref::<Hosted<G>>() else { return Choice::Wait };
        let live = table.live();
        let timely = live.check_time_to_act(live.now()).is_ok();
        if !timely || !live.game().to_act(live.state()).contains(self.seat) {
            return Choice::Wait;
        }
        self.asked += 1;
        let mut dice = Dice::of(self.seed, self.asked);
        match self.bot.choose(&Turn::new(live, self.seat), &mut dice) {
            Choice::Act(action) => match serde_json::to_value(action) {
                Ok(action) => Choice::Act(action),
                Err(_) => Choice::Wait,
            },
            Choice::Wait => Choice::Wait,
            Choice::Leave => Choice::Leave,
        }
    }
}

/// Seats a bot: visit the catalogue with it.
pub struct Seating<'a> {
    /// Which bot.
    pub spec: &'a BotSpec,
    /// Where.
    pub seat: Seat,
    /// Its own dice.
    pub seed: Seed,
}

impl Visit for Seating<'_> {
    type Out = Result<Box<dyn Player>, String>;

    fn visit<G: Listed>(self, _library: &Arc<G::Library>) -> Self::Out {
        let bot = crate::make::<G>(self.spec)?;
        Ok(Box::new(Seated { bot, seat: self.seat, seed: self.seed, asked: 0 }))
    }
}
