//! Every word of the card language by tables of cases in `words/` (rules 5.7): with what it is about,
//! without its condition, with nothing to choose from, and against what stops it.
//!
//! A row gives a word and a case; `effect` (or `effects`), `rule`, `condition` and the like are put on a
//! forged card: the creature `Actor` of PLAYER1, the creature `Dummy` of PLAYER2 (`on: foe`), or the
//! trainer card `Card` in PLAYER1's hand. `own` and `foe` are laid over the players, `@Name` is a card's
//! id. The steps of `acts` follow (each word has a usual one), then `answers` to prompts; at the end the
//! places in `expect` are looked at, `.#` being a length, or the last step is `refused`.

use bout_tcg::kinds;
use serde_json::Map;

use super::*;

/// The tables, each for some families of words.
const TABLES: &[&str] = &[
    include_str!("words/attack.json"),
    include_str!("words/ability.json"),
    include_str!("words/trainer.json"),
    include_str!("words/rule.json"),
    include_str!("words/condition.json"),
    include_str!("words/coin.json"),
];

/// Words with nothing to choose from: always something to do, or nothing that asks.
const NEVER_EMPTY: &[&str] = &[
    "attack STATUS_CONDITION",
    "attack DAMAGE_MODIFIER",
    "attack PREVENT_DAMAGE",
    "attack RECOIL_DAMAGE",
    "attack LOCK",
    "ability STATUS_CONDITION",
    "trainer INCREASE_DAMAGE",
    "trainer REDUCE_DAMAGE",
];

/// Effects that something in play can stop, or that prevention must not stop.
const STOPPABLE: &[&str] = &[
    "attack DISCARD_ENERGY",
    "attack STATUS_CONDITION",
    "attack DAMAGE_MODIFIER",
    "attack HEAL",
    "attack PREVENT_DAMAGE",
    "attack RECOIL_DAMAGE",
    "attack ENERGY_ACCELERATION",
    "attack DAMAGE_SCALING",
    "attack BENCH_DAMAGE",
    "attack LOCK",
    "attack CARD_EFFECT",
    "ability STATUS_CONDITION",
    "ability ENERGY_ACCELERATION",
    "ability ATTACH_FROM_DISCARD",
    "trainer FORCE_SWITCH",
    "trainer REMOVE_ENERGY",
    "trainer INCREASE_DAMAGE",
];

/// The cases that a word must have.
fn cases(family: &str, word: &str) -> Vec<&'static str> {
    let name = format!("{family} {word}");
    let mut cases = vec!["works", "unmet"];
    let chooses = matches!(family, "attack" | "ability" | "trainer" | "coins_from");
    if chooses && !NEVER_EMPTY.contains(&name.as_str()) {
        cases.push("empty");
    }
    if STOPPABLE.contains(&name.as_str()) {
        cases.push("stopped");
    }
    if family == "coins_from" {
        cases.retain(|case| *case != "unmet");
    }
    cases
}

fn rows() -> Vec<Value> {
    let read = |table: &&str| -> Vec<Value> { serde_json::from_str(table).expect("a table") };
    TABLES.iter().flat_map(read).collect()
}

fn word<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

#[test]
fn every_word_has_every_case() {
    let rows = rows();
    for (family, name) in kinds() {
        for case in cases(family, name) {
            let found = rows.iter().any(|row| {
                [word(row, "family"), word(row, "word"), word(row, "case")] == [family, name, case]
            });
            assert!(found, "no row for {family} {name}: {case}");
        }
    }
    let known: Vec<_> = kinds().collect();
    for row in &rows {
        let named = (word(row, "family"), word(row, "word"));
        assert!(known.contains(&named), "no such word: {named:?}");
    }
}

#[test]
fn every_row_holds() {
    let mut failed = Vec::new();
    for row in rows() {
        let name = format!("{} {}: {}", row["family"], row["word"], row["case"]);
        let judged = std::panic::catch_unwind(|| judge(&row));
        match judged {
            Ok(Ok(())) => {}
            Ok(Err(why)) => failed.push(format!("{name}\n    {why}")),
            Err(_) => failed.push(format!("{name}\n    a panic")),
        }
    }
    assert!(failed.is_empty(), "{} rows fail:\n{}", failed.len(), failed.join("\n"));
}

/// Plays a row and looks at the end.
fn judge(row: &Value) -> Result<(), String> {
    let (config, own_cards) = cards(row);
    let name = |value: &Value| named(value, &own_cards);
    let acting = json!({"cards": ["@Actor"]});
    let part = |key: &str| row.get(key).cloned().unwrap_or_else(|| json!({}));
    let own = more(more(side(acting, vec![]), part("own")), usual_hand(row));
    let foe = more(side(json!({"cards": ["@Dummy"]}), vec![]), part("foe"));
    let mut state = json!({"turnNumber": 5, "player1": name(&own), "player2": name(&foe)});
    if !row["stadium"].is_null() {
        state["stadium"] = json!({"cardId": name(&row["stadium"]), "owner": "PLAYER2"});
    }
    let mut play = Play::<Tcg>::load(config, state, 0);
    let acts = name(&row.get("acts").cloned().unwrap_or_else(|| usual_acts(row)));
    let acts = acts.as_array().cloned().unwrap_or_default();
    let mut told = Vec::new();
    for (at, act) in acts.iter().enumerate() {
        let last = at + 1 == acts.len();
        if let Some(code) = row["refused"].as_str().filter(|_| last) {
            let found = play.refused(0, act.clone());
            return if found == code { Ok(()) } else { Err(format!("refused as {found}")) };
        }
        if let Some(luck) = row["luck"].as_array().filter(|_| last) {
            let luck: Vec<u32> = luck.iter().filter_map(|n| Some(n.as_u64()? as u32)).collect();
            play.luck(&luck);
        }
        told.extend(play.act(0, act.clone()));
    }
    for answer in row["answers"].as_array().into_iter().flatten() {
        let options: Vec<u8> = answer
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|n| Some(n.as_u64()? as u8))
            .collect();
        let seat = u8::from(play.state()["pending"][0]["player"] == "PLAYER2");
        told.extend(choose(&mut play, seat, &options));
    }
    look(row, &play, &told, &name)
}

