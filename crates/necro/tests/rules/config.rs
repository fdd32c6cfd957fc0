//! What can be set.

use bout_core::{Game, read_config};
use bout_necro::{Cards, Config, Necro};
use serde_json::json;

#[test]
fn wrong_settings_are_refused_with_their_key() {
    let rows = [
        (json!({"diceFixed": 0}), "diceFixed"),
        (json!({"diceFixed": 7}), "diceFixed"),
        (json!({"enabledClans": []}), "enabledClans"),
        (json!({"enabledClans": ["frost"]}), "enabledClans"),
        (json!({"goldMax": -1}), "goldMax"),
        (json!({"goldMax": "many"}), "goldMax"),
        (json!({"rngMode": "magic"}), "rngMode"),
        (json!({"firstSide": "white"}), "firstSide"),
        (json!({"turnMs": u64::MAX}), "turnMs"),
        (json!({"speed": 1}), "speed"),
    ];
    for (changes, key) in rows {
        let made = read_config(&Config::default(), &changes)
            .and_then(|config| Necro::new(config, &Cards::default()).map(|_| ()));
        assert_eq!(made.unwrap_err().key, key, "{changes}");
    }
}

#[test]
fn the_names_are_those_of_the_rules() {
    let config = serde_json::to_value(Config::default()).expect("json");
    let expected = json!({
        "incomeGold": 4, "incomeMana": 3, "storageToGoldRate": 2, "goldMax": 15, "manaMax": 999,
        "storageManaMax": 5, "firstSide": "red", "startGoldFirst": 4, "startGoldSecond": 7, "startMana": 3,
        "buySoulFromDeckGoldCost": 1, "buySoulFromDisplayGoldCost": 2, "buySoulFromEnemyGraveyardGoldCost": 3,
        "moveManaCost": 1, "shootManaCost": 1, "soulHandMax": 5, "itemHandMax": 3,
        "buySoulActionsPerTurn": 1, "buyItemActionsPerTurn": 1, "soulReturnPerTurn": 1,
        "necroActionsPerTurn": 1, "bloodRitualHpCost": 3, "rngMode": "seeded", "diceFixed": 3,
        "enabledClans": ["dark_moon", "styx", "eternal_night", "iron_guard"], "maxTurns": 300,
        "turnMs": 0, "returnMs": 120_000, "timeoutsToLose": 3,
    });
    assert_eq!(config, expected);
}

/// The largest numbers there are break nothing.
#[test]
fn huge_settings_play() {
    let mut huge = serde_json::to_value(Config::default()).expect("json");
    for (key, value) in huge.as_object_mut().expect("object") {
        let kept = ["diceFixed", "turnMs", "returnMs", "maxTurns", "bloodRitualHpCost"];
        if value.is_number() && !kept.contains(&key.as_str()) {
            *value = json!(u32::MAX);
        }
    }
    huge["moveManaCost"] = json!(0);
    let config: Config = serde_json::from_value(huge).expect("readable");
    let game = std::sync::Arc::new(Necro::new(config, &Cards::default()).expect("a game"));
    let mut live =
        bout_core::Match::open(game.clone(), bout_core::Seed(3), bout_core::Sink::none());
    let mut dice = bout_core::Dice::of(bout_core::Seed(3), 1 << 30);
    let mut legal = Vec::new();
    for _ in 0..3000 {
        let Some(seat) = game.to_act(live.state()).first() else { break };
        legal.clear();
        game.legal(live.state(), seat, &mut legal);
        let action = *dice.pick(&legal).expect("something is always possible");
        let input = bout_core::Input::Act { seat, action };
        live.step(live.now(), &input, bout_core::Sink::none()).expect("legal");
        game.faults(live.state()).expect("sound");
    }
}
