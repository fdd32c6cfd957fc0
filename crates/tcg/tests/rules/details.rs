//! Small print: payloads, views, events, loaded states.

use std::sync::Arc;

use bout_core::{AnyGame, LoadedGame, Millis, Opening, Seat, Seed};

use super::*;

/// Why a state cannot be loaded.
fn fault(state: &Value) -> Option<String> {
    let config = json!({});
    let opening = Opening { preset: None, config: &config, seed: Seed(1), luck: None };
    let loaded = LoadedGame::<Tcg>::new(Arc::default()).load(&opening, state, Some(Millis(0)));
    loaded.err().map(|error| error.text)
}

fn foe() -> Value {
    side(bare("Pebblurk"), vec![])
}

fn shift(other: &str, count: u8) -> Value {
    let effect = json!({
        "effectType": "ENERGY_ACCELERATION", "target": "ALL_YOURS", "source": "SELF", "count": count,
        "sourcePokemonTarget": other,
    });
    json!({"ability": {"name": "Shift", "text": "", "activationType": "ACTIVATED", "effects": [effect]}})
}

/// A mover of the water type beside a fire creature with energies.
fn movers(count: u8, energies: &[&str], others: &[&str]) -> Play<Tcg> {
    let config = forge(&[basic("Mover", "WATER", shift("BENCHED_YOURS", count))]);
    let mut bench = vec![with("Cindling", energies, 0)];
    bench.extend(others.iter().map(|name| bare(name)));
    table_by(config, side(json!({"cards": [forged("Mover", 1)]}), bench), foe())
}

#[test]
fn energies_move_only_to_where_they_may_be() {
    let refused = [
        ("no creature of the type", 1, &["Fire Seal"][..], &[][..]),
        ("one creature cannot have both", 2, &["Fire Seal", "Dew Drop"], &["Tidefin"]),
        ("too few of them go together", 2, &["Fire Seal", "Iron Charge"], &["Tidefin"]),
    ];
    for (name, count, energies, others) in refused {
        let code = movers(count, energies, others).refused(0, ability("ACTIVE"));
        assert_eq!(code, "cannot_pay_cost", "{name}");
    }
    let mut play = movers(1, &["Fire Seal", "Iron Charge"], &[]);
    play.act(0, ability("ACTIVE"));
    assert_eq!(creature(&play, 0, 0)["attachedEnergy"], ids(&["Iron Charge"]), "the other stays");
    let mut play = movers(2, &["Fire Seal", "Iron Charge", "Ember Charge"], &["Oldhound"]);
    play.act(0, ability("ACTIVE"));
    choose(&mut play, 0, &[0, 2]);
    assert_eq!(creature(&play, 0, 2)["attachedEnergy"], ids(&["Fire Seal", "Ember Charge"]));
}

#[test]
fn a_hand_gives_only_energies_that_go_together() {
    let effect = json!({
        "effectType": "ENERGY_ACCELERATION", "target": "BENCHED_YOURS", "source": "HAND", "count": 2,
    });
    let lender = json!({"ability": {
        "name": "Lend", "text": "", "activationType": "ACTIVATED", "effects": [effect],
    }});
    let seal = json!({
        "name": "Tide Seal", "cardType": "ENERGY",
        "energyProvision": {"energyTypes": ["WATER"], "amount": 1, "isSpecial": true, "restrictions": ["ONLY_TYPE:WATER"]},
    });
    let config = forge(&[basic("Lender", "WATER", lender), seal]);
    let bench = vec![bare("Cindling"), bare("Tidefin")];
    let mut own = side(json!({"cards": [forged("Lender", 1)]}), bench);
    own["hand"] = json!([id("Fire Seal"), forged("Tide Seal", 2)]);
    let mut play = table_by(config.clone(), own.clone(), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "cannot_pay_cost");
    own["hand"] = json!([id("Fire Seal"), forged("Tide Seal", 2), id("Iron Charge")]);
    let mut play = table_by(config, own, foe());
    play.act(0, ability("ACTIVE"));
    let seals = json!({"type": "RESOLVE_CHOICE", "choiceId": 1, "selection": [0, 1]});
    assert_eq!(play.refused(0, seals), "invalid_choice");
    choose(&mut play, 0, &[1, 2]);
    assert_eq!(count(&play, 0, "hand"), 1);
    assert_eq!(creature(&play, 0, 2)["attachedEnergy"].as_array().unwrap().len(), 2);
}

