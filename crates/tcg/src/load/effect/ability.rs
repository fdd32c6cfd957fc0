//! Effects of abilities from data (rules 5.7.4).

use super::{
    COUNT, DAMAGE, OWN, conditions, duration, filter, is_random, modifier, prevented, source,
    status, switch_words, target, type_filter,
};
use crate::card::{ALL, Condition, Effect, Verb};
use crate::load::node::Node;
use crate::words::{
    AbilityEffect, ActivationType, Destination, Duration, Filter, Source, Target, TriggerEvent,
    Type,
};

use Target::{ActiveOpponent, AllOpponents, Defending};

/// Reads an effect of an ability.
pub fn of_ability(
    node: &Node<'_>,
    activation: ActivationType,
    trigger: Option<TriggerEvent>,
) -> Option<Effect> {
    use AbilityEffect as A;
    let kind = node.need("effectType")?.coded_word(A::from_name, "bad_effect")?;
    let passive = activation == ActivationType::Passive;
    let lasting = matches!(kind, A::PreventDamage | A::ReduceDamage | A::BoostAttack | A::BoostHp);
    if passive && !lasting {
        return node.fail("bad_effect", "a passive ability prevents, reduces or boosts");
    }
    let fights = matches!(
        trigger,
        Some(
            TriggerEvent::WhenAttacking
                | TriggerEvent::WhenDefending
                | TriggerEvent::WhenKnockedOut
        )
    );
    if fights && kind == A::SwitchPokemon {
        return node.fail("bad_effect", "no switch at this moment");
    }
    let conditions = conditions(node, "requiredConditions");
    if passive && conditions.iter().any(Condition::is_coin) {
        return node.fail("bad_effect", "a passive ability flips no coin");
    }
    let open = |fields: &[&str]| {
        let common = ["effectType", "requiredConditions"];
        node.only(&[&common, fields].concat())
    };
    let mut effect = match kind {
        A::EnergyAcceleration => {
            open(&[
                "target",
                "source",
                "count",
                "energyType",
                "targetPokemonType",
                "sourcePokemonType",
                "sourcePokemonTarget",
                "selector",
            ])?;
            ability_acceleration(node)?
        }
        A::PreventDamage | A::ReduceDamage | A::BoostAttack | A::BoostHp => {
            lasting_verb(node, kind, passive, open)?
        }
        A::SearchDeck
        | A::DiscardFromHand
        | A::AttachFromDiscard
        | A::RetrieveFromDiscard
        | A::DrawCards => card_verb(node, kind, open)?,
        A::Heal | A::StatusCondition | A::SwitchPokemon | A::MoveDamageCounter => {
            creature_verb(node, kind, open)?
        }
    };
    effect.cost = effect.verb == Verb::DiscardHand && !conditions.iter().any(Condition::is_coin);
    effect.conditions = conditions;
    Some(effect)
}

fn lasting_verb(
    node: &Node<'_>,
    kind: AbilityEffect,
    passive: bool,
    open: impl Fn(&[&str]) -> Option<()>,
) -> Option<Effect> {
    use AbilityEffect as A;
    let usual = if passive { Duration::Permanent } else { Duration::ThisTurn };
    let mut effect = Effect::plain(Verb::Prevent);
    effect.who = target(node, &[OWN, &[Defending, ActiveOpponent]].concat(), true)?;
    match kind {
        A::PreventDamage => {
            open(&["target", "duration", "amount"])?;
            effect.amount = prevented(node)?;
            effect.duration = duration(node, passive.then_some(usual), passive)?;
        }
        A::ReduceDamage => {
            open(&["target", "duration", "amount", "source"])?;
            effect.verb = Verb::Reduce;
            effect.amount = prevented(node)?;
            node.need("amount")?;
            effect.types = type_filter(node, "source");
            let usual = if passive { usual } else { Duration::NextTurn };
            effect.duration = duration(node, Some(usual), passive)?;
        }
        A::BoostAttack => {
            open(&["target", "duration", "modifier", "affectedTypes"])?;
            effect.verb = Verb::BoostAttack;
            effect.amount = modifier(node)?;
            let types = node.list("affectedTypes");
            effect.types = types.iter().filter_map(|node| node.word(Type::from_name)).collect();
            effect.duration = duration(node, Some(usual), passive)?;
        }
        _ => {
            open(&["target", "duration", "modifier"])?;
            effect.verb = Verb::BoostHp;
            effect.amount = modifier(node)?;
            effect.duration = duration(node, Some(usual), passive)?;
        }
    }
    Some(effect)
}

