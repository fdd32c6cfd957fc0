//! The worked examples of the rules document, by their numbers.

use bout_core::{Game, Seed};
use bout_tcg::{Config, Library, Tcg};
use bout_testkit::Play;
use serde_json::{Value, json};

use super::*;

#[test]
fn example_1() {
    let mut play = table(
        side(with("Cindling", &["Ember Charge"], 0), vec![]),
        side(bare("Sporeling"), vec![]),
    );
    play.act(0, attack(0));
    assert_eq!(damage(&play, 1, 0), 20);
    let seen = play.view(0)["opponentState"]["activePokemon"].clone();
    assert_eq!((&seen["currentHp"], &seen["maxHp"]), (&json!(20), &json!(40)));
    assert_eq!(play.state()["phase"], "END");
}

#[test]
fn example_2() {
    let mut play =
        table(side(with("Voltkit", &["Volt Charge"], 0), vec![]), side(bare("Pebblurk"), vec![]));
    play.luck(&[1]).act(0, attack(0));
    assert_eq!(damage(&play, 1, 0), 0);
    assert_eq!(statuses(&play, 1), json!(["PARALYZED"]));
}

#[test]
fn example_3() {
    let tidefin = with("Tidefin", &["Tide Charge"; 4], 0);
    let mut play = table(
        holding(tidefin, vec![], &["Power Chip"]),
        side(bare("Cindling"), vec![bare("Pebblurk")]),
    );
    play.act(0, trainer("Power Chip"));
    let events = play.act(0, attack(0));
    let dealt = events.iter().find(|event| event["type"] == "damage_dealt").unwrap();
    assert_eq!(dealt["amount"], 80);
    assert_eq!(pending(&play)[0], ("PLAYER1".into(), "SELECT_PRIZE".into()));
}

#[test]
fn example_4() {
    let tidefin = with("Tidefin", &["Tide Charge", "Ember Charge", "Tide Charge"], 0);
    let mut play = table(side(tidefin, vec![]), side(bare("Pebblurk"), vec![]));
    play.act(0, attack(0));
    assert_eq!(damage(&play, 1, 0), 20);
}

#[test]
fn example_5() {
    for (chip, expected) in [(false, 0), (true, 20)] {
        let timed = json!({"timed": [{"kind": "PREVENT_DAMAGE", "amount": 30, "expires": 5}]});
        let plate = json!({"tools": [{"cardId": id("Guard Plate"), "until": 6}]});
        let defender = more(more(bare("Tidefin"), timed), plate);
        let pebblurk = with("Pebblurk", &["Stone Charge", "Stone Charge"], 0);
        let mut play = table(holding(pebblurk, vec![], &["Power Chip"]), side(defender, vec![]));
        if chip {
            play.act(0, trainer("Power Chip"));
        }
        play.act(0, attack(0));
        assert_eq!(damage(&play, 1, 0), expected, "with chip: {chip}");
    }
}

#[test]
fn example_6() {
    let foe = || side(bare("Pebblurk"), vec![]);
    let mut play = table(side(with("Cindling", &["Twin Prism"], 0), vec![]), foe());
    assert_eq!(play.refused(0, attack(1)), "not_enough_energy");
    let mut play = table(side(with("Cindling", &["Twin Prism", "Prism Shard"], 0), vec![]), foe());
    play.act(0, attack(1));
    assert_eq!(creature(&play, 0, 0)["attachedEnergy"], ids(&["Twin Prism"]));
    assert_eq!(damage(&play, 1, 0), 30);
}

#[test]
fn example_7() {
    let hound = chain(&["Cindling", "Brandhound"], &["Twin Prism", "Ember Charge"]);
    let mut play = table(side(hound, vec![bare("Pebblurk")]), side(bare("Pebblurk"), vec![]));
    let retreat = |energies: &[&str]| json!({"type": "RETREAT", "target": "BENCH_0", "selectedEnergyIds": ids(energies)});
    assert_eq!(play.refused(0, retreat(&["Ember Charge", "Twin Prism"])), "wrong_energy_selection");
    assert_eq!(play.refused(0, retreat(&["Ember Charge"])), "wrong_energy_selection");
    play.act(0, retreat(&["Twin Prism"]));
    assert_eq!(creature(&play, 0, 1)["attachedEnergy"], ids(&["Ember Charge"]));
}

