//! The match configuration (rules 2.5).

use std::sync::Arc;

use bout_core::{AnyGame, LoadedGame, Opening, Seed, Viewer};
use bout_tank::Tank;
use serde_json::{Value, json};

fn open(config: &Value) -> Result<(), (&'static str, String)> {
    let rules = LoadedGame::<Tank>::new(Arc::new(()));
    let opening = Opening { preset: None, config, seed: Seed(1), luck: None };
    rules.open(&opening).map(|_| ()).map_err(|error| (error.code, error.text))
}

/// All parameters, as the first event tells them.
fn parameters(config: &Value) -> Value {
    let rules = LoadedGame::<Tank>::new(Arc::new(()));
    let opening = Opening { preset: None, config, seed: Seed(1), luck: None };
    let table = rules.open(&opening).unwrap_or_else(|error| panic!("{config}: {error}"));
    table.events(Viewer::Public, 0)[0].1["result"]["rules"].clone()
}

const CARDS: [(&str, u64); 16] = [
    ("fire", 15),
    ("coaxial_mg", 10),
    ("he", 12),
    ("heat", 6),
    ("sabot", 2),
    ("tracked", 6),
    ("jammed_breech", 6),
    ("comms_jammed", 6),
    ("field_repair", 6),
    ("clear_breech", 6),
    ("reestablish_comms", 6),
    ("smoke_launchers", 10),
    ("ablative_armor", 6),
    ("reinforced_treads", 1),
    ("advanced_targeting", 1),
    ("encrypted_comms", 1),
];

/// Numbers by key and preset: v1, v2, proto1, proto2.
const NUMBERS: [(&str, [u64; 4]); 20] = [
    ("damage.coaxial_mg", [10; 4]),
    ("damage.he", [25; 4]),
    ("damage.heat", [50; 4]),
    ("damage.sabot", [75; 4]),
    ("heavy.max_hp", [100; 4]),
    ("medium.max_hp", [75, 100, 85, 100]),
    ("light.max_hp", [50, 100, 80, 100]),
    ("heavy.adrenaline_threshold", [25; 4]),
    ("medium.adrenaline_threshold", [18, 25, 21, 25]),
    ("light.adrenaline_threshold", [12, 25, 20, 25]),
    ("heavy.hand_size", [6, 5, 6, 5]),
    ("medium.hand_size", [6; 4]),
    ("light.hand_size", [7, 10, 10, 10]),
    ("draw_count", [1; 4]),
    ("ablative_flat", [10; 4]),
    ("heavy_reduction", [5, 5, 0, 5]),
    ("medium_passive_discard", [2, 1, 1, 1]),
    ("medium_passive_draw", [1; 4]),
    ("kills_to_win", [3; 4]),
    ("ghost_cost", [1; 4]),
];

/// Words and flags by key and preset.
fn words() -> Vec<(&'static str, [Value; 4])> {
    let all = |value: Value| [value.clone(), value.clone(), value.clone(), value];
    let proto = |usual: Value, proto: Value| [usual.clone(), usual, proto.clone(), proto];
    let second = |odd: &str, even: &str| [json!(odd), json!(even), json!(odd), json!(even)];
    vec![
        ("draw_rule", second("fixed", "refill")),
        ("ablative_rule", second("half_up", "flat")),
        ("ghost_scope", proto(json!("fire"), json!("fire_and_quick_fire"))),
        ("comms_jam_rule", all(json!("others_only"))),
        ("adrenaline_clears_hazards", all(json!(true))),
        ("safety_clears_hazard", all(json!(false))),
        ("autoloader_order", all(json!("either"))),
        ("first_player", all(json!("random"))),
        ("smoke_by_attacker", proto(json!(false), json!(true))),
        ("sabotage_ignores_equipped_safety", proto(json!(false), json!(true))),
        ("repair_scope", proto(json!("own_team"), json!("anyone"))),
        ("spent_ablative", proto(json!("discard"), json!("removed"))),
        ("window_asks", all(json!("all"))),
    ]
}

#[test]
fn presets() {
    for (place, preset) in ["v1", "v2", "proto1", "proto2"].into_iter().enumerate() {
        let rules = parameters(&json!({"preset": preset}));
        for (key, values) in &NUMBERS {
            assert_eq!(rules[key], values[place], "{key} of {preset}");
        }
        for (key, values) in words() {
            assert_eq!(rules[key], values[place], "{key} of {preset}");
        }
        for (card, count) in CARDS {
            assert_eq!(rules[format!("deck.{card}")], count, "{card} of {preset}");
        }
        assert_eq!(rules.as_object().map(serde_json::Map::len), Some(20 + 13 + 16), "{preset}");
    }
}

