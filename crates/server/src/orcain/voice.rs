//! Turns what happened into the dialect's messages, from the receiver's side of the table.

use bout_core::{Seat, Viewer};
use serde_json::{Map, Value, json};

use crate::clock::unix_ms;
use crate::dialect::Scene;
use crate::message::write;
use crate::room::Sitter;
use crate::websocket::Bytes;

/// Speaks for one match.
pub struct Voice<'a>(&'a Scene<'a>);

/// What is known of one side.
struct Side {
    name: Value,
    id: Value,
    tokens: i64,
}

impl<'a> Voice<'a> {
    /// The voice of this match.
    pub fn new(scene: &'a Scene<'a>) -> Self {
        Voice(scene)
    }

    fn side(&self, seat: Seat) -> Side {
        match self.0.meta.seats.get(usize::from(seat.0)) {
            Some(Sitter::Person { name, session, tokens, .. }) => {
                let unnamed = || format!("seat_{}", seat.0);
                let id = session.clone().unwrap_or_else(unnamed);
                Side { name: json!(name), id: json!(id), tokens: *tokens }
            }
            _ => Side { name: json!("Orc Bot"), id: json!("BOT"), tokens: 0 },
        }
    }

    fn pot(&self) -> i64 {
        let people = self.0.meta.seats.iter().filter(|sitter| sitter.account().is_some()).count();
        self.0.meta.stake * i64::try_from(people).unwrap_or(0)
    }