#[test]
fn without_a_creature_for_them_no_energy_is_moved() {
    let mut shift = shift("BENCHED_YOURS", 1);
    let effects = &mut shift["ability"]["effects"];
    effects[0]["targetPokemonType"] = json!("FIRE");
    effects.as_array_mut().unwrap().push(json!({"effectType": "DRAW_CARDS", "count": 1}));
    let config = forge(&[basic("Mover", "WATER", shift)]);
    let play = |bench: Vec<Value>| {
        table_by(config.clone(), side(json!({"cards": [forged("Mover", 1)]}), bench), foe())
    };
    let mut none = play(vec![with("Tidefin", &["Iron Charge"], 0)]);
    none.act(0, ability("ACTIVE"));
    assert_eq!(hand(&none, 0), 1, "the other effect is carried out");
    assert_eq!(creature(&none, 0, 1)["attachedEnergy"], ids(&["Iron Charge"]));
    let mut poor = play(vec![bare("Tidefin"), bare("Cindling")]);
    assert_eq!(poor.refused(0, ability("ACTIVE")), "cannot_pay_cost", "nothing to move");
}

fn spender(effects: &[Value]) -> Value {
    let attack =
        json!({"name": "Spend", "energyCost": [], "damage": "10", "text": "", "effects": effects});
    forge(&[basic("Spender", "FIRE", json!({"attacks": [attack]}))])
}

fn cost(amount: Value, kind: Option<&str>) -> Value {
    let plain = json!({"effectType": "DISCARD_ENERGY", "target": "SELF", "amount": amount});
    kind.map_or(plain.clone(), |kind| more(plain, json!({"energyType": kind})))
}

#[test]
fn the_first_cost_leaves_the_others_payable() {
    let costs = [cost(json!(1), None), cost(json!(1), Some("FIRE"))];
    let spends = |energies: &[&str]| {
        let own = json!({"cards": [forged("Spender", 1)], "attachedEnergy": ids(energies)});
        table_by(spender(&costs), side(own, vec![]), foe())
    };
    assert_eq!(spends(&["Tide Charge"; 2]).refused(0, attack(0)), "cannot_pay_cost");
    let mut play = spends(&["Ember Charge", "Tide Charge"]);
    play.act(0, attack(0));
    let legal: Vec<Value> = play.legal(0);
    assert_eq!(legal.len(), 1, "the only fire energy is for the second cost: {legal:?}");
    let fire = json!({"type": "RESOLVE_CHOICE", "choiceId": 1, "selection": [0]});
    assert_eq!(play.refused(0, fire), "invalid_choice");
    choose(&mut play, 0, &[1]);
    assert_eq!(play.state()["player1"]["discardPile"], ids(&["Tide Charge", "Ember Charge"]));
    assert_eq!(damage(&play, 1, 0), 10);
}

#[test]
fn what_a_cost_takes_whole_is_not_there_for_the_next() {
    let costs = [cost(json!("all"), Some("FIRE")), cost(json!(1), None)];
    for (energies, payable) in
        [(&["Ember Charge", "Ember Charge"], false), (&["Ember Charge", "Tide Charge"], true)]
    {
        let own = json!({"cards": [forged("Spender", 1)], "attachedEnergy": ids(energies)});
        let mut play = table_by(spender(&costs), side(own, vec![]), foe());
        if payable {
            play.act(0, attack(0));
            assert_eq!(count(&play, 0, "discardPile"), 2);
        } else {
            assert_eq!(play.refused(0, attack(0)), "cannot_pay_cost");
        }
    }
}

