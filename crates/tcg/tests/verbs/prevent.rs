//! Prevent damage: on a fighter or a group for a time, or as a passive ability.

use super::*;

#[test]
fn attack_prevent_damage() {
    for (index, dealt) in [(2, 0), (3, 0)] {
        let foe = side(with("Oldhound", &["Ember Charge"], 0), vec![]);
        let mut play = table(side(with("Balmfawn", ONE, 0), vec![]), foe);
        play.act(0, attack(index));
        play.act(0, end_turn());
        play.act(1, json!({"type": "DRAW_CARD"}));
        let events = play.act(1, attack(0));
        assert_eq!((damage(&play, 0, 0), has(&events, "damage_prevented")), (dealt, true));
        play.act(1, end_turn());
        assert_eq!(
            creature(&play, 0, 0)["timed"],
            json!([]),
            "until the end of the opponent's turn"
        );
    }
}

#[test]
fn ability_prevent_damage() {
    let foe = || side(bare("Pebblurk"), vec![bare("Wardtoad"), bare("Voltkit")]);
    let tidefin = || with("Tidefin", &["Tide Charge"; 2], 0);
    let mut play = table(side(tidefin(), vec![]), foe());
    play.act(0, attack(1));
    assert_eq!([damage(&play, 1, 0), damage(&play, 1, 2)], [20, 0], "the bench, not the active");
}
