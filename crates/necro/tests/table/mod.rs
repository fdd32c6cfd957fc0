//! A match in the making, for all tests of the rules.
#![allow(dead_code, reason = "each test program uses a part of it")]

use bout_core::merge;
use bout_necro::Necro;
use bout_testkit::Play;
use serde_json::{Value, json};

/// A match in the making: red fights, the die shows 3, only the kings stand.
#[derive(Clone)]
pub struct Table {
    config: Value,
    state: Value,
}

/// Red in combat with 5 gold and 5 mana, and two kings.
pub fn table() -> Table {
    Table {
        config: json!({"rngMode": "fixed", "diceFixed": 3}),
        state: json!({
            "turn": {"side": "red", "phase": "combat", "number": 5},
            "units": {"red:king:0": {"pos": at(4, 9)}, "black:king:0": {"pos": at(4, 0)}},
            "resources": {"red": {"gold": 5, "mana": 5}, "black": {"gold": 5}},
        }),
    }
}

/// A cell.
pub fn at(x: i32, y: i32) -> Value {
    json!({"x": x, "y": y})
}

/// The full name of a unit: `R rook:0` is red's, `B rook:0` black's.
pub fn id(short: &str) -> String {
    match short.split_once(' ') {
        Some(("R", rest)) => format!("red:{rest}"),
        Some(("B", rest)) => format!("black:{rest}"),
        _ => short.to_owned(),
    }
}

impl Table {
    pub fn state(mut self, changes: Value) -> Self {
        merge(&mut self.state, &changes);
        self
    }

    pub fn config(mut self, changes: Value) -> Self {
        merge(&mut self.config, &changes);
        self
    }

    pub fn die(self, face: u8) -> Self {
        self.config(json!({"diceFixed": face}))
    }

    /// Real dice, to be scripted.
    pub fn seeded(self) -> Self {
        self.config(json!({"rngMode": "seeded"}))
    }

    pub fn phase(self, phase: &str) -> Self {
        self.state(json!({"turn": {"phase": phase}}))
    }

    pub fn side(self, side: &str) -> Self {
        self.state(json!({"turn": {"side": side}}))
    }

    fn set_unit(mut self, short: &str, unit: Value) -> Self {
        let known = &mut self.state["units"][id(short)];
        if known.is_null() {
            *known = json!({});
        }
        merge(known, &unit);
        self
    }

    pub fn unit(self, short: &str, x: i32, y: i32) -> Self {
        self.set_unit(short, json!({"pos": at(x, y)}))
    }

    pub fn soul(self, short: &str, x: i32, y: i32, soul: &str) -> Self {
        self.set_unit(short, json!({"pos": at(x, y), "enchant": {"soulId": soul}}))
    }

    pub fn hp(self, short: &str, hp: u8) -> Self {
        self.set_unit(short, json!({"hpCurrent": hp}))
    }

    /// Corpses on a cell, from the bottom up: `red soldier`.
    pub fn corpses(self, cell: &str, stack: &[&str]) -> Self {
        let corpse = |words: &&str| {
            let (side, base) = words.split_once(' ').expect("side and base");
            json!({"ownerSide": side, "base": base})
        };
        let stack: Vec<_> = stack.iter().map(corpse).collect();
        self.state(json!({"corpsesByPos": {cell: stack}}))
    }

    /// So many red soldier corpses out of the way.
    pub fn red_corpses(self, count: usize) -> Self {
        self.corpses("8,9", &vec!["red soldier"; count])
    }

    pub fn gold(self, gold: u32) -> Self {
        self.state(json!({"resources": {"red": {"gold": gold}}}))
    }

    pub fn mana(self, mana: u32) -> Self {
        self.state(json!({"resources": {"red": {"mana": mana}}}))
    }

    pub fn souls(self, side: &str, souls: &[&str]) -> Self {
        self.state(json!({"hands": {side: {"souls": souls}}}))
    }

    pub fn items(self, items: &[&str]) -> Self {
        self.state(json!({"hands": {"red": {"items": items}}}))
    }

    /// The state so far.
    pub fn json(&self) -> Value {
        self.state.clone()
    }

    pub fn play(self) -> Play<Necro> {
        Play::load(self.config, self.state, 0)
    }
}