#[test]
fn costs_are_judged_when_the_attack_is_declared() {
    let rich = json!([{"type": "SELF_MINIMUM_ENERGY", "value": {"minimumAmount": 2}}]);
    let costs =
        [cost(json!(1), None), more(cost(json!(1), None), json!({"requiredConditions": rich}))];
    for (energies, spent) in [(1, 1), (2, 2)] {
        let charges = vec!["Ember Charge"; energies];
        let own = json!({"cards": [forged("Spender", 1)], "attachedEnergy": ids(&charges)});
        let mut play = table_by(spender(&costs), side(own, vec![]), foe());
        play.act(0, attack(0));
        assert_eq!(count(&play, 0, "discardPile"), spent);
    }
}

#[test]
fn loaded_states_have_every_card_once() {
    let play = Play::<Tcg>::open(json!({}));
    let state = play.state();
    let load = |change: &dyn Fn(&mut Value)| {
        let mut changed = state.clone();
        change(&mut changed);
        fault(&changed)
    };
    assert_eq!(load(&|_| {}), None);
    let lost = load(&|state| drop(state["player1"]["deck"].as_array_mut().unwrap().pop()));
    assert!(lost.is_some(), "a card is lost");
    let twice = load(&|state| {
        let deck = state["player2"]["deck"].as_array_mut().unwrap();
        let top = deck[0].clone();
        *deck.last_mut().unwrap() = top;
    });
    assert!(twice.is_some(), "a card is there too often");
}

#[test]
fn creatures_have_numbers_of_their_own() {
    let twin = |name: &str| more(bare(name), json!({"instanceId": 1}));
    let state = json!({
        "turnNumber": 5, "player1": side(twin("Cindling"), vec![]), "player2": side(twin("Tidefin"), vec![]),
    });
    let found = fault(&state).unwrap();
    assert!(found.contains("instanceId"), "{found}");
}

#[test]
fn the_legacy_bench_is_filled_after_the_active() {
    let config = || json!({"rules": {"setupMode": "legacy"}});
    let plays = |play: &Play<Tcg>| -> Vec<Value> {
        let possible = play.options(0).into_iter().filter(|(_, reason)| reason.is_none());
        possible.map(|(action, _)| action).filter(|it| it["type"] == "PLAY_POKEMON").collect()
    };
    let rich = |seed: &u128| plays(&Play::seeded(config(), *seed)).len() > 1;
    let seed = (1..50).find(rich).expect("a hand with several basics");
    let mut play = Play::seeded(config(), seed);
    let first = play.legal(0)[0].clone();
    play.act(0, first);
    assert_eq!(play.to_act(), [1], "nobody waits for it");
    let late = plays(&play);
    assert!(!late.is_empty(), "but it is possible");
    assert_eq!(play.legal(0), late, "and in the list");
    play.act(0, late[0].clone());
    assert_eq!(count(&play, 0, "bench"), 1);
}

#[test]
fn an_inline_deck_keeps_its_name() {
    let mut play = Play::<Tcg>::open(json!({"decks": null}));
    let cards: Vec<Value> = vec![
        json!({"cardId": id("Cindling"), "setName": "fixture", "quantity": 4}),
        json!({"cardId": id("Ember Charge"), "setName": "fixture", "quantity": 56}),
    ];
    let deck = |quantity: u32| {
        let mut cards = cards.clone();
        cards[0]["quantity"] = quantity.into();
        json!({"type": "JOIN_MATCH", "deck": {"id": "my own", "name": "My own", "cards": cards}})
    };
    assert_eq!(play.refused(0, deck(0)), "bad_payload", "a quantity is at least 1");
    let events = play.act(0, deck(4));
    let joined = events.iter().find(|event| event["type"] == "player_joined").unwrap();
    assert_eq!(joined["deckId"], "my own");
    assert_eq!(play.view(0)["playerDeckId"], "my own");
    assert_eq!(play.state()["player1"]["deckId"], "my own");
}

