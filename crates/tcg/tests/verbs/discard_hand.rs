//! Discard cards of your hand.

use super::*;

#[test]
fn ability_discard_from_hand() {
    let mut play = table(side(bare("Seekhound"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "cannot_pay_cost");
    let mut play = table(holding(bare("Seekhound"), vec![], &["Iron Charge", "Cindling"]), foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!(pending(&play)[0].1, "CHOOSE_CARDS");
    choose(&mut play, 0, &[1]);
    assert_eq!(play.state()["player1"]["discardPile"], ids(&["Cindling"]));
}

#[test]
fn trainer_discard_hand() {
    let mut play =
        table(holding(bare("Cindling"), vec![], &["Clean Slate", "Salve", "Tidefin"]), foe());
    play.act(0, trainer("Clean Slate"));
    assert_eq!((hand(&play, 0), count(&play, 0, "discardPile")), (5, 3));
    let own = more(alone(), pile(&["Tidefin"]));
    assert_eq!(with_card("Salvage", own, foe()).refused(0, trainer("Salvage")), "cannot_pay_cost");
}
