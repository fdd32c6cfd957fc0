//! Attach energies of a zone to the attacker, or each to a benched creature of your choice.

use super::*;

#[test]
fn attack_energy_acceleration() {
    let pile = json!({"discardPile": ids(&["Volt Charge", "Iron Charge", "Volt Charge"])});
    let own = more(side(with("Dynamole", ONE, 0), vec![]), pile);
    let mut play = table(own, side(bare("Pebblurk"), vec![]));
    play.act(0, attack(0));
    choose(&mut play, 0, &[0, 1]);
    assert_eq!(
        creature(&play, 0, 0)["attachedEnergy"],
        ids(&["Iron Charge", "Volt Charge", "Volt Charge"])
    );
    let mut play = duel(with("Dynamole", ONE, 0), bare("Pebblurk"));
    play.act(0, attack(0));
    assert_eq!(pending(&play), [], "nothing in the discard pile");
    let bench = vec![bare("Cindling"), bare("Tidefin")];
    let mut play = table(side(with("Dynamole", ONE, 0), bench), side(bare("Pebblurk"), vec![]));
    play.act(0, attack(1));
    choose(&mut play, 0, &[0, 1]);
    choose(&mut play, 0, &[0]);
    assert_eq!(pending(&play)[0].1, "CHOOSE_CREATURE", "a target for each card");
    choose(&mut play, 0, &[1]);
    let one = ids(&["Iron Charge"]);
    assert_eq!(creature(&play, 0, 1)["attachedEnergy"], one);
    assert_eq!(creature(&play, 0, 2)["attachedEnergy"], one);
    assert_eq!(count(&play, 0, "deck"), 8);
}
