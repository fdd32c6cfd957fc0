//! How matches end.

use serde_json::json;

use super::*;

#[test]
fn the_first_dead_king_decides_and_the_rest_is_dropped() {
    // The king falls to the direct hit; the pierced rook behind him is spared, the buff ends.
    let mut play = table()
        .hp("B king:0", 2)
        .soul("R rook:0", 0, 0, "styx_rook_mingyanche")
        .unit("B rook:0", 7, 0)
        .hp("R king:0", 9)
        .state(json!({
            "status": {"sacrificeBuffByUnitId": {"red:rook:0": {"ignoreBlockingAll": true}}},
            "turnFlags": {"deathChainActive": true},
        }))
        .play();
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!(hits(&events).len(), 1);
    let order = [
        "ABILITY_TRIGGERED",
        "DICE_ROLLED",
        "SHOT_FIRED",
        "DAMAGE_DEALT",
        "UNIT_KILLED",
        "RESOURCES_CHANGED",
        "MATCH_ENDED",
    ];
    assert_eq!(names(&events), order);
    let state = play.state();
    assert_eq!((&state["winner"], &state["endReason"]), (&json!("red"), &json!("king_killed")));
    assert_eq!(state["resources"]["red"]["mana"], 4, "paid, and no mana for the kill");
    assert_eq!(state["status"]["sacrificeBuffByUnitId"], json!({}));
    assert_eq!(state["corpsesByPos"]["4,0"], json!([{"ownerSide": "black", "base": "king"}]));
}

#[test]
fn an_own_blast_can_lose_the_match() {
    // Red's sacrifice of nobody near: black's dying knight tears red's king along.
    let mut play = table()
        .hp("R king:0", 3)
        .soul("B knight:0", 4, 8, "eternal_night_knight_xuegu")
        .hp("B knight:0", 1)
        .unit("R rook:0", 4, 5)
        .play();
    let events = play.act(0, shoot("R rook:0", "B knight:0"));
    assert_eq!(play.ending(), ("king_killed", vec![1]));
    assert_eq!(*names(&events).last().expect("events"), "MATCH_ENDED");
    assert_eq!(hp(&play, "R rook:0"), json!(10));
}

#[test]
fn resigning_is_open_to_both() {
    for (seat, winner) in [(0, 1), (1, 0)] {
        let mut play = table().phase("turnEnd").play();
        assert!(!play.legal(0).contains(&plain("RESIGN")));
        let events = play.act(seat, plain("RESIGN"));
        assert_eq!(
            (names(&events), play.ending()),
            (vec!["MATCH_ENDED"], ("resign", vec![winner]))
        );
        assert_eq!(play.refused(seat, plain("RESIGN")), "match_over");
        assert_eq!((play.phase(), play.to_act()), ("turnEnd", vec![]), "the phase keeps its name");
    }
}

#[test]
fn the_turn_limit_is_decided_by_points() {
    let t = table().phase("turnEnd").config(json!({"maxTurns": 5}));
    let ending = |t: Table| {
        let mut play = t.play();
        let events = play.act(0, next());
        assert_eq!(names(&events), ["MATCH_ENDED"]);
        let outcome = play.outcome().expect("over");
        (
            outcome.ending,
            outcome.won.iter().map(|seat| seat.0).collect::<Vec<_>>(),
            outcome.drew.len(),
        )
    };
    let even = t.state(json!({"resources": {"red": {"gold": 5, "mana": 0}, "black": {"gold": 5}}}));
    assert_eq!(ending(even.clone()), ("turn_limit", vec![], 2));
    assert_eq!(ending(even.clone().gold(6)), ("turn_limit", vec![0], 0));
    assert_eq!(ending(even.clone().gold(6).hp("R king:0", 14)), ("turn_limit", vec![1], 0));
    // A soldier is 4 × 8 + 20 × 2 = 72; a rook at 1 HP is 4 + 100.
    let units = even.unit("R soldier:0", 0, 6).unit("B rook:0", 0, 0).hp("B rook:0", 1);
    assert_eq!(ending(units), ("turn_limit", vec![1], 0));
    let mut on = table().phase("turnEnd").config(json!({"maxTurns": 6})).play();
    on.act(0, next());
    assert_eq!(on.phase(), "buy", "turn 5 of 6");
}

#[test]
fn the_host_may_end_it() {
    let mut play = table().play();
    let events = play.signal(bout_core::Signal::Aborted);
    assert_eq!(events, [json!({"type": "MATCH_ENDED", "winner": "draw", "reason": "aborted"})]);
    let outcome = play.outcome().expect("over");
    assert_eq!((outcome.won.len(), outcome.drew.len()), (0, 2));
}
