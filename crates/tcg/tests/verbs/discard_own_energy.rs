//! Discard energy from one of your creatures: the cost of a trainer card.

use super::*;

#[test]
fn trainer_discard_energy() {
    let mut play =
        with_card("Burnout Pact", side(with("Cindling", &["Ember Charge"], 0), vec![]), foe());
    play.act(0, trainer("Burnout Pact"));
    assert_eq!((hand(&play, 0), creature(&play, 0, 0)["attachedEnergy"].clone()), (3, json!([])));
    let mut play = with_card("Burnout Pact", alone(), foe());
    assert_eq!(play.refused(0, trainer("Burnout Pact")), "cannot_pay_cost");
}
