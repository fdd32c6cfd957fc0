//! The numbered worked examples of the rules document.

use bout_core::{BotSpec, Catalogued, Dice, Match, Seed, Sink, Turn};
use serde_json::json;

use crate::*;

#[test]
fn example_01_start() {
    let mut play = lobby(json!({}));
    play.act(0, json!({"type": "start_match"}));
    assert_eq!(log(&play, 0), ["startClicked -> matchStart 0", "ready -> cooldown 0"]);
    let timer = seen(&play, "timer");
    assert_eq!((&timer["kind"], &timer["remaining_ms"]), (&json!("cooldown"), &json!(3_000)));
    play.advance(2_999);
    assert_eq!(play.phase(), "cooldown");
    play.advance(3_000);
    assert_eq!(
        log(&play, 2),
        ["ready -> roundStart 3000", "cardsRevealed -> waitingForPlayerAction 3000"]
    );
    assert_eq!(seen(&play, "timer")["deadline_ms"], 33_000);
    assert_eq!(seen(&play, "draw_pile"), json!({"player": 5, "opponent": 5}));
}

#[test]
fn example_02_the_higher_value_wins() {
    let mut play = round_1(json!({}));
    let events = play.at(5_000).act(0, select("power"));
    let evaluated = only(&events, "round.evaluated")[0];
    assert_eq!(evaluated["outcome"], "winPlayer");
    assert_eq!((&evaluated["player_value"], &evaluated["opponent_value"]), (&json!(8), &json!(7)));
    assert_eq!(scores(&play), (1, 0));
    assert_eq!(only(&events, "round.scored")[0]["captured"], json!({"player": 2, "opponent": 0}));
    assert_eq!(field(&play, "streak"), json!({"side": "player", "length": 1}));
    assert_eq!(field(&play, "chooser"), "opponent");
    assert_eq!(play.deadlines(), [(json!("cooldown"), 8_000)]);
    assert_eq!(
        names(&events),
        [
            "control.state.changed",
            "round.selection.locked",
            "round.evaluated",
            "control.state.changed",
            "round.scored",
            "control.state.changed",
            "control.countdown.started",
        ]
    );
}

#[test]
fn example_03_turns_and_ties() {
    let mut play = round_1(json!({}));
    play.at(5_000).act(0, select("power"));
    play.advance(8_000);
    assert_eq!(play.at(9_000).refused(0, select("power")), "not_your_turn");
    play.at(9_500).act(1, select("power"));
    assert_eq!(scores(&play), (1, 0));
    assert_eq!(field(&play, "rounds_played"), 2);
    assert_eq!(field(&play, "discard").as_array().unwrap().len(), 2);
    assert_eq!(field(&play, "streak"), json!({"side": null, "length": 0}));
    assert_eq!(field(&play, "chooser"), "player");
    assert_eq!(play.deadlines(), [(json!("cooldown"), 12_500)]);
}

#[test]
fn example_04_auto_select_decides_the_match() {
    let mut play = round_1(json!({"win_target": 2}));
    play.at(5_000).act(0, select("power"));
    play.advance(8_000);
    play.at(9_500).act(1, select("newaza"));
    assert_eq!(scores(&play), (1, 1));
    play.advance(12_500);
    assert_eq!(play.deadlines(), [(json!("selection"), 42_500)]);
    let events = play.advance(42_500);
    let locked = only(&events, "round.selection.locked")[0];
    assert_eq!((&locked["stat"], &locked["source"]), (&json!("newaza"), &json!("auto")));
    assert_eq!(scores(&play), (2, 1));
    let end = log(&play, 0);
    assert_eq!(
        end[end.len() - 2..],
        ["matchPointReached -> matchDecision 42500", "finalize -> matchOver 42500"]
    );
    assert_eq!(play.ending(), ("points", vec![0]));
    assert_eq!(play.refused(0, select("newaza")), "wrong_state");
}

#[test]
fn example_05_all_equal_is_a_draw() {
    let fives = json!([[5, 5, 5, 5, 5], [5, 5, 5, 5, 5], [5, 5, 5, 5, 5]]);
    let mut play = started(json!({"decks": [fives, fives], "win_target": 3, "cooldown_ms": 0}));
    for round in 0..3 {
        play.act(round % 2, select("speed"));
    }
    assert_eq!(scores(&play), (0, 0));
    assert_eq!(play.ending(), ("draw", vec![]));
    assert_eq!(play.outcome().unwrap().drew.len(), 2);
    assert_eq!(seen(&play, "prev_state"), "matchDecision");
}

