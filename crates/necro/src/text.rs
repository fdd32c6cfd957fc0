//! What a card says to a player: one sentence an ability, put together from its parameters
//! (rules 6.6.1).

use bout_core::Named;

use crate::ability::{Ability, AbilityKind, BlockMode, Buff, For, PierceMode, Tiers, When};
use crate::cards::Soul;
use crate::hooks::{ACROSS_ONLY, IN_PALACE_ONLY};
use crate::item::Effect;
use crate::state::DEATH_CHAIN_MAX;

impl Effect {
    /// What it does, in a sentence.
    pub fn text(&self) -> String {
        match self {
            Effect::HolyGrail { amount } => format!("Heals an own unit by {amount}."),
            Effect::SoulOverload { shots } => {
                format!("{} no mana this turn.", each(*shots, "shot costs", "shots cost"))
            }
            Effect::BoneRefine { gold, mana } => {
                format!("Turns the top own corpse of a cell into {gold} gold or {mana} mana.")
            }
            Effect::DarkMoonScope {} => "All items on display are replaced.".into(),
            Effect::LastStandContract { revives } => {
                let free = each(*revives, "revival costs", "revivals cost");
                format!("{free} nothing this turn; what is raised so gets no soul this turn.")
            }
            Effect::SoulInfusion { necro_actions, discount } => {
                let more = each(*necro_actions, "more necro action", "more necro actions");
                format!("{more}, and the next soul is bound for {discount} gold less.")
            }
            Effect::DeathChain {} => {
                format!("This turn every kill gives 1 mana, at most {DEATH_CHAIN_MAX}.")
            }
            Effect::NetherSeal {} => {
                "An enemy unit can neither move nor shoot until its next turn ends.".into()
            }
            Effect::CagePlunder {} => "Takes a random soul from the enemy hand.".into(),
            Effect::SoulDetachNeedle {} => "Tears the soul off an enemy unit.".into(),
            Effect::DeadReturnPath {} => {
                "Takes the soul of an own unit back into your hand.".into()
            }
            Effect::WizardGreed {} => "All souls on display are replaced.".into(),
        }
    }
}

/// So many of something, at the beginning of a sentence.
fn each(count: u8, one: &str, many: &str) -> String {
    if count == 1 { format!("One {one}") } else { format!("{count} {many}") }
}

impl Soul {
    /// What its abilities do, in words; tags are prefixes of what they govern.
    pub fn texts(&self) -> Vec<String> {
        let sentences = self.abilities.iter().filter_map(|ability| {
            let text = sentence(ability)?;
            let when = ability.when().map(|when| self.condition(when)).unwrap_or_default();
            let prefix = self.prefix(ability);
            let spaced = [prefix, when, text].into_iter().filter(|part| !part.is_empty());
            Some(capital(&spaced.collect::<Vec<_>>().join(" ")))
        });
        sentences.collect()
    }

    fn prefix(&self, ability: &Ability) -> String {
        let kind = ability.kind().bit();
        if kind & ACROSS_ONLY != 0 && self.has(AbilityKind::CrossRiver) {
            "Across the river:".into()
        } else if kind & IN_PALACE_ONLY != 0 && self.has(AbilityKind::PalaceOnly) {
            "In the palace:".into()
        } else if ability.when() == Some(When::ResonanceActive) {
            format!("Resonance {}:", self.resonance())
        } else {
            String::new()
        }
    }

    fn resonance(&self) -> u8 {
        let need = self.abilities.iter().find_map(|ability| match ability {
            Ability::Resonance { need } => Some(*need),
            _ => None,
        });
        need.unwrap_or_default()
    }

