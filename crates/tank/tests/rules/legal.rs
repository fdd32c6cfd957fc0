//! The list of legal commands (rules 5, 10.1).

use bout_tank::Tank;
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::{
    discard, equip, excess, fire, heavy, light, load, medium, passive, plain, quick_fire, repair,
    sabotage, table,
};

fn ghost_fire(target: u8, card: &str) -> Value {
    json!({"type": "fire", "target": target, "ghost_discard": card})
}

#[test]
fn the_order_of_a_rich_hand() {
    let hand = "ablative_armor he tracked coaxial_mg he fire reestablish_comms sabot fire";
    let active = heavy(hand).breech("heat").hazards("comms_jammed");
    let play = table([active, medium("he")]).play();
    let expected = [
        load("he"),
        load("sabot"),
        fire(1),
        quick_fire(1),
        sabotage("tracked", 1),
        repair("reestablish_comms", 0),
        equip("ablative_armor"),
        discard("ablative_armor"),
        discard("he"),
        discard("tracked"),
        discard("coaxial_mg"),
        discard("fire"),
        discard("reestablish_comms"),
        discard("sabot"),
    ];
    assert_eq!(play.legal(0), expected);
    assert!(play.legal(1).is_empty());
}

#[test]
fn targets_by_seat_and_hazards_by_hand_index() {
    let active = heavy("jammed_breech coaxial_mg tracked jammed_breech");
    let tanks = [medium("he"), active, light("").hazards("tracked"), heavy("")];
    let play = table(tanks).turn_of(1).play();
    let expected = [
        quick_fire(0),
        quick_fire(2),
        quick_fire(3),
        sabotage("jammed_breech", 0),
        sabotage("jammed_breech", 2),
        sabotage("jammed_breech", 3),
        sabotage("tracked", 0),
        sabotage("tracked", 3),
    ];
    assert_eq!(play.legal(1)[..8], expected);
    assert_eq!(play.legal(1)[8], discard("jammed_breech"));
}

#[test]
fn shields_hazards_and_safeties_take_entries_away() {
    let active = heavy("fire he coaxial_mg tracked encrypted_comms").breech("he");
    let shielded = active.clone().safeties("encrypted_comms").hazards("jammed_breech");
    let play = table([shielded, medium("").shield()]).play();
    let kinds = |play: &Play<Tank>| -> Vec<String> {
        let legal = play.legal(0).into_iter();
        legal.map(|command| command["type"].as_str().expect("type").to_owned()).collect()
    };
    assert_eq!(kinds(&play), ["discard"; 5]);
    let play = table([active.hazards("tracked"), medium("").safeties("reinforced_treads")]).play();
    assert_eq!(kinds(&play)[..2], ["load", "equip"]);
}

#[test]
fn repairs_of_others_where_they_are_allowed() {
    let table = table([heavy("field_repair"), medium("").hazards("tracked"), light("")]);
    assert_eq!(table.clone().play().legal(0), [discard("field_repair")]);
    let play = table.rules(json!({"repair_scope": "anyone"})).play();
    assert_eq!(play.legal(0), [repair("field_repair", 1), discard("field_repair")]);
}

#[test]
fn a_ghost_is_paid_by_each_card_type() {
    let active = heavy("he fire tracked he fire coaxial_mg").breech("he").hazards("jammed_breech");
    let play = table([active, medium(""), light("").adrenaline(10)]).play();
    let expected = [
        fire(1),
        ghost_fire(2, "he"),
        ghost_fire(2, "tracked"),
        ghost_fire(2, "fire"),
        ghost_fire(2, "coaxial_mg"),
        quick_fire(1),
        quick_fire(2),
    ];
    assert_eq!(play.legal(0)[..7], expected);
    let play = table([heavy("fire").breech("he"), light("").adrenaline(10)]).play();
    assert_eq!(play.legal(0), [discard("fire")]);
}

#[test]
fn a_ghost_that_taxes_bursts() {
    let table = table([heavy("coaxial_mg he coaxial_mg"), light("").adrenaline(10)]);
    let play = table.rules(json!({"ghost_scope": "fire_and_quick_fire"})).play();
    let pay = |card: &str| json!({"type": "quick_fire", "target": 1, "ghost_discard": card});
    assert_eq!(play.legal(0)[1..3], [pay("he"), pay("coaxial_mg")]);
}

#[test]
fn a_dearer_ghost_is_paid_by_multisets() {
    let active = heavy("he fire he sabot").breech("he").hazards("jammed_breech");
    let table = table([active, light("").adrenaline(10)]);
    let mut play = table.clone().rules(json!({"ghost_cost": 2})).play();
    let pay = |cards: [&str; 2]| json!({"type": "fire", "target": 1, "ghost_discard": cards});
    assert_eq!(play.legal(0)[..2], [pay(["he", "he"]), pay(["he", "sabot"])]);
    assert_eq!(play.legal(0)[2], discard("he"));
    play.act(0, pay(["sabot", "he"]));
    assert_eq!(crate::pile(&play), crate::list("sabot he fire"));
    let play = table.rules(json!({"ghost_cost": 0})).play();
    assert_eq!(play.legal(0)[0], fire(1));
}

