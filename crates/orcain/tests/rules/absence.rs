//! AFK and disconnect (rules 7.2, 7.4).

use serde_json::{Value, json};

use crate::{confirm, draft, duel, end, layout, opened, quick};

#[test]
fn what_counts_as_presence() {
    let rows: [(&str, Vec<Value>, bool, &str); 9] = [
        ("nothing", vec![], false, "---"),
        ("a draft with a card", vec![draft("a--")], true, "a--"),
        ("a draft of nothing", vec![draft("---")], true, "---"),
        (
            "a draft sanitised away",
            vec![json!({"type": "draft", "layout": ["zap", "x", null]})],
            true,
            "---",
        ),
        ("a draft taken back", vec![draft("a--"), draft("---")], true, "---"),
        ("a malformed draft", vec![json!({"type": "draft", "layout": 1})], true, "---"),
        ("a refused confirm", vec![confirm("aaa")], true, "---"),
        ("a confirm of nothing", vec![confirm("---")], true, "---"),
        ("no action at all", vec![json!({"type": "zap"})], false, "---"),
    ];
    for (name, actions, present, played) in rows {
        let mut play = quick(json!({}));
        let now = bout_core::Millis(0);
        for action in actions {
            let input = bout_core::Input::Act { seat: bout_core::Seat(0), action };
            let _ = play.table().submit(now, &input, None, None);
        }
        let events = play.expire();
        assert_eq!(opened(&events, 0), layout(played), "{name}");
        assert_eq!(play.state()["afkStreakByPlayer"][0] == 0, present, "{name}");
    }
}

/// `X` absent, `-` there; one pair of letters a round.
fn history(rounds: &[(char, char)]) -> (bool, Value) {
    let mut play = quick(json!({}));
    for (a, b) in rounds {
        for (seat, letter) in [(0, a), (1, b)] {
            if *letter == '-' {
                play.act(seat, draft("---"));
            }
        }
        play.expire();
        if play.outcome().is_some() {
            break;
        }
    }
    (play.outcome().is_some(), play.view_public()["result"]["winner"].clone())
}

#[test]
fn histories() {
    type Row = (&'static [(char, char)], bool, Value);
    let rows: [Row; 8] = [
        (&[('X', '-')], false, Value::Null),
        (&[('X', '-'), ('X', '-')], true, json!(1)),
        (&[('X', '-'), ('-', '-'), ('X', '-')], false, Value::Null),
        (&[('X', 'X'), ('X', 'X')], true, Value::Null),
        (&[('X', '-'), ('X', 'X')], true, json!(1)),
        (&[('X', 'X'), ('X', '-')], true, json!(1)),
        (&[('X', 'X'), ('-', 'X')], true, json!(0)),
        (&[('X', 'X'), ('-', '-'), ('X', 'X')], false, Value::Null),
    ];
    for (rounds, over, winner) in rows {
        assert_eq!(history(rounds), (over, winner), "{rounds:?}");
    }
}

#[test]
fn streaks_go_on_in_sudden_death() {
    let mut play = quick(json!({"rounds_per_match": 1}));
    play.act(1, draft("---"));
    play.expire();
    assert_eq!(play.view(0)["suddenDeath"], true);
    play.act(1, draft("---"));
    let events = play.expire();
    assert_eq!(end(&events)["ending"], "afk");
}

#[test]
fn the_bot_is_never_absent() {
    let mut play = quick(json!({"mode": "PVE"}));
    play.act(0, draft("---"));
    play.expire();
    play.act(0, draft("---"));
    play.expire();
    assert_eq!((play.phase(), play.state()["afkStreakByPlayer"].clone()), ("prep", json!([0, 0])));
    let mut alone = quick(json!({"mode": "PVE"}));
    alone.expire();
    let events = alone.expire();
    assert_eq!((&end(&events)["ending"], &end(&events)["winner"]), (&json!("afk"), &json!(1)));
}

#[test]
fn a_disconnect_ends_the_match_at_once() {
    for seat in [0, 1] {
        let mut play = duel(json!({}));
        let events = play.left(seat);
        let end = end(&events);
        assert_eq!((&end["ending"], &end["loser"]), (&json!("disconnect"), &json!(seat)));
        assert_eq!(play.ending(), ("disconnect", vec![1 - seat]));
    }
}

#[test]
fn a_disconnect_at_the_stamp_of_the_deadline_may_come_first() {
    let mut play = quick(json!({}));
    assert_eq!(end(&play.at(20_000).left(0))["reason"], "disconnect");
}

#[test]
fn an_aborted_match_is_drawn() {
    let mut play = duel(json!({}));
    let events = play.signal(bout_core::Signal::Aborted);
    let end = end(&events);
    assert_eq!(
        (&end["reason"], &end["ending"], &end["draw"]),
        (&json!("aborted"), &json!("aborted"), &json!(false))
    );
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.won.len(), outcome.drew.len(), outcome.ending), (0, 2, "aborted"));
}

#[test]
fn returning_and_a_late_host_change_nothing() {
    let mut play = duel(json!({}));
    let before = play.state();
    assert!(play.returned(0).is_empty());
    assert!(play.signal(bout_core::Signal::Clock { late_ms: 900 }).is_empty());
    assert_eq!(play.state(), before);
}

#[test]
fn heard_outside_of_prep_changes_nothing() {
    let mut play = duel(json!({}));
    play.act(0, confirm("---"));
    play.expire();
    let before = play.state();
    play.signal(bout_core::Signal::Heard { seat: bout_core::Seat(1) });
    assert_eq!(play.state(), before);
}
