//! Whether a redacted event only takes away.

use bout_core::{Game, Seat, Viewer};
use serde::Serialize;
use serde_json::Value;

use crate::parts::text;
use crate::rule::{Checked, Flaw, Rule, ensure};

/// Checks every event for every viewer.
pub(crate) fn events<G: Game>(events: &[G::Event], seats: u8) -> Checked {
    for event in events {
        ensure(G::redact(event, Viewer::Referee).as_ref() == Some(event), Rule::Redaction, || {
            format!("the referee is not told all of {}", text(event))
        })?;
        Viewer::all(seats).try_for_each(|viewer| one::<G>(event, viewer))?;
        public::<G>(event, seats)?;
    }
    Ok(())
}

fn one<G: Game>(event: &G::Event, viewer: Viewer) -> Checked {
    let Some(told) = G::redact(event, viewer) else { return Ok(()) };
    ensure(G::redact(&told, viewer).as_ref() == Some(&told), Rule::Redaction, || {
        format!("redacted twice for {viewer}, this changes again: {}", text(&told))
    })?;
    part_of(&told, event, &format!("what {viewer} is told and what happened"))
}

/// What the public is told, every seat is told.
fn public<G: Game>(event: &G::Event, seats: u8) -> Checked {
    let Some(told) = G::redact(event, Viewer::Public) else { return Ok(()) };
    for seat in (0..seats).map(Seat) {
        let more = G::redact(event, Viewer::Seat(seat)).ok_or_else(|| {
            let text = format!("the public is told {}, seat {seat} is not", text(&told));
            Flaw::new(Rule::Redaction, text)
        })?;
        part_of(&told, &more, &format!("what the public and what seat {seat} is told"))?;
    }
    Ok(())
}

fn part_of(less: &impl Serialize, more: &impl Serialize, what: &str) -> Checked {
    ensure(is_part(&json(less), &json(more)), Rule::Redaction, || {
        format!("{what} do not fit: {} and {}", text(less), text(more))
    })
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Whether `less` is `more` with values left out or null.
fn is_part(less: &Value, more: &Value) -> bool {
    match (less, more) {
        (Value::Null, _) => true,
        (Value::Object(less), Value::Object(more)) => (less.iter()).all(|(key, value)| {
            value.is_null() || more.get(key).is_some_and(|m| is_part(value, m))
        }),
        (Value::Array(less), Value::Array(more)) => {
            less.len() == more.len()
                && less.iter().zip(more).all(|(less, more)| is_part(less, more))
        }
        _ => less == more,
    }
}

#[cfg(test)]
mod tests {
    use super::is_part;
    use serde_json::{Value, json};

    #[test]
    fn parts_leave_out() {
        let whole = json!({"type": "drew", "seat": 0, "cards": [1, {"kind": 2, "cost": 3}]});
        let rows: [(Value, bool); 8] = [
            (whole.clone(), true),
            (json!({"type": "drew", "cards": null}), true),
            (json!({"type": "drew", "cards": [null, {"kind": 2}]}), true),
            (json!({"type": "drew", "other": null}), true),
            (json!({"type": "dealt"}), false),
            (json!({"cards": [1]}), false),
            (json!({"cards": [1, {"kind": 3}]}), false),
            (json!({"other": 1}), false),
        ];
        for (less, expected) in rows {
            assert_eq!(is_part(&less, &whole), expected, "{less}");
        }
    }
}
