//! The rules, one table or example at a time.

#![expect(missing_docs, reason = "the names of the helpers say what they do")]

mod activation;
mod attack;
mod clocks;
mod coins;
mod coins_from;
mod condition;
mod damage;
mod data;
mod details;
mod examples;
mod flow;
mod guards;
mod joining;
mod own_sets;
mod precondition;
mod prompts;
mod rule;
mod statistics;
mod trigger;
#[path = "../verbs/mod.rs"]
mod verbs;
mod words;

use std::sync::LazyLock;

use bout_tcg::{Library, Tcg};
use bout_testkit::Play;
use serde_json::{Value, json};

pub static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

/// The id of a shipped card.
pub fn id(name: &str) -> String {
    let found = LIBRARY.cards.iter().find(|card| card.name.text() == name);
    found.unwrap_or_else(|| panic!("no card is called {name}")).id.to_string()
}

pub fn ids(names: &[&str]) -> Value {
    names.iter().map(|name| id(name)).collect()
}

/// A creature with energies and damage.
pub fn with(name: &str, energies: &[&str], damage: u32) -> Value {
    json!({"cards": [id(name)], "attachedEnergy": ids(energies), "damage": damage})
}

/// A creature without anything.
pub fn bare(name: &str) -> Value {
    with(name, &[], 0)
}

/// A creature of several stages.
pub fn chain(names: &[&str], energies: &[&str]) -> Value {
    json!({"cards": ids(names), "attachedEnergy": ids(energies)})
}

/// Lays more over a creature or a player.
pub fn more(mut base: Value, changes: Value) -> Value {
    bout_core::merge(&mut base, &changes);
    base
}

/// A player with an active creature and a bench.
pub fn side(active: Value, bench: Vec<Value>) -> Value {
    json!({
        "active": active, "bench": bench, "turnsTaken": 3, "hand": [],
        "deck": vec![id("Iron Charge"); 10], "prizeCards": vec![id("Dusk Charge"); 6],
    })
}

/// A player with cards in hand.
pub fn holding(active: Value, bench: Vec<Value>, hand: &[&str]) -> Value {
    more(side(active, bench), json!({"hand": ids(hand)}))
}

/// PLAYER1's fifth turn, in the main phase.
pub fn table(player1: Value, player2: Value) -> Play<Tcg> {
    table_by(json!({}), player1, player2)
}

/// The same by other rules.
pub fn table_by(config: Value, player1: Value, player2: Value) -> Play<Tcg> {
    let state = json!({"turnNumber": 5, "player1": player1, "player2": player2});
    Play::load(config, state, 0)
}

/// Puts a stadium beside the cards that a player (0, 1) has.
pub fn lay_stadium(play: &mut Play<Tcg>, player: usize, name: &str) {
    let owner = ["PLAYER1", "PLAYER2"][player];
    play.edit(|state| {
        state["stadium"] = json!({"cardId": id(name), "owner": owner});
        let size = &mut state[["player1", "player2"][player]]["deckSize"];
        *size = (size.as_u64().unwrap() + 1).into();
    });
}

pub fn attack(index: u8) -> Value {
    json!({"type": "ATTACK", "attackIndex": index})
}

pub fn trainer(name: &str) -> Value {
    json!({"type": "PLAY_TRAINER", "cardId": id(name)})
}

pub fn ability(target: &str) -> Value {
    json!({"type": "USE_ABILITY", "target": target})
}

pub fn end_turn() -> Value {
    json!({"type": "END_TURN"})
}

/// Answers the open prompt with these options.
pub fn choose(play: &mut Play<Tcg>, seat: u8, selection: &[u8]) -> Vec<Value> {
    let choice = play.state()["pending"][0]["choiceId"].clone();
    play.act(seat, json!({"type": "RESOLVE_CHOICE", "choiceId": choice, "selection": selection}))
}

/// The creature of a player at the active place (0) or on the bench (1, 2, …).
pub fn creature(play: &Play<Tcg>, player: usize, place: usize) -> Value {
    let state = play.state();
    let side = &state[["player1", "player2"][player]];
    if place == 0 { side["active"].clone() } else { side["bench"][place - 1].clone() }
}

pub fn damage(play: &Play<Tcg>, player: usize, place: usize) -> u64 {
    creature(play, player, place)["damage"].as_u64().unwrap_or(0)
}

pub fn hand(play: &Play<Tcg>, player: usize) -> usize {
    play.state()[["player1", "player2"][player]]["hand"].as_array().map_or(0, Vec::len)
}

pub fn count(play: &Play<Tcg>, player: usize, zone: &str) -> usize {
    play.state()[["player1", "player2"][player]][zone].as_array().map_or(0, Vec::len)
}

/// A config with cards of its own beside the shipped ones; they are numbered from 1.
pub fn forge(cards: &[Value]) -> Value {
    let number = |(at, card): (usize, &Value)| {
        more(card.clone(), json!({"cardNumber": (at + 1).to_string(), "rarity": "COMMON"}))
    };
    let cards: Vec<Value> = cards.iter().enumerate().map(number).collect();
    let metadata = json!({
        "author": "test", "setName": "own", "version": "1", "official": false,
        "totalCards": cards.len(),
    });
    json!({"sets": ["fixture", {"metadata": metadata, "cards": cards}]})
}

/// The id of a card that was forged.
pub fn forged(name: &str, number: usize) -> String {
    format!("test-own-v1-{}--{number}", name.to_lowercase().replace(' ', "-"))
}

/// A basic creature to be forged; `more` holds its attacks, ability or rules.
pub fn basic(name: &str, kind: &str, changes: Value) -> Value {
    let base =
        json!({"name": name, "hp": 100, "stage": "BASIC", "pokemonType": kind, "attacks": []});
    more(base, changes)
}

/// The open decisions: whose and about what.
pub fn pending(play: &Play<Tcg>) -> Vec<(String, String)> {
    let state = play.state();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = state["pending"].as_array().cloned().unwrap_or_default();
    list.iter().map(|found| (word(&found["player"]), word(&found["kind"]))).collect()
}

pub fn has(events: &[Value], kind: &str) -> bool {
    events.iter().any(|event| event["type"] == kind)
}

/// The names of the present statuses of a creature, as its owner's view shows them.
pub fn statuses(play: &Play<Tcg>, seat: u8) -> Value {
    play.view(seat)["playerState"]["activePokemon"]["statusEffects"].clone()
}