fn card_verb(
    node: &Node<'_>,
    kind: AbilityEffect,
    open: impl Fn(&[&str]) -> Option<()>,
) -> Option<Effect> {
    use AbilityEffect as A;
    let count = || Some(node.need("count")?.number(COUNT)? as u8);
    let mut effect = Effect::plain(Verb::Draw);
    match kind {
        A::SearchDeck => {
            open(&["cardType", "pokemonType", "count", "destination", "selector"])?;
            effect.verb = Verb::Search;
            effect.destination =
                node.word_or("destination", Destination::from_name, Destination::Hand);
        }
        A::DiscardFromHand => {
            open(&["count", "selector", "cardType"])?;
            effect.verb = Verb::DiscardHand;
        }
        A::AttachFromDiscard => {
            open(&["target", "energyType", "count", "selector"])?;
            effect.verb = Verb::AttachFromDiscard;
            effect.who = target(node, OWN, true)?;
            effect.energy = type_filter(node, "energyType");
            effect.filter = Filter::Energy;
        }
        A::RetrieveFromDiscard => {
            open(&["cardType", "pokemonType", "count", "selector"])?;
            effect.verb = Verb::Retrieve;
        }
        _ => open(&["count"])?,
    }
    effect.count = if kind == A::DiscardFromHand {
        node.need("count")?.number_or_all(COUNT, i64::from(ALL))? as u8
    } else {
        count()?
    };
    if let Some(word) = node.get("cardType") {
        effect.filter = filter(&word)?;
    }
    effect.types = type_filter(node, "pokemonType");
    effect.shown = effect.filter != Filter::Any || !effect.types.is_empty();
    effect.random = is_random(node);
    Some(effect)
}

fn creature_verb(
    node: &Node<'_>,
    kind: AbilityEffect,
    open: impl Fn(&[&str]) -> Option<()>,
) -> Option<Effect> {
    use AbilityEffect as A;
    let mut effect = Effect::plain(Verb::HealOne);
    match kind {
        A::Heal => {
            open(&["target", "amount"])?;
            effect.who = target(node, OWN, true)?;
            effect.amount = node.need("amount")?.tens(DAMAGE)? as i16;
        }
        A::StatusCondition => {
            open(&["target", "statusCondition", "poisonDamage"])?;
            effect.verb = Verb::Status;
            effect.who = target(node, &[Defending, ActiveOpponent, AllOpponents], true)?;
            status(node, &mut effect)?;
        }
        A::SwitchPokemon => {
            open(&["target", "with", "selector"])?;
            effect.verb = Verb::AbilitySwitch;
            switch_words(node)?;
            effect.random = is_random(node);
        }
        _ => {
            open(&["sourceTarget", "destinationTarget", "amount", "preventKnockout"])?;
            effect.verb = Verb::MoveCounters;
            effect.who = own_target(node, "sourceTarget")?;
            effect.other = own_target(node, "destinationTarget")?;
            effect.amount = node.need("amount")?.number(1..=99)? as i16;
            effect.prevents_knockout = node.flag_or("preventKnockout", true);
        }
    }
    Some(effect)
}

fn own_target(node: &Node<'_>, key: &str) -> Option<Target> {
    let found = node.need(key)?;
    let target = found.word(Target::from_name)?;
    if OWN.contains(&target) {
        Some(target)
    } else {
        found.fail("bad_effect", "own creatures are expected")
    }
}

fn ability_acceleration(node: &Node<'_>) -> Option<Effect> {
    let mut effect = Effect::plain(Verb::AbilityAccelerate);
    effect.who = target(node, OWN, true)?;
    node.need("source")?;
    effect.source = source(node, &[Source::Deck, Source::Discard, Source::Hand, Source::Oneself])?;
    effect.count = node.need("count")?.number(COUNT)? as u8;
    effect.energy = type_filter(node, "energyType");
    effect.filter = Filter::Energy;
    effect.types = type_filter(node, "targetPokemonType");
    effect.source_types = type_filter(node, "sourcePokemonType");
    if node.get("sourcePokemonTarget").is_some() {
        effect.other = own_target(node, "sourcePokemonTarget")?;
    }
    effect.random = is_random(node);
    Some(effect)
}
