//! Card rules (rules 5.7.6): on, and off where they have conditions.

use super::*;

const ONE: &[&str] = &["Iron Charge"];

fn foe() -> Value {
    side(bare("Countcrab"), vec![])
}

fn retreat(energies: &[&str]) -> Value {
    json!({"type": "RETREAT", "target": "BENCH_0", "selectedEnergyIds": ids(energies)})
}

fn evolve(card: &str) -> Value {
    json!({"type": "EVOLVE_POKEMON", "evolutionCardId": id(card), "target": "ACTIVE"})
}

#[test]
fn cannot_retreat() {
    let mut play = table(side(with("Rootstump", ONE, 0), vec![bare("Cindling")]), foe());
    assert_eq!(play.refused(0, retreat(ONE)), "cannot_retreat");
    for (creature, refused) in [("Cindling", true), ("Tidefin", false)] {
        let mut play = table(side(with(creature, ONE, 0), vec![bare("Voltkit")]), foe());
        lay_stadium(&mut play, 1, "Thick Mud");
        if refused {
            assert_eq!(play.refused(0, retreat(ONE)), "cannot_retreat");
        } else {
            play.act(0, retreat(ONE));
        }
    }
}

#[test]
fn forced_switch() {
    let bench = vec![bare("Cindling"), bare("Voltkit")];
    let mut play = table(side(with("Dartling", ONE, 0), bench), foe());
    play.act(0, attack(0));
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Voltkit"]));
    let mut play = table(side(with("Dartling", ONE, 0), vec![]), foe());
    play.act(0, attack(0));
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Dartling"]));
}

#[test]
fn free_retreat() {
    let mut play = table(holding(bare("Pebblurk"), vec![bare("Cindling")], &["Windy Pass"]), foe());
    assert_eq!(play.refused(0, retreat(&[])), "insufficient_energy");
    play.act(0, trainer("Windy Pass"));
    play.act(0, retreat(&[]));
    // Of opposites with the same priority the prohibition wins.
    let mut play = table(side(bare("Rootstump"), vec![bare("Cindling")]), foe());
    lay_stadium(&mut play, 0, "Windy Pass");
    assert_eq!(play.refused(0, retreat(&[])), "cannot_retreat");
}

#[test]
fn cannot_attack() {
    let mut play = table(side(with("Idlestone", ONE, 0), vec![]), foe());
    assert_eq!(play.refused(0, attack(0)), "cannot_attack");
    table(side(with("Idlestone", ONE, 10), vec![]), foe()).act(0, attack(0));
}

#[test]
fn attack_cost_modification() {
    let grip = json!({"tools": [id("Light Grip")]});
    table(side(more(bare("Oldhound"), grip.clone()), vec![]), foe()).act(0, attack(0));
    let mut play = table(side(more(bare("Pebblurk"), grip), vec![]), foe());
    assert_eq!(play.refused(0, attack(0)), "not_enough_energy", "colourless first");
}

#[test]
fn attack_restriction() {
    let mut play = table(side(with("Grudgebear", ONE, 0), vec![]), foe());
    assert_eq!(play.refused(0, attack(1)), "attack_restricted");
    table(side(with("Grudgebear", ONE, 0), vec![]), foe()).act(0, attack(0));
    table(side(with("Grudgebear", ONE, 10), vec![]), foe()).act(0, attack(1));
}

#[test]
fn damage_immunity() {
    let rows = [
        ("Cindling", "Ember Charge", 0),
        ("Oldhound", "Ember Charge", 0),
        ("Tidefin", "Tide Charge", 10),
    ];
    for (attacker, energy, dealt) in rows {
        let mut play =
            table(side(with(attacker, &[energy], 0), vec![]), side(bare("Ashghost"), vec![]));
        play.act(0, attack(0));
        assert_eq!(damage(&play, 1, 0), dealt, "{attacker}");
    }
}

#[test]
fn damage_reduction_rule() {
    let mut play = table(side(with("Oldhound", ONE, 0), vec![]), side(bare("Shellback"), vec![]));
    play.act(0, attack(0));
    assert_eq!(damage(&play, 1, 0), 10);
}

#[test]
fn increased_damage_taken() {
    let mut play = table(side(with("Oldhound", ONE, 0), vec![]), side(bare("Glasswing"), vec![]));
    play.act(0, attack(0));
    assert_eq!(damage(&play, 1, 0), 30);
}

#[test]
fn status_immunity() {
    let mut play = table(
        side(with("Sporeling", &["Leaf Charge"], 0), vec![]),
        side(bare("Steadfast Ox"), vec![]),
    );
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!(["POISONED"]), "only against what it names");
}

#[test]
fn effect_immunity() {
    let mut play =
        table(side(with("Mindmoth", &["Mind Charge"], 0), vec![]), side(bare("Calmstone"), vec![]));
    play.act(0, attack(0));
    assert_eq!((damage(&play, 1, 0), statuses(&play, 1)), (20, json!([])));
}

