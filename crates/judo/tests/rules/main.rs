//! The rules of Judo, tested through the door that clients use.

mod batch;
mod bots;
mod config;
mod examples;
mod guards;
mod hidden;
mod interrupts;
mod machine;
mod previews;
mod roster;
mod timers;

use bout_judo::Judo;
use bout_testkit::Play;
use serde_json::{Value, json};

const HOST: u8 = Play::<Judo>::HOST;

/// The decks of the worked examples, top first.
fn decks(cards: usize) -> Value {
    let player = [
        [8, 5, 6, 7, 4],
        [6, 6, 9, 6, 6],
        [3, 4, 5, 6, 7],
        [9, 9, 2, 2, 2],
        [5, 5, 5, 5, 5],
        [10, 3, 3, 3, 10],
    ];
    let opponent = [
        [7, 7, 7, 7, 7],
        [6, 8, 4, 6, 9],
        [9, 8, 7, 3, 5],
        [1, 9, 9, 9, 9],
        [5, 5, 5, 5, 5],
        [4, 4, 10, 4, 9],
    ];
    json!([player[..cards], opponent[..cards]])
}

/// A room in test mode with those decks and these changes.
fn lobby(changes: Value) -> Play<Judo> {
    let mut config = json!({"test_mode": true, "decks": decks(6)});
    for (key, value) in changes.as_object().expect("an object") {
        config[key] = value.clone();
    }
    Play::open(config)
}

/// The same with `start_match` at 0.
fn started(changes: Value) -> Play<Judo> {
    let mut play = lobby(changes);
    play.act(0, json!({"type": "start_match"}));
    play
}

/// The same at 3 000, when round 1 is open.
fn round_1(changes: Value) -> Play<Judo> {
    let mut play = started(changes);
    play.advance(3_000);
    assert_eq!(play.phase(), "waitingForPlayerAction");
    play
}

fn select(stat: &str) -> Value {
    json!({"type": "select_stat", "stat": stat})
}

fn interrupt(reason: &str) -> Value {
    json!({"type": "interrupt", "reason": reason})
}

fn resolve(trigger: &str) -> Value {
    json!({"type": "resolve", "trigger": trigger})
}

fn dispatch(trigger: &str) -> Value {
    json!({"type": "dispatch", "trigger": trigger})
}

fn arm(state: &str) -> Value {
    json!({"type": "inject_error", "state": state})
}

fn modify(edits: Value) -> Value {
    json!({"type": "modify", "edits": edits})
}

fn away(why: &str) -> Value {
    json!({"type": "set_active", "active": false, "why": why})
}

fn back() -> Value {
    json!({"type": "set_active", "active": true})
}

/// Points, the player's first.
fn scores(play: &Play<Judo>) -> (u64, u64) {
    let scores = &play.state()["scores"];
    (scores["player"].as_u64().unwrap(), scores["opponent"].as_u64().unwrap())
}

/// A field of the state.
fn field(play: &Play<Judo>, key: &str) -> Value {
    play.state()[key].clone()
}

/// What the player's page knows.
fn seen(play: &Play<Judo>, key: &str) -> Value {
    play.view(0)[key].clone()
}

/// The result's kind, winner and reason.
fn result(play: &Play<Judo>) -> (Value, Value, Value) {
    let result = field(play, "result");
    (result["kind"].clone(), result["winner"].clone(), result["reason"].clone())
}

/// The transitions from a given one on: trigger, target and time.
fn log(play: &Play<Judo>, from: usize) -> Vec<String> {
    let log = field(play, "transition_log");
    let line = |t: &Value| {
        format!(
            "{} -> {} {}",
            t["trigger"].as_str().unwrap(),
            t["to"].as_str().unwrap(),
            t["at_ms"]
        )
    };
    log.as_array().unwrap().iter().skip(from).map(line).collect()
}

/// The events of one name.
fn only<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == name).collect()
}

/// The names of events, in order.
fn names(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

/// The stats of the cards that are drawn, in the referee's eyes.
fn drawn(events: &[Value]) -> (Value, Value) {
    let started = only(events, "round.started");
    let last = started.last().expect("a round began");
    let stats = |key: &str| json!(last[key]["stats"]["power"]);
    (stats("player_card"), stats("opponent_card"))
}
