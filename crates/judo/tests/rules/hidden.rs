//! What nobody but its owner gets to know.

use bout_judo::Judo;
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::*;

fn is_mystery(card: &Value) -> bool {
    card == &json!({"placeholder": "Mystery Judoka"})
}

#[test]
fn a_card_is_its_owners_until_it_is_turned() {
    let mut play = round_1(json!({}));
    let (own, other, public) = (play.view(0), play.view(1), play.view_public());
    assert_eq!(own["current"]["player"]["stats"]["power"], 8);
    assert!(is_mystery(&own["current"]["opponent"]));
    assert!(is_mystery(&other["current"]["player"]));
    assert_eq!(other["current"]["opponent"]["stats"]["power"], 7);
    assert!(is_mystery(&public["current"]["player"]) && is_mystery(&public["current"]["opponent"]));
    assert_eq!(own["cards_public"], false);
    play.act(0, select("power"));
    let started = play.advance(6_000);
    assert_eq!(started.len(), play.told(0).len());
    let (own, other) = (play.told(0), play.told(1));
    let card = |events: &[Value], key: &str| only(events, "round.started")[0][key].clone();
    assert_eq!(card(&own, "player_card")["stats"]["technique"], 9);
    assert_eq!(card(&own, "opponent_card"), json!(null));
    assert_eq!(card(&other, "player_card"), json!(null));
    assert_eq!(card(&play.told_public(), "opponent_card"), json!(null));
}

#[test]
fn turned_cards_are_everybodys() {
    let mut play = round_1(json!({"win_target": 1}));
    play.act(0, select("power"));
    assert_eq!(play.told_public(), play.told(0));
    let public = play.view_public();
    assert_eq!(public["captured"]["player"].as_array().unwrap().len(), 2);
    assert_eq!(public["last_round"]["cards"]["opponent"]["stats"]["power"], 7);
    assert_eq!(public["current"]["player"]["stats"]["power"], 8, "still there in matchOver");
}

#[test]
fn an_interrupted_card_is_never_shown() {
    let mut play = round_1(json!({"round_modify": true}));
    play.act(HOST, interrupt("admin"));
    assert_eq!(only(&play.told(1), "modification.opened")[0]["suspended"], json!(null));
    assert_eq!(only(&play.told(0), "modification.opened")[0]["suspended"], json!(null));
    let told = play.told(HOST);
    let suspended = &only(&told, "modification.opened")[0]["suspended"];
    assert_eq!(suspended["player_card"]["stats"]["power"], 8);
    assert_eq!(play.view(0)["suspended_round"], json!(null));
    assert_eq!(play.view(HOST)["suspended_round"]["opponent_card"]["stats"]["power"], 7);
}

#[test]
fn the_host_seat_sees_all_in_test_mode_only() {
    let play = round_1(json!({}));
    assert_eq!(play.view(HOST)["draw_piles"]["player"][0]["stats"]["technique"], 9);
    assert!(play.view(0).get("draw_piles").is_none());
    let mut play = Play::<Judo>::open(json!({"official": true, "round_modify": true}));
    play.act(0, json!({"type": "start_match"}));
    play.advance(3_000);
    assert!(play.view(HOST).get("draw_piles").is_none());
    assert!(is_mystery(&play.view(HOST)["current"]["player"]));
    play.act(HOST, interrupt("admin"));
    assert_ne!(play.view(HOST)["suspended_round"], json!(null), "only while it is edited");
    play.act(HOST, json!({"type": "cancel_modification"}));
    assert_eq!(play.view(HOST)["suspended_round"], json!(null));
}

#[test]
fn settings_never_tell_the_decks() {
    let play = lobby(json!({}));
    for view in [play.view(0), play.view_public()] {
        assert_eq!(view["settings"]["decks"], json!(null));
        assert_eq!(view["settings"]["win_target"], 5);
    }
}

/// What the hooks of a page show is in the view, and equals the engine after every command.
#[test]
fn the_hooks_have_their_data() {
    let mut play = lobby(json!({}));
    assert_eq!(
        (seen(&play, "prev_state"), seen(&play, "last_trigger")),
        (json!(null), json!(null))
    );
    play.act(0, json!({"type": "start_match"}));
    for at in [1_000, 3_000, 33_000, 36_000, 40_000] {
        play.advance(at);
        let (view, phase) = (play.view(0), play.phase());
        assert_eq!(view["state"], phase);
        let log = view["transition_log"].as_array().unwrap();
        let last = log.last().unwrap();
        assert_eq!((&last["to"], &last["from"]), (&view["state"], &view["prev_state"]));
        assert_eq!(last["trigger"], view["last_trigger"]);
        assert!(view["timer"]["kind"].is_string() && view["timer"]["running"] == true);
        assert_eq!(view["scores"], field(&play, "scores"));
    }
    assert_eq!(seen(&play, "shown_round"), 2);
}

#[test]
fn the_shown_round_never_passes_the_last() {
    let mut play = round_1(json!({"max_rounds": 1, "win_target": 1}));
    assert_eq!(seen(&play, "shown_round"), 1);
    play.act(0, select("speed"));
    assert_eq!((seen(&play, "round"), seen(&play, "shown_round")), (json!(2), json!(1)));
}
