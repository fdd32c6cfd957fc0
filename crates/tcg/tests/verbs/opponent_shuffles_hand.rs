//! The opponent shuffles their hand into their deck.

use super::*;

#[test]
fn trainer_opponent_shuffles_hand() {
    let mut play = with_card("Forget It", alone(), holding(bare("Pebblurk"), vec![], &["Salve"]));
    play.act(0, trainer("Forget It"));
    assert_eq!((hand(&play, 1), count(&play, 1, "deck")), (0, 11));
    in_vain("Forget It", alone(), foe());
}
