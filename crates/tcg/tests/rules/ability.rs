//! Effects of abilities (rules 5.7.4): each with its object, without one, and where it is switched off.

use super::*;

fn foe() -> Value {
    side(bare("Pebblurk"), vec![])
}

#[test]
fn heal() {
    let mut play = table(
        side(bare("Healhare"), vec![with("Cindling", &[], 30), with("Tidefin", &[], 10)]),
        foe(),
    );
    play.act(0, ability("ACTIVE"));
    choose(&mut play, 0, &[0]);
    assert_eq!(damage(&play, 0, 1), 10);
    assert_eq!(play.refused(0, ability("ACTIVE")), "ability_used");
    let mut play = table(side(bare("Healhare"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
}

#[test]
fn prevent_damage() {
    let foe = || side(bare("Pebblurk"), vec![bare("Wardtoad"), bare("Voltkit")]);
    let tidefin = || with("Tidefin", &["Tide Charge"; 2], 0);
    let mut play = table(side(tidefin(), vec![]), foe());
    play.act(0, attack(1));
    assert_eq!([damage(&play, 1, 0), damage(&play, 1, 2)], [20, 0], "the bench, not the active");
}

#[test]
fn status_condition() {
    for (coin, expected) in [(1, json!(["POISONED"])), (0, json!([]))] {
        let mut play = table(side(bare("Hexcat"), vec![]), foe());
        play.luck(&[coin]).act(0, ability("ACTIVE"));
        assert_eq!(statuses(&play, 1), expected);
    }
    let mut play = table(
        side(bare("Hexcat"), vec![]),
        side(more(bare("Straw Doll"), json!({})), vec![bare("Cindling")]),
    );
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect", "a doll has no status");
}

#[test]
fn energy_acceleration() {
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

#[test]
fn switch_pokemon() {
    let mut play = table(side(bare("Cindling"), vec![bare("Blinkbat")]), foe());
    play.act(0, ability("BENCH_0"));
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Blinkbat"]));
    let mut play = table(side(bare("Blinkbat"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
    let asleep = more(bare("Blinkbat"), json!({"rotation": "ASLEEP"}));
    let mut play = table(side(asleep, vec![bare("Cindling")]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "ability_blocked_by_status");
}

#[test]
fn draw_cards() {
    let mut play = table(holding(bare("Cindling"), vec![], &["Scoutling"]), foe());
    play.act(0, json!({"type": "PLAY_POKEMON", "cardId": id("Scoutling")}));
    assert_eq!(pending(&play)[0].1, "YES_NO");
    choose(&mut play, 0, &[1]);
    assert_eq!(hand(&play, 0), 1);
    let own = more(holding(bare("Cindling"), vec![], &["Scoutling"]), json!({"deck": []}));
    let mut play = table(own, foe());
    play.act(0, json!({"type": "PLAY_POKEMON", "cardId": id("Scoutling")}));
    assert_eq!(pending(&play), [], "public facts show that nothing can happen");
}

#[test]
fn search_deck() {
    let own = more(
        holding(bare("Seekhound"), vec![], &["Iron Charge"]),
        json!({"deck": ids(&["Cindling", "Iron Charge"])}),
    );
    let mut play = table(own, foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!(count(&play, 0, "discardPile"), 1, "the cost is paid first");
    choose(&mut play, 0, &[0]);
    assert_eq!(play.state()["player1"]["hand"], ids(&["Cindling"]));
    assert!(has(&play.told(1), "cards_revealed"));
}

#[test]
fn boost_attack() {
    for (friend, dealt) in [("Warhorn", 40), ("Cindling", 30)] {
        let stone = with("Pebblurk", &["Stone Charge"; 2], 0);
        let mut play = table(side(stone, vec![bare(friend)]), side(bare("Tidefin"), vec![]));
        play.act(0, attack(0));
        assert_eq!(damage(&play, 1, 0), dealt);
    }
}

#[test]
fn boost_hp() {
    let play = table(side(bare("Cindling"), vec![bare("Stoutoak")]), foe());
    assert_eq!(play.view(0)["playerState"]["activePokemon"]["maxHp"], 70);
    // The source falls: what only it kept alive falls with it.
    let bench = vec![with("Stoutoak", &[], 80), with("Sporeling", &[], 40)];
    let tidefin = with("Tidefin", &["Tide Charge"; 2], 0);
    let mut play = table(side(tidefin, vec![]), side(bare("Pebblurk"), bench));
    let events = play.act(0, attack(1));
    let fallen = events.iter().filter(|event| event["type"] == "creature_knocked_out").count();
    assert_eq!(fallen, 1);
    let events = play.act(0, json!({"type": "SELECT_PRIZE", "prizeIndex": 0}));
    assert!(has(&events, "creature_knocked_out"), "the next check finds it");
}

#[test]
fn reduce_damage() {
    for (status, dealt) in [("NONE", 10), ("ASLEEP", 20)] {
        let plated = more(bare("Ironhide"), json!({"rotation": status}));
        let hound = with("Oldhound", &["Ember Charge"], 0);
        let mut play = table(side(hound, vec![]), side(plated, vec![]));
        play.act(0, attack(0));
        assert_eq!(damage(&play, 1, 0), dealt, "{status} switches abilities off");
    }
}

#[test]
fn discard_from_hand() {
    let mut play = table(side(bare("Seekhound"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "cannot_pay_cost");
    let mut play = table(holding(bare("Seekhound"), vec![], &["Iron Charge", "Cindling"]), foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!(pending(&play)[0].1, "CHOOSE_CARDS");
    choose(&mut play, 0, &[1]);
    assert_eq!(play.state()["player1"]["discardPile"], ids(&["Cindling"]));
}

#[test]
fn attach_from_discard() {
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

#[test]
fn retrieve_from_discard() {
    let own =
        more(side(bare("Memorox"), vec![]), json!({"discardPile": ids(&["Cindling", "Salve"])}));
    let mut play = table(own, foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Salve"]));
    let mut play = table(side(bare("Memorox"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
}

#[test]
fn move_damage_counter() {
    let mut play = table(side(bare("Mindmoth"), vec![with("Cindling", &[], 10)]), foe());
    play.act(0, ability("ACTIVE"));
    assert_eq!([damage(&play, 0, 0), damage(&play, 0, 1)], [10, 0], "one pair: nobody is asked");
    let mut play = table(side(bare("Mindmoth"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
}
