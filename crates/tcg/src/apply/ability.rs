//! Abilities: used and triggered (rules 5.7.4).

use bout_core::Seat;

use super::{Next, Run};
use crate::card::Ability;
use crate::event::{Purpose, What};
use crate::query::Scope;
use crate::state::{AbilityStep, At, Frame, FrameKind, Position};
use crate::symbol::Card;

impl Run<'_, '_> {
    /// A player uses the ability of a creature.
    pub fn use_ability(&mut self, seat: Seat, target: Position) {
        let Some(slot) = self.state.side(seat).slot_at(target) else { return };
        let at = At { side: seat.0, slot };
        self.count_main_action(seat);
        self.push(Frame::new(FrameKind::KnockOut, seat));
        if self.game.is_prop(self.state, at) {
            let (name, place) = (self.game.top(self.state, at).name, self.place(at));
            self.tell(seat, What::AbilityUsed { name, target: place });
            self.discard_creature(at);
            return;
        }
        let turn = self.state.turn;
        let creature = self.state.creature_mut(at);
        creature.ability_uses =
            if creature.ability_on == turn { creature.ability_uses + 1 } else { 1 };
        creature.ability_on = turn;
        let (creature, card) = (creature.id, creature.top());
        let place = self.place(at);
        if let Some(ability) = &self.game.def(card).ability {
            self.tell(seat, What::AbilityUsed { name: ability.name, target: place });
        }
        self.push_ability(card, creature, seat);
    }

    fn push_ability(&mut self, card: Card, creature: u32, seat: Seat) {
        let frame = Frame { card, creature, ..Frame::new(FrameKind::Ability, seat) };
        self.push(frame.at(AbilityStep::Effects));
    }

    /// An ability is set off.
    pub fn trigger(&mut self, at: At) {
        let seat = Seat(at.side);
        let (creature, card) = (self.state.creature(at).id, self.state.creature(at).top());
        let game = self.game;
        let Some(ability) = &game.def(card).ability else { return };
        let scope = Scope { ability: true, ..Scope::of(seat, Some(at)) };
        if ability.optional {
            let public = Scope { public: true, hopeful: true, ..scope };
            if !self.might_do(ability, &public) {
                return;
            }
            self.push(Frame { card, creature, ..Frame::new(FrameKind::Ability, seat) });
        } else {
            self.start_triggered(ability, &scope, at);
        }
    }

    /// Whether some effect of an ability could do something.
    fn might_do(&self, ability: &Ability, scope: &Scope) -> bool {
        let effects = ability.effects.iter().filter(|effect| !effect.cost);
        let mut on = effects.filter(|effect| self.game.hold(self.state, &effect.conditions, scope));
        on.any(|effect| self.game.is_feasible(self.state, scope, effect))
    }

    /// A triggered ability whose cost cannot be paid does nothing.
    fn start_triggered(&mut self, ability: &Ability, scope: &Scope, at: At) {
        if !self.game.can_pay_costs(self.state, scope, &ability.effects) {
            return;
        }
        let (seat, target) = (scope.seat, self.place(at));
        let (creature, card) = (self.state.creature(at).id, self.state.creature(at).top());
        self.tell(seat, What::AbilityTriggered { name: ability.name, target });
        self.push_ability(card, creature, seat);
    }

    /// A step of an ability.
    pub fn ability_step(&mut self, step: AbilityStep) -> Next<AbilityStep> {
        let frame = *self.frame();
        let game = self.game;
        let Some(ability) = &game.def(frame.card).ability else { return self.pop() };
        if step == AbilityStep::Consent {
            return self.ask_consent(ability);
        }
        match ability.effects.get(usize::from(frame.effect)) {
            Some(effect) => {
                if frame.step == 0 && !effect.cost {
                    self.flip_once(&ability.effects, Purpose::Ability);
                }
                self.run_effect(effect).into()
            }
            None => self.pop(),
        }
    }

    /// Asks the owner of an optional ability; after a no nothing happens.
    fn ask_consent(&mut self, ability: &Ability) -> Next<AbilityStep> {
        let frame = *self.frame();
        if frame.step == 0 {
            let Some(prompt) = self.game.prompt(self.state) else { return self.pop() };
            return self.ask(&prompt, false).into();
        }
        let yes = self.state.chosen.first() == Some(&1);
        let at = self.state.find(frame.creature);
        let done = self.pop();
        if let (true, Some(at)) = (yes, at) {
            let scope = Scope { ability: true, ..Scope::of(frame.player, Some(at)) };
            self.start_triggered(ability, &scope, at);
        }
        done
    }
}
