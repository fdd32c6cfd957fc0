//! The numbered worked examples of the rules document. 30, 38 and 39 belong to accounts, queue and
//! sockets.

use serde_json::{Value, json};

use crate::{confirm, draft, duel, end, hp, layout, only, opened, quick, round, sudden_death};

#[test]
fn example_01_attack_against_heal_at_full_hp() {
    let mut play = quick(json!({}));
    let events = round(&mut play, "adh", "hca");
    assert_eq!(hp(&events), [(10, 8), (10, 8), (8, 8)]);
    assert_eq!(only(&events, "round_end")[0]["hp"], json!([8, 8]));
    assert_eq!(only(&events, "prep_start")[0]["roundIndex"], 2);
    let kinds: Vec<_> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        ["confirm_ok", "step_reveal", "step_reveal", "step_reveal", "round_end", "prep_start"]
    );
}

#[test]
fn example_02_counter_reflects() {
    let events = round(&mut quick(json!({})), "a--", "c--");
    assert_eq!(hp(&events)[0], (8, 10));
}

#[test]
fn example_03_both_at_0_go_on_in_the_round() {
    let events = round(&mut quick(json!({"start_hp": [1, 1]})), "ah-", "a--");
    assert_eq!(hp(&events), [(0, 0), (1, 0), (1, 0)]);
}

#[test]
fn example_04_heal_at_1_under_attack() {
    let events = round(&mut quick(json!({"start_hp": [1, 10]})), "h--", "a--");
    assert_eq!(hp(&events)[0].0, 0);
}

#[test]
fn example_05_heal_at_0() {
    let events = round(&mut quick(json!({"start_hp": [2, 10]})), "-h-", "ad-");
    assert_eq!(hp(&events)[..2], [(0, 10), (1, 10)]);
}

#[test]
fn example_06_partial_play_and_one_absent() {
    let mut play = quick(json!({}));
    play.act(0, draft("a--"));
    let events = play.expire();
    assert_eq!((opened(&events, 0), opened(&events, 1)), (layout("a--"), layout("---")));
    assert_eq!(hp(&events).last(), Some(&(10, 8)));
    assert_eq!(play.state()["afkStreakByPlayer"], json!([0, 1]));
    assert_eq!((play.phase(), play.view(0)["roundIndex"].clone()), ("prep", json!(2)));
}

#[test]
fn example_07_absent_twice_loses() {
    let mut play = quick(json!({}));
    play.act(0, confirm("a--"));
    assert_eq!(hp(&play.expire()).last(), Some(&(10, 8)));
    play.act(0, confirm("a--"));
    let events = play.expire();
    assert_eq!(only(&events, "step_reveal").len() + only(&events, "round_end").len(), 0);
    let end = end(&events);
    assert_eq!(
        (&end["reason"], &end["ending"], &end["winner"]),
        (&json!("timeout"), &json!("afk"), &json!(0))
    );
    assert_eq!(play.ending(), ("afk", vec![0]));
}

#[test]
fn example_08_both_absent_twice_both_lose() {
    let mut play = quick(json!({}));
    let first = play.expire();
    assert_eq!(hp(&first), [(10, 10); 3]);
    assert_eq!(opened(&first, 0), layout("---"));
    let events = play.expire();
    let end = end(&events);
    assert_eq!((&end["reason"], &end["ending"]), (&json!("timeout"), &json!("both_afk")));
    assert_eq!((&end["winner"], &end["loser"]), (&Value::Null, &Value::Null));
    assert_eq!(
        (&end["bothLose"], &end["potBurn"], &end["draw"]),
        (&json!(true), &json!(true), &json!(false))
    );
    let outcome = play.outcome().unwrap();
    assert!(outcome.won.is_empty() && outcome.drew.is_empty());
}

