//! States, turns and ends (rules 4, 5.5, 9).

use super::examples::{deck, set_up, unshuffled};
use super::*;
use bout_core::{Game, Signal};

fn quiet() -> Play<Tcg> {
    table(side(bare("Cindling"), vec![]), side(bare("Countcrab"), vec![]))
}

#[test]
fn the_chart_has_every_transition() {
    let chart = Tcg::chart();
    assert_eq!((chart.states.len(), chart.edges.len()), (12, 34));
    assert_eq!(chart.document("tcg").faults(), [""; 0]);
}

#[test]
fn the_machine_refuses_what_is_no_edge() {
    use bout_tcg::{MatchState, Reason};
    assert_eq!(MatchState::Created.on("JOIN_MATCH", ""), Ok(MatchState::Waiting));
    for state in MatchState::ALL {
        let refused = state.on("DRAW_CARD", "") == Err(Reason::InvalidTransition);
        assert!(refused, "{state:?}");
    }
    assert_eq!(MatchState::Cancelled.on("CANCEL_MATCH", ""), Err(Reason::InvalidTransition));
}

#[test]
fn joining_one_by_one() {
    let mut play = Play::<Tcg>::open(json!({"decks": null}));
    assert_eq!((play.phase(), play.to_act()), ("CREATED", vec![0]));
    let join = |deck: &str| json!({"type": "JOIN_MATCH", "deckId": deck});
    assert_eq!(play.refused(1, join("fixture-ember")), "not_a_participant");
    assert_eq!(play.refused(0, join("nothing")), "unknown_deck");
    assert_eq!(play.refused(0, json!({"type": "CONCEDE"})), "not_a_participant");
    play.act(0, join("fixture-ember"));
    assert_eq!(play.refused(0, join("fixture-ember")), "already_joined");
    assert_eq!(play.refused(0, json!({"type": "CONCEDE"})), "no_opponent");
    assert_eq!(play.refused(1, json!({"type": "CANCEL_MATCH"})), "not_a_participant");
    let events = play.luck(&[0]).act(1, join("fixture-tide"));
    let states: Vec<&Value> = events
        .iter()
        .filter(|event| event["type"] == "state_changed")
        .map(|event| &event["to"])
        .collect();
    assert_eq!(states, ["DECK_VALIDATION", "PRE_GAME_SETUP", "DRAWING_CARDS"]);
    assert_eq!(play.state()["firstPlayer"], "PLAYER2");
    assert_eq!(play.refused(1, join("fixture-tide")), "match_full");
    assert_eq!(play.view(0)["opponentDeckId"], Value::Null);
}

#[test]
fn deck_errors_are_all_told_in_order() {
    let mut own = deck(&[(5, "Cindling"), (2, "Twin Prism"), (3, "Salve")]);
    own["cards"]
        .as_array_mut()
        .unwrap()
        .push(json!({"cardId": "nobody", "setName": "fixture", "quantity": 2}));
    let rules = json!({
        "setBannedCards": {"fixture": [id("Salve")]},
        "deckRules": {"restrictedCards": [{"setName": "fixture", "cardId": id("Twin Prism"), "maxCopies": 1}]},
    });
    let mut play = Play::<Tcg>::open(json!({"rules": rules, "decks": null}));
    play.act(0, json!({"type": "JOIN_MATCH", "deckId": "fixture-ember"}));
    let events = play.act(1, json!({"type": "JOIN_MATCH", "deck": own}));
    let rejected = events.iter().find(|event| event["type"] == "deck_rejected").unwrap();
    let codes: Vec<&Value> =
        rejected["PLAYER2"].as_array().unwrap().iter().map(|error| &error["code"]).collect();
    assert_eq!(
        codes,
        ["deck_size", "unknown_card", "banned_card", "too_many_copies", "too_many_copies"]
    );
    assert_eq!(play.ending().0, "cancelled");
}

#[test]
fn concede_and_cancel_leave_every_state() {
    let states = [
        "DECK_VALIDATION",
        "PRE_GAME_SETUP",
        "DRAWING_CARDS",
        "SELECT_ACTIVE_POKEMON",
        "SELECT_BENCH_POKEMON",
        "INITIAL_SETUP",
    ];
    for name in states {
        for word in ["CONCEDE", "CANCEL_MATCH"] {
            let player = |names: &[&str]| json!({"joined": true, "deck": ids(names), "hand": ids(&["Cindling"])});
            let mut one = player(&["Cindling"]);
            if name == "SELECT_BENCH_POKEMON" {
                one["active"] = bare("Cindling");
            }
            let state =
                json!({"state": name, "firstPlayer": "PLAYER1", "player1": one, "player2": one});
            let mut play = Play::<Tcg>::load(json!({}), state, 0);
            play.act(1, json!({"type": word}));
            let expected =
                if word == "CONCEDE" { ("concede", vec![0]) } else { ("cancelled", vec![]) };
            assert_eq!(play.ending(), expected, "{name}");
        }
    }
}

