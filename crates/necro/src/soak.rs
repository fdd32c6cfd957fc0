//! NecroChess's part of a soak test: short clocks and people who resign.

use bout_core::{Dice, Seat, Soak};

use crate::Necro;
use crate::action::Action;
use crate::config::Config;
use crate::state::State;

/// Settings and mischief for soak tests of NecroChess.
pub struct Misuse;

impl Soak<Necro> for Misuse {
    fn config(&self, dice: &mut Dice) -> Option<Config> {
        let clock = [0, 120_000, 600_000][dice.below(3) as usize];
        let timeouts_to_lose = 3 + dice.below(20);
        Some(Config { turn_ms: clock, timeouts_to_lose, max_turns: 20, ..Config::default() })
    }

    fn mischief(
        &self,
        _game: &Necro,
        _state: &State,
        _seat: Seat,
        dice: &mut Dice,
    ) -> Option<Action> {
        (dice.below(200) == 0).then_some(Action::Resign {})
    }
}
