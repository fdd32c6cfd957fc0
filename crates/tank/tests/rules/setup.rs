//! The set-up: first player, deck, deal (rules 3.3, 6.7).

use std::sync::Arc;

use bout_core::{AnyGame, LoadedGame, Millis, Opening, Seed, Viewer};
use bout_tank::Tank;
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::{active, hand, list, names, player};

/// The events of the set-up, complete.
fn opening(play: &mut Play<Tank>) -> Vec<Value> {
    let events = play.table().events(Viewer::Referee, 0);
    events.into_iter().map(|(_, event)| event).collect()
}

/// A deck of these cards and no others, as rules.
fn deck(cards: &[(&str, u64)]) -> Value {
    let none = [
        "fire",
        "coaxial_mg",
        "he",
        "heat",
        "sabot",
        "tracked",
        "jammed_breech",
        "comms_jammed",
        "field_repair",
        "clear_breech",
        "reestablish_comms",
        "smoke_launchers",
        "ablative_armor",
        "reinforced_treads",
        "advanced_targeting",
        "encrypted_comms",
    ];
    let mut rules: serde_json::Map<_, _> =
        none.iter().map(|card| (format!("deck.{card}"), json!(0))).collect();
    for (card, count) in cards {
        rules.insert(format!("deck.{card}"), json!(count));
    }
    rules.into()
}

/// Draws that always take the top card of a deck of 100.
fn tops(first: u32, cards: u32) -> Vec<u32> {
    std::iter::once(first).chain((0..cards).map(|n| 99 - n)).collect()
}

#[test]
fn the_deal_from_the_top() {
    let mut play = Play::<Tank>::lucky(json!({}), &tops(1, 13));
    let safeties = "encrypted_comms advanced_targeting reinforced_treads";
    let armor = "ablative_armor ablative_armor ablative_armor";
    let smoke = "smoke_launchers smoke_launchers smoke_launchers";
    assert_eq!(hand(&play, 0), list(&format!("{safeties} {armor}")));
    assert_eq!(hand(&play, 1), list(&format!("{armor} {smoke} smoke_launchers")));
    assert_eq!((active(&play), play.phase(), play.to_act()), (json!(1), "action", vec![1]));
    let events = opening(&mut play);
    assert_eq!(names(&events), ["game_start", "deal", "deal", "turn_start", "draw"]);
    let actors: Vec<_> = events.iter().map(|event| event["actor"].clone()).collect();
    assert_eq!(actors, [Value::Null, json!(0), json!(1), json!(1), json!(1)]);
    let turns: Vec<_> = events.iter().map(|event| event["turn"].clone()).collect();
    assert_eq!(turns, [0, 0, 0, 1, 1]);
    let phases: Vec<_> = events.iter().map(|event| event["phase"].clone()).collect();
    assert_eq!(phases, ["setup", "setup", "setup", "start_of_turn", "start_of_turn"]);
    assert_eq!(events[1]["result"]["count"], 6);
    assert_eq!(
        events[4]["result"],
        json!({"count": 1, "cards": ["smoke_launchers"], "cause": "turn"})
    );
}

#[test]
fn the_first_event_tells_the_setting() {
    let config = json!({"preset": "v2", "classes": ["light", "heavy", "heavy"], "rules": {"first_player": 2}});
    let mut play = Play::<Tank>::open(config);
    let start = opening(&mut play)[0]["result"].clone();
    assert_eq!((&start["mode"], &start["preset"]), (&json!("deathmatch"), &json!("v2")));
    assert_eq!(
        (&start["classes"], &start["first_player"]),
        (&list("light heavy heavy"), &json!(2))
    );
    assert_eq!(start["rules"]["light.hand_size"], 10);
    assert_eq!(active(&play), 2);
}

