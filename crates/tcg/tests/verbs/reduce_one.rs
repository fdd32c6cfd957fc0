//! Reduce the damage that one of your creatures takes: next turn, or while the card is attached.

use super::*;

#[test]
fn trainer_reduce_damage() {
    let hound = side(with("Oldhound", &["Ember Charge"], 0), vec![]);
    for (card, dealt) in [("Brace", 0), ("Guard Plate", 0), ("Iron Band", 10)] {
        let mut play = with_card(card, side(bare("Tidefin"), vec![]), hound.clone());
        play.act(0, trainer(card));
        play.act(0, end_turn());
        play.act(1, json!({"type": "DRAW_CARD"}));
        play.act(1, attack(0));
        assert_eq!(damage(&play, 0, 0), dealt, "{card}");
        play.act(1, end_turn());
        let stays = creature(&play, 0, 0)["tools"].as_array().unwrap().len();
        assert_eq!(stays, usize::from(card == "Iron Band"), "{card}");
    }
}