fn look(
    row: &Value,
    play: &Play<Tcg>,
    told: &[Value],
    name: &dyn Fn(&Value) -> Value,
) -> Result<(), String> {
    for (path, wanted) in row["expect"].as_object().unwrap_or(&Map::new()) {
        let found = at(play, path);
        let wanted = name(wanted);
        if found != wanted {
            return Err(format!("{path} is {found}, not {wanted}"));
        }
    }
    for (key, there) in [("told", true), ("untold", false)] {
        for kind in row[key].as_array().into_iter().flatten() {
            if has(told, kind.as_str().unwrap_or_default()) != there {
                return Err(format!("{kind} was {}told", if there { "not " } else { "" }));
            }
        }
    }
    Ok(())
}

/// The value at a place: `own`, `foe`, `view` (of PLAYER1) or a field of the state, then keys.
fn at(play: &Play<Tcg>, path: &str) -> Value {
    let mut keys = path.split('.');
    let mut value = match keys.next().unwrap_or_default() {
        "own" => play.state()["player1"].clone(),
        "foe" => play.state()["player2"].clone(),
        "view" => play.view(0),
        field => play.state()[field].clone(),
    };
    for key in keys {
        value = match (key, key.parse::<usize>()) {
            ("#", _) => json!(value.as_array().map(Vec::len)),
            (_, Ok(place)) => value[place].clone(),
            (key, Err(_)) => value[key].clone(),
        };
    }
    value
}

/// Puts ids in the place of `@Name`.
fn named(value: &Value, own: &[String]) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix('@') {
            Some(name) => match own.iter().position(|card| card == name) {
                Some(at) => forged(name, at + 1).into(),
                None => id(name).into(),
            },
            None => value.clone(),
        },
        Value::Array(list) => list.iter().map(|item| named(item, own)).collect(),
        Value::Object(map) => {
            map.iter().map(|(key, item)| (key.clone(), named(item, own))).collect()
        }
        other => other.clone(),
    }
}

/// The config with the forged cards of a row, and their names.
fn cards(row: &Value) -> (Value, Vec<String>) {
    let family = word(row, "family");
    let effects = match (&row["effects"], &row["effect"]) {
        (Value::Null, Value::Null) => json!([]),
        (Value::Null, one) => json!([more(json!({"effectType": row["word"]}), one.clone())]),
        (several, _) => several.clone(),
    };
    let printed = if matches!(family, "rule" | "damage") { "30" } else { "10" };
    let mut attack = json!({"name": "Hit", "energyCost": [], "damage": printed, "text": ""});
    let mut card = json!({
        "name": "Card", "trainerType": "ITEM",
        "trainerEffects": [{"effectType": "DRAW_CARDS", "value": 1}],
    });
    let mut bearer = json!({});
    match family {
        "ability" | "trigger" | "activation" => {
            let ability = json!({
                "name": "Gift", "text": "", "activationType": "ACTIVATED", "effects": effects,
            });
            let given = row.get("ability").cloned().unwrap_or_else(|| json!({}));
            bearer["ability"] = more(ability, given);
        }
        "trainer" => card["trainerEffects"] = effects,
        "rule" if word(row, "on") == "card" => card["rules"] = json!([rule(row)]),
        "rule" if word(row, "on") != "extra" => bearer["rules"] = json!([rule(row)]),
        _ => attack["effects"] = effects,
    }
    let attack = more(attack, row.get("attack").cloned().unwrap_or_else(|| json!({})));
    let card = more(card, row.get("card").cloned().unwrap_or_else(|| json!({})));
    let on_foe = word(row, "on") == "foe";
    let (own, other) = if on_foe { (json!({}), bearer) } else { (bearer, json!({})) };
    let own = more(own, row.get("actor").cloned().unwrap_or_else(|| json!({})));
    let actor = basic("Actor", "COLORLESS", more(json!({"attacks": [attack]}), own));
    let dummy = basic("Dummy", "COLORLESS", more(json!({"hp": 200}), other));
    let mut all = vec![actor, dummy, card];
    all.extend(row["extra"].as_array().cloned().unwrap_or_default());
    let names = all.iter().map(|card| word(card, "name").to_owned()).collect();
    (forge(&all), names)
}

fn rule(row: &Value) -> Value {
    let rule = json!({"ruleType": row["word"], "text": ""});
    more(rule, row.get("rule").cloned().unwrap_or_else(|| json!({})))
}

fn plays_card(row: &Value) -> bool {
    word(row, "family") == "trainer" || word(row, "on") == "card"
}

/// PLAYER1 holds the forged trainer card where it is to be played.
fn usual_hand(row: &Value) -> Value {
    if !plays_card(row) {
        return json!({});
    }
    let held = row["own"]["hand"].as_array().cloned().unwrap_or_default();
    let hand: Vec<Value> = [json!("@Card")].into_iter().chain(held).collect();
    json!({"hand": hand})
}

fn usual_acts(row: &Value) -> Value {
    if plays_card(row) {
        return json!([{"type": "PLAY_TRAINER", "cardId": "@Card"}]);
    }
    match word(row, "family") {
        "ability" => json!([ability("ACTIVE")]),
        _ => json!([attack(0)]),
    }
}
