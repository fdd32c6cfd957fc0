//! The numbered worked examples of the rules document; 42 to 48 are among the computer players.

use bout_tank::Tank;
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::{
    Made, Table, active, discard, equip, excess, fire, hand, heavy, hp, light, list, load, medium,
    names, one, passive, pile, plain, player, quick_fire, repair, result, sabotage, table, tableau,
    through,
};

/// A medium with a loaded gun against this tank.
fn gun(munition: &str, target: Made) -> Table {
    table([medium("fire").breech(munition), target])
}

/// A heavy in adrenaline with a loaded gun against this tank.
fn buster(munition: &str, target: Made) -> Table {
    table([heavy("fire").breech(munition).adrenaline(20), target])
}

fn machine_gun(target: Made) -> Table {
    table([medium("coaxial_mg"), target])
}

/// Fires the gun of seat 0 at seat 1 without smoke.
fn shot(table: Table) -> (Play<Tank>, Vec<Value>) {
    let mut play = table.play();
    let events = through(&mut play, 0, fire(1));
    (play, events)
}

fn burst(table: Table) -> (Play<Tank>, Vec<Value>) {
    let mut play = table.play();
    let events = through(&mut play, 0, quick_fire(1));
    (play, events)
}

fn armor(play: &Play<Tank>, seat: usize) -> Value {
    tableau(play, seat)["ablativeArmor"].clone()
}

fn adrenaline(play: &Play<Tank>, seat: usize) -> Value {
    player(play, seat)["statusFlags"]["isAdrenaline"].clone()
}

fn last_damage(events: &[Value]) -> &Value {
    &result(events, "damage")["final"]
}

#[test]
fn example_01_he_at_a_medium() {
    let (play, events) = shot(gun("he", medium("")));
    assert_eq!((last_damage(&events), hp(&play, 1)), (&json!(25), json!(50)));
    assert_eq!(adrenaline(&play, 1), false);
    assert!(!names(&events).contains(&"adrenaline"));
}

#[test]
fn example_02_he_at_armor() {
    let (play, events) = shot(gun("he", medium("").armor(1)));
    let damage = result(&events, "damage");
    assert_eq!((&damage["ablative_reduction"], &damage["final"]), (&json!(13), &json!(12)));
    assert_eq!((hp(&play, 1), armor(&play, 1)), (json!(63), json!(0)));
    assert_eq!(pile(&play), list("fire he ablative_armor"));
}

#[test]
fn example_03_sabot_at_an_armored_heavy() {
    let (play, events) = shot(gun("sabot", heavy("").armor(1)));
    let expected = json!({
        "munition": "sabot", "base": 75, "ablative_reduction": 38, "ablative_spent": 1,
        "class_reduction": 5, "final": 32, "hp_before": 100, "hp_after": 68,
    });
    assert_eq!(result(&events, "damage"), &expected);
    assert_eq!((hp(&play, 1), armor(&play, 1)), (json!(68), json!(0)));
}

#[test]
fn example_04_a_burst_that_does_nothing_spends_armor() {
    let (play, events) = burst(machine_gun(heavy("").armor(1)));
    assert_eq!(last_damage(&events), 0);
    assert_eq!((hp(&play, 1), armor(&play, 1)), (json!(100), json!(0)));
}

#[test]
fn example_05_heat_destroys_one_charge() {
    let (play, events) = shot(gun("heat", heavy("").armor(2)));
    assert_eq!(last_damage(&events), 45);
    assert_eq!((hp(&play, 1), armor(&play, 1)), (json!(55), json!(1)));
}

#[test]
fn example_06_bunker_buster_knows_neither_smoke_nor_armor() {
    let mut play = buster("he", light("smoke_launchers").armor(1)).play();
    let events = play.act(0, fire(1));
    assert_eq!(names(&events)[..3], ["fire", "bunker_buster", "damage"]);
    assert_eq!((last_damage(&events), hp(&play, 1)), (&json!(25), json!(25)));
    assert_eq!(armor(&play, 1), 1);
    assert_eq!(hand(&play, 1)[0], "smoke_launchers");
}

