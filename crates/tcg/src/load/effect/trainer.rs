//! Effects of trainer cards from data (rules 5.7.5).

use super::{COUNT, DAMAGE, conditions, filter, is_random, source, target, type_filter};
use crate::card::{ALL, Condition, Effect, Verb};
use crate::load::node::Node;
use crate::symbol::Symbol;
use crate::words::{ConditionType, Destination, Filter, Source, Target, TrainerEffect};

use Target::{ActiveYours, AllOpponents, AllYours, BenchedOpponents, BenchedYours, Oneself};

/// Reads an effect of a trainer card.
pub fn of_trainer(node: &Node<'_>) -> Option<Effect> {
    let kind = node.need("effectType")?.coded_word(TrainerEffect::from_name, "bad_effect")?;
    node.only(&[
        "effectType",
        "target",
        "value",
        "cardType",
        "source",
        "energyType",
        "destination",
        "selector",
        "requiredConditions",
        "condition",
    ])?;
    let mut effect = trainer_verb(node, kind)?;
    effect.energy = type_filter(node, "energyType");
    effect.random = is_random(node);
    effect.conditions = conditions(node, "requiredConditions");
    if let Some(coin) = node.get("condition") {
        let kind = match coin.text()? {
            "if heads" => ConditionType::CoinFlipSuccess,
            "if tails" => ConditionType::CoinFlipFailure,
            _ => return coin.fail("bad_enum", "'if heads' or 'if tails' is expected"),
        };
        let (minimum, status, energy, stadium) = (1, None, None, Symbol::NONE);
        effect.conditions.push(Condition { kind, minimum, status, energy, stadium });
    }
    let costs = matches!(effect.verb, Verb::DiscardHand | Verb::DiscardOwnEnergy | Verb::Trade);
    effect.cost = costs && !effect.waits_for_coin();
    Some(effect)
}

fn trainer_verb(node: &Node<'_>, kind: TrainerEffect) -> Option<Effect> {
    use TrainerEffect as T;
    let value = || Some(node.need("value")?.number(COUNT)? as u8);
    let value_or = |default| node.number_or("value", COUNT, default) as u8;
    let card_type = || node.get("cardType").map_or(Some(Filter::Any), |node| filter(&node));
    let mut effect = Effect::plain(Verb::Draw);
    match kind {
        T::DrawCards => effect.count = value()?,
        T::LookAtDeck => (effect.verb, effect.count) = (Verb::LookAtDeck, value()?),
        T::OpponentDraws => (effect.verb, effect.count) = (Verb::OpponentDraws, value()?),
        T::OpponentDiscards => (effect.verb, effect.count) = (Verb::OpponentDiscards, value()?),
        T::ShuffleDeck => effect.verb = Verb::ShuffleDeck,
        T::OpponentShufflesHand => effect.verb = Verb::OpponentShufflesHand,
        T::SearchDeck => {
            (effect.verb, effect.count) = (Verb::Search, value_or(1));
            effect.filter = card_type()?;
            effect.shown = effect.filter != Filter::Any;
            effect.destination =
                node.word_or("destination", Destination::from_name, Destination::Hand);
        }
        T::DiscardHand => {
            (effect.verb, effect.filter) = (Verb::DiscardHand, card_type()?);
            effect.count = value_or(i64::from(ALL));
        }
        T::RetrieveFromDiscard => {
            (effect.verb, effect.count) = (Verb::Retrieve, value()?);
            effect.filter = card_type()?;
        }
        T::RetrieveEnergy => {
            (effect.verb, effect.count, effect.filter) =
                (Verb::Retrieve, value_or(2), Filter::Energy);
            if let Some(found) = node.get("cardType") {
                effect.filter = filter(&found)?;
                if !matches!(effect.filter, Filter::Energy | Filter::BasicEnergy) {
                    return found.fail("bad_effect", "Energy or Basic Energy is expected");
                }
            }
        }
        T::TradeCards => {
            (effect.verb, effect.count) = (Verb::Trade, value_or(1));
            effect.filter = card_type()?;
            effect.shown = effect.filter != Filter::Any;
        }
        _ => return board_verb(node, kind),
    }
    Some(effect)
}

/// The trainer effects that are about creatures.
fn board_verb(node: &Node<'_>, kind: TrainerEffect) -> Option<Effect> {
    use TrainerEffect as T;
    let yours: &[Target] = &[AllYours, ActiveYours, BenchedYours];
    let mut effect = Effect::plain(Verb::Draw);
    effect.count = node.number_or("value", 1..=9990, 1).min(60) as u8;
    let tens = |default: Option<i64>| match (node.get("value"), default) {
        (None, Some(default)) => Some(default as i16),
        _ => Some(node.need("value")?.tens(DAMAGE)? as i16),
    };
    let (verb, allowed): (Verb, &[Target]) = match kind {
        T::SwitchActive => (Verb::SwitchActive, &[BenchedYours]),
        T::ReturnToHand => (Verb::ReturnToHand, &[AllYours]),
        T::ReturnToDeck => (Verb::ReturnToDeck, &[AllYours, BenchedYours]),
        T::ForceSwitch => (Verb::ForceSwitch, &[BenchedOpponents]),
        T::DevolvePokemon => (Verb::Devolve, &[AllYours]),
        T::CureStatus => (Verb::CureStatus, &[ActiveYours, Oneself, AllYours]),
        T::RemoveEnergy => (Verb::RemoveEnergy, &[AllOpponents]),
        T::DiscardEnergy => (Verb::DiscardOwnEnergy, &[AllYours]),
        T::AttachToPokemon => (Verb::Attach, yours),
        T::Heal => (Verb::HealOne, yours),
        T::ReduceDamage => (Verb::ReduceOne, yours),
        T::IncreaseDamage => (Verb::IncreaseDamage, &[ActiveYours]),
        T::EvolvePokemon => (Verb::Evolve, &[AllYours]),
        _ => (Verb::PutIntoPlay, &[BenchedYours, BenchedOpponents]),
    };
    (effect.verb, effect.who) = (verb, target(node, allowed, false)?);
    match kind {
        T::Heal => effect.amount = tens(Some(20))?,
        T::ReduceDamage | T::IncreaseDamage => effect.amount = tens(None)?,
        T::EvolvePokemon => effect.source = source(node, &[Source::Hand])?,
        T::PutIntoPlay => {
            node.need("source")?;
            let piles = [Source::Discard, Source::OpponentDiscard, Source::Hand];
            effect.source = source(node, &piles)?;
            effect.filter = Filter::BasicCreature;
            if let Some(found) = node.get("cardType")
                && !matches!(
                    filter(&found)?,
                    Filter::BasicCreature | Filter::Creature | Filter::Any
                )
            {
                return found.fail("bad_effect", "only basic creatures are put into play");
            }
        }
        _ => {}
    }
    Some(effect)
}
