//! Effects of attacks (rules 5.7.3): each with its object, without one, and against what stops it.

use super::*;

/// One energy that pays for the colourless costs of these cards.
const ONE: &[&str] = &["Iron Charge"];

fn duel(attacker: Value, defender: Value) -> Play<Tcg> {
    table(side(attacker, vec![]), side(defender, vec![]))
}

#[test]
fn discard_energy() {
    let mut play =
        duel(with("Drainfox", ONE, 0), with("Pebblurk", &["Stone Charge", "Twin Prism"], 0));
    play.act(0, attack(0));
    assert_eq!(pending(&play)[0].1, "CHOOSE_ENERGY");
    choose(&mut play, 0, &[1]);
    assert_eq!(creature(&play, 1, 0)["attachedEnergy"], ids(&["Stone Charge"]));
    let mut play = duel(with("Drainfox", ONE, 0), bare("Pebblurk"));
    play.act(0, attack(0));
    assert_eq!((pending(&play).len(), damage(&play, 1, 0)), (0, 10), "nothing to discard");
    let mut play = duel(with("Drainfox", ONE, 0), with("Calmstone", ONE, 0));
    play.act(0, attack(0));
    assert_eq!(creature(&play, 1, 0)["attachedEnergy"], ids(ONE), "immune to effects");
    for (coin, left) in [(1, 1), (0, 0)] {
        let mut play = duel(with("Drainfox", ONE, 0), bare("Pebblurk"));
        play.luck(&[coin]).act(0, attack(1));
        assert_eq!(creature(&play, 0, 0)["attachedEnergy"].as_array().unwrap().len(), left);
    }
    let mut play = duel(with("Drainfox", &["Iron Charge", "Dusk Charge"], 0), bare("Pebblurk"));
    play.act(0, attack(2));
    assert_eq!(creature(&play, 0, 0)["attachedEnergy"], json!([]), "a cost of all");
    let grip = json!({"tools": [id("Light Grip")]});
    let mut play = duel(more(bare("Drainfox"), grip), bare("Pebblurk"));
    assert_eq!(play.refused(0, attack(2)), "cannot_pay_cost");
}

#[test]
fn status_condition() {
    let mut play = duel(with("Sporeling", &["Leaf Charge"], 0), bare("Pebblurk"));
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!(["POISONED"]));
    let mut play = duel(with("Sporeling", &["Leaf Charge"], 0), bare("Calmstone"));
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!([]));
    let mut play = duel(with("Voltkit", &["Volt Charge"], 0), bare("Tidefin"));
    play.luck(&[0]).act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!([]), "tails");
}

#[test]
fn damage_modifier() {
    for (hurt, dealt) in [(0, 10), (10, 40)] {
        let mut play = duel(with("Riskram", ONE, hurt), bare("Tidefin"));
        play.act(0, attack(2));
        assert_eq!(damage(&play, 1, 0), dealt);
    }
}

#[test]
fn heal() {
    let mut play = duel(with("Balmfawn", ONE, 30), with("Tidefin", &[], 30));
    play.act(0, attack(0));
    assert_eq!((damage(&play, 0, 0), damage(&play, 1, 0)), (10, 40));
    let mut play = duel(with("Balmfawn", ONE, 0), with("Pebblurk", &[], 30));
    let events = play.act(0, attack(0));
    assert!(!has(&events, "damage_healed"), "nothing to heal");
    let mut play = duel(with("Balmfawn", ONE, 0), with("Calmstone", &[], 30));
    play.act(0, attack(1));
    assert_eq!(damage(&play, 1, 0), 30, "immune to effects, kind ones too");
}

#[test]
fn prevent_damage() {
    for (index, dealt) in [(2, 0), (3, 0)] {
        let foe = side(with("Oldhound", &["Ember Charge"], 0), vec![]);
        let mut play = table(side(with("Balmfawn", ONE, 0), vec![]), foe);
        play.act(0, attack(index));
        play.act(0, end_turn());
        play.act(1, json!({"type": "DRAW_CARD"}));
        let events = play.act(1, attack(0));
        assert_eq!((damage(&play, 0, 0), has(&events, "damage_prevented")), (dealt, true));
        play.act(1, end_turn());
        assert_eq!(
            creature(&play, 0, 0)["timed"],
            json!([]),
            "until the end of the opponent's turn"
        );
    }
}

#[test]
fn recoil_damage() {
    let guarded = json!({"timed": [{"kind": "PREVENT_DAMAGE", "amount": 32767, "expires": 9}]});
    let mut play = duel(more(with("Riskram", ONE, 0), guarded), bare("Tidefin"));
    play.act(0, attack(1));
    assert_eq!(damage(&play, 0, 0), 10, "no prevention stops it");
}

#[test]
fn energy_acceleration() {
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

#[test]
fn switch_pokemon() {
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

#[test]
fn damage_scaling() {
    let mut play = duel(with("Riskram", ONE, 30), bare("Tidefin"));
    play.act(0, attack(3));
    assert_eq!(damage(&play, 1, 0), 40);
    let mut play = duel(with("Riskram", ONE, 0), bare("Tidefin"));
    play.act(0, attack(3));
    assert_eq!(damage(&play, 1, 0), 10, "no counters");
}

#[test]
fn bench_damage() {
    let tidefin = || with("Tidefin", &["Tide Charge"; 2], 0);
    let bench = vec![bare("Wardtoad"), bare("Pebblurk")];
    let mut play = table(side(tidefin(), vec![]), side(bare("Pebblurk"), bench));
    play.act(0, attack(1));
    assert_eq!([damage(&play, 1, 1), damage(&play, 1, 2)], [0, 0], "an ability guards the bench");
    let mut play = duel(tidefin(), bare("Pebblurk"));
    play.act(0, attack(1));
    assert_eq!(damage(&play, 1, 0), 20, "no bench");
}

#[test]
fn lock() {
    let spider = || with("Webspinner", ONE, 0);
    let mut play = duel(spider(), bare("Pebblurk"));
    play.act(0, attack(0));
    assert_eq!(creature(&play, 1, 0)["timed"][0]["expires"], 6);
    let mut play = duel(spider(), bare("Calmstone"));
    play.act(0, attack(0));
    assert_eq!(creature(&play, 1, 0)["timed"], json!([]));
}

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
