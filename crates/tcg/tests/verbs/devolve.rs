//! Devolve one of your creatures to a lower stage; what lay on it is discarded.

use super::*;

#[test]
fn trainer_devolve_pokemon() {
    let hurt = more(chain(&["Cindling", "Brandhound"], &[]), json!({"damage": 60}));
    let mut play = with_card("Step Back", side(hurt, vec![bare("Tidefin")]), foe());
    let events = play.act(0, trainer("Step Back"));
    assert!(has(&events, "creature_devolved") && has(&events, "creature_knocked_out"));
    in_vain("Step Back", alone(), foe());
}