pub fn shoot(attacker: &str, target: &str) -> Value {
    json!({"type": "SHOOT", "attackerId": id(attacker), "targetUnitId": id(target)})
}

pub fn shoot_extra(attacker: &str, target: &str, extra: &str) -> Value {
    let mut shot = shoot(attacker, target);
    shot["extraTargetUnitId"] = json!(id(extra));
    shot
}

pub fn go(unit: &str, x: i32, y: i32) -> Value {
    json!({"type": "MOVE", "unitId": id(unit), "to": at(x, y)})
}

pub fn sacrifice(source: &str, target: &str) -> Value {
    json!({"type": "SACRIFICE", "sourceUnitId": id(source), "targetUnitId": id(target)})
}

pub fn enchant(unit: &str, soul: &str) -> Value {
    json!({"type": "ENCHANT", "unitId": id(unit), "soulId": soul})
}

pub fn revive(x: i32, y: i32) -> Value {
    json!({"type": "REVIVE", "pos": at(x, y)})
}

pub fn use_item(item: &str) -> Value {
    json!({"type": "USE_ITEM_FROM_HAND", "itemId": item})
}

pub fn use_on(item: &str, unit: &str) -> Value {
    json!({"type": "USE_ITEM_FROM_HAND", "itemId": item, "targetUnitId": id(unit)})
}

pub fn refine(x: i32, y: i32, choice: &str) -> Value {
    json!({"type": "USE_ITEM_FROM_HAND", "itemId": "item_bone_refine", "targetPos": at(x, y), "choice": choice})
}

pub fn of_base(kind: &str, base: &str) -> Value {
    json!({"type": kind, "base": base})
}

pub fn give_back(soul: &str) -> Value {
    json!({"type": "RETURN_SOUL_TO_DECK_BOTTOM", "soulId": soul})
}

pub fn buy_item(slot: u8) -> Value {
    json!({"type": "BUY_ITEM_FROM_DISPLAY", "slot": slot})
}

/// An action that has no fields.
pub fn plain(kind: &str) -> Value {
    json!({"type": kind})
}

pub fn next() -> Value {
    plain("NEXT_PHASE")
}

/// The side to act goes on so many times.
pub fn pass(play: &mut Play<Necro>, times: usize) {
    for _ in 0..times {
        let seat = play.to_act()[0];
        play.act(seat, next());
    }
}

pub fn hp(play: &Play<Necro>, unit: &str) -> Value {
    play.state()["units"][id(unit)]["hpCurrent"].clone()
}

pub fn mana(play: &Play<Necro>) -> Value {
    play.state()["resources"]["red"]["mana"].clone()
}

pub fn gold(play: &Play<Necro>) -> Value {
    play.state()["resources"]["red"]["gold"].clone()
}

/// The `type` of each event.
pub fn names(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().expect("type")).collect()
}

/// The events of a type.
pub fn all<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == name).collect()
}

/// The only event of a type.
pub fn one<'a>(events: &'a [Value], name: &str) -> &'a Value {
    let found = all(events, name);
    assert_eq!(found.len(), 1, "{name} in {events:#?}");
    found[0]
}

/// Who was hurt and by how much, in order.
pub fn hits(events: &[Value]) -> Vec<(String, i64)> {
    let hit = |event: &&Value| {
        (
            event["targetUnitId"].as_str().expect("id").to_owned(),
            event["amount"].as_i64().expect("amount"),
        )
    };
    all(events, "DAMAGE_DEALT").iter().map(hit).collect()
}

/// The abilities that were triggered: owner and kind, in order.
pub fn triggers(events: &[Value]) -> Vec<(String, String)> {
    let text = |event: &Value, key: &str| event[key].as_str().expect("text").to_owned();
    let found = all(events, "ABILITY_TRIGGERED");
    found.iter().map(|event| (text(event, "unitId"), text(event, "abilityType"))).collect()
}

/// `[("red:rook:0", 4)]` with short names.
pub fn expected(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
    rows.iter().map(|(unit, amount)| (id(unit), *amount)).collect()
}

/// `[("red:rook:0", "CHAIN")]` with short names.
pub fn triggered(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter().map(|(unit, kind)| (id(unit), (*kind).to_owned())).collect()
}
