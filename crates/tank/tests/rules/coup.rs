//! Sabotage and the coup fourré (rules 5.4, 6.4).

use serde_json::{Value, json};

use crate::{
    Table, active, discard, equip, excess, hand, heavy, light, list, medium, names, one, passive,
    pile, plain, result, sabotage, table, tableau, through,
};

const MATCHING: [(&str, &str, &str); 3] = [
    ("tracked", "field_repair", "reinforced_treads"),
    ("jammed_breech", "clear_breech", "advanced_targeting"),
    ("comms_jammed", "reestablish_comms", "encrypted_comms"),
];

/// Seat 0 with a hazard and these cards, seat 1 with a safety and a `fire`.
fn duel(hazard: &str, others: &str, safety: &str) -> Table {
    table([heavy(&format!("{hazard} {others}")), medium(&format!("fire {safety}"))])
}

#[test]
fn each_hazard_has_its_safety() {
    for (hazard, _, right) in MATCHING {
        for (_, _, safety) in MATCHING {
            let mut play = duel(hazard, "he", safety).play();
            play.act(0, sabotage(hazard, 1));
            if safety == right {
                let events = play.act(1, plain("coup_fourre"));
                let coup = one(&events, "coup_fourre");
                assert_eq!((&coup["actor"], &coup["target"]), (&json!(1), &json!(0)));
                assert_eq!(coup["result"], json!({"safety": safety, "hazard": hazard}));
            } else {
                assert_eq!(play.refused(1, plain("coup_fourre")), "no_matching_safety");
            }
        }
    }
}

#[test]
fn the_window_holds_the_hazard() {
    let mut play = duel("tracked", "he", "reinforced_treads").play();
    let events = play.act(0, sabotage("tracked", 1));
    assert_eq!(names(&events), ["sabotage"]);
    assert_eq!(result(&events, "sabotage"), &json!({"hazard": "tracked"}));
    let expected = json!({
        "kind": "coup_fourre", "attacker": 0, "target": 1, "source": "sabotage",
        "card": "tracked", "responders": [1], "responses": [null],
    });
    assert_eq!(play.state()["pending"], expected);
    assert_eq!(
        (play.phase(), hand(&play, 0), pile(&play)),
        ("interrupt_coup", list("he"), json!([]))
    );
}

#[test]
fn without_a_coup_the_hazard_applies() {
    for hold in ["", "reinforced_treads"] {
        let mut play = duel("tracked", "he", hold).play();
        let events = through(&mut play, 0, sabotage("tracked", 1));
        assert_eq!(names(&events)[..3], ["sabotage", "hazard_applied", "turn_end"]);
        let applied = one(&events, "hazard_applied");
        assert_eq!((&applied["actor"], &applied["target"]), (&json!(0), &json!(1)));
        assert_eq!(applied["phase"], "resolution");
        assert_eq!(tableau(&play, 1)["hazards"], list("tracked"));
        assert_eq!(active(&play), 1);
    }
}

#[test]
fn a_declined_safety_can_be_equipped_later_and_removes_nothing() {
    let mut play = duel("tracked", "he", "reinforced_treads").play();
    through(&mut play, 0, sabotage("tracked", 1));
    play.act(1, equip("reinforced_treads"));
    let tableau = tableau(&play, 1);
    assert_eq!(
        (&tableau["hazards"], &tableau["safeties"]),
        (&list("tracked"), &list("reinforced_treads"))
    );
}

#[test]
fn the_discard_is_drawn_by_hand_index() {
    for (index, card, left) in
        [(0, "he", "fire sabot"), (1, "fire", "he sabot"), (2, "sabot", "he fire")]
    {
        let mut play = duel("tracked", "he fire sabot", "reinforced_treads").play();
        play.act(0, sabotage("tracked", 1));
        let events = play.luck(&[index]).act(1, plain("coup_fourre"));
        let thrown = one(&events, "coup_discard");
        assert_eq!((&thrown["actor"], &thrown["result"]), (&json!(0), &json!({"card": card})));
        assert_eq!((hand(&play, 0), pile(&play)), (list(left), list(&format!("tracked {card}"))));
    }
}