#[test]
fn example_07_bunker_buster_with_heat() {
    let (play, events) = shot(buster("heat", medium("").armor(1)));
    assert_eq!((last_damage(&events), hp(&play, 1)), (&json!(50), json!(25)));
    assert_eq!((armor(&play, 1), adrenaline(&play, 1)), (json!(0), json!(false)));
}

#[test]
fn example_08_bunker_buster_at_a_heavy() {
    let (play, events) = shot(buster("he", heavy("").armor(1)));
    assert_eq!((last_damage(&events), hp(&play, 1)), (&json!(20), json!(80)));
    assert_eq!(armor(&play, 1), 1);
}

#[test]
fn example_09_a_heavy_in_adrenaline_has_no_reduction() {
    let (play, events) = burst(machine_gun(heavy("").adrenaline(20)));
    assert_eq!((last_damage(&events), hp(&play, 1)), (&json!(10), json!(10)));
}

#[test]
fn example_10_v2_flat_armor_of_a_heavy() {
    let (play, events) = shot(gun("he", heavy("").armor(1)).preset("v2"));
    assert_eq!((last_damage(&events), hp(&play, 1)), (&json!(10), json!(90)));
    assert_eq!(armor(&play, 1), 0);
}

#[test]
fn example_11_v2_flat_armor_against_a_burst() {
    let (play, events) = burst(machine_gun(light("").armor(1)).preset("v2"));
    assert_eq!((last_damage(&events), hp(&play, 1)), (&json!(0), json!(100)));
    assert_eq!(armor(&play, 1), 0);
}

#[test]
fn example_12_adrenaline_clears_hazards() {
    let target = medium("").hp(40).hazards("tracked comms_jammed");
    let (play, events) = shot(gun("he", target));
    assert_eq!((hp(&play, 1), adrenaline(&play, 1)), (json!(15), json!(true)));
    assert_eq!(result(&events, "adrenaline"), &json!({"cleared": ["tracked", "comms_jammed"]}));
    assert_eq!(one(&events, "adrenaline")["actor"], 1);
    assert_eq!(tableau(&play, 1)["hazards"], json!([]));
    assert_eq!(pile(&play), list("fire he tracked comms_jammed"));
}

#[test]
fn example_13_adrenaline_comes_once() {
    let target = medium("").adrenaline(18).hazards("tracked");
    let (play, events) = burst(machine_gun(target));
    assert_eq!(hp(&play, 1), 8);
    assert!(!names(&events).contains(&"adrenaline"));
    assert_eq!(tableau(&play, 1)["hazards"], list("tracked"));
}

/// Seat 0 has one mark and kills seat 2 with `heat`.
fn example_14() -> (Play<Tank>, Vec<Value>) {
    let victim = light("he heat fire tracked coaxial_mg");
    let victim = victim.hp(20).breech("he").armor(2).safeties("encrypted_comms");
    let killer = heavy("fire").breech("heat").marks(1);
    let mut play = table([killer, medium(""), victim]).play();
    let events = through(&mut play, 0, fire(2));
    (play, events)
}

#[test]
fn example_14_a_kill_in_a_deathmatch() {
    let (play, events) = example_14();
    let damage = result(&events, "damage");
    assert_eq!((&damage["final"], &damage["hp_after"]), (&json!(50), &json!(0)));
    assert_eq!(result(&events, "kill"), &json!({"kill_marks": 2}));
    let lost = list("he heat fire tracked coaxial_mg he encrypted_comms ablative_armor");
    assert_eq!(result(&events, "respawn"), &json!({"hp": 50, "discarded": lost}));
    let victim = player(&play, 2);
    assert_eq!((&victim["currentHP"], &victim["hand"]), (&json!(50), &json!(vec!["he"; 7])));
    assert_eq!(victim["statusFlags"], json!({"isAdrenaline": false, "hasSpawnShield": true}));
    let bare = json!({"breech": null, "hazards": [], "safeties": [], "ablativeArmor": 0});
    assert_eq!(victim["tableau"], bare);
    assert_eq!((play.phase(), active(&play)), ("action", json!(1)));
}

