//! Writes JSON, byte for byte as `serde_json` does, in about half the time: names of fields and
//! variants, which make up most of a view, are copied and not searched for what to escape.

// What is written here cannot fail; the trait returns results all the same.
#![allow(clippy::unnecessary_wraps)]

use std::fmt::{self, Display, Write as _};

use serde::{Serialize, Serializer, ser};

/// Where JSON goes.
pub(crate) trait ByteSink {
    fn byte(&mut self, byte: u8);
    fn put(&mut self, bytes: &[u8]);
    /// A name out of the source of a program, in quotes; nothing in it has to be escaped.
    fn name(&mut self, name: &'static str);

    /// Such a name of a field, with what stands before and behind it.
    fn field(&mut self, first: bool, name: &'static str);
}

/// Appends the JSON of a value.
pub fn write(value: &impl Serialize, out: &mut Vec<u8>) {
    write_to(value, out);
}

/// Sends the JSON of a value somewhere.
pub(crate) fn write_to(value: &impl Serialize, out: &mut impl ByteSink) {
    value.serialize(Writer::<_, false>(out)).expect("what games tell is plain JSON");
}

impl ByteSink for Vec<u8> {
    #[inline]
    fn byte(&mut self, byte: u8) {
        self.push(byte);
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn name(&mut self, name: &'static str) {
        self.reserve(name.len() + 2);
        self.push(b'"');
        self.extend_from_slice(name.as_bytes());
        self.push(b'"');
    }

    /// The length of most names is known where this is used, and to copy them takes a few
    /// instructions then.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn field(&mut self, first: bool, name: &'static str) {
        let (mut text, length) = ([b','; 32], name.len() + 4);
        let Some(text) = text.get_mut(..length) else {
            return self.extend([if first { "\"" } else { ",\"" }, name, "\":"].concat().bytes());
        };
        text[1] = b'"';
        text[2..length - 2].copy_from_slice(name.as_bytes());
        text[length - 2..].copy_from_slice(b"\":");
        self.extend_from_slice(&text[usize::from(first)..]);
    }
}

/// Writes one value; as a `KEY` of an object, a number stands in quotes.
struct Writer<'a, S, const KEY: bool>(&'a mut S);

/// A list or an object that is not closed yet.
struct Open<'a, S> {
    out: &'a mut S,
    empty: bool,
    close: &'static str,
}

type Written = Result<(), NotPlain>;

/// Why a value has no JSON: a key that is none, or what the value itself says.
#[derive(Debug)]
struct NotPlain(String);

impl Display for NotPlain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotPlain {}

impl ser::Error for NotPlain {
    fn custom<T: Display>(text: T) -> Self {
        NotPlain(text.to_string())
    }
}

impl<'a, S: ByteSink, const KEY: bool> Writer<'a, S, KEY> {
    #[inline]
    fn open(self, open: &str, close: &'static str) -> Result<Open<'a, S>, NotPlain> {
        no_key::<KEY>()?;
        self.0.put(open.as_bytes());
        Ok(Open { out: self.0, empty: true, close })
    }

    /// Opens what stands behind the name of a variant.
    fn open_variant(
        self,
        variant: &'static str,
        open: &str,
        close: &'static str,
    ) -> Result<Open<'a, S>, NotPlain> {
        no_key::<KEY>()?;
        debug_assert!(is_plain(variant.as_bytes()), "{variant:?} is the name of a value");
        self.0.byte(b'{');
        self.0.field(true, variant);
        self.open(open, close)
    }

    #[inline]
    fn word(self, word: &str) -> Written {
        no_key::<KEY>()?;
        self.0.put(word.as_bytes());
        Ok(())
    }

    #[inline]
    fn integer(self, negative: bool, rest: u64) -> Written {
        match u8::try_from(rest) {
            Ok(digit @ 0..=9) if !negative && !KEY => self.0.byte(b'0' + digit),
            _ => self.digits(negative, rest),
        }
        Ok(())
    }

