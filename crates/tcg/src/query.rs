//! What follows from a state: hit points, energies, rules in force, conditions.

use bout_core::Seat;

use crate::Tcg;
use crate::card::{Ability, CardDef, Condition, Effect, Rule};
use crate::cost::COST_RULES;
use crate::library::Cards;
use crate::state::{At, Places, Rotation, State, TimedKind, other};
use crate::symbol::Card;
use crate::verbs::{Lasting, Standing};
use crate::words::{
    ActivationType, CardType, ConditionType, Priority, RuleType, Status, Target, TriggerEvent,
    Types,
};

/// Some card of the match has rules.
pub const HAS_RULES: u8 = 1;
/// Some creature of the match has a passive ability.
pub const HAS_PASSIVES: u8 = 2;
/// Some creature of the match has a triggered ability.
pub const HAS_TRIGGERS: u8 = 4;

/// Rules by which more than printed cost and energies decides about an attack.
pub(crate) const PURSE_RULES: u32 = COST_RULES
    | Rule::bit(RuleType::AttackRestriction)
    | Rule::bit(RuleType::OncePerGame)
    | Rule::bit(RuleType::EnergyTypeChange);

/// Rules by which more than names and time decides about an evolution.
pub(crate) const EVOLUTION_RULES: u32 =
    Rule::bit(RuleType::CannotEvolve) | Rule::bit(RuleType::CanEvolveTurnOne);

/// Rules by which a retreat does not cost what is printed.
const RETREAT_RULES: u32 = Rule::bit(RuleType::CannotRetreat) | Rule::bit(RuleType::FreeRetreat);

/// Who asks: for whom conditions are looked at, and with which coins.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Scope {
    /// The player of the card, attack or ability.
    pub seat: Seat,
    /// The creature that has the attack or ability; for a trainer card the own active.
    pub me: Option<At>,
    /// Coins flipped.
    pub flips: u8,
    /// Those that showed heads, as bits.
    pub heads: u16,
    /// Whether an ability asks.
    pub ability: bool,
    /// Whether an attack asks.
    pub attack: bool,
    /// Whether coin conditions count as fulfilled.
    pub hopeful: bool,
    /// A card of the hand that is as good as gone.
    pub skip: Option<u8>,
    /// Whether the content of hidden zones counts as unknown.
    pub public: bool,
}

impl Scope {
    /// A card or ability of a player, before any coin.
    pub fn of(seat: Seat, me: Option<At>) -> Self {
        Scope {
            seat,
            me,
            flips: 0,
            heads: 0,
            ability: false,
            attack: false,
            hopeful: false,
            skip: None,
            public: false,
        }
    }
}

impl Cards {
    /// What cards can do at all, as bits.
    pub(crate) fn features_of(&self, cards: impl Iterator<Item = Card>) -> u8 {
        cards.fold(0, |bits, card| {
            let def = self.def(card);
            let ability = match def.ability.as_ref().map(|ability| ability.activation) {
                Some(ActivationType::Passive) => HAS_PASSIVES,
                Some(ActivationType::Triggered) => HAS_TRIGGERS,
                Some(ActivationType::Activated) | None => 0,
            };
            bits | ability | if def.rules.is_empty() { 0 } else { HAS_RULES }
        })
    }
}

impl Tcg {
    /// A card; a card without any words for what cannot be seen.
    #[inline]
    pub fn def(&self, card: Card) -> &CardDef {
        self.cards.def(card)
    }

    /// The card on top of a creature.
    #[inline]
    pub fn top(&self, state: &State, at: At) -> &CardDef {
        self.def(state.creature(at).top())
    }

    /// Whether a creature is a trainer card that was put into play.
    pub fn is_prop(&self, state: &State, at: At) -> bool {
        self.top(state, at).kind == CardType::Trainer
    }

    /// What the cards of a match can do at all, as bits.
    pub(crate) fn features_of(&self, cards: impl Iterator<Item = Card>) -> u8 {
        self.cards.features_of(cards)
    }

    /// Hit points at full health.
    #[inline]
    pub fn max_hp(&self, state: &State, at: At) -> u16 {
        let side = state.side_of(at);
        let printed = self.top(state, at).hp;
        if side.timed.is_empty() && state.live.passives(Standing::BoostHp) == 0 {
            return printed.clamp(10, 30_000);
        }
        let mut hp = i32::from(printed);
        for timed in side.timed_on(at.slot, TimedKind::BoostHp) {
            hp += i32::from(timed.amount);
        }
        let boost = &mut |lasting: &Lasting| hp += i32::from(lasting.amount);
        self.each_passive(state, Standing::BoostHp, at, boost);
        hp.clamp(10, 30_000) as u16
    }

