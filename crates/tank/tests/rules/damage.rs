//! Damage and what follows from it (rules 6.1, 6.2).

use bout_tank::{Card, Class, Rules, damage};
use serde_json::{Value, json};

use crate::{
    Made, Table, fire, heavy, hp, light, list, medium, names, pile, player, quick_fire, result,
    table, tableau, through,
};

/// Seat 0 of this kind attacks seat 1 with this munition.
fn attack(munition: &str, attacker: Made, target: Made) -> (Table, Value) {
    if munition == "coaxial_mg" {
        (table([attacker.set(json!({"hand": ["coaxial_mg"]})), target]), quick_fire(1))
    } else {
        (table([attacker.set(json!({"hand": ["fire"]})).breech(munition), target]), fire(1))
    }
}

/// The `damage` of an attack, and the charges left.
fn hit(preset: &str, munition: &str, attacker: Made, target: Made) -> (Value, Value) {
    let (table, command) = attack(munition, attacker, target);
    let mut play = table.preset(preset).play();
    let events = through(&mut play, 0, command);
    (result(&events, "damage").clone(), tableau(&play, 1)["ablativeArmor"].clone())
}

/// munition, on a heavy, then v1 without and with armor, v2 without and with armor.
const TABLE: [(&str, bool, [u16; 4]); 8] = [
    ("coaxial_mg", false, [10, 5, 10, 0]),
    ("coaxial_mg", true, [5, 0, 5, 0]),
    ("he", false, [25, 12, 25, 15]),
    ("he", true, [20, 7, 20, 10]),
    ("heat", false, [50, 50, 50, 50]),
    ("heat", true, [45, 45, 45, 45]),
    ("sabot", false, [75, 37, 75, 65]),
    ("sabot", true, [70, 32, 70, 60]),
];

fn base(munition: &str) -> u16 {
    let row = TABLE.iter().find(|(name, is_heavy, _)| *name == munition && !is_heavy);
    row.expect("a munition").2[0]
}

fn targets(is_heavy: bool) -> Vec<Made> {
    if is_heavy { vec![heavy("")] } else { vec![medium(""), light("")] }
}

#[test]
fn table_of_damage() {
    for (munition, is_heavy, row) in TABLE {
        for (place, expected) in row.into_iter().enumerate() {
            let (preset, armor) = (["v1", "v2"][place / 2], u16::from(place % 2 == 1));
            for target in targets(is_heavy) {
                let (damage, left) = hit(preset, munition, medium(""), target.armor(armor));
                assert_eq!(damage["final"], expected, "{preset} {munition} {armor} {damage}");
                assert_eq!((&damage["ablative_spent"], left), (&json!(armor), json!(0)));
            }
        }
    }
}

#[test]
fn bunker_buster_uses_the_column_without_armor() {
    for (munition, is_heavy, row) in TABLE {
        for (preset, place) in [("v1", 0), ("v2", 2)] {
            for target in targets(is_heavy) {
                let buster = heavy("").adrenaline(20);
                let (damage, left) = hit(preset, munition, buster, target.armor(2));
                assert_eq!(damage["final"], row[place], "{preset} {munition}");
                assert_eq!(damage["ablative_reduction"], 0);
                let spent = u64::from(munition == "heat");
                assert_eq!((&damage["ablative_spent"], left), (&json!(spent), json!(2 - spent)));
            }
        }
    }
}

#[test]
fn a_heavy_in_adrenaline_is_hit_like_the_others() {
    for (munition, is_heavy, row) in TABLE {
        if is_heavy {
            continue;
        }
        for (place, expected) in row.into_iter().enumerate() {
            let (preset, armor) = (["v1", "v2"][place / 2], u16::from(place % 2 == 1));
            let target = heavy("").adrenaline(25).armor(armor);
            let (damage, _) = hit(preset, munition, medium(""), target);
            assert_eq!(
                (&damage["final"], &damage["class_reduction"]),
                (&json!(expected), &json!(0))
            );
        }
    }
}

