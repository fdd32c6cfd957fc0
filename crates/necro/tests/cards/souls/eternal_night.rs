//! Eternal Night Bones: strong where the dead lie.

use serde_json::json;

use super::*;

#[test]
fn eternal_night_rook_guhua() {
    let t = table()
        .soul("R rook:0", 0, 9, "eternal_night_rook_guhua")
        .unit("B soldier:0", 0, 6)
        .unit("B soldier:1", 0, 4);
    let fire = |corpses| {
        hits(&t.clone().red_corpses(corpses).play().act(0, shoot("R rook:0", "B soldier:0")))
    };
    assert_eq!(fire(3), expected(&[("B soldier:0", 6)]));
    assert_eq!(fire(4), expected(&[("B soldier:0", 6), ("B soldier:1", 6)]));
    assert_eq!(fire(5), expected(&[("B soldier:0", 7), ("B soldier:1", 7)]));
    let enemies = t.corpses("8,9", &["black soldier"; 6]);
    let events = enemies.play().act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(hits(&events).len(), 1, "only own corpses count");
}

#[test]
fn eternal_night_rook_minggouche() {
    let t = table()
        .soul("R rook:0", 0, 5, "eternal_night_rook_minggouche")
        .unit("R soldier:0", 1, 6)
        .unit("R soldier:1", 2, 7)
        .unit("B soldier:0", 0, 4)
        .unit("B rook:0", 0, 0);
    let mut play = t.clone().red_corpses(7).play();
    assert_eq!(play.refused(0, sacrifice("R rook:0", "R soldier:1")), "out_of_range");
    assert_eq!(play.refused(0, shoot("R rook:0", "B rook:0")), "blocked");
    let events = play.act(0, sacrifice("R rook:0", "R soldier:0"));
    assert_eq!(triggers(&events), triggered(&[("R rook:0", "SACRIFICE_SHOT_BUFF")]));
    let buff = json!({"red:rook:0": {"ignoreBlockingAll": true, "damageBonusPerCorpsesCap": 4}});
    assert_eq!(play.state()["status"]["sacrificeBuffByUnitId"], buff);
    let events = play.act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 3 + 3 + 4 - 1)]), "at most four of eight");
    assert_eq!(triggers(&events), triggered(&[("R rook:0", "IGNORE_BLOCKING")]));
    // What is not shot is gone with the turn.
    let mut idle = t.play();
    idle.act(0, sacrifice("R rook:0", "R soldier:0"));
    pass(&mut idle, 2);
    assert_eq!(idle.state()["status"]["sacrificeBuffByUnitId"], json!({}));
}

#[test]
fn eternal_night_knight_hunling() {
    let mut play = table()
        .soul("R knight:0", 4, 5, "eternal_night_knight_hunling")
        .unit("R soldier:0", 6, 5)
        .unit("B rook:0", 7, 2)
        .unit("B rook:1", 8, 3)
        .play();
    let chained = shoot_extra("R knight:0", "B rook:0", "B rook:1");
    play.act(0, go("R knight:0", 6, 4));
    assert_eq!(play.refused(0, chained.clone()), "invalid_extra_target", "no sacrifice yet");
    play.act(0, sacrifice("R knight:0", "R soldier:0"));
    let events = play.act(0, chained);
    assert_eq!(hits(&events), expected(&[("B rook:0", 6), ("B rook:1", 3)]));
    assert_eq!(triggers(&events), triggered(&[("R knight:0", "CHAIN")]));
    let lines = &all(&events, "DAMAGE_DEALT")[1]["breakdown"];
    assert_eq!(lines[2], json!({"label": "percent", "amount": -3}));
    assert_eq!(play.state()["turnFlags"]["abilityUsed"], json!({}), "no use of CHAIN is counted");
}

