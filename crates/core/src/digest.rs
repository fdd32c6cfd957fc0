//! Fingerprints: of a state, to compare; of a log, to see damage.

use std::cell::Cell;
use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

use crate::json::{self, ByteSink as _};

/// FNV-1a over the JSON of a state; 16 hex digits on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u64);

impl Digest {
    /// The digest of a value's JSON.
    pub fn of(value: &impl Serialize) -> Digest {
        let mut fnv = Fnv { hash: BASIS, strides: STRIDES.take() };
        json::write_to(value, &mut fnv);
        STRIDES.set(fnv.strides);
        Digest(fnv.hash)
    }
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// One name after another is noted, as far as there is room.
const STRIDES_MAX: usize = 1 << STRIDES_BITS;
const STRIDES_BITS: u32 = 11;

thread_local! {
    static STRIDES: Cell<Vec<Option<Box<Stride>>>> = const { Cell::new(Vec::new()) };
}

/// Hashes what is written, without a buffer.
struct Fnv {
    hash: u64,
    strides: Vec<Option<Box<Stride>>>,
}

/// A name in quotes with what stands around it, hashed in one go.
///
/// Byte by byte, each step waits for the multiplication before it. But a byte of ASCII only touches
/// the lowest seven bits, and these only depend on the lowest seven before: for a text of `n` bytes
/// the hash is `hash * PRIME^n` and a summand for each of the 128 ways in which the lowest bits
/// begin. States are mostly names of cards and fields.
struct Stride {
    name: &'static str,
    around: Around,
    factor: u64,
    summands: [u64; WAYS],
}

/// In how many ways the bits that ASCII touches begin.
const WAYS: usize = 128;

/// What stands around a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Nothing,
    /// It is the first field of an object.
    First,
    /// It is another field.
    Next,
}

impl Around {
    fn before(self) -> &'static [u8] {
        if self == Around::Next { b",\"" } else { b"\"" }
    }

    fn behind(self) -> &'static [u8] {
        if self == Around::Nothing { b"\"" } else { b"\":" }
    }
}

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(PRIME)
}

impl Stride {
    fn new(name: &'static str, around: Around) -> Self {
        let text = [around.before(), name.as_bytes(), around.behind()].concat();
        let factor = text.iter().fold(1, |power: u64, _| power.wrapping_mul(PRIME));
        let summands = std::array::from_fn(|low| {
            let low = low as u64;
            let whole = text.iter().fold(low, |hash, byte| step(hash, *byte));
            whole.wrapping_sub(low.wrapping_mul(factor))
        });
        Stride { name, around, factor, summands }
    }

    #[inline]
    fn after(&self, hash: u64) -> u64 {
        hash.wrapping_mul(self.factor).wrapping_add(self.summands[hash as usize % WAYS])
    }
}

impl Fnv {
    /// Where a name is noted: names of a program do not move.
    #[inline]
    fn place(name: &'static str, around: Around) -> usize {
        let key = name.as_ptr().addr() as u64 + ((around as u64) << 56);
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - STRIDES_BITS)) as usize
    }

    #[inline]
    fn stride(&mut self, name: &'static str, around: Around) {
        match self.strides.get(Fnv::place(name, around)) {
            Some(Some(stride)) if std::ptr::eq(stride.name, name) && stride.around == around => {
                self.hash = stride.after(self.hash);
            }
            _ => self.meet(name, around),
        }
    }

    #[cold]
    fn meet(&mut self, name: &'static str, around: Around) {
        if name.is_ascii() {
            self.strides.resize_with(STRIDES_MAX, || None);
            let place = &mut self.strides[Fnv::place(name, around)];
            place.get_or_insert_with(|| Box::new(Stride::new(name, around)));
        }
        self.put(around.before());
        self.put(name.as_bytes());
        self.put(around.behind());
    }
}

impl json::ByteSink for Fnv {
    #[inline]
    fn byte(&mut self, byte: u8) {
        self.hash = step(self.hash, byte);
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.hash = bytes.iter().fold(self.hash, |hash, byte| step(hash, *byte));
    }

    #[inline]
    fn name(&mut self, name: &'static str) {
        self.stride(name, Around::Nothing);
    }

    #[inline]
    fn field(&mut self, first: bool, name: &'static str) {
        self.stride(name, if first { Around::First } else { Around::Next });
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digit = |at: usize| b"0123456789abcdef"[(self.0 >> (60 - 4 * at)) as usize & 15];
        let digits: [u8; 16] = std::array::from_fn(digit);
        serializer.serialize_str(std::str::from_utf8(&digits).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let whole = text.len() == 16 && text.bytes().all(is_digit);
        (whole.then(|| u64::from_str_radix(&text, 16).ok()).flatten()).map(Digest).ok_or_else(
            || D::Error::custom(format!("'{text}' is no digest: 16 small hex digits expected")),
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

    struct Name(&'static str);

    impl Serialize for Name {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            crate::write_name(serializer, self.0)
        }
    }

    #[test]
    fn known_answer_of_fnv() {
        // The published test vector for the five bytes of `"foo"` with quotes is computed by hand.
        let by_hand = b"\"foo\"".iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        assert_eq!(Digest::of(&"foo").0, by_hand);
    }

    #[test]
    fn names_are_hashed_like_any_text() {
        // More than are noted, of every length, each again and again.
        let texts: Vec<&'static str> =
            (0..3 * STRIDES_MAX).map(|n| &*format!("{:n$}{n}", "", n = n % 60).leak()).collect();
        let digest = |text: &str| Digest::of(&[text, "x", text]);
        for round in 0..2 {
            for text in &texts {
                let named = Digest::of(&[Name(text), Name("x"), Name(text)]);
                assert_eq!(named, digest(text), "{text:?} in round {round}");
            }
        }
        for text in ["quotes \"", "ümläute"] {
            for _ in 0..3 {
                assert_eq!(Digest::of(&Name(text)), Digest::of(&text));
            }
        }
    }

    #[test]
    fn fields_are_hashed_like_any_text() {
        #[derive(Clone, Serialize)]
        struct Fields {
            first: u8,
            second: Option<u8>,
            #[serde(rename = "drüben")]
            third: &'static str,
        }
        let text = r#"{"first":1,"second":null,"drüben":"first"}"#;
        let by_hand = text.bytes().fold(BASIS, step);
        let fields = Fields { first: 1, second: None, third: "first" };
        for _ in 0..3 {
            assert_eq!(Digest::of(&fields).0, by_hand);
        }
    }

    #[test]
    fn digests_are_strict_hex() {
        let digest = Digest(0xab);
        assert_eq!(serde_json::to_string(&digest).unwrap(), "\"00000000000000ab\"");
        for bad in [
            "\"ab\"",
            "\"00000000000000AB\"",
            "\"+0000000000000ab\"",
            "\"zz000000000000ab\"",
            "171",
        ] {
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
