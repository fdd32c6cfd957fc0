//! Cards from data (rules 2.4).

use super::ability::ability;
use super::attack::attack;
use super::effect::{key_of, name_of, of_trainer};
use super::energy::energy;
use super::node::Node;
use super::rule::rule;
use crate::card::{CardDef, Effect, Rule, Weakness};
use crate::symbol::Symbol;
use crate::verbs::Verb;
use crate::words::{CardType, Rarity, Stage, TrainerType, Type};

/// Who made a set, for the ids of its cards.
pub struct Imprint {
    /// Author.
    pub author: String,
    /// Name of the set.
    pub set: String,
    /// Version.
    pub version: String,
}

/// Reads a card.
pub fn card(node: &Node<'_>, imprint: &Imprint) -> Option<CardDef> {
    node.only(
        "name cardNumber cardType rarity artist description imageUrl regulationMark \
         pokemonNumber hp stage level evolvesFrom pokemonType subtypes attacks ability rules \
         weakness resistance retreatCost trainerType trainerEffects energyType energyProvision",
    )?;
    node.get("rarity").and_then(|node| node.word(Rarity::from_name));
    let kind = kind(node)?;
    let mut card = blank(node, imprint, kind)?;
    card.rules = node.list("rules").iter().filter_map(|node| rule(node, kind)).collect();
    card.rule_bits = card.rules.iter().fold(0, |bits, rule| bits | Rule::bit(rule.kind));
    match kind {
        CardType::Creature => creature(node, &mut card)?,
        CardType::Trainer => trainer(node, &mut card)?,
        CardType::Energy => card.energy = Some(energy(node)?),
    }
    Some(card)
}

fn kind(node: &Node<'_>) -> Option<CardType> {
    if let Some(found) = node.get("cardType") {
        return found.word(CardType::from_name);
    }
    Some(if node.get("trainerType").is_some() {
        CardType::Trainer
    } else if node.get("energyProvision").is_some() || node.get("energyType").is_some() {
        CardType::Energy
    } else {
        CardType::Creature
    })
}

fn blank(node: &Node<'_>, imprint: &Imprint, kind: CardType) -> Option<CardDef> {
    let (name, number) = (node.need("name")?, node.need("cardNumber")?);
    let level = match node.get("level") {
        Some(level) => level.number(1..=999)?.to_string(),
        None => String::new(),
    };
    let Imprint { author, set, version } = imprint;
    let (slug, digits) = (slug(name.text()?), number.text()?);
    let id = format!("{author}-{set}-v{version}-{slug}-{level}-{digits}");
    let id = Symbol::intern(&id)
        .or_else(|| node.fail("bad_value", "its id would have more than 200 bytes"))?;
    Some(CardDef {
        id,
        name: name_of(&name)?,
        key: key_of(&name)?,
        set: set.clone(),
        number: digits.to_owned(),
        kind,
        ..CardDef::blank()
    })
}

