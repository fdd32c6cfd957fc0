//! Increase the damage of your active creature's attacks: this turn, or while a tool is attached.

use super::*;

#[test]
fn trainer_increase_damage() {
    let hound = || with("Oldhound", &["Ember Charge"], 0);
    let mut play = table(
        holding(hound(), vec![], &["Power Chip", "Claw Band"]),
        side(bare("Countcrab"), vec![]),
    );
    play.act(0, trainer("Power Chip"));
    play.act(0, trainer("Claw Band"));
    play.act(0, attack(0));
    assert_eq!(damage(&play, 1, 0), 40);
    play.act(0, end_turn());
    assert_eq!(play.state()["player1"]["timed"], json!([]), "for one turn");
}
