//! Card rules from data (rules 5.7.6).

use super::effect::{conditions, name_of};
use super::node::Node;
use crate::card::{Condition, Rule};
use crate::words::{
    CardType, DiscardTiming, Priority, Restriction, RuleType, Status, SwitchTarget, Type, Types,
};

pub(super) fn rule(node: &Node<'_>, card: CardType) -> Option<Rule> {
    node.only(&["ruleType", "text", "conditions", "priority", "metadata"])?;
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
    rule_numbers(&metadata, kind, &mut rule)?;
    rule_words(&metadata, kind, &mut rule)?;
    if kind == RuleType::OncePerGame && card == CardType::Energy {
        return node.fail("bad_effect", "an energy card has no such rule");
    }
    Some(rule)
}

fn rule_numbers(node: &Node<'_>, kind: RuleType, rule: &mut Rule) -> Option<()> {
    use RuleType as R;
    let known: &[&str] = match kind {
        R::AttackCostModification => {
            &["costReduction", "costIncrease", "affectedAttacks", "perCondition"]
        }
        R::EnergyCostReduction => &["costReduction", "energyType"],
        R::DamageReductionRule => &["reductionAmount"],
        R::IncreasedDamageTaken => &["increaseAmount"],
        R::ExtraPrizeCards => &["prizeCount"],
        R::ExtraEnergyAttachment => &["extraAttachments"],
        R::EnergyTypeChange => &["changeToType"],
        R::SkipEvolutionStage => &["skipStages"],
        R::ForcedSwitch => &["switchTarget"],
        R::AttackRestriction | R::OncePerGame => &["affectedAttacks"],
        R::DamageImmunity => &["immuneFrom", "immuneFromSubtype"],
        R::StatusImmunity => &["immuneStatus"],
        R::PlayRestriction => &["restriction"],
        R::DiscardAfterUse => &["affectedAttacks", "discardTiming"],
        _ => &[],
    };
    node.only(&[known, &["appliesToType"]].concat())?;
    let small = |key: &str, default| node.number_or(key, 0..=20, default) as i16;
    rule.amount = match kind {
        R::AttackCostModification => small("costIncrease", 0) - small("costReduction", 0),
        R::EnergyCostReduction => small("costReduction", 1),
        R::DamageReductionRule => node.need("reductionAmount")?.tens(10..=9990)? as i16,
        R::IncreasedDamageTaken => node.need("increaseAmount")?.tens(10..=9990)? as i16,
        R::ExtraPrizeCards => small("prizeCount", 1),
        R::ExtraEnergyAttachment => small("extraAttachments", 1),
        R::SkipEvolutionStage => node.number_or("skipStages", 1..=1, 1) as i16,
        _ => 0,
    };
    Some(())
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
    match kind {
        R::EnergyTypeChange => {
            rule.types = Types::one(node.need("changeToType")?.word(Type::from_name)?);
        }
        R::EnergyCostReduction => rule.types = types("energyType"),
        R::DamageImmunity => rule.types = types("immuneFrom"),
        _ => {}
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
