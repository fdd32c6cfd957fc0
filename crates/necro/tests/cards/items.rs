//! The items.

use serde_json::json;

use super::*;

/// Names of the events and who triggered what.
fn used(t: Table, action: serde_json::Value) -> (Play<bout_necro::Necro>, Vec<serde_json::Value>) {
    let mut play = t.play();
    let events = play.act(0, action);
    let state = play.state();
    assert_eq!(state["hands"]["red"]["items"], json!([]), "it leaves the hand");
    assert_eq!(state["itemDiscard"].as_array().expect("list").len(), 1, "and is discarded");
    assert_eq!(events[0]["type"], "ITEM_USED");
    (play, events)
}

#[test]
fn item_lingxue_holy_grail() {
    let t = table().phase("buy").items(&["item_lingxue_holy_grail"]).unit("B rook:0", 0, 0);
    let (play, events) =
        used(t.clone().hp("R king:0", 8), use_on("item_lingxue_holy_grail", "R king:0"));
    assert_eq!(hp(&play, "R king:0"), json!(12));
    assert_eq!(one(&events, "UNIT_HP_CHANGED")["reason"], "item_lingxue_holy_grail");
    assert_eq!(names(&events), ["ITEM_USED", "UNIT_HP_CHANGED"]);
    let (play, _) =
        used(t.clone().hp("R king:0", 13), use_on("item_lingxue_holy_grail", "R king:0"));
    assert_eq!(hp(&play, "R king:0"), json!(15), "not above the maximum");
    let (_, events) = used(t.clone(), use_on("item_lingxue_holy_grail", "R king:0"));
    assert_eq!(names(&events), ["ITEM_USED"], "wasted");
    let mut play = t.play();
    assert_eq!(play.refused(0, use_on("item_lingxue_holy_grail", "B rook:0")), "not_your_unit");
    assert_eq!(play.refused(0, use_item("item_lingxue_holy_grail")), "target_required");
}

#[test]
fn item_soul_overload() {
    let t = table()
        .mana(1)
        .items(&["item_soul_overload"])
        .unit("R rook:0", 0, 5)
        .unit("R rook:1", 8, 5)
        .unit("B soldier:0", 0, 3)
        .unit("B soldier:4", 8, 3);
    let (mut play, events) = used(t, use_item("item_soul_overload"));
    assert_eq!(triggers(&events), triggered(&[("R king:0", "soul_overload")]));
    let events = play.act(0, shoot("R rook:0", "B soldier:0"));
    assert_eq!(
        (triggers(&events), mana(&play)),
        (triggered(&[("R king:0", "soul_overload")]), json!(1))
    );
    play.act(0, shoot("R rook:1", "B soldier:4"));
    assert_eq!(mana(&play), json!(0), "one shot");
    // A card's own free shot pays first, and a second shot is never paid by it.
    let free = table()
        .red_corpses(3)
        .items(&["item_soul_overload"])
        .soul("R elephant:0", 2, 5, "eternal_night_elephant_gulingxiang")
        .unit("B rook:0", 4, 3);
    let (mut play, _) = used(free, use_item("item_soul_overload"));
    play.act(0, shoot("R elephant:0", "B rook:0"));
    assert_eq!(play.state()["turnFlags"]["freeShootBonus"], json!(1));
    let twice = table()
        .items(&["item_soul_overload"])
        .state(
            json!({"turnFlags": {"shotUsed": ["red:knight:0"], "movedThisTurn": ["red:knight:0"]}}),
        )
        .soul("R knight:0", 6, 4, "dark_moon_knight_yingzi")
        .unit("B rook:0", 7, 2);
    let (mut play, _) = used(twice, use_item("item_soul_overload"));
    play.act(0, shoot("R knight:0", "B rook:0"));
    assert_eq!((mana(&play), &play.state()["turnFlags"]["freeShootBonus"]), (json!(4), &json!(1)));
}