#[test]
fn example_8() {
    let moth = more(with("Mindmoth", &["Mind Charge"], 20), json!({"rotation": "CONFUSED"}));
    let bench = vec![bare("Cindling"), bare("Pebblurk")];
    let mut play = table(side(moth, bench), side(bare("Pebblurk"), vec![]));
    let events = play.luck(&[0]).act(0, attack(0));
    assert!(has(&events, "attack_failed"));
    assert_eq!((damage(&play, 1, 0), statuses(&play, 1)), (0, json!([])));
    let order = [("PLAYER2", "SELECT_PRIZE"), ("PLAYER1", "SET_ACTIVE")];
    assert_eq!(pending(&play), order.map(|(who, what)| (who.to_owned(), what.to_owned())));
    play.act(1, json!({"type": "SELECT_PRIZE", "prizeIndex": 3}));
    play.act(0, json!({"type": "SET_ACTIVE_POKEMON", "target": "BENCH_1"}));
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Pebblurk"]));
    assert_eq!(play.state()["phase"], "END");
}

/// A deal that leaves the deck as the file has it: the first cards are the hand.
pub fn unshuffled() -> Vec<u32> {
    (1..60).rev().collect()
}

/// Both draw, choose their first basic creature, and are ready.
pub fn set_up(luck: u32) -> Play<Tcg> {
    let mut play = Play::<Tcg>::lucky(json!({}), &[luck]);
    for seat in [0, 1] {
        play.luck(&unshuffled()).act(seat, json!({"type": "DRAW_INITIAL_CARDS"}));
    }
    for seat in [0, 1] {
        let first = play.legal(seat)[0].clone();
        play.act(seat, first);
    }
    for seat in [0, 1] {
        play.act(seat, json!({"type": "COMPLETE_INITIAL_SETUP"}));
    }
    play
}

#[test]
fn examples_9_and_10() {
    let mut play = set_up(1);
    let sizes = |play: &Play<Tcg>, player| (count(play, player, "deck"), hand(play, player));
    assert_eq!(sizes(&play, 0), (47, 6));
    let events = play.act(0, json!({"type": "DRAW_CARD"}));
    assert!(has(&events, "draw_skipped"));
    assert_eq!((sizes(&play, 0), play.state()["phase"].as_str()), ((47, 6), Some("MAIN_PHASE")));
    play.act(0, end_turn());
    play.act(1, json!({"type": "DRAW_CARD"}));
    assert_eq!((sizes(&play, 1), play.state()["turnNumber"].as_u64()), ((46, 7), Some(2)));
}

#[test]
fn example_11() {
    let evolve = |target: &str| json!({"type": "EVOLVE_POKEMON", "evolutionCardId": id("Brandhound"), "target": target});
    let start = |turn: u32, taken: u32, entered: u32| {
        let bench = vec![more(bare("Cindling"), json!({"enteredOnTurn": entered}))];
        let own = holding(bare("Cindling"), bench, &["Brandhound"]);
        let own = more(own, json!({"turnsTaken": taken}));
        let state =
            json!({"turnNumber": turn, "player1": own, "player2": side(bare("Pebblurk"), vec![])});
        Play::<Tcg>::load(json!({}), state, 0)
    };
    assert_eq!(start(1, 1, 0).refused(0, evolve("ACTIVE")), "first_turn_evolution");
    start(3, 2, 3).act(0, evolve("ACTIVE"));
    assert_eq!(start(3, 2, 3).refused(0, evolve("BENCH_0")), "played_this_turn");
    start(5, 3, 3).act(0, evolve("BENCH_0"));
}

#[test]
fn example_12() {
    let ill = more(with("Cindling", &["Ember Charge"; 2], 40), json!({"poison": 10}));
    let mut play = table(holding(ill, vec![], &["Brandhound"]), side(bare("Pebblurk"), vec![]));
    play.act(
        0,
        json!({"type": "EVOLVE_POKEMON", "evolutionCardId": id("Brandhound"), "target": "ACTIVE"}),
    );
    let seen = play.view(0)["playerState"]["activePokemon"].clone();
    assert_eq!((&seen["currentHp"], &seen["damage"]), (&json!(40), &json!(40)));
    assert_eq!(
        (&seen["statusEffects"], &seen["attachedEnergy"]),
        (&json!([]), &ids(&["Ember Charge"; 2]))
    );
}

