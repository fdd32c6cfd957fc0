//! Conditions (rules 5.7.1), each when it holds and when it does not.

use super::*;

/// What an attack of Omenraven deals to a creature without weakness.
fn dealt(index: u8, raven: Value, own_bench: bool, foe: Value, foe_bench: bool) -> u64 {
    let bench = |there: bool| if there { vec![bare("Cindling")] } else { vec![] };
    let own = side(more(bare("Omenraven"), raven), bench(own_bench));
    let target = more(bare("Grandbeast"), foe);
    let mut play = table(own, side(target, bench(foe_bench)));
    let events = play.act(0, attack(index));
    let found = events.iter().find(|event| event["type"] == "damage_dealt").unwrap();
    found["amount"].as_u64().unwrap()
}

fn mock(foe: Value) -> u64 {
    dealt(0, json!({}), false, foe, false)
}

fn brood(raven: Value) -> u64 {
    dealt(1, raven, false, json!({}), false)
}

fn pick_on(foe: Value) -> u64 {
    dealt(2, json!({}), false, foe, false)
}

#[test]
fn always() {
    assert_eq!(dealt(3, json!({}), false, json!({}), false), 20);
}

#[test]
fn coin_flip_success() {
    for (coin, expected) in [(1, json!(["ASLEEP"])), (0, json!([]))] {
        let owl = with("Testowl", &["Iron Charge"], 0);
        let mut play = table(side(owl, vec![]), side(bare("Countcrab"), vec![]));
        play.luck(&[coin]).act(0, attack(0));
        assert_eq!(statuses(&play, 1), expected);
    }
}

#[test]
fn coin_flip_failure() {
    let fox = with("Drainfox", &["Iron Charge"], 0);
    let mut play = table(side(fox, vec![]), side(bare("Countcrab"), vec![]));
    play.luck(&[0]).act(0, attack(1));
    assert_eq!(creature(&play, 0, 0)["attachedEnergy"], json!([]));
}

#[test]
fn self_has_damage() {
    for (hurt, refused) in [(0, true), (10, false)] {
        let bear = with("Grudgebear", &["Iron Charge"], hurt);
        let mut play = table(side(bear, vec![]), side(bare("Countcrab"), vec![]));
        assert_eq!(play.table().check(bout_core::Seat(0), &attack(1)).is_err(), refused);
    }
}

#[test]
fn self_no_damage() {
    assert_eq!([brood(json!({})), brood(json!({"damage": 10}))], [20, 10]);
}

#[test]
fn self_minimum_damage() {
    assert_eq!([brood(json!({"damage": 20})), brood(json!({"damage": 30}))], [10, 30]);
}

#[test]
fn self_has_status() {
    let confused = more(bare("Omenraven"), json!({"rotation": "CONFUSED", "damage": 10}));
    let mut play = table(side(confused, vec![]), side(bare("Grandbeast"), vec![bare("Cindling")]));
    let events = play.luck(&[1]).act(0, attack(1));
    let found = events.iter().find(|event| event["type"] == "damage_dealt").unwrap();
    assert_eq!(found["amount"], 130, "that status, and any");
    assert_eq!(brood(json!({"poison": 10})), 100, "any");
}

#[test]
fn opponent_has_status() {
    assert_eq!([pick_on(json!({})), pick_on(json!({"burned": true}))], [10, 20]);
}

#[test]
fn opponent_has_damage() {
    assert_eq!(pick_on(json!({"damage": 10})), 30);
}

#[test]
fn opponent_confused() {
    assert_eq!([mock(json!({})), mock(json!({"rotation": "CONFUSED"}))], [10, 30]);
}

#[test]
fn opponent_paralyzed() {
    assert_eq!(mock(json!({"rotation": "PARALYZED", "paralyzedOnTurn": 4})), 50);
}

#[test]
fn opponent_poisoned() {
    assert_eq!(mock(json!({"poison": 20})), 90);
}

#[test]
fn opponent_burned() {
    assert_eq!(mock(json!({"burned": true})), 170);
}

#[test]
fn opponent_asleep() {
    assert_eq!(mock(json!({"rotation": "ASLEEP"})), 20);
}

#[test]
fn self_has_energy_type() {
    let energies = |names: &[&str]| json!({"attachedEnergy": ids(names)});
    assert_eq!(dealt(3, energies(&["Tide Charge"]), false, json!({}), false), 60, "one is too few");
    assert_eq!(dealt(3, energies(&["Tide Charge", "Prism Shard"]), false, json!({}), false), 80);
}

#[test]
fn self_minimum_energy() {
    assert_eq!(
        dealt(3, json!({"attachedEnergy": ids(&["Iron Charge"])}), false, json!({}), false),
        60
    );
}

#[test]
fn opponent_has_benched() {
    assert_eq!(dealt(2, json!({}), false, json!({}), true), 50);
}

#[test]
fn self_has_benched() {
    assert_eq!(dealt(2, json!({}), true, json!({}), false), 90);
}

#[test]
fn stadium_in_play() {
    for (stadium, expected) in [("Windy Pass", 100), ("Thick Mud", 20)] {
        let mut play = table(
            side(bare("Omenraven"), vec![]),
            side(bare("Grandbeast"), vec![bare("Cindling")]),
        );
        lay_stadium(&mut play, 0, stadium);
        let events = play.act(0, attack(3));
        let found = events.iter().find(|event| event["type"] == "damage_dealt").unwrap();
        assert_eq!(found["amount"], expected);
    }
}
