//! What sets abilities off (rules 5.7.4).

use super::*;

const ONE: &[&str] = &["Iron Charge"];

fn foe() -> Value {
    side(bare("Countcrab"), vec![])
}

#[test]
fn when_played() {
    let own = holding(bare("Cindling"), vec![], &["Scoutling"]);
    let mut play = table(own, foe());
    play.act(0, json!({"type": "PLAY_POKEMON", "cardId": id("Scoutling")}));
    choose(&mut play, 0, &[0]);
    assert_eq!(hand(&play, 0), 0, "a no is a no");
}

#[test]
fn when_attacking() {
    let mut play = table(side(with("Prelude Pup", ONE, 0), vec![]), foe());
    play.act(0, attack(0));
    assert_eq!(hand(&play, 0), 1);
    let mut play = table(side(with("Oldhound", ONE, 0), vec![bare("Prelude Pup")]), foe());
    play.act(0, attack(0));
    assert_eq!(hand(&play, 0), 0, "not from the bench");
}

#[test]
fn when_defending() {
    for (rotation, expected) in [("NONE", json!(["POISONED"])), ("PARALYZED", json!([]))] {
        let prickly = more(bare("Bristleback"), json!({"rotation": rotation}));
        let prickly =
            if rotation == "NONE" { prickly } else { more(prickly, json!({"paralyzedOnTurn": 4})) };
        let mut play = table(side(with("Oldhound", ONE, 0), vec![]), side(prickly, vec![]));
        play.act(0, attack(0));
        assert_eq!(statuses(&play, 0), expected);
    }
}

#[test]
fn when_damaged() {
    let mut play = table(side(with("Oldhound", ONE, 0), vec![]), side(bare("Thornling"), vec![]));
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 0), json!(["BURNED"]));
    let guarded = json!({"timed": [{"kind": "PREVENT_DAMAGE", "amount": 30, "expires": 5}]});
    let mut play = table(
        side(with("Oldhound", ONE, 0), vec![]),
        side(more(bare("Thornling"), guarded), vec![]),
    );
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 0), json!([]), "no damage, no trigger");
}

#[test]
fn when_knocked_out() {
    let gasp = side(with("Lastgasp", &[], 30), vec![bare("Tidefin")]);
    let mut play = table(side(with("Oldhound", ONE, 0), vec![]), gasp);
    play.act(0, attack(0));
    assert_eq!(hand(&play, 1), 2);
}

#[test]
fn start_of_turn() {
    let mut play = table(side(bare("Cindling"), vec![]), side(with("Dawnbird", &[], 20), vec![]));
    play.act(0, end_turn());
    assert_eq!((damage(&play, 1, 0), play.state()["phase"].as_str()), (10, Some("DRAW")));
}

#[test]
fn end_of_turn() {
    let mut play = table(side(bare("Cindling"), vec![bare("Duskbird")]), foe());
    play.act(0, end_turn());
    assert_eq!(hand(&play, 0), 1);
}

#[test]
fn between_turns() {
    let mut play = table(
        side(bare("Cindling"), vec![]),
        side(with("Cindling", &[], 20), vec![with("Tidemoon", &[], 10)]),
    );
    play.act(0, end_turn());
    assert_eq!(play.state()["state"], "BETWEEN_TURNS");
    choose(&mut play, 1, &[0]);
    assert_eq!((damage(&play, 1, 0), play.phase()), (10, "PLAYER_TURN"));
}
