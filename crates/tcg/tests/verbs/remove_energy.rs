//! Discard energy from one of the opponent's creatures.

use super::*;

#[test]
fn trainer_remove_energy() {
    let rich = side(bare("Pebblurk"), vec![with("Tidefin", &["Tide Charge", "Iron Charge"], 0)]);
    let mut play = with_card("Short Circuit", alone(), rich);
    play.act(0, trainer("Short Circuit"));
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 1, 1)["attachedEnergy"], ids(&["Tide Charge"]));
    in_vain("Short Circuit", alone(), foe());
}
