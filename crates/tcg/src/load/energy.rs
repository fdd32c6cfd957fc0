//! Energy cards from data (rules 2.4).

use super::node::Node;
use crate::card::Energy;
use crate::words::{Type, Types};

pub(super) fn energy(node: &Node<'_>) -> Option<Energy> {
    let plain = |types| Energy {
        types,
        amount: 1,
        special: false,
        not_for_retreat: false,
        not_for_ability: false,
        only: Types::NONE,
        heals: 0,
        hurts: 0,
    };
    let Some(given) = node.get("energyProvision") else {
        return Some(plain(Types::one(node.need("energyType")?.word(Type::from_name)?)));
    };
    node.get("energyType").and_then(|node| node.word(Type::from_name));
    given.only("energyTypes amount isSpecial restrictions additionalEffects")?;
    let list = given.need("energyTypes")?;
    let types: Types = list.items().iter().filter_map(|node| node.word(Type::from_name)).collect();
    if types.is_empty() {
        return list.fail("bad_value", "at least one type is expected");
    }
    let mut energy = plain(types);
    energy.amount = given.need("amount")?.number(1..=20)? as u8;
    energy.special = given.need("isSpecial")?.flag()?;
    for word in given.list("restrictions") {
        restriction(&word, &mut energy)?;
    }
    if let Some(word) = given.get("additionalEffects") {
        on_attach(&word, &mut energy)?;
    }
    let bare = Energy { special: false, ..plain(types) };
    let plain = Energy { special: false, ..energy } == bare && types.len() == 1;
    if !plain && !energy.special {
        return given.fail("bad_value", "this needs isSpecial: true");
    }
    Some(energy)
}

fn restriction(node: &Node<'_>, energy: &mut Energy) -> Option<()> {
    match node.text()? {
        "NOT_FOR_RETREAT" => energy.not_for_retreat = true,
        "NOT_FOR_ABILITY" => energy.not_for_ability = true,
        text => {
            let kind = text.strip_prefix("ONLY_TYPE:").and_then(Type::from_name);
            let Some(kind) = kind else {
                return node.fail("unknown_restriction", format!("'{text}' is not understood"));
            };
            energy.only = energy.only.and(Types::one(kind));
        }
    }
    Some(())
}

fn on_attach(node: &Node<'_>, energy: &mut Energy) -> Option<()> {
    let text = node.text()?;
    let (amount, digits) = match text.split_once(':') {
        Some(("HEAL_ON_ATTACH", digits)) => (&mut energy.heals, digits),
        Some(("DAMAGE_ON_ATTACH", digits)) => (&mut energy.hurts, digits),
        _ => return node.fail("unknown_restriction", format!("'{text}' is not understood")),
    };
    match digits.parse::<u16>() {
        Ok(number) if number % 10 == 0 && (10..=9990).contains(&number) => *amount = number,
        _ => return node.fail("bad_value", format!("'{text}': a multiple of 10 is expected")),
    }
    Some(())
}
