//! Creatures' part of a soak test: any two decks, short clocks, people who give up.

use bout_core::{Dice, Seat, Soak};

use crate::Tcg;
use crate::action::Action;
use crate::config::{Clocks, Config, DeckRef};
use crate::state::State;

/// Settings and mischief for soak tests of Creatures.
pub struct Misuse;

impl Soak<Tcg> for Misuse {
    fn config(&self, dice: &mut Dice) -> Option<Config> {
        let known =
            ["fixture-arts", "cinder-court", "dusk-and-iron", "thorn-garden", "veiled-minds"];
        let mut deck = || DeckRef::Id(known[dice.below(known.len() as u32) as usize].into());
        let decks = Some([deck(), deck()]);
        let clocked = dice.coin();
        let timers =
            Clocks { decision: 60_000, turn: 180_000, grace: 120_000, ..Clocks::default() };
        let timers = if clocked { timers } else { Clocks::default() };
        Some(Config { decks, timers, ..Config::default() })
    }

    fn mischief(
        &self,
        _game: &Tcg,
        _state: &State,
        _seat: Seat,
        dice: &mut Dice,
    ) -> Option<Action> {
        (dice.below(300) == 0).then_some(Action::Concede)
    }
}
