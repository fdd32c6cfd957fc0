//! The match configuration (rules 2.5).

use std::sync::Arc;

use bout_core::{AnyGame, LoadedGame, Opening, Seed};
use bout_orcain::Orcain;
use serde_json::{Value, json};

fn open(config: &Value) -> Result<(), (&'static str, String)> {
    let rules = LoadedGame::<Orcain>::new(Arc::new(()));
    let opening = Opening { preset: None, config, seed: Seed(1), luck: None };
    rules.open(&opening).map(|_| ()).map_err(|error| (error.code, error.text))
}

#[test]
fn values_out_of_range_and_unknown_keys_name_the_key() {
    let rows = [
        (json!({"start_hp": [0, 10]}), "start_hp[0]"),
        (json!({"start_hp": [10, 11]}), "start_hp[1]"),
        (json!({"start_hp": [10]}), "start_hp"),
        (json!({"rounds_per_match": 0}), "rounds_per_match"),
        (json!({"rounds_per_match": 1001}), "rounds_per_match"),
        (json!({"rounds_per_match": -1}), "rounds_per_match"),
        (json!({"sudden_death_cap": 1_000_001}), "sudden_death_cap"),
        (json!({"prep_ms": 0}), "prep_ms"),
        (json!({"prep_ms": 3_600_001}), "prep_ms"),
        (json!({"step_first_ms": 60_001}), "step_first_ms"),
        (json!({"step_ms": 60_001}), "step_ms"),
        (json!({"mode": "pvp"}), "mode"),
        (json!({"early_reveal": 1}), "early_reveal"),
        (json!({"afk_limit": 3}), "afk_limit"),
    ];
    for (config, key) in rows {
        let (code, text) = open(&config).unwrap_err();
        assert_eq!(code, "bad_config", "{config}");
        assert!(text.contains(&format!("'{key}'")), "{config}: {text}");
    }
}

#[test]
fn the_ends_of_the_ranges_are_fine() {
    let low = json!({"start_hp": [1, 1], "rounds_per_match": 1, "prep_ms": 1, "step_first_ms": 0, "step_ms": 0});
    let high = json!({"rounds_per_match": 1000, "sudden_death_cap": 1_000_000, "prep_ms": 3_600_000, "step_ms": 60_000});
    assert_eq!((open(&low), open(&high)), (Ok(()), Ok(())));
}

#[test]
fn whatever_is_no_pair_of_hands_is_an_invalid_hand() {
    let good = json!(["attack", "attack", "heal", "counter"]);
    for hands in [
        json!([good]),
        json!([good, good, good]),
        json!([good, ["attack", "attack", "heal"]]),
        json!([good, ["attack", "attack", "heal", "counter", "counter"]]),
        json!([good, ["attack", "attack", "heal", "GRASS"]]),
        json!([good, ["ATTACK", "attack", "heal", "heal"]]),
        json!([good, ["attack", "attack", "heal", null]]),
        json!([good, 4]),
        json!("attack"),
        json!(null),
    ] {
        assert_eq!(open(&json!({"hands": hands})).unwrap_err().0, "invalid_hand", "{hands}");
    }
    assert_eq!(open(&json!({"hands": [good, good]})), Ok(()));
}
