//! The scripting of rule tests.

mod toy;

use bout_testkit::Play;
use serde_json::json;
use toy::Toy;

fn play(seat: u8, card: u8) -> (u8, serde_json::Value) {
    (seat, json!({ "type": "play", "card": card }))
}

/// Seat 0 holds 7 and 8, seat 1 holds 5 and 6; the deck gives 4, 3, 2, 1.
fn unshuffled() -> Play<Toy> {
    Play::lucky(json!({ "pause_ms": 500 }), &[7, 6, 5, 4, 3, 2, 1])
}

#[test]
fn a_round_reads_like_the_wire() {
    let mut table = unshuffled();
    assert_eq!(table.legal(0), [play(0, 8).1, play(0, 7).1]);
    assert_eq!(table.options(0)[0], (play(0, 1).1, Some("not_in_hand")));
    assert_eq!(table.options(0)[7], (play(0, 8).1, None));
    let (seat, action) = play(0, 8);
    assert_eq!(table.at(100).act(seat, action), [json!({"type": "chosen", "seat": 0, "card": 8})]);
    assert_eq!((table.to_act(), table.now()), (vec![1], 100));
    assert_eq!(table.told(1), [json!(null); 0]);
    assert_eq!(table.heard(1, play(1, 8).1), "not_in_hand");
    assert_eq!(table.refused(0, play(0, 8).1), "already_chosen");
    table.luck(&[0]).act(1, play(1, 6).1);
    assert_eq!(table.phase(), "pause");
    assert_eq!(table.told_public()[1], json!({"type": "drew", "seat": 0, "card": null}));
    assert_eq!(table.told(0)[1], json!({"type": "drew", "seat": 0, "card": 4}));
    assert_eq!(table.deadlines(), [(json!("pause"), 600)]);
    assert_eq!(table.view(0)["points"], json!([1, 0]));
    assert_eq!(table.view_public()["hands"], json!([null, null]));
    table.expire();
    table.left(0);
    assert_eq!(table.deadlines(), []);
    table.returned(0);
    table.act(1, json!({ "type": "concede" }));
    assert_eq!(table.ending(), ("conceded", vec![0]));
}

#[test]
fn a_state_can_be_edited_and_loaded() {
    let mut table = Play::<Toy>::open(json!({}));
    table.edit(|state| state["timers"] = json!([{ "timer": "choose", "at": 50 }]));
    table.advance(60);
    assert_eq!(table.phase(), "pause");
    let again = Play::<Toy>::load(json!({}), table.state(), table.now());
    assert_eq!(again.state(), table.state());
    assert!(again.outcome().is_none());
    assert_ne!(
        Play::<Toy>::seeded(json!({}), 5).state(),
        Play::<Toy>::seeded(json!({}), 6).state()
    );
}

#[test]
#[should_panic(expected = "in choose refused with not_in_hand")]
fn an_unexpected_refusal_is_told() {
    unshuffled().act(0, play(0, 1).1);
}

#[test]
#[should_panic(expected = "accepted: ")]
fn an_unexpected_acceptance_is_told() {
    unshuffled().refused(0, play(0, 8).1);
}
