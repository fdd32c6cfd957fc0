//! The shooting range on which cards are tried out.

use std::fmt::Write;
use std::sync::LazyLock;

use bout_tcg::{CardDef, Library, Tcg, Type};
use bout_testkit::Play;
use serde_json::{Value, json};

/// What is done, what is given, which coins fall (1 is heads), what comes of it.
pub type Row<'a> = (&'a str, &'a str, &'a [u32], &'a str);

pub static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

/// Plays each row on a fresh table and compares the stories.
///
/// Done can be: the name of an attack, `ability`, `play`, `evolve`, `trainer`, `attach`, `feed` (two
/// energies of the hand), `retreat`, `end turn`, `attacked`, `foe ends turn`. A story that begins with `refused` is the code of the refusal.
pub fn card(name: &str, rows: &[Row<'_>]) {
    for (done, given, luck, story) in rows {
        let mut range = Range::new(name, done, given);
        let action = range.action(done);
        let found = match story.strip_prefix("refused ") {
            Some(_) => format!("refused {}", range.play.refused(range.seat, action)),
            None => range.story(done, &action, luck),
        };
        assert_eq!(found, *story, "{name}: {done}, given '{given}', coins {luck:?}");
    }
}

/// The definition of a card.
pub fn def(name: &str) -> &'static CardDef {
    let mut cards = LIBRARY.cards.iter().filter(|card| card.set == "firstlight");
    cards
        .find(|card| card.name.text() == name)
        .unwrap_or_else(|| panic!("no card is called {name}"))
}

fn id(name: &str) -> String {
    match name {
        "Target" => "range-range-v1-target--1".into(),
        "Bystander" => "range-range-v1-bystander--2".into(),
        _ => def(name).id.to_string(),
    }
}

fn ids(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| id(name)).collect()
}

/// Two creatures that nothing is special about.
fn set() -> Value {
    let attack = json!({"name": "Poke", "energyCost": [], "damage": "30", "text": ""});
    let creature = |name: &str, number: &str, hp: u32| {
        json!({
            "name": name, "cardNumber": number, "hp": hp, "stage": "BASIC", "pokemonType": "FAIRY",
            "attacks": [attack], "retreatCost": 1,
        })
    };
    json!({
        "metadata": {
            "author": "range", "setName": "range", "version": "1", "official": false, "totalCards": 2,
        },
        "cards": [creature("Target", "1", 200), creature("Bystander", "2", 60)],
    })
}

/// A basic energy of a type.
fn mote(kind: Type) -> &'static str {
    match kind {
        Type::Fire => "Flame Mote",
        Type::Water => "Brook Mote",
        Type::Grass => "Leaf Mote",
        Type::Electric => "Spark Mote",
        Type::Psychic => "Dream Mote",
        Type::Fighting => "Stone Mote",
        Type::Darkness => "Dusk Mote",
        Type::Metal | Type::Colorless | Type::Fairy | Type::Dragon => "Iron Mote",
    }
}

const MOTES: [&str; 4] = ["Flame Mote", "Brook Mote", "Leaf Mote", "Spark Mote"];

/// A table: PLAYER1 has the card, PLAYER2 a target.
struct Range {
    play: Play<Tcg>,
    def: &'static CardDef,
    seat: u8,
    place: &'static str,
}

impl Range {
    fn new(name: &str, done: &str, given: &str) -> Range {
        let def = def(name);
        let mut table = Table::new(def, done);
        given.split(", ").filter(|words| !words.is_empty()).for_each(|words| table.give(words));
        let place = if table.benched { "BENCH_0" } else { "ACTIVE" };
        let play = Play::load(json!({"sets": ["firstlight", set()]}), table.state(), 0);
        Range { play, def, seat: u8::from(is_theirs(done)), place }
    }

    fn action(&self, done: &str) -> Value {
        let card = self.def.id.to_string();
        match done {
            "ability" => json!({"type": "USE_ABILITY", "target": self.place}),
            "play" => json!({"type": "PLAY_POKEMON", "cardId": card}),
            "evolve" => {
                json!({"type": "EVOLVE_POKEMON", "evolutionCardId": card, "target": "ACTIVE"})
            }
            "trainer" => json!({"type": "PLAY_TRAINER", "cardId": card}),
            "attach" => json!({"type": "ATTACH_ENERGY", "energyCardId": card, "target": "ACTIVE"}),
            "retreat" => json!({"type": "RETREAT", "target": "BENCH_0"}),
            "end turn" | "foe ends turn" => json!({"type": "END_TURN"}),
            "feed" => {
                let card = id("Leaf Mote");
                json!({"type": "ATTACH_ENERGY", "energyCardId": card, "target": "ACTIVE"})
            }
            "attacked" => json!({"type": "ATTACK", "attackIndex": 0}),
            attack => {
                let mut attacks = self.def.attacks.iter();
                let index = attacks.position(|found| found.name.text() == attack);
                let index = index.unwrap_or_else(|| panic!("no attack is called {attack}"));
                json!({"type": "ATTACK", "attackIndex": index})
            }
        }
    }