#[test]
fn example_09_an_early_reveal_resets_the_streak() {
    let mut play = quick(json!({}));
    play.act(1, confirm("---"));
    play.expire();
    round(&mut play, "---", "---");
    assert_eq!(play.state()["afkStreakByPlayer"], json!([0, 0]));
    play.act(1, confirm("---"));
    play.expire();
    assert_eq!((play.phase(), play.state()["afkStreakByPlayer"].clone()), ("prep", json!([1, 0])));
}

#[test]
fn example_10_an_empty_draft_is_presence() {
    let mut play = quick(json!({}));
    play.act(1, confirm("---"));
    play.expire();
    play.act(0, draft("---"));
    play.act(1, confirm("---"));
    play.expire();
    assert_eq!(play.state()["afkStreakByPlayer"][0], 0);
    play.act(1, confirm("---"));
    play.expire();
    assert_eq!((play.phase(), play.state()["afkStreakByPlayer"].clone()), ("prep", json!([1, 0])));
}

#[test]
fn example_11_the_longer_streak_loses() {
    let mut play = quick(json!({}));
    play.act(1, confirm("---"));
    play.expire();
    let events = play.expire();
    assert_eq!((&end(&events)["reason"], &end(&events)["winner"]), (&json!("timeout"), &json!(1)));
}

#[test]
fn example_12_a_draft_is_sanitised() {
    let mut play = duel(json!({}));
    let events = play.act(0, json!({"type": "draft", "layout": ["attack", "attack", "heal"]}));
    let stored = json!({"type": "draft_stored", "seat": 0, "layout": ["attack", null, "heal"], "sanitised": true});
    assert_eq!(events, [stored]);
}

#[test]
fn example_13_unknown_cards_become_blanks() {
    let mut play = quick(json!({}));
    play.act(0, json!({"type": "draft", "layout": ["zap", "attack", "attack"]}));
    assert_eq!(opened(&play.expire(), 0), layout("-a-"));
}

#[test]
fn example_14_a_refused_confirm_is_presence_and_no_more() {
    let mut play = duel(json!({}));
    assert_eq!(play.heard(0, confirm("aah")), "invalid_cards");
    let state = play.state();
    assert_eq!(
        (&state["confirmedLayout"][0], &state["hadDraftThisRound"][0]),
        (&Value::Null, &json!(true))
    );
    assert_eq!(play.act(0, confirm("adh"))[0]["type"], "confirm_ok");
}

#[test]
fn example_15_two_attacks_in_the_hand() {
    let hands =
        json!([["attack", "attack", "heal", "counter"], ["attack", "defense", "heal", "counter"]]);
    let mut play = duel(json!({"hands": hands}));
    assert_eq!(
        play.act(0, confirm("aah")),
        [json!({"type": "confirm_ok", "seat": 0, "roundIndex": 1})]
    );
}

#[test]
fn example_16_confirm_with_blanks() {
    let mut play = quick(json!({}));
    let events = round(&mut play, "a--", "---");
    assert_eq!(opened(&events, 0), layout("a--"));
}

#[test]
fn example_17_ids_are_exact() {
    for first in ["ATTACK", "GRASS", "", " attack"] {
        let mut play = duel(json!({}));
        let action = json!({"type": "confirm", "layout": [first, "defense", "heal"]});
        assert_eq!(play.heard(0, action), "invalid_cards", "{first}");
    }
}

#[test]
fn example_18_three_slots() {
    assert_eq!(duel(json!({})).heard(0, confirm("ad")), "invalid_layout");
}

#[test]
fn example_19_no_draft_after_a_confirm() {
    let mut play = quick(json!({}));
    play.act(0, confirm("dah"));
    assert_eq!(play.refused(0, draft("adh")), "already_confirmed");
    assert_eq!(opened(&play.act(1, confirm("---")), 0), layout("dah"));
}

#[test]
fn example_20_the_last_draft_counts() {
    let mut play = quick(json!({}));
    play.act(0, draft("adh"));
    play.act(0, draft("---"));
    play.act(1, confirm("adh"));
    let events = play.expire();
    assert_eq!(hp(&events), [(8, 10); 3]);
    assert_eq!(play.state()["afkStreakByPlayer"][0], 0);
}