#[test]
fn example_14_order_of_events() {
    let (play, events) = example_14();
    let expected = ["fire", "damage", "kill", "draw", "respawn", "turn_end", "turn_start", "draw"];
    assert_eq!(names(&events), expected);
    assert_eq!(events[3]["result"]["cause"], "respawn");
    assert_eq!(events[6]["actor"], 1);
    let order = "fire heat ablative_armor he heat fire tracked coaxial_mg he encrypted_comms \
                 ablative_armor";
    assert_eq!(pile(&play), list(order));
}

#[test]
fn example_15_the_third_mark_wins() {
    let killer = medium("fire").breech("he").marks(2);
    let mut play = table([killer, medium("").hp(25), heavy("")]).play();
    let events = through(&mut play, 0, fire(1));
    assert_eq!(names(&events), ["fire", "damage", "kill", "game_over"]);
    assert_eq!(result(&events, "kill"), &json!({"kill_marks": 3}));
    let end = json!({"winner": 0, "end_reason": "kill_marks", "kill_marks": [3, 0, 0], "turns": 1});
    assert_eq!(result(&events, "game_over"), &end);
    assert_eq!((play.phase(), hp(&play, 1)), ("game_over", json!(0)));
    assert_eq!(play.ending(), ("kill_marks", vec![0]));
}

#[test]
fn example_16_a_duel_is_won_by_a_kill() {
    let (play, events) = burst(machine_gun(light("").hp(10)));
    assert_eq!(names(&events), ["quick_fire", "damage", "kill", "game_over"]);
    let end = json!({"winner": 0, "end_reason": "destroyed", "kill_marks": [1, 0], "turns": 1});
    assert_eq!(result(&events, "game_over"), &end);
    assert_eq!(play.ending(), ("destroyed", vec![0]));
}

#[test]
fn example_17_responders_and_a_jammed_seat() {
    let mut play = table([
        heavy("smoke_launchers").hazards("comms_jammed"),
        medium("fire").breech("he"),
        medium("smoke_launchers"),
        light(""),
    ])
    .turn_of(1)
    .play();
    play.act(1, fire(3));
    assert_eq!(play.state()["pending"]["responders"], json!([3, 2]));
    for seat in [0, 1] {
        assert_eq!(play.refused(seat, plain("smoke")), "not_a_responder", "{seat}");
    }
    assert_eq!(play.act(3, plain("pass")), Vec::<Value>::new());
    let events = play.act(2, plain("smoke"));
    let smoke = one(&events, "smoke_launchers");
    assert_eq!((&smoke["actor"], &smoke["target"]), (&json!(2), &json!(3)));
    assert_eq!(names(&events)[..2], ["smoke_launchers", "attack_negated"]);
    assert_eq!((hp(&play, 3), hand(&play, 0)), (json!(50), list("smoke_launchers")));
    assert_eq!(pile(&play), list("fire smoke_launchers he"));
}

#[test]
fn example_18_the_target_goes_first() {
    let mut play = table([
        medium("fire").breech("he"),
        heavy("smoke_launchers"),
        light("smoke_launchers").hazards("comms_jammed"),
    ])
    .play();
    play.act(0, fire(2));
    assert!(play.act(1, plain("smoke")).is_empty());
    let events = play.act(2, plain("smoke"));
    assert_eq!(one(&events, "smoke_launchers")["actor"], 2);
    assert_eq!(hand(&play, 2), json!([]));
    assert_eq!(hand(&play, 1)[0], "smoke_launchers");
}

/// Four seats; seat 0 plays `tracked` on seat 2, who answers with a coup fourré.
fn coup(others: &str) -> Table {
    let victim = medium("reinforced_treads fire jammed_breech");
    let attacker = heavy(&format!("tracked {others}"));
    table([attacker, light("advanced_targeting"), victim, heavy("sabot")])
}

fn example_19() -> (Play<Tank>, Vec<Value>) {
    let mut play = coup("fire heat sabot").play();
    let mut events = play.act(0, sabotage("tracked", 2));
    events.extend(play.luck(&[1]).act(2, plain("coup_fourre")));
    (play, events)
}

