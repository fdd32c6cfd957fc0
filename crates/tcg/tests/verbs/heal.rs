//! Heal one of your creatures.

use super::*;

#[test]
fn ability_heal() {
    let mut play = table(
        side(bare("Healhare"), vec![with("Cindling", &[], 30), with("Tidefin", &[], 10)]),
        foe(),
    );
    play.act(0, ability("ACTIVE"));
    choose(&mut play, 0, &[0]);
    assert_eq!(damage(&play, 0, 1), 10);
    assert_eq!(play.refused(0, ability("ACTIVE")), "ability_used");
    let mut play = table(side(bare("Healhare"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
}

#[test]
fn trainer_heal() {
    let mut play = with_card("Salve", side(with("Cindling", &[], 30), vec![]), foe());
    play.act(0, trainer("Salve"));
    assert_eq!(damage(&play, 0, 0), 10);
    in_vain("Salve", alone(), foe());
}
