//! Shuffle cards of your hand into your deck and search it for as many.

use super::*;

#[test]
fn trainer_trade_cards() {
    let own = more(
        holding(bare("Cindling"), vec![], &["Swap Meet", "Tidefin"]),
        json!({"deck": ids(&["Voltkit"])}),
    );
    let mut play = table(own, foe());
    play.act(0, trainer("Swap Meet"));
    choose(&mut play, 0, &[0]);
    let events = choose(&mut play, 0, &[1]);
    assert!(has(&events, "cards_revealed"));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Voltkit"]));
    assert_eq!(play.state()["player1"]["deck"], ids(&["Tidefin"]));
    assert_eq!(
        with_card("Swap Meet", alone(), foe()).refused(0, trainer("Swap Meet")),
        "cannot_pay_cost"
    );
}
