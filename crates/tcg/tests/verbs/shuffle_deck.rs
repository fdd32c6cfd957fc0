//! Shuffle your deck.

use super::*;

#[test]
fn trainer_shuffle_deck() {
    let mut play = with_card(
        "Big Shuffle",
        more(alone(), json!({"deck": ids(&["Cindling", "Tidefin"])})),
        foe(),
    );
    play.luck(&[0]).act(0, trainer("Big Shuffle"));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Tidefin"]), "shuffled, then drawn");
    in_vain("Big Shuffle", more(alone(), json!({"deck": []})), foe());
}