    /// Whether a knock-out check finds a creature knocked out: it took a blow that was too much, or it
    /// has lost hit points since (rules 6.3).
    #[inline]
    pub fn is_knocked_out(&self, state: &State, at: At) -> bool {
        let creature = state.creature(at);
        if creature.doomed || creature.damage == 0 {
            return creature.doomed;
        }
        let firm = !state.live.drains() && state.side_of(at).timed.is_empty();
        let whole = firm && creature.damage < self.top(state, at).hp;
        !whole && creature.damage >= self.max_hp(state, at)
    }

    /// Whether a creature's ability works.
    pub fn ability(&self, state: &State, at: At) -> Option<&Ability> {
        let creature = state.creature(at);
        if creature.rotation != Rotation::Upright {
            return None;
        }
        self.top(state, at).ability.as_ref()
    }

    /// Whether a creature's ability is set off by something now.
    pub fn is_triggered(&self, state: &State, at: At, event: TriggerEvent) -> bool {
        state.live.triggers(event) & at.bit() != 0
            && self.ability(state, at).is_some_and(|ability| ability.trigger == Some(event))
    }

    /// Calls for every passive effect of a kind that is on for a creature. Nothing that is made of
    /// them depends on their order: numbers add up, one prevention is enough.
    #[inline]
    pub(crate) fn each_passive(
        &self,
        state: &State,
        standing: Standing,
        at: At,
        found: &mut dyn FnMut(&Lasting),
    ) {
        let sources = state.live.passives(standing);
        if sources != 0 {
            self.each_passive_of(state, sources, (standing, at), found);
        }
    }

    fn each_passive_of(
        &self,
        state: &State,
        mut sources: u16,
        (standing, at): (Standing, At),
        found: &mut dyn FnMut(&Lasting),
    ) {
        while sources != 0 {
            let source = At::from_index(sources.trailing_zeros());
            sources &= sources - 1;
            let Some(ability) = self.ability(state, source) else { continue };
            if ability.activation != ActivationType::Passive {
                continue;
            }
            let scope = Scope { ability: true, ..Scope::of(Seat(source.side), Some(source)) };
            let stands = |effect: &&Effect| effect.verb.standing() == Some(standing);
            for effect in ability.effects.iter().filter(stands) {
                let Some(lasting) = effect.verb.lasting() else { continue };
                let is_on = in_group(state, lasting.who, source, at)
                    && self.hold(state, &effect.conditions, &scope);
                if is_on {
                    found(lasting);
                }
            }
        }
    }

    /// Calls for every rule of a kind that is on for a creature: its top card's, its energies', its
    /// tools', the stadium's.
    #[inline]
    pub(crate) fn each_rule(
        &self,
        state: &State,
        at: At,
        kind: RuleType,
        found: &mut dyn FnMut(&Rule),
    ) {
        if state.live.has_rules(at, Rule::bit(kind)) {
            self.each_rule_on(state, at, kind, found);
        }
    }

    fn each_rule_on(&self, state: &State, at: At, kind: RuleType, found: &mut dyn FnMut(&Rule)) {
        let scope = Scope::of(Seat(at.side), Some(at));
        self.each_rule_or_off(state, at, kind, &mut |rule| {
            if self.hold_raw(state, &rule.conditions, &scope, kind == RuleType::EnergyTypeChange) {
                found(rule);
            }
        });
    }

    /// Like `each_rule`, whether or not their conditions hold.
    pub(crate) fn each_rule_or_off(
        &self,
        state: &State,
        at: At,
        kind: RuleType,
        found: &mut dyn FnMut(&Rule),
    ) {
        let bit = Rule::bit(kind);
        if !state.live.has_rules(at, bit) {
            return;
        }
        let mut look = |def: &CardDef| {
            if def.rule_bits & bit != 0 {
                def.rules.iter().filter(|rule| rule.kind == kind).for_each(&mut *found);
            }
        };
        let top = self.top(state, at);
        look(top);
        let side = state.side_of(at);
        side.on(at.slot).for_each(|(_, attached)| look(self.def(attached.card)));
        if let Some(stadium) = state.stadium {
            let def = self.def(stadium.card);
            if def.rule_bits & bit != 0 {
                let own = Types::one(top.of_type);
                let rules = def.rules.iter().filter(|rule| rule.kind == kind);
                rules.filter(|rule| rule.applies_to.admits(own)).for_each(found);
            }
        }
    }

