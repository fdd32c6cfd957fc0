//! Switch the attacker with one of your benched creatures.

use super::*;

#[test]
fn attack_switch_pokemon() {
    let bench = vec![bare("Cindling"), bare("Tidefin")];
    let mole = || with("Dynamole", ONE, 0);
    let mut play = table(side(mole(), bench.clone()), side(bare("Pebblurk"), vec![]));
    play.act(0, attack(2));
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Tidefin"]));
    let mut play = table(side(mole(), bench), side(bare("Pebblurk"), vec![]));
    play.luck(&[0]).act(0, attack(3));
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Cindling"]), "by the dice");
    let mut play = duel(mole(), bare("Pebblurk"));
    play.act(0, attack(2));
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Dynamole"]), "nobody to switch with");
}