#[test]
fn eternal_night_knight_xuegu() {
    let t = table().soul("R knight:0", 4, 6, "eternal_night_knight_xuegu").unit("B rook:0", 7, 4);
    let fire_twice = |corpses: usize| {
        let mut play = t.clone().red_corpses(corpses).play();
        play.act(0, go("R knight:0", 5, 4));
        play.act(0, go("R knight:0", 6, 6));
        let first = damage(&mut play, "R knight:0", "B rook:0");
        let code = play.table().check(bout_core::Seat(0), &shoot("R knight:0", "B rook:0"));
        (first, code.err().map(|refused| refused.code))
    };
    assert_eq!(fire_twice(2), (4, Some("already_shot")));
    assert_eq!(fire_twice(3), (4, None));
    assert_eq!(fire_twice(4), (6, None));
    blasts("R knight:0", "eternal_night_knight_xuegu");
}

/// A dying unit tears those around it along, and nobody further away.
fn blasts(unit: &str, soul: &str) {
    let mut play = table()
        .side("black")
        .state(json!({"resources": {"black": {"mana": 5}}}))
        .soul(unit, 1, 5, soul)
        .hp(unit, 1)
        .unit("B rook:0", 1, 4)
        .unit("B soldier:0", 2, 6)
        .unit("B soldier:1", 3, 5)
        .unit("R soldier:0", 0, 5)
        .play();
    let events = play.act(1, shoot("B rook:0", unit));
    let [_, blast @ ..] = &hits(&events)[..] else { panic!("no hit") };
    assert_eq!(blast, expected(&[("B rook:0", 3), ("B soldier:0", 3)]));
    let trigger = one(&events, "ABILITY_TRIGGERED");
    assert_eq!(trigger["targetUnitIds"], json!(["black:rook:0", "black:soldier:0"]));
    assert_eq!(
        (&trigger["unitId"], &trigger["abilityType"]),
        (&json!(id(unit)), &json!("ON_DEATH_FIXED_DAMAGE"))
    );
    let mut alone = table()
        .side("black")
        .state(json!({"resources": {"black": {"mana": 5}}}))
        .soul(unit, 1, 5, soul)
        .hp(unit, 1)
        .unit("B rook:0", 1, 2)
        .play();
    assert_eq!(triggers(&alone.act(1, shoot("B rook:0", unit))), [], "nobody near");
}

#[test]
fn eternal_night_cannon_suigu() {
    let t = table()
        .soul("R cannon:0", 0, 9, "eternal_night_cannon_suigu")
        .unit("R soldier:0", 0, 8)
        .unit("B soldier:0", 0, 4)
        .unit("B soldier:1", 1, 4);
    let chained = shoot_extra("R cannon:0", "B soldier:0", "B soldier:1");
    let two = t.clone().red_corpses(2).play().refused(0, chained.clone());
    assert_eq!(two, "invalid_extra_target");
    let events = t.red_corpses(3).play().act(0, chained);
    assert_eq!(hits(&events), expected(&[("B soldier:0", 6), ("B soldier:1", 6)]));
    blasts("R cannon:0", "eternal_night_cannon_suigu");
}

#[test]
fn eternal_night_cannon_minggupao() {
    let t = table()
        .soul("R cannon:0", 0, 9, "eternal_night_cannon_minggupao")
        .unit("R soldier:0", 0, 8)
        .soul("B advisor:0", 0, 4, "styx_advisor_minghu");
    let fire =
        |corpses| damage(&mut t.clone().red_corpses(corpses).play(), "R cannon:0", "B advisor:0");
    assert_eq!(fire(1), 3 + 3 - 3);
    assert_eq!(fire(2), 3 + 3 - 2);
    assert_eq!(fire(3), 3 + 3 - 2);
    assert_eq!(fire(4), 3 + 3 + 2 - 1);
    assert_eq!(fire(8), 3 + 3 + 2, "not below 0");
}

#[test]
fn eternal_night_advisor_guhu() {
    let t = table()
        .side("black")
        .state(json!({"resources": {"black": {"mana": 5}}}))
        .soul("R advisor:0", 3, 9, "eternal_night_advisor_guhu")
        .soul("R rook:0", 0, 5, "eternal_night_rook_guhua")
        .unit("R soldier:0", 1, 5)
        .unit("B rook:0", 0, 3)
        .unit("B rook:1", 1, 3);
    let mut two = t.clone().red_corpses(2).play();
    assert_eq!(damage(&mut two, "B rook:0", "R rook:0"), 4);
    let mut three = t.red_corpses(3).play();
    assert_eq!(damage(&mut three, "B rook:0", "R rook:0"), 2, "its clan");
    assert_eq!(damage(&mut three, "B rook:1", "R soldier:0"), 5, "without a soul");
    saves_the_king("eternal_night_advisor_guhu");
}

