//! Cards on their way: draw, shuffle, discard, attach (rules 6.1, 6.7).

use bout_core::Seat;

use super::{Hands, Run};
use crate::event::{Harm, What};
use crate::state::{At, Attached, NEVER};
use crate::symbol::Card;
use crate::words::Source;

impl Run<'_, '_> {
    /// Shuffles a deck. The rules document counts from the top, which is last here.
    pub fn shuffle(&mut self, seat: Seat) {
        let deck = &mut self.state.side_mut(seat).deck;
        self.closed |= deck.len() > 1;
        if let Hands::Real(ctx) = &mut self.hands {
            ctx.dice.shuffle_reversed(deck);
        }
        self.tell_with(seat, |_| What::DeckShuffled);
    }

    /// Draws from the top as long as there are cards; returns how many.
    pub fn draw(&mut self, seat: Seat, count: usize) -> usize {
        for drawn in 0..count {
            let Some(card) = self.state.side_mut(seat).deck.pop() else { return drawn };
            self.put_in_hand(seat, card);
            self.closed = true;
            self.tell_with(seat, |_| What::CardDrawn { card: Some(card) });
        }
        count
    }

    /// Puts a card into a hand.
    #[inline]
    pub fn put_in_hand(&mut self, seat: Seat, card: Card) {
        let role = self.game.cards.role(card);
        self.state.side_mut(seat).hand.push(card, role);
    }

    /// Takes the first copy of a card out of a hand.
    pub fn take_from_hand(&mut self, seat: Seat, card: Card) {
        self.state.side_mut(seat).hand.take(card);
    }

    /// Puts cards of a hand on the discard pile, by their places, in this order.
    pub fn discard_from_hand(&mut self, seat: Seat, places: &[u8]) {
        let cards = self.lift_from_hand(seat, places);
        for card in &cards {
            self.state.side_mut(seat).discard.push(*card);
        }
        if !cards.is_empty() {
            self.tell_with(seat, |_| What::CardsDiscarded {
                cards: cards.iter().copied().collect(),
            });
        }
    }

    /// Takes cards out of a hand, by their places, in this order.
    pub fn lift_from_hand(&mut self, seat: Seat, places: &[u8]) -> crate::state::Pile {
        self.lift_from(seat, Source::Hand, places)
    }

    /// Takes cards out of the zone that an effect names, by their places, in this order.
    pub fn lift_from(&mut self, seat: Seat, source: Source, places: &[u8]) -> crate::state::Pile {
        let side = self.state.side_mut(seat);
        match source {
            Source::Deck => lift(&mut side.deck, places),
            Source::Hand => {
                let lifted = side.hand.change(|hand| lift(hand, places));
                side.hand.learn(|card| self.game.cards.role(card));
                lifted
            }
            Source::Discard | Source::Oneself | Source::OpponentDiscard => {
                lift(&mut side.discard, places)
            }
        }
    }

    /// Attaches an energy, from the hand or from elsewhere, with what attaching it does.
    pub fn put_energy(&mut self, at: At, card: Card, from_hand: bool) {
        self.attach(at, card, NEVER);
        self.tell_at(at, |target| What::EnergyAttached { card, target, from_hand });
        let Some(energy) = self.game.def(card).energy else { return };
        if energy.heals > 0 {
            self.heal(at, energy.heals);
        }
        if energy.hurts > 0 {
            self.hurt(at, energy.hurts, Harm::Energy);
        }
    }

    /// Attaches a card to a creature.
    pub fn attach(&mut self, at: At, card: Card, until: u16) {
        let def = self.game.def(card);
        let side = self.state.side_of_mut(at);
        side.attach(Attached { card, slot: at.slot, energy: def.energy.is_some(), until });
        self.game.index_attached(self.state, at, card);
        if until != NEVER {
            self.state.live.note_fleeting(true);
        }
    }

    /// Puts attached cards on their owner's discard pile, by their places in the list, in this order.
    pub fn discard_attached(&mut self, at: At, places: &[u8]) {
        let target = self.place(at);
        let side = self.state.side_of_mut(at);
        let mut cards = crate::state::Pile::new();
        for place in places {
            cards.push(side.attached[usize::from(*place)].card);
        }
        let mut gone: u64 = 0;
        places.iter().for_each(|place| gone |= 1 << place);
        let mut place = 0;
        side.attached.retain(|_| {
            place += 1;
            gone & 1 << (place - 1) == 0
        });
        cards.iter().for_each(|card| side.discard.push(*card));
        self.game.index_purse(self.state, at);
        if !cards.is_empty() {
            let seat = Seat(at.side);
            self.tell_with(seat, |_| What::EnergyDiscarded {
                target,
                cards: cards.iter().copied().collect(),
            });
        }
    }
}

/// Takes the cards at some places out of a pile; they come in the order of the places.
fn lift(pile: &mut crate::state::Pile, places: &[u8]) -> crate::state::Pile {
    let lifted = places.iter().filter_map(|place| pile.get(usize::from(*place)).copied()).collect();
    let mut gone: u64 = 0;
    places.iter().for_each(|place| gone |= 1 << (place & 63));
    let mut place = 0u32;
    pile.retain(|_| {
        place += 1;
        gone & 1 << (place - 1) == 0
    });
    lifted
}
