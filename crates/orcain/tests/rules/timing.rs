//! The two timers of a match (rules 2.4, 7.1).

use serde_json::json;

use crate::{confirm, draft, duel, hp, only, round};

#[test]
fn a_round_takes_250_and_twice_900_ms() {
    let mut play = duel(json!({}));
    assert_eq!(play.deadlines(), [(json!("prep"), 20_000)]);
    play.at(3_000).act(0, confirm("a--"));
    play.at(5_000).act(1, confirm("---"));
    let mut seen = Vec::new();
    while play.phase() == "playing" {
        seen.push(play.deadlines()[0].clone());
        play.expire();
    }
    assert_eq!(seen, [(json!("step"), 5_250), (json!("step"), 6_150), (json!("step"), 7_050)]);
    assert_eq!(play.deadlines(), [(json!("prep"), 27_050)]);
}

#[test]
fn the_reveal_after_the_deadline_counts_from_the_deadline() {
    let mut play = duel(json!({}));
    play.act(0, draft("a--"));
    let events = play.advance(60_000);
    assert_eq!(hp(&events).len(), 3);
    let next = only(&events, "prep_start")[0];
    assert_eq!(next["deadline"], 20_000 + 250 + 900 + 900 + 20_000);
    assert_eq!(play.now(), 60_000);
}

#[test]
fn lengths_of_0_arm_nothing() {
    for (first, rest, entries) in [(0, 0, 0), (250, 0, 1), (0, 900, 2)] {
        let mut play = duel(json!({"step_first_ms": first, "step_ms": rest}));
        round(&mut play, "a--", "---");
        let mut expired = 0;
        while play.phase() == "playing" {
            play.expire();
            expired += 1;
        }
        assert_eq!(expired, entries, "{first} {rest}");
        assert_eq!(play.view(0)["roundIndex"], 2);
    }
}

#[test]
fn absent_players_end_a_match_by_time_alone() {
    let mut play = duel(json!({}));
    let events = play.advance(1_000_000);
    assert_eq!(only(&events, "match_end").len(), 1);
    assert_eq!(only(&events, "prep_start").len(), 1);
    assert!(play.deadlines().is_empty());
}

#[test]
fn at_one_screen_each_player_has_the_whole_time() {
    let mut play = duel(json!({"in_turn": true}));
    assert_eq!(play.view(0)["turn"], 0);
    assert_eq!(play.refused(1, confirm("a--")), "wrong_phase", "the first player prepares");
    play.at(15_000).act(0, confirm("a--"));
    assert_eq!(play.deadlines(), [(json!("prep"), 35_000)], "20 s from the confirm on");
    assert_eq!(play.refused(0, draft("d--")), "wrong_phase");
    play.at(34_999).act(1, confirm("---"));
    assert_eq!((play.phase(), play.deadlines()), ("playing", vec![(json!("step"), 35_249)]));
    play.advance(38_000);
    assert_eq!(play.view(0)["turn"], 1, "who prepared last goes on");
}

#[test]
fn at_one_screen_a_player_who_runs_out_of_time_hands_over() {
    let mut play = duel(json!({"in_turn": true}));
    play.act(0, draft("a--"));
    play.expire();
    assert_eq!((play.now(), play.phase()), (20_000, "prep"));
    assert_eq!((play.view(1)["turn"].clone(), play.deadlines()[0].1), (json!(1), 40_000));
    play.at(21_000).act(1, confirm("---"));
    assert_eq!(play.phase(), "playing");
    let events = play.advance(24_000);
    assert_eq!(hp(&events)[0], (10, 8), "the draft is played");
}