#[test]
fn in_play_both_must_cancel() {
    let mut play = quiet();
    let cancel = json!({"type": "CANCEL_MATCH"});
    let events = play.act(0, cancel.clone());
    assert!(has(&events, "cancel_offered"));
    assert_eq!(play.refused(0, cancel.clone()), "already_offered");
    play.act(0, end_turn());
    play.act(1, cancel.clone());
    assert_eq!(play.outcome(), None, "the offer lapsed with the turn");
    play.act(0, cancel);
    assert_eq!(play.state()["cancellationReason"], "mutual");
}

#[test]
fn the_host_aborts() {
    let mut play = quiet();
    play.signal(Signal::Aborted);
    assert_eq!(play.state()["cancellationReason"], "system_error");
}

#[test]
fn mulligans_have_a_limit_and_a_bonus() {
    let poor = deck(&[(1, "Cindling"), (59, "Ember Charge")]);
    let config = json!({"rules": {"mulliganLimit": 0}, "decks": [poor, "fixture-tide"]});
    let mut play = Play::<Tcg>::lucky(config, &[1]);
    let turned: Vec<u32> = (1..60).rev().map(|i| if i >= 30 { 59 - i } else { i }).collect();
    play.luck(&turned).act(0, json!({"type": "DRAW_INITIAL_CARDS"}));
    assert_eq!(play.state()["cancellationReason"], "mulligan_limit");
    let config = json!({"rules": {"mulliganBonusCards": 2}, "decks": [deck(&[(1, "Cindling"), (59, "Ember Charge")]), "fixture-tide"]});
    let mut play = Play::<Tcg>::lucky(config, &[1]);
    play.luck(&turned).act(0, json!({"type": "DRAW_INITIAL_CARDS"}));
    while play.state()["player1"]["handValid"] == false {
        play.act(0, json!({"type": "DRAW_INITIAL_CARDS"}));
    }
    let invalid = play.state()["player1"]["invalidHands"].as_u64().unwrap();
    while play.phase() == "DRAWING_CARDS" {
        play.act(1, json!({"type": "DRAW_INITIAL_CARDS"}));
    }
    let spare = (60 - 7 - 7).min(2 * invalid as usize);
    assert_eq!(hand(&play, 1), 7 + spare);
}

#[test]
fn the_bench_is_hidden_until_both_are_ready() {
    let mut play = Play::<Tcg>::lucky(json!({"decks": ["fixture-ember", "fixture-tide"]}), &[1]);
    for seat in [0, 1] {
        play.luck(&unshuffled()).act(seat, json!({"type": "DRAW_INITIAL_CARDS"}));
    }
    for seat in [0, 1] {
        let first = play.legal(seat)[0].clone();
        play.act(seat, first);
    }
    assert_eq!(play.view(1)["opponentState"]["activePokemon"]["cardId"], id("Cindling"));
    let basic = play.legal(0)[0].clone();
    assert_eq!(basic["type"], "PLAY_POKEMON");
    play.act(0, basic);
    assert!(play.told(1).iter().all(|event| event["cardId"].is_null()));
    let seen = play.view(1)["opponentState"].clone();
    assert_eq!((&seen["bench"], &seen["benchCount"]), (&json!([]), &json!(1)));
    play.act(0, json!({"type": "COMPLETE_INITIAL_SETUP"}));
    assert_eq!(play.refused(0, json!({"type": "COMPLETE_INITIAL_SETUP"})), "already_ready");
    play.act(1, json!({"type": "COMPLETE_INITIAL_SETUP"}));
    assert_eq!(play.view(1)["opponentState"]["bench"].as_array().unwrap().len(), 1);
}

#[test]
fn prizes_are_hidden_from_their_owner_too() {
    let play = set_up(1);
    let view = play.view(0);
    assert_eq!(view["playerState"]["prizeCardsRemaining"], 6);
    assert!(
        view["playerState"].get("prizeCards").is_none()
            && view["playerState"].get("deck").is_none()
    );
}

#[test]
fn the_turn_limit_is_decided_by_prizes() {
    for (left, expected) in [(5, ("turn_limit", vec![0])), (6, ("draw", vec![]))] {
        let own = more(
            side(bare("Cindling"), vec![]),
            json!({"prizeCards": vec![id("Dusk Charge"); left]}),
        );
        let mut play =
            table_by(json!({"rules": {"turnLimit": 5}}), own, side(bare("Countcrab"), vec![]));
        play.act(0, end_turn());
        assert_eq!(play.ending(), expected);
    }
}

#[test]
fn sleep_and_burn_between_turns() {
    let ill = more(bare("Cindling"), json!({"rotation": "ASLEEP", "burned": true}));
    for (coin, expected) in [(1, json!(["BURNED"])), (0, json!(["ASLEEP", "BURNED"]))] {
        let mut play = table(side(ill.clone(), vec![]), side(bare("Countcrab"), vec![]));
        play.luck(&[coin]).act(0, end_turn());
        assert_eq!((damage(&play, 0, 0), statuses(&play, 0)), (20, expected));
    }
}