#[test]
fn example_13() {
    let state = json!({
        "turnNumber": 4, "currentPlayer": "PLAYER2",
        "player1": side(with("Tidefin", &["Tide Charge"], 0), vec![bare("Cindling")]),
        "player2": side(with("Voltkit", &["Volt Charge"], 0), vec![]),
    });
    let mut play = Play::<Tcg>::load(json!({}), state, 0);
    play.luck(&[1]).act(1, attack(0));
    play.act(1, end_turn());
    assert_eq!(statuses(&play, 0), json!(["PARALYZED"]));
    play.act(0, json!({"type": "DRAW_CARD"}));
    assert_eq!(play.refused(0, attack(0)), "paralyzed");
    assert_eq!(play.refused(0, json!({"type": "RETREAT", "target": "BENCH_0"})), "paralyzed");
    play.act(0, end_turn());
    assert_eq!(statuses(&play, 0), json!([]));
}

#[test]
fn example_14() {
    let ill = more(with("Sporeling", &[], 30), json!({"poison": 10}));
    let mut play = table(side(ill, vec![bare("Cindling")]), side(bare("Pebblurk"), vec![]));
    play.act(0, end_turn());
    assert_eq!(play.state()["state"], "BETWEEN_TURNS");
    assert_eq!(pending(&play), [("PLAYER2".to_owned(), "SELECT_PRIZE".to_owned())]);
    play.act(1, json!({"type": "SELECT_PRIZE", "prizeIndex": 0}));
    assert_eq!(creature(&play, 0, 0)["cards"], ids(&["Cindling"]));
    let state = play.state();
    assert_eq!((&state["state"], &state["phase"]), (&json!("PLAYER_TURN"), &json!("DRAW")));
    assert_eq!((&state["turnNumber"], &state["currentPlayer"]), (&json!(6), &json!("PLAYER2")));
}

fn double_knock_out(prizes: usize, bench: bool) -> Play<Tcg> {
    let left = json!({"prizeCards": vec![id("Dusk Charge"); prizes]});
    let own = vec![bare("Cindling"), bare("Tidefin")];
    let other = if bench { own.clone() } else { vec![] };
    let one = more(side(with("Voltkit", &["Volt Charge"; 3], 0), own), left.clone());
    let mut play = table(one, more(side(with("Pebblurk", &[], 20), other), left));
    play.act(0, attack(2));
    play
}

#[test]
fn example_15() {
    let mut play = double_knock_out(6, true);
    let order = [
        ("PLAYER1", "SELECT_PRIZE"),
        ("PLAYER2", "SELECT_PRIZE"),
        ("PLAYER2", "SET_ACTIVE"),
        ("PLAYER1", "SET_ACTIVE"),
    ];
    assert_eq!(pending(&play), order.map(|(who, what)| (who.to_owned(), what.to_owned())));
    assert_eq!(play.state()["phase"], "END");
    for seat in [0, 1] {
        play.act(seat, json!({"type": "SELECT_PRIZE", "prizeIndex": 0}));
    }
    for seat in [1, 0] {
        play.act(seat, json!({"type": "SET_ACTIVE_POKEMON", "target": "BENCH_0"}));
    }
    assert_eq!(pending(&play), []);
    play.act(0, end_turn());
}

#[test]
fn example_16() {
    let play = double_knock_out(1, true);
    assert_eq!(play.ending(), ("draw", vec![]));
    assert_eq!(play.state()["result"], "DRAW");
    let state: bout_tcg::State = serde_json::from_value(play.state()).unwrap();
    let game = Tcg::new(Config::default(), &Library::default()).unwrap();
    let (next, seed) = game.decider(&state, Seed(7), 0).unwrap();
    assert_eq!(next.rules.prize_card_count, 1);
    assert_ne!(seed, Seed(7));
    assert!(game.decider(&state, Seed(7), 3).is_none());
    // Who brought his deck plays with it again.
    let game = Tcg::new(Config { decks: None, ..Config::default() }, &Library::default()).unwrap();
    let decks = game.decider(&state, Seed(7), 0).unwrap().0.decks.unwrap();
    assert_eq!(decks.map(|deck| deck.id().to_owned()), ["", ""]);
}

#[test]
fn example_17() {
    let play = double_knock_out(1, false);
    assert_eq!(play.ending(), ("prize_cards", vec![0]));
    assert_eq!(play.state()["winCondition"], "PRIZE_CARDS");
}

