//! Discard energy from the attacker or the defender. From the attacker it is a cost of the attack.

use super::*;

#[test]
fn attack_discard_energy() {
    let mut play =
        duel(with("Drainfox", ONE, 0), with("Pebblurk", &["Stone Charge", "Twin Prism"], 0));
    play.act(0, attack(0));
    assert_eq!(pending(&play)[0].1, "CHOOSE_ENERGY");
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 1, 0)["attachedEnergy"], ids(&["Stone Charge"]));
    let mut play = duel(with("Drainfox", ONE, 0), bare("Pebblurk"));
    play.act(0, attack(0));
    assert_eq!((pending(&play).len(), damage(&play, 1, 0)), (0, 10), "nothing to discard");
    let mut play = duel(with("Drainfox", ONE, 0), with("Calmstone", ONE, 0));
    play.act(0, attack(0));
    assert_eq!(creature(&play, 1, 0)["attachedEnergy"], ids(ONE), "immune to effects");
    for (coin, left) in [(1, 1), (0, 0)] {
        let mut play = duel(with("Drainfox", ONE, 0), bare("Pebblurk"));
        play.luck(&[coin]).act(0, attack(1));
        assert_eq!(creature(&play, 0, 0)["attachedEnergy"].as_array().unwrap().len(), left);
    }
    let mut play = duel(with("Drainfox", &["Iron Charge", "Dusk Charge"], 0), bare("Pebblurk"));
    play.act(0, attack(2));
    assert_eq!(creature(&play, 0, 0)["attachedEnergy"], json!([]), "a cost of all");
    let grip = json!({"tools": [id("Light Grip")]});
    let mut play = duel(more(bare("Drainfox"), grip), bare("Pebblurk"));
    assert_eq!(play.refused(0, attack(2)), "cannot_pay_cost");
}
