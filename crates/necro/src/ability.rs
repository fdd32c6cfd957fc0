//! What souls can do: closed kinds with parameters, as the card data writes them (rules 6.6).

use bout_core::{List, names};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::id::ClanId;
use crate::piece::{Base, Key};

names! {
    /// The kinds of abilities, in the order of the rules.
    pub enum AbilityKind {
        /// Tag: the card's shot abilities work only across the river.
        CrossRiver = "CROSS_RIVER",
        /// Tag: the card's auras and sharing work only in the palace.
        PalaceOnly = "PALACE_ONLY",
        /// Tag: so many units of the clan make a resonance.
        Resonance = "RESONANCE",
        /// Shots ignore blockers.
        IgnoreBlocking = "IGNORE_BLOCKING",
        /// Shots of others ignore blockers.
        AuraIgnoreBlocking = "AURA_IGNORE_BLOCKING",
        /// Moves ignore leg and eye.
        IgnorePathBlocking = "IGNORE_PATH_BLOCKING",
        /// Shots without mana.
        FreeShoot = "FREE_SHOOT",
        /// A second shot in a turn with a move.
        MoveThenShoot = "MOVE_THEN_SHOOT",
        /// A chosen second target.
        Chain = "CHAIN",
        /// Everything around the target.
        Splash = "SPLASH",
        /// Others in the line.
        Pierce = "PIERCE",
        /// A soldier shoots along.
        ArmyRally = "ARMY_RALLY",
        /// More damage.
        DamageBonus = "DAMAGE_BONUS",
        /// More attack.
        AtkBonus = "ATK_BONUS",
        /// More damage by the number of soldiers.
        SoldiersTieredDamageBonus = "SOLDIERS_TIERED_DAMAGE_BONUS",
        /// More damage by soldiers nearby.
        DamageBonusPerAdjacentSoldier = "DAMAGE_BONUS_PER_ADJACENT_SOLDIER",
        /// More damage for others.
        AuraDamageBonus = "AURA_DAMAGE_BONUS",
        /// More damage for all by the number of soldiers.
        SoldiersTieredAuraDamageBonus = "SOLDIERS_TIERED_AURA_DAMAGE_BONUS",
        /// Less magic defence, more damage across the river.
        Minglei = "MINGLEI",
        /// Less defence by the number of corpses.
        TargetDefMinus = "TARGET_DEF_MINUS",
        /// More defence for others.
        AuraDefBonus = "AURA_DEF_BONUS",
        /// Less damage for all by the number of soldiers.
        SoldiersTieredDmgReductionAura = "SOLDIERS_TIERED_DMG_REDUCTION_AURA",
        /// Takes damage for others.
        DamageShare = "DAMAGE_SHARE",
        /// Lessens damage to the king.
        PalaceGuard = "PALACE_GUARD",
        /// Strikes back for the king.
        CounterOnKingDamaged = "COUNTER_ON_KING_DAMAGED",
        /// Its kills heal the king.
        HealKingOnKill = "HEAL_KING_ON_KILL",
        /// All kills heal the king.
        AuraHpRegenOnKill = "AURA_HP_REGEN_ON_KILL",
        /// A blast at its death.
        OnDeathFixedDamage = "ON_DEATH_FIXED_DAMAGE",
        /// A sacrifice for a better shot.
        SacrificeShotBuff = "SACRIFICE_SHOT_BUFF",
        /// A sacrifice for the king.
        SacrificeSelfKingInvincible = "SACRIFICE_SELF_KING_INVINCIBLE",
        /// A free move of a soldier.
        FormationCommand = "FORMATION_COMMAND",
        /// A free revival of a soldier.
        LogisticsRevive = "LOGISTICS_REVIVE",
    }
}

impl AbilityKind {
    /// As a bit of a set of kinds.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self as u64
    }
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Condition")]
pub enum When {
    /// Own corpses on the board.
    CorpsesGte(u8),
    /// Own living soldiers.
    SoldiersGte(u8),
    /// Enemies nearby.
    EnemiesWithinRangeGte {
        /// How near.
        range: u8,
        /// How many.
        count: u8,
    },
    /// Enough units of the card's clan are enchanted.
    ResonanceActive,
    /// The shooter is in its palace.
    AttackerInPalace,
    /// The owner of the ability is in its palace.
    SourceInPalace,
    /// Own units in the palace.
    AlliesInPalaceGte(u8),
    /// The target is in its own palace.
    TargetInPalace,
}