#[test]
fn example_18() {
    for action in [json!({"type": "DRAW_CARD"}), end_turn()] {
        let dry = more(side(bare("Cindling"), vec![]), json!({"deck": []}));
        let state = json!({
            "turnNumber": 6, "currentPlayer": "PLAYER2", "state": "PLAYER_TURN", "phase": "DRAW",
            "firstPlayer": "PLAYER1",
            "player1": more(side(bare("Pebblurk"), vec![]), json!({"joined": true})),
            "player2": more(dry, json!({"joined": true})),
        });
        let mut play = Play::<Tcg>::load(json!({}), state, 0);
        play.act(1, action);
        assert_eq!(play.ending(), ("deck_out", vec![0]));
    }
    let thin = more(
        holding(bare("Cindling"), vec![], &["Two More"]),
        json!({"deck": ids(&["Iron Charge"])}),
    );
    let mut play = table(thin, side(bare("Pebblurk"), vec![]));
    play.act(0, trainer("Two More"));
    assert_eq!((hand(&play, 0), play.outcome()), (1, None));
}

#[test]
fn example_19() {
    let mut play = Play::<Tcg>::lucky(json!({}), &[1]);
    // Turned over, the deck begins with its energies.
    let turned: Vec<u32> = (1..60).rev().map(|i| if i >= 30 { 59 - i } else { i }).collect();
    let events = play.luck(&turned).act(0, json!({"type": "DRAW_INITIAL_CARDS"}));
    let shown = events.iter().find(|event| event["type"] == "initial_hand_revealed").unwrap();
    assert_eq!(shown["cards"].as_array().unwrap().len(), 7);
    assert_eq!(play.view(1)["opponentState"]["revealedHand"], shown["cards"]);
    let words = json!(["DRAW_INITIAL_CARDS", "CONCEDE", "CANCEL_MATCH"]);
    assert_eq!(play.view(0)["availableActions"], words);
    let active = json!({"type": "SET_ACTIVE_POKEMON", "cardId": id("Cindling")});
    assert_eq!(play.refused(0, active), "wrong_state");
    let again: Vec<u32> = (1..60).rev().map(|i| if i >= 30 { 59 - i } else { i }).collect();
    play.luck(&again).act(0, json!({"type": "DRAW_INITIAL_CARDS"}));
    while play.state()["player1"]["handValid"] == false {
        play.act(0, json!({"type": "DRAW_INITIAL_CARDS"}));
    }
    assert_eq!(play.refused(0, json!({"type": "DRAW_INITIAL_CARDS"})), "hand_already_valid");
}

#[test]
fn example_20() {
    let mut play = Play::<Tcg>::lucky(json!({}), &[1]);
    for seat in [0, 1] {
        play.luck(&unshuffled()).act(seat, json!({"type": "DRAW_INITIAL_CARDS"}));
    }
    let first = play.legal(0)[0].clone();
    play.act(0, first);
    let seen = play.view(1)["opponentState"].clone();
    assert_eq!(
        (&seen["activePokemon"], &seen["opponentHasSelected"]),
        (&Value::Null, &json!(true))
    );
    assert_eq!(seen["handCount"], 6);
    assert!(!play.told(1).iter().any(|event| event["cardId"].is_string()));
}

#[test]
fn example_21() {
    let mut play = table(side(bare("Cindling"), vec![]), side(bare("Pebblurk"), vec![]));
    play.act(1, json!({"type": "CONCEDE"}));
    assert_eq!(play.ending(), ("concede", vec![0]));
    assert_eq!(play.refused(1, json!({"type": "CONCEDE"})), "match_over");
}

#[test]
fn example_22() {
    let mut play = Play::<Tcg>::open(json!({"decks": null}));
    play.act(Play::<Tcg>::HOST, json!({"type": "CANCEL_MATCH"}));
    assert_eq!(play.ending().0, "cancelled");
    assert_eq!(play.state()["cancellationReason"], "player_cancelled");
    assert_eq!(
        play.refused(0, json!({"type": "JOIN_MATCH", "deckId": "fixture-ember"})),
        "match_over"
    );
}

#[test]
fn examples_23_and_24() {
    let volt = with("Voltkit", &["Volt Charge"; 2], 0);
    let mut play = table(side(volt, vec![]), side(bare("Tidefin"), vec![bare("Pebblurk")]));
    let events = play.luck(&[1, 0, 1]).act(0, attack(1));
    assert!(has(&events, "creature_knocked_out"));
    let dealt = events.iter().find(|event| event["type"] == "damage_dealt").unwrap();
    assert_eq!((&dealt["amount"], &dealt["breakdown"]["base"]), (&json!(80), &json!(40)));
    assert_eq!(play.refused(0, end_turn()), "pending_choice");
}

