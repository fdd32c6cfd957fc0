//! Switch your active creature with a benched one.

use super::*;

#[test]
fn trainer_switch_active() {
    let ill = more(bare("Cindling"), json!({"burned": true}));
    let mut play = with_card("Step Aside", side(ill, vec![bare("Tidefin")]), foe());
    play.act(0, trainer("Step Aside"));
    assert_eq!(
        (creature(&play, 0, 0)["cards"].clone(), &creature(&play, 0, 1)["burned"]),
        (ids(&["Tidefin"]), &json!(false))
    );
    in_vain("Step Aside", alone(), foe());
}
