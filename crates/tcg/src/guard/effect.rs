//! Trainer cards, abilities, attacks (rules 5.3, 5.7).

use bout_core::Seat;

use super::{Verdict, require};
use crate::Tcg;
use crate::card::{CardDef, Effect, Precondition};
use crate::query::Scope;
use crate::reason::Reason;
use crate::state::{At, NOBODY, Position, Rotation, State};
use crate::symbol::Card;
use crate::verbs::{Look, Verb};
use crate::words::{ActivationType, DamageCheck, RuleType, Source, TrainerType, Types, UsageLimit};

impl Tcg {
    /// Whether a trainer card can be played, whatever is chosen then.
    pub(crate) fn can_play_trainer(&self, state: &State, seat: Seat, card: Card) -> Verdict {
        let held = state.side(seat).hand.iter().position(|held| *held == card);
        let place = held.filter(|_| !card.is_none()).ok_or(Reason::CardNotInHand)?;
        self.can_play_trainer_at(state, seat, place)
    }

    /// The same for a card at a place of the hand.
    pub(crate) fn can_play_trainer_at(&self, state: &State, seat: Seat, place: usize) -> Verdict {
        let def = self.def(state.side(seat).hand[place]);
        let kind = def.trainer.ok_or(Reason::NotTrainer)?;
        let (side, rules) = (state.side(seat), &self.config.rules);
        let most = rules.max_supporters_per_turn;
        let supports = kind == TrainerType::Supporter && u32::from(side.supporters) >= most;
        require(!supports, Reason::SupporterLimit)?;
        if kind == TrainerType::Stadium {
            require(u32::from(side.stadiums) < rules.max_stadiums_per_turn, Reason::StadiumLimit)?;
            let same = state.stadium.is_some_and(|old| self.def(old.card).key == def.key);
            require(!same, Reason::SameStadium)?;
        }
        let scope = Scope { skip: Some(place as u8), ..Scope::of(seat, state.active(seat)) };
        if def.rule_bits != 0 {
            let used =
                self.is_once(state, def, None, &scope) && self.is_used_up(state, seat, def, NOBODY);
            require(!used, Reason::OncePerGame)?;
            require(self.may_be_played(state, seat, def), Reason::PlayRestricted)?;
        }
        if let [effect] = def.effects.as_slice()
            && effect.is_plain()
            && kind != TrainerType::Stadium
        {
            return require(self.is_feasible(state, &scope, effect), Reason::NoEffect);
        }
        require(self.can_pay_costs(state, &scope, &def.effects), Reason::CannotPayCost)?;
        require(self.is_worth_playing(state, &scope, def), Reason::NoEffect)
    }

    /// Whether every cost among some effects can be paid.
    pub(crate) fn can_pay_costs(&self, state: &State, scope: &Scope, effects: &[Effect]) -> bool {
        (effects.iter())
            .filter(|effect| effect.cost && self.hold(state, &effect.conditions, scope))
            .all(|effect| self.is_feasible(state, scope, effect))
    }

    fn is_worth_playing(&self, state: &State, scope: &Scope, def: &CardDef) -> bool {
        let scope = &Scope { hopeful: true, ..*scope };
        let on = |effect: &&Effect| {
            self.hold(state, &effect.conditions, scope) && self.is_feasible(state, scope, effect)
        };
        if let Some(effect) = def.effects.iter().find(|effect| effect.verb.decides()) {
            return on(&effect);
        }
        let counts = |effect: &&Effect| effect.verb.is_purpose(effect.cost);
        def.trainer == Some(TrainerType::Stadium)
            || def.effects.iter().filter(counts).any(|e| on(&e))
    }