/// Rounds of `[attack, defense, counter]` on both sides until the match is over.
fn five_equal_rounds(changes: Value) -> (Vec<Value>, Vec<Value>) {
    let mut play = quick(changes);
    let (mut ends, mut last) = (Vec::new(), Vec::new());
    while play.outcome().is_none() {
        last = round(&mut play, "adc", "adc");
        ends.push(only(&last, "round_end")[0].clone());
    }
    (ends, last)
}

#[test]
fn example_21_double_knockout_in_sudden_death() {
    let (ends, last) = five_equal_rounds(json!({}));
    let after: Vec<_> = ends.iter().map(|end| end["hp"][0].as_u64().unwrap()).collect();
    assert_eq!(after, [8, 6, 4, 2, 0]);
    let sudden: Vec<_> = ends.iter().map(|end| end["suddenDeath"].as_bool().unwrap()).collect();
    assert_eq!(sudden, [false, false, false, true, true]);
    let end = end(&last);
    assert_eq!(
        (&end["reason"], &end["ending"], &end["draw"]),
        (&json!("normal"), &json!("double_knockout"), &json!(true))
    );
}

#[test]
fn example_22_back_from_0_and_the_win() {
    let mut play = sudden_death(2, 2);
    let events = round(&mut play, "ahc", "cda");
    assert_eq!(hp(&events), [(0, 2), (1, 2), (1, 0)]);
    assert_eq!(play.ending(), ("knockout", vec![0]));
}

#[test]
fn example_23_only_one_heals_back() {
    let mut play = sudden_death(2, 2);
    let events = round(&mut play, "ahd", "adc");
    assert_eq!(hp(&events), [(0, 0), (1, 0), (1, 0)]);
    assert_eq!(play.ending(), ("knockout", vec![0]));
}

#[test]
fn example_24_a_difference_decides_sudden_death() {
    let mut play = sudden_death(2, 2);
    let events = round(&mut play, "chd", "adh");
    assert_eq!(hp(&events), [(2, 0), (3, 0), (3, 1)]);
    assert_eq!(play.ending(), ("sudden_death", vec![0]));
}

#[test]
fn example_25_equal_after_round_3() {
    let mut play = quick(json!({"start_hp": [9, 9]}));
    round(&mut play, "---", "---");
    round(&mut play, "---", "---");
    let events = round(&mut play, "---", "---");
    assert_eq!(only(&events, "round_end")[0]["suddenDeath"], false);
    let next = only(&events, "prep_start")[0];
    assert_eq!((&next["roundIndex"], &next["suddenDeath"]), (&json!(4), &json!(true)));
}

#[test]
fn example_26_a_difference_after_round_3() {
    let mut play = quick(json!({"start_hp": [10, 9]}));
    round(&mut play, "---", "---");
    round(&mut play, "---", "---");
    let events = round(&mut play, "---", "---");
    assert_eq!((&end(&events)["reason"], &end(&events)["winner"]), (&json!("normal"), &json!(0)));
    assert_eq!(play.ending(), ("round_limit", vec![0]));
}

#[test]
fn example_27_disconnect_during_the_reveal() {
    let mut play = duel(json!({}));
    round(&mut play, "a--", "h--");
    assert_eq!(hp(&play.expire()), [(10, 8)]);
    let events = play.left(1);
    let end = end(&events);
    assert_eq!(
        (&end["reason"], &end["winner"], &end["hp"]),
        (&json!("disconnect"), &json!(0), &json!([10, 8]))
    );
    assert_eq!(only(&events, "step_reveal").len(), 0);
    assert!(play.deadlines().is_empty());
}

