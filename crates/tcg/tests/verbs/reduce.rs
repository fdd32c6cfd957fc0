//! Reduce the damage that a group takes: for a time, or as a passive ability.

use super::*;

#[test]
fn ability_reduce_damage() {
    for (status, dealt) in [("NONE", 10), ("ASLEEP", 20)] {
        let plated = more(bare("Ironhide"), json!({"rotation": status}));
        let hound = with("Oldhound", &["Ember Charge"], 0);
        let mut play = table(side(hound, vec![]), side(plated, vec![]));
        play.act(0, attack(0));
        assert_eq!(damage(&play, 1, 0), dealt, "{status} switches abilities off");
    }
}
