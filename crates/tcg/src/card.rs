//! Cards as the rules see them: what the loader makes of the data.

use crate::symbol::{Card, Symbol};
use crate::verbs::Verb;
use crate::words::{
    ActivationType, CardType, ConditionType, CountType, DamageCalculation, DamageCheck,
    DiscardTiming, Filter, Priority, Restriction, RuleType, Stage, Status, SwitchTarget,
    TrainerType, TriggerEvent, Type, Types, UsageLimit, VariableSource,
};

/// As a number of things: all of them.
pub const ALL: u8 = u8::MAX;
/// As an amount of prevented damage: all of it.
pub const EVERYTHING: i16 = i16::MAX;

/// A card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardDef {
    /// Its id.
    pub id: Card,
    /// Its name as printed.
    pub name: Symbol,
    /// Its name for comparing.
    pub key: Symbol,
    /// The set it belongs to.
    pub set: String,
    /// Its number in the set.
    pub number: String,
    /// What it is.
    pub kind: CardType,
    /// Hit points; 0 for what cannot be in play.
    pub hp: u16,
    /// Stage of evolution.
    pub stage: Stage,
    /// Name of what it evolves from, for comparing.
    pub evolves_from: Symbol,
    /// Names of the basics from which a stage may be skipped.
    pub skips_from: Vec<Symbol>,
    /// Type of the creature.
    pub of_type: Type,
    /// Further words for it, for comparing.
    pub subtypes: Vec<String>,
    /// Attacks.
    pub attacks: Vec<Attack>,
    /// The ability.
    pub ability: Option<Ability>,
    /// Standing rules.
    pub rules: Vec<Rule>,
    /// Which kinds of rules it has, as bits.
    pub rule_bits: u32,
    /// What hurts it more.
    pub weakness: Option<Weakness>,
    /// What hurts it less, and by how much.
    pub resistance: Option<(Type, u16)>,
    /// Energy units that a retreat costs.
    pub retreat: u8,
    /// Kind of trainer.
    pub trainer: Option<TrainerType>,
    /// What a trainer card does, in running order.
    pub effects: Vec<Effect>,
    /// What it gives as energy.
    pub energy: Option<Energy>,
}

impl CardDef {
    /// A card without any words.
    pub fn blank() -> Self {
        CardDef {
            id: Symbol::NONE,
            name: Symbol::NONE,
            key: Symbol::NONE,
            set: String::new(),
            number: String::new(),
            kind: CardType::Creature,
            hp: 0,
            stage: Stage::Basic,
            evolves_from: Symbol::NONE,
            skips_from: Vec::new(),
            of_type: Type::Colorless,
            subtypes: Vec::new(),
            attacks: Vec::new(),
            ability: None,
            rules: Vec::new(),
            rule_bits: 0,
            weakness: None,
            resistance: None,
            retreat: 0,
            trainer: None,
            effects: Vec::new(),
            energy: None,
        }
    }

    /// Whether it may be set up: a basic creature or one of a reserved stage.
    #[inline]
    pub fn is_basic(&self) -> bool {
        self.kind == CardType::Creature && !self.evolves()
    }

    /// Whether it is put on another creature.
    #[inline]
    pub fn is_evolution(&self) -> bool {
        self.kind == CardType::Creature && self.evolves()
    }

    fn evolves(&self) -> bool {
        matches!(self.stage, Stage::Stage1 | Stage::Stage2)
    }

    /// Whether any number of copies may be in a deck.
    pub fn is_basic_energy(&self) -> bool {
        self.energy.is_some_and(|energy| !energy.special)
    }

    /// Whether a filter lets it through.
    pub fn passes(&self, filter: Filter) -> bool {
        match filter {
            Filter::Any => true,
            Filter::Creature => self.kind == CardType::Creature,
            Filter::BasicCreature => self.is_basic(),
            Filter::Evolution => self.is_evolution(),
            Filter::Trainer => self.kind == CardType::Trainer,
            Filter::Energy => self.kind == CardType::Energy,
            Filter::BasicEnergy => self.is_basic_energy(),
        }
    }

    /// Whether it has a rule of a kind, whatever its conditions.
    #[inline]
    pub fn has_rule(&self, kind: RuleType) -> bool {
        self.rule_bits & Rule::bit(kind) != 0
    }

    /// Its rules of a kind.
    #[inline]
    pub fn rules_of(&self, kind: RuleType) -> impl Iterator<Item = &Rule> {
        let rules: &[Rule] = if self.has_rule(kind) { &self.rules } else { &[] };
        rules.iter().filter(move |rule| rule.kind == kind)
    }

    /// Whether some effect waits for a coin.
    pub fn flips(effects: &[Effect]) -> bool {
        effects.iter().any(Effect::waits_for_coin)
    }
}

/// More damage from attackers of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weakness {
    /// The type.
    pub of_type: Type,
    /// By what damage is multiplied; 1 where it is added to.
    pub times: u16,
    /// What is added.
    pub plus: u16,
}

