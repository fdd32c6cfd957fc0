//! The effect of an attack that is one of a trainer card (rules 5.7.3); others lie below `verbs`.

use super::verbs::{ONE, duel};
use super::*;

#[test]
fn card_effect() {
    let spider = || with("Webspinner", ONE, 0);
    let deck = json!({"deck": ids(&["Cindling", "Tidefin", "Voltkit", "Pebblurk"])});
    let mut play = table(more(side(spider(), vec![]), deck), side(bare("Pebblurk"), vec![]));
    play.act(0, attack(1));
    choose(&mut play, 0, &[2, 0, 1]);
    assert_eq!(
        play.state()["player1"]["deck"],
        ids(&["Voltkit", "Cindling", "Tidefin", "Pebblurk"])
    );
    let mut play = table(
        side(spider(), vec![]),
        side(bare("Pebblurk"), vec![bare("Tidefin"), bare("Voltkit")]),
    );
    play.act(0, attack(2));
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 1, 0)["cards"], ids(&["Voltkit"]));
    let mut play = table(side(spider(), vec![]), side(bare("Calmstone"), vec![bare("Tidefin")]));
    play.act(0, attack(2));
    assert_eq!(creature(&play, 1, 0)["cards"], ids(&["Calmstone"]), "immune to effects");
    let mut play = duel(spider(), with("Pebblurk", ONE, 0));
    play.act(0, attack(3));
    assert_eq!(creature(&play, 1, 0)["attachedEnergy"], json!([]));
    let mut play = duel(spider(), with("Calmstone", ONE, 0));
    play.act(0, attack(3));
    assert_eq!(creature(&play, 1, 0)["attachedEnergy"], ids(ONE), "no option");
}