#[test]
fn cannot_be_confused() {
    let mut play =
        table(side(with("Mindmoth", &["Mind Charge"], 0), vec![]), side(bare("Clearhead"), vec![]));
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!([]));
}

fn prizes_for(victim: &str) -> usize {
    let weak = with(victim, &[], if victim == "Grandbeast" { 80 } else { 30 });
    let mut play = table(side(with("Oldhound", ONE, 0), vec![]), side(weak, vec![bare("Tidefin")]));
    play.act(0, attack(0));
    pending(&play).iter().filter(|(who, what)| who == "PLAYER1" && what == "SELECT_PRIZE").count()
}

#[test]
fn extra_prize_cards() {
    assert_eq!(prizes_for("Grandbeast"), 2);
}

#[test]
fn no_prize_cards() {
    assert_eq!(prizes_for("Humblebee"), 0);
}

#[test]
fn can_evolve_turn_one() {
    let fresh = more(bare("Quickbud"), json!({"enteredOnTurn": 5}));
    let own = more(holding(fresh, vec![], &["Quickbloom"]), json!({"turnsTaken": 1}));
    table(own, foe()).act(0, evolve("Quickbloom"));
}

#[test]
fn cannot_evolve() {
    let mut play = table(holding(bare("Stuntshoot"), vec![], &["Shootgiant"]), foe());
    assert_eq!(play.refused(0, evolve("Shootgiant")), "cannot_evolve");
}

#[test]
fn skip_evolution_stage() {
    table(holding(bare("Cindling"), vec![], &["Leapflame"]), foe()).act(0, evolve("Leapflame"));
    let mut play = table(holding(bare("Cindling"), vec![], &["Pyrehowl"]), foe());
    assert_eq!(play.refused(0, evolve("Pyrehowl")), "evolution_mismatch");
}

#[test]
fn play_restriction() {
    let behind = json!({"prizeCards": ids(&["Dusk Charge"])});
    let mut play = table(holding(bare("Cindling"), vec![], &["Comeback"]), foe());
    assert_eq!(play.refused(0, trainer("Comeback")), "play_restricted");
    let mut play = table(holding(bare("Cindling"), vec![], &["Comeback"]), more(foe(), behind));
    play.act(0, trainer("Comeback"));
    let early = more(holding(bare("Cindling"), vec![], &["Grand Plan"]), json!({"turnsTaken": 1}));
    assert_eq!(table(early, foe()).refused(0, trainer("Grand Plan")), "play_restricted");
}

#[test]
fn once_per_game() {
    let own = holding(bare("Cindling"), vec![], &["Grand Plan", "Grand Plan"]);
    let mut play = table_by(json!({"rules": {"maxSupportersPerTurn": 2}}), own, foe());
    play.act(0, trainer("Grand Plan"));
    assert_eq!(play.refused(0, trainer("Grand Plan")), "once_per_game");
    let mut play = table(side(with("Flarecracker", ONE, 0), vec![]), foe());
    play.act(0, attack(0));
    assert_eq!(play.state()["player1"]["oncePerGameUsed"], json!(["Flarecracker/0"]));
}

#[test]
fn discard_after_use() {
    let bench = vec![bare("Cindling"), bare("Voltkit")];
    let mut play = table(side(with("Flarecracker", ONE, 0), bench), foe());
    let events = play.act(0, attack(1));
    assert!(!has(&events, "creature_knocked_out"));
    assert_eq!(play.state()["player1"]["discardPile"], ids(&["Flarecracker", "Iron Charge"]));
    assert_eq!(pending(&play), [("PLAYER1".to_owned(), "SET_ACTIVE".to_owned())]);
}

#[test]
fn energy_cost_reduction() {
    let lens = json!({"tools": [id("Ember Lens")]});
    table(side(more(bare("Cindling"), lens.clone()), vec![]), foe()).act(0, attack(0));
    let mut play = table(side(more(bare("Tidefin"), lens), vec![]), foe());
    assert_eq!(play.refused(0, attack(0)), "not_enough_energy");
}

#[test]
fn extra_energy_attachment() {
    let own = holding(bare("Stuntshoot"), vec![], &["Leaf Charge"; 3]);
    let mut play = table(own, foe());
    let attach =
        json!({"type": "ATTACH_ENERGY", "energyCardId": id("Leaf Charge"), "target": "ACTIVE"});
    play.act(0, attach.clone());
    play.act(0, attach.clone());
    assert_eq!(play.refused(0, attach), "energy_already_attached");
}

#[test]
fn energy_type_change() {
    let charm = json!({"tools": [id("Prism Charm")]});
    table(side(more(with("Tidefin", ONE, 0), charm), vec![]), foe()).act(0, attack(0));
    let mut play = table(side(with("Tidefin", ONE, 0), vec![]), foe());
    assert_eq!(play.refused(0, attack(0)), "not_enough_energy");
}