    fn mode(&self) -> &'static str {
        let people = self.0.meta.seats.iter().all(|sitter| sitter.account().is_some());
        if people { "PVP" } else { "PVE" }
    }

    fn names(&self, seat: Seat) -> Value {
        let (own, other) = (self.side(seat), self.side(across(seat)));
        json!({"yourNickname": own.name, "oppNickname": other.name})
    }

    /// A message of this match.
    fn message(&self, kind: &str, parts: &[Value]) -> Map<String, Value> {
        let mut message = Map::new();
        message.insert("type".into(), kind.into());
        message.insert("matchId".into(), self.0.id.into());
        for part in parts {
            if let Value::Object(part) = part {
                message.extend(part.clone());
            }
        }
        message
    }

    /// A moment of the match on the server's clock.
    fn wall(&self, at: &Value) -> Value {
        (self.0.origin + at.as_i64().unwrap_or(0)).into()
    }

    fn say(&self, kind: &str, parts: &[Value]) -> Bytes {
        write(&self.message(kind, parts)).into()
    }

    /// The messages of an entry, for one seat; the end is told after it was settled.
    pub fn told(&self, seat: Seat, events: &[u8]) -> Vec<Bytes> {
        let events: Vec<Value> = serde_json::from_slice(events).unwrap_or_default();
        let told = |event: &Value| match event["type"].as_str()? {
            "prep_start" => Some(self.prep_start(seat, event)),
            "confirm_ok" => {
                Some(self.say("confirm_ok", &[json!({"roundIndex": event["roundIndex"]})]))
            }
            "step_reveal" => Some(self.say("step_reveal", &[step(event, seat), self.names(seat)])),
            "round_end" => {
                let round = json!({
                    "roundIndex": event["roundIndex"], "suddenDeath": event["suddenDeath"]
                });
                Some(self.say("round_end", &[round, hp(event, seat), self.names(seat)]))
            }
            _ => None,
        };
        events.iter().filter_map(told).collect()
    }

    fn prep_start(&self, seat: Seat, event: &Value) -> Bytes {
        let view = self.0.table.view(Viewer::Seat(seat));
        let round = json!({
            "roundIndex": event["roundIndex"], "suddenDeath": event["suddenDeath"],
            "deadlineTs": self.wall(&event["deadline"]), "nowTs": unix_ms(),
        });
        let purse = json!({
            "pot": self.pot(), "yourTokens": self.side(seat).tokens,
            "yourHand": view["hand"], "cards": view["hand"],
        });
        self.say("prep_start", &[round, hp(event, seat), purse, self.names(seat)])
    }

    /// The first words to somebody whose match has just begun.
    pub fn begun(&self, seat: Seat) -> Vec<Bytes> {
        let view = self.0.table.view(Viewer::Seat(seat));
        let found = json!({"mode": self.mode()});
        let purse = json!({"yourTokens": self.side(seat).tokens, "pot": self.pot()});
        let hand = json!({"yourHand": view["hand"]});
        let parts = [found, hp(&view, seat), purse, self.names(seat), hand];
        vec![self.say("match_found", &parts), self.prep_start(seat, &view)]
    }

    /// The words to somebody who comes back to a running match.
    pub fn attached(&self, seat: Seat) -> Vec<Bytes> {
        match self.0.table.outcome() {
            None => vec![self.sync_state(seat)],
            Some(_) => Vec::new(),
        }
    }

    /// Where the match stands.
    pub fn sync_state(&self, seat: Seat) -> Bytes {
        let view = self.0.table.view(Viewer::Seat(seat));
        let prep = view["phase"] == "prep";
        let phase = if prep { "PREP" } else { "REVEAL" };
        let place = json!({
            "inMatch": true, "mode": self.mode(), "phase": phase,
            "roundIndex": view["roundIndex"], "suddenDeath": view["suddenDeath"],
        });
        let purse = json!({"pot": self.pot(), "yourTokens": self.side(seat).tokens});
        let revealed: Vec<_> = (view["revealed"].as_array().into_iter().flatten())
            .map(|opened| self.message("step_reveal", &[step(opened, seat), self.names(seat)]))
            .map(|mut opened| {
                opened.shift_remove("type");
                opened
            })
            .collect();
        let mut own = json!({
            "yourHand": view["hand"], "nowTs": unix_ms(), "yourDraft": view["layout"],
            "confirmed": view["confirmed"], "revealed": revealed,
        });
        if prep {
            own["deadlineTs"] = self.wall(&view["deadline"]);
        }
        self.say("sync_state", &[place, hp(&view, seat), purse, self.names(seat), own])
    }

    /// The last words.
    pub fn ended(&self, seat: Seat, balances: &[(String, i64)]) -> Bytes {
        let view = self.0.table.view(Viewer::Seat(seat));
        let result = &view["result"];
        let id_of = |who: &Value| match who.as_u64().and_then(|seat| u8::try_from(seat).ok()) {
            Some(seat) => self.side(Seat(seat)).id,
            None => Value::Null,
        };
        let winner = match result["winner"].as_u64() {
            Some(winner) if winner == u64::from(seat.0) => "YOU",
            Some(_) => "OPPONENT",
            None => "NONE",
        };
        let account = self.0.meta.seats.get(usize::from(seat.0)).and_then(Sitter::account);
        let balance = balances.iter().find(|(of, _)| Some(of.as_str()) == account);
        let tokens = balance.map_or_else(|| self.side(seat).tokens, |(_, tokens)| *tokens);
        let verdict = json!({
            "winner": winner, "winnerId": id_of(&result["winner"]),
            "loserId": id_of(&result["loser"]), "reason": result["reason"],
            "ending": result["ending"], "bothLose": result["bothLose"],
            "potBurn": result["potBurn"], "draw": result["draw"],
        });
        let rest = json!({"yourTokens": tokens, "roundIndex": result["roundIndex"]});
        self.say("match_end", &[verdict, hp(result, seat), rest, self.names(seat)])
    }
}

fn across(seat: Seat) -> Seat {
    Seat(1 - seat.0.min(1))
}

/// Both sides of a pair: the receiver's, then the other's.
fn sides(pair: &Value, seat: Seat) -> (Value, Value) {
    let of = |seat: Seat| pair.get(usize::from(seat.0)).cloned().unwrap_or_default();
    (of(seat), of(across(seat)))
}

fn hp(of: &Value, seat: Seat) -> Value {
    let (own, other) = sides(&of["hp"], seat);
    json!({"yourHp": own, "oppHp": other})
}

fn step(event: &Value, seat: Seat) -> Value {
    let (own, other) = sides(&event["cards"], seat);
    let (own_hp, other_hp) = sides(&event["hp"], seat);
    json!({"roundIndex": event["roundIndex"], "stepIndex": event["stepIndex"],
           "yourCard": own, "oppCard": other, "yourHp": own_hp, "oppHp": other_hp})
}
