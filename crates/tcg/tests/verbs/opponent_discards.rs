//! The opponent discards cards of their hand.

use super::*;

#[test]
fn trainer_opponent_discards() {
    let foe_holds = |cards: &[&str]| holding(bare("Pebblurk"), vec![], cards);
    let mut play = with_card("Toss Away", alone(), foe_holds(&["Salve", "Tidefin"]));
    play.act(0, trainer("Toss Away"));
    assert_eq!(pending(&play)[0].0, "PLAYER2", "the opponent chooses");
    assert_eq!(play.view(0)["pending"][0].get("options"), None);
    choose(&mut play, 1, &[1]);
    assert_eq!(play.state()["player2"]["discardPile"], ids(&["Tidefin"]));
    in_vain("Toss Away", alone(), foe());
}