names! {
    /// The types of conditions.
    pub enum WhenType {
        /// See [`When::CorpsesGte`].
        CorpsesGte = "CORPSES_GTE",
        /// See [`When::SoldiersGte`].
        SoldiersGte = "SOLDIERS_GTE",
        /// See [`When::EnemiesWithinRangeGte`].
        EnemiesWithinRangeGte = "ENEMIES_WITHIN_RANGE_GTE",
        /// See [`When::ResonanceActive`].
        ResonanceActive = "RESONANCE_ACTIVE",
        /// See [`When::AttackerInPalace`].
        AttackerInPalace = "ATTACKER_IN_PALACE",
        /// See [`When::SourceInPalace`].
        SourceInPalace = "SOURCE_IN_PALACE",
        /// See [`When::AlliesInPalaceGte`].
        AlliesInPalaceGte = "ALLIES_IN_PALACE_GTE",
        /// See [`When::TargetInPalace`].
        TargetInPalace = "TARGET_IN_PALACE",
    }
}

/// A condition as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Condition {
    #[serde(rename = "type")]
    kind: WhenType,
    n: Option<u8>,
    range: Option<u8>,
    count: Option<u8>,
}

impl TryFrom<Condition> for When {
    type Error = String;

    fn try_from(written: Condition) -> Result<Self, String> {
        use bout_core::Named;
        let Condition { kind, n, range, count } = written;
        Ok(match (kind, n, range, count) {
            (WhenType::CorpsesGte, Some(n), None, None) => When::CorpsesGte(n),
            (WhenType::SoldiersGte, Some(n), None, None) => When::SoldiersGte(n),
            (WhenType::AlliesInPalaceGte, Some(n), None, None) => When::AlliesInPalaceGte(n),
            (WhenType::EnemiesWithinRangeGte, None, Some(range), Some(count)) => {
                When::EnemiesWithinRangeGte { range, count }
            }
            (WhenType::ResonanceActive, None, None, None) => When::ResonanceActive,
            (WhenType::AttackerInPalace, None, None, None) => When::AttackerInPalace,
            (WhenType::SourceInPalace, None, None, None) => When::SourceInPalace,
            (WhenType::TargetInPalace, None, None, None) => When::TargetInPalace,
            (WhenType::EnemiesWithinRangeGte, ..) => {
                return Err(format!("{} takes `range` and `count`", kind.name()));
            }
            (WhenType::CorpsesGte | WhenType::SoldiersGte | WhenType::AlliesInPalaceGte, ..) => {
                return Err(format!("{} takes `n` and nothing else", kind.name()));
            }
            _ => return Err(format!("{} takes no number", kind.name())),
        })
    }
}

names! {
    /// What is counted in steps.
    pub enum PerType {
        /// Own corpses on the board.
        CorpsesPer = "CORPSES_PER",
    }
}

/// So many of something count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Per {
    /// Of what.
    #[serde(rename = "type")]
    pub kind: PerType,
    /// How many.
    pub n: std::num::NonZeroU8,
}

names! {
    /// For whom an aura works.
    pub enum For {
        /// Units across the river.
        CrossRiverUnits = "CROSS_RIVER_UNITS",
        /// Units with a soul of one clan.
        Clan = "CLAN",
        /// Units in their palace.
        AlliesInPalace = "ALLIES_IN_PALACE",
    }
}

names! {
    /// What a path ability is for.
    pub enum PathFor {
        /// Moves.
        Move = "MOVE",
    }
}

names! {
    /// How blockers are ignored.
    pub enum BlockMode {
        /// So many.
        Count = "count",
        /// All.
        All = "all",
    }
}

names! {
    /// How a shot pierces.
    pub enum PierceMode {
        /// The first enemies in the line.
        LineEnemies = "LINE_ENEMIES",
        /// The screen too.
        CannonScreenAndTarget = "CANNON_SCREEN_AND_TARGET",
    }
}

names! {
    /// Whom a blast hits.
    pub enum BlastTargets {
        /// Enemies of the dead unit.
        Enemies = "enemies",
    }
}