#[test]
fn the_passive_comes_last_by_multisets() {
    let play = table([medium("fire he fire he"), heavy("")]).play();
    let legal = play.legal(0);
    let expected = [
        discard("fire"),
        discard("he"),
        passive("fire he"),
        passive("fire fire"),
        passive("he he"),
    ];
    assert_eq!(legal[legal.len() - 5..], expected);
    let play = table([medium("fire he fire"), heavy("")]).preset("v2").play();
    let legal = play.legal(0);
    assert_eq!(legal[legal.len() - 2..], [passive("fire"), passive("he")]);
}

#[test]
fn no_passive_where_it_is_not_to_be_had() {
    let rows = [
        table([medium("fire he").adrenaline(10), heavy("")]),
        table([medium("fire"), heavy("")]),
        table([medium("fire he"), heavy("")]).state(json!({"passive_used": true})),
        table([medium("fire he"), heavy("")]).rules(json!({"medium_passive_discard": 0})),
        table([light("fire he"), heavy("")]),
    ];
    for (place, table) in rows.into_iter().enumerate() {
        let legal = table.play().legal(0);
        assert!(legal.iter().all(|command| command["type"] != "medium_passive"), "row {place}");
    }
}

#[test]
fn the_passive_takes_the_same_cards_in_another_order() {
    let mut play = table([medium("fire he"), heavy("")]).play();
    assert!(!play.legal(0).contains(&passive("he fire")));
    play.act(0, passive("he fire"));
}

#[test]
fn windows() {
    let tanks =
        [medium("coaxial_mg tracked"), heavy("smoke_launchers reinforced_treads"), light("")];
    let mut play = table(tanks.clone()).play();
    play.act(0, quick_fire(1));
    assert_eq!(play.legal(1), [plain("smoke"), plain("pass")]);
    assert_eq!(play.legal(2), [plain("pass")]);
    assert!(play.legal(0).is_empty());
    play.act(2, plain("pass"));
    assert!(play.legal(2).is_empty());
    let mut play = table(tanks).play();
    play.act(0, sabotage("tracked", 1));
    assert_eq!(play.legal(1), [plain("coup_fourre"), plain("pass")]);
    let mut play = table([heavy("tracked"), medium("encrypted_comms")]).play();
    play.act(0, sabotage("tracked", 1));
    assert_eq!(play.legal(1), [plain("pass")]);
}

#[test]
fn autoload() {
    let loader = medium("he fire coaxial_mg sabot").adrenaline(18);
    let mut play = table([loader, heavy(""), light("").adrenaline(10)]).play();
    play.act(0, load("he"));
    let expected = [fire(1), ghost_fire(2, "coaxial_mg"), ghost_fire(2, "sabot"), plain("pass")];
    assert_eq!(play.legal(0), expected);
    let gunner = medium("fire heat he heat").adrenaline(18).breech("he");
    let mut play = table([gunner, heavy("")]).play();
    crate::through(&mut play, 0, fire(1));
    assert_eq!(play.legal(0), [load("heat"), load("he"), plain("pass")]);
}

#[test]
fn surplus() {
    let table = table([heavy("he fire he sabot"), medium("")]);
    let state = json!({"phase": "discard_excess", "main_action": "discard"});
    let play = table.rules(json!({"heavy.hand_size": 2})).state(state).play();
    let expected = [excess("he fire"), excess("he he"), excess("he sabot"), excess("fire sabot")];
    assert_eq!(play.legal(0), expected);
}

const TYPES: &str = "fire coaxial_mg he heat sabot tracked jammed_breech comms_jammed field_repair \
                     clear_breech reestablish_comms smoke_launchers ablative_armor \
                     reinforced_treads advanced_targeting encrypted_comms";

#[test]
fn at_most_500_are_listed_and_the_rest_is_accepted() {
    let table = table([heavy(TYPES), medium("")]);
    let state = json!({"phase": "discard_excess", "main_action": "discard"});
    let mut play = table.rules(json!({"heavy.hand_size": 8})).state(state).play();
    let legal = play.legal(0);
    assert_eq!(legal.len(), 500);
    let types: Vec<_> = TYPES.split_whitespace().collect();
    assert_eq!(legal[0], excess(&types[..8].join(" ")));
    let ninth = [&types[..7], &types[15..]].concat().join(" ");
    assert_eq!(legal[8], excess(&ninth), "the last card moves first");
    let beyond = excess(&types[8..].join(" "));
    assert!(!legal.contains(&beyond));
    play.act(0, beyond);
}

#[test]
fn every_legal_command_is_accepted() {
    let hand = "ablative_armor he tracked coaxial_mg fire reestablish_comms sabot fire";
    let active = medium(hand).breech("heat").hazards("comms_jammed");
    let table = table([active, light("he").adrenaline(10), heavy("he")]);
    for command in table.clone().play().legal(0) {
        table.clone().play().act(0, command);
    }
}

#[test]
fn giving_up_is_not_listed() {
    let mut play = table([heavy("he"), medium("he"), light("he")]).play();
    assert!(play.legal(0).iter().all(|command| command["type"] != "concede"));
    for seat in [2, 0] {
        play.act(seat, plain("concede"));
    }
}
