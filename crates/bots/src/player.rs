//! A bot behind JSON, for hosts that do not know the game.

use std::any::Any;
use std::sync::Arc;

use bout_core::{
    AnyMatch, Bot, BotSpec, Catalogued, Choice, Dice, Match, RecordedMatch, Seat, Seed, Stop, Turn,
    Viewer, Visit,
};
use serde_json::Value;

/// A computer player at a seat of a table.
pub trait Player: Send {
    /// What it wants to do now. The table must be of the game it was made for.
    fn choose(&mut self, table: &dyn AnyMatch) -> Choice<Value>;
    /// The position as its seat knows it, to think about elsewhere; `None` where it is not asked.
    fn look(&mut self, table: &dyn AnyMatch) -> Option<Position>;
    /// What it wants to do in that position; once `stop` is set, its best answer so far.
    fn think(&mut self, position: &Position, stop: &Stop) -> Choice<Value>;
}

/// A position made of one seat's view alone: what the seat does not know is imagined, so nobody who
/// holds it can learn more than the seat.
pub struct Position(Box<dyn Any + Send>);

struct Seated<G: Catalogued> {
    bot: Box<dyn Bot<G>>,
    seat: Seat,
    seed: Seed,
    dice: Dice,
    asked: u64,
}

impl<G: Catalogued> Seated<G> {
    fn asked<'a>(&self, table: &'a dyn AnyMatch) -> Option<&'a Match<G>> {
        let live = table.as_any().downcast_ref::<RecordedMatch<G>>()?.live();
        let timely = live.check_time_to_act(live.now()).is_ok();
        (timely && live.game().to_act(live.state()).contains(self.seat)).then_some(live)
    }

    fn decide(&mut self, turn: &Turn<'_, G>) -> Choice<Value> {
        self.asked += 1;
        let _names = turn.game().capabilities().naming();
        match self.bot.choose(turn, &mut self.dice) {
            Choice::Act(action) => match serde_json::to_value(action) {
                Ok(action) => Choice::Act(action),
                Err(_) => Choice::Wait,
            },
            Choice::Wait => Choice::Wait,
            Choice::Leave => Choice::Leave,
        }
    }
}

impl<G: Catalogued> Player for Seated<G> {
    fn choose(&mut self, table: &dyn AnyMatch) -> Choice<Value> {
        match self.asked(table) {
            Some(live) => self.decide(&Turn::new(live, self.seat)),
            None => Choice::Wait,
        }
    }

    fn look(&mut self, table: &dyn AnyMatch) -> Option<Position> {
        let live = self.asked(table)?;
        // Dice of its own, apart from those of its decisions.
        let mut dice = Dice::of(self.seed.derive(1), self.asked);
        let imagined = live.imagined(Viewer::Seat(self.seat), &mut dice);
        Some(Position(Box::new(imagined)))
    }

    fn think(&mut self, position: &Position, stop: &Stop) -> Choice<Value> {
        match position.0.downcast_ref::<Match<G>>() {
            Some(imagined) => self.decide(&Turn::new(imagined, self.seat).until(stop)),
            None => Choice::Wait,
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

    fn visit<G: Catalogued>(self, _library: &Arc<G::Library>) -> Self::Out {
        let bot = crate::make::<G>(self.spec)?;
        let Seating { seat, seed, .. } = self;
        Ok(Box::new(Seated { bot, seat, seed, dice: Dice::stream(seed), asked: 0 }))
    }
}
