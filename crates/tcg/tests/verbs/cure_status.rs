//! Remove every status of your active creature.

use super::*;

#[test]
fn trainer_cure_status() {
    let ill = more(bare("Cindling"), json!({"rotation": "ASLEEP", "burned": true}));
    let mut play = with_card("Clear Mind", side(ill, vec![]), foe());
    play.act(0, trainer("Clear Mind"));
    assert_eq!(statuses(&play, 0), json!([]));
    in_vain("Clear Mind", alone(), foe());
}
