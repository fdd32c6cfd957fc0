//! Creatures, energies, evolution and retreat (rules 5.3).

use bout_core::{List, Seat};

use super::Run;
use crate::event::{Place, What};
use crate::phase::MatchState;
use crate::state::{At, Frame, FrameKind, NEVER, Position};
use crate::symbol::Card;
use crate::words::{RuleType, TriggerEvent};

impl Run<'_, '_> {
    /// Counts an action against the limit of the turn.
    pub fn count_main_action(&mut self, seat: Seat) {
        self.state.side_mut(seat).main_actions += 1;
    }

    /// A basic creature goes to the bench, in a turn or while the match is set up.
    pub fn play_creature(&mut self, seat: Seat, card: Card) {
        self.take_from_hand(seat, card);
        let setup = self.state.phase.get() != MatchState::PlayerTurn;
        let at = self.enter(seat, card, false);
        self.tell_at(at, |Place { position, .. }| What::CreaturePlayed {
            card: Some(card),
            position,
            setup,
            from_hand: true,
        });
        if !setup {
            self.count_main_action(seat);
            self.trigger_played(at);
        }
    }

    /// The ability of a card that was just played, then knock-outs.
    fn trigger_played(&mut self, at: At) {
        if self.game.is_triggered(self.state, at, TriggerEvent::WhenPlayed) {
            self.push(Frame::new(FrameKind::KnockOut, Seat(at.side)));
            self.trigger(at);
        } else {
            self.check_knockouts(Seat(at.side));
        }
    }

    /// An energy of the hand is attached.
    pub fn attach_energy(&mut self, seat: Seat, card: Card, target: Position) {
        let Some(slot) = self.state.side(seat).slot_at(target) else { return };
        let at = At { side: seat.0, slot };
        self.count_main_action(seat);
        self.take_from_hand(seat, card);
        let turn = self.state.turn;
        if self.game.has_allowance(self.state, at) {
            let creature = self.state.creature_mut(at);
            creature.extra_count =
                if creature.extra_on == turn { creature.extra_count + 1 } else { 1 };
            creature.extra_on = turn;
        } else {
            self.state.side_mut(seat).energy_attached += 1;
        }
        self.put_energy(at, card, true);
        self.check_knockouts(seat);
    }

    /// A creature evolves by a card of the hand.
    pub fn evolve(&mut self, seat: Seat, card: Card, target: Position) {
        let Some(slot) = self.state.side(seat).slot_at(target) else { return };
        let at = At { side: seat.0, slot };
        self.count_main_action(seat);
        self.take_from_hand(seat, card);
        self.put_on(at, card);
        self.trigger_played(at);
    }

    /// An evolution card lies on a creature: what passes is over, damage and attached cards stay.
    pub fn put_on(&mut self, at: At, card: Card) {
        self.lose_what_passes(at);
        let turn = self.state.turn;
        let creature = self.state.creature_mut(at);
        creature.cards.push(card);
        creature.evolved_on = turn;
        (creature.ability_on, creature.ability_uses) = (NEVER, 0);
        self.game.index(self.state, at);
        self.tell_at(at, |target| What::CreatureEvolved { card, target });
    }

    /// The active creature goes to the bench and pays for it.
    pub fn retreat(&mut self, seat: Seat, target: Position, paid: &[Card]) {
        let (Some(active), Some(slot)) =
            (self.state.active(seat), self.state.side(seat).slot_at(target))
        else {
            return;
        };
        self.count_main_action(seat);
        let mut places: List<u8, 60> = List::new();
        for card in paid {
            let side = self.state.side(seat);
            let found = side.on(active.slot).find(|(place, attached)| {
                attached.card == *card && !places.contains(&(*place as u8))
            });
            if let Some((place, _)) = found {
                places.push(place as u8);
            }
        }
        self.discard_attached(active, &places);
        self.exchange(seat, slot);
        self.state.side_mut(seat).retreats += 1;
        self.tell_with(seat, |_| What::Retreated { position: target });
        self.check_knockouts(seat);
    }
}

impl crate::Tcg {
    /// Whether a creature may get an energy beyond the turn's own.
    pub(crate) fn has_allowance(&self, state: &crate::state::State, at: At) -> bool {
        let extra = self.sum_of(state, at, RuleType::ExtraEnergyAttachment);
        let creature = state.creature(at);
        let used = if creature.extra_on == state.turn { creature.extra_count } else { 0 };
        i32::from(used) < extra
    }
}