names! {
    /// What can be sacrificed.
    pub enum SacrificeTarget {
        /// Another own unit.
        Ally = "ally",
    }
}

/// An amount from so many soldiers on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Tier {
    /// From so many on.
    pub at_least: u8,
    /// So much.
    pub amount: u8,
}

/// At most four tiers.
pub type Tiers = List<Tier, 4>;

/// What a sacrifice gives the next shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Buff {
    /// All blockers are ignored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ignore_blocking_all: bool,
    /// One more damage per own corpse, at most so much.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage_bonus_per_corpses_cap: Option<u8>,
    /// A second target so near to the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain_radius: Option<u8>,
    /// Its share of the damage, in hundredths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain_damage_percent: Option<u8>,
}

/// One ability of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are the parameters of the rules' table, 6.6.1")]
pub enum Ability {
    CrossRiver {},
    PalaceOnly {},
    Resonance {
        need: u8,
    },
    IgnoreBlocking {
        mode: BlockMode,
        count: Option<u8>,
        when: Option<When>,
    },
    AuraIgnoreBlocking {
        count: u8,
        per_turn: u8,
        when: Option<When>,
        r#for: Option<For>,
    },
    IgnorePathBlocking {
        r#for: PathFor,
    },
    FreeShoot {
        per_turn: u8,
        when: Option<When>,
    },
    MoveThenShoot {
        per_turn: u8,
        when: Option<When>,
    },
    Chain {
        radius: u8,
        per_turn: u8,
        when: Option<When>,
    },
    Splash {
        radius: u8,
        per_turn: u8,
    },
    Pierce {
        mode: PierceMode,
        count: Option<u8>,
        when: Option<When>,
    },
    ArmyRally {
        radius: u8,
    },
    DamageBonus {
        amount: u8,
        when: Option<When>,
        target_when: Option<When>,
    },
    AtkBonus {
        amount: u8,
        when: Option<When>,
    },
    SoldiersTieredDamageBonus {
        tiers: Tiers,
    },
    DamageBonusPerAdjacentSoldier {
        radius: u8,
        amount_per: u8,
        max: u8,
    },
    AuraDamageBonus {
        amount: Option<u8>,
        per: Option<Per>,
        amount_per: Option<u8>,
        when: Option<When>,
        r#for: For,
        clan: Option<ClanId>,
        exclude_base: Option<Base>,
    },
    SoldiersTieredAuraDamageBonus {
        tiers: Tiers,
    },
    Minglei {
        magic_def_minus: u8,
        #[serde(rename = "bonusDamageIfTargetCrossRiver")]
        bonus_across: u8,
    },
    TargetDefMinus {
        key: Key,
        per: Per,
        amount_per: u8,
        min_def: u8,
        only_if_atk_key: Key,
    },
    AuraDefBonus {
        amount: u8,
        key: Key,
        when: Option<When>,
        r#for: For,
        clan: Option<ClanId>,
        exclude_base: Option<Base>,
    },
    SoldiersTieredDmgReductionAura {
        tiers: Tiers,
    },
    DamageShare {
        amount: u8,
        when: Option<When>,
    },
    PalaceGuard {
        amount: u8,
        per_turn: u8,
    },
    CounterOnKingDamaged {
        die_sides: std::num::NonZeroU8,
        key: Key,
        flat: u8,
        per_turn: u8,
    },
    HealKingOnKill {
        amount: u8,
    },
    AuraHpRegenOnKill {
        amount: u8,
        when: Option<When>,
    },
    OnDeathFixedDamage {
        amount: u8,
        radius: u8,
        targets: BlastTargets,
        ignore_def: bool,
    },
    SacrificeShotBuff {
        range: u8,
        target: SacrificeTarget,
        requires_moved_this_turn: bool,
        buff: Buff,
    },
    SacrificeSelfKingInvincible {},
    FormationCommand {
        per_turn: u8,
    },
    LogisticsRevive {
        per_turn: u8,
    },
}

impl Default for Ability {
    fn default() -> Self {
        Ability::CrossRiver {}
    }
}