#[test]
fn example_28_nothing_comes_after_the_end() {
    let mut play = duel(json!({}));
    round(&mut play, "a--", "h--");
    play.expire();
    play.left(1);
    let before = play.state();
    let at = bout_core::Millis(play.now());
    for signal in [
        bout_core::Signal::Left { seat: bout_core::Seat(0) },
        bout_core::Signal::Heard { seat: bout_core::Seat(1) },
        bout_core::Signal::Aborted,
    ] {
        let refused = play.table().submit(at, &bout_core::Input::Signal { signal }, None, None);
        assert_eq!(refused.unwrap_err().code, "over");
    }
    let refused = play.table().submit(at, &bout_core::Input::Expire, None, None);
    assert_eq!(refused.unwrap_err().code, "nothing_due");
    assert_eq!(play.refused(0, confirm("---")), "wrong_phase");
    assert_eq!(play.state(), before);
}

#[test]
fn example_29_four_attacks() {
    let hands =
        json!([["attack", "attack", "attack", "attack"], ["attack", "defense", "heal", "counter"]]);
    let mut play = quick(json!({"hands": hands}));
    play.act(0, confirm("aaa"));
    assert_eq!(hp(&play.expire()).last(), Some(&(10, 4)));
    play.act(0, confirm("aaa"));
    play.act(1, draft("d--"));
    assert_eq!(hp(&play.expire()), [(10, 4), (10, 2), (10, 0)]);
    assert_eq!(play.ending(), ("knockout", vec![0]));
    assert_eq!(play.view(0)["result"]["roundIndex"], 2);
}

#[test]
fn example_31_single_play_reveals_at_the_humans_confirm() {
    let mut play = quick(json!({"mode": "PVE"}));
    play.act(1, draft("a--"));
    let events = play.act(0, confirm("---"));
    assert_eq!(opened(&events, 1), layout("a--"));
    assert_eq!(hp(&events)[0], (8, 10));
}

#[test]
fn example_33_sudden_death_is_cut_off() {
    let mut play = quick(json!({"sudden_death_cap": 2}));
    for _ in 1..5 {
        round(&mut play, "---", "---");
        assert_eq!(play.phase(), "prep");
    }
    let events = round(&mut play, "---", "---");
    assert_eq!(only(&events, "round_end")[0]["roundIndex"], 5);
    let end = end(&events);
    assert_eq!(
        (&end["reason"], &end["ending"], &end["draw"]),
        (&json!("normal"), &json!("sudden_death_cap"), &json!(true))
    );
    assert!(only(&events, "prep_start").is_empty());
}

#[test]
fn example_34_zero_goes_before_the_cap() {
    let (ends, last) = five_equal_rounds(json!({"sudden_death_cap": 2}));
    assert_eq!((ends.len(), &end(&last)["ending"]), (5, &json!("double_knockout")));
}

#[test]
fn example_35_without_early_reveal_the_deadline_rules() {
    let mut play = quick(json!({"early_reveal": false}));
    assert_eq!(only(&round(&mut play, "a--", "---"), "step_reveal").len(), 0);
    assert_eq!(play.phase(), "prep");
    assert_eq!(hp(&play.expire()).len(), 3);
}

#[test]
fn example_36_refused_confirms_are_presence() {
    let mut play = quick(json!({}));
    for next in [2, 3] {
        play.heard(0, confirm("aah"));
        play.act(1, confirm("---"));
        assert_eq!(opened(&play.expire(), 0), layout("---"));
        assert_eq!(play.state()["afkStreakByPlayer"], json!([0, 0]));
        assert_eq!(play.view(0)["roundIndex"], next);
    }
}

#[test]
fn example_37_the_deadline_goes_first() {
    let mut play = quick(json!({}));
    play.act(0, confirm("---"));
    play.act(1, draft("c--"));
    assert_eq!(play.at(20_000).refused(1, draft("a--")), "deadline_due");
    assert_eq!(opened(&play.expire(), 1), layout("c--"));
    let mut paced = duel(json!({}));
    paced.act(0, confirm("---"));
    paced.expire();
    assert_eq!(paced.refused(1, draft("a--")), "wrong_phase");
}
