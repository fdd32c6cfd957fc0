//! Effects of attacks from data (rules 5.7.3).

use super::{
    COUNT, DAMAGE, conditions, duration, is_random, modifier, of_trainer, prevented, status,
    switch_words, target, type_filter,
};
use crate::card::{ALL, Condition, Effect, Verb};
use crate::load::node::Node;
use crate::words::{AttackEffect, Filter, LockWhat, Per, Source, Target, TrainerEffect};

use Target::{BenchedOpponents, BenchedYours, Defending, Oneself};

/// Reads an effect of an attack; `cap` is what the attack says about scaling.
pub fn of_attack(node: &Node<'_>, cap: u16) -> Option<Effect> {
    let kind = node.need("effectType")?.coded_word(AttackEffect::from_name, "bad_effect")?;
    let conditions = conditions(node, "requiredConditions");
    let open = |fields: &[&str]| {
        let common = ["effectType", "requiredConditions"];
        node.only(&[&common, fields].concat())
    };
    let mut effect = match kind {
        AttackEffect::CardEffect => {
            open(&["effect"])?;
            inner(&node.need("effect")?)?
        }
        AttackEffect::EnergyAcceleration => {
            open(&["target", "source", "energyType", "count", "selector"])?;
            attack_acceleration(node)?
        }
        AttackEffect::DamageScaling => {
            open(&["per", "amount", "energyType", "cap"])?;
            let mut effect = Effect::plain(Verb::DamageScaling);
            effect.per = node.need("per")?.word(Per::from_name)?;
            effect.amount = node.need("amount")?.tens(-9990..=9990)? as i16;
            effect.energy = type_filter(node, "energyType");
            effect.cap = node.number_or("cap", 0..=999, i64::from(cap)) as u16;
            effect
        }
        _ => attack_verb(node, kind, open)?,
    };
    effect.cost = effect.verb == Verb::DiscardEnergy
        && effect.who == Oneself
        && !conditions.iter().any(Condition::is_coin);
    effect.conditions = conditions;
    Some(effect)
}

fn attack_verb(
    node: &Node<'_>,
    kind: AttackEffect,
    open: impl Fn(&[&str]) -> Option<()>,
) -> Option<Effect> {
    let both: &[Target] = &[Oneself, Defending];
    let amount = || Some(node.need("amount")?.tens(DAMAGE)? as i16);
    let mut effect = Effect::plain(Verb::DiscardEnergy);
    match kind {
        AttackEffect::DiscardEnergy => {
            open(&["target", "amount", "energyType"])?;
            effect.who = target(node, both, true)?;
            effect.count = node.need("amount")?.number_or_all(COUNT, i64::from(ALL))? as u8;
            effect.energy = type_filter(node, "energyType");
        }
        AttackEffect::StatusCondition => {
            open(&["target", "statusCondition", "poisonDamage"])?;
            effect.verb = Verb::Status;
            effect.who = target(node, &[Defending, Oneself], false)?;
            status(node, &mut effect)?;
        }
        AttackEffect::DamageModifier => {
            open(&["modifier"])?;
            effect.verb = Verb::DamageModifier;
            effect.amount = modifier(node)?;
        }
        AttackEffect::Heal => {
            open(&["target", "amount"])?;
            effect.verb = Verb::HealTarget;
            (effect.who, effect.amount) = (target(node, both, true)?, amount()?);
        }
        AttackEffect::PreventDamage => {
            open(&["target", "duration", "amount"])?;
            effect.verb = Verb::Prevent;
            effect.who = target(node, both, true)?;
            effect.duration = duration(node, None, false)?;
            effect.amount = prevented(node)?;
        }
        AttackEffect::RecoilDamage => {
            open(&["target", "amount"])?;
            effect.verb = Verb::Recoil;
            (effect.who, effect.amount) = (target(node, &[Oneself], false)?, amount()?);
        }
        AttackEffect::SwitchPokemon => {
            open(&["target", "with", "selector"])?;
            effect.verb = Verb::SwitchAttacker;
            switch_words(node)?;
            effect.random = is_random(node);
        }
        AttackEffect::BenchDamage => {
            open(&["target", "amount", "count"])?;
            effect.verb = Verb::BenchDamage;
            effect.who = target(node, &[BenchedOpponents, BenchedYours], true)?;
            effect.amount = amount()?;
            effect.count = node.need("count")?.number_or_all(1..=5, i64::from(ALL))? as u8;
        }
        _ => {
            open(&["target", "what"])?;
            effect.verb = Verb::Lock;
            effect.who = target(node, &[Defending, Oneself], true)?;
            effect.lock = node.need("what")?.word(LockWhat::from_name)?;
        }
    }
    Some(effect)
}

fn attack_acceleration(node: &Node<'_>) -> Option<Effect> {
    let mut effect = Effect::plain(Verb::AttackAccelerate);
    effect.who = target(node, &[Oneself, BenchedYours], true)?;
    let source = node.need("source")?;
    effect.source = source.word(|word| Source::from_name(&word.to_uppercase()))?;
    if !matches!(effect.source, Source::Deck | Source::Discard | Source::Hand) {
        return source.fail("bad_effect", "an attack takes energy from deck, discard or hand");
    }
    effect.energy = type_filter(node, "energyType");
    effect.filter = Filter::Energy;
    effect.count = node.need("count")?.number(COUNT)? as u8;
    effect.random = is_random(node);
    Some(effect)
}

/// The trainer effect inside an attack.
fn inner(node: &Node<'_>) -> Option<Effect> {
    use TrainerEffect as T;
    let kind = node.need("effectType")?.coded_word(T::from_name, "bad_effect")?;
    let allowed = [
        T::DrawCards,
        T::SearchDeck,
        T::LookAtDeck,
        T::ShuffleDeck,
        T::RetrieveFromDiscard,
        T::RetrieveEnergy,
        T::OpponentDiscards,
        T::OpponentDraws,
        T::OpponentShufflesHand,
        T::ForceSwitch,
        T::Heal,
        T::CureStatus,
        T::RemoveEnergy,
    ];
    if !allowed.contains(&kind) {
        return node.fail("bad_effect", "an attack cannot do this");
    }
    for key in ["requiredConditions", "condition"] {
        if let Some(found) = node.get(key) {
            return found.fail("bad_effect", "conditions stand beside `effect`, not inside");
        }
    }
    of_trainer(node)
}
