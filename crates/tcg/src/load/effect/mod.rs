//! Effects and conditions from data (rules 5.7).

mod ability;
mod attack;
mod trainer;

use std::ops::RangeInclusive;

use super::node::Node;
use crate::card::{Condition, EVERYTHING, Effect};
use crate::symbol::Symbol;
use crate::words::{
    ConditionType, Duration, Filter, Selector, Source, Status, Target, Type, Types,
};

pub use ability::of_ability;
pub use attack::of_attack;
pub use trainer::of_trainer;

use Target::{ActiveYours, AllYours, BenchedYours, Oneself};

const DAMAGE: RangeInclusive<i64> = 10..=9990;
const COUNT: RangeInclusive<i64> = 1..=60;
const OWN: &[Target] = &[Oneself, AllYours, BenchedYours, ActiveYours];

/// A list of conditions that may be missing.
pub fn conditions(node: &Node<'_>, key: &str) -> Vec<Condition> {
    node.list(key).iter().filter_map(condition).collect()
}

fn condition(node: &Node<'_>) -> Option<Condition> {
    node.only(&["type", "value"])?;
    let kind = node.need("type")?.word(ConditionType::from_name)?;
    let value = node.get("value");
    if let Some(value) = &value {
        value.only(&["minimumAmount", "statusCondition", "energyType", "stadiumName"])?;
    }
    let field = |key: &str| value.as_ref().and_then(|value| value.get(key));
    let needed = |key: &str| match &value {
        Some(value) => value.need(key),
        None => node.need("value"),
    };
    let mut found = Condition {
        kind,
        minimum: 1,
        status: field("statusCondition").and_then(|node| node.word(Status::from_name)),
        energy: field("energyType").and_then(|node| node.word(Type::from_name)),
        stadium: Symbol::NONE,
    };
    match kind {
        ConditionType::SelfMinimumDamage => {
            found.minimum = needed("minimumAmount")?.tens(DAMAGE)? as u16;
        }
        ConditionType::SelfMinimumEnergy => {
            found.minimum = needed("minimumAmount")?.number(COUNT)? as u16;
        }
        ConditionType::SelfHasEnergyType => {
            needed("energyType")?;
            let amount = field("minimumAmount").map_or(Some(1), |node| node.number(COUNT));
            found.minimum = amount? as u16;
        }
        ConditionType::StadiumInPlay => {
            if let Some(name) = field("stadiumName") {
                found.stadium = key_of(&name)?;
            }
        }
        _ => {}
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

/// A filter word, in any case.
fn filter(node: &Node<'_>) -> Option<Filter> {
    node.word(|word| Filter::from_name(&word.to_lowercase()))
}

fn type_filter(node: &Node<'_>, key: &str) -> Types {
    let found = node.get(key).and_then(|node| node.word(Type::from_name));
    found.map_or(Types::NONE, Types::one)
}

/// One of the targets that an effect can have; the first where there is none and it may be missing.
fn target(node: &Node<'_>, allowed: &[Target], needed: bool) -> Option<Target> {
    let found = if needed {
        node.need("target")?
    } else {
        match node.get("target") {
            Some(found) => found,
            None => return allowed.first().copied(),
        }
    };
    let target = found.word(Target::from_name)?;
    if allowed.contains(&target) {
        return Some(target);
    }
    found.fail("bad_effect", "this effect has no such target")
}

fn is_random(node: &Node<'_>) -> bool {
    node.word_or("selector", Selector::from_name, Selector::Choice) == Selector::Random
}

fn status(node: &Node<'_>, effect: &mut Effect) -> Option<()> {
    effect.status = node.need("statusCondition")?.word(Status::from_name)?;
    if let Some(poison) = node.get("poisonDamage") {
        match poison.tens(10..=20)? {
            damage if effect.status == Status::Poisoned => effect.poison = damage as u8,
            _ => return poison.fail("bad_effect", "only a poison has a damage"),
        }
    }
    Some(())
}

fn prevented(node: &Node<'_>) -> Option<i16> {
    node.get("amount").map_or(Some(EVERYTHING), |amount| {
        let found = amount.number_or_all(DAMAGE, i64::from(EVERYTHING))?;
        if found == i64::from(EVERYTHING) {
            Some(EVERYTHING)
        } else {
            Some(amount.tens(DAMAGE)? as i16)
        }
    })
}

fn duration(node: &Node<'_>, default: Option<Duration>, passive: bool) -> Option<Duration> {
    let found = match (node.get("duration"), default) {
        (Some(found), _) => found,
        (None, Some(default)) => return Some(default),
        (None, None) => node.need("duration")?,
    };
    let duration = found.word(Duration::from_name)?;
    if duration == Duration::Permanent && !passive {
        return found.fail("bad_effect", "only passive abilities are permanent");
    }
    Some(duration)
}

fn modifier(node: &Node<'_>) -> Option<i16> {
    let modifier = node.need("modifier")?;
    match modifier.tens(-9990..=9990)? {
        0 => modifier.fail("bad_value", "a modifier is not 0"),
        found => Some(found as i16),
    }
}

fn source(node: &Node<'_>, allowed: &[Source]) -> Option<Source> {
    let Some(found) = node.get("source") else { return allowed.first().copied() };
    let source = found.word(Source::from_name)?;
    if allowed.contains(&source) {
        Some(source)
    } else {
        found.fail("bad_effect", "this effect has no such source")
    }
}

fn switch_words(node: &Node<'_>) -> Option<()> {
    target(node, &[Oneself], false)?;
    match node.get("with") {
        Some(with) if with.word(Target::from_name)? != BenchedYours => {
            with.fail("bad_effect", "a switch is made with BENCHED_YOURS")
        }
        _ => Some(()),
    }
}