/// Lower case, everything but letters and digits as single dashes.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.to_lowercase().chars() {
        if letter.is_ascii_lowercase() || letter.is_ascii_digit() {
            slug.push(letter);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

fn hp(node: &Node<'_>) -> Option<u16> {
    Some(node.need("hp")?.tens(10..=9990)? as u16)
}

fn creature(node: &Node<'_>, card: &mut CardDef) -> Option<()> {
    let stage = node.need("stage").and_then(|node| node.word(Stage::from_name));
    let of_type = node.need("pokemonType").and_then(|node| node.word(Type::from_name));
    let attacks = node.need("attacks");
    card.hp = hp(node)?;
    (card.stage, card.of_type) = (stage?, of_type?);
    if matches!(card.stage, Stage::Stage1 | Stage::Stage2) {
        card.evolves_from = key_of(&node.need("evolvesFrom")?)?;
    }
    let lower = |node: &Node<'_>| node.text().map(str::to_lowercase);
    card.subtypes = node.list("subtypes").iter().filter_map(lower).collect();
    let attacks = attacks?;
    card.attacks = attacks.items().iter().filter_map(attack).collect();
    if card.attacks.len() > 4 {
        return attacks.fail("bad_value", "at most 4 attacks");
    }
    card.ability = node.get("ability").and_then(|node| ability(&node));
    card.weakness = node.get("weakness").and_then(|node| weakness(&node));
    card.resistance = node.get("resistance").and_then(|node| resistance(&node));
    card.retreat = node.number_or("retreatCost", 0..=5, 0) as u8;
    Some(())
}

fn weakness(node: &Node<'_>) -> Option<Weakness> {
    node.only("type modifier")?;
    let of_type = node.need("type")?.word(Type::from_name)?;
    let Some(modifier) = node.get("modifier") else {
        return Some(Weakness { of_type, times: 2, plus: 0 });
    };
    let text = modifier.text()?;
    let number = |prefixes: &[char]| text.strip_prefix(prefixes)?.parse::<u16>().ok();
    match (number(&['×', 'x']), number(&['+'])) {
        (Some(times @ 2..=4), _) => Some(Weakness { of_type, times, plus: 0 }),
        (_, Some(plus @ 10..=9990)) if plus % 10 == 0 => Some(Weakness { of_type, times: 1, plus }),
        _ => modifier.fail("bad_value", "×2 to ×4, or + and a multiple of 10, is expected"),
    }
}

fn resistance(node: &Node<'_>) -> Option<(Type, u16)> {
    node.only("type modifier")?;
    let of_type = node.need("type")?.word(Type::from_name)?;
    let Some(modifier) = node.get("modifier") else { return Some((of_type, 30)) };
    let number = modifier.text()?.strip_prefix(['-', '−']).and_then(|text| text.parse().ok());
    match number {
        Some(less @ 10..=9990u16) if less % 10 == 0 => Some((of_type, less)),
        _ => modifier.fail("bad_value", "- and a multiple of 10 is expected"),
    }
}

fn trainer(node: &Node<'_>, card: &mut CardDef) -> Option<()> {
    let kind = node.need("trainerType")?.word(TrainerType::from_name)?;
    card.trainer = Some(kind);
    if node.get("hp").is_some() {
        card.hp = hp(node)?;
    }
    card.effects = node.list("trainerEffects").iter().filter_map(of_trainer).collect();
    card.effects.sort_by_key(|effect| effect.verb.trainer_rank());
    let attaches = card.effects.iter().any(|effect| matches!(effect.verb, Verb::Attach(_)));
    let tool = kind == TrainerType::Tool;
    for effect in &mut card.effects {
        effect.carried = matches!(effect.verb, Verb::ReduceOne(_)) && attaches
            || matches!(effect.verb, Verb::IncreaseDamage(_)) && tool;
        if let Verb::Attach(attach) = &mut effect.verb {
            attach.tool = tool;
        }
    }
    match kind {
        TrainerType::Tool if !attaches => {
            return node.fail("bad_effect", "a TOOL needs ATTACH_TO_POKEMON");
        }
        TrainerType::Stadium if card.effects.is_empty() && card.rules.is_empty() => {
            return node.fail("bad_effect", "a STADIUM needs effects or rules");
        }
        TrainerType::Item | TrainerType::Supporter if card.effects.is_empty() => {
            return node.fail("bad_effect", "at least one effect is expected");
        }
        TrainerType::Tool | TrainerType::Stadium | TrainerType::Item | TrainerType::Supporter => {}
    }
    let becomes =
        |effect: &Effect| matches!(&effect.verb, Verb::PutIntoPlay(put) if put.is_itself());
    if card.effects.iter().any(becomes) && card.hp == 0 {
        return node.fail("bad_effect", "a card that becomes a creature needs hp");
    }
    if kind == TrainerType::Stadium && attaches {
        return node.fail("bad_effect", "a STADIUM is not attached");
    }
    Some(())
}
