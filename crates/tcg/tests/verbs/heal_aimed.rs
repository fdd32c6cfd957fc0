//! Heal the attacker or the defender.

use super::*;

#[test]
fn attack_heal() {
    let mut play = duel(with("Balmfawn", ONE, 30), with("Tidefin", &[], 30));
    play.act(0, attack(0));
    assert_eq!((damage(&play, 0, 0), damage(&play, 1, 0)), (10, 40));
    let mut play = duel(with("Balmfawn", ONE, 0), with("Pebblurk", &[], 30));
    let events = play.act(0, attack(0));
    assert!(!has(&events, "damage_healed"), "nothing to heal");
    let mut play = duel(with("Balmfawn", ONE, 0), with("Calmstone", &[], 30));
    play.act(0, attack(1));
    assert_eq!(damage(&play, 1, 0), 30, "immune to effects, kind ones too");
}