    /// Does it, answers what is asked with the first options, and tells what happened.
    fn story(&mut self, done: &str, action: &Value, luck: &[u32]) -> String {
        if !luck.is_empty() {
            self.play.luck(luck);
        }
        let mut events = self.play.act(self.seat, action.clone());
        if done == "feed" {
            events.extend(self.play.act(self.seat, action.clone()));
        }
        while let Some(seat) = self.asked() {
            let legal = self.play.legal(seat);
            let yes = legal.iter().find(|answer| answer["selection"] == json!([1]));
            let is_question = self.play.state()["pending"][0]["kind"] == "YES_NO";
            let answer = yes.filter(|_| is_question).or(legal.first()).cloned();
            events.extend(self.play.act(seat, answer.expect("a prompt has an answer")));
        }
        tell(&events)
    }

    fn asked(&self) -> Option<u8> {
        let state = self.play.state();
        let player = state["pending"][0]["player"].as_str()?;
        Some(u8::from(player == "PLAYER2"))
    }
}

/// Whether it is done in PLAYER2's turn.
fn is_theirs(done: &str) -> bool {
    matches!(done, "attacked" | "foe ends turn")
}

/// A state in the making.
struct Table {
    card: Value,
    foe: Value,
    bench: Vec<Value>,
    foe_bench: Vec<Value>,
    hand: Vec<String>,
    foe_hand: usize,
    stadium: Value,
    benched: bool,
    turn: u32,
    prizes: [usize; 2],
}

impl Table {
    fn new(def: &CardDef, done: &str) -> Table {
        let target = json!({"cards": ids(&["Target"]), "attachedEnergy": ids(&["Iron Mote"; 2])});
        let other = json!({"cards": ids(&["Bystander"])});
        let mut hand = Vec::new();
        let own = match done {
            "play" | "trainer" | "attach" => {
                hand.push(def.id.to_string());
                json!({"cards": ids(&["Bystander"]), "attachedEnergy": []})
            }
            "evolve" => {
                hand.push(def.id.to_string());
                let mut cards = chain(def);
                cards.pop();
                json!({"cards": cards, "attachedEnergy": []})
            }
            done => json!({"cards": chain(def), "attachedEnergy": price(def, done)}),
        };
        Table {
            card: own,
            foe: target,
            bench: vec![other.clone(), other.clone()],
            foe_bench: vec![other.clone(), other],
            hand,
            foe_hand: 3,
            stadium: Value::Null,
            benched: false,
            turn: if is_theirs(done) { 6 } else { 5 },
            prizes: [6, 6],
        }
    }

    /// One change to the usual table.
    fn give(&mut self, words: &str) {
        let (whose, words) = match words.strip_prefix("foe ") {
            Some(words) => (&mut self.foe, words),
            None => (&mut self.card, words),
        };
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        match word {
            "damage" => whose["damage"] = number(rest).into(),
            "burned" => whose["burned"] = true.into(),
            "poisoned" => whose["poison"] = 10.into(),
            "asleep" | "confused" | "paralyzed" => {
                whose["rotation"] = word.to_uppercase().into();
                if word == "paralyzed" {
                    whose["paralyzedOnTurn"] = (self.turn - 1).into();
                }
            }
            "with" => push(&mut whose["attachedEnergy"], &id(rest)),
            "tool" => whose["tools"] = json!([id(rest)]),
            "bare" => whose["attachedEnergy"] = json!([]),
            "is" => whose["cards"] = json!(chain(def(rest))),
            "fresh" => whose["enteredOnTurn"] = self.turn.into(),
            "stadium" => self.stadium = json!({"cardId": id(rest), "owner": "PLAYER1"}),
            "benched" => self.benched = true,
            "alone" => self.bench.clear(),
            "lonely" => self.foe_bench.clear(),
            "mates" => self.bench[0] = json!({"cards": [id(rest)]}),
            "mates'" => push(
                self.bench[0]
                    .as_object_mut()
                    .map(|mate| mate.entry("attachedEnergy").or_insert_with(|| json!([])))
                    .expect("a creature"),
                &id(rest),
            ),
            "hurt" => self.bench[0]["damage"] = number(rest).into(),
            "prey" => self.foe_bench[0]["damage"] = number(rest).into(),
            "holding" => self.hand.extend(rest.split('+').map(id)),
            "hand" => self.foe_hand = number(rest) as usize,
            "behind" => self.prizes[1] = 3,
            _ => panic!("'{words}' is not understood"),
        }
    }

