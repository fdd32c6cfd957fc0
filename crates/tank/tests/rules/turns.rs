//! Turns: draws, actions, the hand limit, kills (rules 4, 6.2, 6.5, 6.6).

use serde_json::{Value, json};

use crate::{
    Table, active, discard, equip, excess, fire, hand, heavy, light, list, load, medium, names,
    one, passive, pile, plain, player, quick_fire, result, table, tableau, through,
};

fn count(cards: &Value) -> usize {
    cards.as_array().expect("cards").len()
}

#[test]
fn a_turn_begins() {
    let starter = medium("fire").shield();
    let table = table([starter, heavy("sabot")]).state(json!({"turn": 7, "passive_used": true}));
    let (play, events) = table.begin();
    let expected = ["discard", "turn_end", "turn_start", "spawn_shield_cleared", "draw"];
    assert_eq!(names(&events), expected);
    let turns: Vec<_> = events.iter().map(|event| event["turn"].clone()).collect();
    assert_eq!(turns, [7, 7, 8, 8, 8]);
    let phases: Vec<_> = events.iter().map(|event| event["phase"].clone()).collect();
    let expected = ["action", "end_of_turn", "start_of_turn", "start_of_turn", "start_of_turn"];
    assert_eq!(phases, expected);
    assert_eq!(events[1]["result"], json!({"next": 0}));
    let state = play.state();
    assert_eq!((&state["passive_used"], &state["main_action"]), (&json!(false), &Value::Null));
    assert_eq!(player(&play, 0)["statusFlags"]["hasSpawnShield"], false);
    assert_eq!((hand(&play, 0), play.phase()), (list("fire he"), "action"));
}

#[test]
fn the_shield_of_the_others_stays() {
    let (play, events) = table([heavy("fire"), medium("").shield(), heavy("he")]).begin();
    assert!(!names(&events).contains(&"spawn_shield_cleared"));
    assert_eq!(player(&play, 1)["statusFlags"]["hasSpawnShield"], true);
}

#[test]
fn draws_go_to_the_end_of_the_hand_from_the_top_of_the_deck() {
    let rules = json!({"draw_count": 3});
    let table = table([heavy("fire"), medium("he")]).deck("sabot heat he tracked");
    let (play, events) = table.rules(rules).begin();
    assert_eq!(hand(&play, 0), list("fire sabot heat he"));
    let expected = json!({"count": 3, "cards": ["sabot", "heat", "he"], "cause": "turn"});
    assert_eq!(result(&events, "draw"), &expected);
    assert_eq!(play.state()["deck"], list("tracked"));
}

#[test]
fn draw_rules() {
    let five = "fire fire fire fire fire";
    let rows = [
        (json!({}), five, 1),
        (json!({}), "fire fire fire fire fire fire", 1),
        (json!({"draw_count": 0}), five, 0),
        (json!({"draw_count": 10}), five, 10),
        (json!({"draw_rule": "refill"}), five, 1),
        (json!({"draw_rule": "refill", "draw_count": 9}), "fire", 5),
        (json!({"draw_rule": "refill"}), "", 6),
        (json!({"draw_rule": "refill", "heavy.hand_size": 5}), five, 0),
        (json!({"draw_rule": "refill", "heavy.hand_size": 4}), five, 0),
    ];
    for (rules, cards, drawn) in rows {
        let (play, events) = table([heavy(cards), medium("he")]).rules(rules.clone()).begin();
        assert_eq!(count(&hand(&play, 0)), count(&list(cards)) + drawn, "{rules}");
        let told = names(&events).contains(&"draw");
        assert_eq!(told, drawn > 0, "{rules}: a draw of no cards is no event");
    }
}

#[test]
fn a_reshuffle_in_a_batch() {
    let rules = json!({"draw_count": 3});
    let table = table([heavy("fire"), medium("he he")]).deck("sabot");
    let table = table.rules(rules).state(json!({"discard": ["heat"]}));
    let mut play = table.turn_of(1).play();
    let events = play.luck(&[0]).act(1, discard("he"));
    let expected = ["discard", "turn_end", "turn_start", "reshuffle", "draw"];
    assert_eq!(names(&events), expected);
    assert_eq!(result(&events, "reshuffle"), &json!({"deck_size": 2}));
    let drawn = json!({"count": 3, "cards": ["sabot", "heat", "he"], "cause": "turn"});
    assert_eq!(result(&events, "draw"), &drawn);
    assert_eq!((play.state()["deck"].clone(), pile(&play)), (json!([]), json!([])));
}

