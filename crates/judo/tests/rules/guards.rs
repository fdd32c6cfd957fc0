//! Every command, every rejection code, in the order of the document.

use bout_core::Named;
use bout_judo::{Judo, Reason};
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::*;

/// A person's room with nothing open but the game.
fn plain(changes: Value) -> Play<Judo> {
    Play::open(changes)
}

fn start(target: Value) -> Value {
    json!({"type": "start_match", "win_target": target})
}

#[test]
fn start_match() {
    let mut play = plain(json!({"max_rounds": 8}));
    assert_eq!(play.refused(1, start(json!(3))), "not_host");
    for bad in [json!(0), json!(9), json!(-1), json!(300), json!("many"), json!(2.5)] {
        assert_eq!(play.refused(0, start(bad.clone())), "invalid_win_target", "{bad}");
    }
    play.act(0, start(json!(8)));
    assert_eq!(seen(&play, "win_target"), 8);
    assert_eq!(play.refused(1, start(json!(3))), "wrong_state");
    let mut play = lobby(json!({}));
    assert_eq!(play.refused(HOST, start(json!(3))), "not_host");
}

#[test]
fn both_seats_must_be_there() {
    let mut play = plain(json!({"mode": "pvp"}));
    play.left(1);
    assert_eq!(play.refused(0, start(json!(99))), "seat_empty", "before the target is judged");
    assert!(play.legal(0).is_empty());
    play.returned(1);
    play.act(0, start(json!(3)));
    let mut play = plain(json!({}));
    play.left(0);
    play.act(0, start(json!(3)));
}

#[test]
fn select_stat() {
    let mut play = started(json!({}));
    let choice =
        |stat: Value, round: Value| json!({"type": "select_stat", "stat": stat, "round": round});
    assert_eq!(play.refused(0, choice(json!("power"), json!(2))), "stale_round");
    assert_eq!(play.refused(0, choice(json!("power"), json!(1))), "wrong_state");
    play.advance(3_000);
    assert_eq!(play.refused(0, choice(json!("luck"), json!(2))), "stale_round");
    assert_eq!(play.refused(0, choice(json!("power"), json!("one"))), "stale_round");
    assert_eq!(play.refused(1, choice(json!("luck"), json!(1))), "not_your_turn");
    assert_eq!(play.refused(0, choice(json!("luck"), json!(1))), "unknown_stat");
    assert_eq!(play.refused(0, choice(json!(null), json!(null))), "unknown_stat");
    assert_eq!(play.refused(7, select("power")), "unknown_seat");
    assert_eq!(play.refused(HOST, select("power")), "unknown_seat");
    play.act(0, choice(json!("power"), json!(1)));
    assert_eq!(play.refused(0, select("power")), "wrong_state", "the first choice decides");
}

#[test]
fn nobody_speaks_for_another_side() {
    let mut play = round_1(json!({"mode": "pvp", "first_chooser": "player"}));
    for name in ["select_stat", "skip", "quit", "interrupt", "set_active", "rematch", "home"] {
        let action = json!({"type": name, "side": "player", "stat": "power", "reason": "navigation", "active": false});
        let fields: &[&str] = match name {
            "select_stat" => &["type", "side", "stat"],
            "interrupt" => &["type", "side", "reason"],
            "set_active" => &["type", "side", "active"],
            _ => &["type", "side"],
        };
        let action: Value =
            fields.iter().map(|key| ((*key).to_owned(), action[*key].clone())).collect();
        assert_eq!(play.refused(1, action.clone()), "not_allowed", "{name}");
        let mut unknown = action;
        unknown["side"] = json!("referee");
        assert_eq!(play.refused(1, unknown), "unknown_seat", "{name}");
    }
    assert_eq!(
        play.refused(HOST, json!({"type": "quit", "side": "player"})),
        "not_allowed",
        "nor does the host, except where it speaks about one"
    );
    play.act(0, json!({"type": "select_stat", "stat": "power", "side": "player"}));
}

#[test]
fn skip() {
    let mut play = started(json!({}));
    assert_eq!(play.refused(1, json!({"type": "skip"})), "not_human_seat");
    let events = play.act(0, json!({"type": "skip"}));
    assert_eq!(names(&events)[0], "skip.voted");
    assert_eq!(play.refused(0, json!({"type": "skip"})), "wrong_state");
}

