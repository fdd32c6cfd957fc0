//! Cards from data (rules 2.4).

use super::effect::{conditions, key_of, name_of, of_ability, of_attack, of_trainer};
use super::node::Node;
use crate::card::{
    Ability, Attack, CardDef, Coins, Condition, Effect, Energy, Precondition, Rule, Verb, Weakness,
};
use crate::symbol::Symbol;
use crate::words::{
    ActivationType, CardType, CountType, DamageCalculation, DamageCheck, DiscardTiming,
    PreconditionType, Priority, Rarity, Restriction, RuleType, Source, Stage, Status, SwitchTarget,
    TrainerType, TriggerEvent, Type, Types, UsageLimit, VariableSource,
};

/// Colourless symbols and typed ones together.
const COST_MAX: usize = 10;

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
    node.only(&[
        "name",
        "cardNumber",
        "cardType",
        "rarity",
        "artist",
        "description",
        "imageUrl",
        "regulationMark",
        "pokemonNumber",
        "hp",
        "stage",
        "level",
        "evolvesFrom",
        "pokemonType",
        "subtypes",
        "attacks",
        "ability",
        "rules",
        "weakness",
        "resistance",
        "retreatCost",
        "trainerType",
        "trainerEffects",
        "energyType",
        "energyProvision",
    ])?;
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
    node.only(&["type", "modifier"])?;
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
    node.only(&["type", "modifier"])?;
    let of_type = node.need("type")?.word(Type::from_name)?;
    let Some(modifier) = node.get("modifier") else { return Some((of_type, 30)) };
    let number = modifier.text()?.strip_prefix(['-', '−']).and_then(|text| text.parse().ok());
    match number {
        Some(less @ 10..=9990u16) if less % 10 == 0 => Some((of_type, less)),
        _ => modifier.fail("bad_value", "- and a multiple of 10 is expected"),
    }
}

fn attack(node: &Node<'_>) -> Option<Attack> {
    node.only(&[
        "name",
        "energyCost",
        "damage",
        "text",
        "coinFlip",
        "preconditions",
        "effects",
        "energyBonusCap",
    ])?;
    let name = name_of(&node.need("name")?)?;
    let symbols = node.need("energyCost")?;
    let symbols: Vec<Type> =
        symbols.items().iter().filter_map(|node| node.word(Type::from_name)).collect();
    if symbols.len() > COST_MAX {
        return node.fail("bad_value", "at most 10 symbols of cost");
    }
    let colorless = symbols.iter().filter(|kind| **kind == Type::Colorless).count() as u8;
    let cost = symbols.into_iter().filter(|kind| *kind != Type::Colorless).collect();
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
    let grows = |effect: &Effect| matches!(effect.verb, Verb::DamageScaling | Verb::DamageModifier);
    let counts = |coins: &Coins| {
        use DamageCalculation::{ConditionalBonus, MultiplyByHeads};
        matches!(coins.calculation, MultiplyByHeads | ConditionalBonus)
    };
    let has_damage = is_printed || effects.iter().any(grows) || coins.as_ref().is_some_and(counts);
    Some(Attack { name, cost, colorless, damage, has_damage, coins, preconditions, effects })
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
    node.only(&[
        "countType",
        "count",
        "variableSource",
        "energyType",
        "damageCalculation",
        "damagePerHead",
        "conditionalBonus",
        "selfDamageOnTails",
    ])?;
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
        node.only(&["type", "value"])?;
        let kind = node.need("type")?.word(PreconditionType::from_name)?;
        let value = node.need("value")?;
        match kind {
            PreconditionType::CoinFlip => {
                value.only(&["numberOfCoins"])?;
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
                value.only(&["condition", "minimumDamage"])?;
                let check = value.need("condition")?.word(DamageCheck::from_name)?;
                let least = match check {
                    DamageCheck::MinimumDamage => value.need("minimumDamage")?.tens(10..=9990)?,
                    _ => 0,
                };
                found.push(Precondition::Damage(check, least as u16));
            }
            PreconditionType::EnergyCheck => {
                value.only(&["energyType", "minimum"])?;
                let kind = value.need("energyType")?.word(Type::from_name)?;
                let least = value.need("minimum")?.number(1..=60)? as u8;
                found.push(Precondition::Energy(kind, least));
            }
        }
    }
    Some(found)
}