#[test]
fn example_19_coup_fourre() {
    let (mut play, events) = example_19();
    assert_eq!(pile(&play), list("tracked heat"));
    assert_eq!(hand(&play, 0), list("fire sabot"));
    assert_eq!(tableau(&play, 2)["safeties"], list("reinforced_treads"));
    assert_eq!(result(&events, "turn_end"), &json!({"next": 2}));
    assert_eq!(
        hand(&play, 2),
        list("fire jammed_breech he he"),
        "one by the coup, one by the turn"
    );
    assert_eq!(active(&play), 2);
    play.act(2, discard("fire"));
    assert_eq!(active(&play), 3);
    play.act(3, discard("sabot"));
    assert_eq!(active(&play), 0);
}

#[test]
fn example_19_order_of_events() {
    let (_, events) = example_19();
    let expected = [
        "sabotage",
        "coup_fourre",
        "coup_discard",
        "draw",
        "turn_end",
        "bonus_turn",
        "turn_start",
        "draw",
    ];
    assert_eq!(names(&events), expected);
    assert_eq!(events[2]["result"], json!({"card": "heat"}));
    assert_eq!(events[3]["result"]["cause"], "coup_fourre");
    assert_eq!((&events[5]["actor"], &events[5]["result"]), (&json!(2), &json!({"from": 0})));
    assert_eq!((&events[6]["actor"], &events[6]["result"]), (&json!(2), &json!({"bonus": true})));
}

#[test]
fn example_20_coup_against_an_empty_hand() {
    let mut play = coup("").play();
    play.act(0, sabotage("tracked", 2));
    let events = play.luck(&[]).act(2, plain("coup_fourre"));
    assert_eq!(result(&events, "coup_discard"), &json!({"card": null}));
    assert_eq!(pile(&play), list("tracked"));
    assert_eq!((active(&play), play.phase()), (json!(2), "action"));
    assert_eq!(tableau(&play, 2)["safeties"], list("reinforced_treads"));
}

#[test]
fn example_21_a_coup_in_the_bonus_turn() {
    let (mut play, _) = example_19();
    play.act(2, sabotage("jammed_breech", 1));
    let events = play.luck(&[0]).act(1, plain("coup_fourre"));
    assert_eq!(result(&events, "bonus_turn"), &json!({"from": 2}));
    let mut order = vec![active(&play)];
    for _ in 0..2 {
        let seat = play.to_act()[0];
        let card = hand(&play, usize::from(seat))[0].as_str().expect("a card").to_owned();
        play.act(seat, discard(&card));
        order.push(active(&play));
    }
    assert_eq!(order, [1, 2, 3]);
}

#[test]
fn example_22_an_equipped_safety_protects() {
    let mut play = table([heavy("comms_jammed"), medium("").safeties("encrypted_comms")]).play();
    assert_eq!(play.refused(0, sabotage("comms_jammed", 1)), "target_immune");
}

#[test]
fn example_23_no_hazard_twice() {
    let mut play = table([heavy("tracked"), medium("").hazards("tracked")]).play();
    assert_eq!(play.refused(0, sabotage("tracked", 1)), "target_has_hazard");
}

/// Seat 0 with a loaded gun against a Ghost.
fn ghost(cards: &str) -> Table {
    table([medium(cards).breech("he"), light("smoke_launchers").adrenaline(10)])
}

#[test]
fn example_24_nothing_to_pay_a_ghost_with() {
    assert_eq!(ghost("fire").play().refused(0, fire(1)), "ghost_discard_unavailable");
}

#[test]
fn example_25_a_second_fire_pays_the_ghost() {
    let mut play = ghost("fire fire").play();
    let events = play.act(0, json!({"type": "fire", "target": 1, "ghost_discard": "fire"}));
    assert_eq!(names(&events), ["ghost_discard", "fire"]);
    assert_eq!(hand(&play, 0), json!([]));
    play.act(1, plain("smoke"));
    assert_eq!(pile(&play), list("fire fire smoke_launchers he"));
    assert_eq!(hp(&play, 1), 10);
}

