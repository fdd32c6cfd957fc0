//! The effect that a frame is at: for whom it works, what it asks, whether it can do something.

use bout_core::Seat;

use crate::Tcg;
use crate::card::{CardDef, Effect};
use crate::prompt::{Choice, Prompt};
use crate::query::Scope;
use crate::state::{
    AbilityStep, At, AttackStep, Frame, FrameKind, NEVER, PromptKind, State, Step, other,
};
use crate::symbol::{Card, Symbol};
use crate::verbs::Look;
use crate::words::{Restriction, RuleType, Target, Types};

impl Tcg {
    /// The effect that a frame is at.
    pub(crate) fn current(&self, frame: &Frame) -> Option<&Effect> {
        let def = self.def(frame.card);
        let place = usize::from(frame.effect);
        match frame.kind {
            FrameKind::Attack if frame.is_at(AttackStep::Switch) => self.forced.get(place),
            FrameKind::Attack => {
                def.attacks.get(usize::from(frame.attack_index))?.effects.get(place)
            }
            FrameKind::Ability => def.ability.as_ref()?.effects.get(place),
            FrameKind::Trainer => def.effects.get(place),
            FrameKind::KnockOut
            | FrameKind::EndTurn
            | FrameKind::BetweenTurns
            | FrameKind::TurnStart => None,
        }
    }

    /// For whom a frame's conditions are looked at.
    pub(crate) fn scope(&self, state: &State, frame: &Frame) -> Scope {
        let me = if frame.kind == FrameKind::Trainer {
            state.active(frame.player)
        } else {
            state.find(frame.creature)
        };
        Scope {
            flips: frame.flips,
            heads: frame.heads,
            ability: frame.kind == FrameKind::Ability,
            attack: frame.kind == FrameKind::Attack,
            ..Scope::of(frame.player, me)
        }
    }

    /// The creature that an attack's effect is aimed at.
    pub(crate) fn aimed(&self, state: &State, frame: &Frame, who: Target) -> Option<At> {
        state.find(if who == Target::Oneself { frame.creature } else { frame.defender })
    }

    /// What is asked of a player now, where a frame waits for an answer.
    pub(crate) fn prompt(&self, state: &State) -> Option<Prompt> {
        state.asked.0.or_else(|| self.made_prompt(state))
    }

    /// The same, made from the frame that asks.
    pub(crate) fn made_prompt(&self, state: &State) -> Option<Prompt> {
        let frame = state.stack.last()?;
        let asks_consent = AbilityStep::of(frame.at) == AbilityStep::Consent;
        if frame.kind == FrameKind::Ability && asks_consent {
            let mut prompt = Prompt::new(PromptKind::YesNo, frame.player);
            prompt.options.push(Choice::Answer(false));
            prompt.options.push(Choice::Answer(true));
            return Some(prompt);
        }
        self.question(state, frame, self.current(frame)?)
    }

    /// The next question of an effect; none once everything is known.
    pub(crate) fn question(&self, state: &State, frame: &Frame, effect: &Effect) -> Option<Prompt> {
        let scope = &self.scope(state, frame);
        effect.verb.question(&Look { game: self, state, scope, effect }, frame)
    }

    /// Whether an effect can do something now (rules 5.7).
    #[inline]
    pub(crate) fn is_feasible(&self, state: &State, scope: &Scope, effect: &Effect) -> bool {
        effect.verb.is_feasible(&Look { game: self, state, scope, effect })
    }

    /// Whether some creature can take all of the energies that the top frame's effect is about.
    pub(crate) fn shared_creature(&self, state: &State, cards: &[Card]) -> bool {
        let Some(frame) = state.stack.last() else { return false };
        let Some(effect) = self.current(frame) else { return false };
        let scope = &self.scope(state, frame);
        effect.verb.has_taker(&Look { game: self, state, scope, effect }, frame, cards)
    }

    /// Attached energies of a creature that can be one of some types, with their places.
    pub(crate) fn energies<'a>(
        &'a self,
        state: &'a State,
        at: At,
        types: Types,
    ) -> impl Iterator<Item = (u8, Card)> + 'a {
        let changed = self.changed_types(state, at);
        let side = state.side_of(at);
        let fits = move |card: Card| self.is_energy_of(card, types, changed);
        side.on(at.slot)
            .filter(move |(_, found)| fits(found.card))
            .map(|(n, found)| (n as u8, found.card))
    }

    /// Free places on a bench.
    pub(crate) fn free_bench(&self, state: &State, seat: Seat) -> usize {
        (self.config.rules.max_bench as usize).saturating_sub(state.side(seat).bench.len())
    }

    /// Whether a card's own restriction allows to play it.
    pub(crate) fn may_be_played(&self, state: &State, seat: Seat, def: &CardDef) -> bool {
        if !def.has_rule(RuleType::PlayRestriction) {
            return true;
        }
        let scope = Scope::of(seat, state.active(seat));
        let side = state.side(seat);
        (def.rules_of(RuleType::PlayRestriction))
            .filter(|rule| self.hold(state, &rule.conditions, &scope))
            .all(|rule| match rule.restriction {
                Restriction::FirstTurn => side.turns_taken != 1,
                Restriction::BehindOnPrizes => {
                    side.prizes.len() > state.side(other(seat)).prizes.len()
                }
            })
    }

    /// Whether a card, or one of its attacks, can be used once a match now.
    pub(crate) fn is_once(
        &self,
        state: &State,
        def: &CardDef,
        attack: Option<Symbol>,
        scope: &Scope,
    ) -> bool {
        def.rules_of(RuleType::OncePerGame).any(|rule| {
            attack.is_none_or(|attack| rule.is_about(attack))
                && self.hold(state, &rule.conditions, scope)
        })
    }

    /// Whether something that can be done once a match was done.
    pub(crate) fn is_used_up(&self, state: &State, seat: Seat, def: &CardDef, attack: u8) -> bool {
        let text = |name: Symbol| self.cards.text(name);
        let same = |name: Symbol| name == def.name || text(name).to_lowercase() == text(def.key);
        let mut used = state.side(seat).once.iter();
        used.any(|once| once.attack == attack && same(once.name))
    }

    /// The turn after which something ends that begins now (rules 3.3).
    pub(crate) fn expiry(&self, state: &State, next: bool, ends_in_turn_of: Seat) -> u16 {
        let now = state.turn;
        if !next {
            return now;
        }
        // Turns alternate: the next one is the opponent's.
        let wait = if ends_in_turn_of == state.turn_player() { 2 } else { 1 };
        now.saturating_add(wait).min(NEVER - 1)
    }
}
