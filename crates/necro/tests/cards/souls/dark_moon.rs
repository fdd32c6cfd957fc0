//! Dark Moon Blade: strong across the river.

use serde_json::json;

use super::*;

#[test]
fn dark_moon_rook_lanhua() {
    let t = table().unit("R soldier:0", 0, 2).unit("B rook:0", 0, 0);
    let shot = shoot("R rook:0", "B rook:0");
    let far = t.clone().soul("R rook:0", 0, 4, "dark_moon_rook_lanhua");
    assert_eq!(damage(&mut far.clone().play(), "R rook:0", "B rook:0"), 3 + 3 - 1);
    let home = t.soul("R rook:0", 0, 5, "dark_moon_rook_lanhua");
    assert_eq!(home.play().refused(0, shot.clone()), "blocked", "not across the river");
    let two = far.unit("R soldier:1", 0, 1);
    assert_eq!(two.clone().play().refused(0, shot.clone()), "blocked", "one blocker, not two");
    let one_near = two.unit("B soldier:0", 2, 4);
    assert_eq!(one_near.clone().play().refused(0, shot), "blocked", "one enemy within two");
    let events = one_near.unit("B soldier:1", 1, 5).play().act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(triggers(&events), triggered(&[("R rook:0", "IGNORE_BLOCKING")]));
}

#[test]
fn dark_moon_rook_yinghua() {
    let t = table().unit("R soldier:0", 0, 3).unit("R soldier:1", 0, 2).unit("B rook:0", 0, 0);
    let mut far = t.clone().soul("R rook:0", 0, 4, "dark_moon_rook_yinghua").play();
    assert_eq!(damage(&mut far, "R rook:0", "B rook:0"), 3 + 2 - 1);
    let mut home = t.soul("R rook:0", 0, 5, "dark_moon_rook_yinghua").play();
    assert_eq!(home.refused(0, shoot("R rook:0", "B rook:0")), "blocked");
}

#[test]
fn dark_moon_knight_yingzi() {
    let t = table().soul("R knight:0", 4, 5, "dark_moon_knight_yingzi").unit("B rook:0", 7, 2);
    let mut play = t.clone().play();
    play.act(0, go("R knight:0", 6, 4));
    assert_eq!(damage(&mut play, "R knight:0", "B rook:0"), 4);
    assert_eq!(damage(&mut play, "R knight:0", "B rook:0"), 4);
    assert_eq!(play.refused(0, shoot("R knight:0", "B rook:0")), "already_shot", "once a turn");
    let mut still = t.unit("R knight:0", 6, 4).play();
    damage(&mut still, "R knight:0", "B rook:0");
    assert_eq!(still.refused(0, shoot("R knight:0", "B rook:0")), "already_shot", "not moved");
}

#[test]
fn dark_moon_knight_wuying() {
    let mut play = table()
        .soul("R knight:0", 4, 5, "dark_moon_knight_wuying")
        .unit("R soldier:0", 4, 4)
        .unit("B rook:0", 5, 3)
        .play();
    assert_eq!(play.refused(0, shoot("R knight:0", "B rook:0")), "blocked", "shots need the leg");
    play.act(0, go("R knight:0", 3, 3));
    let mut bare = table().unit("R knight:0", 4, 5).unit("R soldier:0", 4, 4).play();
    assert_eq!(bare.refused(0, go("R knight:0", 3, 3)), "illegal_move");
}

#[test]
fn dark_moon_cannon_yehua() {
    let t = table().unit("B rook:0", 1, 0).unit("B knight:0", 2, 0).unit("B cannon:0", 1, 2);
    let mut far = t.clone().soul("R cannon:0", 1, 4, "dark_moon_cannon_yehua").play();
    let events = far.act(0, shoot("R cannon:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 4), ("B knight:0", 4)]));
    assert_eq!(far.state()["turnFlags"]["abilityUsed"], json!({"red:cannon:0:SPLASH": 1}));
    let mut home = t.soul("R cannon:0", 1, 5, "dark_moon_cannon_yehua").play();
    assert_eq!(hits(&home.act(0, shoot("R cannon:0", "B rook:0"))).len(), 1);
    let alone = table().unit("B rook:0", 1, 0).unit("B cannon:0", 1, 2);
    let mut alone = alone.soul("R cannon:0", 1, 4, "dark_moon_cannon_yehua").play();
    let events = alone.act(0, shoot("R cannon:0", "B rook:0"));
    assert_eq!(triggers(&events), [], "nobody near: no use is spent");
    assert_eq!(alone.state()["turnFlags"]["abilityUsed"], json!({}));
}

#[test]
fn dark_moon_cannon_fenghua() {
    let t = table().unit("B rook:0", 1, 0).unit("B cannon:0", 1, 2);
    let mut far = t.clone().soul("R cannon:0", 1, 4, "dark_moon_cannon_fenghua").play();
    let events = far.act(0, shoot("R cannon:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 3 + 2 + 2 - 1)]));
    let line = &one(&events, "DAMAGE_DEALT")["breakdown"][2];
    let bonus = json!({"label": "bonus:DAMAGE_BONUS", "amount": 2, "unitId": "red:cannon:0"});
    assert_eq!(*line, bonus);
    let mut home = t.soul("R cannon:0", 1, 5, "dark_moon_cannon_fenghua").play();
    assert_eq!(damage(&mut home, "R cannon:0", "B rook:0"), 3 + 2 - 1);
}

#[test]
fn dark_moon_advisor_yeji() {
    let blocked = table()
        .soul("R advisor:0", 4, 8, "dark_moon_advisor_yeji")
        .unit("R rook:0", 3, 8)
        .unit("R rook:1", 5, 8)
        .unit("R soldier:0", 3, 5)
        .unit("R soldier:1", 5, 5)
        .unit("B rook:0", 3, 2)
        .unit("B rook:1", 5, 2);
    let mut play = blocked.clone().play();
    let events = play.act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(triggers(&events), triggered(&[("R advisor:0", "AURA_IGNORE_BLOCKING")]));
    assert_eq!(play.refused(0, shoot("R rook:1", "B rook:1")), "blocked", "once a turn");
    let outside = blocked.unit("R rook:0", 3, 6);
    assert_eq!(outside.play().refused(0, shoot("R rook:0", "B rook:0")), "blocked");
    // Sharing needs three in the palace.
    let t = table().die(6).unit("R rook:0", 0, 6).unit("B rook:0", 0, 4);
    let two = t.soul("B advisor:0", 3, 0, "dark_moon_advisor_yeji");
    let events = two.clone().play().act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 7)]));
    let events = two.unit("B advisor:1", 5, 0).play().act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 4), ("B advisor:0", 3)]));
    let lines = &all(&events, "DAMAGE_DEALT")[0]["breakdown"];
    assert_eq!(lines[3], json!({"label": "shared", "amount": -3}));
}

