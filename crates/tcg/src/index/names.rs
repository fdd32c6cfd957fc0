//! Which creatures a card evolves: the names of a side's creatures in one word. Saves 8 % of a step
//! over a look at the card on each creature.

use bout_core::Seat;

use crate::Tcg;
use crate::state::{SLOTS, State};
use crate::symbol::{Card, Symbol};

/// The names of a side's creatures, ten bits a slot, so that all are compared at once. Few names share
/// their ten bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Names(u64);

impl Names {
    pub(super) const EMPTY: Names = Names(0);
    /// Bits of a name.
    const BITS: u32 = 10;
    const ALL: u64 = (1 << Names::BITS) - 1;
    /// One in each slot.
    const ONES: u64 = {
        let (mut ones, mut slot) = (0, 0);
        while slot < SLOTS as u32 {
            ones |= 1 << (Names::BITS * slot);
            slot += 1;
        }
        ones
    };
    /// The highest bit of each slot.
    const HIGHEST: u64 = Names::ONES << (Names::BITS - 1);
    /// All other bits.
    const LOW: u64 = Names::ONES * (Names::ALL >> 1);

    #[inline]
    fn bits(name: Symbol) -> u64 {
        name.number() as u64 & Names::ALL
    }

    pub(super) fn set(&mut self, slot: u8, name: Symbol) {
        let shift = Names::BITS * u32::from(slot);
        self.0 = self.0 & !(Names::ALL << shift) | Names::bits(name) << shift;
    }

    /// The slots with a name: the highest bit of each.
    #[inline]
    fn find(self, name: Symbol) -> u64 {
        let differing = self.0 ^ (Names::bits(name) * Names::ONES);
        !(((differing & Names::LOW) + Names::LOW) | differing) & Names::HIGHEST
    }
}

/// Slots of a side: the highest bit of each in `Names`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slots(u64);

impl Slots {
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(&self) -> u32 {
        // Each is a one in its slot; the product has the sum of all in the last slot.
        let ones = self.0 >> (Names::BITS - 1);
        let sums = ones.wrapping_mul(Names::ONES) >> (Names::BITS * (SLOTS as u32 - 1));
        (sums & Names::ALL) as u32
    }

    /// The `n`th of them, if there are so many.
    #[inline]
    pub fn get(&self, n: u32) -> Option<u8> {
        if n < self.len() { self.clone().nth(n as usize) } else { None }
    }
}

impl Iterator for Slots {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let slot = (self.0 != 0).then(|| (self.0.trailing_zeros() / Names::BITS) as u8);
        self.0 &= self.0.wrapping_sub(1);
        slot
    }
}

impl Tcg {
    /// The creatures of a side on which a card fits by name, and sometimes one on which it does not;
    /// with one of the traits in `leaps` also if a stage is skipped.
    #[inline]
    pub(crate) fn creatures_below(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        leaps: u8,
    ) -> Slots {
        let brief = self.cards.brief(card);
        if brief.below.is_none() {
            return Slots(0);
        }
        let names = match &state.live.names {
            Some(names) => names[seat.index()],
            None => self.names(state, seat),
        };
        let direct = names.find(brief.below);
        if brief.traits & leaps == 0 {
            return Slots(direct);
        }
        Slots(direct | self.skipped_below(card, names))
    }

    #[cold]
    fn skipped_below(&self, card: Card, names: Names) -> u64 {
        let skipped = self.def(card).skips_from.iter().map(|name| names.find(*name));
        skipped.fold(0, |slots, more| slots | more)
    }

    #[cold]
    fn names(&self, state: &State, seat: Seat) -> Names {
        let mut names = Names::default();
        for (slot, creature) in (0..).zip(&state.side(seat).creatures) {
            names.set(slot, self.def(creature.top()).key);
        }
        names
    }
}

const _: () = assert!(SLOTS * Names::BITS as usize <= 64, "the names of a side in one word");

#[cfg(test)]
#[path = "../../tests/unit/names.rs"]
mod tests;