#[test]
fn a_reshuffle_waits_until_a_card_is_needed() {
    let mut play = table([heavy("sabot"), medium("he")]).deck("fire").play();
    let events = play.act(0, discard("sabot"));
    assert!(!names(&events).contains(&"reshuffle"));
    let state = play.state();
    assert_eq!((&state["deck"], &state["deck_ordered"]), (&json!([]), &json!(true)));
    assert_eq!(pile(&play), list("sabot"));
    let events = play.luck(&[1]).act(1, discard("he"));
    assert_eq!(result(&events, "reshuffle"), &json!({"deck_size": 2}));
    assert_eq!(hand(&play, 0), list("he"), "place 1 of the pile in its list order");
    assert_eq!(play.state()["deck"], list("sabot"));
}

#[test]
fn a_draw_swaps_the_last_card_into_the_gap() {
    let table = table([heavy("sabot"), medium("he")]).deck("");
    let table = table.state(json!({"discard": ["fire", "heat", "tracked"]}));
    let mut play = table.play();
    play.luck(&[1]).act(0, discard("sabot"));
    assert_eq!(hand(&play, 1), list("he heat"));
    assert_eq!(play.state()["deck"], list("fire sabot tracked"));
}

#[test]
fn exhaustion_at_the_start_of_a_turn() {
    let table = table([heavy("fire"), medium("he")]).rules(json!({"draw_count": 5}));
    let mut play = table.deck("sabot").turn_of(1).play();
    let events = play.act(1, load("he"));
    let expected = ["load", "turn_end", "turn_start", "draw", "deck_exhausted", "game_over"];
    assert_eq!(names(&events), expected);
    assert_eq!(result(&events, "draw")["count"], 1);
    assert_eq!(one(&events, "deck_exhausted")["actor"], 0);
    assert_eq!(
        (play.phase(), result(&events, "game_over")["turns"].clone()),
        ("game_over", json!(2))
    );
    let state = play.state();
    assert_eq!((&state["gameOver"], &state["winner"]), (&json!(true), &Value::Null));
    assert_eq!(state["end_reason"], "deck_exhausted");
    let outcome = play.outcome().expect("over");
    assert_eq!((outcome.won.len(), outcome.drew.len()), (0, 2));
}

#[test]
fn exhaustion_by_the_passive() {
    let rules = json!({"medium_passive_discard": 1, "medium_passive_draw": 2});
    let mut play = table([medium("he fire"), heavy("")]).rules(rules).deck("").play();
    let events = play.act(0, passive("fire"));
    let expected = ["medium_passive", "reshuffle", "draw", "deck_exhausted", "game_over"];
    assert_eq!(names(&events), expected);
    assert_eq!(result(&events, "draw")["cards"], list("fire"));
}

#[test]
fn exhaustion_by_a_respawn() {
    let tanks = [medium("coaxial_mg").marks(1), light("").hp(5), heavy("")];
    let mut play = table(tanks).deck("sabot").play();
    let events = through(&mut play, 0, quick_fire(1));
    let expected =
        ["quick_fire", "damage", "kill", "reshuffle", "draw", "deck_exhausted", "game_over"];
    assert_eq!(names(&events), expected);
    assert_eq!(result(&events, "draw")["count"], 2);
    assert_eq!(one(&events, "deck_exhausted")["actor"], 1);
    assert_eq!(result(&events, "game_over")["kill_marks"], json!([2, 0, 0]));
    assert_eq!(play.ending(), ("deck_exhausted", vec![]));
}

#[test]
fn every_action_ends_the_turn() {
    let rich = || heavy("he ablative_armor field_repair tracked").hazards("tracked");
    let rows = [
        (load("he"), "load"),
        (equip("ablative_armor"), "equip"),
        (crate::repair("field_repair", 0), "repair"),
        (crate::sabotage("tracked", 1), "sabotage"),
        (discard("tracked"), "discard"),
    ];
    for (command, name) in rows {
        let mut play = table([rich(), medium("")]).play();
        let events = through(&mut play, 0, command);
        assert_eq!((names(&events)[0], active(&play)), (name, json!(1)));
        assert!(names(&events).contains(&"turn_end"), "{name}");
    }
}

