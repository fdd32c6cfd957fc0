//! Change the damage of the attack for each of something.

use super::*;

#[test]
fn attack_damage_scaling() {
    let mut play = duel(with("Riskram", ONE, 30), bare("Tidefin"));
    play.act(0, attack(3));
    assert_eq!(damage(&play, 1, 0), 40);
    let mut play = duel(with("Riskram", ONE, 0), bare("Tidefin"));
    play.act(0, attack(3));
    assert_eq!(damage(&play, 1, 0), 10, "no counters");
}