#[test]
fn an_evolution_with_fewer_hit_points_can_fall() {
    let hurt = with("Quickbud", &[], 30);
    let mut play = table(
        holding(hurt, vec![bare("Cindling")], &["Quickbloom"]),
        side(bare("Countcrab"), vec![]),
    );
    play.act(
        0,
        json!({"type": "EVOLVE_POKEMON", "evolutionCardId": id("Quickbloom"), "target": "ACTIVE"}),
    );
    assert_eq!(damage(&play, 0, 0), 30);
}

#[test]
fn energies_that_hurt_can_knock_out() {
    let own = holding(with("Sporeling", &[], 30), vec![bare("Cindling")], &["Thorn Core"]);
    let mut play = table(own, side(bare("Countcrab"), vec![]));
    let attach =
        json!({"type": "ATTACH_ENERGY", "energyCardId": id("Thorn Core"), "target": "ACTIVE"});
    let events = play.act(0, attach);
    assert!(has(&events, "creature_knocked_out"));
    assert_eq!(pending(&play)[0].0, "PLAYER2");
}

#[test]
fn loaded_states_keep_the_invariants() {
    let load = |state: Value| {
        let rules = bout_core::LoadedGame::<Tcg>::new(std::sync::Arc::default());
        let config = json!({});
        let opening = bout_core::Opening {
            preset: None,
            config: &config,
            seed: bout_core::Seed(1),
            luck: None,
        };
        bout_core::AnyGame::load(&rules, &opening, &state, Some(bout_core::Millis(0)))
            .err()
            .map(|error| error.text)
    };
    let good = json!({"turnNumber": 5, "player1": side(bare("Cindling"), vec![]), "player2": side(bare("Countcrab"), vec![])});
    assert_eq!(load(good.clone()), None);
    let rows = [
        ("/player1/active/damage", json!(15)),
        ("/player1/active/damage", json!(90)),
        ("/player1/active/cards", ids(&["Brandhound"])),
        ("/player1/active/cards", json!(["nobody"])),
        ("/player1/active", Value::Null),
        (
            "/player1/bench",
            json!([
                bare("Cindling"),
                bare("Cindling"),
                bare("Cindling"),
                bare("Cindling"),
                bare("Cindling"),
                bare("Cindling")
            ]),
        ),
        ("/player1/bench", json!([more(bare("Cindling"), json!({"poison": 10}))])),
        ("/player1/deck", json!(vec![id("Iron Charge"); 60])),
        ("/turnNumber", json!(60_000)),
        ("/player1/turnsTaken", json!(65_535)),
        ("/player1/active/damage", json!(65_530)),
    ];
    for (place, value) in rows {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value;
        assert!(load(bad).is_some(), "{place}");
    }
    for bad in [
        json!([]),
        json!({"player1": 3}),
        json!({"turnNumber": -1}),
        json!({"player1": {"bench": [7]}}),
    ] {
        assert!(load(bad).is_some());
    }
}

/// Every number of a state, one after the other, set to something odd: it is refused, or it plays on.
#[test]
fn no_number_in_a_state_breaks_the_engine() {
    let rules = bout_core::LoadedGame::<Tcg>::new(std::sync::Arc::default());
    let config = json!({"decks": ["fixture-arts", "fixture-arts"]});
    let opening =
        bout_core::Opening { preset: None, config: &config, seed: bout_core::Seed(5), luck: None };
    let mut table = bout_core::AnyGame::open(&rules, &opening).unwrap();
    let (mut loaded, mut number) = (0, 0);
    for entry in 0..160u64 {
        let Some(seat) = table.to_act().first() else { break };
        let legal = table.legal(seat);
        let action = legal[(entry as usize * 7) % legal.len()].clone();
        let input = bout_core::Input::Act { seat, action };
        table.submit(bout_core::Millis(0), &input, None, None).unwrap();
        if entry % 8 != 0 {
            continue;
        }
        let state = table.state();
        for place in numbers(&state, String::new()) {
            number += 1;
            let odd = [0u64, 9, 255, 29_990, 65_535, 4_294_967_295][number % 6];
            let mut changed = state.clone();
            *changed.pointer_mut(&place).unwrap() = odd.into();
            let found =
                bout_core::AnyGame::load(&rules, &opening, &changed, Some(bout_core::Millis(0)));
            let Ok(mut found) = found else { continue };
            loaded += 1;
            for n in 0..4 {
                let Some(seat) = found.to_act().first() else { break };
                let legal = found.legal(seat);
                let Some(action) = legal.get(n * 5 % legal.len().max(1)).cloned() else { break };
                let input = bout_core::Input::Act { seat, action };
                found.submit(bout_core::Millis(0), &input, None, None).unwrap();
            }
        }
    }
    assert!(loaded > 100, "{loaded} of {number}");
}

fn numbers(value: &Value, path: String) -> Vec<String> {
    match value {
        Value::Number(_) => vec![path],
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(at, item)| numbers(item, format!("{path}/{at}")))
            .collect(),
        Value::Object(map) => {
            map.iter().flat_map(|(key, item)| numbers(item, format!("{path}/{key}"))).collect()
        }
        _ => Vec::new(),
    }
}
