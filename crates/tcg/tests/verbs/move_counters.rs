//! Move damage counters between your creatures.

use super::*;

#[test]
fn ability_move_damage_counter() {
    let mut play = table(side(bare("Mindmoth"), vec![with("Cindling", &[], 10)]), foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!([damage(&play, 0, 0), damage(&play, 0, 1)], [10, 0], "one pair: nobody is asked");
    let mut play = table(side(bare("Mindmoth"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
}