#[test]
fn numbers_out_of_range_have_their_own_codes() {
    let own = side(with("Cindling", &["Ember Charge"], 0), vec![]);
    let mut play =
        table(own, side(with("Sporeling", &[], 30), vec![bare("Cindling"), bare("Tidefin")]));
    for index in [-1_i64, 4, 1 << 40, i64::MIN] {
        assert_eq!(
            play.refused(0, json!({"type": "ATTACK", "attackIndex": index})),
            "no_such_attack"
        );
    }
    assert_eq!(play.refused(0, json!({"type": "ATTACK", "attackIndex": 0.5})), "bad_payload");
    play.act(0, attack(0));
    for index in [-1_i64, 6, 1 << 40] {
        let prize = json!({"type": "SELECT_PRIZE", "prizeIndex": index});
        assert_eq!(play.refused(0, prize), "bad_prize_index");
    }
}

/// Two fall at once, both sides have a bench of two.
fn double_fall() -> (Play<Tcg>, Vec<Value>) {
    let bench = || vec![bare("Cindling"), bare("Tidefin")];
    let volt = with("Voltkit", &["Volt Charge"; 3], 0);
    let mut play = table(side(volt, bench()), side(with("Sporeling", &[], 0), bench()));
    let events = play.act(0, attack(2));
    (play, events)
}

#[test]
fn decisions_that_queue_show_their_options_to_their_addressee() {
    let (play, events) = double_fall();
    let kinds = ["SELECT_PRIZE", "SELECT_PRIZE", "SET_ACTIVE", "SET_ACTIVE"];
    let asked: Vec<&Value> = events.iter().filter(|e| e["type"] == "choice_requested").collect();
    assert_eq!(asked.iter().map(|event| &event["kind"]).collect::<Vec<_>>(), kinds);
    let counts: Vec<usize> =
        asked.iter().map(|event| event["options"].as_array().map_or(0, Vec::len)).collect();
    assert_eq!(counts, [6, 6, 2, 2], "all are public objects");
    for seat in [0, 1] {
        for pending in play.view(seat)["pending"].as_array().unwrap() {
            let own = pending["player"] == ["PLAYER1", "PLAYER2"][usize::from(seat)];
            assert_eq!(pending["options"].is_array(), own, "{pending}");
        }
    }
}

#[test]
fn plain_decisions_tell_their_answer() {
    let (mut play, _) = double_fall();
    let prize = json!({"type": "SELECT_PRIZE", "prizeIndex": 3});
    let answer = |events: &[Value]| {
        events.iter().find(|event| event["type"] == "choice_resolved").unwrap()["answer"].clone()
    };
    assert_eq!(answer(&play.act(0, prize.clone())), json!([3]));
    play.act(1, prize);
    let active = json!({"type": "SET_ACTIVE_POKEMON", "target": "BENCH_1"});
    assert_eq!(answer(&play.act(1, active)), json!([1]));
}

#[test]
fn who_never_joined_cannot_leave() {
    let config = json!({"decks": null, "timers": {"grace": 1000}});
    let mut play = Play::<Tcg>::open(config);
    play.act(0, json!({"type": "JOIN_MATCH", "deckId": "fixture-ember"}));
    play.left(1);
    assert_eq!(play.deadlines(), []);
    play.left(0);
    assert_eq!(play.deadlines().len(), 1);
}

#[test]
fn a_batch_falls_from_where_it_stood() {
    let tide = with("Tidefin", &["Tide Charge"; 2], 0);
    let bench = vec![with("Cindling", &[], 40), bare("Pebblurk"), with("Sporeling", &[], 30)];
    let mut play = table(side(tide, vec![]), side(bare("Pebblurk"), bench));
    let events = play.act(0, attack(1));
    let fallen: Vec<&Value> = (events.iter())
        .filter(|event| event["type"] == "creature_knocked_out")
        .map(|event| &event["target"]["position"])
        .collect();
    assert_eq!(fallen, ["BENCH_0", "BENCH_2"]);
}

