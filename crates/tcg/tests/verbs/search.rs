//! Search your deck for cards, for the hand or the bench; then shuffle it.

use super::*;

#[test]
fn ability_search_deck() {
    let own = more(
        holding(bare("Seekhound"), vec![], &["Iron Charge"]),
        json!({"deck": ids(&["Cindling", "Iron Charge"])}),
    );
    let mut play = table(own, foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!(count(&play, 0, "discardPile"), 1, "the cost is paid first");
    choose(&mut play, 0, &[0]);
    assert_eq!(play.state()["player1"]["hand"], ids(&["Cindling"]));
    assert!(has(&play.told(1), "cards_revealed"));
}

#[test]
fn trainer_search_deck() {
    let own = || more(alone(), json!({"deck": ids(&["Iron Charge", "Voltkit"])}));
    let mut play = with_card("Open Gate", own(), foe());
    play.act(0, trainer("Open Gate"));
    choose(&mut play, 0, &[0]);
    assert_eq!(creature(&play, 0, 1)["cards"], ids(&["Voltkit"]));
    let full = vec![bare("Tidefin"); 5];
    in_vain("Open Gate", side(bare("Cindling"), full), foe());
    in_vain("Call Out", more(alone(), json!({"deck": []})), foe());
}