#[test]
fn example_06_the_piles_run_out() {
    let mut play = started(json!({"decks": decks(3), "cooldown_ms": 0}));
    for round in 0..3 {
        play.act(round % 2, select("speed"));
    }
    assert_eq!(scores(&play), (0, 3));
    assert_eq!(play.ending(), ("rounds", vec![1]));
}

#[test]
fn example_07_a_late_host_changes_nothing() {
    let mut play = round_1(json!({}));
    let events = play.advance(33_150);
    assert_eq!(
        log(&play, 4),
        [
            "timeout -> roundDecision 33000",
            "outcome=winPlayer -> roundOver 33000",
            "continue -> cooldown 33000"
        ]
    );
    assert_eq!(only(&events, "round.selection.locked")[0]["stat"], "power");
    assert_eq!(play.deadlines(), [(json!("cooldown"), 36_000)]);
    let drift = only(&events, "timer.drift");
    assert_eq!(drift, [&json!({"type": "timer.drift", "timer": "selection", "drift_ms": 29_150})]);
    let replay = play.table().replay();
    let mut signals = replay
        .entries
        .iter()
        .filter(|entry| matches!(entry.input, bout_core::Input::Signal { .. }));
    assert_eq!(signals.next_back().unwrap().at.0, 4_000, "stamped with the missed moment");
}

#[test]
fn example_08_the_last_millisecond() {
    let mut play = round_1(json!({}));
    let events = play.at(32_999).act(0, select("newaza"));
    assert_eq!(only(&events, "round.selection.locked")[0]["source"], "manual");
    assert_eq!(only(&events, "round.evaluated")[0]["outcome"], "winOpponent");
    assert_eq!(scores(&play), (0, 1));
}

#[test]
fn example_08b_at_the_deadline_it_is_too_late() {
    let mut play = round_1(json!({}));
    let choice = json!({"type": "select_stat", "stat": "newaza", "round": 1});
    assert_eq!(play.at(33_000).refused(0, choice.clone()), "deadline_due");
    play.advance(33_000);
    assert_eq!(scores(&play), (1, 0));
    assert_eq!(play.refused(0, choice), "stale_round");
}

#[test]
fn example_09_a_pause_keeps_the_rest() {
    let mut play = round_1(json!({}));
    let events = play.at(10_000).act(0, away("visibility"));
    let paused = only(&events, "timer.paused")[0];
    assert_eq!(paused["remaining_ms"], 23_000);
    assert_eq!((&paused["by"], &paused["why"]), (&json!("player"), &json!("visibility")));
    let events = play.at(400_000).act(0, back());
    assert_eq!(only(&events, "timer.resumed")[0]["remaining_ms"], 23_000);
    assert_eq!(play.deadlines(), [(json!("selection"), 423_000)]);
    play.advance(422_999);
    assert_eq!(play.phase(), "waitingForPlayerAction");
    play.advance(423_000);
    assert_eq!(scores(&play), (1, 0));
}

#[test]
fn example_10_a_pause_keeps_one_millisecond() {
    let mut play = started(json!({}));
    let events = play.at(2_999).act(0, away("visibility"));
    assert_eq!(only(&events, "timer.paused")[0]["remaining_ms"], 1);
    play.at(60_000).act(0, back());
    play.advance(60_001);
    assert_eq!(play.phase(), "waitingForPlayerAction");
    assert_eq!(play.deadlines(), [(json!("selection"), 90_001)]);
}

fn pvp() -> Value {
    json!({"mode": "pvp", "first_chooser": "player"})
}

#[test]
fn example_11_the_budget_ends_a_pause() {
    let mut play = round_1(pvp());
    let events = play.at(13_000).act(0, away("visibility"));
    assert_eq!(only(&events, "timer.paused")[0]["remaining_ms"], 20_000);
    let events = play.advance(73_000);
    let resumed = only(&events, "timer.resumed")[0];
    assert_eq!((&resumed["by"], &resumed["why"]), (&json!("player"), &json!("budget")));
    assert_eq!(play.deadlines(), [(json!("selection"), 93_000)]);
    play.advance(93_000);
    assert_eq!(scores(&play), (1, 0));
    assert_eq!(field(&play, "pause_budget_ms"), json!({"player": 0, "opponent": 60_000}));
}

