//! What a verb sees of a match when it asks a question or judges what it can do.

use super::prelude::*;
use crate::card::Effect;
use crate::query::Scope;
use crate::state::Side;

/// A match, through the eyes of one effect.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    pub game: &'a Tcg,
    pub state: &'a State,
    pub scope: &'a Scope,
    pub effect: &'a Effect,
}

impl<'a> Look<'a> {
    /// The player whose effect it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.scope.seat
    }

    #[inline]
    pub fn own(&self) -> &'a Side {
        self.state.side(self.seat())
    }

    #[inline]
    pub fn foe(&self) -> &'a Side {
        self.state.side(other(self.seat()))
    }

    /// A choice of one creature, own ones first; no question if none fits.
    pub fn ask_creature(&self, fits: impl Fn(At) -> bool) -> Option<Prompt> {
        let mut prompt = Prompt::new(PromptKind::ChooseCreature, self.seat());
        for at in self.state.both_boards(self.seat()).filter(|at| fits(*at)) {
            prompt.options.push(Choice::Creature(at));
        }
        (!prompt.options.is_empty()).then_some(prompt)
    }

    /// A choice of one creature on a bench.
    pub fn ask_benched(&self, seat: Seat) -> Option<Prompt> {
        let state = self.state;
        let benched = |at: At| at.side == seat.0 && !state.is_active(at) && !state.is_doomed(at);
        self.ask_creature(benched)
    }

    /// Whether a creature is among those that the effect is about.
    pub fn is_among(&self, who: Target, at: At) -> bool {
        let nobody = At { side: self.seat().0, slot: u8::MAX };
        in_group(self.state, who, self.scope.me.unwrap_or(nobody), at)
    }

    /// Whether some creature of a group suits.
    pub fn any(&self, who: Target, suits: impl FnMut(At) -> bool) -> bool {
        group(self.state, who, self.seat()).any(suits)
    }

    /// Whether a creature is protected from the effects of attacks, and an attack asks.
    pub fn is_shielded(&self, at: At) -> bool {
        self.scope.attack && self.game.has_rule(self.state, at, RuleType::EffectImmunity)
    }

    /// Whether a player's active can change places with a benched creature.
    pub fn can_switch(&self, seat: Seat, comes: impl Fn(At) -> bool) -> bool {
        let state = self.state;
        state.active(seat).is_some_and(|active| {
            !state.is_doomed(active)
                && state.bench(seat).any(|at| comes(at) && !state.is_doomed(at))
        })
    }

    /// Cards of the own hand, without the one that is being played.
    pub fn other_cards(&self) -> impl Iterator<Item = Card> {
        let skip = self.scope.skip.map(usize::from);
        let hand = self.own().hand.iter().enumerate();
        hand.filter(move |(at, _)| skip != Some(*at)).map(|(_, card)| *card)
    }

    /// A choice among attached energies.
    pub fn ask_energy(
        &self,
        cards: impl Iterator<Item = (u8, Card)>,
        (min, max): (usize, usize),
    ) -> Option<Prompt> {
        let mut prompt = Prompt::new(PromptKind::ChooseEnergy, self.seat());
        prompt.options = cards.map(|(place, card)| Choice::Card(place, card)).collect();
        (!prompt.options.is_empty()).then(|| prompt.bounded(min, max))
    }
}
