//! Phases, income, what is forgotten with a turn.

use serde_json::json;

use super::*;

#[test]
fn a_turn_goes_through_its_phases() {
    let mut play = table().phase("buy").play();
    let edges = [("buy", "necro"), ("necro", "combat")];
    for (from, to) in edges {
        let events = play.act(0, next());
        let told = json!({"type": "PHASE_CHANGED", "side": "red", "from": from, "to": to});
        assert_eq!(events, [told]);
    }
    let events = play.act(0, next());
    assert_eq!(names(&events), ["RESOURCES_CHANGED", "PHASE_CHANGED"]);
    assert_eq!((play.phase(), play.to_act()), ("turnEnd", vec![0]), "a real stop");
    let events = play.act(0, next());
    assert_eq!(names(&events), ["RESOURCES_CHANGED", "PHASE_CHANGED"]);
    assert_eq!(events[0]["side"], "black");
    let told = json!({"type": "PHASE_CHANGED", "side": "black", "from": "turnStart", "to": "buy"});
    assert_eq!(events[1], told);
    assert_eq!((play.phase(), play.to_act()), ("buy", vec![1]));
}

#[test]
fn a_new_turn_forgets_the_old_one() {
    let mut play = table()
        .unit("R rook:0", 0, 5)
        .unit("B soldier:0", 0, 3)
        .state(json!({
            "status": {
                "sealedUnitIds": ["red:rook:0", "black:soldier:0"],
                "sacrificeBuffByUnitId": {"red:rook:0": {"chainRadius": 1, "chainDamagePercent": 50}},
                "kingInvincible": {"red": true, "black": true},
            },
            "turnFlags": {
                "shotUsed": ["red:rook:0", "red:soldier:3"], "movedThisTurn": ["red:rook:0"],
                "abilityUsed": {"red:rook:0:CHAIN": 1}, "buySoulActionsUsed": 1,
                "bloodRitualUsed": true, "freeShootBonus": 2, "deathChainActive": true,
                "deathChainKillCount": 2, "enchantGoldDiscount": 1, "itemNecroBonus": 1,
                "lastStandContractBonus": 1, "lastStandNoEnchantUnitIds": ["red:rook:0"],
            },
        }))
        .play();
    pass(&mut play, 2);
    let state = play.state();
    let fresh = table().play().state();
    assert_eq!(state["turnFlags"], fresh["turnFlags"]);
    let status = json!({
        "kingInvincible": {"red": true, "black": false},
        "sealedUnitIds": ["black:soldier:0"], "sacrificeBuffByUnitId": {},
    });
    assert_eq!(state["status"], status, "black's seal holds through its own turn");
    pass(&mut play, 4);
    assert_eq!(play.state()["status"]["sealedUnitIds"], json!([]));
}

#[test]
fn the_first_turn_has_no_income() {
    let play = bout_testkit::Play::<bout_necro::Necro>::open(json!({}));
    let state = play.state();
    assert_eq!(state["resources"]["red"], json!({"gold": 4, "mana": 3, "storageMana": 0}));
    assert_eq!(state["resources"]["black"], json!({"gold": 7, "mana": 0, "storageMana": 0}));
    assert_eq!(state["turn"], json!({"side": "red", "phase": "buy", "number": 1}));
}

#[test]
fn storage_becomes_gold_before_the_income() {
    let mut play = table()
        .state(json!({"resources": {"black": {"gold": 1, "storageMana": 2}}}))
        .config(json!({"storageToGoldRate": 3, "incomeGold": 1, "goldMax": 7}))
        .play();
    pass(&mut play, 2);
    let black = &play.state()["resources"]["black"];
    assert_eq!(*black, json!({"gold": 7, "mana": 3, "storageMana": 0}), "1 + 6, and no more");
}

#[test]
fn the_shop_refills_what_is_bought() {
    let t =
        table().phase("buy").gold(15).config(json!({"buySoulActionsPerTurn": 3})).state(json!({
            "displayByBase": {"rook": "styx_rook_feiyan"},
            "soulDeckByBase": {"rook": ["styx_rook_mingyanche", "dark_moon_rook_lanhua"]},
            "graveyard": {"black": ["styx_knight_xueyan", "styx_knight_yanling"]},
        }));
    let mut play = t.play();
    let events = play.act(0, of_base("BUY_SOUL_FROM_DECK", "rook"));
    assert_eq!(names(&events), ["SOUL_BOUGHT", "RESOURCES_CHANGED"]);
    assert_eq!(play.state()["displayByBase"]["rook"], "styx_rook_feiyan", "the display stays");
    play.act(0, of_base("BUY_SOUL_FROM_DISPLAY", "rook"));
    let events = play.act(0, plain("BUY_SOUL_FROM_ENEMY_GRAVEYARD"));
    assert_eq!(events[0]["source"], "graveyard");
    let state = play.state();
    let hand = json!(["styx_rook_mingyanche", "styx_rook_feiyan", "styx_knight_xueyan"]);
    assert_eq!(state["hands"]["red"]["souls"], hand);
    assert_eq!(state["displayByBase"]["rook"], "dark_moon_rook_lanhua");
    assert_eq!(state["graveyard"]["black"], json!(["styx_knight_yanling"]));
    assert_eq!(gold(&play), json!(15 - 1 - 2 - 3));
}

