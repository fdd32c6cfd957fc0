//! What nobody else may know (rules 8).

use serde_json::{Value, json};

use crate::{confirm, draft, duel, round};

#[test]
fn drafts_and_confirms_are_told_to_their_owner_only() {
    let mut play = duel(json!({}));
    play.act(0, draft("a--"));
    assert_eq!((play.told(0).len(), play.told(1).len(), play.told_public().len()), (1, 0, 0));
    play.act(0, confirm("a--"));
    assert_eq!((play.told(0).len(), play.told(1).len(), play.told_public().len()), (1, 0, 0));
}

#[test]
fn the_opponents_view_does_not_change() {
    let mut play = duel(json!({}));
    let before = (play.view(1), play.view_public());
    play.act(0, draft("a--"));
    play.act(0, confirm("a--"));
    assert_eq!((play.view(1), play.view_public()), before);
}

#[test]
fn views_hold_what_the_document_lists() {
    let mut play = duel(json!({}));
    play.act(0, draft("a-c"));
    let own = play.view(0);
    assert_eq!(own["phase"], "prep");
    assert_eq!(own["hand"], json!(["attack", "defense", "heal", "counter"]));
    assert_eq!(
        (&own["layout"], &own["confirmed"]),
        (&json!(["attack", null, "counter"]), &json!(false))
    );
    assert_eq!(own["deadline"], 20_000);
    assert_eq!(
        (&own["revealed"], &own["lastRound"], &own["result"]),
        (&json!([]), &Value::Null, &Value::Null)
    );
    let public = play.view_public();
    for key in ["hand", "layout", "confirmed"] {
        assert_eq!(public.get(key), None, "{key}");
    }
}

#[test]
fn slots_open_one_by_one() {
    let mut play = duel(json!({}));
    round(&mut play, "adh", "c-h");
    for step in 0..3 {
        let seen = play.view(0);
        assert_eq!(seen["revealed"].as_array().unwrap().len(), step);
        assert_eq!(seen["layout"], json!(["attack", "defense", "heal"]));
        assert_eq!(seen["deadline"], Value::Null);
        play.expire();
    }
    let opened = json!([["attack", "counter"], ["defense", null], ["heal", "heal"]]);
    assert_eq!(play.view_public()["lastRound"], opened);
    assert_eq!(play.view(1)["layout"], Value::Null);
}

#[test]
fn unopened_slots_stay_hidden_after_a_disconnect() {
    let mut play = duel(json!({}));
    round(&mut play, "adh", "c-h");
    play.expire();
    play.left(0);
    let seen = play.view(0).to_string();
    assert!(seen.contains("\"revealed\":[{\"roundIndex\":1,\"stepIndex\":0"), "{seen}");
    assert_eq!(play.view(0)["revealed"].as_array().unwrap().len(), 1);
}

#[test]
fn an_empty_slot_is_null_everywhere() {
    let mut play = duel(json!({}));
    play.act(0, draft("a--"));
    play.expire();
    let all = format!("{} {} {}", play.state(), play.view(0), play.view_public());
    assert!(!all.to_uppercase().contains("GRASS"), "{all}");
}

#[test]
fn a_preview_does_not_tell_whether_the_opponent_is_ready() {
    let preview = |ready: bool| {
        let mut play = duel(json!({}));
        if ready {
            play.act(1, confirm("ccc".replace('c', "-").as_str()));
        }
        let previewed = play.table().preview(bout_core::Seat(0), &confirm("adh"), None).unwrap();
        previewed.results
    };
    assert_eq!(preview(false), preview(true));
}
