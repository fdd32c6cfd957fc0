//! Put a basic creature of a discard pile on its owner's bench, or the played card itself on yours.

use super::*;

#[test]
fn trainer_put_into_play() {
    let mut play = with_card("Revive Seed", more(alone(), pile(&["Brandhound", "Tidefin"])), foe());
    play.act(0, trainer("Revive Seed"));
    assert_eq!(creature(&play, 0, 1)["cards"], ids(&["Tidefin"]));
    in_vain("Revive Seed", alone(), foe());
    let mut play = with_card("Old Rival", alone(), more(foe(), pile(&["Voltkit"])));
    play.act(0, trainer("Old Rival"));
    assert_eq!(creature(&play, 1, 1)["cards"], ids(&["Voltkit"]));
    let mut play = with_card("Straw Doll", alone(), foe());
    play.act(0, trainer("Straw Doll"));
    assert_eq!(creature(&play, 0, 1)["cards"], ids(&["Straw Doll"]));
    play.act(0, ability("BENCH_0"));
    assert_eq!(play.state()["player1"]["discardPile"], ids(&["Straw Doll"]));
}
