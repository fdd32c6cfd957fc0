//! Card sets that a config brings along leave nothing behind.

use std::sync::Arc;

use bout_core::{AnyGame, Catalogued, Game, LoadedGame, Match, Opening, Seed, Sink, Tally};
use bout_tcg::{Config, Library, Stats, Symbol, Tcg};
use bout_testkit::{Play, Suite};
use serde_json::{Value, json};

/// A set of 60 creatures and an energy whose names nobody else has, with a deck of it.
fn own(mark: usize) -> Value {
    let creature = |n: usize| {
        json!({"name": format!("Own {mark} {n}"), "cardNumber": n.to_string(), "hp": 60, "stage": "BASIC",
            "pokemonType": "FIRE", "attacks": [
                {"name": format!("Jab {mark} {n}"), "energyCost": [], "damage": "20"}]})
    };
    let mut cards: Vec<Value> = (1..=60).map(creature).collect();
    cards.push(json!({"name": format!("Charge {mark}"), "cardNumber": "61", "energyType": "FIRE",
        "energyProvision": {"energyTypes": ["FIRE"], "amount": 1, "isSpecial": false}}));
    let metadata = json!({"author": "me", "setName": format!("own{mark}"), "version": "1",
        "official": false, "totalCards": cards.len()});
    let id = |n: usize| format!("me-own{mark}-v1-own-{mark}-{n}--{n}");
    let entries: Vec<Value> = (1..=60)
        .map(|n| json!({"cardId": id(n), "setName": format!("own{mark}"), "quantity": 1}))
        .collect();
    let deck = json!({"id": "mine", "name": "Mine", "cards": entries});
    json!({"sets": [{"metadata": metadata, "cards": cards}], "decks": [deck, deck]})
}

#[test]
fn a_match_with_own_cards_is_told_by_their_ids() {
    let mut play = Play::<Tcg>::open(own(1));
    play.act(0, json!({"type": "DRAW_INITIAL_CARDS"}));
    let view = play.view(0);
    let hand = view.to_string();
    assert!(hand.contains("me-own1-v1-own-1-"), "{hand}");
    assert!(play.state().to_string().contains("me-own1-v1-own-1-"));
    let state = play.state();
    let again = Play::<Tcg>::load(own(1), state.clone(), 0);
    assert_eq!(again.state(), state);
}

#[test]
fn own_cards_keep_what_every_game_must_keep() {
    let config = |mark| {
        let whole = serde_json::to_value(Config::default()).unwrap();
        let mut whole: Value = whole;
        bout_core::merge(&mut whole, &own(mark));
        serde_json::from_value::<Config>(whole).unwrap()
    };
    Suite::<Tcg>::new()
        .configs(vec![config(2), config(3)])
        .matches(4)
        .entries_max(300)
        .may_run_on()
        .open_actions(|_, _| true)
        .run()
        .unwrap_or_else(|finding| panic!("{finding}"));
}

/// Far more texts than there are numbers: 200 sets of 244 texts each.
#[test]
fn own_sets_fill_no_table_of_the_process() {
    let rules = LoadedGame::<Tcg>::new(Arc::new(Library::default()));
    let known = |mark: usize| Symbol::find(&format!("Own {mark} 1")).is_some();
    for mark in 100..300 {
        let config = own(mark);
        let opening = Opening { preset: None, config: &config, seed: Seed(1), luck: None };
        let table = rules.open(&opening).unwrap_or_else(|error| panic!("set {mark}: {error}"));
        assert!(table.state().to_string().contains(&format!("me-own{mark}-v1-")));
        assert!(!known(mark), "set {mark} has gone with its match");
    }
}

#[test]
fn statistics_name_own_cards() {
    let library = Library::default();
    let whole = serde_json::to_value(Config::default()).unwrap();
    let mut config = whole;
    bout_core::merge(&mut config, &own(4));
    let config: Config = serde_json::from_value(config).unwrap();
    let game = Arc::new(Tcg::new(config, &library).unwrap());
    let mut stats = Stats::default();
    let mut events = Vec::new();
    let play = Match::open(Arc::clone(&game), Seed(1), Sink::events(&mut events));
    stats.open(&game);
    events.iter().for_each(|event| stats.event(&game, event));
    stats.close(&game, play.state(), None);
    let report = format!("{:?}", stats.report());
    drop((play, game));
    assert!(report.contains("Own 4 1"), "{report}");
    assert!(!Tcg::bots().is_empty());
}