#[test]
fn one_charge_a_hit() {
    for munition in ["coaxial_mg", "he", "heat", "sabot"] {
        let (damage, left) = hit("v1", munition, medium(""), heavy("").armor(5));
        assert_eq!((&damage["ablative_spent"], left), (&json!(1), json!(4)), "{munition}");
    }
}

#[test]
fn reductions_are_told_as_computed() {
    let rows = [
        ("v1", "coaxial_mg", 5, 5, 0),
        ("v1", "he", 13, 5, 7),
        ("v1", "heat", 0, 5, 45),
        ("v1", "sabot", 38, 5, 32),
        ("v2", "coaxial_mg", 10, 5, 0),
        ("v2", "he", 10, 5, 10),
    ];
    for (preset, munition, ablative, class, last) in rows {
        let (damage, _) = hit(preset, munition, medium(""), heavy("").armor(1));
        let expected = json!({
            "munition": munition,
            "base": base(munition),
            "ablative_reduction": ablative, "ablative_spent": 1, "class_reduction": class,
            "final": last, "hp_before": 100, "hp_after": 100 - last,
        });
        assert_eq!(damage, expected, "{preset} {munition}");
    }
}

#[test]
fn damage_and_reductions_are_parameters() {
    let rows = [
        (json!({"damage.he": 31}), "he", heavy("").armor(1), 10),
        (json!({"damage.he": 0}), "he", heavy(""), 0),
        (json!({"heavy_reduction": 0}), "he", heavy(""), 25),
        (json!({"heavy_reduction": 50}), "he", heavy(""), 0),
        (json!({"ablative_rule": "flat", "ablative_flat": 20}), "he", medium("").armor(1), 5),
        (
            json!({"ablative_rule": "flat", "ablative_flat": 20}),
            "coaxial_mg",
            medium("").armor(1),
            0,
        ),
        (json!({"damage.coaxial_mg": 200}), "coaxial_mg", light(""), 200),
    ];
    for (rules, munition, target, expected) in rows {
        let (table, command) = attack(munition, medium(""), target);
        let mut play = table.rules(rules.clone()).play();
        let events = through(&mut play, 0, command);
        assert_eq!(result(&events, "damage")["final"], expected, "{rules}");
    }
}

#[test]
fn hp_is_kept_at_0() {
    let (damage, _) = hit("v1", "sabot", medium(""), light("").hp(7));
    assert_eq!((&damage["hp_before"], &damage["hp_after"]), (&json!(7), &json!(0)));
    assert_eq!(damage["final"], 75);
}

#[test]
fn spent_armor_may_leave_the_game() {
    for (munition, rest) in [("he", "fire he"), ("heat", "fire heat")] {
        let (table, command) = attack(munition, medium(""), heavy("").armor(2));
        let mut play = table.rules(json!({"spent_ablative": "removed"})).play();
        through(&mut play, 0, command);
        assert_eq!(pile(&play), list(rest));
    }
}

/// HP, adrenaline and hazards of seat 1 after a burst at it.
fn burst(rules: Value, target: Made) -> (u64, bool, usize) {
    let mut play = table([medium("coaxial_mg"), target]).rules(rules).play();
    through(&mut play, 0, quick_fire(1));
    let hazards = tableau(&play, 1)["hazards"].as_array().expect("hazards").len();
    let flag = player(&play, 1)["statusFlags"]["isAdrenaline"] == true;
    (hp(&play, 1).as_u64().expect("hp"), flag, hazards)
}

#[test]
fn adrenaline_begins_at_the_threshold() {
    let none = json!({});
    let keep = json!({"adrenaline_clears_hazards": false});
    let rows = [
        (&none, medium("").hp(29), (19, false, 1)),
        (&none, medium("").hp(28), (18, true, 0)),
        (&none, light("").hp(23), (13, false, 1)),
        (&none, light("").hp(22), (12, true, 0)),
        (&none, heavy("").hp(31), (26, false, 1)),
        (&none, heavy("").hp(30), (25, true, 0)),
        (&none, medium("").hp(11), (1, true, 0)),
        (&none, medium("").hp(10), (0, false, 1)),
        (&none, medium("").hp(15), (5, true, 0)),
        (&keep, medium("").hp(20), (10, true, 1)),
    ];
    for (rules, target, expected) in rows {
        let given = target.0.to_string();
        assert_eq!(burst(rules.clone(), target.hazards("tracked")), expected, "{rules} {given}");
    }
}

