//! The worked examples of the rules document, by number.

use serde_json::json;

use super::*;

#[test]
fn example_01_a_plain_shot() {
    let mut play = table().unit("R rook:0", 0, 5).unit("B soldier:0", 0, 3).play();
    let events = play.act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(hits(&events), expected(&[("B soldier:0", 5)]));
    assert_eq!((hp(&play, "B soldier:0"), mana(&play)), (json!(3), json!(4)));
    assert_eq!(names(&events), ["DICE_ROLLED", "SHOT_FIRED", "DAMAGE_DEALT", "RESOURCES_CHANGED"]);
    assert_eq!(
        one(&events, "DAMAGE_DEALT")["breakdown"],
        json!([{"label": "die", "amount": 3}, {"label": "atk", "amount": 2}])
    );
}

#[test]
fn example_02_a_blocked_rook() {
    let t = table().unit("R rook:0", 0, 6).unit("R soldier:0", 0, 5).unit("B soldier:0", 0, 3);
    assert_eq!(t.play().refused(0, shoot("R rook:0", "B soldier:0")), "blocked");
}

#[test]
fn example_03_a_cannon_and_its_screen() {
    let t = table().unit("R cannon:0", 0, 6).unit("B rook:0", 0, 3).unit("B rook:1", 0, 0);
    let mut play = t.clone().unit("R soldier:0", 0, 5).play();
    assert_eq!(play.refused(0, shoot("R cannon:0", "B rook:1")), "blocked");
    let events = play.act(0, shoot("R cannon:0", "B rook:0"));
    assert_eq!((hits(&events), hp(&play, "B rook:0")), (expected(&[("B rook:0", 4)]), json!(6)));
    assert_eq!(t.play().refused(0, shoot("R cannon:0", "B rook:0")), "need_screen");
}

#[test]
fn example_04_one_shot_a_turn() {
    let mut play = table().unit("R rook:0", 0, 5).unit("B soldier:0", 0, 3).play();
    play.act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(play.refused(0, shoot("R rook:0", "B soldier:0")), "already_shot");
}

#[test]
fn example_05_corpse_and_graveyard() {
    let mut play = table()
        .unit("R rook:0", 0, 5)
        .soul("B knight:0", 0, 3, "styx_knight_xueyan")
        .hp("B knight:0", 2)
        .state(json!({"graveyard": {"black": ["styx_rook_feiyan"]}}))
        .play();
    let events = play.act(0, shoot("R rook:0", "B knight:0"));
    assert_eq!(hits(&events), expected(&[("B knight:0", 5)]));
    let state = play.state();
    assert_eq!(state["corpsesByPos"], json!({"0,3": [{"ownerSide": "black", "base": "knight"}]}));
    assert_eq!(state["graveyard"]["black"], json!(["styx_knight_xueyan", "styx_rook_feiyan"]));
    assert!(state["units"]["black:knight:0"].is_null());
}

#[test]
fn example_06_pierce_skips_own_units() {
    let mut play = table()
        .soul("R rook:0", 0, 9, "styx_rook_mingyanche")
        .unit("R soldier:0", 0, 5)
        .unit("B soldier:0", 0, 6)
        .unit("B cannon:0", 0, 2)
        .play();
    let events = play.act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(hits(&events), expected(&[("B soldier:0", 5), ("B cannon:0", 4)]));
    let kinds: Vec<_> = all(&events, "SHOT_FIRED").iter().map(|e| e["kind"].clone()).collect();
    assert_eq!(kinds, [json!("direct"), json!("pierce")]);
    assert_eq!(one(&events, "ABILITY_TRIGGERED")["targetUnitIds"], json!(["black:cannon:0"]));
}

#[test]
fn example_07_a_cannon_pierces_its_screen() {
    let mut play = table()
        .soul("R cannon:0", 0, 9, "styx_cannon_baoyan")
        .unit("B rook:0", 0, 5)
        .unit("B cannon:0", 0, 2)
        .play();
    let events = play.act(0, shoot("R cannon:0", "B cannon:0"));
    assert_eq!(hits(&events), expected(&[("B cannon:0", 3), ("B rook:0", 4)]));
}