#[test]
fn example_26_a_burst_costs_nothing_at_a_ghost() {
    for (preset, expected) in [("v1", None), ("v2", None), ("proto1", Some(()))] {
        let mut play = ghost("coaxial_mg").preset(preset).play();
        match expected {
            None => assert_eq!(names(&play.act(0, quick_fire(1))), ["quick_fire"], "{preset}"),
            Some(()) => {
                assert_eq!(play.refused(0, quick_fire(1)), "ghost_discard_unavailable");
            }
        }
    }
}

#[test]
fn example_27_autoloader_loads_then_fires() {
    let mut play = table([medium("heat fire he").adrenaline(18), heavy("")]).play();
    assert_eq!(names(&play.act(0, load("heat"))), ["load"]);
    assert_eq!(play.phase(), "autoload");
    let events = through(&mut play, 0, fire(1));
    assert_eq!((events[0]["phase"].clone(), hp(&play, 1)), (json!("autoload"), json!(55)));
    assert_eq!((active(&play), play.phase()), (json!(1), "action"));
    assert_eq!(hand(&play, 0), list("he"));
}

#[test]
fn example_28_autoloader_fires_then_loads() {
    let mut play = table([medium("fire sabot").breech("he").adrenaline(18), heavy("")]).play();
    through(&mut play, 0, fire(1));
    assert_eq!((play.phase(), active(&play)), ("autoload", json!(0)));
    let events = play.act(0, load("sabot"));
    assert_eq!(one(&events, "load")["phase"], "autoload");
    assert_eq!((tableau(&play, 0)["breech"].clone(), active(&play)), (json!("sabot"), json!(1)));
}

#[test]
fn example_29_a_burst_is_no_half() {
    let mut play = table([medium("coaxial_mg he fire").adrenaline(18), heavy("")]).play();
    let events = through(&mut play, 0, quick_fire(1));
    assert!(names(&events).contains(&"turn_end"));
    assert_eq!(active(&play), 1);
}

#[test]
fn example_30_the_passive_once_with_two_cards() {
    let mut play = table([medium("fire tracked"), heavy("")]).play();
    assert_eq!(play.refused(0, passive("fire")), "passive_wrong_count");
    let events = play.act(0, passive("fire tracked"));
    assert_eq!(names(&events), ["medium_passive", "draw"]);
    assert_eq!((hand(&play, 0), pile(&play)), (list("he"), list("fire tracked")));
    assert_eq!(play.refused(0, passive("he he")), "passive_used");
}

#[test]
fn example_31_no_passive_in_adrenaline() {
    let mut play = table([medium("fire tracked").adrenaline(10), heavy("")]).play();
    assert_eq!(play.refused(0, passive("fire tracked")), "passive_in_adrenaline");
}

#[test]
fn example_32_spawn_shield() {
    let attacker = heavy("fire coaxial_mg tracked").breech("he");
    let mut play = table([attacker, medium("he").shield(), light("he")]).play();
    let attacks = [fire(1), quick_fire(1), sabotage("tracked", 1)];
    for attack in attacks.clone() {
        assert_eq!(play.refused(0, attack.clone()), "target_shielded", "{attack}");
    }
    through(&mut play, 0, sabotage("tracked", 2));
    play.act(1, discard("he"));
    play.act(2, discard("he"));
    for attack in &attacks[..2] {
        assert!(play.legal(0).contains(attack), "{attack}");
    }
}

#[test]
fn example_33_the_same_munition_again() {
    let mut play = table([heavy("he").breech("he"), medium("")]).play();
    let events = play.act(0, load("he"));
    assert_eq!(result(&events, "load"), &json!({"card": "he", "replaced": "he"}));
    assert_eq!((pile(&play), active(&play)), (list("he"), json!(1)));
    assert_eq!(tableau(&play, 0)["breech"], "he");
}

#[test]
fn example_34_a_jammed_breech_still_fires() {
    let attacker = heavy("he fire").breech("he").hazards("jammed_breech");
    let mut play = table([attacker, medium("")]).play();
    assert_eq!(play.refused(0, load("he")), "breech_jammed");
    assert_eq!(names(&play.act(0, fire(1))), ["fire"]);
}

