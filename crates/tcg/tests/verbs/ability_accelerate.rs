//! Move energies between your creatures, or attach energies of a zone to one of them.

use super::*;

#[test]
fn ability_energy_acceleration() {
    let pile = json!({"discardPile": ids(&["Volt Charge"])});
    let own = more(side(bare("Sparkfinch"), vec![bare("Cindling")]), pile);
    let mut play = table(own, foe());
    play.act(0, ability("ACTIVE"));
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 0, 1)["attachedEnergy"], ids(&["Volt Charge"]));
    let mut play = table(side(bare("Sparkfinch"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "cannot_pay_cost");
    let bench = vec![with("Cindling", &["Ember Charge", "Dew Drop"], 0), bare("Voltkit")];
    let mut play = table(side(bare("Tidewell"), bench), foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!(creature(&play, 0, 0)["attachedEnergy"], ids(&["Ember Charge"]));
    assert_eq!(
        play.refused(0, ability("ACTIVE")),
        "cannot_pay_cost",
        "what is left cannot be moved"
    );
    let own = more(
        side(bare("Rootsage"), vec![]),
        json!({"deck": ids(&["Leaf Charge", "Leaf Charge", "Iron Charge"])}),
    );
    let mut play = table(own, foe());
    play.act(0, ability("ACTIVE"));
    choose(&mut play, 0, &[0, 1]);
    assert_eq!(creature(&play, 0, 0)["attachedEnergy"], ids(&["Leaf Charge"; 2]));
    let dry = more(side(bare("Rootsage"), vec![]), json!({"deck": []}));
    assert_eq!(table(dry, foe()).refused(0, ability("ACTIVE")), "no_effect");
}