#[test]
fn example_08_chain_near_the_target() {
    let t = table()
        .soul("R rook:0", 0, 9, "styx_rook_feiyan")
        .unit("B soldier:0", 0, 6)
        .unit("B elephant:0", 1, 5)
        .unit("B rook:0", 2, 5);
    let mut play = t.play();
    let far = shoot_extra("R rook:0", "B soldier:0", "B rook:0");
    assert_eq!(play.refused(0, far), "invalid_extra_target");
    let events = play.act(0, shoot_extra("R rook:0", "B soldier:0", "B elephant:0"));
    assert_eq!(hits(&events), expected(&[("B soldier:0", 6), ("B elephant:0", 5)]));
    assert_eq!(play.state()["turnFlags"]["abilityUsed"], json!({"red:rook:0:CHAIN": 1}));
}

#[test]
fn example_09_splash_across_the_river() {
    let t = table().unit("B cannon:0", 1, 2).unit("B rook:0", 1, 0).unit("B knight:0", 2, 0).unit(
        "B elephant:0",
        0,
        1,
    );
    let mut play = t.clone().soul("R cannon:0", 1, 4, "dark_moon_cannon_yehua").play();
    let events = play.act(0, shoot("R cannon:0", "B rook:0"));
    let all_three = [("B rook:0", 4), ("B elephant:0", 4), ("B knight:0", 4)];
    assert_eq!(hits(&events), expected(&all_three));
    let mut play = t.soul("R cannon:0", 1, 5, "dark_moon_cannon_yehua").play();
    let events = play.act(0, shoot("R cannon:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 4)]));
    assert_eq!(triggers(&events), []);
}

#[test]
fn example_10_shared_damage() {
    let mut play = table()
        .die(6)
        .soul("R rook:0", 4, 6, "dark_moon_rook_lanhua")
        .unit("B rook:0", 4, 4)
        .soul("B advisor:0", 3, 0, "dark_moon_advisor_yeji")
        .unit("B advisor:1", 5, 0)
        .play();
    let events = play.act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 5), ("B advisor:0", 3)]));
    assert_eq!((hp(&play, "B rook:0"), hp(&play, "B advisor:0")), (json!(5), json!(11)));
    assert_eq!(triggers(&events), triggered(&[("B advisor:0", "DAMAGE_SHARE")]));
}

#[test]
fn example_11_guard_and_counter() {
    let mut play = table()
        .die(4)
        .unit("R rook:0", 4, 5)
        .soul("B advisor:0", 3, 0, "iron_guard_advisor_junhu")
        .soul("B advisor:1", 5, 0, "dark_moon_advisor_yingji")
        .play();
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!(hits(&events), expected(&[("B king:0", 3), ("R rook:0", 3)]));
    assert_eq!((hp(&play, "B king:0"), hp(&play, "R rook:0")), (json!(12), json!(7)));
    let order = [
        "DICE_ROLLED",
        "ABILITY_TRIGGERED",
        "SHOT_FIRED",
        "DAMAGE_DEALT",
        "ABILITY_TRIGGERED",
        "DICE_ROLLED",
        "DAMAGE_DEALT",
        "RESOURCES_CHANGED",
    ];
    assert_eq!(names(&events), order);
}

#[test]
fn example_12_reduction_to_nothing() {
    let mut t = table().die(1).unit("R soldier:0", 4, 4).unit("B soldier:2", 4, 3);
    for (n, x) in [(0, 0), (1, 2), (3, 6), (4, 8)] {
        t = t.unit(&format!("B soldier:{n}"), x, 3);
    }
    let mut play = t.soul("B elephant:0", 2, 0, "iron_guard_elephant_tiegu").play();
    let events = play.act(0, shoot("R soldier:0", "B soldier:2"));
    assert_eq!(hits(&events), expected(&[("B soldier:2", 0)]));
    let lines = &one(&events, "DAMAGE_DEALT")["breakdown"];
    assert_eq!(lines[2], json!({"label": "reduction", "amount": -2}));
}

#[test]
fn example_13_minglei() {
    let mut play = table()
        .soul("R elephant:0", 4, 7, "styx_elephant_mingleixiang")
        .unit("B cannon:0", 6, 5)
        .play();
    let events = play.act(0, shoot("R elephant:0", "B cannon:0"));
    assert_eq!(
        (hits(&events), hp(&play, "B cannon:0")),
        (expected(&[("B cannon:0", 8)]), json!(2))
    );
}

