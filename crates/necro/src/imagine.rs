//! A state that fits what a viewer knows.

use bout_core::{Dice, List};

use crate::Necro;
use crate::cards::SOULS_MAX;
use crate::id::SoulId;
use crate::piece::Base;
use crate::state::State;
use crate::view::View;

impl Necro {
    /// A state that fits a view: what the viewer cannot see is dealt again.
    pub(crate) fn imagined(&self, view: &View, dice: &mut Dice) -> State {
        let mut state = view.known;
        let mut rest: List<SoulId, SOULS_MAX> = List::new();
        for base in Base::ALL {
            let mut souls: List<SoulId, SOULS_MAX> = view.unseen_of(*base).collect();
            dice.shuffle(&mut souls);
            let deck = usize::from(view.decks[*base as usize]).min(souls.len());
            souls[..deck].iter().for_each(|soul| state.decks.put_bottom(*base, *soul));
            souls[deck..].iter().for_each(|soul| rest.push(*soul));
        }
        dice.shuffle(&mut rest);
        let mut items = view.unseen_items;
        dice.shuffle(&mut items);
        for _ in 0..view.item_deck {
            state.item_deck.extend_from(&mut items);
        }
        for side in [0, 1] {
            if !view.open[side] {
                let (souls, held) = view.counts[side];
                (0..souls).for_each(|_| state.souls[side].extend_from(&mut rest));
                (0..held).for_each(|_| state.items[side].extend_from(&mut items));
            }
        }
        state
    }
}

/// Moves the last card of one list to the end of another.
trait ExtendFrom {
    fn extend_from(&mut self, source: &mut Self);
}

impl<T: Default, const N: usize> ExtendFrom for List<T, N> {
    fn extend_from(&mut self, source: &mut Self) {
        if let Some(card) = source.pop() {
            self.push(card);
        }
    }
}