#[test]
fn one_card_needs_no_luck() {
    let mut play = duel("tracked", "he", "reinforced_treads").play();
    play.act(0, sabotage("tracked", 1));
    let events = play.luck(&[]).act(1, plain("coup_fourre"));
    assert_eq!(result(&events, "coup_discard"), &json!({"card": "he"}));
}

/// Seat `attacker` of four plays `tracked` on `target`, who strikes back; who is active in the next
/// turns.
fn order(attacker: u8, target: u8) -> Vec<u64> {
    let tank = |seat| match seat {
        _ if seat == attacker => heavy("tracked"),
        _ if seat == target => medium("reinforced_treads"),
        _ => light("fire"),
    };
    let mut play = table([tank(0), tank(1), tank(2), tank(3)]).turn_of(attacker).play();
    play.act(attacker, sabotage("tracked", target));
    play.act(target, plain("coup_fourre"));
    let mut seats = Vec::new();
    for _ in 0..4 {
        let seat = play.to_act()[0];
        seats.push(u64::from(seat));
        let card = hand(&play, seat.into())[0].as_str().expect("a card").to_owned();
        play.act(seat, discard(&card));
    }
    seats
}

#[test]
fn play_goes_on_left_of_the_coup_player() {
    let rows: [(u8, u8, [u64; 4]); 4] =
        [(0, 1, [1, 2, 3, 0]), (0, 2, [2, 3, 0, 1]), (0, 3, [3, 0, 1, 2]), (2, 1, [1, 2, 3, 0])];
    for (attacker, target, expected) in rows {
        assert_eq!(order(attacker, target), expected, "{attacker} on {target}");
    }
}

#[test]
fn in_a_duel_the_bonus_turn_is_followed_by_the_attackers() {
    let mut play = duel("tracked", "he he", "reinforced_treads").play();
    play.act(0, sabotage("tracked", 1));
    let events = play.luck(&[0]).act(1, plain("coup_fourre"));
    let start = one(&events, "turn_start");
    assert_eq!((&start["turn"], &start["result"]), (&json!(2), &json!({"bonus": true})));
    let events = play.act(1, discard("fire"));
    assert_eq!(result(&events, "turn_start"), &json!({"bonus": false}));
    assert_eq!((active(&play), play.state()["bonus_next"].clone()), (json!(0), Value::Null));
}

#[test]
fn the_bonus_turn_is_a_turn_of_its_own() {
    let victim = medium("fire sabot reinforced_treads").set(json!({"killMarks": 0}));
    let mut play = table([heavy("tracked"), victim, light("")]).play();
    play.act(0, sabotage("tracked", 1));
    play.act(1, plain("coup_fourre"));
    assert_eq!(hand(&play, 1), list("fire sabot he he"));
    let events = play.act(1, passive("fire sabot"));
    assert_eq!(names(&events), ["medium_passive", "draw"]);
}

#[test]
fn the_attackers_turn_ends_with_its_hand_limit() {
    let table = duel("tracked", "he fire sabot heat", "reinforced_treads");
    let mut play = table.rules(json!({"heavy.hand_size": 2})).play();
    play.act(0, sabotage("tracked", 1));
    let events = play.luck(&[0]).act(1, plain("coup_fourre"));
    assert_eq!(names(&events), ["coup_fourre", "coup_discard", "draw"]);
    assert_eq!((play.phase(), play.to_act()), ("discard_excess", vec![0]));
    assert_eq!(play.state()["bonus_next"], 1);
    let events = play.act(0, excess("heat"));
    let expected = ["discard_excess", "turn_end", "bonus_turn", "turn_start", "draw"];
    assert_eq!(names(&events), expected);
    assert_eq!(result(&events, "turn_end"), &json!({"next": 1}));
}

