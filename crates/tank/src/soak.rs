//! Tank's part of a soak test: odd line-ups, short clocks, people who give up.

use bout_core::{Dice, Seat, Soak};

use crate::Tank;
use crate::action::Action;
use crate::config::{Clocks, Config};
use crate::rules::Class;
use crate::state::State;

/// Settings and mischief for soak tests of Tank.
pub struct Misuse;

impl Soak<Tank> for Misuse {
    fn config(&self, dice: &mut Dice) -> Option<Config> {
        let pick = |dice: &mut Dice| Class::ALL[dice.below(Class::ALL.len() as u32) as usize];
        let classes = (0..2 + dice.below(3)).map(|_| pick(dice)).collect();
        let clocks = Clocks {
            turn_ms: 20_000,
            interrupt_ms: 5_000,
            afk_timeouts: dice.below(3),
            disconnect_grace_ms: 30_000,
        };
        let preset = ["v1", "v2", "v3"][dice.below(3) as usize];
        let mut config = Config { classes, clocks, ..Config::preset(preset) };
        if config.classes.len() == 4 && dice.below(2) == 0 {
            config.teams = vec![vec![0, 2], vec![1, 3]];
        }
        Some(config)
    }

    fn mischief(
        &self,
        _game: &Tank,
        _state: &State,
        _seat: Seat,
        dice: &mut Dice,
    ) -> Option<Action> {
        (dice.below(50) == 0).then_some(Action::Concede)
    }
}
