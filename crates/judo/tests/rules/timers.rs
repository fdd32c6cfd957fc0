//! Timers: exact ends, pauses, budgets, drift, absence.

use bout_core::Signal;
use serde_json::{Value, json};

use crate::*;

fn pvp() -> Value {
    json!({"mode": "pvp", "first_chooser": "player"})
}

fn drifts(events: &[Value]) -> Vec<u64> {
    only(events, "timer.drift").iter().map(|event| event["drift_ms"].as_u64().unwrap()).collect()
}

#[test]
fn ticks_are_whole_seconds_of_what_is_left() {
    // 3 000 to 33 000; a first look at 3 500 has missed nothing: the next tick is at 4 000.
    let mut play = round_1(json!({}));
    assert!(drifts(&play.advance(3_500)).is_empty());
    assert!(drifts(&play.advance(4_200)).is_empty(), "200 is no drift");
    assert_eq!(drifts(&play.advance(5_201)), [201]);
    assert!(drifts(&play.advance(6_000)).is_empty(), "the next one is told of anew");
}

#[test]
fn after_a_pause_ticks_follow_what_is_left() {
    let mut play = round_1(json!({}));
    play.at(3_700).act(0, away("visibility"));
    assert!(play.advance(90_000).is_empty(), "a standing timer has no ticks");
    play.act(0, back());
    // 29 300 are left: the next whole second is 300 away.
    assert!(drifts(&play.advance(90_500)).is_empty());
    assert_eq!(drifts(&play.advance(91_600)), [300]);
}

#[test]
fn a_missed_end_is_drift_too() {
    let mut play = started(json!({"cooldown_ms": 900}));
    assert_eq!(drifts(&play.advance(1_500)), [600]);
    assert_eq!(log(&play, 2)[0], "ready -> roundStart 900");
}

#[test]
fn drift_can_be_switched_off_and_needs_a_timer() {
    let mut play = round_1(json!({"emit_ticks": false}));
    assert!(drifts(&play.advance(33_150)).is_empty());
    let mut play = lobby(json!({}));
    assert!(play.signal(Signal::Clock { late_ms: 900 }).is_empty());
    let mut play = round_1(json!({}));
    assert_eq!(drifts(&play.signal(Signal::Clock { late_ms: 201 })), [201]);
    assert!(play.signal(Signal::Clock { late_ms: 200 }).is_empty());
    play.act(0, away("visibility"));
    assert!(play.signal(Signal::Clock { late_ms: 900 }).is_empty(), "it stands");
    let mut play = round_1(json!({"interrupt_mode": "manual"}));
    play.act(HOST, interrupt("error"));
    assert!(play.signal(Signal::Clock { late_ms: 900 }).is_empty(), "resolve does not drift");
}

#[test]
fn an_expired_timer_and_patience_do_not_pause() {
    let mut config = pvp();
    config["auto_select"] = json!(false);
    let mut play = round_1(config);
    play.advance(33_000);
    assert_eq!(seen(&play, "timer")["kind"], "stall");
    assert!(play.at(40_000).act(0, away("visibility")).is_empty());
    assert_eq!(play.deadlines(), [(json!("stall"), 63_000)]);
    let mut play = round_1(json!({"auto_select": false}));
    play.advance(33_000);
    assert!(play.act(0, away("visibility")).is_empty());
}

#[test]
fn a_choice_and_a_skip_count_while_paused() {
    let mut play = started(json!({}));
    play.at(1_000).act(0, away("visibility"));
    play.at(50_000).act(0, json!({"type": "skip"}));
    assert_eq!(play.phase(), "waitingForPlayerAction");
    assert!(play.deadlines().is_empty(), "it starts paused");
    play.at(70_000).act(0, select("power"));
    assert_eq!(scores(&play), (1, 0));
}

#[test]
fn budgets_are_charged_while_a_timer_stands() {
    let mut play = round_1(pvp());
    play.at(5_000).act(0, away("visibility"));
    play.at(15_000).act(0, back());
    assert_eq!(field(&play, "pause_budget_ms")["player"], 50_000);
    play.at(20_000).act(0, away("visibility"));
    play.at(21_000).act(0, select("power"));
    assert_eq!(field(&play, "pause_budget_ms")["player"], 49_000);
    // The player is still away: the pause before round 2 begins standing, and is charged.
    play.at(25_000).act(1, json!({"type": "skip"}));
    play.at(26_000).act(0, json!({"type": "skip"}));
    assert_eq!(field(&play, "pause_budget_ms")["player"], 44_000);
    // Round 2 is the opponent's: the player's absence does not hold it.
    assert_eq!(play.deadlines(), [(json!("selection"), 56_000)]);
    assert_eq!(field(&play, "pause_budget_ms")["opponent"], 60_000);
}

#[test]
fn a_spent_budget_pauses_no_more() {
    let mut play = round_1(pvp());
    play.act(0, away("visibility"));
    play.advance(63_000);
    assert_eq!(field(&play, "pause_budget_ms")["player"], 0);
    play.act(0, back());
    assert!(play.act(0, away("visibility")).is_empty());
    assert_eq!(play.deadlines(), [(json!("selection"), 93_000)]);
}

#[test]
fn both_budgets_ending_at_once_are_the_players() {
    let mut play = started(pvp());
    play.act(0, away("visibility"));
    play.act(1, away("visibility"));
    let events = play.advance(60_000);
    assert_eq!(only(&events, "timer.resumed")[0]["by"], "player");
}

#[test]
fn a_second_absentee_is_not_told_as_a_pause() {
    let mut play = started(pvp());
    assert_eq!(names(&play.act(0, away("visibility"))), ["timer.paused"]);
    assert!(play.act(1, away("visibility")).is_empty());
    assert!(play.act(0, back()).is_empty());
    let events = play.act(1, back());
    assert_eq!((names(&events), &events[0]["by"]), (vec!["timer.resumed"], &json!("opponent")));
}