#[test]
fn the_usual_match_is_v1_heavy_against_medium() {
    let rules = LoadedGame::<Tank>::new(Arc::new(()));
    let config = rules.config(None, &json!({})).expect("the usual config");
    assert_eq!(config["preset"], "v1");
    assert_eq!(config["classes"], json!(["heavy", "medium"]));
    for key in ["turn_ms", "interrupt_ms", "disconnect_grace_ms"] {
        assert_eq!(config["clocks"][key], 0, "{key}");
    }
    assert_eq!(parameters(&json!({})), parameters(&json!({"preset": "v1"})));
}

#[test]
fn one_parameter_can_be_overridden() {
    for preset in ["v1", "v2"] {
        let mut expected = parameters(&json!({"preset": preset}));
        expected["heavy.max_hp"] = json!(90);
        let changed = json!({"preset": preset, "rules": {"heavy.max_hp": 90}});
        assert_eq!(parameters(&changed), expected, "{preset}");
    }
}

/// Key, lowest and highest value, and what else has to be set for them.
fn ranges() -> Vec<(String, u64, u64, Value)> {
    let mut rows: Vec<_> = [
        ("draw_count", 0, 10),
        ("ablative_flat", 0, 100),
        ("heavy_reduction", 0, 50),
        ("medium_passive_discard", 0, 5),
        ("medium_passive_draw", 0, 5),
        ("kills_to_win", 1, 10),
        ("ghost_cost", 0, 3),
    ]
    .map(|(key, low, high)| (key.to_owned(), low, high, json!({})))
    .into();
    for (card, _) in CARDS {
        rows.push((format!("deck.{card}"), 0, 40, json!({})));
    }
    for source in ["coaxial_mg", "he", "heat", "sabot"] {
        rows.push((format!("damage.{source}"), 0, 200, json!({})));
    }
    for class in ["heavy", "medium", "light"] {
        let hp = json!({format!("{class}.max_hp"): 500});
        let threshold = json!({format!("{class}.adrenaline_threshold"): 0});
        rows.push((format!("{class}.max_hp"), 1, 500, threshold));
        rows.push((format!("{class}.adrenaline_threshold"), 0, 499, hp));
        rows.push((format!("{class}.hand_size"), 1, 15, json!({})));
    }
    rows
}

#[test]
fn ranges_are_kept() {
    for (key, low, high, others) in ranges() {
        let with = |value: Value| {
            let mut rules = others.clone();
            rules[&key] = value;
            open(&json!({"rules": rules}))
        };
        assert_eq!(with(json!(low)), Ok(()), "{key}={low}");
        assert_eq!(with(json!(high)), Ok(()), "{key}={high}");
        let below = i64::try_from(low).expect("small") - 1;
        for wrong in [json!(below), json!(high + 1), json!("x"), json!(null), json!(1.5)] {
            let (code, text) = with(wrong.clone()).expect_err(&key);
            assert_eq!(code, "invalid_config", "{key}={wrong}");
            assert!(text.contains(&key), "{key}={wrong}: {text}");
        }
    }
}

#[test]
fn words_are_kept() {
    let rows: [(&str, &[&str]); 8] = [
        ("draw_rule", &["fixed", "refill"]),
        ("ablative_rule", &["half_up", "flat"]),
        ("ghost_scope", &["fire", "fire_and_quick_fire"]),
        ("comms_jam_rule", &["others_only", "all"]),
        ("autoloader_order", &["either", "load_then_fire"]),
        ("repair_scope", &["own_team", "anyone"]),
        ("spent_ablative", &["discard", "removed"]),
        ("window_asks", &["all", "holders"]),
    ];
    for (key, values) in rows {
        for value in values {
            assert_eq!(open(&json!({"rules": {key: value}})), Ok(()), "{key}={value}");
        }
        for wrong in [json!("zap"), json!(1), json!(true), json!(null)] {
            refuses(&json!({"rules": {key: wrong}}), key);
        }
    }
    let flags = [
        "adrenaline_clears_hazards",
        "safety_clears_hazard",
        "smoke_by_attacker",
        "sabotage_ignores_equipped_safety",
    ];
    for key in flags {
        for value in [true, false] {
            assert_eq!(open(&json!({"rules": {key: value}})), Ok(()), "{key}={value}");
        }
        refuses(&json!({"rules": {key: 1}}), key);
        refuses(&json!({"rules": {key: "yes"}}), key);
    }
}