#[test]
fn example_35_reshuffle() {
    let table = table([heavy("sabot"), medium("")]).deck("");
    let mut play = table.state(json!({"discard": vec!["he"; 11]})).play();
    let events = play.luck(&[11]).act(0, discard("sabot"));
    assert_eq!(names(&events), ["discard", "turn_end", "turn_start", "reshuffle", "draw"]);
    assert_eq!(result(&events, "reshuffle"), &json!({"deck_size": 12}));
    let state = play.state();
    assert_eq!(state["deck"], json!(vec!["he"; 11]));
    assert_eq!((&state["discard"], &state["deck_ordered"]), (&json!([]), &json!(false)));
    assert_eq!(hand(&play, 1), list("sabot"));
}

#[test]
fn example_36_exhaustion() {
    let mut play = table([heavy("he"), medium("he")]).deck("").play();
    let events = play.act(0, load("he"));
    let expected = ["load", "turn_end", "turn_start", "deck_exhausted", "game_over"];
    assert_eq!(names(&events), expected);
    assert_eq!(one(&events, "deck_exhausted")["actor"], 1);
    let end =
        json!({"winner": null, "end_reason": "deck_exhausted", "kill_marks": [0, 0], "turns": 2});
    assert_eq!(result(&events, "game_over"), &end);
    assert_eq!(play.ending(), ("deck_exhausted", vec![]));
}

#[test]
fn example_37_a_light_keeps_seven() {
    let light = light("fire fire fire fire fire fire sabot");
    let (mut play, _) = table([light, heavy("he")]).begin();
    assert_eq!(hand(&play, 0).as_array().map(Vec::len), Some(8));
    let events = play.act(0, discard("sabot"));
    assert!(!names(&events).contains(&"discard_excess"));
    assert_eq!((hand(&play, 0).as_array().map(Vec::len), active(&play)), (Some(7), json!(1)));
}

#[test]
fn example_38_two_too_many() {
    let heavy = heavy("sabot fire fire fire fire fire");
    let table = table([heavy, medium("he")]).rules(json!({"draw_count": 3}));
    let (mut play, _) = table.begin();
    assert_eq!(names(&play.act(0, discard("sabot"))), ["discard"]);
    assert_eq!((play.phase(), play.to_act()), ("discard_excess", vec![0]));
    assert_eq!(play.refused(0, excess("he")), "wrong_discard_count");
    assert_eq!(play.refused(0, excess("he he he")), "wrong_discard_count");
    let events = play.act(0, excess("he fire"));
    assert_eq!(names(&events)[..2], ["discard_excess", "turn_end"]);
    assert_eq!(hand(&play, 0), list("fire fire fire fire he he"));
}

#[test]
fn example_39_v2_refills() {
    for (cards, draws) in [("fire fire fire", Some(2)), ("fire fire fire fire fire", None)] {
        let (play, events) = table([heavy(cards), medium("he")]).preset("v2").begin();
        let drawn = events.iter().find(|event| event["action"] == "draw");
        assert_eq!(drawn.map(|draw| draw["result"]["count"].clone()), draws.map(Value::from));
        assert_eq!(hand(&play, 0).as_array().map(Vec::len), Some(5));
    }
}

#[test]
fn example_40_no_repair_for_others() {
    let mut play = table([heavy("field_repair"), medium("").hazards("tracked"), light("")]).play();
    assert_eq!(play.refused(0, repair("field_repair", 1)), "target_not_ally");
}

#[test]
fn example_41_a_safety_removes_nothing() {
    let tracked = heavy("reinforced_treads fire").breech("he").hazards("tracked");
    let (mut play, _) = table([tracked, medium("he he")]).begin();
    play.act(0, equip("reinforced_treads"));
    let expected = json!({
        "breech": "he", "hazards": ["tracked"], "safeties": ["reinforced_treads"], "ablativeArmor": 0,
    });
    assert_eq!(tableau(&play, 0), expected);
    play.act(1, discard("he"));
    assert_eq!(play.refused(0, fire(1)), "tracked");
}
