//! What can be set, and what cannot.

use bout_core::{AnyGame, LoadedGame, Opening, Seed};
use bout_judo::Judo;
use serde_json::{Value, json};

use crate::*;

fn refusal(config: Value) -> (String, String) {
    let rules = LoadedGame::<Judo>::new(std::sync::Arc::default());
    let opening = Opening { preset: None, config: &config, seed: Seed(1), luck: None };
    match rules.open(&opening) {
        Err(error) => (error.code.to_owned(), error.text),
        Ok(_) => panic!("accepted: {config}"),
    }
}

#[test]
fn what_is_out_of_range_is_named() {
    for (key, value) in [
        ("win_target", json!(0)),
        ("win_target", json!(26)),
        ("max_rounds", json!(50)),
        ("max_rounds", json!(0)),
        ("deck_size", json!(50)),
        ("selection_ms", json!(4_999)),
        ("selection_ms", json!(120_001)),
        ("cooldown_ms", json!(10_001)),
        ("resolve_ms", json!(999)),
        ("mode", json!("teams")),
        ("chooser_policy", json!("loser")),
        ("difficulty", json!(3)),
        ("auto_advance", json!(false)),
        ("decks", json!([[[1, 2, 3, 4, 5]], [[1, 2, 3, 4, 5]]])),
        ("colour", json!("red")),
        ("win_target", json!(-1)),
        ("win_target", json!(1_000)),
    ] {
        let (code, text) = refusal(json!({ key: value }));
        assert_eq!(code, "invalid_config", "{key} {value}");
        assert!(text.contains(key), "{key} {value}: {text}");
    }
}

#[test]
fn decks_are_judged() {
    let card = json!([1, 2, 3, 4, 5]);
    for decks in [
        json!([[card], []]),
        json!([[], []]),
        json!([[card, card], [card]]),
        json!([[[1, 2, 3, 4, 11]], [card]]),
        json!([[[1, 2, 3, 4]], [card]]),
        json!([[100], [card]]),
        json!([[0], [card]]),
        json!([[{"stats": card, "hidden": true}], [card]]),
        json!([[{"stats": [1, 2, 3, 4, 5], "colour": "red"}], [card]]),
        json!([[card]]),
        json!("mine"),
    ] {
        let (code, text) = refusal(json!({"test_mode": true, "decks": decks}));
        assert_eq!(code, "invalid_config", "{decks}");
        assert!(text.contains("decks"), "{decks}: {text}");
    }
}

/// A checkpoint of round 1 that begins with so many points.
fn with_score(score: u8) -> Value {
    let mut checkpoint = field(&round_1(json!({})), "checkpoint");
    checkpoint["scores"]["player"] = json!(score);
    checkpoint
}

#[test]
fn a_room_goes_on_at_its_own_time() {
    let state = round_1(json!({})).state();
    let config = json!({"test_mode": true, "decks": decks(6)});
    let rules = LoadedGame::<Judo>::new(std::sync::Arc::default());
    let opening = Opening { preset: None, config: &config, seed: Seed(1), luck: None };
    let table = rules.load(&opening, &state, None).unwrap();
    assert_eq!(table.now().0, 3_000);
    for (now, fits) in [(2_999, false), (3_000, true), (33_000, true), (33_001, false)] {
        let loaded = rules.load(&opening, &state, Some(bout_core::Millis(now)));
        assert_eq!(loaded.is_ok(), fits, "{now}");
    }
}

/// Cards by number, by stats, or whole; sides in a list or by name.
#[test]
fn decks_can_be_written_in_several_ways() {
    let whole = json!({"id": 500, "given": "Ada", "stats": {"power": 1, "speed": 2, "technique": 3, "kumikata": 4, "newaza": 5}});
    let decks = json!({"player": [12, whole], "opponent": [[9, 9, 9, 9, 9], 7]});
    let mut play = started(json!({"decks": decks, "cooldown_ms": 0}));
    let card = seen(&play, "current")["player"].clone();
    assert_eq!((&card["given"], &card["stats"]["speed"]), (&json!("Ambrus"), &json!(10)));
    play.act(0, select("power"));
    assert_eq!(scores(&play), (0, 1));
    play.act(1, select("power"));
    assert_eq!(seen(&play, "last_round")["cards"]["player"]["id"], 500);
    assert_eq!(seen(&play, "last_round")["cards"]["player"]["given"], "Ada");
    assert_eq!(play.ending(), ("rounds", vec![1]));
}

#[test]
fn the_deal_follows_the_dice() {
    let mut play = Play::<Judo>::open(json!({"mode": "pvp", "deck_size": 2}));
    // i = 0 swaps with 98, i = 1 stays, i = 2 with 2 + 5, i = 3 stays; then the opponent begins.
    play.luck(&[98, 0, 5, 0, 1]).act(0, json!({"type": "start_match"}));
    assert_eq!(field(&play, "draw_pile"), json!({"player": [98, 1], "opponent": [7, 3]}));
    assert_eq!(field(&play, "chooser"), "opponent");
}

#[test]
fn a_room_can_be_written_and_read() {
    let mut play = round_1(json!({"mode": "pvp"}));
    play.act(0, away("visibility"));
    play.left(1);
    play.edit(|state| state["scores"]["player"] = json!(0));
    play.advance(90_000);
    for (key, value) in [
        ("scores", json!({"player": 1, "opponent": 0})),
        ("state", json!("roundOver")),
        ("chooser", json!(null)),
        ("current", json!({"player": 1, "opponent": null})),
        ("rounds_played", json!(25)),
        ("draw_pile", json!({"player": [1], "opponent": [2]})),
        ("transitions", json!(7)),
        ("pause_budget_ms", json!({"player": 60_001, "opponent": 0})),
        ("checkpoint", json!(null)),
        ("result", json!({"kind": "draw", "winner": null, "reason": null, "modified": false})),
        ("timers", json!([])),
        ("win_target", json!(26)),
        ("discard", json!([200, 201])),
        ("checkpoint", with_score(200)),
        ("timers", json!([{"timer": "selection", "at": 999_999}])),
    ] {
        let play = round_1(json!({}));
        let mut state = play.state();
        state[key] = value;
        let config = json!({"test_mode": true, "decks": decks(6)});
        let rules = LoadedGame::<Judo>::new(std::sync::Arc::default());
        let opening = Opening { preset: None, config: &config, seed: Seed(1), luck: None };
        assert!(rules.load(&opening, &state, Some(bout_core::Millis(3_000))).is_err(), "{key}");
    }
}