#[test]
fn item_bone_refine() {
    let t = table()
        .phase("buy")
        .items(&["item_bone_refine"])
        .corpses("2,6", &["black rook", "red soldier"])
        .corpses("3,6", &["red soldier", "black rook"]);
    let (play, events) = used(t.clone(), refine(2, 6, "gold"));
    assert_eq!((gold(&play), mana(&play)), (json!(14), json!(5)));
    assert_eq!(names(&events), ["ITEM_USED", "RESOURCES_CHANGED"]);
    assert_eq!(
        play.state()["corpsesByPos"]["2,6"],
        json!([{"ownerSide": "black", "base": "rook"}])
    );
    let (play, _) = used(t.clone().gold(10), refine(2, 6, "gold"));
    assert_eq!(gold(&play), json!(15), "up to the limit");
    let (play, _) = used(t.clone(), refine(2, 6, "mana"));
    assert_eq!(mana(&play), json!(7));
    let mut play = t.play();
    assert_eq!(play.refused(0, refine(3, 6, "gold")), "not_your_corpse");
    assert_eq!(play.refused(0, refine(4, 6, "gold")), "no_corpse");
    assert_eq!(play.refused(0, refine(40, 6, "gold")), "no_corpse");
    assert_eq!(play.refused(0, refine(2, 6, "souls")), "invalid_choice");
    let item = "item_bone_refine";
    for missing in [json!({}), json!({"targetPos": at(2, 6)}), json!({"choice": "gold"})] {
        let mut action = use_item(item);
        bout_core::merge(&mut action, &missing);
        assert_eq!(play.refused(0, action), "target_required", "{missing}");
    }
}

#[test]
fn item_dark_moon_scope() {
    let t = table().phase("buy").items(&["item_dark_moon_scope"]).state(json!({
        "itemDisplay": ["item_nether_seal", null, "item_death_chain"],
        "itemDeck": ["item_wizard_greed", "item_soul_overload"],
    }));
    let (play, events) = used_many(t, use_item("item_dark_moon_scope"));
    let state = play.state();
    let discard = json!(["item_dark_moon_scope", "item_nether_seal", "item_death_chain"]);
    assert_eq!(state["itemDiscard"], discard);
    assert_eq!(state["itemDisplay"], json!(["item_wizard_greed", "item_soul_overload", null]));
    assert_eq!(triggers(&events), triggered(&[("R king:0", "dark_moon_scope")]));
}

/// Uses an item that discards more than itself.
fn used_many(
    t: Table,
    action: serde_json::Value,
) -> (Play<bout_necro::Necro>, Vec<serde_json::Value>) {
    let mut play = t.play();
    let events = play.act(0, action);
    (play, events)
}

#[test]
fn item_last_stand_contract() {
    let t = table()
        .phase("necro")
        .gold(6)
        .items(&["item_last_stand_contract"])
        .souls("red", &["styx_rook_feiyan"])
        .corpses("2,6", &["red rook"])
        .corpses("3,6", &["red soldier"]);
    let (mut play, events) = used(t, use_item("item_last_stand_contract"));
    assert_eq!(triggers(&events), triggered(&[("R king:0", "last_stand_contract")]));
    play.act(0, revive(2, 6));
    assert_eq!(
        (gold(&play), &play.state()["turnFlags"]["necroActionsUsed"]),
        (json!(6), &json!(0))
    );
    let bind = enchant("R rook:revive:0", "styx_rook_feiyan");
    assert_eq!(play.refused(0, bind.clone()), "contract_no_enchant");
    play.act(0, revive(3, 6));
    assert_eq!(gold(&play), json!(4), "one revival");
    pass(&mut play, 8);
    play.edit(|state| state["turn"]["phase"] = json!("necro")).act(0, bind);
}

#[test]
fn item_soul_infusion() {
    let t = table()
        .phase("necro")
        .gold(15)
        .items(&["item_soul_infusion"])
        .souls("red", &["styx_rook_feiyan", "styx_rook_mingyanche"])
        .unit("R rook:0", 0, 9)
        .unit("R rook:1", 8, 9);
    let (mut play, events) = used(t, use_item("item_soul_infusion"));
    assert_eq!(triggers(&events), triggered(&[("R king:0", "soul_infusion")]));
    play.act(0, enchant("R rook:0", "styx_rook_feiyan"));
    assert_eq!(gold(&play), json!(10), "one gold cheaper");
    play.act(0, enchant("R rook:1", "styx_rook_mingyanche"));
    assert_eq!(gold(&play), json!(3), "the full price");
}