#[test]
fn a_threshold_of_0_is_never_reached() {
    let rules = json!({"medium.adrenaline_threshold": 0});
    assert_eq!(burst(rules, medium("").hp(11)), (1, false, 0));
}

#[test]
fn adrenaline_of_this_hit_does_not_change_it() {
    let (damage, _) = hit("v1", "he", medium(""), heavy("").hp(40));
    assert_eq!((&damage["class_reduction"], &damage["hp_after"]), (&json!(5), &json!(20)));
}

#[test]
fn order_of_damage_and_adrenaline() {
    let mut play = table([medium("coaxial_mg"), light("").hp(20)]).play();
    let events = through(&mut play, 0, quick_fire(1));
    assert_eq!(names(&events)[..4], ["quick_fire", "damage", "adrenaline", "turn_end"]);
    assert_eq!(result(&events, "adrenaline"), &json!({"cleared": []}));
    let phases: Vec<_> = events[..4].iter().map(|event| event["phase"].clone()).collect();
    assert_eq!(phases, ["action", "resolution", "resolution", "end_of_turn"]);
}

#[test]
fn the_arithmetic_alone() {
    let munitions = [Card::CoaxialMg, Card::He, Card::Heat, Card::Sabot];
    for (row, (name, is_heavy, expected)) in TABLE.into_iter().enumerate() {
        let target = if is_heavy { Class::Heavy } else { Class::Light };
        for (place, last) in expected.into_iter().enumerate() {
            let rules = if place < 2 { Rules::v1() } else { Rules::v2() };
            let armor = u16::from(place % 2 == 1);
            let hit =
                damage(&rules, munitions[row / 2], (Class::Medium, true), (target, false), armor);
            assert_eq!((hit.last, hit.ablative_spent), (last, armor), "{name}");
            assert_eq!(hit.base, base(name));
        }
    }
}

#[test]
fn bunker_buster_at_a_ghost() {
    let buster = heavy("he fire sabot").breech("he").adrenaline(20);
    let mut play = table([buster, light("smoke_launchers").adrenaline(10).armor(1)]).play();
    assert_eq!(play.refused(0, fire(1)), "ghost_discard_required");
    let events = play.act(0, json!({"type": "fire", "target": 1, "ghost_discard": "he"}));
    let expected = ["ghost_discard", "fire", "bunker_buster", "damage", "kill", "game_over"];
    assert_eq!(names(&events), expected);
    assert_eq!(pile(&play), list("he fire he"));
}

#[test]
fn bunker_buster_with_a_machine_gun() {
    let buster = heavy("coaxial_mg").adrenaline(20);
    let mut play = table([buster, medium("smoke_launchers").armor(1), light("")]).play();
    let events = play.act(0, quick_fire(1));
    assert_eq!(names(&events)[..3], ["quick_fire", "bunker_buster", "damage"]);
    let phases: Vec<_> = events[..3].iter().map(|event| event["phase"].clone()).collect();
    assert_eq!(phases, ["action", "resolution", "resolution"]);
    assert_eq!((hp(&play, 1), &tableau(&play, 1)["ablativeArmor"]), (json!(65), &json!(1)));
}

#[test]
fn a_calm_heavy_busts_nothing() {
    let mut play = table([heavy("coaxial_mg").hp(20), medium("")]).play();
    assert_eq!(names(&play.act(0, quick_fire(1))), ["quick_fire"]);
}

#[test]
fn what_is_lost_with_a_tank_is_not_spent() {
    let tanks = [medium("fire").breech("he"), light("").hp(5).armor(2), heavy("")];
    let mut play = table(tanks).rules(json!({"spent_ablative": "removed"})).play();
    let events = through(&mut play, 0, fire(1));
    assert_eq!(result(&events, "respawn")["discarded"], list("ablative_armor"));
    assert_eq!(pile(&play), list("fire he ablative_armor"));
}