#[test]
fn all_is_told_as_a_word() {
    let mut play = table(side(with("Balmfawn", &["Leaf Charge"], 0), vec![]), foe());
    let events = play.act(0, attack(2));
    let started = events.iter().find(|event| event["type"] == "timed_effect_started").unwrap();
    assert_eq!(started["amount"], "all");
    assert_eq!(play.view(0)["playerState"]["activePokemon"]["timed"][0]["amount"], "all");
    let state = play.state();
    assert_eq!(state["player1"]["active"]["timed"][0]["amount"], "all");
    assert_eq!(fault(&state), None);
}

#[test]
fn a_doll_that_goes_is_told() {
    let mut play = table(side(bare("Straw Doll"), vec![bare("Cindling")]), foe());
    let events = play.act(0, ability("ACTIVE"));
    let used = events.iter().find(|event| event["type"] == "ability_used").unwrap();
    assert_eq!(
        (&used["name"], &used["target"]["position"]),
        (&json!("Straw Doll"), &json!("ACTIVE"))
    );
}

#[test]
fn a_creature_that_returns_was_seen_by_all() {
    for (card, to, cards) in [("Recall", "hand", 1), ("Send Home", "deck", 2)] {
        let bench = vec![with("Tidefin", &["Tide Charge"], 0)];
        let mut play = table(holding(bare("Cindling"), bench, &[card]), foe());
        play.act(0, trainer(card));
        choose(&mut play, 0, &[1]);
        let told = play.told(1);
        let returned = told.iter().find(|event| event["type"] == "cards_returned").unwrap();
        assert_eq!(returned["cards"].as_array().map(Vec::len), Some(cards), "{card}");
        assert_eq!(
            (&returned["to"], &returned["target"]["position"]),
            (&json!(to), &json!("BENCH_0"))
        );
    }
}

#[test]
fn a_preview_says_that_a_card_is_imagined() {
    let preview = |deck: &[&str]| {
        let own = more(side(bare("Cindling"), vec![]), json!({"deck": ids(deck)}));
        let state = json!({
            "turnNumber": 5, "phase": "DRAW", "state": "PLAYER_TURN", "currentPlayer": "PLAYER1",
            "firstPlayer": "PLAYER1", "player1": own, "player2": foe(),
        });
        let mut play = Play::<Tcg>::load(json!({}), joined(state), 0);
        let draw = json!({"type": "DRAW_CARD"});
        let previews = [None, Some(&[][..])].map(|luck| play.table().preview(Seat(0), &draw, luck));
        previews.map(|found| found.expect("to draw is legal").exact)
    };
    let mixed = ["Cindling", "Tidefin", "Voltkit", "Salve", "Peek", "Recall"];
    assert_eq!(preview(&mixed), [false, false]);
    assert_eq!(preview(&["Dusk Charge"; 4]), [true, true], "the prizes are the same card");
}

/// Both players have joined and are set up.
fn joined(mut state: Value) -> Value {
    for player in ["player1", "player2"] {
        for flag in ["joined", "handValid", "activeSelected", "setupReady"] {
            state[player][flag] = true.into();
        }
    }
    state
}

#[test]
fn who_lost_hit_points_without_a_blow_can_be_healed_before_the_check() {
    for (amount, left) in [(30, Some(10)), (10, None)] {
        let heal = json!({"effectType": "HEAL", "target": "SELF", "amount": amount});
        let frail = json!({
            "hp": 20, "stage": "STAGE_1", "evolvesFrom": "Cindling",
            "ability": {"name": "Mend", "text": "", "activationType": "TRIGGERED",
                "effects": [heal], "triggerEvent": "WHEN_PLAYED"},
        });
        let mut own = side(with("Cindling", &[], 40), vec![bare("Tidefin")]);
        own["hand"] = json!([forged("Frail", 1)]);
        let mut play = table_by(forge(&[basic("Frail", "FIRE", frail)]), own, foe());
        let card = forged("Frail", 1);
        let evolve = json!({"type": "EVOLVE_POKEMON", "evolutionCardId": card, "target": "ACTIVE"});
        let events = play.act(0, evolve);
        assert_eq!(has(&events, "creature_knocked_out"), left.is_none(), "{amount}: {events:?}");
        if let Some(left) = left {
            assert_eq!(damage(&play, 0, 0), left);
        }
    }
}