#[test]
fn quit() {
    let mut play = round_1(json!({}));
    assert_eq!(play.refused(1, json!({"type": "quit"})), "not_human_seat");
    assert_eq!(play.refused(HOST, json!({"type": "quit"})), "unknown_seat");
    play.act(0, json!({"type": "quit"}));
    assert_eq!(play.refused(0, json!({"type": "quit"})), "no_transition");
}

#[test]
fn interrupts_are_the_hosts_but_for_navigation() {
    let mut play = round_1(json!({}));
    for reason in ["quit", "error", "stalled", "disconnect", "admin", "boredom"] {
        assert_eq!(play.refused(0, interrupt(reason)), "not_allowed", "{reason}");
    }
    assert_eq!(play.refused(1, interrupt("navigation")), "not_allowed", "a computer player");
    assert_eq!(play.refused(HOST, interrupt("boredom")), "unknown_reason");
    assert_eq!(play.refused(HOST, json!({"type": "interrupt"})), "unknown_reason");
    play.act(HOST, interrupt("stalled"));
    assert_eq!(play.refused(HOST, interrupt("error")), "no_transition");
}

#[test]
fn set_active() {
    let mut play = round_1(json!({"mode": "pvp", "first_chooser": "player"}));
    assert_eq!(play.refused(0, back()), "no_change");
    assert_eq!(play.refused(0, away("disconnect")), "not_allowed");
    assert_eq!(play.refused(0, away("dialog")), "pause_not_allowed");
    assert_eq!(play.refused(HOST, away("disconnect")), "unknown_seat");
    play.act(0, away("visibility"));
    assert_eq!(play.refused(0, away("dialog")), "no_change");
    let gone =
        json!({"type": "set_active", "active": false, "why": "disconnect", "side": "opponent"});
    play.act(HOST, gone);
    assert_eq!(
        field(&play, "inactive_why"),
        json!({"player": "visibility", "opponent": "disconnect"})
    );
    let mut play = round_1(json!({}));
    assert_eq!(play.refused(1, away("visibility")), "not_human_seat");
    for bad in [
        json!({"type": "set_active"}),
        json!({"type": "set_active", "active": 1}),
        json!({"type": "set_active", "active": false, "why": "budget"}),
        json!({"type": "set_active", "active": false, "why": "sleep"}),
    ] {
        assert_eq!(play.refused(0, bad), "bad_request");
    }
}

#[test]
fn resolve_in_order() {
    let manual = json!({"interrupt_mode": "manual", "round_modify": true});
    let mut play = round_1(manual.clone());
    assert_eq!(play.refused(0, resolve("restartRound")), "wrong_state");
    play.act(HOST, interrupt("error"));
    assert_eq!(play.refused(0, resolve("finalize")), "no_transition");
    assert_eq!(play.refused(0, resolve("sing")), "no_transition");
    assert_eq!(play.refused(0, resolve("roundModifyFlag")), "guard_failed", "no administrator");
    assert_eq!(play.refused(1, resolve("abortMatch")), "not_allowed", "a computer player");
    play.act(0, resolve("abortMatch"));
    let mut play = started(manual);
    play.act(HOST, interrupt("error"));
    assert_eq!(play.refused(HOST, resolve("roundModifyFlag")), "nothing_to_modify");
    let mut play = round_1(json!({"interrupt_mode": "manual"}));
    play.act(HOST, interrupt("error"));
    assert_eq!(play.refused(HOST, resolve("roundModifyFlag")), "guard_failed", "the flag is off");
    let mut play = round_1(json!({"round_modify": true}));
    play.act(HOST, interrupt("admin"));
    play.act(HOST, json!({"type": "cancel_modification"}));
    assert_eq!(play.refused(0, resolve("restartRound")), "not_allowed", "mode auto");
}

#[test]
fn people_may_only_abort_each_other() {
    let mut play = round_1(json!({"mode": "pvp", "interrupt_mode": "manual"}));
    play.act(HOST, interrupt("error"));
    assert_eq!(play.legal(0), [resolve("abortMatch")]);
    for trigger in ["restartRound", "resumeLobby"] {
        assert_eq!(play.refused(0, resolve(trigger)), "not_allowed");
    }
    let mut play = round_1(json!({"interrupt_mode": "manual"}));
    play.act(HOST, interrupt("error"));
    let all = ["restartRound", "resumeLobby", "abortMatch"].map(resolve);
    assert_eq!(play.legal(0), all, "in the order of the table");
}