    /// Whether a rule of a kind is on for a creature.
    pub fn has_rule(&self, state: &State, at: At, kind: RuleType) -> bool {
        self.priority_of(state, at, kind).is_some()
    }

    /// The highest priority of a kind of rule that is on for a creature.
    pub(crate) fn priority_of(&self, state: &State, at: At, kind: RuleType) -> Option<Priority> {
        let mut highest = None;
        self.each_rule(state, at, kind, &mut |rule| highest = highest.max(Some(rule.priority)));
        highest
    }

    /// The sum of the numbers of a kind of rule.
    pub(crate) fn sum_of(&self, state: &State, at: At, kind: RuleType) -> i32 {
        let mut sum = 0;
        self.each_rule(state, at, kind, &mut |rule| sum += i32::from(rule.amount));
        sum
    }

    /// Into what else the energies on a creature are turned.
    pub(crate) fn changed_types(&self, state: &State, at: At) -> Types {
        let mut types = Types::NONE;
        self.each_rule(state, at, RuleType::EnergyTypeChange, &mut |rule| {
            types = types.and(rule.types);
        });
        types
    }

    /// Units on a creature that can be one of some types; of any where there is none.
    #[inline]
    pub fn units(&self, state: &State, at: At, types: Types, ability: bool) -> u16 {
        let changed = self.changed_types(state, at);
        self.raw_units(state, at, types, changed, ability)
    }

    /// Units, with what the rules turn them into given.
    #[inline]
    pub(crate) fn raw_units(
        &self,
        state: &State,
        at: At,
        types: Types,
        changed: Types,
        ability: bool,
    ) -> u16 {
        let side = state.side_of(at);
        let mut units = 0;
        for attached in side.attached.iter().filter(|attached| attached.slot == at.slot) {
            let Some(energy) = &self.def(attached.card).energy else { continue };
            if ability && energy.not_for_ability {
                continue;
            }
            if types.admits(energy.types.and(changed)) {
                units += u16::from(energy.amount);
            }
        }
        units
    }

    /// Whether all conditions hold.
    #[inline]
    pub fn hold(&self, state: &State, conditions: &[Condition], scope: &Scope) -> bool {
        conditions.is_empty() || self.hold_raw(state, conditions, scope, false)
    }

    /// `raw`: energies count as printed, for the rule that changes them.
    fn hold_raw(&self, state: &State, conditions: &[Condition], scope: &Scope, raw: bool) -> bool {
        conditions.iter().all(|condition| self.holds(state, condition, scope, raw))
    }

    fn holds(&self, state: &State, condition: &Condition, scope: &Scope, raw: bool) -> bool {
        use ConditionType as C;
        let me = scope.me.map(|at| state.creature(at));
        let foe = state.active(other(scope.seat)).map(|at| state.creature(at));
        let mine = |test: &dyn Fn(&crate::state::Creature) -> bool| me.is_some_and(test);
        let theirs = |test: &dyn Fn(&crate::state::Creature) -> bool| foe.is_some_and(test);
        let any = |creature: &crate::state::Creature| match condition.status {
            Some(status) => creature.has(status),
            None => creature.statuses().next().is_some(),
        };
        match condition.kind {
            C::Always => true,
            C::CoinFlipSuccess => scope.hopeful || scope.heads != 0,
            C::CoinFlipFailure => {
                scope.hopeful || scope.heads.count_ones() < u32::from(scope.flips)
            }
            C::SelfHasDamage => mine(&|creature| creature.damage > 0),
            C::SelfNoDamage => mine(&|creature| creature.damage == 0),
            C::SelfMinimumDamage => mine(&|creature| creature.damage >= condition.minimum),
            C::SelfHasStatus => mine(&any),
            C::OpponentHasStatus => theirs(&any),
            C::OpponentHasDamage => theirs(&|creature| creature.damage > 0),
            C::OpponentConfused => theirs(&|creature| creature.has(Status::Confused)),
            C::OpponentParalyzed => theirs(&|creature| creature.has(Status::Paralyzed)),
            C::OpponentPoisoned => theirs(&|creature| creature.has(Status::Poisoned)),
            C::OpponentBurned => theirs(&|creature| creature.has(Status::Burned)),
            C::OpponentAsleep => theirs(&|creature| creature.has(Status::Asleep)),
            C::SelfHasEnergyType | C::SelfMinimumEnergy => scope.me.is_some_and(|at| {
                let types = condition.energy.map_or(Types::NONE, Types::one);
                let types =
                    if condition.kind == C::SelfMinimumEnergy { Types::NONE } else { types };
                let changed = if raw { Types::NONE } else { self.changed_types(state, at) };
                self.raw_units(state, at, types, changed, scope.ability) >= condition.minimum
            }),
            C::OpponentHasBenched => !state.side(other(scope.seat)).bench.is_empty(),
            C::SelfHasBenched => !state.side(scope.seat).bench.is_empty(),
            C::StadiumInPlay => state.stadium.is_some_and(|stadium| {
                condition.stadium.is_none() || self.def(stadium.card).key == condition.stadium
            }),
        }
    }

