//! Evolve one of your creatures with a card of your hand, a stage left out if need be.

use super::*;

#[test]
fn trainer_evolve_pokemon() {
    let mut play = table(holding(bare("Cindling"), vec![], &["Growth Spurt", "Pyrehowl"]), foe());
    play.act(0, trainer("Growth Spurt"));
    choose(&mut play, 0, &[0]);
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Cindling", "Pyrehowl"]));
    let fresh = more(bare("Cindling"), json!({"enteredOnTurn": 5}));
    let mut play = table(holding(fresh, vec![], &["Growth Spurt", "Pyrehowl"]), foe());
    assert_eq!(play.refused(0, trainer("Growth Spurt")), "no_effect", "the timing limits stay");
    // The other side's creature would fit, too, but is no option: there is nothing to ask.
    let theirs = side(bare("Cindling"), vec![bare("Cindling")]);
    let mut play = table(holding(bare("Cindling"), vec![], &["Growth Spurt", "Pyrehowl"]), theirs);
    play.act(0, trainer("Growth Spurt"));
    choose(&mut play, 0, &[0]);
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Cindling", "Pyrehowl"]));
    assert_eq!(play.state()["pending"], json!([]));
}