    fn state(self) -> Value {
        let (mut active, mut bench) = (self.card, self.bench);
        if self.benched {
            std::mem::swap(&mut active, &mut bench[0]);
        }
        let deck = ["Cinderpup", "Furnhound", "Moss Poultice"].iter().chain(&MOTES);
        let deck: Vec<String> = deck.map(|name| id(name)).collect();
        let discard: Vec<&str> = [&["Ashkit", "Furnhound", "Whetstone"], &MOTES[..]].concat();
        let current = if self.turn.is_multiple_of(2) { "PLAYER2" } else { "PLAYER1" };
        json!({
            "turnNumber": self.turn, "currentPlayer": current, "stadium": self.stadium,
            "player1": {
                "active": active, "bench": bench, "turnsTaken": 3, "hand": self.hand, "deck": deck,
                "prizeCards": vec![id("Dusk Mote"); self.prizes[0]], "discardPile": ids(&discard),
            },
            "player2": {
                "active": self.foe, "bench": self.foe_bench, "turnsTaken": 3,
                "hand": vec![id("Iron Mote"); self.foe_hand], "deck": vec![id("Iron Mote"); 8],
                "prizeCards": vec![id("Dusk Mote"); self.prizes[1]], "discardPile": [],
            },
        })
    }
}

/// A creature with all its lower stages, the basic first.
fn chain(def: &CardDef) -> Vec<String> {
    let below = LIBRARY.cards.iter().find(|card| card.key == def.evolves_from);
    let mut cards = below.map(chain).unwrap_or_default();
    cards.push(def.id.to_string());
    cards
}

/// Energies that pay an attack and no more.
fn price(def: &CardDef, attack: &str) -> Vec<String> {
    let Some(attack) = def.attacks.iter().find(|found| found.name.text() == attack) else {
        return Vec::new();
    };
    let typed = attack.cost.iter().map(|kind| id(mote(*kind)));
    typed.chain((0..attack.colorless).map(|_| id("Iron Mote"))).collect()
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("'{text}' is no number"))
}

fn push(list: &mut Value, item: &str) {
    list.as_array_mut().expect("a list").push(item.into());
}

/// What happened, in a line; what only frames it is left out.
fn tell(events: &[Value]) -> String {
    let mut story = String::new();
    for event in events {
        let words = words(event);
        if !words.is_empty() {
            let gap = if story.is_empty() { "" } else { "; " };
            let _ = write!(story, "{gap}{words}");
        }
    }
    if story.is_empty() { "nothing happens".to_owned() } else { story }
}

fn words(event: &Value) -> String {
    let text = |key: &str| event[key].as_str().unwrap_or_default();
    let name = |id: &Value| name_of(id.as_str().unwrap_or_default());
    let card = || name(&event["cardId"]);
    let cards = || {
        let list = event["cards"].as_array().cloned().unwrap_or_default();
        list.iter().map(name).collect::<Vec<_>>().join(" + ")
    };
    let whose = if text("player") == "PLAYER1" { "" } else { "foe " };
    let at = |place: &Value| {
        let side = if place["player"] == "PLAYER1" { "own" } else { "foe" };
        let position = place["position"].as_str().unwrap_or_default();
        format!("{side} {}", position.to_lowercase().replace('_', " "))
    };
    let target = || at(&event["target"]);
    let amount = || match &event["amount"] {
        Value::String(word) => word.clone(),
        number if *number == i16::MAX => "all".to_owned(),
        number => number.to_string(),
    };
    match text("type") {
        "damage_dealt" => format!("{} to {}", amount(), target()),
        "damage_counters_placed" => format!("{} {} on {}", text("source"), amount(), target()),
        "damage_healed" => format!("{} healed on {}", amount(), target()),
        "damage_prevented" => format!("{} prevented", amount()),
        "status_applied" => format!("{} is {}", target(), text("status").to_lowercase()),
        "status_removed" => format!("{} no more {}", target(), text("status").to_lowercase()),
        "energy_discarded" => format!("{} off {}", cards(), target()),
        "energy_attached" => format!("{} to {}", card(), target()),
        "energy_moved" => format!("{} to {}", card(), at(&event["to"])),
        "cards_discarded" => format!("{whose}discards {}", cards()),
        "cards_revealed" => format!("{whose}shows {}", cards()),
        "cards_searched" => format!("finds {}", event["count"]),
        "cards_returned" => format!("{whose}{} back to {}", event["count"], text("to")),
        "card_drawn" => format!("{whose}draws"),
        "switched" => {
            format!("{whose}switch with {}", text("target").to_lowercase().replace('_', " "))
        }
        "creature_played" => format!("{} comes", card()),
        "creature_evolved" => format!("evolves to {}", card()),
        "creature_devolved" => format!("loses {}", cards()),
        "tool_attached" => format!("{} on {}", card(), target()),
        "stadium_changed" => "stadium".to_owned(),
        "attack_failed" => format!("fails: {}", text("reason")),
        "creature_knocked_out" => format!("{} is out", target()),
        "prize_taken" => format!("{whose}takes a prize"),
        "timed_effect_started" => {
            let kind = text("kind").to_lowercase().replace('_', " ");
            format!("{kind} {} until {}", amount(), event["expires"])
        }
        "ability_triggered" => text("name").to_owned(),
        _ => String::new(),
    }
}

fn name_of(id: &str) -> String {
    let found = LIBRARY.cards.find(id).map(|card| card.name.to_string());
    found.unwrap_or_else(|| if id.contains("target") { "Target" } else { "Bystander" }.to_owned())
}
