//! Fingerprints: of a state, to compare; of a log, to see damage.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

use crate::json;

/// Room for the JSON of most states.
const STATE_BYTES: usize = 4096;

/// FNV-1a over the JSON of a state; 16 hex digits on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u64);

impl Digest {
    /// The digest of a value's JSON.
    pub fn of(value: &impl Serialize) -> Digest {
        let mut text = Vec::with_capacity(STATE_BYTES);
        json::write(value, &mut text);
        Digest(text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let whole = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        (whole.then(|| u64::from_str_radix(&text, 16).ok()).flatten()).map(Digest).ok_or_else(
            || D::Error::custom(format!("'{text}' is no digest: 16 hex digits expected")),
        )
    }
}

/// One link of a hash chain: BLAKE3 of the previous link and the JSON of a record with sorted keys.
pub fn chain(previous: &str, record: &impl Serialize) -> String {
    let value = serde_json::to_value(record).expect("records are plain JSON");
    chain_sorted(previous, &Sorted(&value))
}

/// The same for a record that sorts its keys itself.
pub(crate) fn chain_sorted(previous: &str, record: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(512);
    text.extend_from_slice(previous.as_bytes());
    json::write(record, &mut text);
    blake3::hash(&text).to_hex().to_string()
}

/// A value that is written with sorted keys.
pub(crate) struct Sorted<'a>(pub &'a Value);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(fields) => {
                let mut sorted: Vec<_> = fields.iter().collect();
                sorted.sort_unstable_by_key(|(key, _)| *key);
                let mut map = serializer.serialize_map(Some(sorted.len()))?;
                for (key, value) in sorted {
                    map.serialize_entry(key, &Sorted(value))?;
                }
                map.end()
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(Sorted)),
            plain @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
                plain.serialize(serializer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn known_answer_of_fnv() {
        // The published test vector for the five bytes of `"foo"` with quotes is computed by hand.
        let by_hand = b"\"foo\"".iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        assert_eq!(Digest::of(&"foo").0, by_hand);
    }

    #[test]
    fn digests_are_strict_hex() {
        let digest = Digest(0xab);
        assert_eq!(serde_json::to_string(&digest).unwrap(), "\"00000000000000ab\"");
        for bad in ["\"ab\"", "\"+0000000000000ab\"", "\"zz000000000000ab\"", "171"] {
            assert!(serde_json::from_str::<Digest>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_chain_depends_on_all_but_the_order_of_keys() {
        let link = chain("", &json!({"a": 1, "b": {"c": 2, "d": 3}}));
        assert_eq!(link, chain("", &json!({"b": {"d": 3, "c": 2}, "a": 1})));
        assert_ne!(link, chain("x", &json!({"a": 1, "b": {"c": 2, "d": 3}})));
        assert_ne!(link, chain("", &json!({"a": 1, "b": {"c": 2, "d": 4}})));
    }
}
