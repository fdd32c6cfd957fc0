//! What each viewer sees and is told.

use bout_core::{Seat, Viewer};
use serde_json::{Value, json};

use super::*;

#[test]
fn hands_and_decks_are_hidden() {
    let mut play = table()
        .phase("buy")
        .souls("red", &["styx_rook_feiyan"])
        .items(&["item_nether_seal"])
        .state(json!({
            "hands": {"black": {"souls": ["styx_knight_xueyan"], "items": ["item_death_chain"]}},
            "soulDeckByBase": {"rook": ["dark_moon_rook_lanhua", "dark_moon_rook_yinghua"]},
            "itemDeck": ["item_wizard_greed"],
        }))
        .play();
    let red = play.view(0);
    assert_eq!(red["hands"]["red"]["souls"], json!(["styx_rook_feiyan"]));
    let hidden = json!({"soulCount": 1, "souls": null, "itemCount": 1, "items": null});
    assert_eq!(red["hands"]["black"], hidden);
    assert_eq!(
        (&red["soulDeckCountByBase"]["rook"], &red["itemDeckCount"]),
        (&json!(2), &json!(1))
    );
    assert!(red.get("soulDeckByBase").is_none() && red.get("itemDeck").is_none());
    assert_eq!(red["unseen"]["souls"]["knight"], json!(["styx_knight_xueyan"]));
    assert_eq!(red["unseen"]["items"], json!(["item_death_chain", "item_wizard_greed"]));
    let public = play.view_public();
    assert_eq!(public["hands"]["red"], hidden);
    let referee = play.table().view(Viewer::Referee);
    assert_eq!(referee["hands"]["black"]["souls"], json!(["styx_knight_xueyan"]));
    assert_eq!((&red["seat"], &public["seat"]), (&json!(0), &Value::Null));
}

/// Which viewers are told the soul of the last event of a type: red, black, public.
fn told(play: &bout_testkit::Play<bout_necro::Necro>, name: &str) -> [bool; 3] {
    let soul = |events: Vec<Value>| one(&events, name).get("soulId").is_some();
    [soul(play.told(0)), soul(play.told(1)), soul(play.told_public())]
}

#[test]
fn unseen_souls_stay_unseen_in_events() {
    let t = table().phase("buy").gold(15).state(json!({
        "displayByBase": {"rook": "styx_rook_feiyan"},
        "soulDeckByBase": {"rook": ["dark_moon_rook_lanhua"]},
        "hands": {"red": {"items": ["item_cage_plunder"]}, "black": {"souls": ["styx_knight_xueyan"]}},
    }));
    let mut play = t.clone().play();
    play.act(0, of_base("BUY_SOUL_FROM_DECK", "rook"));
    assert_eq!(told(&play, "SOUL_BOUGHT"), [true, false, false]);
    play.act(0, give_back("dark_moon_rook_lanhua"));
    assert_eq!(told(&play, "SOUL_RETURNED"), [true, false, false]);
    assert_eq!(one(&play.told(1), "SOUL_RETURNED")["base"], "rook");
    play.act(0, use_item("item_cage_plunder"));
    assert_eq!(told(&play, "SOUL_TAKEN"), [true, true, false]);
    let mut play = t.play();
    play.act(0, of_base("BUY_SOUL_FROM_DISPLAY", "rook"));
    assert_eq!(told(&play, "SOUL_BOUGHT"), [true, true, true]);
}

#[test]
fn the_side_to_act_sees_what_its_shots_would_do() {
    let t = table().unit("R rook:0", 0, 5).unit("B soldier:0", 0, 3);
    let play = t.clone().play();
    let shots = play.view(0)["shots"].clone();
    assert_eq!(shots.as_array().expect("list").len(), 1);
    assert_eq!((&shots[0]["attackerId"], &shots[0]["cost"]), (&json!("red:rook:0"), &json!(1)));
    assert_eq!(play.view(1)["shots"], json!([]));
    assert_eq!(t.phase("necro").play().view(0)["shots"], json!([]));
}

#[test]
fn a_preview_by_the_table_knows_all_six_faces() {
    let mut play = table().seeded().unit("R rook:0", 0, 5).unit("B soldier:0", 0, 3).play();
    let preview = play.table().preview(Seat(0), &shoot("R rook:0", "B soldier:0"), None);
    let preview = preview.expect("a legal shot");
    assert!(preview.exact && preview.results.len() == 6);
}