#[test]
fn dark_moon_advisor_yingji() {
    let mut play = table()
        .unit("R rook:0", 4, 5)
        .unit("R rook:1", 0, 0)
        .soul("B advisor:0", 8, 4, "dark_moon_advisor_yingji")
        .play();
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!(hits(&events), expected(&[("B king:0", 3), ("R rook:0", 3 - 1)]));
    let events = play.act(0, shoot("R rook:1", "B king:0"));
    assert_eq!(hits(&events), expected(&[("B king:0", 3)]), "once a turn");
    let mut other = table()
        .unit("R rook:0", 0, 5)
        .unit("B soldier:0", 0, 3)
        .soul("B advisor:0", 8, 4, "dark_moon_advisor_yingji")
        .play();
    let events = other.act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(triggers(&events), [], "only for the king");
}

#[test]
fn dark_moon_elephant_yueji() {
    let t = table()
        .soul("R elephant:0", 2, 9, "dark_moon_elephant_yueji")
        .soul("R advisor:0", 3, 9, "dark_moon_advisor_yingji")
        .unit("R rook:0", 0, 4)
        .unit("R rook:1", 8, 6)
        .unit("B soldier:0", 0, 3)
        .unit("B soldier:4", 8, 3);
    assert_eq!(damage(&mut t.clone().play(), "R rook:0", "B soldier:0"), 5, "two of the clan");
    let three = t.soul("R cannon:0", 1, 7, "dark_moon_cannon_fenghua");
    let mut play = three.clone().play();
    assert_eq!(damage(&mut play, "R rook:0", "B soldier:0"), 5 + 2);
    assert_eq!(damage(&mut play, "R rook:1", "B soldier:4"), 5, "not across the river");
    // Each kill heals the king, with three corpses.
    let dying = three.hp("R king:0", 5).hp("B soldier:0", 1);
    let mut play = dying.clone().red_corpses(2).play();
    play.act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(hp(&play, "R king:0"), json!(5));
    let mut play = dying.red_corpses(3).play();
    let events = play.act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(hp(&play, "R king:0"), json!(8));
    assert_eq!(triggers(&events), triggered(&[("R elephant:0", "AURA_HP_REGEN_ON_KILL")]));
}

#[test]
fn dark_moon_elephant_youji() {
    let t = table()
        .soul("R elephant:0", 2, 9, "dark_moon_elephant_youji")
        .soul("R advisor:0", 3, 9, "dark_moon_advisor_yingji")
        .soul("R cannon:0", 1, 7, "dark_moon_cannon_fenghua")
        .unit("R rook:0", 0, 4)
        .unit("R soldier:0", 0, 3)
        .unit("B rook:0", 0, 2);
    let shot = shoot("R rook:0", "B rook:0");
    let mut play = t.clone().play();
    let events = play.act(0, shot.clone());
    assert_eq!(triggers(&events), triggered(&[("R elephant:0", "AURA_IGNORE_BLOCKING")]));
    let used = json!({"red:elephant:0:AURA_IGNORE_BLOCKING": 1});
    assert_eq!(play.state()["turnFlags"]["abilityUsed"], used);
    let two = t.clone().soul("R cannon:0", 1, 7, "styx_cannon_baoyan");
    assert_eq!(two.play().refused(0, shot.clone()), "blocked", "two of the clan");
    let home = t.clone().unit("R rook:0", 0, 5);
    assert_eq!(home.play().refused(0, shot), "blocked", "not across the river");
    let mut play = t.hp("R king:0", 5).hp("B rook:0", 1).red_corpses(3).play();
    play.act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hp(&play, "R king:0"), json!(8));
}
