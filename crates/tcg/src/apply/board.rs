//! Creatures: entering, leaving, changing places, damage, statuses, timed effects.

use bout_core::Seat;

use super::Run;
use crate::event::{Harm, What};
use crate::state::{
    At, Creature, NEVER, NOBODY, Position, Rotation, SLOTS, Slot, Timed, TimedKind,
};
use crate::symbol::Card;
use crate::wire::Amount;
use crate::words::Status;

impl Run<'_, '_> {
    /// A creature comes into play: active if asked, else at the end of the bench.
    pub fn enter(&mut self, seat: Seat, card: Card, active: bool) -> At {
        self.state.instances += 1;
        let (id, turn) = (self.state.instances, self.state.turn);
        let side = self.state.side_mut(seat);
        let free = (0..SLOTS as u8).find(|slot| side.creature(*slot).id == 0);
        let slot = free.expect("a creature enters only where a place is free");
        *side.creature_mut(slot) = Creature {
            id,
            cards: [card].into_iter().collect(),
            entered_on: turn,
            paralyzed_on: NEVER,
            evolved_on: NEVER,
            ability_on: NEVER,
            extra_on: NEVER,
            used_on: NEVER,
            ..Creature::default()
        };
        if active {
            side.active = Slot(slot);
        } else {
            side.bench.push(slot);
        }
        let at = At { side: seat.0, slot };
        self.game.index(self.state, at);
        at
    }

    /// A creature leaves play; its cards come back: the chain from the top down, energies, tools.
    pub fn leave(&mut self, at: At) -> crate::state::Pile {
        let side = self.state.side_of_mut(at);
        let mut cards: crate::state::Pile =
            side.creature(at.slot).cards.iter().rev().copied().collect();
        side.on(at.slot).for_each(|(_, attached)| cards.push(attached.card));
        side.attached.retain(|attached| attached.slot != at.slot);
        side.timed.retain(|timed| timed.slot != at.slot);
        side.bench.retain(|slot| *slot != at.slot);
        if side.active.0 == at.slot {
            side.active = Slot(NOBODY);
        }
        *side.creature_mut(at.slot) = Creature::default();
        self.game.index(self.state, at);
        cards
    }

    /// A creature with all its cards goes to the discard pile.
    pub fn discard_creature(&mut self, at: At) {
        let cards = self.leave(at);
        let side = self.state.side_of_mut(at);
        cards.iter().for_each(|card| side.discard.push(*card));
        self.tell_with(Seat(at.side), |_| What::CardsDiscarded {
            cards: cards.iter().copied().collect(),
        });
    }

    /// The active creature and one of the bench change places.
    pub fn exchange(&mut self, seat: Seat, slot: u8) {
        let Some(leaving) = self.state.active(seat) else { return };
        self.lose_what_passes(leaving);
        let side = self.state.side_mut(seat);
        let Some(place) = side.bench.iter().position(|found| *found == slot) else { return };
        side.bench[place] = leaving.slot;
        side.active = Slot(slot);
        self.tell_with(seat, |_| What::Switched { position: Position::bench(place) });
    }

    /// A benched creature takes the empty active place; the bench closes up.
    pub fn advance(&mut self, seat: Seat, place: usize) {
        let side = self.state.side_mut(seat);
        if place >= side.bench.len() {
            return;
        }
        let slot = side.bench.remove(place);
        side.active = Slot(slot);
        self.tell(seat, What::Switched { position: Position::bench(place) });
    }

    /// Statuses and timed effects end: a creature leaves the active place, evolves or devolves.
    pub fn lose_what_passes(&mut self, at: At) {
        self.state.creature_mut(at).cure();
        let side = self.state.side_of_mut(at);
        side.timed.retain(|timed| timed.slot != at.slot);
    }

    /// Damage that nothing modifies; it may doom the creature.
    pub fn hurt(&mut self, at: At, amount: u16, cause: Harm) {
        self.place_damage(at, amount);
        self.tell_at(at, |target| What::DamageCountersPlaced { target, amount, cause });
    }

    /// Puts damage on a creature, at most what it has left.
    pub fn place_damage(&mut self, at: At, amount: u16) {
        let most = self.game.max_hp(self.state, at);
        let creature = self.state.creature_mut(at);
        creature.damage = creature.damage.saturating_add(amount).min(most);
        creature.doomed |= amount > 0 && creature.damage >= most;
        let (doomed, damage) = (creature.doomed, creature.damage);
        if doomed || damage >= self.game.top(self.state, at).hp {
            self.state.live.fell(at);
        }
    }

    /// Heals a creature that is not doomed.
    pub fn heal(&mut self, at: At, amount: u16) {
        if self.state.is_doomed(at) {
            return;
        }
        let creature = self.state.creature_mut(at);
        let healed = amount.min(creature.damage);
        creature.damage -= healed;
        if healed > 0 {
            self.tell_at(at, |target| What::DamageHealed { target, amount: healed });
        }
    }

    /// Gives an active creature a status, unless it is immune.
    pub fn afflict(&mut self, at: At, status: Status, poison: u8) {
        if !self.state.is_active(at) || self.game.is_immune_to(self.state, at, status) {
            return;
        }
        let turn = self.state.turn;
        let creature = self.state.creature_mut(at);
        match status {
            Status::Asleep => creature.rotation = Rotation::Asleep,
            Status::Confused => creature.rotation = Rotation::Confused,
            Status::Paralyzed => creature.rotation = Rotation::Paralyzed,
            Status::Poisoned => creature.poison = creature.poison.max(poison),
            Status::Burned => creature.burned = true,
        }
        if status == Status::Paralyzed {
            creature.paralyzed_on = turn;
        } else if matches!(status, Status::Asleep | Status::Confused) {
            creature.paralyzed_on = NEVER;
        }
        self.tell_at(at, |target| What::StatusApplied { target, status });
    }

    /// Begins a timed effect; of a kind that is there already with the same end the two become one.
    pub fn begin_timed(&mut self, seat: Seat, timed: Timed) {
        let side = self.state.side_mut(seat);
        let same = |other: &&mut Timed| {
            (other.slot, other.kind, other.types, other.expires)
                == (timed.slot, timed.kind, timed.types, timed.expires)
        };
        match side.timed.iter_mut().find(same) {
            Some(other) => match timed.kind {
                TimedKind::Prevent => other.amount = other.amount.max(timed.amount),
                TimedKind::Lock => other.amount |= timed.amount,
                TimedKind::Reduce
                | TimedKind::BoostAttack
                | TimedKind::BoostHp
                | TimedKind::Increase => {
                    other.amount = other.amount.saturating_add(timed.amount);
                }
            },
            None => side.time(timed),
        }
        let target =
            (timed.slot != NOBODY).then(|| self.place(At { side: seat.0, slot: timed.slot }));
        let Timed { kind, amount, expires, .. } = timed;
        let amount = Amount(amount);
        self.tell(seat, What::TimedEffectStarted { target, kind, amount, expires });
    }
}
