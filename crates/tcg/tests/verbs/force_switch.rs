//! Switch the opponent's active creature with one of their bench that you choose.

use super::*;

#[test]
fn trainer_force_switch() {
    let foe_with = side(more(bare("Pebblurk"), json!({"poison": 10})), vec![bare("Tidefin")]);
    let mut play = with_card("Drag Out", alone(), foe_with);
    play.act(0, trainer("Drag Out"));
    assert_eq!(
        (creature(&play, 1, 0)["cards"].clone(), creature(&play, 1, 1)["poison"].clone()),
        (ids(&["Tidefin"]), json!(0))
    );
    in_vain("Drag Out", alone(), foe());
    let calm = side(bare("Calmstone"), vec![bare("Tidefin")]);
    with_card("Drag Out", alone(), calm).act(0, trainer("Drag Out"));
}
