//! The rules of Tank Combat as tests: worked examples by their number, and a table per rule.

mod bots;
mod clocks;
mod config;
mod coup;
mod damage;
mod examples;
mod guards;
mod hidden;
mod legal;
mod setup;
mod teams;
mod turns;
mod windows;

use bout_core::merge;
use bout_tank::Tank;
use bout_testkit::Play;
use serde_json::{Value, json};

/// A tank in the making.
#[derive(Clone)]
struct Made(Value);

fn heavy(hand: &str) -> Made {
    Made::new("heavy", hand)
}

fn medium(hand: &str) -> Made {
    Made::new("medium", hand)
}

fn light(hand: &str) -> Made {
    Made::new("light", hand)
}

impl Made {
    fn new(class: &str, hand: &str) -> Self {
        Made(json!({"class": class, "hand": list(hand)}))
    }

    fn set(mut self, fields: Value) -> Self {
        merge(&mut self.0, &fields);
        self
    }

    fn hp(self, hp: u16) -> Self {
        self.set(json!({"currentHP": hp}))
    }

    fn marks(self, marks: u16) -> Self {
        self.set(json!({"killMarks": marks}))
    }

    fn adrenaline(self, hp: u16) -> Self {
        self.hp(hp).set(json!({"statusFlags": {"isAdrenaline": true}}))
    }

    fn shield(self) -> Self {
        self.set(json!({"statusFlags": {"hasSpawnShield": true}}))
    }

    fn breech(self, card: &str) -> Self {
        self.set(json!({"tableau": {"breech": card}}))
    }

    fn hazards(self, cards: &str) -> Self {
        self.set(json!({"tableau": {"hazards": list(cards)}}))
    }

    fn safeties(self, cards: &str) -> Self {
        self.set(json!({"tableau": {"safeties": list(cards)}}))
    }

    fn armor(self, charges: u16) -> Self {
        self.set(json!({"tableau": {"ablativeArmor": charges}}))
    }
}

/// A match in the making: seat 0 is in its action, the deck holds nothing but `he`.
#[derive(Clone)]
struct Table {
    config: Value,
    state: Value,
}

fn table<const N: usize>(tanks: [Made; N]) -> Table {
    let players = tanks.map(|tank| tank.0);
    let classes: Vec<_> = players.iter().map(|tank| tank["class"].clone()).collect();
    let deck = vec!["he"; 30];
    Table {
        config: json!({"classes": classes}),
        state: json!({"deck_top_first": deck, "players": players.to_vec()}),
    }
}

impl Table {
    fn config(mut self, changes: Value) -> Self {
        merge(&mut self.config, &changes);
        self
    }

    fn preset(self, name: &str) -> Self {
        self.config(json!({"preset": name}))
    }

    fn rules(self, rules: Value) -> Self {
        self.config(json!({"rules": rules}))
    }

    fn state(mut self, changes: Value) -> Self {
        merge(&mut self.state, &changes);
        self
    }

    fn deck(self, top_first: &str) -> Self {
        self.state(json!({"deck_top_first": list(top_first)}))
    }

    fn turn_of(self, seat: u8) -> Self {
        self.state(json!({"turnIndex": seat}))
    }

    fn play(self) -> Play<Tank> {
        Play::load(self.config, self.state, 0)
    }

    /// The last seat throws its first card away, so that the turn of seat 0 begins; with the events.
    fn begin(self) -> (Play<Tank>, Vec<Value>) {
        let players = self.state["players"].as_array().expect("players");
        let (last, card) = (players.len() - 1, players.last().expect("tanks")["hand"][0].clone());
        let seat = u8::try_from(last).expect("a seat");
        let mut play = self.turn_of(seat).play();
        let events = play.act(seat, json!({"type": "discard", "card": card}));
        (play, events)
    }
}

/// Words as a list.
fn list(words: &str) -> Value {
    words.split_whitespace().collect::<Vec<_>>().into()
}

fn fire(target: u8) -> Value {
    json!({"type": "fire", "target": target})
}

fn quick_fire(target: u8) -> Value {
    json!({"type": "quick_fire", "target": target})
}

fn sabotage(card: &str, target: u8) -> Value {
    json!({"type": "sabotage", "card": card, "target": target})
}

fn repair(card: &str, target: u8) -> Value {
    json!({"type": "repair", "card": card, "target": target})
}

fn load(card: &str) -> Value {
    json!({"type": "load", "card": card})
}

fn equip(card: &str) -> Value {
    json!({"type": "equip", "card": card})
}

fn discard(card: &str) -> Value {
    json!({"type": "discard", "card": card})
}

fn passive(cards: &str) -> Value {
    json!({"type": "medium_passive", "cards": list(cards)})
}

fn excess(cards: &str) -> Value {
    json!({"type": "discard_excess", "cards": list(cards)})
}

/// A command that has no fields.
fn plain(kind: &str) -> Value {
    json!({"type": kind})
}

/// Acts, then everybody passes in every window that opens; all events.
fn through(play: &mut Play<Tank>, seat: u8, action: Value) -> Vec<Value> {
    let mut events = play.act(seat, action);
    while play.phase().starts_with("interrupt") {
        let responder = play.to_act()[0];
        events.extend(play.act(responder, plain("pass")));
    }
    events
}

/// The `action` of each event.
fn names(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["action"].as_str().expect("action")).collect()
}

/// The only event of this name.
fn one<'a>(events: &'a [Value], name: &str) -> &'a Value {
    let found: Vec<_> = events.iter().filter(|event| event["action"] == name).collect();
    assert_eq!(found.len(), 1, "{name} in {events:#?}");
    found[0]
}

/// The `result` of the only event of this name.
fn result<'a>(events: &'a [Value], name: &str) -> &'a Value {
    &one(events, name)["result"]
}

fn player(play: &Play<Tank>, seat: usize) -> Value {
    play.state()["players"][seat].clone()
}

fn hp(play: &Play<Tank>, seat: usize) -> Value {
    player(play, seat)["currentHP"].clone()
}

fn hand(play: &Play<Tank>, seat: usize) -> Value {
    player(play, seat)["hand"].clone()
}

fn tableau(play: &Play<Tank>, seat: usize) -> Value {
    player(play, seat)["tableau"].clone()
}

fn pile(play: &Play<Tank>) -> Value {
    play.state()["discard"].clone()
}

fn active(play: &Play<Tank>) -> Value {
    play.state()["turnIndex"].clone()
}
