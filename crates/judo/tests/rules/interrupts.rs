//! Interrupts: each state that has one, each reason, both modes.

use bout_core::{Named, Signal};
use bout_judo::{InterruptReason, Judo};
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::*;

/// The triggers that lead, after one played round, into each state that can be interrupted.
const STATES: [(&str, &[&str]); 8] = [
    ("waitingForMatchStart", &[]),
    ("matchStart", &["startClicked"]),
    ("cooldown", &["startClicked", "ready"]),
    ("roundStart", &["startClicked", "ready", "ready"]),
    ("waitingForPlayerAction", &["startClicked", "ready", "ready", "cardsRevealed"]),
    ("roundDecision", &["startClicked", "ready", "ready", "cardsRevealed", "statSelected"]),
    (
        "roundOver",
        &["startClicked", "ready", "ready", "cardsRevealed", "statSelected", "outcome=winPlayer"],
    ),
    (
        "matchDecision",
        &[
            "startClicked",
            "ready",
            "ready",
            "cardsRevealed",
            "statSelected",
            "outcome=winPlayer",
            "matchPointReached",
        ],
    ),
];

fn brought_to(state: &str, way: &[&str], mode: &str) -> Play<Judo> {
    let target = if state == "matchDecision" { 1 } else { 5 };
    let mut play = lobby(json!({"auto_advance": false, "mode": mode, "first_chooser": "player",
                                "win_target": target}));
    for trigger in way {
        play.act(HOST, json!({"type": "dispatch", "trigger": trigger, "stat": "power"}));
    }
    assert_eq!(play.phase(), state);
    play
}

/// Resolution and result by the table; no resolution where the match is over at once.
fn expected(state: &str, reason: &str, mode: &str) -> (Option<&'static str>, Option<&'static str>) {
    match (state, reason, mode) {
        ("waitingForMatchStart", ..) => (None, Some("aborted")),
        ("matchStart" | "matchDecision", ..) => (Some("toLobby"), None),
        (_, "navigation", "solo") => (Some("resumeLobby"), None),
        (_, "error" | "admin", _) => (Some("restartRound"), None),
        _ => (Some("abortMatch"), Some("forfeit")),
    }
}

#[test]
fn every_state_every_reason_both_modes() {
    for (state, way) in STATES {
        for reason in InterruptReason::ALL.iter().map(Named::name) {
            for mode in ["solo", "pvp"] {
                one(state, way, reason, mode);
            }
        }
    }
}

fn one(state: &str, way: &[&str], reason: &str, mode: &str) {
    let case = format!("{state} {reason} {mode}");
    let mut play = brought_to(state, way, mode);
    let action = json!({"type": "interrupt", "reason": reason, "side": "player"});
    let events = play.act(HOST, action);
    let (resolution, ending) = expected(state, reason, mode);
    assert!(play.deadlines().is_empty(), "{case}: no timer of the old state");
    if resolution.is_some() {
        let raised = only(&events, "interrupt.raised")[0];
        let scope = if matches!(state, "matchStart" | "matchDecision") { "match" } else { "round" };
        assert_eq!((&raised["scope"], &raised["from"]), (&json!(scope), &json!(state)), "{case}");
        assert_eq!(
            (&raised["reason"], &raised["by"]),
            (&json!(reason), &json!("player")),
            "{case}"
        );
        let before = u8::from(state == "matchDecision");
        assert_eq!(raised["scores"], json!({"player": before, "opponent": 0}), "{case}");
        assert_eq!(scores(&play), (0, 0), "{case}: rolled back or torn down");
        if scope == "round" {
            assert_eq!(seen(&play, "draw_pile"), json!({"player": 6, "opponent": 6}), "{case}");
        }
        assert_eq!(seen(&play, "current"), json!({"player": null, "opponent": null}), "{case}");
    }
    if let Some(resolution) = resolution {
        let events = play.act(HOST, resolve(resolution));
        assert_eq!(names(&events)[..2], ["control.state.changed", "interrupt.resolved"], "{case}");
    }
    match ending {
        Some(ending) => {
            assert_eq!(play.ending().0, ending, "{case}");
            let winner = if ending == "forfeit" { json!("opponent") } else { json!(null) };
            assert_eq!(result(&play), (json!(ending), winner, json!(reason)), "{case}");
        }
        None if resolution == Some("restartRound") => {
            assert_eq!(play.phase(), "cooldown", "{case}");
        }
        None => {
            assert_eq!(play.phase(), "waitingForMatchStart", "{case}");
            assert_eq!(field(&play, "last_result")["kind"], "abandoned", "{case}");
        }
    }
}

/// The same by the engine itself, wherever a match rests.
#[test]
fn the_engine_resolves_by_the_table() {
    for mode in ["solo", "pvp"] {
        for reason in InterruptReason::ALL.iter().map(Named::name) {
            for at in [1_000, 3_000] {
                let mut play = started(json!({"mode": mode, "first_chooser": "player"}));
                play.advance(at);
                play.act(HOST, json!({"type": "interrupt", "reason": reason, "side": "player"}));
                let expected = match (reason, mode) {
                    ("navigation", "solo") => "waitingForMatchStart",
                    ("error" | "admin", _) => "cooldown",
                    _ => "matchOver",
                };
                assert_eq!(play.phase(), expected, "{mode} {reason} at {at}");
            }
        }
    }
}

