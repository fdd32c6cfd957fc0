//! Put cards of your discard pile into your hand.

use super::*;

#[test]
fn ability_retrieve_from_discard() {
    let own =
        more(side(bare("Memorox"), vec![]), json!({"discardPile": ids(&["Cindling", "Salve"])}));
    let mut play = table(own, foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Salve"]));
    let mut play = table(side(bare("Memorox"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
}

#[test]
fn trainer_retrieve_from_discard() {
    let own = more(holding(bare("Cindling"), vec![], &["Salvage", "Salve"]), pile(&["Tidefin"]));
    let mut play = table(own, foe());
    play.act(0, trainer("Salvage"));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Tidefin"]));
    in_vain("Second Look", alone(), foe());
}

#[test]
fn trainer_retrieve_energy() {
    let own = more(alone(), pile(&["Iron Charge", "Twin Prism", "Tide Charge"]));
    let mut play = with_card("Gather Charges", own, foe());
    play.act(0, trainer("Gather Charges"));
    choose(&mut play, 0, &[0, 1]);
    assert_eq!(play.state()["player1"]["hand"], ids(&["Iron Charge", "Tide Charge"]));
    in_vain("Gather Charges", more(alone(), pile(&["Twin Prism"])), foe());
}
