//! Look at the top cards of your deck and put them back in any order.

use super::*;

#[test]
fn trainer_look_at_deck() {
    let own = more(alone(), json!({"deck": ids(&["Cindling", "Tidefin", "Voltkit", "Salve"])}));
    let mut play = with_card("Peek", own, foe());
    play.act(0, trainer("Peek"));
    assert!(!play.told(1).iter().any(|event| event["options"].is_array()), "private");
    choose(&mut play, 0, &[1, 2, 0]);
    assert_eq!(play.state()["player1"]["deck"], ids(&["Tidefin", "Voltkit", "Cindling", "Salve"]));
    in_vain("Peek", more(alone(), json!({"deck": []})), foe());
}