#[test]
fn example_25() {
    let ill = more(bare("Pebblurk"), json!({"rotation": "ASLEEP", "poison": 10}));
    let mut play = table(side(with("Mindmoth", &["Mind Charge"], 0), vec![]), side(ill, vec![]));
    play.act(0, attack(0));
    assert_eq!(statuses(&play, 1), json!(["CONFUSED", "POISONED"]));
}

#[test]
fn example_26() {
    let bench = vec![with("Cindling", &[], 40), bare("Sporeling")];
    let tidefin = with("Tidefin", &["Tide Charge"; 2], 0);
    let mut play = table(side(tidefin, vec![]), side(bare("Pebblurk"), bench));
    play.act(0, attack(1));
    assert_eq!(damage(&play, 1, 0), 20);
    assert_eq!(creature(&play, 1, 1)["cards"], ids(&["Sporeling"]));
    assert_eq!(damage(&play, 1, 1), 10);
    assert_eq!(pending(&play), [("PLAYER1".to_owned(), "SELECT_PRIZE".to_owned())]);
}

#[test]
fn example_27() {
    let bench = vec![with("Cindling", &[], 10), with("Sporeling", &[], 30), bare("Pebblurk")];
    let mut play = table(side(bare("Mindmoth"), bench), side(bare("Pebblurk"), vec![]));
    let used = |to: u8| json!({"type": "USE_ABILITY", "target": "ACTIVE", "choices": [[0], [to]]});
    // Of the destinations for Cindling's counter Sporeling is none: 0 Mindmoth, 1 Pebblurk.
    assert_eq!(play.refused(0, used(2)), "invalid_choice");
    play.act(0, used(1));
    assert_eq!((damage(&play, 0, 1), damage(&play, 0, 3)), (0, 10));
    let bench = vec![with("Cindling", &[], 0), bare("Pebblurk")];
    let mut play = table(side(bare("Mindmoth"), bench), side(bare("Pebblurk"), vec![]));
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_effect");
}

/// A deck of the shipped cards.
pub fn deck(entries: &[(u32, &str)]) -> Value {
    let entry = |(quantity, name): &(u32, &str)| json!({"cardId": id(name), "setName": "fixture", "quantity": quantity});
    json!({"id": "own", "name": "Own", "cards": entries.iter().map(entry).collect::<Vec<_>>()})
}

#[test]
fn example_28() {
    let mut set: Value = serde_json::from_str(include_str!("../../data/fixture.json")).unwrap();
    let mut second = set["cards"][0].clone();
    second["cardNumber"] = "900".into();
    let cards = set["cards"].as_array_mut().unwrap();
    cards.push(second);
    set["metadata"]["totalCards"] = cards.len().into();
    let print = "forge-fixture-v1.0-cindling--900";
    let mut own = deck(&[(4, "Cindling"), (55, "Ember Charge")]);
    let other = json!({"cardId": print, "setName": "fixture", "quantity": 1});
    own["cards"].as_array_mut().unwrap().push(other);
    let play = Play::<Tcg>::open(json!({"sets": [set], "decks": [own, "fixture-tide"]}));
    assert_eq!(play.state()["cancellationReason"], "deck_invalid");
}

#[test]
fn example_29() {
    let mut play = table(side(bare("Cindling"), vec![]), side(bare("Pebblurk"), vec![]));
    assert_eq!(play.refused(0, attack(0)), "not_enough_energy");
    assert_eq!(play.state()["phase"], "MAIN_PHASE");
}

#[test]
fn example_30() {
    let mut play =
        table(holding(bare("Cindling"), vec![], &["Ember Charge"]), side(bare("Pebblurk"), vec![]));
    play.act(0, json!({"type": "ENTER_ATTACK_PHASE"}));
    let attach =
        json!({"type": "ATTACH_ENERGY", "energyCardId": id("Ember Charge"), "target": "ACTIVE"});
    assert_eq!(play.refused(0, attach), "wrong_phase");
    play.act(0, end_turn());
}