impl Ability {
    /// Its kind.
    #[inline]
    pub fn kind(&self) -> AbilityKind {
        use AbilityKind as K;
        match self {
            Ability::CrossRiver {} => K::CrossRiver,
            Ability::PalaceOnly {} => K::PalaceOnly,
            Ability::Resonance { .. } => K::Resonance,
            Ability::IgnoreBlocking { .. } => K::IgnoreBlocking,
            Ability::AuraIgnoreBlocking { .. } => K::AuraIgnoreBlocking,
            Ability::IgnorePathBlocking { .. } => K::IgnorePathBlocking,
            Ability::FreeShoot { .. } => K::FreeShoot,
            Ability::MoveThenShoot { .. } => K::MoveThenShoot,
            Ability::Chain { .. } => K::Chain,
            Ability::Splash { .. } => K::Splash,
            Ability::Pierce { .. } => K::Pierce,
            Ability::ArmyRally { .. } => K::ArmyRally,
            Ability::DamageBonus { .. } => K::DamageBonus,
            Ability::AtkBonus { .. } => K::AtkBonus,
            Ability::SoldiersTieredDamageBonus { .. } => K::SoldiersTieredDamageBonus,
            Ability::DamageBonusPerAdjacentSoldier { .. } => K::DamageBonusPerAdjacentSoldier,
            Ability::AuraDamageBonus { .. } => K::AuraDamageBonus,
            Ability::SoldiersTieredAuraDamageBonus { .. } => K::SoldiersTieredAuraDamageBonus,
            Ability::Minglei { .. } => K::Minglei,
            Ability::TargetDefMinus { .. } => K::TargetDefMinus,
            Ability::AuraDefBonus { .. } => K::AuraDefBonus,
            Ability::SoldiersTieredDmgReductionAura { .. } => K::SoldiersTieredDmgReductionAura,
            Ability::DamageShare { .. } => K::DamageShare,
            Ability::PalaceGuard { .. } => K::PalaceGuard,
            Ability::CounterOnKingDamaged { .. } => K::CounterOnKingDamaged,
            Ability::HealKingOnKill { .. } => K::HealKingOnKill,
            Ability::AuraHpRegenOnKill { .. } => K::AuraHpRegenOnKill,
            Ability::OnDeathFixedDamage { .. } => K::OnDeathFixedDamage,
            Ability::SacrificeShotBuff { .. } => K::SacrificeShotBuff,
            Ability::SacrificeSelfKingInvincible {} => K::SacrificeSelfKingInvincible,
            Ability::FormationCommand { .. } => K::FormationCommand,
            Ability::LogisticsRevive { .. } => K::LogisticsRevive,
        }
    }

    /// Its condition; `None` is always.
    #[inline]
    pub fn when(&self) -> Option<When> {
        match self {
            Ability::IgnoreBlocking { when, .. }
            | Ability::AuraIgnoreBlocking { when, .. }
            | Ability::FreeShoot { when, .. }
            | Ability::MoveThenShoot { when, .. }
            | Ability::Chain { when, .. }
            | Ability::Pierce { when, .. }
            | Ability::DamageBonus { when, .. }
            | Ability::AtkBonus { when, .. }
            | Ability::AuraDamageBonus { when, .. }
            | Ability::AuraDefBonus { when, .. }
            | Ability::DamageShare { when, .. }
            | Ability::AuraHpRegenOnKill { when, .. } => *when,
            _ => None,
        }
    }

    /// How often it can be used in a turn; `None` is without limit.
    #[inline]
    pub fn per_turn(&self) -> Option<u8> {
        match self {
            Ability::AuraIgnoreBlocking { per_turn, .. }
            | Ability::FreeShoot { per_turn, .. }
            | Ability::MoveThenShoot { per_turn, .. }
            | Ability::Chain { per_turn, .. }
            | Ability::Splash { per_turn, .. }
            | Ability::PalaceGuard { per_turn, .. }
            | Ability::CounterOnKingDamaged { per_turn, .. }
            | Ability::FormationCommand { per_turn }
            | Ability::LogisticsRevive { per_turn } => Some(*per_turn),
            _ => None,
        }
    }
}

/// The amount of the highest tier that so many soldiers reach.
#[inline]
pub fn tier(tiers: &Tiers, soldiers: u8) -> i32 {
    let reached = tiers.iter().filter(|tier| tier.at_least <= soldiers);
    reached.max_by_key(|tier| tier.at_least).map_or(0, |tier| i32::from(tier.amount))
}