#[test]
fn example_11b_only_the_chooser_holds_the_selection() {
    let mut play = round_1(pvp());
    let events = play.at(3_000).act(1, away("visibility"));
    assert!(only(&events, "timer.paused").is_empty());
    play.advance(33_000);
    assert_eq!(scores(&play), (1, 0));
}

#[test]
fn example_12_drift_begins_above_200() {
    for (late, drift) in [(5_200, None), (5_201, Some(201))] {
        let mut play = round_1(json!({}));
        assert!(play.advance(4_000).is_empty());
        let events = play.advance(late);
        let told = only(&events, "timer.drift").first().map(|event| event["drift_ms"].clone());
        assert_eq!(told, drift.map(|ms| json!(ms)), "at {late}");
        assert_eq!(play.deadlines(), [(json!("selection"), 33_000)], "the deadline is not moved");
    }
}

#[test]
fn example_13_a_long_silence_is_caught_up_in_order() {
    let mut play = started(json!({}));
    let events = play.advance(100_000);
    let rounds: Vec<_> = only(&events, "round.evaluated")
        .iter()
        .map(|e| {
            (e["stat"].as_str().unwrap(), e["player_value"].clone(), e["opponent_value"].clone())
        })
        .collect();
    assert_eq!(
        rounds,
        [
            ("power", json!(8), json!(7)),
            ("newaza", json!(6), json!(9)),
            ("newaza", json!(7), json!(5))
        ]
    );
    assert_eq!(scores(&play), (2, 1));
    assert_eq!(play.phase(), "cooldown");
    assert_eq!(play.deadlines(), [(json!("cooldown"), 102_000)]);
    let drift: Vec<_> = only(&events, "timer.drift")
        .iter()
        .map(|e| (e["timer"].as_str().unwrap().to_owned(), e["drift_ms"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("cooldown", 99_000),
        ("selection", 96_000),
        ("cooldown", 66_000),
        ("selection", 63_000),
        ("cooldown", 33_000),
        ("selection", 30_000),
    ];
    assert_eq!(drift, expected.map(|(timer, ms)| (timer.to_owned(), ms)));
}

#[test]
fn example_14_without_auto_select_time_takes_nothing_away() {
    let mut play = round_1(json!({"auto_select": false}));
    let events = play.advance(500_000);
    let expired = only(&events, "round.timer.expired")[0];
    assert_eq!(expired["auto_select"], false);
    let refused = only(&events, "transition.refused")[0];
    assert_eq!(
        refused,
        &json!({"type": "transition.refused", "state": "waitingForPlayerAction",
                "trigger": "timeout", "code": "guard_failed"})
    );
    assert_eq!(play.phase(), "waitingForPlayerAction");
    let timer = seen(&play, "timer");
    assert_eq!((&timer["expired"], &timer["remaining_ms"]), (&json!(true), &json!(0)));
    play.at(500_001).act(0, select("newaza"));
    assert_eq!(scores(&play), (0, 1));
}

#[test]
fn example_14b_between_people_patience_ends() {
    let mut config = pvp();
    config["auto_select"] = json!(false);
    let mut play = round_1(config);
    play.advance(62_999);
    assert_eq!(play.phase(), "waitingForPlayerAction");
    play.advance(63_000);
    assert_eq!(play.ending(), ("forfeit", vec![1]));
    assert_eq!(result(&play).2, "stalled");
}

#[test]
fn example_15_quit() {
    let mut play = round_1(json!({}));
    play.at(4_000).act(0, json!({"type": "quit"}));
    assert_eq!(log(&play, 4), ["interrupt -> interruptRound 4000", "abortMatch -> matchOver 4000"]);
    assert_eq!(play.ending(), ("forfeit", vec![1]));
    assert_eq!(scores(&play), (0, 0));
    assert_eq!(play.at(4_001).refused(0, json!({"type": "quit"})), "no_transition");
}

#[test]
fn example_16_navigation() {
    let mut play = round_1(json!({}));
    play.at(4_000).act(0, interrupt("navigation"));
    assert_eq!(play.phase(), "waitingForMatchStart");
    assert_eq!(field(&play, "last_result")["kind"], "abandoned");
    let mut play = round_1(pvp());
    play.at(4_000).act(0, interrupt("navigation"));
    assert_eq!(play.ending(), ("forfeit", vec![1]));
}

#[test]
fn example_16b_quit_in_the_lobby() {
    let mut play = lobby(json!({}));
    play.at(5).act(0, json!({"type": "quit"}));
    assert_eq!(play.ending(), ("aborted", vec![]));
    play.act(0, json!({"type": "home"}));
    assert_eq!(play.phase(), "waitingForMatchStart");
}

#[test]
fn example_17_a_scored_round_is_taken_back() {
    let mut play = round_1(json!({}));
    play.act(HOST, arm("roundOver"));
    let events = play.at(4_000).act(0, select("power"));
    assert_eq!(only(&events, "round.evaluated").len(), 1);
    assert!(only(&events, "round.scored").is_empty());
    assert_eq!(only(&events, "error.raised")[0]["state"], "roundOver");
    assert_eq!(only(&events, "interrupt.resolved")[0]["resolution"], "restartRound");
    assert_eq!(scores(&play), (0, 0));
    assert_eq!(seen(&play, "captured"), json!({"player": [], "opponent": []}));
    assert_eq!(drawn(&play.advance(7_000)), (json!(6), json!(6)), "A2 v B2");
    assert_eq!((field(&play, "chooser"), seen(&play, "round")), (json!("player"), json!(1)));
}

#[test]
fn example_18_unseen_cards_are_drawn_again() {
    let mut play = round_1(json!({}));
    play.act(HOST, arm("roundDecision"));
    let events = play.at(4_000).act(0, select("power"));
    assert!(only(&events, "round.evaluated").is_empty());
    assert_eq!(
        names(&events)[..4],
        ["control.state.changed", "error.raised", "control.state.changed", "interrupt.raised"]
    );
    assert_eq!(drawn(&play.advance(7_000)), (json!(8), json!(7)), "A1 v B1");
}

#[test]
fn example_19_the_fourth_error_ends_the_match() {
    let mut play = started(json!({}));
    for at in [3_000, 6_000, 9_000] {
        play.act(HOST, arm("roundStart"));
        play.advance(at);
        assert_eq!(play.phase(), "cooldown", "at {at}");
    }
    play.act(HOST, arm("roundStart"));
    play.advance(12_000);
    assert_eq!(play.ending(), ("no_contest", vec![]));
    assert_eq!(scores(&play), (0, 0));
}

#[test]
fn example_20_errors_outside_a_round() {
    let mut play = round_1(json!({"win_target": 1}));
    play.act(HOST, arm("matchDecision"));
    play.act(0, select("power"));
    let end = log(&play, 0);
    assert_eq!(
        end[end.len() - 2..],
        ["interrupt -> interruptMatch 3000", "toLobby -> waitingForMatchStart 3000"]
    );
    assert_eq!(field(&play, "last_result")["kind"], "abandoned");
}

#[test]
fn example_20b_set_up_fails() {
    let mut play = lobby(json!({}));
    play.act(HOST, arm("matchStart"));
    play.act(0, json!({"type": "start_match"}));
    assert_eq!(
        log(&play, 0),
        [
            "startClicked -> matchStart 0",
            "error -> interruptMatch 0",
            "toLobby -> waitingForMatchStart 0"
        ]
    );
}

#[test]
fn example_21_a_modified_round() {
    let mut play = round_1(json!({"round_modify": true, "win_target": 3}));
    play.at(4_000).act(HOST, interrupt("admin"));
    assert_eq!(play.phase(), "roundModification");
    assert_eq!(play.refused(HOST, modify(json!({}))), "stat_required");
    play.act(HOST, json!({"type": "cancel_modification"}));
    assert_eq!(play.phase(), "interruptRound");
    assert_eq!(seen(&play, "draw_pile"), json!({"player": 6, "opponent": 6}));
    play.act(HOST, resolve("roundModifyFlag"));
    let edits = json!({"stat": "speed", "opponentScore": 2});
    let events = play.act(HOST, modify(edits.clone()));
    assert_eq!(only(&events, "modification.applied")[0]["edits"], edits);
    assert_eq!(only(&events, "round.selection.locked")[0]["source"], "admin");
    let evaluated = only(&events, "round.evaluated")[0];
    assert_eq!((&evaluated["player_value"], &evaluated["opponent_value"]), (&json!(5), &json!(7)));
    assert_eq!(scores(&play), (0, 3));
    assert_eq!(play.ending(), ("points", vec![1]));
    assert_eq!(field(&play, "result")["modified"], true);
}

#[test]
fn example_22_cards_decide() {
    let mut play = round_1(json!({"round_modify": true, "win_target": 3, "max_rounds": 3}));
    play.act(0, select("power"));
    play.advance(6_000);
    play.act(1, select("power"));
    play.advance(9_000);
    play.act(HOST, interrupt("admin"));
    let edits = json!({"stat": "newaza", "playerValue": 4, "opponentValue": 4, "opponentScore": 1});
    play.act(HOST, modify(edits));
    assert_eq!(scores(&play), (1, 1));
    assert_eq!(field(&play, "rounds_played"), 3);
    assert_eq!(play.ending(), ("cards", vec![0]));
}

#[test]
fn example_23_without_the_flag_the_round_restarts() {
    let mut play = round_1(json!({}));
    play.at(4_000).act(HOST, interrupt("admin"));
    assert_eq!(play.phase(), "cooldown");
    assert_eq!(drawn(&play.advance(7_000)), (json!(8), json!(7)));
}

#[test]
fn example_24_the_winner_chooses() {
    let mut play = started(json!({"chooser_policy": "winner", "cooldown_ms": 0}));
    play.act(0, select("speed"));
    assert_eq!((scores(&play), field(&play, "chooser")), ((0, 1), json!("opponent")));
    play.act(1, select("power"));
    assert_eq!((scores(&play), field(&play, "chooser")), ((0, 1), json!("opponent")));
    play.act(1, select("newaza"));
    assert_eq!((scores(&play), field(&play, "chooser")), ((1, 1), json!("player")));
}

#[test]
fn example_25_both_skip() {
    let mut play = started(pvp());
    let skip = json!({"type": "skip"});
    play.at(100).act(0, skip.clone());
    assert_eq!(field(&play, "skip_votes"), json!(["player"]));
    assert_eq!(play.at(101).refused(0, skip.clone()), "already_skipped");
    play.at(102).act(1, skip);
    assert_eq!(play.phase(), "waitingForPlayerAction");
    assert_eq!(play.deadlines(), [(json!("selection"), 30_102)]);
}

#[test]
fn example_26_a_pause_of_length_0_is_still_a_state() {
    let mut play = started(json!({"cooldown_ms": 0}));
    play.act(0, select("power"));
    let passed = log(&play, 0);
    assert_eq!(passed.iter().filter(|line| line.ends_with("cooldown 0")).count(), 2);
    assert_eq!(play.phase(), "waitingForPlayerAction");
    assert_eq!((scores(&play), field(&play, "chooser")), ((1, 0), json!("opponent")));
}

#[test]
fn example_27_the_third_expiry_forfeits() {
    let mut config = pvp();
    config["chooser_policy"] = json!("player");
    let mut play = round_1(config);
    play.advance(33_000);
    let events = play.advance(66_000);
    let evaluated = only(&events, "round.evaluated")[0];
    assert_eq!(evaluated["stat"], "technique");
    assert_eq!(scores(&play), (2, 0));
    play.advance(99_000);
    assert_eq!(play.ending(), ("forfeit", vec![1]));
    assert_eq!(scores(&play), (2, 0));
}

#[test]
fn example_28_a_person_resolves() {
    let mut play = round_1(json!({"interrupt_mode": "manual"}));
    play.at(4_000).act(HOST, interrupt("error"));
    assert_eq!(play.refused(0, select("power")), "wrong_state");
    assert_eq!(play.refused(0, resolve("toLobby")), "no_transition");
    play.at(4_004).act(0, resolve("restartRound"));
    assert_eq!(play.deadlines(), [(json!("cooldown"), 7_004)]);
}

#[test]
fn example_29_the_table_resolves_in_the_end() {
    let mut play = round_1(json!({"interrupt_mode": "manual"}));
    play.at(4_000).act(0, interrupt("navigation"));
    play.advance(33_999);
    assert_eq!(play.phase(), "interruptRound");
    play.advance(34_000);
    assert_eq!(play.phase(), "waitingForMatchStart");
}

/// What a bot names for the card 8 5 6 7 4 over many draws, as letters.
fn named(bot: &str) -> String {
    let config = bout_judo::Config {
        test_mode: true,
        cooldown_ms: 0,
        decks: serde_json::from_value(decks(6)).unwrap(),
        ..bout_judo::Config::default()
    };
    let game = <Judo as bout_core::Game>::new(config, &()).unwrap();
    let mut live = Match::open(std::sync::Arc::new(game), Seed(1), Sink::none());
    let start = bout_judo::Action::StartMatch { win_target: None };
    let input = bout_core::Input::Act { seat: bout_core::Seat(0), action: start };
    live.step(bout_core::Millis(0), &input, Sink::none()).unwrap();
    let mut bot = Judo::bot(&BotSpec::plain(bot)).unwrap().unwrap();
    let mut named: Vec<char> = (0..200)
        .map(|n| {
            let turn = Turn::new(&live, bout_core::Seat(0));
            let choice = bot.choose(&turn, &mut Dice::of(Seed(7), n));
            let bout_core::Choice::Act(bout_judo::Action::SelectStat {
                stat: bout_judo::Sent::Known(stat),
                ..
            }) = choice
            else {
                panic!("it is its turn")
            };
            ['P', 'S', 'T', 'K', 'N'][stat as usize]
        })
        .collect();
    named.sort_by_key(|letter| "PSTKN".find(*letter));
    named.dedup();
    named.into_iter().collect()
}

#[test]
fn example_30_candidates() {
    assert_eq!(named("medium"), "PTK");
    assert_eq!(named("hard"), "P");
    assert_eq!(named("easy"), "PSTKN");
    assert_eq!(named("first"), "P");
    assert_eq!(named("auto"), "P");
}

#[test]
fn example_31_a_timer_may_start_paused() {
    let mut play = lobby(json!({"cooldown_ms": 0}));
    play.act(0, away("visibility"));
    let events = play.at(1).act(0, json!({"type": "start_match"}));
    assert_eq!(play.phase(), "waitingForPlayerAction");
    assert_eq!(only(&events, "round.prompt")[0]["deadline_ms"], json!(null));
    assert_eq!(only(&events, "timer.paused")[0]["remaining_ms"], 30_000);
    play.at(60_000).act(0, back());
    assert_eq!(play.deadlines(), [(json!("selection"), 90_000)]);
}

fn manual_pvp() -> Value {
    json!({"mode": "pvp", "first_chooser": "player", "interrupt_mode": "manual"})
}

#[test]
fn example_32_pressing_the_button_costs_nothing() {
    let mut play = round_1(manual_pvp());
    play.at(4_000).act(0, json!({"type": "quit"}));
    assert_eq!(play.refused(1, resolve("restartRound")), "not_allowed");
    play.act(1, resolve("abortMatch"));
    assert_eq!(play.ending(), ("forfeit", vec![1]));
    assert_eq!(result(&play).2, "quit");
}

#[test]
fn example_32b_after_an_error_it_does() {
    let mut play = round_1(manual_pvp());
    play.at(4_000).act(HOST, interrupt("error"));
    play.act(0, resolve("abortMatch"));
    assert_eq!(play.ending(), ("forfeit", vec![1]));
    assert_eq!(result(&play).2, "error");
}

#[test]
fn example_32c_the_host_blames_nobody() {
    let mut play = round_1(json!({"interrupt_mode": "manual"}));
    play.at(4_000).act(HOST, json!({"type": "interrupt", "reason": "error", "side": "player"}));
    play.act(HOST, resolve("abortMatch"));
    assert_eq!(play.ending(), ("no_contest", vec![]));
}

#[test]
fn example_33_a_seen_pairing_is_remembered_over_two_errors() {
    let mut play = round_1(json!({}));
    play.act(HOST, arm("roundOver"));
    play.act(HOST, arm("cooldown"));
    play.at(4_000).act(0, select("power"));
    assert_eq!(field(&play, "error_restarts"), 2);
    assert_eq!(field(&play, "interrupt")["from"], "cooldown");
    assert_eq!(drawn(&play.advance(7_000)), (json!(6), json!(6)));
}

#[test]
fn example_34_no_half_edit_stays() {
    let mut play = round_1(json!({"round_modify": true, "win_target": 3}));
    play.at(4_000).act(HOST, interrupt("admin"));
    play.act(HOST, arm("roundDecision"));
    let events = play.act(HOST, modify(json!({"stat": "speed", "opponentScore": 2})));
    assert!(only(&events, "modification.applied").is_empty());
    assert_eq!((scores(&play), field(&play, "modified")), ((0, 0), json!(false)));
    assert_eq!(drawn(&play.advance(7_000)), (json!(8), json!(7)));
}

#[test]
fn example_35_a_lobby_is_always_clean() {
    let mut play = round_1(json!({"win_target": 1}));
    play.act(0, select("power"));
    assert_eq!(scores(&play), (1, 0));
    play.act(HOST, arm("waitingForMatchStart"));
    play.act(0, json!({"type": "home"}));
    assert_eq!(play.ending(), ("aborted", vec![]));
    assert_eq!((scores(&play), result(&play).2), ((0, 0), json!("error")));
    play.act(0, json!({"type": "home"}));
    assert_eq!(play.phase(), "waitingForMatchStart");
}

#[test]
fn example_36_both_hold_the_pause() {
    let mut play = started(pvp());
    play.at(1_000).act(0, away("visibility"));
    let events = play.at(2_000).act(1, away("visibility"));
    assert!(only(&events, "timer.paused").is_empty(), "it stands already");
    assert_eq!(seen(&play, "timer")["remaining_ms"], 2_000);
    assert!(only(&play.advance(61_999), "timer.resumed").is_empty());
    let events = play.advance(62_000);
    let resumed = only(&events, "timer.resumed")[0];
    assert_eq!((&resumed["by"], &resumed["why"]), (&json!("opponent"), &json!("budget")));
    play.advance(64_000);
    assert_eq!(play.phase(), "waitingForPlayerAction");
}

#[test]
fn example_37_a_choice_counts_although_its_evaluation_failed() {
    let mut config = pvp();
    config["chooser_policy"] = json!("player");
    let mut play = round_1(config);
    play.advance(69_000);
    assert_eq!(field(&play, "idle_count")["player"], 2);
    play.act(HOST, arm("roundDecision"));
    play.at(70_000).act(0, select("speed"));
    assert_eq!(play.deadlines(), [(json!("cooldown"), 73_000)]);
    play.advance(103_000);
    assert!(play.outcome().is_none());
    assert_eq!(field(&play, "idle_count")["player"], 1);
    assert_eq!(field(&play, "last_round")["source"], "auto");
}

#[test]
fn example_38_absence() {
    let mut play = round_1(pvp());
    play.at(4_000).left(1);
    let events = play.at(5_000).act(0, select("power"));
    assert_eq!(scores(&play), (1, 0));
    let paused = only(&events, "timer.paused")[0];
    assert_eq!((&paused["remaining_ms"], &paused["by"]), (&json!(3_000), &json!("opponent")));
    play.advance(64_000);
    let end = log(&play, 0);
    assert_eq!(end[end.len() - 2], "interrupt -> interruptRound 64000");
    assert_eq!(play.ending(), ("forfeit", vec![0]));
    assert_eq!((result(&play).2, scores(&play)), (json!("disconnect"), (1, 0)));
}

#[test]
fn example_39_a_dialog_pauses_against_the_computer_only() {
    let mut play = round_1(json!({}));
    let events = play.at(4_000).act(0, away("dialog"));
    assert_eq!(only(&events, "timer.paused")[0]["remaining_ms"], 29_000);
    let mut play = round_1(pvp());
    assert_eq!(play.at(4_000).refused(0, away("dialog")), "pause_not_allowed");
}

#[test]
fn example_40_too_late() {
    let mut play = round_1(json!({"win_target": 1}));
    play.advance(40_000);
    assert_eq!((play.ending(), scores(&play)), (("points", vec![0]), (1, 0)));
    assert_eq!(field(&play, "transition_log")[4]["at_ms"], 33_000);
    assert_eq!(play.refused(0, select("newaza")), "wrong_state");
    let round = json!({"type": "select_stat", "stat": "newaza", "round": 1});
    assert_eq!(play.refused(0, round), "stale_round");
}
