//! Change the hit points of a group: for a time, or as a passive ability.

use super::*;

#[test]
fn ability_boost_hp() {
    let play = table(side(bare("Cindling"), vec![bare("Stoutoak")]), foe());
    assert_eq!(play.view(0)["playerState"]["activePokemon"]["maxHp"], 70);
    // The source falls: what only it kept alive falls with it.
    let bench = vec![with("Stoutoak", &[], 80), with("Sporeling", &[], 40)];
    let tidefin = with("Tidefin", &["Tide Charge"; 2], 0);
    let mut play = table(side(tidefin, vec![]), side(bare("Pebblurk"), bench));
    let events = play.act(0, attack(1));
    let fallen = events.iter().filter(|event| event["type"] == "creature_knocked_out").count();
    assert_eq!(fallen, 1);
    let events = play.act(0, json!({"type": "SELECT_PRIZE", "prizeIndex": 0}));
    assert!(has(&events, "creature_knocked_out"), "the next check finds it");
}
