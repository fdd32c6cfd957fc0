//! Draw cards.

use super::*;

#[test]
fn ability_draw_cards() {
    let mut play = table(holding(bare("Cindling"), vec![], &["Scoutling"]), foe());
    play.act(0, json!({"type": "PLAY_POKEMON", "cardId": id("Scoutling")}));
    assert_eq!(pending(&play)[0].1, "YES_NO");
    choose(&mut play, 0, &[1]);
    assert_eq!(hand(&play, 0), 1);
    let own = more(holding(bare("Cindling"), vec![], &["Scoutling"]), json!({"deck": []}));
    let mut play = table(own, foe());
    play.act(0, json!({"type": "PLAY_POKEMON", "cardId": id("Scoutling")}));
    assert_eq!(pending(&play), [], "public facts show that nothing can happen");
}

#[test]
fn trainer_draw_cards() {
    let mut play = with_card("Two More", alone(), foe());
    play.act(0, trainer("Two More"));
    assert_eq!((hand(&play, 0), count(&play, 0, "discardPile")), (2, 1));
    in_vain("Two More", more(alone(), json!({"deck": []})), foe());
    for (coin, drawn) in [(1, 3), (0, 0)] {
        let mut play = with_card("Lucky Coin", alone(), foe());
        play.luck(&[coin]).act(0, trainer("Lucky Coin"));
        assert_eq!(hand(&play, 0), drawn);
    }
}