#[test]
fn a_draw_swaps_the_last_card_into_its_place() {
    let mut luck = vec![0];
    luck.extend([0; 13]);
    let play = Play::<Tank>::lucky(json!({}), &luck);
    let first = "fire encrypted_comms advanced_targeting reinforced_treads ablative_armor \
                 ablative_armor";
    assert_eq!(hand(&play, 0), list(&format!("{first} smoke_launchers")));
    let second = "ablative_armor ablative_armor ablative_armor ablative_armor smoke_launchers \
                  smoke_launchers";
    assert_eq!(hand(&play, 1), list(second));
    let deck = play.state()["deck"].clone();
    assert_eq!((deck.as_array().map(Vec::len), &deck[1]), (Some(87), &json!("fire")));
    assert_eq!(deck[0], "smoke_launchers");
}

#[test]
fn the_deck_is_built_in_the_order_of_the_table() {
    let rules = deck(&[("he", 2), ("fire", 1), ("encrypted_comms", 1), ("tracked", 1)]);
    let mut config = json!({"rules": {"heavy.hand_size": 1, "medium.hand_size": 1}});
    bout_core::merge(&mut config["rules"], &rules);
    let play = Play::<Tank>::lucky(config, &[0, 4, 2, 1]);
    assert_eq!(hand(&play, 0), list("encrypted_comms he"));
    assert_eq!(hand(&play, 1), list("he"));
    assert_eq!(play.state()["deck"], list("fire tracked"));
    assert_eq!(play.state()["deck_ordered"], false);
}

#[test]
fn a_given_first_player_and_the_last_card_need_no_luck() {
    let mut config =
        json!({"rules": {"heavy.hand_size": 1, "medium.hand_size": 1, "first_player": 1}});
    bout_core::merge(&mut config["rules"], &deck(&[("fire", 1), ("he", 1), ("sabot", 1)]));
    let mut play = Play::<Tank>::lucky(config, &[0, 0]);
    assert_eq!((hand(&play, 0), hand(&play, 1)), (list("fire"), list("sabot he")));
    assert_eq!((active(&play), play.state()["deck"].clone()), (json!(1), json!([])));
    play.luck(&[]).act(1, json!({"type": "load", "card": "he"}));
    assert_eq!(play.ending().0, "deck_exhausted");
}

#[test]
fn each_seat_can_begin() {
    for first in 0..4 {
        let classes = ["light", "light", "heavy", "medium"];
        let play = Play::<Tank>::lucky(json!({"classes": classes}), &tops(first, 27));
        assert_eq!(active(&play), first);
        let counts = [0, 1, 2, 3].map(|seat| hand(&play, seat).as_array().map_or(0, Vec::len));
        let mut expected = [7, 7, 6, 6];
        expected[first as usize] += 1;
        assert_eq!(counts, expected);
    }
}

#[test]
fn refill_draws_nothing_after_a_full_deal() {
    let mut play = Play::<Tank>::lucky(json!({"preset": "v2"}), &tops(0, 11));
    assert_eq!(names(&opening(&mut play)), ["game_start", "deal", "deal", "turn_start"]);
    assert_eq!(player(&play, 0)["hand"].as_array().map(Vec::len), Some(5));
}

#[test]
fn how_tanks_begin() {
    let config =
        json!({"classes": ["heavy", "light", "medium"], "controllers": ["ai", "human", "ai"]});
    let play = Play::<Tank>::open(config);
    let rows = [("heavy", 100, "ai"), ("light", 50, "human"), ("medium", 75, "ai")];
    for (seat, (class, hp, controller)) in rows.into_iter().enumerate() {
        let mut tank = player(&play, seat);
        tank.as_object_mut().expect("a tank").remove("hand");
        let expected = json!({
            "id": seat, "class": class, "team": seat, "maxHP": hp, "currentHP": hp, "killMarks": 0,
            "tableau": {"breech": null, "hazards": [], "safeties": [], "ablativeArmor": 0},
            "statusFlags": {"isAdrenaline": false, "hasSpawnShield": false},
            "controller": controller, "missed": 0, "conceded": false,
        });
        assert_eq!(tank, expected);
    }
    let state = play.state();
    for key in ["pending", "main_action", "bonus_next", "winner", "end_reason", "turn_left_ms"] {
        assert_eq!(state[key], Value::Null, "{key}");
    }
    assert_eq!(
        (&state["turn"], &state["gameOver"], &state["discard"]),
        (&json!(1), &json!(false), &json!([]))
    );
}