#[test]
fn without_a_culprit_there_is_no_contest() {
    for reason in ["quit", "disconnect", "stalled"] {
        let mut play = round_1(json!({"mode": "pvp"}));
        play.act(HOST, interrupt(reason));
        assert_eq!(play.ending(), ("no_contest", vec![]), "{reason}");
    }
}

#[test]
fn the_host_aborts_from_everywhere() {
    for (state, way) in STATES {
        let mut play = brought_to(state, way, "pvp");
        play.signal(Signal::Aborted);
        let kind = match state {
            "waitingForMatchStart" | "matchStart" | "matchDecision" => "aborted",
            _ => "no_contest",
        };
        assert_eq!(result(&play), (json!(kind), json!(null), json!("error")), "{state}");
        let seq = play.table().seq();
        assert!(play.signal(Signal::Aborted).is_empty(), "no effect in matchOver");
        assert_eq!(play.table().seq(), seq + 1);
    }
    let mut play = round_1(json!({"interrupt_mode": "manual", "round_modify": true}));
    play.act(HOST, interrupt("admin"));
    play.act(HOST, resolve("roundModifyFlag"));
    play.signal(Signal::Aborted);
    assert_eq!(result(&play), (json!("no_contest"), json!(null), json!("error")));
    let mut play = round_1(json!({"interrupt_mode": "manual"}));
    play.act(0, json!({"type": "quit"}));
    play.signal(Signal::Aborted);
    assert_eq!(
        result(&play),
        (json!("no_contest"), json!(null), json!("error")),
        "nobody is to blame"
    );
}

#[test]
fn a_cancelled_modification_waits_for_the_administrator() {
    let mut play = round_1(json!({"interrupt_mode": "manual", "round_modify": true}));
    play.act(HOST, interrupt("admin"));
    assert_eq!(play.to_act(), [0]);
    play.act(HOST, resolve("roundModifyFlag"));
    assert!(play.deadlines().is_empty() && play.to_act().is_empty());
    play.act(HOST, json!({"type": "cancel_modification"}));
    assert!(play.deadlines().is_empty() && play.to_act().is_empty());
    assert_eq!(play.refused(0, resolve("restartRound")), "not_allowed");
    play.act(HOST, resolve("restartRound"));
    assert_eq!(play.phase(), "cooldown");
}

#[test]
fn a_restart_by_a_person_is_not_counted() {
    let mut play = round_1(json!({"interrupt_mode": "manual"}));
    for _ in 0..5 {
        play.act(HOST, interrupt("error"));
        play.act(0, resolve("restartRound"));
        play.act(0, json!({"type": "skip"}));
    }
    assert_eq!(field(&play, "error_restarts"), 0);
    assert_eq!(play.phase(), "waitingForPlayerAction");
}

#[test]
fn a_completed_round_forgives_errors() {
    let mut play = round_1(json!({}));
    play.act(HOST, interrupt("error"));
    assert_eq!(field(&play, "error_restarts"), 1);
    play.act(0, json!({"type": "skip"}));
    play.act(0, select("power"));
    assert_eq!(field(&play, "error_restarts"), 0);
}

#[test]
fn a_restarted_match_is_dealt_anew() {
    let mut play = Play::<Judo>::open(json!({"test_mode": true, "interrupt_mode": "manual"}));
    play.act(HOST, arm("matchStart"));
    play.act(0, json!({"type": "start_match", "win_target": 3}));
    assert_eq!(play.phase(), "interruptMatch");
    let events = play.act(HOST, resolve("restartMatch"));
    let first = only(&events, "match.started")[0].clone();
    assert_eq!((&first["match_id"], &first["attempt"]), (&json!(1), &json!(1)));
    assert_eq!(first["win_target"], 5, "the failed entry stored no target");
    play.act(0, json!({"type": "quit"}));
    play.act(0, resolve("resumeLobby"));
    let events = play.act(0, json!({"type": "start_match"}));
    let next = only(&events, "match.started")[0];
    assert_eq!((&next["match_id"], &next["attempt"]), (&json!(2), &json!(0)));
}

/// States whose entry is kept although it fails.
#[test]
fn errors_where_there_is_no_way_back_are_only_told() {
    for (state, action) in [
        ("interruptRound", json!({"type": "interrupt", "reason": "admin"})),
        ("roundModification", json!({"type": "interrupt", "reason": "admin"})),
        ("matchOver", json!({"type": "interrupt", "reason": "quit"})),
    ] {
        let mut play = round_1(json!({"round_modify": true}));
        play.act(HOST, arm(state));
        let events = play.act(HOST, action);
        let errors: Vec<Value> = only(&events, "error.raised").into_iter().cloned().collect();
        assert_eq!(
            errors,
            [json!({"type": "error.raised", "state": state, "message": "injected"})]
        );
        assert_eq!(field(&play, "armed_errors"), json!([]), "used up");
        let expected = if state == "matchOver" { "matchOver" } else { "roundModification" };
        assert_eq!(play.phase(), expected);
    }
    let mut play = lobby(json!({}));
    play.act(HOST, arm("interruptMatch"));
    play.act(HOST, arm("matchStart"));
    let events = play.act(0, json!({"type": "start_match"}));
    assert_eq!(only(&events, "error.raised").len(), 2);
    assert_eq!(play.phase(), "waitingForMatchStart");
}