#[test]
fn example_31() {
    let luck: Vec<u32> = [0].into_iter().chain(unshuffled()).chain(unshuffled()).collect();
    let mut play = Play::<Tcg>::lucky(json!({"rules": {"setupMode": "legacy"}}), &luck);
    assert_eq!(play.phase(), "INITIAL_SETUP");
    for seat in [0, 1] {
        let first = play.legal(seat)[0].clone();
        play.act(seat, first);
    }
    assert_eq!((count(&play, 0, "prizeCards"), count(&play, 1, "prizeCards")), (6, 6));
    assert_eq!((count(&play, 1, "deck"), count(&play, 0, "deck")), (46, 47));
    assert_eq!(play.state()["currentPlayer"], "PLAYER2");
    let events = play.act(1, json!({"type": "DRAW_CARD"}));
    assert!(has(&events, "draw_skipped"));
}

#[test]
fn example_32() {
    let mut play = table(
        side(with("Voltkit", &["Volt Charge"], 0), vec![]),
        side(bare("Steadfast Ox"), vec![]),
    );
    play.luck(&[1]).act(0, attack(0));
    assert_eq!((damage(&play, 1, 0), statuses(&play, 1)), (20, json!([])));
}

#[test]
fn example_33() {
    let start = || {
        let deck = json!({"deck": ids(&["Voltkit", "Iron Charge", "Cindling", "Cindling"])});
        let own = more(holding(bare("Pebblurk"), vec![], &["Call Out"]), deck);
        let mut play = table(own, side(bare("Pebblurk"), vec![]));
        play.act(0, trainer("Call Out"));
        play
    };
    let answer = |more: Value| {
        let mut action = json!({"type": "RESOLVE_CHOICE", "choiceId": 1});
        bout_core::merge(&mut action, &more);
        action
    };
    let mut play = start();
    let listed = |list: [Value; 3]| list.map(answer).to_vec();
    assert_eq!(
        play.legal(0),
        listed([json!({"add": 0}), json!({"add": 2}), json!({"done": true})])
    );
    play.act(0, answer(json!({"add": 0})));
    assert_eq!(
        play.legal(0),
        listed([json!({"add": 1}), json!({"add": 2}), json!({"done": true})])
    );
    play.luck(&[2, 1]).act(0, answer(json!({"done": true})));
    assert_eq!(play.state()["player1"]["hand"], ids(&["Cindling"]));
    assert!(has(&play.told(1), "cards_revealed") && has(&play.told(1), "deck_shuffled"));
    let mut play = start();
    for bad in [json!([0, 0]), json!([3])] {
        assert_eq!(play.refused(0, answer(json!({"selection": bad}))), "invalid_choice");
    }
    play.act(0, answer(json!({"selection": [0, 2]})));
    assert_eq!(hand(&play, 0), 2);
}

#[test]
fn example_34() {
    let own = holding(with("Cindling", &["Ember Charge"], 0), vec![], &["Second Look"]);
    let own = more(own, json!({"discardPile": ids(&["Second Look"]), "mainActionsThisTurn": 100}));
    let mut play = table(own, side(bare("Pebblurk"), vec![]));
    assert_eq!(play.refused(0, trainer("Second Look")), "action_limit");
    let legal: Vec<Value> = play.legal(0).iter().map(|action| action["type"].clone()).collect();
    assert_eq!(legal, [json!("ENTER_ATTACK_PHASE"), json!("ATTACK"), json!("END_TURN")]);
}

#[test]
fn example_35() {
    for (index, left) in [(0, None), (1, Some(30))] {
        let ram = with("Riskram", &["Stone Charge"], 40);
        let mut play = table(side(ram, vec![bare("Cindling")]), side(bare("Tidefin"), vec![]));
        let events = play.act(0, attack(index));
        assert_eq!(has(&events, "creature_knocked_out"), left.is_none());
        if let Some(left) = left {
            assert_eq!(damage(&play, 0, 0), left);
        }
    }
}

#[test]
fn example_36() {
    let hand = ["Leaf Charge", "Leaf Charge", "Leaf Charge"];
    let own = holding(bare("Cindling"), vec![bare("Stuntshoot")], &hand);
    let mut play = table(own, side(bare("Pebblurk"), vec![]));
    let attach = |target: &str| json!({"type": "ATTACH_ENERGY", "energyCardId": id("Leaf Charge"), "target": target});
    play.act(0, attach("BENCH_0"));
    assert_eq!(play.state()["player1"]["energyAttachedThisTurn"], 0);
    play.act(0, attach("ACTIVE"));
    assert_eq!(play.refused(0, attach("ACTIVE")), "energy_already_attached");
}