#[test]
fn item_death_chain() {
    let mut t = table().mana(4).items(&["item_death_chain"]);
    for n in 0..4 {
        t = t.unit(&format!("R soldier:{n}"), 2 * n, 4);
        t = t.unit(&format!("B soldier:{n}"), 2 * n, 3).hp(&format!("B soldier:{n}"), 1);
    }
    let (mut play, events) = used(t, use_item("item_death_chain"));
    assert_eq!(triggers(&events), triggered(&[("R king:0", "death_chain")]));
    for (n, left) in [(0, 4), (1, 4), (2, 4), (3, 3)] {
        let events = play.act(0, shoot(&format!("R soldier:{n}"), &format!("B soldier:{n}")));
        assert_eq!(mana(&play), json!(left), "kill {n}");
        let told = if n < 3 { 2 } else { 1 };
        assert_eq!(all(&events, "RESOURCES_CHANGED").len(), told);
    }
    assert_eq!(play.state()["turnFlags"]["deathChainKillCount"], json!(3));
    // An own unit that is sacrificed counts too.
    let t = table()
        .items(&["item_death_chain"])
        .soul("R rook:0", 0, 5, "eternal_night_rook_minggouche")
        .unit("R soldier:0", 1, 5);
    let (mut play, _) = used(t, use_item("item_death_chain"));
    let events = play.act(0, sacrifice("R rook:0", "R soldier:0"));
    assert_eq!((mana(&play), all(&events, "RESOURCES_CHANGED").len()), (json!(6), 1));
}

#[test]
fn item_nether_seal() {
    let t = table()
        .items(&["item_nether_seal"])
        .unit("R rook:0", 0, 5)
        .soul("B rook:0", 0, 3, "iron_guard_rook_junhua")
        .unit("B soldier:0", 8, 3);
    let mut play = t.clone().play();
    assert_eq!(play.refused(0, use_on("item_nether_seal", "R rook:0")), "not_enemy_unit");
    assert_eq!(play.refused(0, use_on("item_nether_seal", "B rook:1")), "unit_not_found");
    let (mut play, events) = used(t, use_on("item_nether_seal", "B rook:0"));
    assert_eq!(triggers(&events), triggered(&[("B rook:0", "nether_seal")]));
    assert_eq!(play.state()["status"]["sealedUnitIds"], json!(["black:rook:0"]));
    pass(&mut play, 4);
    assert_eq!(play.refused(1, go("B rook:0", 1, 3)), "unit_sealed");
    assert_eq!(play.refused(1, shoot("B rook:0", "R rook:0")), "unit_sealed");
    pass(&mut play, 2);
    assert_eq!(
        play.state()["status"]["sealedUnitIds"],
        json!([]),
        "until the end of its owner's turn"
    );
}

#[test]
fn item_cage_plunder() {
    let t = table().phase("buy").items(&["item_cage_plunder"]);
    let held = t.clone().souls("black", &["styx_rook_feiyan", "styx_rook_mingyanche"]);
    let (play, events) = used(held.clone(), use_item("item_cage_plunder"));
    assert_eq!(names(&events), ["ITEM_USED", "ABILITY_TRIGGERED", "SOUL_TAKEN"]);
    assert_eq!(play.state()["hands"]["red"]["souls"], json!(["styx_rook_feiyan"]));
    assert_eq!(play.state()["hands"]["black"]["souls"], json!(["styx_rook_mingyanche"]));
    assert_eq!(t.clone().play().refused(0, use_item("item_cage_plunder")), "enemy_hand_empty");
    let five = [
        "styx_knight_yanling",
        "styx_knight_xueyan",
        "styx_cannon_baoyan",
        "styx_cannon_mingleipao",
        "styx_advisor_minghu",
    ];
    let full = held.clone().souls("red", &five);
    assert_eq!(full.play().refused(0, use_item("item_cage_plunder")), "soul_hand_full");
    let mut lucky = held.seeded().play();
    lucky.luck(&[1]).act(0, use_item("item_cage_plunder"));
    assert_eq!(lucky.state()["hands"]["red"]["souls"], json!(["styx_rook_mingyanche"]));
}