#[test]
fn load_and_equip() {
    let mut play = table([heavy("he ablative_armor encrypted_comms"), medium("fire")]).play();
    let events = play.act(0, load("he"));
    assert_eq!(result(&events, "load"), &json!({"card": "he", "replaced": null}));
    play.act(1, discard("fire"));
    let events = play.act(0, equip("ablative_armor"));
    assert_eq!(result(&events, "equip"), &json!({"card": "ablative_armor"}));
    play.act(1, discard("he"));
    play.act(0, equip("encrypted_comms"));
    let expected = json!({
        "breech": "he", "hazards": [], "safeties": ["encrypted_comms"], "ablativeArmor": 1,
    });
    assert_eq!(tableau(&play, 0), expected);
}

#[test]
fn the_copy_with_the_lowest_index_goes() {
    let mut play = table([heavy("he fire he sabot he"), medium("")]).play();
    play.act(0, discard("he"));
    assert_eq!(hand(&play, 0), list("fire he sabot he"));
    let mut play = table([medium("he fire he sabot he"), heavy("")]).play();
    play.act(0, passive("he he"));
    assert_eq!(hand(&play, 0), list("fire sabot he he"));
}

#[test]
fn the_passive_is_free_and_keeps_the_order_named() {
    let mut play = table([medium("he fire tracked sabot"), heavy("")]).play();
    let events = play.act(0, passive("tracked he"));
    assert_eq!(result(&events, "medium_passive"), &json!({"discarded": ["tracked", "he"]}));
    assert_eq!(
        result(&events, "draw"),
        &json!({"count": 1, "cards": ["he"], "cause": "medium_passive"})
    );
    assert_eq!((pile(&play), hand(&play, 0)), (list("tracked he"), list("fire sabot he")));
    assert_eq!((play.phase(), play.state()["passive_used"].clone()), ("action", json!(true)));
    play.act(0, discard("fire"));
    assert_eq!(active(&play), 1);
}

#[test]
fn the_passive_with_an_empty_deck_draws_from_the_pile() {
    let mut play = table([medium("fire sabot"), heavy("")]).deck("").play();
    let events = play.luck(&[0]).act(0, passive("sabot fire"));
    assert_eq!(names(&events), ["medium_passive", "reshuffle", "draw"]);
    assert_eq!(hand(&play, 0), list("sabot"));
}

#[test]
fn an_empty_hand_is_skipped() {
    let table = table([heavy(""), medium("he he")]).rules(json!({"draw_count": 0}));
    let (play, events) = table.begin();
    let expected = ["discard", "turn_end", "turn_start", "skip_action", "turn_end", "turn_start"];
    assert_eq!(names(&events), expected);
    let skip = one(&events, "skip_action");
    assert_eq!(
        (&skip["actor"], &skip["phase"], &skip["result"]),
        (&json!(0), &json!("action"), &json!({}))
    );
    assert_eq!((active(&play), hand(&play, 1)), (json!(1), list("he")));
}

#[test]
fn a_passive_may_empty_the_hand() {
    let table = table([medium("he fire"), heavy("he")]).rules(json!({"medium_passive_draw": 0}));
    let mut play = table.play();
    let events = play.act(0, passive("he fire"));
    assert_eq!(names(&events)[..3], ["medium_passive", "skip_action", "turn_end"]);
    assert_eq!(active(&play), 1);
}

#[test]
fn an_empty_hand_at_the_end_of_a_turn_is_fine() {
    let mut play = table([heavy("he"), medium("")]).play();
    let events = play.act(0, load("he"));
    assert_eq!(names(&events), ["load", "turn_end", "turn_start", "draw"]);
    assert_eq!(hand(&play, 0), json!([]));
}

/// A medium in adrenaline against a heavy.
fn autoloader(hand: &str) -> Table {
    table([medium(hand).adrenaline(18), heavy("")])
}

