//! Creatures in play and what is on them (rules 3.3).

use bout_core::List;

use super::{NEVER, NOBODY, Rotation, SLOTS, TimedKind};
use crate::symbol::Card;
use crate::words::{Status, Types};

/// A creature: the side and the slot it has there as long as it is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// 0 or 1.
    pub side: u8,
    /// Its slot.
    pub slot: u8,
}

impl At {
    /// In one byte.
    #[inline]
    pub fn code(self) -> u8 {
        self.side << 3 | self.slot
    }

    /// From one byte.
    #[inline]
    pub fn from_code(code: u8) -> At {
        At { side: code >> 3 & 1, slot: (code & 7).min(SLOTS as u8 - 1) }
    }

    /// Its place among all slots.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.side) * SLOTS + usize::from(self.slot).min(SLOTS - 1)
    }

    /// From a place among all slots.
    #[inline]
    pub fn from_index(index: u32) -> At {
        let side = u8::from(index >= SLOTS as u32);
        At { side, slot: (index as u8).saturating_sub(side * SLOTS as u8) }
    }

    /// As a bit among all slots.
    #[inline]
    pub fn bit(self) -> u16 {
        1 << self.index()
    }
}

/// A creature in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Creature {
    /// Its number in the match; 0 for an empty slot.
    pub id: u32,
    /// The evolution chain, the current stage last.
    pub cards: List<Card, 3>,
    /// Damage on it.
    pub damage: u16,
    /// Whether it is as good as knocked out.
    pub doomed: bool,
    /// How it lies.
    pub rotation: Rotation,
    /// When it was paralysed.
    pub paralyzed_on: u16,
    /// How strong its poison is.
    pub poison: u8,
    /// Whether it burns.
    pub burned: bool,
    /// When it came into play.
    pub entered_on: u16,
    /// When it evolved.
    pub evolved_on: u16,
    /// When its ability was used.
    pub ability_on: u16,
    /// How often in that turn.
    pub ability_uses: u16,
    /// When an extra energy was attached.
    pub extra_on: u16,
    /// How many in that turn.
    pub extra_count: u16,
    /// When it attacked.
    pub used_on: u16,
    /// With which attack.
    pub used_attack: u8,
}

impl Creature {
    /// The card on top.
    #[inline]
    pub fn top(&self) -> Card {
        self.cards.last().copied().unwrap_or(Card::NONE)
    }

    /// Its statuses, in the order of the rules document.
    pub fn statuses(&self) -> impl Iterator<Item = Status> + use<> {
        let rotation = match self.rotation {
            Rotation::Upright => None,
            Rotation::Asleep => Some(Status::Asleep),
            Rotation::Paralyzed => Some(Status::Paralyzed),
            Rotation::Confused => Some(Status::Confused),
        };
        let poison = (self.poison > 0).then_some(Status::Poisoned);
        rotation.into_iter().chain(poison).chain(self.burned.then_some(Status::Burned))
    }

    /// Whether it has a status.
    pub fn has(&self, status: Status) -> bool {
        self.statuses().any(|found| found == status)
    }

    /// Whether it has no status.
    #[inline]
    pub fn is_well(&self) -> bool {
        self.rotation as u8 | self.poison | u8::from(self.burned) == 0
    }

    /// Takes every status away.
    pub fn cure(&mut self) {
        (self.rotation, self.paralyzed_on) = (Rotation::Upright, NEVER);
        (self.poison, self.burned) = (0, false);
    }
}

/// A card attached to a creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attached {
    /// Which.
    pub card: Card,
    /// To the creature in which slot.
    pub slot: u8,
    /// Whether it is an energy.
    pub energy: bool,
    /// The turn after which it goes; `NEVER` if it stays.
    pub until: u16,
}

/// An effect that lasts for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    /// Of the creature in which slot; `NOBODY` for the player.
    pub slot: u8,
    /// What.
    pub kind: TimedKind,
    /// Against attackers of which types; none for all.
    pub types: Types,
    /// How much; what a lock forbids as bits.
    pub amount: i16,
    /// The turn after which it ends.
    pub expires: u16,
}

impl Default for Timed {
    fn default() -> Self {
        Timed { slot: NOBODY, kind: TimedKind::Lock, types: Types::NONE, amount: 0, expires: 0 }
    }
}

/// A slot, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(pub u8);

impl Default for Slot {
    fn default() -> Self {
        Slot(NOBODY)
    }
}

impl Slot {
    /// The slot, if there is one.
    #[inline]
    pub fn get(self) -> Option<u8> {
        (self.0 != NOBODY).then_some(self.0)
    }
}
