//! The opponent draws cards.

use super::*;

#[test]
fn trainer_opponent_draws() {
    let mut play = with_card("Fair Share", alone(), foe());
    play.act(0, trainer("Fair Share"));
    assert_eq!((hand(&play, 0), hand(&play, 1)), (2, 1));
    let dry = json!({"deck": []});
    in_vain("Fair Share", more(alone(), dry.clone()), more(foe(), dry));
}
