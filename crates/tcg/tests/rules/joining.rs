//! Decks are judged by the cards that were brought, whoever joins first (rules 5.1).

use bout_core::{BreaksTies, LoadsStates};
use bout_core::{Game, Match, Seed, Sink};
use bout_tcg::{Config, DeckRef, Tcg};
use bout_testkit::Play;
use serde_json::{Value, json};

use super::{LIBRARY, id};

/// A deck list under any id.
fn deck(name: &str, entries: &[(u32, &str)]) -> Value {
    let entry = |(quantity, card): &(u32, &str)| {
        let found = LIBRARY.cards.iter().find(|def| def.name.text() == *card);
        let (card, set) = match found {
            Some(def) => (def.id.to_string(), def.set.clone()),
            None => ((*card).to_owned(), "elsewhere".to_owned()),
        };
        json!({"cardId": card, "setName": set, "quantity": quantity})
    };
    let cards: Vec<Value> = entries.iter().map(entry).collect();
    json!({"id": name, "name": name, "cards": cards})
}

/// The error list of a player who joins with a deck at a seat, the other one with a legal deck; none
/// if the match goes on.
fn judged(deck: &Value, seat: u8) -> Option<Value> {
    let mut play = Play::<Tcg>::open(json!({"decks": null}));
    let own = json!({"type": "JOIN_MATCH", "deck": deck});
    let legal = json!({"type": "JOIN_MATCH", "deckId": "river-delta"});
    let (first, second) = if seat == 0 { (own, legal) } else { (legal, own) };
    play.act(0, first);
    // What is written down is all there is to judge by.
    let waiting = play.state();
    let mut play = Play::<Tcg>::load(json!({"decks": null}), waiting, 0);
    let events = play.act(1, second);
    let rejected = events.iter().find(|event| event["type"] == "deck_rejected");
    assert_eq!(rejected.is_some(), play.phase() == "CANCELLED");
    rejected.map(|event| event[["PLAYER1", "PLAYER2"][usize::from(seat)]].clone())
}

#[test]
fn a_deck_is_judged_as_brought_at_either_seat() {
    let size = |have: u32| json!({"code": "deck_size", "have": have, "limit": 60});
    let copies = |name: &str, have: u32| json!({"code": "too_many_copies", "cardId": id(name), "have": have, "limit": 4});
    let unknown = |card: &str, have: u32| json!({"code": "unknown_card", "cardId": card, "have": have, "limit": 0});
    let basics = || json!({"code": "too_few_basics", "have": 0, "limit": 1});
    let rows: [(&[(u32, &str)], Value); 10] = [
        (&[(4, "Cindling"), (56, "Ember Charge")], Value::Null),
        (&[(60, "Cindling")], json!([copies("Cindling", 60)])),
        (&[(1, "Cindling")], json!([size(1)])),
        (&[(4, "Cindling"), (1, "Ember Charge")], json!([size(5)])),
        (&[(4, "Cindling"), (16, "Ember Charge")], json!([size(20)])),
        (&[(65, "Cindling")], json!([size(65), copies("Cindling", 65)])),
        (&[(61, "Ember Charge"), (5, "Cindling")], json!([size(66), copies("Cindling", 5)])),
        (&[], json!([size(0), basics()])),
        (
            &[(3, "Cindling"), (2, "nobody"), (55, "Ember Charge"), (2, "Cindling"), (1, "no one")],
            json!([size(63), unknown("nobody", 2), unknown("no one", 1), copies("Cindling", 5)]),
        ),
        (&[(60, "nobody")], json!([unknown("nobody", 60), basics()])),
    ];
    for (entries, expected) in rows {
        for name in ["my-deck", "cinder-court", "fixture-ember", ""] {
            for seat in [0, 1] {
                let found = judged(&deck(name, entries), seat).unwrap_or(Value::Null);
                assert_eq!(found, expected, "{entries:?} as '{name}' at seat {seat}");
            }
        }
    }
}

#[test]
fn a_waiting_deck_is_shown_to_nobody_else() {
    let mut play = Play::<Tcg>::open(json!({"decks": null}));
    let own = deck("cinder-court", &[(60, "Cindling")]);
    play.act(0, json!({"type": "JOIN_MATCH", "deck": own}));
    assert_eq!(play.state()["broughtDeck"], own);
    let view = play.view(1).to_string();
    assert!(!view.contains(&id("Cindling")) && !view.contains("cinder-court"), "{view}");
}

#[test]
fn a_written_state_cannot_bring_a_list_of_other_cards() {
    let mut play = Play::<Tcg>::open(json!({"decks": null}));
    play.act(0, json!({"type": "JOIN_MATCH", "deckId": "cinder-court"}));
    let mut state = play.state();
    state["broughtDeck"] = deck("cinder-court", &[(4, "Cindling"), (56, "Ember Charge")]);
    let game = Tcg::new(Config { decks: None, ..Config::default() }, &LIBRARY).unwrap();
    let refused = game.read_state(&state).unwrap_err();
    assert!(refused.contains("broughtDeck"), "{refused}");
}

#[test]
fn a_tie_is_decided_with_the_cards_that_were_brought() {
    let listed = |name: &str| deck(name, &[(4, "Cindling"), (56, "Ember Charge")]);
    for (name, plain) in [("cinder-court", false), ("my own", false), ("fixture-ember", true)] {
        let mut play = Play::<Tcg>::open(json!({"decks": null}));
        let own = if plain { json!(LIBRARY.deck(name).unwrap()) } else { listed(name) };
        play.act(0, json!({"type": "JOIN_MATCH", "deck": own}));
        play.act(1, json!({"type": "JOIN_MATCH", "deckId": "river-delta"}));
        let mut state = play.state();
        for (key, value) in [
            ("state", json!("MATCH_ENDED")),
            ("result", json!("DRAW")),
            ("winCondition", json!("PRIZE_CARDS")),
            ("endedAt", json!(0)),
        ] {
            state[key] = value;
        }
        let game = Tcg::new(Config { decks: None, ..Config::default() }, &LIBRARY).unwrap();
        let state = game.read_state(&state).unwrap();
        let (next, _) = game.tie_break(&state, Seed(7), 0).expect("a tie is decided");
        let decks = next.decks.as_ref().expect("the players do not choose again");
        assert!(matches!(&decks[1], DeckRef::Id(id) if id == "river-delta"));
        assert_eq!(matches!(decks[0], DeckRef::Id(_)), plain, "{name}");
        let decider = Tcg::new(next, &LIBRARY).unwrap();
        let play = Match::open(std::sync::Arc::new(decider), Seed(7), Sink::none());
        let cards = |state: &bout_tcg::State| {
            let mut cards: Vec<_> = state.sides[0].cards().collect();
            cards.sort_unstable();
            cards
        };
        assert_eq!(cards(play.state()), cards(&state), "{name}");
    }
}