#[test]
fn absence_ends_a_match() {
    let mut play = round_1(json!({}));
    play.at(10_000).left(0);
    assert_eq!(seen(&play, "absence_at"), json!({"player": 70_000, "opponent": null}));
    assert_eq!(seen(&play, "timer")["running"], false);
    play.at(20_000).returned(0);
    assert_eq!(seen(&play, "absence_at"), json!({"player": null, "opponent": null}));
    play.at(21_000).left(0);
    play.advance(81_000);
    assert_eq!(
        play.phase(),
        "waitingForMatchStart",
        "against the computer it counts as navigation"
    );
    assert_eq!(field(&play, "last_result")["reason"], "navigation");
}

#[test]
fn when_both_are_absent_nobody_is_to_blame() {
    let mut play = round_1(pvp());
    play.at(4_000).left(0);
    play.at(5_000).left(1);
    play.advance(64_000);
    assert_eq!(play.ending(), ("no_contest", vec![]));
    assert_eq!(result(&play).2, "disconnect");
}

#[test]
fn absence_comes_before_budget_and_timer() {
    // Away since 3 000: budget and absence both end at 63 000; the absence decides.
    let mut play = round_1(pvp());
    play.left(0);
    assert_eq!(play.deadlines(), [(json!("absence(player)"), 63_000), (json!("budget"), 63_000)]);
    let events = play.advance(63_000);
    assert!(only(&events, "timer.resumed").is_empty());
    assert_eq!(play.ending(), ("forfeit", vec![1]));
}

#[test]
fn who_is_away_may_also_lose_his_connection() {
    let mut play = round_1(pvp());
    play.act(0, away("visibility"));
    assert!(play.at(9_000).left(0).is_empty());
    assert_eq!(field(&play, "inactive_why")["player"], "disconnect");
    assert_eq!(seen(&play, "absence_at")["player"], 69_000);
    play.at(20_000).left(0);
    assert_eq!(seen(&play, "absence_at")["player"], 69_000, "told twice, it is lost once");
    assert_eq!(names(&play.at(30_000).returned(0)), ["timer.resumed"]);
    assert!(play.at(31_000).returned(0).is_empty());
    let mut play = round_1(json!({}));
    assert!(play.left(1).is_empty(), "a computer player is always there");
}

#[test]
fn an_absence_in_an_interrupt_changes_nothing() {
    let mut play =
        round_1(json!({"mode": "pvp", "interrupt_mode": "manual", "resolve_ms": 120_000}));
    play.left(0);
    play.act(HOST, interrupt("error"));
    play.advance(70_000);
    assert_eq!(play.phase(), "interruptRound");
    play.advance(123_000);
    assert_eq!(play.phase(), "cooldown");
}

#[test]
fn no_absence_in_lobby_and_result() {
    let mut play = lobby(json!({}));
    play.left(0);
    assert!(play.deadlines().is_empty());
    let mut play = round_1(json!({}));
    play.left(0);
    play.act(0, json!({"type": "quit"}));
    assert!(play.deadlines().is_empty(), "cleared with the match");
    assert_eq!(field(&play, "inactive_why")["player"], "disconnect", "but he is still away");
}

/// At equal time a timer beats a signal, whatever the host forgot to fire.
#[test]
fn what_is_due_comes_before_a_signal() {
    let mut play = round_1(json!({}));
    let events = play.at(33_000).left(0);
    assert_eq!(only(&events, "round.selection.locked")[0]["source"], "auto");
    assert_eq!(scores(&play), (1, 0));
    let mut play = round_1(pvp());
    play.at(13_000).act(0, away("visibility"));
    let events = play.at(73_000).left(1);
    let resumed = only(&events, "timer.resumed")[0];
    assert_eq!((&resumed["by"], &resumed["why"]), (&json!("player"), &json!("budget")));
    let mut play = round_1(json!({"win_target": 1}));
    play.at(33_000).signal(Signal::Aborted);
    assert_eq!(play.ending(), ("points", vec![0]));
    let mut play = round_1(pvp());
    play.at(4_000).left(0);
    play.at(64_000).returned(0);
    assert_eq!(play.ending(), ("forfeit", vec![1]));
}

#[test]
fn budgets_are_shown_as_they_are() {
    let mut play = started(pvp());
    play.at(1_000).act(0, away("visibility"));
    play.advance(31_000);
    play.act(1, json!({"type": "skip"}));
    assert_eq!(seen(&play, "pause_budget_ms")["player"], 30_000);
    assert_eq!(seen(&play, "budget_at"), 61_000);
}

#[test]
fn an_abort_gives_no_restart() {
    let mut play = started(json!({}));
    play.signal(Signal::Aborted);
    assert_eq!(field(&play, "error_restarts"), 0);
}

#[test]
fn interrupted_timers_remember_their_rest() {
    let config = json!({"mode": "pvp", "first_chooser": "player", "auto_select": false,
                        "interrupt_mode": "manual"});
    let mut play = round_1(config.clone());
    play.advance(33_000);
    play.at(43_000).act(HOST, interrupt("error"));
    assert_eq!(play.view(HOST)["suspended_round"]["remaining_ms"], 20_000);
    let mut play = round_1(config);
    play.advance(63_000);
    assert_eq!(play.view(HOST)["suspended_round"]["remaining_ms"], 0);
    let mut play = round_1(json!({"round_modify": true}));
    let events = play.at(13_000).act(HOST, interrupt("admin"));
    assert_eq!(only(&events, "modification.opened")[0]["suspended"]["remaining_ms"], 20_000);
}