#[test]
fn example_14_an_ignored_eye_and_a_free_shot() {
    let mut play = table()
        .mana(0)
        .red_corpses(3)
        .soul("R elephant:0", 2, 5, "eternal_night_elephant_gulingxiang")
        .unit("R soldier:0", 3, 4)
        .unit("B rook:0", 4, 3)
        .play();
    let events = play.act(0, shoot("R elephant:0", "B rook:0"));
    assert_eq!((hits(&events), mana(&play)), (expected(&[("B rook:0", 5)]), json!(0)));
    let order = [("R elephant:0", "IGNORE_BLOCKING"), ("R elephant:0", "FREE_SHOOT")];
    assert_eq!(triggers(&events), triggered(&order));
}

#[test]
fn example_15_a_second_shot_after_a_move() {
    let t = table().unit("B rook:0", 7, 2);
    let mut play = t.clone().soul("R knight:0", 4, 5, "dark_moon_knight_yingzi").play();
    play.act(0, go("R knight:0", 6, 4));
    assert_eq!(hits(&play.act(0, shoot("R knight:0", "B rook:0"))), expected(&[("B rook:0", 4)]));
    let events = play.act(0, shoot("R knight:0", "B rook:0"));
    assert_eq!((hits(&events), mana(&play)), (expected(&[("B rook:0", 4)]), json!(2)));
    assert_eq!(triggers(&events), triggered(&[("R knight:0", "MOVE_THEN_SHOOT")]));
    assert_eq!(play.refused(0, shoot("R knight:0", "B rook:0")), "already_shot");
    // On the own side of the river there is no second shot.
    let mut play =
        t.soul("R knight:0", 4, 6, "dark_moon_knight_yingzi").unit("B rook:0", 7, 3).play();
    play.act(0, go("R knight:0", 6, 5));
    play.act(0, shoot("R knight:0", "B rook:0"));
    assert_eq!(play.refused(0, shoot("R knight:0", "B rook:0")), "already_shot");
}

#[test]
fn example_16_a_sacrifice_for_a_shot() {
    let mut play = table()
        .red_corpses(1)
        .soul("R rook:0", 0, 5, "eternal_night_rook_minggouche")
        .unit("R soldier:0", 1, 6)
        .unit("B soldier:0", 0, 4)
        .unit("B rook:0", 0, 0)
        .play();
    let events = play.act(0, sacrifice("R rook:0", "R soldier:0"));
    assert_eq!(names(&events), ["SACRIFICED", "ABILITY_TRIGGERED", "UNIT_KILLED"]);
    let events = play.act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 7)]));
    assert_eq!(play.state()["status"]["sacrificeBuffByUnitId"], json!({}));
}

#[test]
fn example_17_a_sacrifice_after_a_move() {
    let mut play = table()
        .soul("R knight:0", 4, 5, "eternal_night_knight_hunling")
        .unit("R soldier:0", 6, 5)
        .unit("B rook:0", 7, 2)
        .unit("B rook:1", 8, 3)
        .play();
    let wanted = sacrifice("R knight:0", "R soldier:0");
    assert_eq!(play.refused(0, wanted.clone()), "sacrifice_needs_move");
    play.act(0, go("R knight:0", 6, 4));
    play.act(0, wanted);
    let events = play.act(0, shoot_extra("R knight:0", "B rook:0", "B rook:1"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 6), ("B rook:1", 3)]));
}

#[test]
fn example_18_an_invincible_king() {
    let mut play = table()
        .mana(3)
        .soul("R advisor:0", 3, 9, "eternal_night_advisor_guhu")
        .unit("B rook:0", 4, 5)
        .play();
    play.act(0, sacrifice("R advisor:0", "R advisor:0"));
    pass(&mut play, 4);
    let events = play.act(1, shoot("B rook:0", "R king:0"));
    assert_eq!((hits(&events), hp(&play, "R king:0")), (expected(&[("R king:0", 0)]), json!(15)));
    assert!(one(&events, "DAMAGE_DEALT").get("breakdown").is_none());
    let state = play.state();
    assert_eq!(state["graveyard"]["red"], json!(["eternal_night_advisor_guhu"]));
    assert_eq!(state["resources"]["red"]["storageMana"], 3);
}

