//! Iron Guard Legion: strong with soldiers.

use serde_json::json;

use super::*;

#[test]
fn iron_guard_rook_junhua() {
    let t = table().soul("R rook:0", 0, 9, "iron_guard_rook_junhua").unit("B rook:0", 0, 4);
    let fire = |n| damage(&mut with_soldiers(t.clone(), n).play(), "R rook:0", "B rook:0");
    assert_eq!([fire(2), fire(3), fire(4), fire(5)], [5, 6, 6, 7]);
    let mut along = t.unit("R soldier:1", 1, 5).unit("R soldier:0", 1, 3).play();
    let events = along.act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 5), ("B rook:0", 3)]));
    let shooters: Vec<_> =
        all(&events, "SHOT_FIRED").iter().map(|e| e["attackerId"].clone()).collect();
    assert_eq!(shooters, ["red:rook:0", "red:soldier:0"], "the first by name");
}

#[test]
fn iron_guard_rook_tieche() {
    let t = table()
        .soul("R rook:0", 0, 9, "iron_guard_rook_tieche")
        .unit("R knight:0", 0, 7)
        .unit("R knight:1", 0, 6)
        .unit("B rook:0", 0, 4);
    let shot = shoot("R rook:0", "B rook:0");
    assert_eq!(with_soldiers(t.clone(), 2).play().refused(0, shot.clone()), "blocked");
    let mut three = with_soldiers(t.clone(), 3).play();
    three.act(0, shot.clone());
    assert_eq!(mana(&three), json!(4));
    let mut five = with_soldiers(t, 5).play();
    let events = five.act(0, shot);
    assert_eq!(mana(&five), json!(5));
    let order = [("R rook:0", "IGNORE_BLOCKING"), ("R rook:0", "FREE_SHOOT")];
    assert_eq!(triggers(&events), triggered(&order));
}