#[test]
fn item_soul_detach_needle() {
    let t = table()
        .phase("necro")
        .items(&["item_soul_detach_needle"])
        .soul("B rook:0", 0, 0, "dark_moon_rook_lanhua")
        .unit("B rook:1", 8, 0);
    let needle = use_on("item_soul_detach_needle", "B rook:0");
    let (play, events) = used(t.clone(), needle.clone());
    assert_eq!(
        names(&events),
        ["ITEM_USED", "ABILITY_TRIGGERED", "SOUL_DETACHED", "UNIT_HP_CHANGED"]
    );
    assert_eq!(triggers(&events), triggered(&[("B rook:0", "soul_detach_needle")]));
    let state = play.state();
    assert_eq!(state["hands"]["black"]["souls"], json!(["dark_moon_rook_lanhua"]));
    let rook = &state["units"]["black:rook:0"];
    assert_eq!((&rook["hpCurrent"], &rook["atk"]["value"]), (&json!(10), &json!(2)));
    assert!(rook.get("enchant").is_none());
    let five = [
        "styx_knight_yanling",
        "styx_knight_xueyan",
        "styx_cannon_baoyan",
        "styx_cannon_mingleipao",
        "styx_advisor_minghu",
    ];
    let (play, events) = used(t.clone().souls("black", &five), needle);
    assert_eq!(one(&events, "SOUL_DETACHED")["to"], "graveyard");
    assert_eq!(play.state()["graveyard"]["black"], json!(["dark_moon_rook_lanhua"]));
    let bare = use_on("item_soul_detach_needle", "B rook:1");
    assert_eq!(t.clone().play().refused(0, bare), "not_enchanted");
    let own = use_on("item_soul_detach_needle", "R king:0");
    assert_eq!(t.play().refused(0, own), "not_enemy_unit");
}

#[test]
fn item_dead_return_path() {
    let t = table()
        .phase("necro")
        .items(&["item_dead_return_path"])
        .soul("R rook:0", 0, 9, "styx_rook_feiyan")
        .unit("R rook:1", 8, 9)
        .unit("B rook:0", 0, 0);
    let path = use_on("item_dead_return_path", "R rook:0");
    let (play, events) = used(t.clone(), path.clone());
    assert_eq!(
        names(&events),
        ["ITEM_USED", "ABILITY_TRIGGERED", "SOUL_DETACHED"],
        "10 HP stay 10"
    );
    assert_eq!(play.state()["hands"]["red"]["souls"], json!(["styx_rook_feiyan"]));
    let five = [
        "styx_knight_yanling",
        "styx_knight_xueyan",
        "styx_cannon_baoyan",
        "styx_cannon_mingleipao",
        "styx_advisor_minghu",
    ];
    assert_eq!(t.clone().souls("red", &five).play().refused(0, path), "soul_hand_full");
    let mut play = t.play();
    assert_eq!(play.refused(0, use_on("item_dead_return_path", "R rook:1")), "not_enchanted");
    assert_eq!(play.refused(0, use_on("item_dead_return_path", "B rook:0")), "not_your_unit");
}

#[test]
fn item_wizard_greed() {
    let t = table().phase("buy").items(&["item_wizard_greed"]).state(json!({
        "displayByBase": {"rook": "styx_rook_feiyan", "cannon": "styx_cannon_baoyan"},
        "soulDeckByBase": {
            "rook": ["styx_rook_mingyanche", "dark_moon_rook_lanhua"],
            "knight": ["styx_knight_xueyan"],
        },
    }));
    let (play, events) = used(t, use_item("item_wizard_greed"));
    assert_eq!(triggers(&events), triggered(&[("R king:0", "wizard_greed")]));
    let state = play.state();
    assert_eq!(state["displayByBase"]["rook"], "styx_rook_mingyanche");
    assert_eq!(
        state["soulDeckByBase"]["rook"],
        json!(["dark_moon_rook_lanhua", "styx_rook_feiyan"])
    );
    assert_eq!(state["displayByBase"]["knight"], "styx_knight_xueyan", "an empty place is filled");
    assert_eq!(state["displayByBase"]["cannon"], "styx_cannon_baoyan", "the only card comes back");
}
