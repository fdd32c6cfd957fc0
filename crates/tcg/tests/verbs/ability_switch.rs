//! Switch your active creature with a benched one: the creature with the ability leaves or enters.

use super::*;

#[test]
fn ability_switch_pokemon() {
    let mut play = table(side(bare("Cindling"), vec![bare("Blinkbat")]), foe());
    play.act(0, ability("BENCH_0"));
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Blinkbat"]));
    let mut play = table(side(bare("Blinkbat"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
    let asleep = more(bare("Blinkbat"), json!({"rotation": "ASLEEP"}));
    let mut play = table(side(asleep, vec![bare("Cindling")]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "ability_blocked_by_status");
}