#[test]
fn discarding_is_the_item_action_and_returning_is_not_the_purchase() {
    let mut play = table()
        .phase("buy")
        .items(&["item_death_chain", "item_nether_seal", "item_nether_seal"])
        .souls("red", &["styx_rook_feiyan"])
        .state(json!({"itemDisplay": ["item_wizard_greed", null, null]}))
        .play();
    let discard = json!({"type": "DISCARD_ITEM_FROM_HAND", "itemId": "item_nether_seal"});
    let events = play.act(0, discard);
    assert_eq!(names(&events), ["ITEM_DISCARDED"]);
    let left = json!(["item_death_chain", "item_nether_seal"]);
    assert_eq!(play.state()["hands"]["red"]["items"], left);
    assert_eq!(play.refused(0, buy_item(0)), "item_buy_limit");
    let events = play.act(0, give_back("styx_rook_feiyan"));
    let told = json!({"type": "SOUL_RETURNED", "side": "red", "soulId": "styx_rook_feiyan", "base": "rook"});
    assert_eq!(events, [told]);
    assert_eq!(play.state()["displayByBase"]["rook"], json!(null), "not refilled by this");
    play.act(0, of_base("BUY_SOUL_FROM_DECK", "rook"));
}

#[test]
fn revived_units_get_the_first_free_name() {
    let mut play = table()
        .phase("necro")
        .gold(15)
        .config(json!({"necroActionsPerTurn": 9}))
        .unit("R soldier:revive:0", 0, 6)
        .unit("R soldier:revive:2", 2, 6)
        .corpses("4,6", &["red soldier"])
        .corpses("6,6", &["red soldier"])
        .corpses("8,6", &["black rook", "red knight"])
        .play();
    for (x, name) in [(4, "soldier:revive:1"), (6, "soldier:revive:3"), (8, "knight:revive:0")] {
        let events = play.act(0, revive(x, 6));
        assert_eq!(one(&events, "REVIVED")["unitId"], format!("red:{name}"));
    }
    assert_eq!(gold(&play), json!(15 - 2 - 2 - 3));
    let knight = &play.state()["units"]["red:knight:revive:0"];
    assert_eq!((&knight["hpCurrent"], &knight["pos"]), (&json!(10), &at(8, 6)));
    let below = json!([{"ownerSide": "black", "base": "rook"}]);
    assert_eq!(play.state()["corpsesByPos"], json!({"8,6": below}));
    // It may act in the same turn.
    pass(&mut play, 1);
    play.act(0, go("R knight:revive:0", 7, 4));
}

/// The ritual is told also where it costs nothing.
#[test]
fn a_ritual_for_nothing_is_told() {
    let mut play = bout_testkit::Play::<bout_necro::Necro>::open(json!({"bloodRitualHpCost": 0}));
    play.act(0, next());
    let events = play.act(0, plain("BLOOD_RITUAL"));
    let told = one(&events, "UNIT_HP_CHANGED");
    assert_eq!(
        (&told["from"], &told["to"], &told["reason"]),
        (&json!(15), &json!(15), &json!("BLOOD_RITUAL"))
    );
}

/// What a preset of this name changes.
fn preset(name: &str) -> serde_json::Value {
    let presets = <bout_necro::Necro as bout_core::Catalogued>::presets();
    let found = presets.into_iter().find(|preset| preset.name == name).expect("a preset");
    serde_json::to_value(found.config).expect("json")
}

#[test]
fn the_preset_literal_neither_caps_the_storage_nor_counts_souls_bought() {
    let standard = preset("standard");
    let mut expected = standard.clone();
    expected["storageManaMax"] = json!(999);
    expected["buySoulActionsPerTurn"] = json!(99);
    assert_eq!(preset("literal"), expected);

    let at_shop = |config: serde_json::Value| {
        let mut rich = table()
            .phase("buy")
            .gold(15)
            .config(config)
            .state(json!({
                "resources": {"red": {"mana": 40}},
                "soulDeckByBase": {"rook": [
                    "styx_rook_mingyanche", "styx_rook_feiyan", "dark_moon_rook_lanhua",
                ]},
            }))
            .play();
        rich.act(0, of_base("BUY_SOUL_FROM_DECK", "rook"));
        rich
    };
    let mut play = at_shop(preset("literal"));
    play.act(0, of_base("BUY_SOUL_FROM_DECK", "rook"));
    play.act(0, of_base("BUY_SOUL_FROM_DECK", "rook"));
    pass(&mut play, 3);
    assert_eq!(play.state()["resources"]["red"]["storageMana"], 40);

    let mut play = at_shop(standard);
    assert_eq!(play.refused(0, of_base("BUY_SOUL_FROM_DECK", "rook")), "soul_buy_limit");
    pass(&mut play, 3);
    assert_eq!(play.state()["resources"]["red"]["storageMana"], 5);
}
