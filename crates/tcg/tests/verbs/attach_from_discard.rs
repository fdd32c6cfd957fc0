//! Attach energies of your discard pile to one of your creatures.

use super::*;

#[test]
fn ability_attach_from_discard() {
    let pile = json!({"discardPile": ids(&["Iron Charge", "Fire Seal", "Cindling"])});
    let own = more(side(bare("Gravegull"), vec![bare("Tidefin"), bare("Cindling")]), pile);
    let mut play = table(own, foe());
    play.act(0, ability("ACTIVE"));
    choose(&mut play, 0, &[0, 1]);
    assert_eq!(
        creature(&play, 0, 2)["attachedEnergy"],
        ids(&["Iron Charge", "Fire Seal"]),
        "the only one for both"
    );
    let mut play = table(side(bare("Gravegull"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
}
