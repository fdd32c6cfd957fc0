//! Styx Flame Witches: magic, chains and pierced lines.

use serde_json::json;

use super::*;

#[test]
fn styx_rook_mingyanche() {
    let t = table()
        .soul("R rook:0", 0, 9, "styx_rook_mingyanche")
        .unit("B soldier:0", 0, 6)
        .unit("B cannon:0", 0, 4)
        .unit("B rook:0", 0, 2);
    let events = t.play().act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(hits(&events), expected(&[("B soldier:0", 5), ("B cannon:0", 4)]), "two, not three");
    let alone = table().soul("R rook:0", 0, 9, "styx_rook_mingyanche").unit("B soldier:0", 0, 6);
    let events = alone.play().act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(triggers(&events), [], "nobody behind");
}

#[test]
fn styx_rook_feiyan() {
    let t = table()
        .soul("R rook:0", 0, 9, "styx_rook_feiyan")
        .unit("B soldier:0", 0, 6)
        .unit("B soldier:1", 1, 5)
        .unit("B soldier:2", 2, 6)
        .unit("R soldier:0", 1, 6);
    let mut play = t.clone().play();
    let chained = |extra| shoot_extra("R rook:0", "B soldier:0", extra);
    for wrong in ["B soldier:2", "R soldier:0", "B soldier:0", "B soldier:3", "nobody"] {
        assert_eq!(play.refused(0, chained(wrong)), "invalid_extra_target", "{wrong}");
    }
    let events = play.act(0, chained("B soldier:1"));
    assert_eq!(hits(&events), expected(&[("B soldier:0", 6), ("B soldier:1", 6)]));
    assert_eq!(triggers(&events), triggered(&[("R rook:0", "CHAIN")]));
    let spent = t.state(json!({"turnFlags": {"abilityUsed": {"red:rook:0:CHAIN": 1}}}));
    assert_eq!(
        spent.play().refused(0, chained("B soldier:1")),
        "invalid_extra_target",
        "once a turn"
    );
}

#[test]
fn styx_knight_yanling() {
    let mut play = table()
        .soul("R knight:0", 4, 5, "styx_knight_yanling")
        .unit("B soldier:0", 5, 3)
        .unit("B soldier:1", 6, 2)
        .play();
    let events = play.act(0, shoot_extra("R knight:0", "B soldier:0", "B soldier:1"));
    assert_eq!(hits(&events), expected(&[("B soldier:0", 5), ("B soldier:1", 5)]));
    let mut bare =
        table().unit("R knight:0", 4, 5).unit("B soldier:0", 5, 3).unit("B soldier:1", 6, 2);
    bare = bare.mana(5);
    let chained = shoot_extra("R knight:0", "B soldier:0", "B soldier:1");
    assert_eq!(bare.play().refused(0, chained), "invalid_extra_target");
}

#[test]
fn styx_knight_xueyan() {
    let t = table()
        .soul("R knight:0", 4, 5, "styx_knight_xueyan")
        .unit("B soldier:0", 5, 3)
        .hp("R king:0", 9);
    let mut alive = t.clone().play();
    alive.act(0, shoot("R knight:0", "B soldier:0"));
    assert_eq!(hp(&alive, "R king:0"), json!(9), "no kill");
    let mut play = t.clone().hp("B soldier:0", 1).play();
    let events = play.act(0, shoot("R knight:0", "B soldier:0"));
    assert_eq!(hp(&play, "R king:0"), json!(13));
    assert_eq!(triggers(&events), triggered(&[("R knight:0", "HEAL_KING_ON_KILL")]));
    let mut full = t.hp("B soldier:0", 1).hp("R king:0", 15).play();
    let events = full.act(0, shoot("R knight:0", "B soldier:0"));
    assert_eq!((triggers(&events), all(&events, "UNIT_HP_CHANGED").len()), (vec![], 0));
}

#[test]
fn styx_cannon_mingleipao() {
    let t = table().soul("R cannon:0", 0, 9, "styx_cannon_mingleipao").unit("R soldier:0", 0, 8);
    let mut home = t.clone().unit("B advisor:0", 0, 4).play();
    assert_eq!(damage(&mut home, "R cannon:0", "B advisor:0"), 3 + 4, "magic defence 1 less 1");
    let mut across = t.unit("B advisor:0", 0, 5).play();
    let events = across.act(0, shoot("R cannon:0", "B advisor:0"));
    assert_eq!(hits(&events), expected(&[("B advisor:0", 3 + 4 + 1)]));
    let line = json!({"label": "bonus:MINGLEI", "amount": 1, "unitId": "red:cannon:0"});
    assert_eq!(one(&events, "DAMAGE_DEALT")["breakdown"][2], line);
}