    fn digits(self, negative: bool, mut rest: u64) {
        let (mut digits, mut at) = ([b'"'; 24], 23);
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if negative {
            at -= 1;
            digits[at] = b'-';
        }
        let quote = usize::from(KEY);
        self.0.put(&digits[at - quote..23 + quote]);
    }

    /// What is too rare to be fast.
    fn rare(self, value: &(impl Serialize + ?Sized)) -> Written {
        self.0.put(&serde_json::to_vec(value).map_err(ser::Error::custom)?);
        Ok(())
    }
}

/// Only texts, and what can stand for one, are keys.
#[inline]
fn no_key<const KEY: bool>() -> Written {
    if KEY { Err(NotPlain("a key must be a text".into())) } else { Ok(()) }
}

/// Whether nothing in a text has to be escaped. All bytes are looked at, many at once.
#[inline]
pub(crate) fn is_plain(text: &[u8]) -> bool {
    let plain = |byte: &u8| *byte >= 0x20 && *byte != b'"' && *byte != b'\\';
    text.iter().fold(true, |all, byte| all & plain(byte))
}

macro_rules! integers {
    ($($signed:ident($small:ty), $unsigned:ident($large:ty);)+) => {
        $(
            #[inline]
            fn $signed(self, v: $small) -> Written {
                self.integer(v < 0, i64::from(v).unsigned_abs())
            }

            #[inline]
            fn $unsigned(self, v: $large) -> Written {
                self.integer(false, u64::from(v))
            }
        )+
    };
}

impl<'a, S: ByteSink, const KEY: bool> Serializer for Writer<'a, S, KEY> {
    type Ok = ();
    type Error = NotPlain;
    type SerializeSeq = Open<'a, S>;
    type SerializeTuple = Open<'a, S>;
    type SerializeTupleStruct = Open<'a, S>;
    type SerializeTupleVariant = Open<'a, S>;
    type SerializeMap = Open<'a, S>;
    type SerializeStruct = Open<'a, S>;
    type SerializeStructVariant = Open<'a, S>;

    integers! {
        serialize_i8(i8), serialize_u8(u8);
        serialize_i16(i16), serialize_u16(u16);
        serialize_i32(i32), serialize_u32(u32);
        serialize_i64(i64), serialize_u64(u64);
    }

    fn serialize_bool(self, v: bool) -> Written {
        match (KEY, v) {
            (false, true) => self.0.put(b"true"),
            (false, false) => self.0.put(b"false"),
            (true, true) => self.0.name("true"),
            (true, false) => self.0.name("false"),
        }
        Ok(())
    }

    fn serialize_f32(self, v: f32) -> Written {
        no_key::<KEY>()?;
        self.rare(&v)
    }

    fn serialize_f64(self, v: f64) -> Written {
        no_key::<KEY>()?;
        self.rare(&v)
    }

