//! Give the attacker, the defender or the opponent's active creature a status.

use super::*;

#[test]
fn attack_status_condition() {
    let mut play = duel(with("Sporeling", &["Leaf Charge"], 0), bare("Pebblurk"));
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!(["POISONED"]));
    let mut play = duel(with("Sporeling", &["Leaf Charge"], 0), bare("Calmstone"));
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!([]));
    let mut play = duel(with("Voltkit", &["Volt Charge"], 0), bare("Tidefin"));
    play.luck(&[0]).act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!([]), "tails");
}

#[test]
fn ability_status_condition() {
    for (coin, expected) in [(1, json!(["POISONED"])), (0, json!([]))] {
        let mut play = table(side(bare("Hexcat"), vec![]), foe());
        play.luck(&[coin]).act(0, ability("ACTIVE"));
        assert_eq!(statuses(&play, 1), expected);
    }
    let mut play = table(
        side(bare("Hexcat"), vec![]),
        side(more(bare("Straw Doll"), json!({})), vec![bare("Cindling")]),
    );
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect", "a doll has no status");
}