#[test]
fn example_37() {
    let own = more(
        holding(bare("Cindling"), vec![], &["Family Tree"]),
        json!({"deck": vec![id("Iron Charge"); 20]}),
    );
    let mut play = table(own, side(bare("Pebblurk"), vec![]));
    play.act(0, trainer("Family Tree"));
    let prompt = play.view(0)["pending"][0].clone();
    assert_eq!(
        (&prompt["options"], &prompt["min"], &prompt["max"]),
        (&json!([]), &json!(0), &json!(0))
    );
    assert_eq!(play.view(1)["pending"][0].get("options"), None);
    choose(&mut play, 0, &[]);
    let told = play.told(1);
    let searched = told.iter().find(|event| event["type"] == "cards_searched").unwrap();
    assert_eq!(searched["count"], 0);
    assert!(has(&told, "deck_shuffled"));
}

#[test]
fn example_38() {
    let spider = with("Webspinner", &["Mind Charge"], 0);
    let foe = side(with("Cindling", &["Ember Charge"], 0), vec![bare("Pebblurk")]);
    let mut play = table(side(spider, vec![]), foe);
    play.act(0, attack(0));
    play.act(0, end_turn());
    play.act(1, json!({"type": "DRAW_CARD"}));
    assert_eq!(play.refused(1, attack(0)), "cannot_attack");
    assert_eq!(play.refused(1, json!({"type": "RETREAT", "target": "BENCH_0"})), "cannot_retreat");
    for seat in [1, 0] {
        play.act(seat, end_turn());
    }
    play.act(1, json!({"type": "DRAW_CARD"}));
    play.act(1, attack(0));
}

#[test]
fn example_39() {
    let equipped = more(bare("Cindling"), json!({"tools": [id("Claw Band")]}));
    let mut play = table(holding(equipped, vec![], &["Iron Band"]), side(bare("Pebblurk"), vec![]));
    assert_eq!(play.refused(0, trainer("Iron Band")), "no_effect");
}

#[test]
fn example_40() {
    let frog = with("Flipfrog", &["Tide Charge"], 0);
    let mut play = table(side(frog, vec![]), side(bare("Pebblurk"), vec![]));
    let events = play.luck(&[]).act(0, attack(2));
    assert!(!has(&events, "coin_flipped"));
    assert_eq!(damage(&play, 1, 0), 30);
}

#[test]
fn example_41() {
    let start = json!({"rules": [{"type": "HAS_BASIC_POKEMON", "minCount": 1}, {"type": "HAS_ENERGY_CARD", "minCount": 1}]});
    let names = [
        "Cindling",
        "Pebblurk",
        "Voltkit",
        "Tidefin",
        "Sporeling",
        "Mindmoth",
        "Drainfox",
        "Balmfawn",
        "Riskram",
        "Dynamole",
        "Webspinner",
        "Flipfrog",
        "Countcrab",
        "Testowl",
        "Omenraven",
    ];
    let own = deck(&names.map(|name| (4, name)));
    let mut play = Play::<Tcg>::open(json!({"rules": {"startGameRules": start}, "decks": null}));
    play.act(0, json!({"type": "JOIN_MATCH", "deck": own}));
    let events = play.act(1, json!({"type": "JOIN_MATCH", "deckId": "fixture-ember"}));
    let rejected = events.iter().find(|event| event["type"] == "deck_rejected").unwrap();
    assert_eq!(rejected["PLAYER1"], json!([{"code": "too_few_energies", "have": 0, "limit": 1}]));
    assert_eq!(play.state()["cancellationReason"], "deck_invalid");
}

#[test]
fn example_42() {
    let mut play = table(
        side(with("Mindmoth", &["Mind Charge"], 20), vec![bare("Cindling")]),
        side(bare("Pebblurk"), vec![]),
    );
    play.edit(|state| state["player1"]["active"]["rotation"] = "CONFUSED".into());
    play.luck(&[0]).act(0, attack(0));
    let prize = json!({"type": "SELECT_PRIZE", "prizeIndex": 0});
    assert_eq!(play.refused(0, prize.clone()), "pending_choice");
    assert_eq!(play.refused(1, end_turn()), "pending_choice");
    play.act(1, prize.clone());
    assert_eq!(play.refused(1, prize), "no_pending_prize");
}
