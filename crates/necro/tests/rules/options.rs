//! Why a control is not possible now.

use serde_json::{Value, json};

use super::*;

/// The offers of a type that have these fields.
fn offers(t: Table, kind: &str, fields: Value) -> Vec<(Value, Option<&'static str>)> {
    let play = t.play();
    let fits = |action: &Value| {
        action["type"] == kind
            && fields.as_object().expect("fields").iter().all(|(key, value)| action[key] == *value)
    };
    play.options(0).into_iter().filter(|(action, _)| fits(action)).collect()
}

fn code(t: Table, kind: &str, fields: Value) -> Option<&'static str> {
    let found = offers(t, kind, fields);
    assert_eq!(found.len(), 1, "{kind}: {found:?}");
    found[0].1
}

#[test]
fn plain_controls_have_their_reason() {
    let t = table().phase("buy").gold(0);
    assert_eq!(
        code(t.clone(), "BUY_SOUL_FROM_DECK", json!({"base": "rook"})),
        Some("not_enough_gold")
    );
    assert_eq!(code(t.clone(), "BUY_ITEM_FROM_DISPLAY", json!({"slot": 2})), Some("display_empty"));
    assert_eq!(code(t.clone(), "BLOOD_RITUAL", json!({})), Some("wrong_phase"));
    assert_eq!(code(t, "NEXT_PHASE", json!({})), None);
    let ended = table().state(json!({"winner": "red", "endReason": "resign"}));
    assert_eq!(code(ended, "NEXT_PHASE", json!({})), Some("match_over"));
    assert_eq!(code(table().side("black"), "NEXT_PHASE", json!({})), Some("not_your_turn"));
}

#[test]
fn a_soul_without_a_unit_shows_what_comes_nearest() {
    let soul = "styx_rook_feiyan";
    let t = table().phase("necro").souls("red", &[soul]);
    let known = json!({"soulId": soul});
    let none = offers(t.clone(), "ENCHANT", known.clone());
    assert_eq!(
        none,
        [(enchant("R king:0", soul), Some("base_mismatch"))],
        "further than the enemy's king"
    );
    let poor = t.clone().unit("R rook:0", 0, 9);
    assert_eq!(
        offers(poor, "ENCHANT", known.clone()),
        [(enchant("R rook:0", soul), Some("not_enough_gold"))]
    );
    let rich = t.clone().unit("R rook:0", 0, 9).unit("R rook:1", 8, 9).gold(9);
    assert_eq!(
        offers(rich, "ENCHANT", known.clone()).len(),
        2,
        "both legal ones, and nothing else"
    );
    let used = t.state(json!({"turnFlags": {"necroActionsUsed": 1}}));
    assert_eq!(
        offers(used, "ENCHANT", known),
        [(enchant("B king:0", soul), Some("no_necro_actions"))]
    );
}

#[test]
fn an_item_without_its_target_shows_what_comes_nearest() {
    let refining = table().phase("buy").items(&["item_bone_refine"]);
    let none = offers(refining.clone(), "USE_ITEM_FROM_HAND", json!({}));
    assert_eq!(none, [(use_item("item_bone_refine"), Some("target_required"))], "no corpse at all");
    let enemy = refining.corpses("1,1", &["black rook"]);
    let nearest = offers(enemy, "USE_ITEM_FROM_HAND", json!({}));
    assert_eq!(nearest, [(refine(1, 1, "gold"), Some("not_your_corpse"))]);
    let needle = table().phase("necro").items(&["item_soul_detach_needle"]);
    let bare = offers(needle.clone(), "USE_ITEM_FROM_HAND", json!({}));
    assert_eq!(bare, [(use_on("item_soul_detach_needle", "B king:0"), Some("not_enchanted"))]);
    let later = offers(needle.phase("combat"), "USE_ITEM_FROM_HAND", json!({}));
    assert_eq!(later[0].1, Some("wrong_phase"));
}

#[test]
fn units_say_why_they_can_do_nothing() {
    let t = table()
        .soul("R knight:0", 2, 6, "eternal_night_knight_hunling")
        .unit("R soldier:0", 3, 6)
        .state(json!({"status": {"sealedUnitIds": ["red:soldier:0"]}}));
    let of = |unit: &str, key: &str| json!({key: id(unit)});
    assert_eq!(code(t.clone(), "MOVE", of("R soldier:0", "unitId")), Some("unit_sealed"));
    assert_eq!(code(t.clone(), "SHOOT", of("R knight:0", "attackerId")), Some("out_of_range"));
    assert_eq!(
        code(t.clone(), "SACRIFICE", of("R knight:0", "sourceUnitId")),
        Some("sacrifice_needs_move")
    );
    assert_eq!(
        code(t.clone(), "SACRIFICE", of("R king:0", "sourceUnitId")),
        Some("no_sacrifice_ability")
    );
    assert_eq!(code(t.mana(0), "MOVE", of("R knight:0", "unitId")), Some("not_enough_mana"));
}

#[test]
fn every_corpse_cell_has_its_revive_button() {
    let t = table()
        .phase("necro")
        .gold(1)
        .corpses("1,1", &["black rook"])
        .corpses("2,6", &["red soldier"])
        .corpses("4,9", &["red rook"]);
    assert_eq!(code(t.clone(), "REVIVE", json!({"pos": at(1, 1)})), Some("not_your_corpse"));
    assert_eq!(code(t.clone(), "REVIVE", json!({"pos": at(2, 6)})), Some("not_enough_gold"));
    assert_eq!(code(t, "REVIVE", json!({"pos": at(4, 9)})), Some("cell_occupied"));
}