fn ability(node: &Node<'_>) -> Option<Ability> {
    node.only(&[
        "name",
        "text",
        "activationType",
        "effects",
        "triggerEvent",
        "usageLimit",
        "optional",
    ])?;
    let name = name_of(&node.need("name")?)?;
    let activation = node.need("activationType")?.word(ActivationType::from_name)?;
    let trigger = match (activation, node.get("triggerEvent")) {
        (ActivationType::Triggered, _) => {
            Some(node.need("triggerEvent")?.word(TriggerEvent::from_name)?)
        }
        (_, None) => None,
        (_, Some(found)) => return found.fail("bad_effect", "only a TRIGGERED ability has one"),
    };
    if let (true, Some(found)) = (activation != ActivationType::Activated, node.get("usageLimit")) {
        return found.fail("bad_effect", "only an ACTIVATED ability has one");
    }
    if let (true, Some(found)) = (activation != ActivationType::Triggered, node.get("optional")) {
        return found.fail("bad_effect", "only a TRIGGERED ability is optional");
    }
    let limit = node.word_or("usageLimit", UsageLimit::from_name, UsageLimit::OncePerTurn);
    let list = node.need("effects")?;
    let read = |node: &Node<'_>| of_ability(node, activation, trigger);
    let mut effects: Vec<Effect> = list.items().iter().filter_map(read).collect();
    if list.items().is_empty() {
        return list.fail("bad_value", "at least one effect is expected");
    }
    effects.sort_by_key(|effect| ability_rank(effect.verb));
    let optional = node.flag_or("optional", false);
    Some(Ability { name, activation, trigger, limit, optional, effects })
}

/// The order in which effects of an ability run (rules 5.7.4).
fn ability_rank(verb: Verb) -> u8 {
    match verb {
        Verb::DiscardHand => 0,
        Verb::Search => 1,
        Verb::Retrieve => 2,
        Verb::Draw => 3,
        Verb::AttachFromDiscard => 4,
        Verb::AbilityAccelerate => 5,
        Verb::HealOne | Verb::MoveCounters => 6,
        Verb::Status => 7,
        Verb::Prevent => 8,
        Verb::Reduce => 9,
        Verb::AbilitySwitch => 10,
        Verb::BoostAttack => 11,
        _ => 12,
    }
}

/// The group in which an effect of a trainer card runs (rules 5.7.5).
fn trainer_group(verb: Verb) -> u8 {
    match verb {
        Verb::DiscardHand
        | Verb::DiscardOwnEnergy
        | Verb::OpponentShufflesHand
        | Verb::OpponentDiscards => 1,
        Verb::Retrieve | Verb::Search | Verb::LookAtDeck | Verb::Trade => 2,
        Verb::SwitchActive | Verb::ForceSwitch => 4,
        Verb::Draw | Verb::ShuffleDeck | Verb::OpponentDraws => 5,
        _ => 3,
    }
}

fn trainer(node: &Node<'_>, card: &mut CardDef) -> Option<()> {
    let kind = node.need("trainerType")?.word(TrainerType::from_name)?;
    card.trainer = Some(kind);
    if node.get("hp").is_some() {
        card.hp = hp(node)?;
    }
    card.effects = node.list("trainerEffects").iter().filter_map(of_trainer).collect();
    card.effects.sort_by_key(|effect| trainer_group(effect.verb));
    let attaches = card.effects.iter().any(|effect| effect.verb == Verb::Attach);
    let tool = kind == TrainerType::Tool;
    for effect in &mut card.effects {
        effect.tool = tool && effect.verb == Verb::Attach;
        effect.carried = match effect.verb {
            Verb::ReduceOne => attaches,
            Verb::IncreaseDamage => tool,
            _ => false,
        };
    }
    let has = |verb: Verb| card.effects.iter().any(|effect| effect.verb == verb);
    match kind {
        TrainerType::Tool if !has(Verb::Attach) => {
            return node.fail("bad_effect", "a TOOL needs ATTACH_TO_POKEMON");
        }
        TrainerType::Stadium if card.effects.is_empty() && card.rules.is_empty() => {
            return node.fail("bad_effect", "a STADIUM needs effects or rules");
        }
        TrainerType::Item | TrainerType::Supporter if card.effects.is_empty() => {
            return node.fail("bad_effect", "at least one effect is expected");
        }
        _ => {}
    }
    let becomes =
        |effect: &Effect| effect.verb == Verb::PutIntoPlay && effect.source == Source::Hand;
    if card.effects.iter().any(becomes) && card.hp == 0 {
        return node.fail("bad_effect", "a card that becomes a creature needs hp");
    }
    if kind == TrainerType::Stadium && has(Verb::Attach) {
        return node.fail("bad_effect", "a STADIUM is not attached");
    }
    Some(())
}

fn energy(node: &Node<'_>) -> Option<Energy> {
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
    given.only(&["energyTypes", "amount", "isSpecial", "restrictions", "additionalEffects"])?;
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
    let amount = |prefix: &str| {
        let number = text.strip_prefix(prefix)?.parse::<u16>().ok()?;
        (number % 10 == 0 && (10..=9990).contains(&number)).then_some(number)
    };
    match (amount("HEAL_ON_ATTACH:"), amount("DAMAGE_ON_ATTACH:")) {
        (Some(heals), _) => energy.heals = heals,
        (_, Some(hurts)) => energy.hurts = hurts,
        _ => return node.fail("unknown_restriction", format!("'{text}' is not understood")),
    }
    Some(())
}

fn rule(node: &Node<'_>, card: CardType) -> Option<Rule> {
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
