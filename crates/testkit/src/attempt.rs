//! One input that is tried, right or wrong.

use bout_core::{Data, Dice, Input, Millis, Seat, Signal, read_tagged};
use serde_json::{Value, json};

/// An input as the table gets it, and typed where it can be read.
pub(crate) struct Attempt<A> {
    pub at: Millis,
    pub input: Input<Value>,
    pub typed: Option<Input<A>>,
}

impl<A: Data> Attempt<A> {
    pub fn act(at: Millis, seat: Seat, action: &A) -> Self {
        let json = serde_json::to_value(action).expect("actions are plain JSON");
        let typed = Some(Input::Act { seat, action: action.clone() });
        Attempt { at, input: Input::Act { seat, action: json }, typed }
    }

    pub fn expire(at: Millis) -> Self {
        Attempt { at, input: Input::Expire, typed: Some(Input::Expire) }
    }

    pub fn signal(at: Millis, signal: Signal) -> Self {
        Attempt { at, input: Input::Signal { signal }, typed: Some(Input::Signal { signal }) }
    }

    /// Any JSON at all; now and then it turns out to be an action.
    pub fn raw(at: Millis, seat: Seat, action: Value) -> Self {
        let read = read_tagged(&action).ok();
        let typed = read.map(|action| Input::Act { seat, action });
        Attempt { at, input: Input::Act { seat, action }, typed }
    }
}

/// JSON that is no action, made from nothing or from an action.
pub(crate) fn malformed(action: Option<Value>, dice: &mut Dice) -> Value {
    match action {
        Some(Value::Object(fields)) if dice.coin() && !fields.is_empty() => {
            let place = dice.below(fields.len() as u32) as usize;
            let mut fields = fields;
            if let Some((_, value)) = fields.iter_mut().nth(place) {
                *value = nonsense(dice);
            }
            Value::Object(fields)
        }
        Some(Value::Object(mut fields)) if dice.coin() => {
            fields.insert("no_such_field".into(), nonsense(dice));
            Value::Object(fields)
        }
        _ => nonsense(dice),
    }
}

fn nonsense(dice: &mut Dice) -> Value {
    let all = [
        Value::Null,
        json!(-1),
        json!(0),
        json!(u64::MAX),
        json!(255),
        json!(1.5),
        json!(true),
        json!(""),
        json!("no_such_word"),
        json!("a".repeat(300)),
        json!([]),
        json!([null, [], {}]),
        json!(["concede"]),
        json!(["NEXT_PHASE"]),
        json!({}),
        json!({ "type": "no_such_type" }),
        json!({ "type": 7 }),
        json!({ "type": null, "seat": [] }),
        deep(100),
    ];
    dice.pick(&all).cloned().unwrap_or_default()
}

fn deep(levels: u32) -> Value {
    (0..levels).fold(json!({}), |inner, level| {
        if level % 2 == 0 { json!([inner]) } else { json!({ "type": inner }) }
    })
}