#[test]
fn modify_in_order() {
    let mut play = round_1(json!({"round_modify": true, "win_target": 3, "max_rounds": 4}));
    assert_eq!(play.refused(0, modify(json!({}))), "not_allowed");
    assert_eq!(play.refused(0, json!({"type": "cancel_modification"})), "not_allowed");
    assert_eq!(play.refused(HOST, modify(json!({}))), "wrong_state");
    assert_eq!(play.refused(HOST, json!({"type": "cancel_modification"})), "wrong_state");
    play.act(HOST, interrupt("admin"));
    for (edits, code) in [
        (json!({"winner": "player", "stat": "luck"}), "unknown_edit_key"),
        (json!({"stat": "luck", "playerValue": 11}), "unknown_stat"),
        (json!({"playerValue": 11}), "edit_out_of_range"),
        (json!({"opponentValue": -1}), "edit_out_of_range"),
        (json!({"opponentValue": 300}), "edit_out_of_range"),
        (json!({"playerScore": 3}), "edit_out_of_range"),
        (json!({"opponentScore": "two"}), "edit_out_of_range"),
        (json!({"roundsPlayed": 4}), "edit_out_of_range"),
        (json!({"playerScore": 2}), "stat_required"),
    ] {
        assert_eq!(play.refused(HOST, modify(edits.clone())), code, "{edits}");
    }
    assert_eq!(play.refused(HOST, json!({"type": "modify", "edits": 5})), "bad_request");
    let edits = json!({"stat": "power", "playerScore": 2, "roundsPlayed": 3, "playerValue": 0});
    play.act(HOST, modify(edits));
    assert_eq!((scores(&play), field(&play, "rounds_played")), ((2, 1), json!(4)));
    assert_eq!(play.ending(), ("rounds", vec![0]));
}

#[test]
fn a_chosen_stat_need_not_be_given_again() {
    let mut play = lobby(json!({"auto_advance": false, "round_modify": true}));
    for trigger in ["startClicked", "ready", "ready", "cardsRevealed", "statSelected"] {
        play.act(HOST, json!({"type": "dispatch", "trigger": trigger, "stat": "newaza"}));
    }
    play.act(HOST, interrupt("admin"));
    play.act(HOST, resolve("roundModifyFlag"));
    let events = play.act(HOST, modify(json!({"playerValue": 9})));
    let evaluated = only(&events, "round.evaluated")[0];
    assert_eq!((&evaluated["stat"], &evaluated["player_value"]), (&json!("newaza"), &json!(9)));
    assert_eq!(evaluated["opponent_value"], 7);
}

#[test]
fn rematch_and_home() {
    let mut play = round_1(json!({"mode": "pvp", "win_target": 2}));
    for name in ["rematch", "home"] {
        assert_eq!(play.refused(0, json!({"type": name})), "wrong_state");
        assert_eq!(play.refused(HOST, json!({"type": name})), "unknown_seat");
    }
    play.act(0, json!({"type": "quit"}));
    assert_eq!(play.to_act(), [0, 1]);
    let events = play.act(0, json!({"type": "rematch"}));
    assert_eq!(names(&events), ["rematch.voted"]);
    assert!(play.act(0, json!({"type": "rematch"})).is_empty(), "accepted, changes nothing");
    assert_eq!(play.legal(0), [json!({"type": "home"})]);
    play.act(1, json!({"type": "rematch"}));
    assert_eq!(play.phase(), "waitingForMatchStart");
    let mut play = round_1(json!({"win_target": 2}));
    play.act(0, json!({"type": "quit"}));
    assert_eq!(play.refused(1, json!({"type": "home"})), "not_human_seat");
    let events = play.act(0, json!({"type": "rematch"}));
    assert_eq!(names(&events), ["control.state.changed", "lobby.opened"]);
}

#[test]
fn rematch_keeps_the_length_and_home_does_not() {
    for (name, target) in [("rematch", 3), ("home", 5)] {
        let mut play = lobby(json!({}));
        play.act(0, start(json!(3)));
        play.act(0, json!({"type": "quit"}));
        play.act(0, json!({"type": name}));
        assert_eq!(seen(&play, "win_target"), target, "{name}");
        assert_eq!(seen(&play, "last_result")["kind"], "forfeit");
        assert_eq!(seen(&play, "result"), json!(null));
    }
}

