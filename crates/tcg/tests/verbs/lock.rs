//! Forbid the attacker or the defender to attack or retreat in its next turn.

use super::*;

#[test]
fn attack_lock() {
    let spider = || with("Webspinner", ONE, 0);
    let mut play = duel(spider(), bare("Pebblurk"));
    play.act(0, attack(0));
    assert_eq!(creature(&play, 1, 0)["timed"][0]["expires"], 6);
    let mut play = duel(spider(), bare("Calmstone"));
    play.act(0, attack(0));
    assert_eq!(creature(&play, 1, 0)["timed"], json!([]));
}