    /// Whether an ability can be used, whatever is chosen then.
    pub(crate) fn can_use_ability(&self, state: &State, seat: Seat, target: Position) -> Verdict {
        let at = self.at(state, seat, target)?;
        if self.is_prop(state, at) {
            return require(state.side(seat).in_play() > 1, Reason::NoEffect);
        }
        let def = self.top(state, at);
        let ability = def.ability.as_ref().ok_or(Reason::NoAbility)?;
        let activated = ability.activation == ActivationType::Activated;
        require(activated, Reason::AbilityNotActivatedType)?;
        let creature = state.creature(at);
        require(creature.rotation == Rotation::Upright, Reason::AbilityBlockedByStatus)?;
        let used = ability.limit == UsageLimit::OncePerTurn && creature.ability_on == state.turn;
        require(!used, Reason::AbilityUsed)?;
        let scope = Scope { ability: true, hopeful: true, ..Scope::of(seat, Some(at)) };
        let on = |effect: &&Effect| self.hold(state, &effect.conditions, &scope);
        let met = ability.effects.iter().filter(|effect| !effect.cost).any(|effect| on(&effect));
        require(met, Reason::ConditionNotMet)?;
        require(self.can_pay_costs(state, &scope, &ability.effects), Reason::CannotPayCost)?;
        let mut feasible = false;
        for effect in ability.effects.iter().filter(on) {
            if let Verb::AbilityAccelerate(verb) = &effect.verb
                && verb.source != Source::Deck
            {
                let look = Look { game: self, state, scope: &scope, effect };
                let count = verb.energies_at_hand(&look);
                let short = count.is_some_and(|count| count < usize::from(verb.count));
                require(!short, Reason::CannotPayCost)?;
                feasible |= count.is_some_and(|count| count > 0);
            } else {
                feasible = feasible || !effect.cost && self.is_feasible(state, &scope, effect);
            }
        }
        require(feasible, Reason::NoEffect)
    }

    /// Whether an attack can be made, whatever is chosen then.
    pub(crate) fn can_attack(&self, state: &State, seat: Seat, index: u8) -> Verdict {
        let at = state.active(seat).ok_or(Reason::NoSuchAttack)?;
        let known = usize::from(index) < self.top(state, at).attacks.len();
        require(known, Reason::NoSuchAttack)?;
        self.may_attack(state, at)?;
        self.can_make_attack(state, at, index)
    }

    /// Whether a creature may attack at all.
    pub(crate) fn may_attack(&self, state: &State, at: At) -> Verdict {
        let early = state.turn == 1 && !self.config.rules.first_player_may_attack_on_first_turn;
        require(!early, Reason::FirstTurnAttack)?;
        let creature = state.creature(at);
        require(creature.rotation != Rotation::Asleep, Reason::Asleep)?;
        require(creature.rotation != Rotation::Paralyzed, Reason::Paralyzed)?;
        let locked =
            self.is_locked(state, at, 1) || self.has_rule(state, at, RuleType::CannotAttack);
        require(!locked, Reason::CannotAttack)
    }

    /// Whether a creature that may attack can make one of its attacks.
    pub(crate) fn can_make_attack(&self, state: &State, at: At, index: u8) -> Verdict {
        let (seat, def) = (Seat(at.side), self.top(state, at));
        let attack = def.attacks.get(usize::from(index)).ok_or(Reason::NoSuchAttack)?;
        let scope = Scope::of(seat, Some(at));
        let mut restricted = false;
        self.each_rule_or_off(state, at, RuleType::AttackRestriction, &mut |rule| {
            let off = !self.hold(state, &rule.conditions, &scope);
            restricted |= off && rule.is_about(attack.name);
        });
        require(!restricted, Reason::AttackRestricted)?;
        let used = self.is_once(state, def, Some(attack.name), &scope)
            && self.is_used_up(state, seat, def, index);
        require(!used, Reason::OncePerGame)?;
        let cost = self.cost(state, at, usize::from(index));
        require(self.can_pay(state, at, &cost), Reason::NotEnoughEnergy)?;
        let mut preconditions = attack.preconditions.iter();
        let met = preconditions.all(|condition| self.is_met(state, at, *condition));
        require(met, Reason::PreconditionFailed)?;
        let due = self.due_costs(state, &Scope { attack: true, ..scope }, &attack.effects);
        let payable = due == 0 || self.pays_costs(state, at, (&attack.effects, due), (0, 0));
        require(payable, Reason::CannotPayCost)
    }

    fn is_met(&self, state: &State, at: At, condition: Precondition) -> bool {
        let damage = state.creature(at).damage;
        match condition {
            Precondition::Damage(DamageCheck::HasDamage, _) => damage > 0,
            Precondition::Damage(DamageCheck::NoDamage, _) => damage == 0,
            Precondition::Damage(DamageCheck::MinimumDamage, least) => damage >= least,
            Precondition::Energy(kind, least) => {
                self.units(state, at, Types::one(kind), false) >= u16::from(least)
            }
        }
    }
}