#[test]
fn a_coup_never_makes_the_target_discard() {
    let full = "reinforced_treads fire fire fire fire fire";
    let mut play = table([heavy("tracked he"), medium(full)]).play();
    play.act(0, sabotage("tracked", 1));
    play.act(1, plain("coup_fourre"));
    assert_eq!((play.phase(), hand(&play, 1).as_array().map(Vec::len)), ("action", Some(7)));
}

#[test]
fn the_coups_draw_may_reshuffle_the_hazard() {
    let mut play = duel("tracked", "", "reinforced_treads").deck("").play();
    play.act(0, sabotage("tracked", 1));
    let events = play.luck(&[]).act(1, plain("coup_fourre"));
    let expected = [
        "coup_fourre",
        "coup_discard",
        "reshuffle",
        "draw",
        "turn_end",
        "bonus_turn",
        "turn_start",
        "deck_exhausted",
        "game_over",
    ];
    assert_eq!(names(&events), expected);
    assert_eq!(hand(&play, 1), list("fire tracked"));
}

#[test]
fn a_ghost_does_not_tax_sabotage_and_adrenaline_does_not_stop_it() {
    let mut play = table([heavy("tracked"), light("").adrenaline(10)]).play();
    let events = through(&mut play, 0, sabotage("tracked", 1));
    assert_eq!(names(&events)[..2], ["sabotage", "hazard_applied"]);
    assert_eq!(tableau(&play, 1)["hazards"], list("tracked"));
}

#[test]
fn hazards_keep_the_order_of_arrival() {
    let mut play = table([heavy("jammed_breech tracked"), light("he he")]).play();
    through(&mut play, 0, sabotage("jammed_breech", 1));
    play.act(1, discard("he"));
    through(&mut play, 0, sabotage("tracked", 1));
    assert_eq!(tableau(&play, 1)["hazards"], list("jammed_breech tracked"));
}

#[test]
fn remedies_remove_their_hazard_only() {
    for (hazard, remedy, _) in MATCHING {
        let victim = heavy(remedy).hazards("comms_jammed tracked jammed_breech");
        let mut play = table([victim, medium("")]).play();
        let events = play.act(0, json!({"type": "repair", "card": remedy}));
        let repaired = one(&events, "repair");
        assert_eq!((&repaired["actor"], &repaired["target"]), (&json!(0), &json!(0)));
        assert_eq!(repaired["result"], json!({"remedy": remedy, "hazard": hazard}));
        assert_eq!(pile(&play), json!([hazard, remedy]));
        let left = tableau(&play, 0)["hazards"].clone();
        assert_eq!(left.as_array().map(Vec::len), Some(2));
        assert!(!left.as_array().expect("hazards").contains(&json!(hazard)));
    }
}

#[test]
fn a_shield_does_not_matter_for_repair() {
    let helped = medium("").hazards("tracked").shield();
    let table = table([heavy("field_repair"), helped]);
    let mut play = table.rules(json!({"repair_scope": "anyone"})).play();
    let events = play.act(0, crate::repair("field_repair", 1));
    assert_eq!(one(&events, "repair")["target"], 1);
    assert_eq!(tableau(&play, 1)["hazards"], json!([]));
}

#[test]
fn a_safety_may_clear_its_hazard() {
    let owner = heavy("reinforced_treads").hazards("jammed_breech tracked");
    let table = table([owner, medium("")]).rules(json!({"safety_clears_hazard": true}));
    let mut play = table.play();
    let events = play.act(0, equip("reinforced_treads"));
    assert_eq!(names(&events)[..3], ["equip", "repair", "turn_end"]);
    assert_eq!(result(&events, "repair"), &json!({"remedy": null, "hazard": "tracked"}));
    assert_eq!(
        (&tableau(&play, 0)["hazards"], pile(&play)),
        (&list("jammed_breech"), list("tracked"))
    );
}
