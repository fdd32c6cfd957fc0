//! When the rules ask for abilities: one table, in the order in which they are asked (rules 6.6).

use bout_core::names;

use crate::ability::AbilityKind;

names! {
    /// The moments at which the rules ask for abilities, in their order.
    pub enum Hook {
        /// It governs other abilities of its card.
        Tag = "tag",
        /// Where and at which price a unit moves.
        Move = "move",
        /// At which price a corpse rises.
        Revive = "revive",
        /// What a sacrifice brings.
        Sacrifice = "sacrifice",
        /// Whether a shot may be fired.
        Validate = "validate",
        /// What a shot costs.
        Cost = "cost",
        /// Whom a shot hits.
        Plan = "plan",
        /// What the target's side adds to its defence.
        Defence = "defence",
        /// What the shooter takes off the defence, each with its own floor.
        Breach = "breach",
        /// What the shooter's own soul adds to the damage.
        OwnBonus = "own_bonus",
        /// What the shooter's side adds to the damage.
        AuraBonus = "aura_bonus",
        /// What the target's side takes off the damage.
        Reduction = "reduction",
        /// What happens around one hit.
        Instance = "instance",
        /// What a death brings with it.
        Death = "death",
        /// What a kill brings to the killer's side.
        Kill = "kill",
    }
}

/// The one table: which abilities are asked at which moment, each in its order. An ability that
/// stands at two moments is asked at both.
pub const HOOKS: &[(Hook, &[AbilityKind])] = {
    use AbilityKind as K;
    &[
        (Hook::Tag, &[K::CrossRiver, K::PalaceOnly, K::Resonance]),
        (Hook::Move, &[K::IgnorePathBlocking, K::FormationCommand]),
        (Hook::Revive, &[K::LogisticsRevive]),
        (Hook::Sacrifice, &[K::SacrificeShotBuff, K::SacrificeSelfKingInvincible]),
        (Hook::Validate, &[K::IgnoreBlocking, K::AuraIgnoreBlocking, K::MoveThenShoot]),
        (Hook::Cost, &[K::FreeShoot]),
        (Hook::Plan, &[K::Chain, K::Splash, K::Pierce, K::ArmyRally]),
        (Hook::Defence, &[K::AuraDefBonus]),
        (Hook::Breach, &[K::TargetDefMinus, K::Minglei]),
        (
            Hook::OwnBonus,
            &[
                K::AtkBonus,
                K::SacrificeShotBuff,
                K::DamageBonus,
                K::SoldiersTieredDamageBonus,
                K::DamageBonusPerAdjacentSoldier,
                K::Minglei,
            ],
        ),
        (Hook::AuraBonus, &[K::AuraDamageBonus, K::SoldiersTieredAuraDamageBonus]),
        (Hook::Reduction, &[K::SoldiersTieredDmgReductionAura]),
        (Hook::Instance, &[K::DamageShare, K::PalaceGuard, K::CounterOnKingDamaged]),
        (Hook::Death, &[K::OnDeathFixedDamage]),
        (Hook::Kill, &[K::HealKingOnKill, K::AuraHpRegenOnKill]),
    ]
};

/// The abilities that are asked at a moment, in their order.
pub const fn asked_at(hook: Hook) -> &'static [AbilityKind] {
    let mut row = 0;
    while HOOKS[row].0 as u8 != hook as u8 {
        row += 1;
    }
    HOOKS[row].1
}

/// A set of kinds as bits.
pub const fn bits(kinds: &[AbilityKind]) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < kinds.len() {
        set |= kinds[at].bit();
        at += 1;
    }
    set
}

/// What the tag `CROSS_RIVER` governs.
pub const ACROSS_ONLY: u64 = {
    use AbilityKind as K;
    K::IgnoreBlocking.bit() | K::MoveThenShoot.bit() | K::Splash.bit() | K::DamageBonus.bit()
};

/// What the tag `PALACE_ONLY` governs.
pub const IN_PALACE_ONLY: u64 = {
    use AbilityKind as K;
    K::AuraIgnoreBlocking.bit()
        | K::AuraDamageBonus.bit()
        | K::SoldiersTieredAuraDamageBonus.bit()
        | K::AuraDefBonus.bit()
        | K::SoldiersTieredDmgReductionAura.bit()
        | K::AuraHpRegenOnKill.bit()
        | K::DamageShare.bit()
};

#[cfg(test)]
mod tests {
    use super::*;

    /// A kind that no hook asks for would be a dead letter.
    #[test]
    fn every_kind_has_its_hook() {
        for kind in AbilityKind::ALL {
            assert!(HOOKS.iter().any(|(_, kinds)| kinds.contains(kind)), "{kind:?}");
        }
        assert!(HOOKS.iter().map(|(hook, _)| hook).eq(Hook::ALL));
        for (hook, kinds) in HOOKS {
            assert_eq!(asked_at(*hook), *kinds);
        }
    }
}