#[test]
fn after_the_end_nothing_changes() {
    let mut play = round_1(json!({"win_target": 1}));
    play.act(0, select("power"));
    let before = (scores(&play), result(&play));
    for (seat, action) in [
        (0, json!({"type": "start_match"})),
        (0, select("power")),
        (0, json!({"type": "skip"})),
        (0, json!({"type": "quit"})),
        (HOST, interrupt("error")),
        (HOST, resolve("restartRound")),
        (HOST, modify(json!({"stat": "power"}))),
        (HOST, json!({"type": "cancel_modification"})),
    ] {
        play.refused(seat, action);
    }
    play.act(0, away("visibility"));
    play.act(HOST, arm("cooldown"));
    assert_eq!((scores(&play), result(&play)), before);
    assert!(play.deadlines().is_empty());
}

#[test]
fn test_commands_need_test_mode() {
    for (official, seat) in [(false, 0), (true, HOST)] {
        let mut play = plain(json!({"official": official}));
        assert_eq!(play.refused(seat, dispatch("startClicked")), "not_allowed");
        assert_eq!(play.refused(seat, arm("cooldown")), "not_allowed");
    }
    let mut play = plain(json!({}));
    assert_eq!(play.refused(HOST, interrupt("error")), "not_allowed", "the host seat is closed");
    let mut play = lobby(json!({}));
    assert_eq!(play.refused(0, arm("nowhere")), "unknown_state");
    assert_eq!(play.refused(HOST, dispatch("sing")), "no_transition");
    play.act(0, arm("cooldown"));
    play.act(0, arm("cooldown"));
    assert_eq!(field(&play, "armed_errors"), json!(["cooldown"]));
}

#[test]
fn dispatch_judges_what_it_carries() {
    let mut play = lobby(json!({}));
    let mut with = dispatch("startClicked");
    with["win_target"] = json!(99);
    assert_eq!(play.refused(HOST, with), "guard_failed");
    let mut with = dispatch("interrupt");
    with["reason"] = json!("boredom");
    assert_eq!(play.refused(HOST, with), "guard_failed");
    let mut play = round_1(json!({}));
    assert_eq!(play.refused(HOST, dispatch("statSelected")), "guard_failed");
    let mut play = lobby(json!({"auto_advance": false, "mode": "pvp"}));
    play.act(HOST, dispatch("interrupt"));
    assert_eq!(play.refused(HOST, dispatch("rematch")), "guard_failed", "nobody asked");
    play.act(0, json!({"type": "rematch"}));
    play.act(1, json!({"type": "rematch"}));
    assert_eq!(play.phase(), "waitingForMatchStart");
}

#[test]
fn what_is_no_command() {
    let mut play = lobby(json!({}));
    for bad in [
        json!({}),
        json!({"type": "sing"}),
        json!({"type": "start_match", "colour": "red"}),
        json!({"type": "cancel_modification", "edits": {}}),
        json!([1]),
        json!("start_match"),
    ] {
        assert_eq!(play.refused(0, bad.clone()), "bad_request", "{bad}");
    }
}

/// Every code is met above; this keeps the list honest.
#[test]
fn every_code_has_a_sentence() {
    assert_eq!(Reason::ALL.len(), 22);
    for reason in Reason::ALL {
        assert!(reason.text().ends_with('.') && reason.text() != reason.name());
    }
}

#[test]
fn what_a_screen_is_offered() {
    let play = round_1(json!({}));
    let options = play.options(1);
    assert!(options.iter().all(|(action, code)| action["type"] == "select_stat" && *code == Some("not_your_turn")));
    let options = play.options(0);
    let code = |name: &str| {
        options.iter().find(|(action, _)| action["type"] == name).map(|(_, code)| *code)
    };
    assert_eq!(code("select_stat"), Some(None));
    assert_eq!(code("quit"), Some(None));
    assert_eq!(code("skip"), Some(Some("wrong_state")));
    assert_eq!(code("home"), Some(Some("wrong_state")));
    let play = lobby(json!({"max_rounds": 5}));
    let starts: Vec<_> = play.legal(0).iter().map(|action| action["win_target"].clone()).collect();
    assert_eq!(starts, [3, 5]);
    let play = lobby(json!({"max_rounds": 2, "win_target": 2}));
    assert_eq!(play.legal(0), [start(json!(2))]);
}
