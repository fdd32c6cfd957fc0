//! Attacks and their coins from data (rules 5.7.2).

use super::effect::{name_of, of_attack};
use super::node::Node;
use crate::card::{Attack, CardDef, Coins, Effect, Precondition};
use crate::words::{
    CountType, DamageCalculation, DamageCheck, PreconditionType, Type, Types, VariableSource,
};

/// Colourless symbols and typed ones together.
const COST_MAX: usize = 10;

pub(super) fn attack(node: &Node<'_>) -> Option<Attack> {
    node.only("name energyCost damage text coinFlip preconditions effects energyBonusCap")?;
    let name = name_of(&node.need("name")?)?;
    let symbols = node.need("energyCost")?;
    let symbols: Vec<Type> =
        symbols.items().iter().filter_map(|node| node.word(Type::from_name)).collect();
    if symbols.len() > COST_MAX {
        return node.fail("bad_value", "at most 10 symbols of cost");
    }
    let colorless = symbols.iter().filter(|kind| **kind == Type::Colorless).count() as u8;
    let cost: Vec<Type> = symbols.into_iter().filter(|kind| *kind != Type::Colorless).collect();
    let (damage, is_printed) = match node.get("damage") {
        Some(damage) => printed(&damage)?,
        None => (0, false),
    };
    let cap = node.number_or("energyBonusCap", 0..=999, i64::from(u16::MAX)) as u16;
    let effects: Vec<Effect> =
        node.list("effects").iter().filter_map(|node| of_attack(node, cap)).collect();
    let mut coins = node.get("coinFlip").and_then(|node| coin_flip(&node, damage));
    let preconditions = preconditions(node, &mut coins)?;
    if coins.is_none() && CardDef::flips(&effects) {
        return node.fail("bad_effect", "a coin condition, but the attack has no coins");
    }
    let counts = |coins: &Coins| {
        use DamageCalculation::{ConditionalBonus, MultiplyByHeads};
        matches!(coins.calculation, MultiplyByHeads | ConditionalBonus)
    };
    let has_damage = is_printed
        || effects.iter().any(|effect| effect.verb.grows())
        || coins.as_ref().is_some_and(counts);
    let plain = cost.windows(2).all(|pair| pair[0] == pair[1])
        && preconditions.is_empty()
        && !effects.iter().any(|effect| effect.cost);
    Some(Attack { name, cost, colorless, damage, has_damage, coins, preconditions, effects, plain })
}

/// The printed number, and whether there is one.
fn printed(node: &Node<'_>) -> Option<(u16, bool)> {
    let text = node.text()?;
    if text.is_empty() {
        return Some((0, false));
    }
    let digits = text.strip_suffix(['+', '-', '×', 'x']).unwrap_or(text);
    match digits.parse::<u16>() {
        Ok(number @ 0..=9990) if number % 10 == 0 && !digits.starts_with('+') => {
            Some((number, true))
        }
        _ => node.fail("bad_value", "digits with at most one of + - × is expected"),
    }
}

fn coin_flip(node: &Node<'_>, printed: u16) -> Option<Coins> {
    use DamageCalculation as D;
    node.only(
        "countType count variableSource energyType damageCalculation damagePerHead \
         conditionalBonus selfDamageOnTails",
    )?;
    let count_type = node.need("countType")?.word(CountType::from_name)?;
    let calculation = node.need("damageCalculation")?.word(D::from_name)?;
    let mut coins = Coins {
        count_type,
        count: 0,
        source: VariableSource::EnergyAttached,
        energy: Types::NONE,
        calculation,
        per_head: printed,
        bonus: 0,
        self_damage: 0,
    };
    match count_type {
        CountType::Fixed => coins.count = node.need("count")?.number(1..=10)? as u8,
        CountType::Variable => {
            coins.source = node.need("variableSource")?.word(VariableSource::from_name)?;
            if coins.source == VariableSource::EnergyTypeAttached {
                coins.energy = Types::one(node.need("energyType")?.word(Type::from_name)?);
            }
        }
        CountType::UntilTails if matches!(calculation, D::BaseDamage | D::ConditionalBonus) => {
            return node.fail("bad_effect", "until tails there is always a tails");
        }
        CountType::UntilTails => {}
    }
    let tens = |key: &str| match node.get(key) {
        Some(found) => Some(found.tens(0..=9990)? as u16),
        None => Some(0),
    };
    if node.get("damagePerHead").is_some() {
        coins.per_head = tens("damagePerHead")?;
    }
    (coins.bonus, coins.self_damage) = (tens("conditionalBonus")?, tens("selfDamageOnTails")?);
    if calculation == D::ConditionalBonus {
        node.need("conditionalBonus")?;
    }
    if calculation == D::ConditionalSelfDamage {
        node.need("selfDamageOnTails")?;
    }
    Some(coins)
}

fn preconditions(node: &Node<'_>, coins: &mut Option<Coins>) -> Option<Vec<Precondition>> {
    let mut found = Vec::new();
    for node in node.list("preconditions") {
        node.only("type value")?;
        let kind = node.need("type")?.word(PreconditionType::from_name)?;
        let value = node.need("value")?;
        match kind {
            PreconditionType::CoinFlip => {
                value.only("numberOfCoins")?;
                let count = value.need("numberOfCoins")?.number(1..=10)? as u8;
                let flip = Coins {
                    count_type: CountType::Fixed,
                    count,
                    source: VariableSource::EnergyAttached,
                    energy: Types::NONE,
                    calculation: DamageCalculation::StatusEffectOnly,
                    per_head: 0,
                    bonus: 0,
                    self_damage: 0,
                };
                if coins.replace(flip).is_some() {
                    return node.fail("bad_effect", "one source of coins only");
                }
            }
            PreconditionType::DamageCheck => {
                value.only("condition minimumDamage")?;
                let check = value.need("condition")?.word(DamageCheck::from_name)?;
                let least = if check == DamageCheck::MinimumDamage {
                    value.need("minimumDamage")?.tens(10..=9990)?
                } else {
                    0
                };
                found.push(Precondition::Damage(check, least as u16));
            }
            PreconditionType::EnergyCheck => {
                value.only("energyType minimum")?;
                let kind = value.need("energyType")?.word(Type::from_name)?;
                let least = value.need("minimum")?.number(1..=60)? as u8;
                found.push(Precondition::Energy(kind, least));
            }
        }
    }
    Some(found)
}
