//! Change the damage of the attack by a number.

use super::*;

#[test]
fn attack_damage_modifier() {
    for (hurt, dealt) in [(0, 10), (10, 40)] {
        let mut play = duel(with("Riskram", ONE, hurt), bare("Tidefin"));
        play.act(0, attack(2));
        assert_eq!(damage(&play, 1, 0), dealt);
    }
}
