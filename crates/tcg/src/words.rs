//! The words of the card language (rules 2.3, 5.7): closed lists, spelled as in the data.

use bout_core::names;

/// Declares an enum of words for the data.
macro_rules! words {
    ($(#[$meta:meta])* $Name:ident { $($Variant:ident = $name:literal),+ $(,)? }) => {
        names! {
            $(#[$meta])*
            #[expect(missing_docs, reason = "the words stand in the tables of the rules document")]
            pub enum $Name { $($Variant = $name),+ }
        }
    };
}

words! {
    /// What a card is.
    CardType { Creature = "POKEMON", Trainer = "TRAINER", Energy = "ENERGY" }
}
words! {
    /// Types of creatures and energies.
    Type {
        Fire = "FIRE", Water = "WATER", Grass = "GRASS", Electric = "ELECTRIC", Psychic = "PSYCHIC",
        Fighting = "FIGHTING", Darkness = "DARKNESS", Metal = "METAL", Fairy = "FAIRY",
        Dragon = "DRAGON", Colorless = "COLORLESS",
    }
}
words! {
    /// Stages of evolution; those after the third are loadable and treated as basic.
    Stage {
        Basic = "BASIC", Stage1 = "STAGE_1", Stage2 = "STAGE_2", Vmax = "VMAX", Vstar = "VSTAR",
        Gx = "GX", Ex = "EX", Mega = "MEGA", Break = "BREAK", Legend = "LEGEND",
    }
}
words! {
    /// How rare a card is; no rule asks.
    Rarity {
        Common = "COMMON", Uncommon = "UNCOMMON", Rare = "RARE", HoloRare = "HOLO_RARE",
        RareHolo = "RARE_HOLO", UltraRare = "ULTRA_RARE", SecretRare = "SECRET_RARE", Promo = "PROMO",
    }
}
words! {
    /// Kinds of trainer cards.
    TrainerType { Item = "ITEM", Supporter = "SUPPORTER", Stadium = "STADIUM", Tool = "TOOL" }
}
words! {
    /// Whom an effect is about.
    Target {
        Oneself = "SELF", AllYours = "ALL_YOURS", ActiveYours = "ACTIVE_YOURS",
        BenchedYours = "BENCHED_YOURS", AllOpponents = "ALL_OPPONENTS",
        ActiveOpponent = "ACTIVE_OPPONENT", BenchedOpponents = "BENCHED_OPPONENTS",
        Defending = "DEFENDING",
    }
}
words! {
    /// Where cards come from.
    Source {
        Deck = "DECK", Discard = "DISCARD", Hand = "HAND", Oneself = "SELF",
        OpponentDiscard = "OPPONENT_DISCARD",
    }
}
words! {
    /// How long something lasts.
    Duration { ThisTurn = "this_turn", NextTurn = "next_turn", Permanent = "permanent" }
}
words! {
    /// Who picks.
    Selector { Choice = "choice", Random = "random" }
}
words! {
    /// Where found cards go.
    Destination { Hand = "hand", Bench = "bench" }
}
words! {
    /// Which of opposite rules wins.
    Priority { Lowest = "LOWEST", Low = "LOW", Normal = "NORMAL", High = "HIGH", Highest = "HIGHEST" }
}
words! {
    /// Special conditions of an active creature.
    Status {
        Asleep = "ASLEEP", Paralyzed = "PARALYZED", Confused = "CONFUSED", Poisoned = "POISONED",
        Burned = "BURNED",
    }
}
words! {
    /// What must hold for an effect.
    ConditionType {
        Always = "ALWAYS", CoinFlipSuccess = "COIN_FLIP_SUCCESS", CoinFlipFailure = "COIN_FLIP_FAILURE",
        SelfHasDamage = "SELF_HAS_DAMAGE", SelfNoDamage = "SELF_NO_DAMAGE",
        SelfMinimumDamage = "SELF_MINIMUM_DAMAGE", SelfHasStatus = "SELF_HAS_STATUS",
        OpponentHasStatus = "OPPONENT_HAS_STATUS", OpponentHasDamage = "OPPONENT_HAS_DAMAGE",
        OpponentConfused = "OPPONENT_CONFUSED", OpponentParalyzed = "OPPONENT_PARALYZED",
        OpponentPoisoned = "OPPONENT_POISONED", OpponentBurned = "OPPONENT_BURNED",
        OpponentAsleep = "OPPONENT_ASLEEP", SelfHasEnergyType = "SELF_HAS_ENERGY_TYPE",
        SelfMinimumEnergy = "SELF_MINIMUM_ENERGY", OpponentHasBenched = "OPPONENT_HAS_BENCHED",
        SelfHasBenched = "SELF_HAS_BENCHED", StadiumInPlay = "STADIUM_IN_PLAY",
    }
}
words! {
    /// What an attack asks for before it is declared.
    PreconditionType { CoinFlip = "COIN_FLIP", DamageCheck = "DAMAGE_CHECK", EnergyCheck = "ENERGY_CHECK" }
}
words! {
    /// What a damage check asks.
    DamageCheck { HasDamage = "has_damage", NoDamage = "no_damage", MinimumDamage = "minimum_damage" }
}
words! {
    /// How many coins.
    CountType { Fixed = "FIXED", UntilTails = "UNTIL_TAILS", Variable = "VARIABLE" }
}
words! {
    /// What the number of coins is counted from.
    VariableSource {
        EnergyAttached = "ENERGY_ATTACHED", EnergyTypeAttached = "ENERGY_TYPE_ATTACHED",
        BenchPokemon = "BENCH_POKEMON", DamageCounters = "DAMAGE_COUNTERS", HandSize = "HAND_SIZE",
    }
}
words! {
    /// What coins do to the damage.
    DamageCalculation {
        BaseDamage = "BASE_DAMAGE", MultiplyByHeads = "MULTIPLY_BY_HEADS",
        ConditionalBonus = "CONDITIONAL_BONUS", ConditionalSelfDamage = "CONDITIONAL_SELF_DAMAGE",
        StatusEffectOnly = "STATUS_EFFECT_ONLY",
    }
}
words! {
    /// What damage is scaled by.
    Per {
        EnergySelf = "ENERGY_SELF", ExtraEnergySelf = "EXTRA_ENERGY_SELF",
        EnergyDefending = "ENERGY_DEFENDING", DamageCountersSelf = "DAMAGE_COUNTERS_SELF",
        DamageCountersDefending = "DAMAGE_COUNTERS_DEFENDING", BenchYours = "BENCH_YOURS",
        BenchOpponent = "BENCH_OPPONENT", HandYours = "HAND_YOURS",
    }
}
words! {
    /// What a lock forbids.
    LockWhat { Attack = "attack", Retreat = "retreat", Both = "both" }
}
words! {
    /// When an ability works.
    ActivationType { Passive = "PASSIVE", Triggered = "TRIGGERED", Activated = "ACTIVATED" }
}
words! {
    /// How often an ability may be used.
    UsageLimit { OncePerTurn = "ONCE_PER_TURN", Unlimited = "UNLIMITED" }
}
words! {
    /// What sets a triggered ability off.
    TriggerEvent {
        WhenPlayed = "WHEN_PLAYED", WhenAttacking = "WHEN_ATTACKING", WhenDefending = "WHEN_DEFENDING",
        WhenDamaged = "WHEN_DAMAGED", WhenKnockedOut = "WHEN_KNOCKED_OUT",
        StartOfTurn = "START_OF_TURN", EndOfTurn = "END_OF_TURN", BetweenTurns = "BETWEEN_TURNS",
    }
}
words! {
    /// Standing rules of cards.
    RuleType {
        CannotRetreat = "CANNOT_RETREAT", ForcedSwitch = "FORCED_SWITCH", FreeRetreat = "FREE_RETREAT",
        CannotAttack = "CANNOT_ATTACK", AttackCostModification = "ATTACK_COST_MODIFICATION",
        AttackRestriction = "ATTACK_RESTRICTION", DamageImmunity = "DAMAGE_IMMUNITY",
        DamageReductionRule = "DAMAGE_REDUCTION_RULE", IncreasedDamageTaken = "INCREASED_DAMAGE_TAKEN",
        StatusImmunity = "STATUS_IMMUNITY", EffectImmunity = "EFFECT_IMMUNITY",
        CannotBeConfused = "CANNOT_BE_CONFUSED", ExtraPrizeCards = "EXTRA_PRIZE_CARDS",
        NoPrizeCards = "NO_PRIZE_CARDS", CanEvolveTurnOne = "CAN_EVOLVE_TURN_ONE",
        CannotEvolve = "CANNOT_EVOLVE", SkipEvolutionStage = "SKIP_EVOLUTION_STAGE",
        PlayRestriction = "PLAY_RESTRICTION", OncePerGame = "ONCE_PER_GAME",
        DiscardAfterUse = "DISCARD_AFTER_USE", EnergyCostReduction = "ENERGY_COST_REDUCTION",
        ExtraEnergyAttachment = "EXTRA_ENERGY_ATTACHMENT", EnergyTypeChange = "ENERGY_TYPE_CHANGE",
    }
}
words! {
    /// Which cards an effect means.
    Filter {
        Any = "any", Creature = "pokemon", BasicCreature = "basic pokemon", Evolution = "evolution",
        Trainer = "trainer", Energy = "energy", BasicEnergy = "basic energy",
    }
}
words! {
    /// When a card may not be played.
    Restriction { FirstTurn = "first turn", BehindOnPrizes = "behind on prizes" }
}
words! {
    /// When a card is discarded after its use.
    DiscardTiming { AfterUse = "after_use", EndOfTurn = "end_of_turn" }
}
words! {
    /// With whom a forced switch is made.
    SwitchTarget { Benched = "benched", Random = "random" }
}

/// A set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Types(u16);

impl Types {
    /// No type at all; as a filter: any.
    pub const NONE: Types = Types(0);

    /// One type.
    #[inline]
    pub const fn one(kind: Type) -> Types {
        Types(1 << kind as u16)
    }

    /// Both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// Whether the type is in the set.
    #[inline]
    pub const fn has(self, kind: Type) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    /// Whether the sets share a type.
    #[inline]
    pub const fn meets(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether nothing is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many types are in it.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// As a filter: whether it lets this set through.
    #[inline]
    pub const fn admits(self, other: Types) -> bool {
        self.is_empty() || self.meets(other)
    }

    /// The types, in the order of declaration.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Type> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let kind = Type::ALL.get(left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            kind.copied()
        })
    }
}

impl FromIterator<Type> for Types {
    fn from_iter<I: IntoIterator<Item = Type>>(types: I) -> Self {
        types.into_iter().fold(Types::NONE, |set, kind| set.and(Types::one(kind)))
    }
}