#[test]
fn example_19_blasts_depth_first() {
    let mut play = table()
        .unit("R rook:0", 0, 5)
        .soul("B knight:0", 0, 4, "eternal_night_knight_xuegu")
        .hp("B knight:0", 1)
        .soul("R cannon:0", 1, 5, "eternal_night_cannon_suigu")
        .hp("R cannon:0", 3)
        .unit("B soldier:0", 2, 4)
        .hp("B soldier:0", 3)
        .unit("R soldier:0", 1, 3)
        .play();
    let events = play.act(0, shoot("R rook:0", "B knight:0"));
    let order = [
        ("B knight:0", 4),
        ("R cannon:0", 3),
        ("B soldier:0", 3),
        ("R rook:0", 3),
        ("R soldier:0", 3),
    ];
    assert_eq!(hits(&events), expected(&order));
    assert_eq!((hp(&play, "R rook:0"), hp(&play, "R soldier:0")), (json!(7), json!(5)));
    let killed: Vec<_> = all(&events, "UNIT_KILLED").iter().map(|e| e["unitId"].clone()).collect();
    assert_eq!(killed, ["black:knight:0", "red:cannon:0", "black:soldier:0"]);
}

#[test]
fn example_20_kills_heal_the_king() {
    let mut play = table()
        .hp("R king:0", 9)
        .soul("R knight:0", 4, 5, "styx_knight_xueyan")
        .soul("R elephant:0", 2, 9, "dark_moon_elephant_yueji")
        .red_corpses(3)
        .unit("B soldier:0", 5, 3)
        .hp("B soldier:0", 1)
        .play();
    let events = play.act(0, shoot("R knight:0", "B soldier:0"));
    let healed = all(&events, "UNIT_HP_CHANGED");
    assert_eq!((&healed[0]["from"], &healed[0]["to"]), (&json!(9), &json!(13)));
    assert_eq!((&healed[1]["from"], &healed[1]["to"]), (&json!(13), &json!(15)));
    assert_eq!(healed[0]["reason"], "HEAL_KING_ON_KILL");
    assert_eq!(healed[1]["reason"], "AURA_HP_REGEN_ON_KILL");
}

#[test]
fn example_21_a_soldier_shoots_along() {
    let mut play = table()
        .soul("R rook:0", 0, 9, "iron_guard_rook_junhua")
        .unit("R soldier:0", 1, 5)
        .unit("R soldier:4", 8, 6)
        .unit("R soldier:3", 6, 6)
        .unit("B rook:0", 0, 4)
        .play();
    let events = play.act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 6), ("B rook:0", 3)]));
    assert_eq!(hp(&play, "B rook:0"), json!(1));
    assert_eq!(one(&events, "ABILITY_TRIGGERED")["targetUnitIds"], json!(["black:rook:0"]));
}

#[test]
fn example_22_one_necro_action_and_one_for_blood() {
    let mut play = table()
        .phase("necro")
        .gold(12)
        .unit("R rook:0", 0, 9)
        .hp("R rook:0", 4)
        .souls("red", &["styx_rook_feiyan"])
        .corpses("2,6", &["red soldier"])
        .play();
    let events = play.act(0, revive(2, 6));
    assert_eq!(one(&events, "REVIVED")["unitId"], "red:soldier:revive:0");
    assert_eq!(gold(&play), json!(10));
    let bind = enchant("R rook:0", "styx_rook_feiyan");
    assert_eq!(play.refused(0, bind.clone()), "no_necro_actions");
    play.act(0, plain("BLOOD_RITUAL"));
    assert_eq!(hp(&play, "R king:0"), json!(12));
    play.act(0, bind);
    assert_eq!((gold(&play), hp(&play, "R rook:0")), (json!(4), json!(10)));
    assert_eq!(play.refused(0, plain("BLOOD_RITUAL")), "blood_ritual_used");
}

#[test]
fn example_23_only_the_top_corpse_counts() {
    let t = table().phase("necro").corpses("2,6", &["red soldier", "black rook"]);
    assert_eq!(t.play().refused(0, revive(2, 6)), "not_your_corpse");
}

#[test]
fn example_24_an_item_with_a_full_hand() {
    let t = table()
        .phase("buy")
        .items(&["item_death_chain", "item_nether_seal", "item_nether_seal"])
        .state(json!({
            "itemDisplay": ["item_wizard_greed", null, null],
            "itemDeck": ["item_cage_plunder"],
        }));
    let mut play = t.clone().play();
    play.act(0, buy_item(0));
    let state = play.state();
    let unchanged = json!(["item_death_chain", "item_nether_seal", "item_nether_seal"]);
    assert_eq!((gold(&play), &state["hands"]["red"]["items"]), (json!(4), &unchanged));
    assert_eq!(state["itemDiscard"], json!(["item_wizard_greed"]));
    let mut play = t.play();
    let mut buy = buy_item(0);
    buy["discardItemId"] = json!("item_nether_seal");
    play.act(0, buy);
    let state = play.state();
    let swapped = json!(["item_death_chain", "item_nether_seal", "item_wizard_greed"]);
    assert_eq!(state["hands"]["red"]["items"], swapped);
    assert_eq!(state["itemDisplay"][0], "item_cage_plunder");
}