#[test]
fn nobody_answers_for_the_other_player_in_advance() {
    let heal = |event: &str| {
        let effect = json!({"effectType": "HEAL", "target": "ALL_YOURS", "amount": 10});
        json!({"ability": {"name": "Mend", "text": "", "activationType": "TRIGGERED",
            "effects": [effect], "triggerEvent": event, "optional": true}})
    };
    for (event, act) in [("WHEN_DEFENDING", attack(0)), ("START_OF_TURN", end_turn())] {
        let config = forge(&[basic("Mender", "WATER", heal(event))]);
        let hurt = json!({"cards": [forged("Mender", 1)], "damage": 20});
        let own = side(with("Oldhound", &["Iron Charge"], 0), vec![]);
        let mut play = table_by(config, own, side(hurt, vec![]));
        let prepared = more(act.clone(), json!({"choices": [[0]]}));
        assert_eq!(play.refused(0, prepared), "surplus_choices", "{event}");
        play.act(0, act);
        assert_eq!(pending(&play), [("PLAYER2".into(), "YES_NO".into())], "{event}");
        assert_eq!(
            play.refused(0, json!({"type": "RESOLVE_CHOICE", "choiceId": 1, "selection": [0]})),
            "pending_choice"
        );
        choose(&mut play, 1, &[1]);
    }
}

#[test]
fn any_action_takes_answers_in_advance() {
    let own = || holding(bare("Cindling"), vec![], &["Scoutling"]);
    let scout = |choices: Value| json!({"type": "PLAY_POKEMON", "cardId": id("Scoutling"), "choices": choices});
    let mut play = table(own(), foe());
    assert_eq!(play.refused(0, scout(json!([[2]]))), "invalid_choice");
    assert_eq!(play.refused(0, scout(json!([[0], [0]]))), "surplus_choices");
    assert_eq!(play.refused(0, json!({"type": "END_TURN", "choices": [[0]]})), "surplus_choices");
    play.act(0, scout(json!([[1]])));
    assert_eq!((pending(&play), hand(&play, 0)), (vec![], 1), "yes was said in advance");
    let mut play = table(own(), foe());
    play.act(0, scout(json!([])));
    assert_eq!(pending(&play).len(), 1);
    let setup = Play::<Tcg>::open(json!({}));
    let draw = json!({"type": "DRAW_INITIAL_CARDS", "choices": [[0]]});
    assert_eq!({ setup }.refused(0, draw), "surplus_choices");
}

/// Rules 16: a state that names no deck brings its own cards, but only known ones, as many as it says.
#[test]
fn cards_of_a_loaded_state_without_a_deck() {
    let found = |changes: Value| {
        let player1 = more(side(bare("Cindling"), vec![]), changes);
        fault(&json!({"turnNumber": 5, "player1": player1, "player2": foe()})).unwrap_or_default()
    };
    let rows = [
        (json!({}), ""),
        (json!({"deckSize": 17}), ""),
        (json!({"deckSize": 60}), "PLAYER1: 17 cards of a deck of 60"),
        (json!({"hand": ["nobody-s-card"]}), "a card that is not loaded"),
        (json!({"hand": vec![id("Iron Charge"); 44]}), "PLAYER1: 61 cards of a deck of 60"),
    ];
    for (changes, why) in rows {
        let found = found(changes.clone());
        assert!(found.contains(why) && found.is_empty() == why.is_empty(), "{changes}: {found}");
    }
}
