//! Settings as JSON: a preset, changes on top of it, and the place of what is wrong.

#![warn(clippy::indexing_slicing)]

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::ConfigError;

/// Reads a config from a complete base and the changes to it.
pub fn read_config<C: Serialize + DeserializeOwned>(
    base: &C,
    changes: &Value,
) -> Result<C, ConfigError> {
    let mut whole = serde_json::to_value(base).expect("configs are plain JSON");
    if !changes.is_object() {
        return Err(ConfigError::new("", "an object of keys and values is expected"));
    }
    merge(&mut whole, changes);
    serde_path_to_error::deserialize(&whole).map_err(|error| {
        let key = error.path().to_string();
        ConfigError::new(key, error.into_inner().to_string())
    })
}

/// Lays `changes` over `base`: objects key by key, everything else replaced whole; an object of
/// another `type` is something else.
pub fn merge(base: &mut Value, changes: &Value) {
    let same_type = |base: &Map<String, Value>, changes: &Map<String, Value>| {
        changes.get("type").is_none_or(|kind| base.get("type") == Some(kind))
    };
    match (base, changes) {
        (Value::Object(base), Value::Object(changes)) if same_type(base, changes) => {
            for (key, change) in changes {
                merge(base.entry(key.as_str()).or_insert(Value::Null), change);
            }
        }
        (base, changes) => base.clone_from(changes),
    }
}

/// Sets the value at a path such as `heavy.max_hp` or `hands.0`, as `--set` does. `known` tells
/// which of the places on the way are lists; it is copied from as far as it is needed.
pub fn set_path(
    changes: &mut Value,
    known: &Value,
    path: &[String],
    value: Value,
) -> Result<(), ConfigError> {
    let (mut place, mut known) = (changes, known);
    for part in path {
        let wrong = |text: String| ConfigError::new(path.join("."), text);
        if part.is_empty() {
            return Err(wrong("a part of the key is empty".into()));
        }
        if let Value::Array(items) = known {
            if !place.is_array() {
                *place = Value::Array(items.clone());
            }
            let at = part.parse::<usize>().ok().filter(|at| *at < items.len());
            let at = at.ok_or_else(|| wrong(format!("'{part}' is no place in the list")))?;
            known = known.get(at).unwrap_or(&Value::Null);
            place = place.get_mut(at).expect("the list was copied");
        } else {
            if !place.is_object() {
                *place = Value::Object(Map::new());
            }
            known = known.get(part).unwrap_or(&Value::Null);
            let map = place.as_object_mut().expect("made an object above");
            place = map.entry(part.as_str()).or_insert(Value::Null);
        }
    }
    *place = value;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Config {
        heavy: Class,
        pair: [u8; 2],
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Class {
        max_hp: u8,
        name: String,
    }

    fn base() -> Config {
        Config { heavy: Class { max_hp: 100, name: "h".into() }, pair: [1, 2] }
    }

    #[test]
    fn changes_lie_over_the_base() {
        let read = read_config(&base(), &json!({"heavy": {"max_hp": 90}, "pair": [3, 4]})).unwrap();
        assert_eq!(read, Config { heavy: Class { max_hp: 90, name: "h".into() }, pair: [3, 4] });
    }

    #[test]
    fn errors_name_the_key() {
        let rows = [
            (json!({"heavy": {"max_hp": "x"}}), "heavy.max_hp"),
            (json!({"heavy": {"speed": 1}}), "heavy.speed"),
            (json!({"pair": [1]}), "pair"),
            (json!({"pair": [1, 256]}), "pair[1]"),
            (json!([]), ""),
        ];
        for (changes, key) in rows {
            assert_eq!(read_config(&base(), &changes).unwrap_err().key, key, "{changes}");
        }
    }

    #[test]
    fn a_path_sets_one_place() {
        let known = serde_json::to_value(base()).unwrap();
        let mut changes = json!({});
        let path = |text: &str| text.split('.').map(str::to_owned).collect::<Vec<_>>();
        set_path(&mut changes, &known, &path("heavy.max_hp"), json!(90)).unwrap();
        set_path(&mut changes, &known, &path("pair.1"), json!(9)).unwrap();
        assert_eq!(changes, json!({"heavy": {"max_hp": 90}, "pair": [1, 9]}));
        for bad in ["pair.2", "pair.x", "", "heavy..x"] {
            let error = set_path(&mut changes, &known, &path(bad), json!(0)).unwrap_err();
            assert_eq!(error.key, bad);
        }
    }
}