#[test]
fn example_25_a_full_soul_hand() {
    let hand = [
        "styx_rook_feiyan",
        "styx_rook_mingyanche",
        "styx_knight_yanling",
        "styx_knight_xueyan",
        "styx_cannon_baoyan",
    ];
    let mut play = table()
        .phase("buy")
        .souls("red", &hand)
        .state(json!({
            "displayByBase": {"rook": "dark_moon_rook_lanhua"},
            "soulDeckByBase": {"rook": ["dark_moon_rook_yinghua"]},
        }))
        .play();
    let buy = of_base("BUY_SOUL_FROM_DISPLAY", "rook");
    assert_eq!(play.refused(0, buy.clone()), "soul_hand_full");
    play.act(0, give_back("styx_rook_feiyan"));
    let deck = json!(["dark_moon_rook_yinghua", "styx_rook_feiyan"]);
    assert_eq!(play.state()["soulDeckByBase"]["rook"], deck);
    play.act(0, buy);
    let state = play.state();
    assert_eq!(
        (gold(&play), &state["displayByBase"]["rook"]),
        (json!(3), &json!("dark_moon_rook_yinghua"))
    );
    assert_eq!(state["soulDeckByBase"]["rook"], json!(["styx_rook_feiyan"]));
    assert_eq!(play.refused(0, give_back("styx_knight_yanling")), "soul_return_used");
    assert_eq!(play.refused(0, of_base("BUY_SOUL_FROM_DECK", "rook")), "soul_buy_limit");
}

#[test]
fn example_26_storage_and_income() {
    let mut play = table()
        .state(json!({"resources": {
            "red": {"gold": 14, "mana": 4, "storageMana": 3},
            "black": {"gold": 13, "mana": 0, "storageMana": 2},
        }}))
        .play();
    pass(&mut play, 2);
    let state = play.state();
    assert_eq!(state["resources"]["red"], json!({"gold": 14, "mana": 0, "storageMana": 5}));
    assert_eq!(state["resources"]["black"], json!({"gold": 15, "mana": 3, "storageMana": 0}));
    assert_eq!(state["turn"], json!({"side": "black", "phase": "buy", "number": 6}));
}

#[test]
fn example_27_a_sealed_rook() {
    let mut play = table().items(&["item_nether_seal"]).unit("B rook:0", 0, 0).play();
    play.act(0, use_on("item_nether_seal", "B rook:0"));
    pass(&mut play, 4);
    assert_eq!(play.refused(1, go("B rook:0", 0, 5)), "unit_sealed");
    pass(&mut play, 8);
    play.act(1, go("B rook:0", 0, 5));
}

#[test]
fn example_28_the_king_dies() {
    let mut play = table().hp("B king:0", 2).unit("R rook:0", 4, 5).play();
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!(hits(&events), expected(&[("B king:0", 3)]));
    let last = [json!("RESOURCES_CHANGED"), json!("MATCH_ENDED")];
    let end: Vec<_> = events[events.len() - 2..].iter().map(|e| e["type"].clone()).collect();
    assert_eq!(end, last);
    assert_eq!(play.ending(), ("king_killed", vec![0]));
    assert_eq!(play.refused(0, next()), "match_over");
}

#[test]
fn example_29_blockers_are_ignored_across_the_river() {
    let t = table().unit("B soldier:0", 0, 3).unit("B rook:0", 0, 1);
    let mut near = t.clone().soul("R rook:0", 0, 5, "dark_moon_rook_yinghua").play();
    assert_eq!(near.refused(0, shoot("R rook:0", "B rook:0")), "blocked");
    let mut far = t.soul("R rook:0", 0, 4, "dark_moon_rook_yinghua").play();
    let events = far.act(0, shoot("R rook:0", "B rook:0"));
    assert_eq!(hits(&events), expected(&[("B rook:0", 4)]));
    assert_eq!(triggers(&events), triggered(&[("R rook:0", "IGNORE_BLOCKING")]));
}