    fn condition(&self, when: When) -> String {
        match when {
            When::CorpsesGte(n) => format!("with {n} or more own corpses"),
            When::SoldiersGte(n) => format!("with {n} or more own soldiers"),
            When::EnemiesWithinRangeGte { range, count } => {
                format!("with {count} enemies within {range}")
            }
            When::ResonanceActive => {
                format!("while {} units of this clan are enchanted", self.resonance())
            }
            When::AlliesInPalaceGte(n) => format!("with {n} or more own units in the palace"),
            When::AttackerInPalace | When::SourceInPalace | When::TargetInPalace => {
                "in the palace".into()
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn tiers_text(tiers: &Tiers, text: impl Fn(u8, u8) -> String) -> String {
    tiers.iter().map(|tier| text(tier.amount, tier.at_least)).collect::<Vec<_>>().join(", ")
}

fn circle(r#for: For, clan: Option<crate::id::ClanId>) -> String {
    match r#for {
        For::CrossRiverUnits => "units across the river".into(),
        For::AlliesInPalace => "units in the palace".into(),
        For::Clan => format!("{} units", clan.map_or("", crate::id::ClanId::name)),
    }
}

/// An ability without its tags and condition; tags say nothing of their own.
fn sentence(ability: &Ability) -> Option<String> {
    Some(match ability {
        Ability::CrossRiver {} | Ability::PalaceOnly {} | Ability::Resonance { .. } => return None,
        Ability::IgnoreBlocking { mode: BlockMode::All, .. } => "shots ignore all blockers".into(),
        Ability::IgnoreBlocking { count, .. } => {
            format!("shots ignore {} blocker", count.unwrap_or_default())
        }
        Ability::AuraIgnoreBlocking { count, per_turn, r#for, .. } => {
            let whose = r#for.map(|r#for| format!(" of {}", circle(r#for, None)));
            let whose = whose.unwrap_or_default();
            format!("{per_turn}× a turn an own shot{whose} ignores {count} blocker")
        }
        Ability::IgnorePathBlocking { .. } => "moves without a free leg or eye".into(),
        Ability::FreeShoot { per_turn, .. } => format!("{per_turn} shot a turn costs no mana"),
        Ability::MoveThenShoot { .. } => "may shoot once more in a turn in which it moved".into(),
        Ability::Chain { radius, per_turn, .. } => {
            format!("{per_turn}× a turn also hits a chosen enemy within {radius} of the target")
        }
        Ability::Splash { radius, per_turn } => {
            format!("{per_turn}× a turn also hits all enemies within {radius} of the target")
        }
        Ability::Pierce { mode: PierceMode::LineEnemies, count, .. } => {
            format!("hits the first {} enemies in line", count.unwrap_or_default())
        }
        Ability::Pierce { .. } => "also hits an enemy screen".into(),
        Ability::ArmyRally { radius } => {
            format!("one own soldier within {radius} of the target shoots along")
        }
        Ability::SacrificeShotBuff { range, requires_moved_this_turn, buff, .. } => {
            let after = if *requires_moved_this_turn { " after moving" } else { "" };
            format!(
                "sacrifice an own unit within {range}{after}: the next shot this turn {}",
                gift(*buff)
            )
        }
        Ability::SacrificeSelfKingInvincible {} => {
            "sacrifice itself: the king takes no damage until the own next turn".into()
        }
        Ability::FormationCommand { per_turn } => format!("{per_turn} soldier move a turn is free"),
        Ability::LogisticsRevive { per_turn } => {
            format!("{per_turn} soldier revival a turn is free")
        }
        _ => return Some(damage_sentence(ability)),
    })
}

fn gift(buff: Buff) -> String {
    let blockers = buff.ignore_blocking_all.then(|| "ignores all blockers".to_owned());
    let bonus = buff
        .damage_bonus_per_corpses_cap
        .map(|cap| format!("gains 1 damage per own corpse (at most {cap})"));
    let chain = buff.chain_radius.zip(buff.chain_damage_percent).map(|(radius, percent)| {
        format!("also hits a chosen enemy within {radius} for {percent} %")
    });
    [blockers, bonus, chain].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// What is about numbers: damage, defence, healing.
fn damage_sentence(ability: &Ability) -> String {
    match ability {
        Ability::DamageBonus { amount, target_when, .. } => {
            let against = target_when.map_or("", |_| " against targets in their palace");
            format!("+{amount} damage{against}")
        }
        Ability::AtkBonus { amount, .. } => format!("+{amount} attack"),
        Ability::SoldiersTieredDamageBonus { tiers } => {
            tiers_text(tiers, |amount, n| format!("+{amount} damage with {n} or more own soldiers"))
        }
        Ability::DamageBonusPerAdjacentSoldier { radius, amount_per, max } => {
            format!("+{amount_per} damage per own soldier within {radius}, at most {max}")
        }
        Ability::AuraDamageBonus { amount, per, amount_per, r#for, clan, .. } => {
            let whom = circle(*r#for, *clan);
            match (amount, per, amount_per) {
                (Some(amount), ..) => format!("own {whom} deal +{amount} damage"),
                (_, per, each) => format!(
                    "own {whom} deal +{} damage per {} own corpses",
                    each.unwrap_or_default(),
                    per.map_or(1, |per| per.n.get())
                ),
            }
        }
        Ability::SoldiersTieredAuraDamageBonus { tiers } => tiers_text(tiers, |amount, n| {
            format!("own units deal +{amount} damage with {n} or more own soldiers")
        }),
        Ability::Minglei { magic_def_minus, bonus_across } => format!(
            "target's magic defence −{magic_def_minus}; +{bonus_across} damage if it is across the river"
        ),
        Ability::TargetDefMinus { key, per, amount_per, .. } => {
            format!("target's {} defence −{amount_per} per {} own corpses", key.name(), per.n)
        }
        Ability::AuraDefBonus { amount, key, r#for, clan, .. } => {
            format!("own {} have +{amount} {} defence", circle(*r#for, *clan), key.name())
        }
        Ability::SoldiersTieredDmgReductionAura { tiers } => tiers_text(tiers, |amount, n| {
            format!("own units take {amount} less damage with {n} or more own soldiers")
        }),
        _ => king_sentence(ability),
    }
}

/// What is about the king and about death.
fn king_sentence(ability: &Ability) -> String {
    match ability {
        Ability::DamageShare { amount, .. } => {
            format!("takes up to {amount} of the damage of another own unit")
        }
        Ability::PalaceGuard { amount, per_turn } => {
            format!("{per_turn}× a turn in the palace: damage to the king −{amount}")
        }
        Ability::CounterOnKingDamaged { die_sides, key, per_turn, .. } => format!(
            "{per_turn}× a turn, when the king is hurt: strikes the shooter for one die of {die_sides} ({})",
            key.name()
        ),
        Ability::HealKingOnKill { amount } => format!("each kill heals the king by {amount}"),
        Ability::AuraHpRegenOnKill { amount, .. } => {
            format!("each own kill heals the king by {amount}")
        }
        Ability::OnDeathFixedDamage { amount, radius, .. } => {
            format!("on death: {amount} damage to all enemies within {radius}, ignoring defence")
        }
        _ => String::new(),
    }
}
