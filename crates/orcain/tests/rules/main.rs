//! The rules of Orcain as tests: worked examples by their number, and a table per rule.

mod absence;
mod bots;
mod config;
mod examples;
mod guards;
mod hidden;
mod statistics;
mod steps;
mod timing;

use bout_orcain::Orcain;
use bout_testkit::Play;
use serde_json::{Value, json};

/// A layout in letters: a d h c, `-` for an empty slot.
fn layout(letters: &str) -> Value {
    let card = |letter| match letter {
        'a' => json!("attack"),
        'd' => json!("defense"),
        'h' => json!("heal"),
        'c' => json!("counter"),
        _ => Value::Null,
    };
    letters.chars().map(card).collect()
}

fn confirm(letters: &str) -> Value {
    json!({"type": "confirm", "layout": layout(letters)})
}

fn draft(letters: &str) -> Value {
    json!({"type": "draft", "layout": layout(letters)})
}

/// A duel with the usual rules and these changes.
fn duel(changes: Value) -> Play<Orcain> {
    Play::open(changes)
}

/// A duel in which nothing takes time after PREP, so that a round is one entry.
fn quick(changes: Value) -> Play<Orcain> {
    let mut config = json!({"step_first_ms": 0, "step_ms": 0});
    bout_core::merge(&mut config, &changes);
    Play::open(config)
}

/// Both confirm; returns the events of the second confirm.
fn round(play: &mut Play<Orcain>, a: &str, b: &str) -> Vec<Value> {
    play.act(0, confirm(a));
    play.act(1, confirm(b))
}

/// The events of one type.
fn only<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == kind).collect()
}

/// HP after each step of these events.
fn hp(events: &[Value]) -> Vec<(u64, u64)> {
    let pair = |event: &&Value| {
        (event["hp"][0].as_u64().expect("hp"), event["hp"][1].as_u64().expect("hp"))
    };
    only(events, "step_reveal").iter().map(pair).collect()
}

/// Cards opened on one side by these events.
fn opened(events: &[Value], seat: usize) -> Value {
    only(events, "step_reveal").iter().map(|event| event["cards"][seat].clone()).collect()
}

/// The only `match_end` of these events.
fn end(events: &[Value]) -> &Value {
    let ends = only(events, "match_end");
    assert_eq!(ends.len(), 1, "{events:?}");
    ends[0]
}

/// A duel in sudden death at these HP, round 4.
fn sudden_death(a: u64, b: u64) -> Play<Orcain> {
    let mut play = quick(json!({}));
    play.edit(|state| {
        state["roundIndex"] = json!(4);
        state["suddenDeath"] = json!(true);
        state["hp"] = json!([a, b]);
    });
    play
}