#[test]
fn seats_are_human_unless_said() {
    let play = Play::<Tank>::open(json!({"classes": ["heavy", "light", "medium"]}));
    assert!((0..3).all(|seat| player(&play, seat)["controller"] == "human"));
}

#[test]
fn cards_are_conserved() {
    let play = Play::<Tank>::open(json!({"classes": ["light", "heavy", "medium", "light"]}));
    let state = play.state();
    let hands = (0..4).map(|seat| hand(&play, seat).as_array().map_or(0, Vec::len)).sum::<usize>();
    assert_eq!(state["deck"].as_array().map_or(0, Vec::len) + hands, 100);
}

#[test]
fn a_dumped_state_is_read_again() {
    let play = Play::<Tank>::open(json!({}));
    let again = Play::<Tank>::load(json!({}), play.state(), 0);
    assert_eq!(again.state(), play.state());
    assert_eq!(again.legal(0), play.legal(0));
    assert_eq!(again.view(1), play.view(1));
}

#[test]
fn omitted_fields_take_their_initial_values() {
    let play = Play::<Tank>::load(json!({}), json!({"players": [{"hand": ["he"]}, {}]}), 0);
    let state = play.state();
    let keys = ["turn", "turnIndex", "phase", "mode", "deck_ordered", "discard", "passive_used"];
    let expected = json!([1, 0, "action", "duel", false, [], false]);
    assert_eq!(Value::from(keys.map(|key| state[key].clone()).to_vec()), expected);
    assert_eq!(state["deck"].as_array().map(Vec::len), Some(100));
    assert_eq!(
        (&state["deck"][0], &state["deck"][99]),
        (&json!("fire"), &json!("encrypted_comms"))
    );
    assert_eq!(
        (&state["players"][1]["class"], &state["players"][1]["currentHP"]),
        (&json!("medium"), &json!(75))
    );
}

#[test]
fn a_deck_given_from_the_bottom_is_not_in_order() {
    let state = json!({"deck": ["fire", "he", "sabot"], "players": [{"hand": ["he"]}, {}]});
    let mut play = Play::<Tank>::load(json!({}), state, 0);
    play.luck(&[0]).act(0, json!({"type": "load", "card": "he"}));
    assert_eq!((hand(&play, 1), play.state()["deck"].clone()), (list("fire"), list("sabot he")));
}

#[test]
fn states_that_cannot_be() {
    let tank = |fields: Value| json!({"players": [{"hand": ["he"]}, fields]});
    let rows = [
        tank(json!({"hand": ["zap"]})),
        tank(json!({"currentHP": 76})),
        tank(json!({"tableau": {"breech": "fire"}})),
        tank(json!({"tableau": {"hazards": ["he"]}})),
        tank(json!({"tableau": {"hazards": ["tracked", "tracked"]}})),
        tank(json!({"tableau": {"safeties": ["tracked"]}})),
        tank(json!({"speed": 1})),
        json!({"players": [{"hand": ["he"]}, {}, {}]}),
        json!({"players": [{"hand": ["he"]}, {}], "turnIndex": 2}),
        json!({"players": [{"hand": ["he"]}, {}], "phase": "zap"}),
        json!({"players": [{"hand": ["he"]}, {}], "phase": "interrupt_smoke"}),
    ];
    let rules = LoadedGame::<Tank>::new(Arc::new(()));
    let config = json!({});
    let opening = Opening { preset: None, config: &config, seed: Seed(1), luck: None };
    let read = |state: &&Value| rules.load(&opening, state, Some(Millis(0))).is_ok();
    let accepted: Vec<_> = rows.iter().filter(read).collect();
    assert!(accepted.is_empty(), "{accepted:#?}");
}