#[test]
fn styx_cannon_baoyan() {
    let t = table().soul("R cannon:0", 0, 9, "styx_cannon_baoyan").unit("B cannon:0", 0, 2);
    let mut enemy = t.clone().unit("B rook:0", 0, 5).play();
    let events = enemy.act(0, shoot("R cannon:0", "B cannon:0"));
    assert_eq!(hits(&events), expected(&[("B cannon:0", 3), ("B rook:0", 4)]));
    let mut own = t.unit("R soldier:0", 0, 5).play();
    let events = own.act(0, shoot("R cannon:0", "B cannon:0"));
    assert_eq!((hits(&events), triggers(&events)), (expected(&[("B cannon:0", 3)]), vec![]));
}

#[test]
fn styx_elephant_mingleixiang() {
    let t = table().soul("R elephant:0", 4, 6, "styx_elephant_mingleixiang");
    let mut home = t.clone().unit("B advisor:0", 6, 4).play();
    assert_eq!(damage(&mut home, "R elephant:0", "B advisor:0"), 3 + 3, "never below 0");
    let mut strong = t.soul("B advisor:0", 6, 4, "styx_advisor_minghu").play();
    assert_eq!(damage(&mut strong, "R elephant:0", "B advisor:0"), 3 + 3 - (3 - 2));
    let across = table().soul("R elephant:0", 4, 7, "styx_elephant_mingleixiang");
    let mut across = across.unit("B advisor:0", 6, 5).play();
    assert_eq!(damage(&mut across, "R elephant:0", "B advisor:0"), 3 + 3 + 2);
}

#[test]
fn styx_elephant_mingyanxiang() {
    let t = table()
        .soul("R elephant:0", 4, 6, "styx_elephant_mingyanxiang")
        .unit("B rook:0", 6, 4)
        .hp("R king:0", 1);
    let mut play = t.clone().hp("B rook:0", 5).play();
    play.act(0, shoot("R elephant:0", "B rook:0"));
    assert_eq!(hp(&play, "R king:0"), json!(5));
    let mut alive = t.hp("B rook:0", 6).play();
    alive.act(0, shoot("R elephant:0", "B rook:0"));
    assert_eq!(hp(&alive, "R king:0"), json!(1));
}

/// A red rook shoots at a black advisor in its palace, with and without a helper beside him.
fn palace(helper: &str, x: i32, y: i32) -> Table {
    table().unit("R rook:0", 3, 5).unit("B advisor:0", 3, 2).soul("B advisor:1", x, y, helper)
}

#[test]
fn styx_advisor_minghu() {
    assert_eq!(
        damage(&mut palace("styx_advisor_minghu", 5, 0).play(), "R rook:0", "B advisor:0"),
        3
    );
    let mut away = palace("styx_advisor_minghu", 8, 4).play();
    assert_eq!(damage(&mut away, "R rook:0", "B advisor:0"), 4, "the source is not in the palace");
    let mut outside = palace("styx_advisor_minghu", 5, 0).unit("B advisor:0", 3, 3).play();
    assert_eq!(
        damage(&mut outside, "R rook:0", "B advisor:0"),
        4,
        "the target is not in the palace"
    );
    let mut itself = palace("styx_advisor_minghu", 5, 0).unit("R rook:0", 5, 5).play();
    assert_eq!(
        damage(&mut itself, "R rook:0", "B advisor:1"),
        3 + 2 - 1,
        "an aura covers its own unit"
    );
}

#[test]
fn styx_advisor_yanshi() {
    let witch = |t: Table| t.soul("R rook:0", 3, 5, "styx_rook_feiyan").play();
    let mut play = witch(palace("styx_advisor_yanshi", 5, 0));
    assert_eq!(damage(&mut play, "R rook:0", "B advisor:0"), 3 + 3 - (1 + 3));
    let mut away = witch(palace("styx_advisor_yanshi", 8, 4));
    assert_eq!(damage(&mut away, "R rook:0", "B advisor:0"), 3 + 3 - 1);
    let mut phys = palace("styx_advisor_yanshi", 5, 0).play();
    assert_eq!(damage(&mut phys, "R rook:0", "B advisor:0"), 4, "magic alone");
}
