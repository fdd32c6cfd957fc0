//! Effects and conditions from data (rules 5.7).

use std::ops::RangeInclusive;

use super::node::Node;
use crate::card::{ALL, Condition, EVERYTHING, Effect, Verb};
use crate::symbol::Symbol;
use crate::words::{
    AbilityEffect, ActivationType, AttackEffect, ConditionType, Destination, Duration, Filter,
    LockWhat, Per, Selector, Source, Status, Target, TrainerEffect, TriggerEvent, Type, Types,
};

use Target::{
    ActiveOpponent, ActiveYours, AllOpponents, AllYours, BenchedOpponents, BenchedYours, Defending,
    Oneself,
};

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

fn modifier(node: &Node<'_>) -> Option<i16> {
    let modifier = node.need("modifier")?;
    match modifier.tens(-9990..=9990)? {
        0 => modifier.fail("bad_value", "a modifier is not 0"),
        found => Some(found as i16),
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

fn source(node: &Node<'_>, allowed: &[Source]) -> Option<Source> {
    let Some(found) = node.get("source") else { return allowed.first().copied() };
    let source = found.word(Source::from_name)?;
    if allowed.contains(&source) {
        Some(source)
    } else {
        found.fail("bad_effect", "this effect has no such source")
    }
}

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