/// What an energy card gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Energy {
    /// What each unit can be used as.
    pub types: Types,
    /// How many units.
    pub amount: u8,
    /// Whether copies are limited.
    pub special: bool,
    /// Not for retreat.
    pub not_for_retreat: bool,
    /// Not for abilities that move or count it.
    pub not_for_ability: bool,
    /// Types of creatures it can be attached to; none for all.
    pub only: Types,
    /// What attaching it heals.
    pub heals: u16,
    /// What attaching it hurts.
    pub hurts: u16,
}

/// An attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Its name.
    pub name: Symbol,
    /// Typed symbols of its cost, in printed order.
    pub cost: Vec<Type>,
    /// Colorless symbols of its cost.
    pub colorless: u8,
    /// The printed number.
    pub damage: u16,
    /// Whether it deals damage at all.
    pub has_damage: bool,
    /// Its coins.
    pub coins: Option<Coins>,
    /// What must hold before.
    pub preconditions: Vec<Precondition>,
    /// What it does besides damage, in card order.
    pub effects: Vec<Effect>,
    /// Whether nothing but its cost decides if it can be made, and that asks for one type at most.
    pub plain: bool,
}

/// The coins of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coins {
    /// How many.
    pub count_type: CountType,
    /// How many, if fixed.
    pub count: u8,
    /// From what they are counted, if variable.
    pub source: VariableSource,
    /// Of which type the energies are counted; none for all.
    pub energy: Types,
    /// What they do.
    pub calculation: DamageCalculation,
    /// Damage for each heads.
    pub per_head: u16,
    /// What no tails adds.
    pub bonus: u16,
    /// What a tails costs.
    pub self_damage: u16,
}

/// What must hold before an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// Damage on the attacker.
    Damage(DamageCheck, u16),
    /// Units of a type.
    Energy(Type, u8),
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What is asked.
    pub kind: ConditionType,
    /// How much.
    pub minimum: u16,
    /// Which status; none for any.
    pub status: Option<Status>,
    /// Units of which type.
    pub energy: Option<Type>,
    /// Which stadium, for comparing; none for any.
    pub stadium: Symbol,
}

impl Condition {
    /// A condition without parameters.
    pub fn new(kind: ConditionType) -> Self {
        Condition { kind, minimum: 1, status: None, energy: None, stadium: Symbol::NONE }
    }

    /// Whether it asks for a coin.
    #[inline]
    pub fn is_coin(&self) -> bool {
        matches!(self.kind, ConditionType::CoinFlipSuccess | ConditionType::CoinFlipFailure)
    }
}

/// An effect of an attack, an ability or a trainer card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it does.
    pub verb: Verb,
    /// Whether the dice choose.
    pub random: bool,
    /// Whether it must be paid before anything else.
    pub cost: bool,
    /// Whether it works through the card being attached, and does nothing when it is played.
    pub carried: bool,
    /// What must hold.
    pub conditions: Vec<Condition>,
}

impl Effect {
    /// An effect without conditions.
    pub fn new(verb: impl Into<Verb>) -> Self {
        let (random, cost, carried) = (false, false, false);
        Effect { verb: verb.into(), random, cost, carried, conditions: Vec::new() }
    }

    /// Whether it decides alone about a card that has no other: no cost, no condition.
    #[inline]
    pub fn is_plain(&self) -> bool {
        !self.cost && self.conditions.is_empty() && self.verb.is_purpose(false)
    }

    /// Whether a coin decides about it.
    pub fn waits_for_coin(&self) -> bool {
        self.conditions.iter().any(Condition::is_coin)
    }
}

/// An ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ability {
    /// Its name.
    pub name: Symbol,
    /// When it works.
    pub activation: ActivationType,
    /// What sets it off.
    pub trigger: Option<TriggerEvent>,
    /// How often it may be used.
    pub limit: UsageLimit,
    /// Whether its owner is asked.
    pub optional: bool,
    /// What it does, in running order.
    pub effects: Vec<Effect>,
}

/// A standing rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Which.
    pub kind: RuleType,
    /// When it is on.
    pub conditions: Vec<Condition>,
    /// Against opposites.
    pub priority: Priority,
    /// A stadium's rule: creatures of which types; none for all.
    pub applies_to: Types,
    /// The number in its metadata: cost, damage, prizes, attachments, stages.
    pub amount: i16,
    /// Attacks it is about; none for all.
    pub attacks: Vec<Symbol>,
    /// Whether the number is taken for each damage counter.
    pub per_counter: bool,
    /// Types in its metadata.
    pub types: Types,
    /// Subtypes in its metadata, for comparing.
    pub subtypes: Vec<String>,
    /// Statuses in its metadata; none for all.
    pub statuses: Vec<Status>,
    /// What restricts playing.
    pub restriction: Restriction,
    /// When it discards.
    pub timing: DiscardTiming,
    /// With whom it switches.
    pub switch: SwitchTarget,
}

impl Rule {
    /// The bit of a kind.
    #[inline]
    pub const fn bit(kind: RuleType) -> u32 {
        1 << kind as u32
    }

    /// Whether it is about an attack.
    pub fn is_about(&self, attack: Symbol) -> bool {
        self.attacks.is_empty() || self.attacks.contains(&attack)
    }
}
