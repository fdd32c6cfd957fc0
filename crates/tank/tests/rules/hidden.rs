//! What the others may not know (rules 8).

use bout_core::Viewer;
use bout_tank::Tank;
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::{
    discard, fire, heavy, light, list, medium, one, passive, plain, quick_fire, result, sabotage,
    table, through,
};

#[test]
fn dealt_cards_are_private() {
    let mut play = Play::<Tank>::open(json!({"classes": ["heavy", "medium", "light"]}));
    let all = |play: &mut Play<Tank>, viewer| -> Vec<Value> {
        play.table().events(viewer, 0).into_iter().map(|(_, event)| event).collect()
    };
    let whole = all(&mut play, Viewer::Referee);
    for viewer in [0, 1, 2, 9] {
        let eyes = match viewer {
            9 => Viewer::Public,
            seat => Viewer::Seat(bout_core::Seat(seat)),
        };
        let told = all(&mut play, eyes);
        assert_eq!(told.len(), whole.len());
        for (seen, real) in told.iter().zip(&whole) {
            let private = ["deal", "draw"].contains(&real["action"].as_str().expect("action"));
            let own = real["actor"] == viewer;
            let mut expected = real.clone();
            if private && !own {
                expected["result"]["cards"] = Value::Null;
            }
            assert_eq!(seen, &expected, "{viewer}");
        }
    }
}

/// The cards of the `draw` of each cause that a viewer was told of.
fn drawn(told: &[Value], cause: &str) -> (Value, Value) {
    let of = |event: &&Value| event["action"] == "draw" && event["result"]["cause"] == cause;
    let draw = told.iter().find(of).expect("a draw");
    (draw["result"]["count"].clone(), draw["result"]["cards"].clone())
}

#[test]
fn drawn_cards_are_private() {
    let (mut play, _) = table([medium("fire fire"), heavy("he he")]).begin();
    let count = |told: &[Value]| drawn(told, "turn");
    assert_eq!(count(&play.told(0)), (json!(1), list("he")));
    assert_eq!(count(&play.told(1)), (json!(1), Value::Null));
    assert_eq!(count(&play.told_public()), (json!(1), Value::Null));
    play.act(0, passive("fire fire"));
    assert_eq!(drawn(&play.told(0), "medium_passive"), (json!(1), list("he")));
    assert_eq!(drawn(&play.told(1), "medium_passive"), (json!(1), Value::Null));
    assert_eq!(result(&play.told(1), "medium_passive"), &json!({"discarded": ["fire", "fire"]}));
}

#[test]
fn cards_of_a_respawn_and_of_a_coup_are_private() {
    let mut play = table([medium("coaxial_mg"), heavy(""), light("fire").hp(1)]).play();
    through(&mut play, 0, quick_fire(2));
    assert_eq!(drawn(&play.told(2), "respawn").1, json!(vec!["he"; 7]));
    assert_eq!(drawn(&play.told(0), "respawn"), (json!(7), Value::Null));
    assert_eq!(result(&play.told_public(), "respawn")["discarded"], list("fire"));
    let mut play = table([heavy("tracked fire"), medium("reinforced_treads")]).play();
    play.act(0, sabotage("tracked", 1));
    play.act(1, plain("coup_fourre"));
    assert_eq!(drawn(&play.told(1), "coup_fourre"), (json!(1), list("he")));
    assert_eq!(drawn(&play.told(0), "coup_fourre"), (json!(1), Value::Null));
    assert_eq!(result(&play.told_public(), "coup_discard"), &json!({"card": "fire"}));
}

#[test]
fn everything_else_is_told_to_everybody() {
    let mut play = table([medium("fire coaxial_mg").breech("he"), heavy("smoke_launchers")]).play();
    let fired = play.act(0, fire(1));
    assert_eq!((play.told(1), play.told_public()), (fired.clone(), fired));
    play.act(1, plain("smoke"));
    assert_eq!(one(&play.told_public(), "smoke_launchers")["actor"], 1);
}

/// A match of three with something in every zone.
fn rich() -> Play<Tank> {
    let tanks = [
        medium("fire he").breech("sabot").hazards("tracked").armor(2),
        heavy("smoke_launchers he").safeties("encrypted_comms").marks(2).adrenaline(20),
        light("he").shield(),
    ];
    table(tanks).deck("heat heat sabot").state(json!({"discard": ["he", "fire"]})).play()
}

#[test]
fn hands_are_seen_by_their_owner_alone() {
    let play = rich();
    for viewer in 0..3 {
        let view = play.view(viewer);
        for (seat, cards) in ["fire he", "smoke_launchers he", "he"].into_iter().enumerate() {
            let shown = &view["players"][seat];
            assert_eq!(shown["hand_count"], list(cards).as_array().map_or(0, Vec::len));
            let expected = if usize::from(viewer) == seat { list(cards) } else { Value::Null };
            assert_eq!(shown["hand"], expected, "{viewer} looks at {seat}");
        }
    }
    let public = play.view_public();
    assert!((0..3).all(|seat| public["players"][seat]["hand"] == Value::Null));
}

