//! Clocks, absence, and what the host tells.

use bout_necro::Necro;
use bout_testkit::Play;
use serde_json::json;

use super::*;

fn clocked() -> Play<Necro> {
    Play::open(json!({"turnMs": 1000, "returnMs": 500, "timeoutsToLose": 2}))
}

#[test]
fn a_turn_that_runs_out_is_passed_on() {
    let mut play = clocked();
    assert_eq!(play.deadlines(), [(json!("turn"), 1000)]);
    play.at(400).act(0, next());
    assert_eq!(play.deadlines(), [(json!("turn"), 1000)], "acting does not prolong it");
    let events = play.expire();
    let expected = [
        "PHASE_CHANGED",
        "RESOURCES_CHANGED",
        "PHASE_CHANGED",
        "RESOURCES_CHANGED",
        "PHASE_CHANGED",
    ];
    assert_eq!(names(&events), expected);
    assert_eq!((play.phase(), play.to_act(), play.now()), ("buy", vec![1], 1000));
    assert_eq!(play.deadlines(), [(json!("turn"), 2000)]);
    assert_eq!(play.state()["timeouts"], json!({"red": 1, "black": 0}));
}

#[test]
fn too_many_in_a_row_lose_and_an_own_end_of_turn_forgives() {
    let mut play = clocked();
    play.expire();
    pass(&mut play, 4);
    let mut lost = clocked();
    lost.expire();
    pass(&mut lost, 4);
    lost.expire();
    assert_eq!(lost.ending(), ("timeout", vec![1]));
    assert!(lost.deadlines().is_empty());
    pass(&mut play, 3);
    assert_eq!(play.state()["timeouts"]["red"], json!(1), "not before the turn is passed on");
    pass(&mut play, 1);
    assert_eq!(play.state()["timeouts"]["red"], json!(0));
}

#[test]
fn who_is_away_too_long_loses() {
    let mut play = clocked();
    play.at(100).left(1);
    assert_eq!(play.deadlines(), [(json!("return:black"), 600), (json!("turn"), 1000)]);
    play.at(200).left(1);
    assert_eq!(play.deadlines()[0].1, 600, "it already runs");
    play.at(300).returned(1);
    assert_eq!(play.deadlines(), [(json!("turn"), 1000)]);
    play.at(300).left(0);
    play.expire();
    assert_eq!(play.ending(), ("abandon", vec![1]));
    assert!(play.deadlines().is_empty());
}

#[test]
fn without_a_clock_nothing_runs() {
    let mut play = Play::<Necro>::open(json!({"returnMs": 0}));
    play.left(0);
    assert!(play.deadlines().is_empty());
}
