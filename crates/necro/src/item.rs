//! What items do: closed kinds of effects with parameters (rules 2.7).

use bout_core::names;
use serde::Deserialize;

use crate::phase::Phase;

names! {
    /// The kinds of effects.
    pub enum EffectKind {
        /// Heals an own unit.
        HolyGrail = "holy_grail",
        /// Shots without mana.
        SoulOverload = "soul_overload",
        /// A corpse for gold or mana.
        BoneRefine = "bone_refine",
        /// New items on display.
        DarkMoonScope = "dark_moon_scope",
        /// Revivals for nothing.
        LastStandContract = "last_stand_contract",
        /// More necro actions and a cheaper enchantment.
        SoulInfusion = "soul_infusion",
        /// Mana for kills.
        DeathChain = "death_chain",
        /// An enemy can neither move nor shoot.
        NetherSeal = "nether_seal",
        /// Takes a soul out of the enemy's hand.
        CagePlunder = "cage_plunder",
        /// Takes a soul off an enemy unit.
        SoulDetachNeedle = "soul_detach_needle",
        /// Takes a soul off an own unit.
        DeadReturnPath = "dead_return_path",
        /// New souls on display.
        WizardGreed = "wizard_greed",
    }
}

/// The effect of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are the numbers of the rules' table, 2.7")]
pub enum Effect {
    HolyGrail { amount: u8 },
    SoulOverload { shots: u8 },
    BoneRefine { gold: u32, mana: u32 },
    DarkMoonScope {},
    LastStandContract { revives: u8 },
    SoulInfusion { necro_actions: u8, discount: u8 },
    DeathChain {},
    NetherSeal {},
    CagePlunder {},
    SoulDetachNeedle {},
    DeadReturnPath {},
    WizardGreed {},
}

/// What an item must be told when it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A unit.
    Unit,
    /// A cell, and gold or mana.
    CellAndChoice,
}

impl Effect {
    /// Its kind.
    #[inline]
    pub fn kind(&self) -> EffectKind {
        match self {
            Effect::HolyGrail { .. } => EffectKind::HolyGrail,
            Effect::SoulOverload { .. } => EffectKind::SoulOverload,
            Effect::BoneRefine { .. } => EffectKind::BoneRefine,
            Effect::DarkMoonScope {} => EffectKind::DarkMoonScope,
            Effect::LastStandContract { .. } => EffectKind::LastStandContract,
            Effect::SoulInfusion { .. } => EffectKind::SoulInfusion,
            Effect::DeathChain {} => EffectKind::DeathChain,
            Effect::NetherSeal {} => EffectKind::NetherSeal,
            Effect::CagePlunder {} => EffectKind::CagePlunder,
            Effect::SoulDetachNeedle {} => EffectKind::SoulDetachNeedle,
            Effect::DeadReturnPath {} => EffectKind::DeadReturnPath,
            Effect::WizardGreed {} => EffectKind::WizardGreed,
        }
    }

    /// What it must be told.
    #[inline]
    pub fn needs(&self) -> Needs {
        match self {
            Effect::HolyGrail { .. }
            | Effect::NetherSeal {}
            | Effect::SoulDetachNeedle {}
            | Effect::DeadReturnPath {} => Needs::Unit,
            Effect::BoneRefine { .. } => Needs::CellAndChoice,
            _ => Needs::Nothing,
        }
    }
}

names! {
    /// When an item may be used.
    pub enum Timing {
        /// While buying.
        Buy = "buy",
        /// Among the necro actions.
        Necro = "necro",
        /// While fighting.
        Combat = "combat",
    }
}

impl Timing {
    /// The phase.
    #[inline]
    pub fn phase(self) -> Phase {
        match self {
            Timing::Buy => Phase::Buy,
            Timing::Necro => Phase::Necro,
            Timing::Combat => Phase::Combat,
        }
    }
}
