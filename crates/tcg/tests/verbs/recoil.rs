//! Hurt the attacker.

use super::*;

#[test]
fn attack_recoil_damage() {
    let guarded = json!({"timed": [{"kind": "PREVENT_DAMAGE", "amount": 32767, "expires": 9}]});
    let mut play = duel(more(with("Riskram", ONE, 0), guarded), bare("Tidefin"));
    play.act(0, attack(1));
    assert_eq!(damage(&play, 0, 0), 10, "no prevention stops it");
}
