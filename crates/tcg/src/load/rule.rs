//! Card rules from data (rules 5.7.6).

use super::effect::{conditions, name_of};
use super::node::Node;
use crate::card::{Condition, Rule};
use crate::words::{
    CardType, DiscardTiming, Priority, Restriction, RuleType, Status, SwitchTarget, Type, Types,
};

pub(super) fn rule(node: &Node<'_>, card: CardType) -> Option<Rule> {
    node.only("ruleType text conditions priority metadata")?;
    let kind = node.need("ruleType")?.word(RuleType::from_name)?;
    let mut rule = Rule {
        kind,
        conditions: conditions(node, "conditions"),
        priority: node.word_or("priority", Priority::from_name, Priority::Normal),
        applies_to: Types::NONE,
        amount: 0,
        attacks: Vec::new(),
        per_counter: false,
        types: Types::NONE,
        subtypes: Vec::new(),
        statuses: Vec::new(),
        restriction: Restriction::FirstTurn,
        timing: DiscardTiming::AfterUse,
        switch: SwitchTarget::Benched,
    };
    if rule.conditions.iter().any(Condition::is_coin) {
        return node.fail("bad_effect", "a card rule flips no coin");
    }
    let metadata = node.get_or_empty("metadata");
    let (known, amount) = fields(&metadata, kind)?;
    metadata.only(&format!("{known} appliesToType"))?;
    rule.amount = amount;
    rule_words(&metadata, kind, &mut rule)?;
    if kind == RuleType::OncePerGame && card == CardType::Energy {
        return node.fail("bad_effect", "an energy card has no such rule");
    }
    Some(rule)
}

/// The fields that a rule has in its metadata, and the number among them.
fn fields(node: &Node<'_>, kind: RuleType) -> Option<(&'static str, i16)> {
    use RuleType as R;
    let small = |key: &str, default| node.number_or(key, 0..=20, default) as i16;
    let damage = |key: &str| Some(node.need(key)?.tens(10..=9990)? as i16);
    Some(match kind {
        R::AttackCostModification => {
            let change = small("costIncrease", 0) - small("costReduction", 0);
            ("costReduction costIncrease affectedAttacks perCondition", change)
        }
        R::EnergyCostReduction => ("costReduction energyType", small("costReduction", 1)),
        R::DamageReductionRule => ("reductionAmount", damage("reductionAmount")?),
        R::IncreasedDamageTaken => ("increaseAmount", damage("increaseAmount")?),
        R::ExtraPrizeCards => ("prizeCount", small("prizeCount", 1)),
        R::ExtraEnergyAttachment => ("extraAttachments", small("extraAttachments", 1)),
        R::SkipEvolutionStage => ("skipStages", node.number_or("skipStages", 1..=1, 1) as i16),
        R::EnergyTypeChange => ("changeToType", 0),
        R::ForcedSwitch => ("switchTarget", 0),
        R::AttackRestriction | R::OncePerGame => ("affectedAttacks", 0),
        R::DamageImmunity => ("immuneFrom immuneFromSubtype", 0),
        R::StatusImmunity => ("immuneStatus", 0),
        R::PlayRestriction => ("restriction", 0),
        R::DiscardAfterUse => ("affectedAttacks discardTiming", 0),
        R::CannotRetreat
        | R::FreeRetreat
        | R::CannotAttack
        | R::EffectImmunity
        | R::CannotBeConfused
        | R::NoPrizeCards
        | R::CanEvolveTurnOne
        | R::CannotEvolve => ("", 0),
    })
}

fn rule_words(node: &Node<'_>, kind: RuleType, rule: &mut Rule) -> Option<()> {
    use RuleType as R;
    let types = |key: &str| -> Types {
        match node.get(key) {
            Some(found) if found.value.is_string() => {
                found.word(Type::from_name).into_iter().collect()
            }
            Some(found) => {
                found.items().iter().filter_map(|node| node.word(Type::from_name)).collect()
            }
            None => Types::NONE,
        }
    };
    rule.applies_to = types("appliesToType");
    rule.attacks = node.list("affectedAttacks").iter().filter_map(name_of).collect();
    if kind == R::EnergyTypeChange {
        rule.types = Types::one(node.need("changeToType")?.word(Type::from_name)?);
    } else if kind == R::EnergyCostReduction {
        rule.types = types("energyType");
    } else if kind == R::DamageImmunity {
        rule.types = types("immuneFrom");
    }
    let lower = |node: &Node<'_>| node.text().map(str::to_lowercase);
    rule.subtypes = node.list("immuneFromSubtype").iter().filter_map(lower).collect();
    let statuses = node.list("immuneStatus");
    rule.statuses = statuses.iter().filter_map(|node| node.word(Status::from_name)).collect();
    if let Some(per) = node.get("perCondition") {
        rule.per_counter = true;
        if per.text()? != "per damage counter" {
            return per.fail("bad_enum", "'per damage counter' is expected");
        }
    }
    if kind == R::PlayRestriction {
        rule.restriction = node.need("restriction")?.word(Restriction::from_name)?;
    }
    rule.timing = node.word_or("discardTiming", DiscardTiming::from_name, DiscardTiming::AfterUse);
    rule.switch = node.word_or("switchTarget", SwitchTarget::from_name, SwitchTarget::Benched);
    Some(())
}