#[test]
fn autoload_after_a_load_needs_a_legal_fire() {
    let shielded = table([medium("he fire").adrenaline(18), heavy("").shield()]);
    let tracked = table([medium("he fire").adrenaline(18).hazards("tracked"), heavy("")]);
    let ghost = |hand| table([medium(hand).adrenaline(18), light("").adrenaline(10)]);
    let calm = table([medium("he fire").hp(18), heavy("")]);
    let rows = [
        (autoloader("he fire"), "autoload"),
        (autoloader("he"), "action"),
        (shielded, "action"),
        (tracked, "action"),
        (ghost("he fire"), "action"),
        (ghost("he fire sabot"), "autoload"),
        (calm, "action"),
        (autoloader("he fire").rules(json!({"autoloader_order": "load_then_fire"})), "autoload"),
    ];
    for (place, (table, expected)) in rows.into_iter().enumerate() {
        let mut play = table.play();
        play.act(0, load("he"));
        assert_eq!(play.phase(), expected, "row {place}");
        assert_eq!(active(&play), u8::from(expected == "action"), "row {place}");
    }
}

#[test]
fn autoload_after_a_fire_needs_a_legal_load() {
    let gunner = |hand| medium(hand).adrenaline(18).breech("he");
    let jammed = table([gunner("fire he").hazards("jammed_breech"), heavy("")]);
    let rows = [
        (table([gunner("fire he"), heavy("")]), "autoload"),
        (table([gunner("fire fire"), heavy("")]), "action"),
        (jammed, "action"),
        (table([medium("fire he").breech("he").hp(18), heavy("")]), "action"),
        (table([heavy("fire he").breech("he").adrenaline(18), heavy("")]), "action"),
        (
            table([gunner("fire he"), heavy("")])
                .rules(json!({"autoloader_order": "load_then_fire"})),
            "action",
        ),
    ];
    for (place, (table, expected)) in rows.into_iter().enumerate() {
        let mut play = table.play();
        through(&mut play, 0, fire(1));
        assert_eq!(play.phase(), expected, "row {place}");
        assert_eq!(active(&play), u8::from(expected == "action"), "row {place}");
    }
}

#[test]
fn a_smoked_fire_is_a_first_half_too() {
    let gunner = medium("fire he").adrenaline(18).breech("he");
    let mut play = table([gunner, heavy("smoke_launchers")]).play();
    play.act(0, fire(1));
    let events = play.act(1, plain("smoke"));
    assert_eq!(names(&events), ["smoke_launchers", "attack_negated"]);
    assert_eq!((play.phase(), play.state()["main_action"].clone()), ("autoload", json!("fire")));
}

#[test]
fn the_second_half_may_be_declined() {
    let mut play = autoloader("he fire").play();
    play.act(0, load("he"));
    assert_eq!((play.state()["main_action"].clone(), play.to_act()), (json!("load"), vec![0]));
    let events = play.act(0, plain("pass"));
    assert_eq!(names(&events)[..2], ["autoload_declined", "turn_end"]);
    assert_eq!((tableau(&play, 0)["breech"].clone(), active(&play)), (json!("he"), json!(1)));
}

#[test]
fn one_of_each_half_a_turn() {
    let mut play = autoloader("he fire he fire").play();
    play.act(0, load("he"));
    let events = through(&mut play, 0, fire(1));
    assert!(names(&events).contains(&"turn_end"), "no second load");
    let gunner = medium("fire he fire").adrenaline(18).breech("he");
    let mut play = table([gunner, heavy("")]).play();
    through(&mut play, 0, fire(1));
    let events = play.act(0, load("he"));
    assert!(names(&events).contains(&"turn_end"), "no second fire");
}

#[test]
fn the_second_half_may_win() {
    let table = table([medium("he fire").adrenaline(18), light("").hp(20)]);
    let mut play = table.play();
    play.act(0, load("he"));
    let events = through(&mut play, 0, fire(1));
    assert_eq!(names(&events), ["fire", "damage", "kill", "game_over"]);
}

