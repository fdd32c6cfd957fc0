//! Clocks and absence (rules 7).

use super::examples::unshuffled;
use super::*;

fn clocked(rules: Value) -> Value {
    let timers = json!({"lobby": 600_000, "decision": 60_000, "turn": 180_000, "grace": 120_000, "expiries": 3});
    json!({"timers": timers, "rules": rules})
}

#[test]
fn nobody_joins() {
    let mut play = Play::<Tcg>::open(more(clocked(json!({})), json!({"decks": null})));
    play.act(0, json!({"type": "JOIN_MATCH", "deckId": "fixture-ember"}));
    assert_eq!(play.deadlines(), [(json!("lobby"), 600_000)]);
    play.expire();
    assert_eq!(play.state()["cancellationReason"], "player_left");
}

#[test]
fn the_set_up_is_done_for_those_who_sleep() {
    let mut play = Play::<Tcg>::open(clocked(json!({})));
    assert_eq!(play.deadlines().len(), 2);
    let mut all = Vec::new();
    for _ in 0..2 {
        all.extend(play.expire());
    }
    assert!(all.iter().all(|event| event["auto"] == true));
    assert!(has(&all, "timer_expired"));
}

#[test]
fn the_turn_clock_stands_while_a_decision_is_open() {
    let own = more(
        holding(bare("Cindling"), vec![], &["Peek"]),
        json!({"deck": ids(&["Cindling", "Tidefin", "Voltkit"])}),
    );
    let mut play = table_by(clocked(json!({})), own, side(bare("Countcrab"), vec![]));
    play.edit(|state| state["timers"] = json!([{"timer": "turn", "at": 180_000}]));
    play.at(175_000).act(0, trainer("Peek"));
    assert_eq!(play.deadlines(), [(json!("decision(PLAYER1)"), 235_000)]);
    assert_eq!(play.view(0)["deadlines"]["turnLeft"], 5_000);
    play.expire();
    assert_eq!(play.deadlines(), [(json!("turn"), 245_000)], "at least ten seconds");
    play.expire();
    let state = play.state();
    assert_eq!(
        (&state["currentPlayer"], &state["player1"]["expiries"]),
        (&json!("PLAYER2"), &json!(2))
    );
}

#[test]
fn three_clocks_in_a_row_are_leaving() {
    for (policy, expected) in [("cancel", ("cancelled", vec![])), ("concede", ("concede", vec![1]))]
    {
        let mut play = table_by(
            clocked(json!({"leavePolicy": policy})),
            side(bare("Cindling"), vec![]),
            side(bare("Countcrab"), vec![]),
        );
        play.edit(|state| {
            state["player1"]["expiries"] = 2.into();
            state["timers"] = json!([{"timer": "turn", "at": 10}]);
        });
        play.expire();
        assert_eq!(play.ending(), expected);
    }
}

#[test]
fn a_player_is_gone_and_comes_back() {
    let mut play = table_by(
        clocked(json!({})),
        side(bare("Cindling"), vec![]),
        side(bare("Countcrab"), vec![]),
    );
    play.left(1);
    assert_eq!(play.deadlines(), [(json!("grace(PLAYER2)"), 120_000)]);
    play.returned(1);
    assert_eq!(play.deadlines(), []);
    play.left(1);
    play.expire();
    assert_eq!(
        (play.ending().0, play.state()["cancelledBy"].as_str()),
        ("cancelled", Some("PLAYER2"))
    );
}

#[test]
fn own_actions_count_anew() {
    let mut play = Play::<Tcg>::lucky(clocked(json!({})), &[1]);
    play.edit(|state| state["player1"]["expiries"] = 2.into());
    play.luck(&unshuffled()).act(0, json!({"type": "DRAW_INITIAL_CARDS"}));
    assert_eq!(play.state()["player1"]["expiries"], 0);
}

#[test]
fn without_clocks_a_report_changes_nothing() {
    let mut play = table(side(bare("Cindling"), vec![]), side(bare("Countcrab"), vec![]));
    let before = play.state();
    play.left(0);
    assert_eq!((play.state(), play.deadlines()), (before, vec![]));
}