#[test]
fn iron_guard_knight_qibingling() {
    let t = table().soul("R knight:0", 4, 5, "iron_guard_knight_qibingling").unit("B rook:0", 5, 3);
    let events = t.clone().unit("R soldier:0", 6, 4).play().act(0, shoot("R knight:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 5), ("B rook:0", 3)]));
    let events = t.unit("R soldier:0", 7, 4).play().act(0, shoot("R knight:0", "B rook:0"));
    assert_eq!((hits(&events).len(), triggers(&events)), (1, vec![]), "too far to shoot along");
}

#[test]
fn iron_guard_knight_lianjunma() {
    let t = table().soul("R knight:0", 4, 6, "iron_guard_knight_lianjunma").unit("B rook:0", 5, 4);
    let near = |n: usize| {
        let cells = [(4, 8), (2, 4), (6, 7), (3, 5)];
        let units = cells.iter().take(n).enumerate();
        units.fold(t.clone(), |t, (n, (x, y))| t.unit(&format!("R soldier:{n}"), *x, *y))
    };
    let fire = |n| damage(&mut near(n).play(), "R knight:0", "B rook:0");
    assert_eq!([fire(0), fire(1), fire(2), fire(3), fire(4)], [4, 5, 6, 7, 7]);
    let again = |soldiers| {
        let mut play = with_soldiers(t.clone().unit("R knight:0", 2, 5), soldiers).play();
        play.act(0, go("R knight:0", 4, 6));
        play.act(0, shoot("R knight:0", "B rook:0"));
        play.table().check(bout_core::Seat(0), &shoot("R knight:0", "B rook:0")).is_ok()
    };
    assert_eq!((again(2), again(3)), (false, true));
}

#[test]
fn iron_guard_cannon_paobinghua() {
    let t = table()
        .soul("R cannon:0", 0, 9, "iron_guard_cannon_paobinghua")
        .unit("R knight:0", 0, 8)
        .unit("B soldier:0", 0, 4)
        .unit("B soldier:1", 1, 4);
    let chained = shoot_extra("R cannon:0", "B soldier:0", "B soldier:1");
    let two = with_soldiers(t.clone(), 2).play().refused(0, chained.clone());
    assert_eq!(two, "invalid_extra_target");
    let fire = |n| hits(&with_soldiers(t.clone(), n).play().act(0, chained.clone()));
    assert_eq!(fire(3), expected(&[("B soldier:0", 6), ("B soldier:1", 6)]));
    assert_eq!(fire(5), expected(&[("B soldier:0", 7), ("B soldier:1", 7)]));
}

#[test]
fn iron_guard_cannon_baobingpao() {
    let t = table()
        .soul("R cannon:0", 3, 9, "iron_guard_cannon_baobingpao")
        .unit("R knight:0", 3, 8)
        .unit("R knight:1", 3, 6)
        .unit("B advisor:0", 3, 2)
        .unit("B soldier:0", 3, 3);
    let shot = shoot("R cannon:0", "B soldier:0");
    assert_eq!(with_soldiers(t.clone(), 3).play().refused(0, shot), "blocked");
    let fire = |n, target| damage(&mut with_soldiers(t.clone(), n).play(), "R cannon:0", target);
    assert_eq!(fire(4, "B advisor:0"), 3 + 4 - 1);
    assert_eq!(fire(5, "B advisor:0"), 3 + 4 + 1 - 1, "in its palace");
    assert_eq!(fire(5, "B soldier:0"), 3 + 4, "not in its palace");
}

/// Damage to the king is lessened once a turn, by somebody in the palace.
fn guards(soul: &str) {
    let t = table().soul("B advisor:0", 3, 0, soul).unit("R rook:0", 4, 5).unit("R rook:1", 0, 0);
    let mut play = t.clone().play();
    assert_eq!(play.refused(0, shoot("R rook:1", "B king:0")), "blocked");
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!(hits(&events), expected(&[("B king:0", 2)]));
    assert_eq!(triggers(&events), triggered(&[("B advisor:0", "PALACE_GUARD")]));
    let line = json!({"label": "guard", "amount": -1});
    assert_eq!(one(&events, "DAMAGE_DEALT")["breakdown"][3], line);
    let used =
        t.clone().state(json!({"turnFlags": {"abilityUsed": {"black:advisor:0:PALACE_GUARD": 1}}}));
    assert_eq!(damage(&mut used.play(), "R rook:0", "B king:0"), 3, "once a turn");
    let away = t.unit("B advisor:0", 3, 3);
    assert_eq!(damage(&mut away.play(), "R rook:0", "B king:0"), 3, "not in the palace");
}

#[test]
fn iron_guard_advisor_junhu() {
    let t = table()
        .soul("R advisor:0", 3, 9, "iron_guard_advisor_junhu")
        .unit("R soldier:0", 0, 6)
        .unit("R rook:0", 1, 6);
    let mut play = t.clone().play();
    play.act(0, go("R rook:0", 1, 5));
    assert_eq!(mana(&play), json!(4), "a rook pays");
    let events = play.act(0, go("R soldier:0", 0, 5));
    assert_eq!(mana(&play), json!(4));
    assert_eq!(names(&events), ["UNIT_MOVED", "RESOURCES_CHANGED", "ABILITY_TRIGGERED"]);
    play.act(0, go("R soldier:0", 0, 4));
    assert_eq!(mana(&play), json!(3), "one move a turn");
    let mut poor = t.mana(0).play();
    assert_eq!(poor.refused(0, go("R rook:0", 1, 5)), "not_enough_mana");
    poor.act(0, go("R soldier:0", 0, 5));
    assert_eq!(poor.refused(0, go("R soldier:0", 0, 4)), "not_enough_mana");
    guards("iron_guard_advisor_junhu");
}

#[test]
fn iron_guard_advisor_zhaoshi() {
    let t = table()
        .phase("necro")
        .gold(0)
        .soul("R advisor:0", 3, 9, "iron_guard_advisor_zhaoshi")
        .corpses("2,6", &["red soldier"])
        .corpses("3,6", &["red soldier"])
        .corpses("4,6", &["red rook"]);
    let mut play = t.play();
    assert_eq!(play.refused(0, revive(4, 6)), "not_enough_gold", "soldiers alone");
    let events = play.act(0, revive(2, 6));
    assert_eq!(names(&events), ["REVIVED", "RESOURCES_CHANGED", "ABILITY_TRIGGERED"]);
    assert_eq!(triggers(&events), triggered(&[("R advisor:0", "LOGISTICS_REVIVE")]));
    assert_eq!(play.state()["turnFlags"]["necroActionsUsed"], json!(0));
    assert_eq!(play.refused(0, revive(3, 6)), "not_enough_gold", "once a turn");
    guards("iron_guard_advisor_zhaoshi");
}

#[test]
fn iron_guard_elephant_junlingxiang() {
    let t = table()
        .soul("R elephant:0", 2, 9, "iron_guard_elephant_junlingxiang")
        .unit("R rook:0", 0, 9)
        .unit("B rook:0", 0, 4);
    let fire = |n| damage(&mut with_soldiers(t.clone(), n).play(), "R rook:0", "B rook:0");
    assert_eq!([fire(2), fire(3), fire(5)], [4, 5, 6]);
    let two = t.soul("R elephant:1", 6, 9, "eternal_night_elephant_mingguxiang");
    let both = with_soldiers(two, 5).soul("R rook:0", 0, 9, "eternal_night_rook_guhua");
    let events = both.red_corpses(2).play().act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 3 + 3 + 2 + 2 - 1)]), "auras add up");
    let lines = one(&events, "DAMAGE_DEALT")["breakdown"].as_array().expect("lines").clone();
    let owners: Vec<_> = lines.iter().filter_map(|line| line["unitId"].as_str()).collect();
    assert_eq!(owners, ["red:elephant:0", "red:elephant:1"]);
}

#[test]
fn iron_guard_elephant_tiegu() {
    let t = table()
        .side("black")
        .state(json!({"resources": {"black": {"mana": 5}}}))
        .soul("R elephant:0", 2, 9, "iron_guard_elephant_tiegu")
        .unit("R rook:0", 0, 6)
        .unit("B rook:0", 0, 4);
    let fire = |n| damage(&mut with_soldiers(t.clone(), n).play(), "B rook:0", "R rook:0");
    assert_eq!([fire(2), fire(3), fire(5)], [4, 3, 2]);
}
