//! Return one of your creatures to your hand, where only its basic card comes back, or shuffle it with
//! all its cards into your deck.

use super::*;

#[test]
fn trainer_return_to_hand() {
    let hound = chain(&["Cindling", "Brandhound"], &["Ember Charge"]);
    let mut play = with_card("Recall", side(hound, vec![bare("Tidefin"), bare("Voltkit")]), foe());
    play.act(0, trainer("Recall"));
    choose(&mut play, 0, &[0]);
    assert_eq!(play.state()["player1"]["hand"], ids(&["Cindling"]));
    assert_eq!(
        play.state()["player1"]["discardPile"],
        ids(&["Brandhound", "Ember Charge", "Recall"])
    );
    assert_eq!(pending(&play), [("PLAYER1".to_owned(), "SET_ACTIVE".to_owned())]);
    in_vain("Recall", alone(), foe());
}

#[test]
fn trainer_return_to_deck() {
    let hound = chain(&["Cindling", "Brandhound"], &["Ember Charge"]);
    let mut play = with_card("Send Home", side(bare("Tidefin"), vec![hound]), foe());
    play.act(0, trainer("Send Home"));
    choose(&mut play, 0, &[1]);
    assert_eq!((count(&play, 0, "deck"), count(&play, 0, "bench")), (13, 0));
    in_vain("Send Home", alone(), foe());
}
