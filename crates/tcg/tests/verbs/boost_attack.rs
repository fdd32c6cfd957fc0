//! Increase the damage of a group's attacks: for a time, or as a passive ability.

use super::*;

#[test]
fn ability_boost_attack() {
    for (friend, dealt) in [("Warhorn", 40), ("Cindling", 30)] {
        let stone = with("Pebblurk", &["Stone Charge"; 2], 0);
        let mut play = table(side(stone, vec![bare(friend)]), side(bare("Tidefin"), vec![]));
        play.act(0, attack(0));
        assert_eq!(damage(&play, 1, 0), dealt);
    }
}