#[test]
fn a_kill_does_not_stop_the_autoloader() {
    let gunner = medium("fire he").adrenaline(18).breech("he");
    let mut play = table([gunner, light("").hp(20), heavy("")]).play();
    let events = through(&mut play, 0, fire(1));
    assert_eq!(names(&events), ["fire", "damage", "kill", "draw", "respawn"]);
    assert_eq!(play.phase(), "autoload");
}

#[test]
fn surplus_cards_are_chosen_by_their_owner() {
    let table = table([heavy("fire he he sabot"), medium("he")]);
    let (mut play, _) = table.rules(json!({"heavy.hand_size": 2})).begin();
    assert_eq!(hand(&play, 0), list("fire he he sabot he"));
    play.act(0, load("he"));
    assert_eq!((play.phase(), active(&play)), ("discard_excess", json!(0)));
    let events = play.act(0, excess("sabot he"));
    assert_eq!(result(&events, "discard_excess"), &json!({"cards": ["sabot", "he"]}));
    assert_eq!(names(&events), ["discard_excess", "turn_end", "turn_start", "draw"]);
    assert_eq!((hand(&play, 0), pile(&play)), (list("fire he"), list("he sabot he")));
}

#[test]
fn a_respawn_is_dealt_the_hand_of_its_class() {
    let rows = [(heavy("fire"), 6, 100), (medium("fire"), 6, 75), (light("fire"), 7, 50)];
    for (victim, size, hp) in rows {
        let killer = medium("fire").breech("sabot");
        let mut play = table([killer, heavy(""), victim.hp(1).hazards("tracked")]).play();
        let events = through(&mut play, 0, fire(2));
        assert_eq!(events[3]["result"]["count"], size);
        assert_eq!((count(&hand(&play, 2)), crate::hp(&play, 2)), (size, json!(hp)));
        let lost = json!({"hp": hp, "discarded": ["fire", "tracked"]});
        assert_eq!(result(&events, "respawn"), &lost);
    }
}

#[test]
fn a_respawn_may_reshuffle_what_it_lost() {
    let victim = light("fire fire he he heat heat").hp(1);
    let mut play = table([medium("coaxial_mg"), heavy(""), victim]).deck("sabot").play();
    play.act(0, quick_fire(2));
    play.act(2, plain("pass"));
    let events = play.luck(&[6, 0, 0, 0, 0, 0]).act(1, plain("pass"));
    let expected =
        ["damage", "kill", "reshuffle", "draw", "respawn", "turn_end", "turn_start", "draw"];
    assert_eq!(names(&events), expected);
    assert_eq!(result(&events, "reshuffle"), &json!({"deck_size": 7}));
    assert_eq!(hand(&play, 2), list("sabot heat coaxial_mg heat he he fire"));
}

#[test]
fn marks_are_kept_by_the_victim() {
    let tanks = [medium("coaxial_mg"), light("he").hp(1).marks(2), heavy("he")];
    let mut play = table(tanks).play();
    let events = through(&mut play, 0, quick_fire(1));
    assert_eq!(result(&events, "kill"), &json!({"kill_marks": 1}));
    assert_eq!(player(&play, 1)["killMarks"], 2);
}

#[test]
fn the_number_of_marks_to_win_is_a_parameter() {
    for (needed, over) in [(1, true), (2, false)] {
        let table = table([medium("coaxial_mg"), light("").hp(1), heavy("")]);
        let mut play = table.rules(json!({"kills_to_win": needed})).play();
        through(&mut play, 0, quick_fire(1));
        assert_eq!(play.outcome().is_some(), over, "{needed}");
    }
}

#[test]
fn the_turn_goes_left_around_the_table() {
    let tank = || heavy("he he he");
    let mut play = table([tank(), tank(), tank(), tank()]).turn_of(2).play();
    for (seat, turn) in [(2, 1), (3, 2), (0, 3), (1, 4), (2, 5)] {
        assert_eq!((active(&play), play.state()["turn"].clone()), (json!(seat), json!(turn)));
        play.act(seat, discard("he"));
    }
}

#[test]
fn two_are_a_duel_more_are_a_deathmatch() {
    let mode = |table: Table| table.play().state()["mode"].clone();
    assert_eq!(mode(table([heavy("he"), light("")])), "duel");
    assert_eq!(mode(table([heavy("he"), light(""), light("")])), "deathmatch");
}