    /// Whether the energies on a player's active creature surely do not pay a retreat.
    #[inline]
    pub(crate) fn is_too_poor(&self, state: &State, seat: Seat) -> bool {
        state.active(seat).is_none_or(|at| {
            let most = state.live.units_at_most(at);
            !state.live.has_rules(at, RETREAT_RULES) && most < self.top(state, at).retreat
        })
    }

    /// Energy units that a retreat costs, or none where it is forbidden by rules.
    pub(crate) fn retreat_cost(&self, state: &State, at: At) -> Option<u16> {
        let printed = u16::from(self.top(state, at).retreat);
        if self.is_prop(state, at) {
            return None;
        }
        if !state.live.has_rules(at, RETREAT_RULES) {
            return Some(printed);
        }
        let forbids = self.priority_of(state, at, RuleType::CannotRetreat);
        let frees = self.priority_of(state, at, RuleType::FreeRetreat);
        match (forbids, frees) {
            (Some(forbids), frees) if Some(forbids) >= frees => None,
            (_, Some(_)) => Some(0),
            _ => Some(printed),
        }
    }

    /// What of an attached energy can pay a retreat.
    pub(crate) fn retreat_units(&self, card: Card) -> u16 {
        let energy = self.def(card).energy.filter(|energy| !energy.not_for_retreat);
        energy.map_or(0, |energy| u16::from(energy.amount))
    }

    /// Whether a timed lock forbids something to a creature: bit 0 attack, bit 1 retreat.
    pub(crate) fn is_locked(&self, state: &State, at: At, bit: i16) -> bool {
        let side = state.side_of(at);
        side.timed_on(at.slot, TimedKind::Lock).any(|timed| timed.amount & bit != 0)
    }

    /// Whether a creature cannot get a status.
    pub fn is_immune_to(&self, state: &State, at: At, status: Status) -> bool {
        if self.is_prop(state, at) {
            return true;
        }
        let mut immune =
            status == Status::Confused && self.has_rule(state, at, RuleType::CannotBeConfused);
        self.each_rule(state, at, RuleType::StatusImmunity, &mut |rule| {
            immune |= rule.statuses.is_empty() || rule.statuses.contains(&status);
        });
        immune
    }

    /// Whether an energy may be attached to a creature by an effect.
    pub(crate) fn takes_energy(&self, state: &State, at: At, card: Card) -> bool {
        !state.is_doomed(at) && self.fits_energy(state, at, card)
    }

    /// Whether an energy's own restriction allows a creature.
    pub(crate) fn fits_energy(&self, state: &State, at: At, card: Card) -> bool {
        let only = self.def(card).energy.map_or(Types::NONE, |energy| energy.only);
        only.is_empty() || only.admits(Types::one(self.top(state, at).of_type))
    }

    /// Whether an attached card is an energy that can be one of some types.
    pub(crate) fn is_energy_of(&self, card: Card, types: Types, changed: Types) -> bool {
        self.def(card).energy.is_some_and(|energy| types.admits(energy.types.and(changed)))
    }
}

/// The creatures among which those of a group are.
#[inline]
pub fn group(state: &State, who: Target, seat: Seat) -> Places {
    match who {
        Target::Oneself | Target::AllYours | Target::ActiveYours => state.board(seat),
        Target::BenchedYours => state.bench(seat),
        Target::AllOpponents | Target::ActiveOpponent | Target::Defending => {
            state.board(other(seat))
        }
        Target::BenchedOpponents => state.bench(other(seat)),
    }
}

/// Whether a creature belongs to the group that an effect of another one is about.
pub fn in_group(state: &State, who: Target, source: At, at: At) -> bool {
    let own = source.side == at.side;
    match who {
        Target::Oneself => source == at,
        Target::AllYours => own,
        Target::ActiveYours => own && state.is_active(at),
        Target::BenchedYours => own && !state.is_active(at),
        Target::AllOpponents => !own,
        Target::ActiveOpponent | Target::Defending => !own && state.is_active(at),
        Target::BenchedOpponents => !own && !state.is_active(at),
    }
}