/// The config is refused, and the key named.
fn refuses(config: &Value, key: &str) {
    let (code, text) = open(config).expect_err(key);
    assert_eq!(code, "invalid_config", "{config}: {text}");
    assert!(text.contains(key), "{config}: {text}");
}

#[test]
fn unknown_keys_are_refused() {
    let rows = [
        (json!({"speed": 1}), "speed"),
        (json!({"rules": {"speed": 1}}), "speed"),
        (json!({"rules": {"heavy.speed": 1}}), "heavy.speed"),
        (json!({"rules": {"scout.max_hp": 1}}), "scout.max_hp"),
        (json!({"rules": {"deck.zap": 1}}), "deck.zap"),
        (json!({"rules": {"damage.fire": 1}}), "damage.fire"),
        (json!({"clocks": {"speed": 1}}), "speed"),
        (json!({"clocks": {"turn_ms": -1}}), "turn_ms"),
        (json!({"clocks": {"turn_ms": "x"}}), "turn_ms"),
        (json!({"preset": "v9"}), "preset"),
        (json!({"classes": ["heavy", "scout"]}), "classes"),
        (json!({"classes": "heavy"}), "classes"),
        (json!({"controllers": ["human", "dog"]}), "controllers"),
        (json!({"controllers": ["human", "ai", "ai"]}), "controllers"),
        (json!({"rules": 3}), "rules"),
    ];
    let refused = |(config, key): &(Value, &str)| {
        open(config).is_err_and(|(code, text)| code == "invalid_config" && text.contains(key))
    };
    let accepted: Vec<_> = rows.iter().filter(|row| !refused(row)).collect();
    assert!(accepted.is_empty(), "{accepted:#?}");
}

#[test]
fn the_threshold_is_below_max_hp() {
    for (hp, threshold, fine) in [(25, 25, false), (26, 25, true), (10, 11, false), (1, 0, true)] {
        let rules = json!({"heavy.max_hp": hp, "heavy.adrenaline_threshold": threshold});
        let opened = open(&json!({"rules": rules}));
        assert_eq!(opened.is_ok(), fine, "{rules}");
        if let Err((code, text)) = opened {
            assert_eq!(code, "invalid_config");
            assert!(text.contains("heavy."), "{text}");
        }
    }
}

#[test]
fn first_player_is_a_seat() {
    for (seat, fine) in [(json!(0), true), (json!(1), true), (json!(2), false), (json!("x"), false)]
    {
        let config = json!({"rules": {"first_player": seat}});
        if fine {
            assert_eq!(open(&config), Ok(()));
        } else {
            refuses(&config, "first_player");
        }
    }
    let three = json!({"classes": ["heavy", "light", "light"], "rules": {"first_player": 2}});
    assert_eq!(open(&three), Ok(()));
}

#[test]
fn the_deck_serves_the_deal_and_one_card_more() {
    for (cards, classes, fine) in [
        (12, json!(["heavy", "medium"]), false),
        (13, json!(["heavy", "medium"]), true),
        (19, json!(["heavy", "medium", "light"]), false),
        (20, json!(["heavy", "medium", "light"]), true),
    ] {
        let mut rules: serde_json::Map<_, _> =
            CARDS.iter().map(|(card, _)| (format!("deck.{card}"), json!(0))).collect();
        rules.insert("deck.he".to_owned(), json!(cards));
        let opened = open(&json!({"classes": classes, "rules": rules}));
        assert_eq!(opened.is_ok(), fine, "{cards} {classes}");
        if let Err((code, text)) = opened {
            assert_eq!(code, "invalid_config");
            assert!(text.contains("deck"), "{text}");
        }
    }
}

#[test]
fn two_to_four_play() {
    for n in [0, 1, 5, 9] {
        let classes = vec!["light"; n];
        let code = open(&json!({"classes": classes})).map_err(|(code, _)| code);
        assert_eq!(code, Err("invalid_player_count"), "{n}");
    }
    for n in 2..=4 {
        assert_eq!(open(&json!({"classes": vec!["light"; n]})), Ok(()), "{n}");
        let controllers = vec!["ai"; n];
        let config = json!({"classes": vec!["light"; n], "controllers": controllers});
        assert_eq!(open(&config), Ok(()), "{n}");
    }
}
