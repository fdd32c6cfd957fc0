//! Attach the played trainer card to one of your creatures.

use super::*;

#[test]
fn trainer_attach_to_pokemon() {
    let mut play = with_card("Iron Band", side(bare("Cindling"), vec![bare("Tidefin")]), foe());
    play.act(0, trainer("Iron Band"));
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 0, 1)["tools"], ids(&["Iron Band"]));
    assert_eq!(count(&play, 0, "discardPile"), 0);
}
