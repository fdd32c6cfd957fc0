//! What can be asked of the engine.

use bout_core::{Millis, Seat, Seed, Signal};
use serde::Deserialize;
use serde_json::Value;

use super::answer::EngineError;

/// A request, field by field as the protocol has them.
#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    Games {},
    Open {
        game: String,
        #[serde(default)]
        config: Option<Value>,
        #[serde(default)]
        preset: Option<String>,
        #[serde(default)]
        seed: Option<Seed>,
        #[serde(default)]
        luck: Option<Vec<u32>>,
    },
    Load {
        game: String,
        #[serde(default)]
        config: Option<Value>,
        #[serde(default)]
        preset: Option<String>,
        state: Value,
        #[serde(default)]
        now: Option<Millis>,
        #[serde(default)]
        seed: Option<Seed>,
    },
    Act {
        seat: Seat,
        action: Value,
        #[serde(default)]
        at: Option<Millis>,
        #[serde(default)]
        luck: Option<Vec<u32>>,
    },
    Signal {
        signal: Signal,
        #[serde(default)]
        at: Option<Millis>,
        #[serde(default)]
        luck: Option<Vec<u32>>,
    },
    Expire {
        #[serde(default)]
        luck: Option<Vec<u32>>,
    },
    Advance {
        to: Millis,
    },
    Check {
        seat: Seat,
        action: Value,
    },
    Legal {
        seat: Seat,
    },
    Options {
        seat: Seat,
    },
    Preview {
        seat: Seat,
        action: Value,
        #[serde(default)]
        luck: Option<Vec<u32>>,
    },
    View {
        viewer: Value,
    },
    Events {
        viewer: Value,
        #[serde(default)]
        from: u64,
    },
    State {},
    Bot {
        bot: String,
        seat: Seat,
        #[serde(default)]
        seed: Option<Seed>,
    },
    Log {},
    Digest {},
    Close {},
}

/// The request and the match it speaks of.
pub fn read(value: Value) -> Result<(String, Request), EngineError> {
    let Value::Object(mut fields) = value else {
        return Err(EngineError::bad_request("a request is a JSON object"));
    };
    fields.remove("id");
    let name = match fields.remove("match") {
        None => "m".to_owned(),
        Some(Value::String(name)) if name.len() <= 256 => name,
        Some(_) => {
            return Err(EngineError::bad_request("match: a name of at most 256 bytes expected"));
        }
    };
    match fields.get("cmd") {
        Some(Value::String(_)) => {}
        Some(_) => return Err(EngineError::bad_request("cmd: a string expected")),
        None => return Err(EngineError::bad_request("cmd is missing")),
    }
    let request = Request::deserialize(Value::Object(fields));
    Ok((name, request.map_err(|error| EngineError::bad_request(error.to_string()))?))
}
