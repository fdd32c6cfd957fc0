//! Every rejection code, and the order of the checks.

use std::collections::BTreeSet;

use bout_core::{Named, Seat};
use bout_necro::Reason;
use serde_json::{Value, json};

use super::*;

type Row = (&'static str, Table, Value, &'static str);

fn full_hand(t: Table) -> Table {
    let souls = [
        "styx_knight_yanling",
        "styx_knight_xueyan",
        "styx_cannon_baoyan",
        "styx_cannon_mingleipao",
        "styx_advisor_minghu",
    ];
    t.souls("red", &souls)
}

fn with(mut action: Value, more: Value) -> Value {
    bout_core::merge(&mut action, &more);
    action
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn shop() -> Vec<Row> {
    let t = || {
        table().phase("buy").state(json!({
            "displayByBase": {"rook": "styx_rook_feiyan"},
            "soulDeckByBase": {"rook": ["styx_rook_mingyanche"]},
            "graveyard": {"black": ["dark_moon_rook_lanhua"]},
            "itemDisplay": ["item_nether_seal", null, null],
        }))
    };
    let deck = || of_base("BUY_SOUL_FROM_DECK", "rook");
    let display = || of_base("BUY_SOUL_FROM_DISPLAY", "rook");
    let grave = || plain("BUY_SOUL_FROM_ENEMY_GRAVEYARD");
    let once = json!({"turnFlags": {"buySoulActionsUsed": 1, "buyItemActionsUsed": 1, "soulReturnUsedCount": 1}});
    let discard = json!({"type": "DISCARD_ITEM_FROM_HAND", "itemId": "item_death_chain"});
    vec![
        ("once a turn", full_hand(t()).gold(0).state(once.clone()), deck(), "soul_buy_limit"),
        ("full hand", full_hand(t()).gold(0), deck(), "soul_hand_full"),
        ("deck price", t().gold(0), of_base("BUY_SOUL_FROM_DECK", "king"), "not_enough_gold"),
        ("no deck", t(), of_base("BUY_SOUL_FROM_DECK", "king"), "deck_empty"),
        ("display once", t().state(once.clone()), display(), "soul_buy_limit"),
        ("display full", full_hand(t()), display(), "soul_hand_full"),
        ("display price", t().gold(1), display(), "not_enough_gold"),
        ("no display", t(), of_base("BUY_SOUL_FROM_DISPLAY", "soldier"), "display_empty"),
        ("grave once", t().state(once.clone()), grave(), "soul_buy_limit"),
        ("grave full", full_hand(t()), grave(), "soul_hand_full"),
        ("grave price", t().gold(2), grave(), "not_enough_gold"),
        ("no grave", t().state(json!({"graveyard": {"black": []}})), grave(), "graveyard_empty"),
        ("return once", t().state(once.clone()), give_back("styx_rook_feiyan"), "soul_return_used"),
        ("not held", t(), give_back("styx_rook_feiyan"), "soul_not_in_hand"),
        ("no such card", t(), give_back("nothing"), "soul_not_in_hand"),
        ("item once", t().state(once.clone()), buy_item(9), "item_buy_limit"),
        ("no slot", t(), buy_item(3), "invalid_slot"),
        ("huge slot", t(), with(buy_item(0), json!({"slot": u64::MAX})), "invalid_slot"),
        ("negative slot", t(), with(buy_item(0), json!({"slot": -1})), "invalid_slot"),
        ("empty slot", t().gold(0), buy_item(1), "display_empty"),
        ("item price", t().gold(3), buy_item(0), "not_enough_gold"),
        (
            "room",
            t(),
            with(buy_item(0), json!({"discardItemId": "item_nether_seal"})),
            "discard_not_needed",
        ),
        (
            "not among the four",
            t().items(&["item_death_chain", "item_soul_overload", "item_soul_overload"]),
            with(buy_item(0), json!({"discardItemId": "item_wizard_greed"})),
            "item_not_in_hand",
        ),
        ("discard once", t().state(once), discard.clone(), "item_buy_limit"),
        ("discard nothing", t(), discard, "item_not_in_hand"),
        ("use nothing", t(), use_item("item_wizard_greed"), "item_not_in_hand"),
        ("use no item", t(), use_item("nothing"), "item_not_in_hand"),
        (
            "timing",
            t().items(&["item_nether_seal"]),
            use_on("item_nether_seal", "B king:0"),
            "wrong_phase",
        ),
        (
            "too much",
            t().items(&["item_wizard_greed"]),
            use_on("item_wizard_greed", "B king:0"),
            "target_not_needed",
        ),
        (
            "a choice too much",
            t().items(&["item_lingxue_holy_grail"]),
            with(use_on("item_lingxue_holy_grail", "R king:0"), json!({"choice": "gold"})),
            "target_not_needed",
        ),
    ]
}

fn necro() -> Vec<Row> {
    let t = || {
        table()
            .phase("necro")
            .gold(9)
            .souls("red", &["styx_rook_feiyan"])
            .unit("R rook:0", 0, 9)
            .soul("R rook:1", 8, 9, "styx_rook_mingyanche")
            .unit("B rook:0", 0, 0)
            .corpses("2,6", &["red rook"])
            .corpses("0,9", &["red rook"])
            .corpses("3,6", &["black rook"])
    };
    let bind = |unit: &str| enchant(unit, "styx_rook_feiyan");
    let done = json!({"turnFlags": {"necroActionsUsed": 1}});
    let contract = json!({"turnFlags": {"lastStandNoEnchantUnitIds": ["red:rook:0"]}});
    let other = || enchant("R rook:0", "dark_moon_rook_lanhua");
    vec![
        ("no action", t().state(done.clone()), bind("nobody"), "no_necro_actions"),
        ("no unit", t(), bind("nobody"), "unit_not_found"),
        ("enemy", t(), bind("B rook:0"), "not_your_unit"),
        ("bound", t().state(contract.clone()), bind("R rook:1"), "already_enchanted"),
        ("contract", t().state(contract), enchant("R rook:0", "nothing"), "contract_no_enchant"),
        ("no soul", t(), enchant("R rook:0", "nothing"), "soul_not_found"),
        ("other base", t().gold(0), enchant("R king:0", "styx_rook_feiyan"), "base_mismatch"),
        ("price", t().gold(5), other(), "not_enough_gold"),
        ("not held", t(), other(), "soul_not_in_hand"),
        ("no corpse", t(), revive(5, 5), "no_corpse"),
        ("outside", t(), revive(9, 5), "no_corpse"),
        ("occupied", t(), revive(0, 9), "cell_occupied"),
        ("enemy's", t().state(done.clone()), revive(3, 6), "not_your_corpse"),
        ("no action to revive", t().state(done).gold(0), revive(2, 6), "no_necro_actions"),
        ("revival price", t().gold(4), revive(2, 6), "not_enough_gold"),
        (
            "ritual once",
            t().hp("R king:0", 1).state(json!({"turnFlags": {"bloodRitualUsed": true}})),
            plain("BLOOD_RITUAL"),
            "blood_ritual_used",
        ),
        ("weak king", t().hp("R king:0", 3), plain("BLOOD_RITUAL"), "king_hp_too_low"),
    ]
}

fn combat() -> Vec<Row> {
    let t = || {
        table()
            .unit("R rook:0", 0, 6)
            .unit("R cannon:0", 8, 6)
            .unit("R soldier:0", 1, 6)
            .unit("B rook:0", 0, 2)
            .unit("B rook:1", 8, 2)
            .soul("R knight:0", 2, 6, "eternal_night_knight_hunling")
            .soul("R advisor:0", 3, 8, "eternal_night_advisor_guhu")
            .soul(
                "B knight:0",
                5,
                5,
                "eternal_night_rook_minggouche".replace("rook_minggouche", "knight_xuegu").as_str(),
            )
    };
    let sealed = json!({"status": {"sealedUnitIds": ["red:rook:0"]}});
    let shot = json!({"turnFlags": {"shotUsed": ["red:rook:0", "red:knight:0"]}});
    let moved = json!({"turnFlags": {"movedThisTurn": ["red:knight:0"]}});
    let fire = || shoot("R rook:0", "B rook:0");
    let rite = |target: &str| sacrifice("R knight:0", target);
    vec![
        ("no mover", t(), go("nobody", 0, 5), "unit_not_found"),
        ("enemy mover", t(), go("B rook:0", 0, 5), "not_your_unit"),
        ("sealed mover", t().mana(0).state(sealed.clone()), go("R rook:0", 0, 5), "unit_sealed"),
        ("no mana to move", t().mana(0), go("R rook:0", 0, 50), "not_enough_mana"),
        ("outside", t(), go("R rook:0", 0, 10), "out_of_board"),
        ("far outside", t(), go("R rook:0", i32::MIN, i32::MAX), "out_of_board"),
        ("own cell", t(), go("R rook:0", 0, 6), "cell_occupied"),
        ("not so", t(), go("R rook:0", 1, 5), "illegal_move"),
        ("no shooter", t(), shoot("nobody", "B rook:0"), "unit_not_found"),
        ("no target", t(), shoot("R rook:0", "nobody"), "unit_not_found"),
        ("enemy shooter", t(), shoot("B rook:0", "R rook:0"), "not_your_unit"),
        ("sealed shooter", t().state(sealed), shoot("R rook:0", "R cannon:0"), "unit_sealed"),
        ("ally", t().mana(0), shoot("R rook:0", "R cannon:0"), "cannot_target_ally"),
        ("no mana to shoot", t().mana(0).state(shot.clone()), fire(), "not_enough_mana"),
        ("shot already", t().state(shot.clone()), shoot("R rook:0", "B rook:1"), "already_shot"),
        ("not in line", t(), shoot("R rook:0", "B rook:1"), "out_of_range"),
        ("no screen", t(), shoot("R cannon:0", "B rook:1"), "need_screen"),
        ("in the way", t().unit("R soldier:1", 0, 4), fire(), "blocked"),
        ("no chain", t(), shoot_extra("R rook:0", "B rook:0", "B rook:1"), "invalid_extra_target"),
        ("no source", t(), sacrifice("nobody", "R soldier:0"), "unit_not_found"),
        ("no rite", t(), sacrifice("R rook:0", "R soldier:0"), "no_sacrifice_ability"),
        ("rite after a shot", t().state(shot), rite("R soldier:0"), "already_shot"),
        ("rite before a move", t(), rite("R soldier:0"), "sacrifice_needs_move"),
        ("itself alone", t(), sacrifice("R advisor:0", "R soldier:0"), "must_sacrifice_self"),
        ("others alone", t().state(moved.clone()), rite("R knight:0"), "cannot_sacrifice_self"),
        (
            "another's source",
            t().soul("B advisor:0", 3, 0, "eternal_night_advisor_hunshi"),
            sacrifice("B advisor:0", "B advisor:0"),
            "not_your_unit",
        ),
        ("enemy victim", t().state(moved.clone()), rite("B rook:0"), "cannot_sacrifice_enemy"),
        ("king victim", t().state(moved.clone()), rite("R king:0"), "cannot_sacrifice_king"),
        ("far victim", t().state(moved), rite("R rook:0"), "out_of_range"),
    ]
}

#[test]
fn every_code_has_its_case() {
    let mut seen = BTreeSet::new();
    for (name, table, action, code) in shop().into_iter().chain(necro()).chain(combat()) {
        let mut play = table.play();
        let before = play.state();
        assert_eq!(play.refused(0, action), code, "{name}");
        assert_eq!(play.state(), before, "{name}: a refused action changes nothing");
        seen.insert(code);
    }
    // These are shown by tests of their own, here and beside the cards.
    let elsewhere = [
        "match_over",
        "malformed_action",
        "not_your_turn",
        "target_required",
        "not_enemy_unit",
        "not_enchanted",
        "invalid_choice",
        "enemy_hand_empty",
    ];
    let missing: Vec<_> =
        Reason::ALL.iter().map(Named::name).filter(|code| !seen.contains(code)).collect();
    assert_eq!(missing, elsewhere);
}

#[test]
fn common_checks_come_first_and_in_order() {
    let mut play = table().play();
    assert_eq!(play.refused(1, plain("BLOOD_RITUAL")), "not_your_turn");
    assert_eq!(play.refused(0, plain("BLOOD_RITUAL")), "wrong_phase");
    assert_eq!(play.refused(7, next()), "not_your_turn");
    assert_eq!(play.refused(7, plain("RESIGN")), "not_your_turn");
    let phases = [
        ("buy", "ENCHANT"),
        ("necro", "MOVE"),
        ("combat", "BUY_SOUL_FROM_DECK"),
        ("turnEnd", "USE_ITEM_FROM_HAND"),
    ];
    let actions = [
        ("ENCHANT", enchant("R king:0", "x")),
        ("MOVE", go("R king:0", 4, 8)),
        ("BUY_SOUL_FROM_DECK", of_base("BUY_SOUL_FROM_DECK", "rook")),
        ("USE_ITEM_FROM_HAND", use_item("x")),
    ];
    for (phase, kind) in phases {
        let action = actions.iter().find(|(name, _)| *name == kind).expect("listed").1.clone();
        assert_eq!(table().phase(phase).play().refused(0, action), "wrong_phase", "{phase} {kind}");
    }
}

#[test]
fn what_cannot_be_read_is_malformed() {
    let mut play = table().play();
    for action in [
        json!({"type": "JUMP"}),
        json!({}),
        json!(null),
        json!("NEXT_PHASE"),
        json!({"type": "NEXT_PHASE", "extra": 1}),
        json!({"type": "MOVE", "unitId": "red:king:0"}),
        json!({"type": "MOVE", "unitId": 3, "to": {"x": 1, "y": 1}}),
        json!({"type": "MOVE", "unitId": "red:king:0", "to": {"x": 1.5, "y": 1}}),
        json!({"type": "MOVE", "unitId": "red:king:0", "to": {"x": 1}}),
        json!({"type": "MOVE", "unitId": "red:king:0", "to": null}),
        json!({"type": "BUY_SOUL_FROM_DECK", "base": "queen"}),
        json!({"type": "USE_ITEM_FROM_HAND", "itemId": "x", "choice": 3}),
    ] {
        assert_eq!(play.refused(0, action.clone()), "malformed_action", "{action}");
        assert_eq!(play.refused(1, action.clone()), "malformed_action", "before whose turn it is");
    }
    let mut shot = shoot("R king:0", "B king:0");
    shot["extraTargetUnitId"] = Value::Null;
    assert_eq!(play.refused(0, shot), "out_of_range", "null counts as absent");
    play.act(0, plain("RESIGN"));
    assert_eq!(play.refused(0, json!({"type": "JUMP"})), "match_over");
}

#[test]
fn refusals_name_the_number_at_hand() {
    let rows: [(Table, Value, &str); 6] = [
        (table().phase("buy").gold(1), of_base("BUY_SOUL_FROM_DISPLAY", "rook"), "Needs 2 gold."),
        (table().phase("buy").gold(2), plain("BUY_SOUL_FROM_ENEMY_GRAVEYARD"), "Needs 3 gold."),
        (
            full_hand(table().phase("buy")),
            of_base("BUY_SOUL_FROM_DECK", "rook"),
            "Your soul hand is full (5); return or use one first.",
        ),
        (table().mana(0), go("R king:0", 4, 8), "Needs 1 mana."),
        (
            table().mana(1).config(json!({"shootManaCost": 2})).unit("B rook:0", 4, 8),
            shoot("R king:0", "B rook:0"),
            "Needs 2 mana.",
        ),
        (
            table().phase("necro").gold(1).corpses("0,5", &["red knight"]),
            revive(0, 5),
            "Needs 3 gold.",
        ),
    ];
    for (table, action, text) in rows {
        let refused = table.play().table().check(Seat(0), &action).expect_err("refused");
        assert_eq!(refused.text, text);
    }
    let text = table().play().table().check(Seat(1), &next()).expect_err("refused").text;
    assert_eq!(text, "It is not your turn.");
}