#[test]
fn tableaus_and_pile_are_public() {
    let play = rich();
    let state = play.state();
    for view in [play.view(0), play.view(2), play.view_public()] {
        assert_eq!((&view["discard"], &view["deck_count"]), (&list("he fire"), &json!(3)));
        for (seat, player) in state["players"].as_array().expect("players").iter().enumerate() {
            let keys = [
                "id",
                "class",
                "team",
                "maxHP",
                "currentHP",
                "killMarks",
                "tableau",
                "statusFlags",
                "controller",
                "missed",
                "conceded",
            ];
            for key in keys {
                assert_eq!(view["players"][seat][key], player[key], "{key} of {seat}");
            }
        }
        let keys = [
            "turn",
            "phase",
            "turnIndex",
            "mode",
            "passive_used",
            "main_action",
            "bonus_next",
            "gameOver",
            "winner",
            "end_reason",
            "turn_left_ms",
            "deck_ordered",
        ];
        for key in keys {
            assert_eq!(view[key], state[key], "{key}");
        }
        assert_eq!(view["pending"], Value::Null);
    }
}

#[test]
fn nobody_sees_the_deck() {
    let play = rich();
    for view in [play.view(0), play.view(1), play.view_public()] {
        for key in ["deck", "deck_top_first", "seed"] {
            assert_eq!(view.get(key), None, "{key}");
        }
    }
}

/// What is counted as unseen, without the types of which nothing is.
fn unseen(view: &Value) -> Vec<(String, u64)> {
    let counts = view["unseen"].as_object().expect("unseen").iter();
    let counted = counts.map(|(card, n)| (card.clone(), n.as_u64().expect("a count")));
    let mut counted: Vec<_> = counted.filter(|(_, n)| *n > 0).collect();
    counted.sort();
    counted
}

#[test]
fn unseen_is_the_deck_and_the_hands_of_others() {
    let play = rich();
    let count = |words: &[(&str, u64)]| -> Vec<(String, u64)> {
        words.iter().map(|(card, n)| ((*card).to_owned(), *n)).collect()
    };
    let own = [("he", 2), ("heat", 2), ("sabot", 1), ("smoke_launchers", 1)];
    assert_eq!(unseen(&play.view(0)), count(&own));
    let public = [("fire", 1), ("he", 3), ("heat", 2), ("sabot", 1), ("smoke_launchers", 1)];
    assert_eq!(unseen(&play.view_public()), count(&public));
}

#[test]
fn views_do_not_depend_on_hidden_cards() {
    let with = |hand: &str, deck: &str| {
        let mut play = table([medium("coaxial_mg"), heavy(hand), light("he")]).deck(deck).play();
        let before = (play.view(0), play.view_public());
        play.act(0, quick_fire(1));
        (before, play.view(0), play.view(2), play.view_public(), play.told(0))
    };
    assert_eq!(with("smoke_launchers", "he fire"), with("he", "fire smoke_launchers"));
}

#[test]
fn a_window_is_public_but_for_its_answers() {
    let tanks = [medium("fire").breech("he"), heavy("smoke_launchers"), light("smoke_launchers")];
    let mut play = table(tanks).play();
    play.act(0, fire(1));
    play.act(2, plain("smoke"));
    let window = |responses: Value| {
        json!({
            "kind": "smoke", "attacker": 0, "target": 1, "source": "fire", "card": "he",
            "responders": [1, 2], "responses": responses,
        })
    };
    let seen = |view: Value| {
        let mut pending = view["pending"].clone();
        pending.as_object_mut().expect("a window").remove("predicted");
        pending
    };
    assert_eq!(seen(play.view(2)), window(json!([null, "smoke"])));
    for view in [play.view(0), play.view(1), play.view_public()] {
        assert_eq!(seen(view), window(json!([null, null])));
    }
    play.act(1, plain("pass"));
    assert_eq!(play.view(0)["pending"], Value::Null);
}

#[test]
fn passes_are_not_told() {
    let tanks = [medium("fire").breech("he"), heavy("smoke_launchers"), light("")];
    let mut play = table(tanks).play();
    play.act(0, fire(1));
    let events = play.act(1, plain("pass"));
    assert_eq!((events.len(), play.told(0).len(), play.told(1).len()), (0, 0, 0));
    let events = play.act(2, plain("pass"));
    assert!(events.iter().all(|event| event["action"] != "pass"));
}

#[test]
fn a_safety_in_hand_is_hidden() {
    let with = |hand: &str| {
        let mut play = table([heavy("tracked he"), medium(hand)]).deck("he he").play();
        let told = play.act(0, sabotage("tracked", 1));
        (told, play.phase(), play.view(0)["pending"].clone(), play.view_public()["players"].clone())
    };
    assert_eq!(with("reinforced_treads"), with("he"));
}

#[test]
fn a_reshuffle_takes_the_pile_away() {
    let mut play = table([heavy("sabot he"), medium("")]).deck("").play();
    play.act(0, discard("sabot"));
    for view in [play.view(0), play.view_public()] {
        assert_eq!((&view["discard"], &view["deck_count"]), (&json!([]), &json!(0)));
        assert_eq!(view["players"][1]["hand"], Value::Null);
    }
}
