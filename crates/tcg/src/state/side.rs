//! One player (rules 3.2).

use bout_core::List;

use super::{
    At, Attached, Creature, Hand, Pile, Places, Position, SLOTS, Slot, TIMED_MAX, Timed, TimedKind,
};
use crate::deck::DECK_MAX;
use crate::symbol::{Card, Label, Symbol};

/// Something that was used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Once {
    /// Name of the card as printed.
    pub name: Symbol,
    /// Which of its attacks; `NOBODY` for the card.
    pub attack: u8,
}

/// One player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the rules document has these switches")]
pub struct Side {
    /// Whether they have joined.
    pub joined: bool,
    /// The deck they brought.
    pub deck_id: Label,
    /// How many cards it had.
    pub deck_size: u32,
    /// How many of them nobody has loaded.
    pub unknown: u32,
    /// The deck; its top is last.
    pub deck: Pile,
    /// The hand, in order of arrival.
    pub hand: Hand,
    /// The prizes, face down.
    pub prizes: List<Card, 6>,
    /// The discard pile; the newest is last.
    pub discard: Pile,
    /// Creatures, each in its slot.
    pub creatures: [Creature; SLOTS],
    /// The slot of the active creature.
    pub active: Slot,
    /// The slots of the bench, in order.
    pub bench: List<u8, 5>,
    /// Cards attached to creatures, those of a slot together.
    pub attached: List<Attached, DECK_MAX>,
    /// Timed effects, those of a slot together.
    pub timed: List<Timed, TIMED_MAX>,
    /// What was used up.
    pub once: List<Once, DECK_MAX>,
    /// Whether the opening hand is valid.
    pub hand_valid: bool,
    /// Invalid hands so far.
    pub invalid_hands: u16,
    /// Whether the hand is shown, because it is invalid.
    pub revealed: bool,
    /// Whether the opening active is chosen.
    pub active_selected: bool,
    /// Whether the set-up is done.
    pub setup_ready: bool,
    /// Energies attached this turn.
    pub energy_attached: u16,
    /// Retreats of this turn.
    pub retreats: u16,
    /// Supporters of this turn.
    pub supporters: u16,
    /// Stadiums of this turn.
    pub stadiums: u16,
    /// Main actions of this turn.
    pub main_actions: u16,
    /// Own turns started.
    pub turns_taken: u16,
    /// Clocks run out in a row.
    pub expiries: u16,
    /// A sum over all their cards, to see that none is lost; not on the wire.
    pub total: u64,
}

impl Side {
    /// The creatures in board order.
    #[inline]
    pub fn board(&self) -> impl Iterator<Item = u8> + use<> {
        self.places(0).map(|at| at.slot)
    }

    /// The creatures in board order, as those of a side.
    #[inline]
    pub(super) fn places(&self, side: u8) -> Places {
        let mut places = self.benched(side);
        if let Some(slot) = self.active.get() {
            places.put_first(At { side, slot });
        }
        places
    }

    #[inline]
    pub(super) fn benched(&self, side: u8) -> Places {
        let mut places = Places::default();
        self.bench.iter().rev().for_each(|slot| places.put_first(At { side, slot: *slot }));
        places
    }

    /// A creature.
    #[inline]
    pub fn creature(&self, slot: u8) -> &Creature {
        &self.creatures[usize::from(slot).min(SLOTS - 1)]
    }

    /// A creature, to be changed.
    #[inline]
    pub fn creature_mut(&mut self, slot: u8) -> &mut Creature {
        &mut self.creatures[usize::from(slot).min(SLOTS - 1)]
    }

    /// How many creatures are in play.
    #[inline]
    pub fn in_play(&self) -> usize {
        usize::from(self.active.get().is_some()) + self.bench.len()
    }

    /// The slot at a position.
    pub fn slot_at(&self, position: Position) -> Option<u8> {
        match (position as usize).checked_sub(1) {
            None => self.active.get(),
            Some(bench) => self.bench.get(bench).copied(),
        }
    }

    /// The positions where creatures are, as bits.
    #[inline]
    pub(crate) fn positions(&self) -> u64 {
        let bench = (1 << (self.bench.len() + 1)) - 2;
        bench | u64::from(self.active.get().is_some())
    }

    /// Where a slot is on the board.
    pub fn position(&self, slot: u8) -> Option<Position> {
        if self.active.get() == Some(slot) {
            return Some(Position::Active);
        }
        self.bench.iter().position(|place| *place == slot).map(Position::bench)
    }

    /// Cards attached to a slot, with their places in the list.
    #[inline]
    pub fn on(&self, slot: u8) -> impl Iterator<Item = (usize, &Attached)> {
        self.attached.iter().enumerate().filter(move |(_, attached)| attached.slot == slot)
    }

    /// Timed effects of a slot.
    #[inline]
    pub fn timed_on(&self, slot: u8, kind: TimedKind) -> impl Iterator<Item = &Timed> {
        self.timed.iter().filter(move |timed| timed.slot == slot && timed.kind == kind)
    }

    /// Attaches a card: energies of a creature stand before its other cards, each in order of arrival.
    pub fn attach(&mut self, attached: Attached) {
        let rank = |found: &Attached| 2 * found.slot + u8::from(!found.energy);
        let behind = self.attached.iter().rev().take_while(|found| rank(found) > rank(&attached));
        let place = self.attached.len() - behind.count();
        self.attached.insert(place, attached);
    }

    /// Begins a timed effect; those of a slot stand together, in order of arrival.
    pub fn time(&mut self, timed: Timed) {
        let place = self.timed.iter().position(|found| found.slot > timed.slot);
        let place = place.unwrap_or(self.timed.len());
        self.timed.insert(place, timed);
    }

    /// Every card of the player outside the stack and the stadium.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let chains = self.creatures.iter().flat_map(|creature| creature.cards.iter());
        (self
            .deck
            .iter()
            .chain(&**self.hand)
            .chain(&*self.prizes)
            .chain(&*self.discard)
            .chain(chains))
        .copied()
        .chain(self.attached.iter().map(|attached| attached.card))
    }
}