/// The advisor dies for the king, who cannot be hurt until his next turn.
fn saves_the_king(soul: &str) {
    let mut play = table()
        .soul("R advisor:0", 3, 9, soul)
        .unit("R soldier:0", 3, 8)
        .unit("B rook:0", 4, 5)
        .play();
    assert_eq!(play.refused(0, sacrifice("R advisor:0", "R soldier:0")), "must_sacrifice_self");
    let events = play.act(0, sacrifice("R advisor:0", "R advisor:0"));
    assert_eq!(triggers(&events), triggered(&[("R advisor:0", "SACRIFICE_SELF_KING_INVINCIBLE")]));
    assert_eq!(play.state()["status"]["kingInvincible"], json!({"red": true, "black": false}));
    pass(&mut play, 4);
    assert_eq!(damage(&mut play, "B rook:0", "R king:0"), 0);
    pass(&mut play, 2);
    assert_eq!(play.state()["status"]["kingInvincible"]["red"], json!(false));
    pass(&mut play, 6);
    assert_eq!(damage(&mut play, "B rook:0", "R king:0"), 3);
}

#[test]
fn eternal_night_advisor_hunshi() {
    let t = table()
        .side("black")
        .state(json!({"resources": {"black": {"mana": 5}}}))
        .soul("R advisor:0", 3, 9, "eternal_night_advisor_hunshi")
        .soul("R rook:0", 0, 5, "eternal_night_rook_guhua")
        .soul("B rook:0", 0, 3, "styx_rook_feiyan");
    let fire = |corpses| damage(&mut t.clone().red_corpses(corpses).play(), "B rook:0", "R rook:0");
    assert_eq!((fire(2), fire(3)), (3 + 3 - 1, 3 + 3 - 4));
    saves_the_king("eternal_night_advisor_hunshi");
}

#[test]
fn eternal_night_elephant_gulingxiang() {
    let t = table()
        .soul("R elephant:0", 2, 5, "eternal_night_elephant_gulingxiang")
        .unit("R soldier:0", 3, 4)
        .unit("B rook:0", 4, 3);
    let fire = |corpses: usize| {
        let mut play = t.clone().red_corpses(corpses).play();
        (damage(&mut play, "R elephant:0", "B rook:0"), mana(&play))
    };
    assert_eq!(t.clone().play().refused(0, shoot("R elephant:0", "B rook:0")), "blocked");
    assert_eq!(fire(1), (5, json!(4)));
    assert_eq!(fire(3), (5, json!(5)), "free");
    assert_eq!(fire(4), (7, json!(5)), "its own aura");
    let others = t.red_corpses(4).unit("R rook:0", 0, 5).unit("B soldier:0", 0, 3);
    assert_eq!(damage(&mut others.clone().play(), "R rook:0", "B soldier:0"), 5, "not of the clan");
    let clan = others.soul("R rook:0", 0, 5, "eternal_night_rook_minggouche");
    assert_eq!(damage(&mut clan.play(), "R rook:0", "B soldier:0"), 3 + 3 + 2);
}

#[test]
fn eternal_night_elephant_mingguxiang() {
    let t = table()
        .soul("R elephant:0", 2, 9, "eternal_night_elephant_mingguxiang")
        .soul("R rook:0", 0, 5, "eternal_night_rook_minggouche")
        .unit("R rook:1", 1, 5)
        .soul("B rook:0", 0, 3, "dark_moon_rook_lanhua")
        .unit("B soldier:0", 1, 3);
    let fire = |corpses| damage(&mut t.clone().red_corpses(corpses).play(), "R rook:0", "B rook:0");
    assert_eq!([fire(1), fire(2), fire(3), fire(4)], [5, 7, 7, 9]);
    let mut bare = t.red_corpses(4).play();
    assert_eq!(damage(&mut bare, "R rook:1", "B soldier:0"), 5, "without a soul");
    blasts("R elephant:0", "eternal_night_elephant_mingguxiang");
}
