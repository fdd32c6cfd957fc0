//! Effects and conditions from data (rules 5.7); verbs read their parameters themselves.

use super::node::Node;
use super::origin::{COUNT, DAMAGE, Origin};
use crate::card::{Condition, Effect};
use crate::symbol::Symbol;
use crate::verbs::{Entry, Family, find};
use crate::words::{ActivationType, ConditionType, Status, TriggerEvent, Type};

/// The effect of an attack that is one of a trainer card.
pub(crate) const CARD_EFFECT: &str = "CARD_EFFECT";

/// A list of conditions that may be missing.
pub fn conditions(node: &Node<'_>, key: &str) -> Vec<Condition> {
    node.list(key).iter().filter_map(condition).collect()
}

fn condition(node: &Node<'_>) -> Option<Condition> {
    node.only("type value")?;
    let kind = node.need("type")?.word(ConditionType::from_name)?;
    let value = node.get("value");
    if let Some(value) = &value {
        value.only("minimumAmount statusCondition energyType stadiumName")?;
    }
    let field = |key: &str| value.as_ref().and_then(|value| value.get(key));
    let needed = |key: &str| match &value {
        Some(value) => value.need(key),
        None => node.need("value"),
    };
    let mut found = Condition {
        status: field("statusCondition").and_then(|node| node.word(Status::from_name)),
        energy: field("energyType").and_then(|node| node.word(Type::from_name)),
        ..Condition::new(kind)
    };
    if kind == ConditionType::SelfMinimumDamage {
        found.minimum = needed("minimumAmount")?.tens(DAMAGE)? as u16;
    } else if kind == ConditionType::SelfMinimumEnergy {
        found.minimum = needed("minimumAmount")?.number(COUNT)? as u16;
    } else if kind == ConditionType::SelfHasEnergyType {
        needed("energyType")?;
        let amount = field("minimumAmount").map_or(Some(1), |node| node.number(COUNT));
        found.minimum = amount? as u16;
    } else if let Some(name) = field("stadiumName").filter(|_| kind == ConditionType::StadiumInPlay)
    {
        found.stadium = key_of(&name)?;
    }
    Some(found)
}

/// A text as a symbol for comparing.
pub fn key_of(node: &Node<'_>) -> Option<Symbol> {
    symbol(node, &node.text()?.to_lowercase())
}

/// A text as a symbol.
pub fn name_of(node: &Node<'_>) -> Option<Symbol> {
    symbol(node, node.text()?)
}

fn symbol(node: &Node<'_>, text: &str) -> Option<Symbol> {
    Symbol::intern(text).or_else(|| node.fail("bad_value", "a text of 1 to 200 bytes is expected"))
}

/// The verb that an effect names.
fn verb(node: &Node<'_>, family: Family) -> Option<&'static Entry> {
    let word = node.need("effectType")?;
    find(family, word.text()?).or_else(|| word.unknown_word("bad_effect"))
}

fn effect(from: &Origin<'_>, entry: &Entry, conditions: Vec<Condition>) -> Option<Effect> {
    let verb = (entry.read)(from)?;
    let mut effect = Effect::new(verb);
    (effect.random, effect.conditions) = (from.is_random(), conditions);
    effect.cost = effect.verb.is_cost() && !effect.waits_for_coin();
    Some(effect)
}

/// Reads an effect of an attack; `cap` is what the attack says about scaling.
pub fn of_attack(node: &Node<'_>, cap: u16) -> Option<Effect> {
    let word = node.need("effectType")?;
    if word.value == CARD_EFFECT {
        let conditions = conditions(node, "requiredConditions");
        node.only("effectType requiredConditions effect")?;
        return Some(Effect { conditions, ..inner(&node.need("effect")?)? });
    }
    let entry = verb(node, Family::Attack)?;
    let conditions = conditions(node, "requiredConditions");
    let from = Origin { cap, ..Origin::new(node, Family::Attack, word.text()?) };
    effect(&from, entry, conditions)
}

/// The trainer effect inside an attack.
fn inner(node: &Node<'_>) -> Option<Effect> {
    if !verb(node, Family::Trainer)?.for_attacks {
        return node.fail("bad_effect", "an attack cannot do this");
    }
    for key in ["requiredConditions", "condition"] {
        if let Some(found) = node.get(key) {
            return found.fail("bad_effect", "conditions stand beside `effect`, not inside");
        }
    }
    of_trainer(node)
}

/// Reads an effect of an ability.
pub fn of_ability(
    node: &Node<'_>,
    activation: ActivationType,
    trigger: Option<TriggerEvent>,
) -> Option<Effect> {
    use TriggerEvent::{WhenAttacking, WhenDefending, WhenKnockedOut};
    let entry = verb(node, Family::Ability)?;
    let word = node.need("effectType")?;
    let passive = activation == ActivationType::Passive;
    if passive && !entry.stands {
        return node.fail("bad_effect", "a passive ability prevents, reduces or boosts");
    }
    let fights = matches!(trigger, Some(WhenAttacking | WhenDefending | WhenKnockedOut));
    if fights && word.value == "SWITCH_POKEMON" {
        return node.fail("bad_effect", "no switch at this moment");
    }
    let conditions = conditions(node, "requiredConditions");
    if passive && conditions.iter().any(Condition::is_coin) {
        return node.fail("bad_effect", "a passive ability flips no coin");
    }
    let from = Origin { passive, ..Origin::new(node, Family::Ability, word.text()?) };
    effect(&from, entry, conditions)
}

/// Reads an effect of a trainer card.
pub fn of_trainer(node: &Node<'_>) -> Option<Effect> {
    let entry = verb(node, Family::Trainer)?;
    node.only(
        "effectType target value cardType source energyType destination selector \
         requiredConditions condition",
    )?;
    let mut conditions = conditions(node, "requiredConditions");
    if let Some(coin) = node.get("condition") {
        let kind = match coin.text()? {
            "if heads" => ConditionType::CoinFlipSuccess,
            "if tails" => ConditionType::CoinFlipFailure,
            _ => return coin.fail("bad_enum", "'if heads' or 'if tails' is expected"),
        };
        conditions.push(Condition::new(kind));
    }
    let word = node.need("effectType")?;
    let from = Origin::new(node, Family::Trainer, word.text()?);
    from.check_words();
    effect(&from, entry, conditions)
}