    fn serialize_char(self, v: char) -> Written {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, v: &str) -> Written {
        if !is_plain(v.as_bytes()) {
            return self.rare(v);
        }
        self.0.byte(b'"');
        self.0.put(v.as_bytes());
        self.0.byte(b'"');
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Written {
        self.collect_seq(v)
    }

    fn serialize_none(self) -> Written {
        self.word("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.word("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.word("null")
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        debug_assert!(is_plain(variant.as_bytes()), "{variant:?} is the name of a value");
        self.0.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let mut open = self.open_variant(variant, "", "}")?;
        open.member(value)?;
        open.shut()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a, S>, NotPlain> {
        self.open("[", "]")
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a, S>, NotPlain> {
        self.open("[", "]")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'a, S>, NotPlain> {
        self.open("[", "]")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a, S>, NotPlain> {
        self.open_variant(variant, "[", "]}")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a, S>, NotPlain> {
        self.open("{", "}")
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'a, S>, NotPlain> {
        self.open("{", "}")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a, S>, NotPlain> {
        self.open_variant(variant, "{", "}}")
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Written {
        let mut text = String::new();
        write!(text, "{value}").map_err(ser::Error::custom)?;
        self.serialize_str(&text)
    }
}

impl<S: ByteSink> Open<'_, S> {
    /// What stands between this member and the one before it.
    #[inline]
    fn next(&mut self) {
        if !std::mem::take(&mut self.empty) {
            self.out.byte(b',');
        }
    }

    #[inline]
    fn member<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.next();
        value.serialize(Writer::<_, false>(self.out))
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        debug_assert!(is_plain(key.as_bytes()), "{key:?} is the name of a field");
        self.out.field(std::mem::take(&mut self.empty), key);
        value.serialize(Writer::<_, false>(self.out))
    }

    #[inline]
    fn shut(self) -> Written {
        self.out.put(self.close.as_bytes());
        Ok(())
    }
}

macro_rules! lists {
    ($($kind:ident, $member:ident;)+) => {
        $(impl<S: ByteSink> ser::$kind for Open<'_, S> {
            type Ok = ();
            type Error = NotPlain;

            #[inline]
            fn $member<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.member(value)
            }

            #[inline]
            fn end(self) -> Written {
                self.shut()
            }
        })+
    };
}

lists! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

macro_rules! objects {
    ($($kind:ident;)+) => {
        $(impl<S: ByteSink> ser::$kind for Open<'_, S> {
            type Ok = ();
            type Error = NotPlain;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Written {
                self.field(key, value)
            }

            #[inline]
            fn end(self) -> Written {
                self.shut()
            }
        })+
    };
}

objects! {
    SerializeStruct;
    SerializeStructVariant;
}

impl<S: ByteSink> ser::SerializeMap for Open<'_, S> {
    type Ok = ();
    type Error = NotPlain;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.next();
        key.serialize(Writer::<_, true>(self.out))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.out.byte(b':');
        value.serialize(Writer::<_, false>(self.out))
    }

    fn end(self) -> Written {
        self.shut()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Shape {
        Plain,
        Newtype(u8),
        Tuple(i8, Option<bool>),
        Braces { width: i64, none: Option<u8> },
    }

    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Tagged {
        Empty,
        Braces { seat: u8 },
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Pair(u16, String);

    fn same(value: &(impl Serialize + ?Sized)) {
        let mut written = Vec::new();
        write(&value, &mut written);
        assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(value).unwrap());
    }

    #[test]
    fn writes_what_serde_json_writes() {
        same(&[Shape::Plain, Shape::Newtype(3), Shape::Tuple(-4, Some(true))]);
        same(&(Shape::Braces { width: i64::MIN, none: None }, Shape::Tuple(i8::MIN, None)));
        same(&[Tagged::Empty, Tagged::Braces { seat: 1 }]);
        same(&(Unit, (), 'x', '"', Pair(65_535, "two".into()), 1.5_f64, 0.1_f32, u64::MAX));
        same(&(0, 9, 10, 99, 100, -1, -10, i32::MAX, i32::MIN, i64::MAX));
        same(&(Vec::<u8>::new(), vec![vec![0_u8; 0], vec![1]], ((),)));
        same("quotes \" and \\, lines \n, bells \u{7}, ümläute, 日本");
        same(&BTreeMap::from([(1, "one"), (-2, "two")]));
        same(&BTreeMap::from([(true, 1)]));
        same(&BTreeMap::from([("a \"key\"", BTreeMap::<String, u8>::new())]));
        same(&json!({"a": {}, "b": [], "c": [{}, [], null], "d": {"e": "f"}, "g": 1.25, "h": ""}));
        same(&crate::Digest(0xab));
    }

    #[test]
    fn only_texts_are_keys() {
        let mut out = Vec::new();
        let odd = BTreeMap::from([(vec![1], 1)]);
        assert!(odd.serialize(Writer::<_, false>(&mut out)).is_err());
    }
}
