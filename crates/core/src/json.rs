//! Writes JSON, byte for byte as `serde_json` does, in about half the time: names of fields and
//! variants, which make up most of a view, are copied and not searched for what to escape.

// What is written here cannot fail; the trait returns results all the same.
#![allow(clippy::unnecessary_wraps)]

use std::fmt::{self, Display, Write as _};

use serde::{Serialize, Serializer, ser};

/// Appends the JSON of a value.
pub(crate) fn write(value: &impl Serialize, out: &mut Vec<u8>) {
    value.serialize(Writer(out)).expect("what games tell is plain JSON");
}

/// Appends to a buffer. Members are written with a comma behind them, and the bracket that closes
/// takes the place of the last one.
struct Writer<'a>(&'a mut Vec<u8>);

/// A list or an object that is not closed yet.
struct Open<'a> {
    out: &'a mut Vec<u8>,
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

impl<'a> Writer<'a> {
    fn open(self, open: &str, close: &'static str) -> Open<'a> {
        self.0.extend_from_slice(open.as_bytes());
        Open { out: self.0, close }
    }

    /// Opens what stands behind the name of a variant.
    fn open_variant(self, variant: &'static str, open: &str, close: &'static str) -> Open<'a> {
        self.0.push(b'{');
        name(variant, self.0);
        self.open(open, close)
    }

    fn word(self, word: &str) -> Written {
        self.0.extend_from_slice(word.as_bytes());
        Ok(())
    }

    #[inline]
    fn integer(self, negative: bool, rest: u64) -> Written {
        match u8::try_from(rest) {
            Ok(digit @ 0..=9) if !negative => self.0.push(b'0' + digit),
            _ => self.digits(negative, rest),
        }
        Ok(())
    }

    fn digits(self, negative: bool, mut rest: u64) {
        let (mut digits, mut at) = ([0; 20], 20);
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if negative {
            self.0.push(b'-');
        }
        self.0.extend_from_slice(&digits[at..]);
    }

    /// What is too rare to be fast.
    fn rare(self, value: &(impl Serialize + ?Sized)) -> Written {
        serde_json::to_writer(self.0, value).map_err(ser::Error::custom)
    }
}

/// A name out of the source of a program, and the colon. The length of most names is known where
/// this is used, and to copy them takes a few instructions then.
#[inline(always)]
#[allow(clippy::inline_always)]
fn name(name: &'static str, out: &mut Vec<u8>) {
    debug_assert!(is_plain(name.as_bytes()), "{name:?} is the name of a field");
    let (mut quoted, length) = ([b'"'; 32], name.len() + 3);
    match quoted.get_mut(..length) {
        Some(place) => {
            place[1..=name.len()].copy_from_slice(name.as_bytes());
            place[length - 1] = b':';
            out.extend_from_slice(place);
        }
        None => out.extend([b"\"", name.as_bytes(), b"\":"].into_iter().flatten()),
    }
}

/// A text in which nothing has to be escaped.
#[inline]
fn plain(text: &str, out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// Whether nothing in a text has to be escaped.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| *byte >= 0x20 && *byte != b'"' && *byte != b'\\')
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

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = NotPlain;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Open<'a>;
    type SerializeTupleVariant = Open<'a>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Open<'a>;

    integers! {
        serialize_i8(i8), serialize_u8(u8);
        serialize_i16(i16), serialize_u16(u16);
        serialize_i32(i32), serialize_u32(u32);
        serialize_i64(i64), serialize_u64(u64);
    }

    fn serialize_bool(self, v: bool) -> Written {
        self.word(if v { "true" } else { "false" })
    }

    fn serialize_f32(self, v: f32) -> Written {
        self.rare(&v)
    }

    fn serialize_f64(self, v: f64) -> Written {
        self.rare(&v)
    }

    fn serialize_char(self, v: char) -> Written {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, v: &str) -> Written {
        if !is_plain(v.as_bytes()) {
            return self.rare(v);
        }
        plain(v, self.0);
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

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        debug_assert!(is_plain(variant.as_bytes()), "{variant:?} is the name of a value");
        plain(variant, self.0);
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
        let open = self.open_variant(variant, "", "}");
        value.serialize(Writer(open.out))?;
        open.out.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a>, NotPlain> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a>, NotPlain> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, NotPlain> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, NotPlain> {
        Ok(self.open_variant(variant, "[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a>, NotPlain> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, NotPlain> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, NotPlain> {
        Ok(self.open_variant(variant, "{", "}}"))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Written {
        let mut text = String::new();
        write!(text, "{value}").map_err(ser::Error::custom)?;
        self.serialize_str(&text)
    }
}

impl Open<'_> {
    #[inline]
    fn member<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(Writer(self.out))?;
        self.out.push(b',');
        Ok(())
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        name(key, self.out);
        self.member(value)
    }

    #[inline]
    fn shut(self) -> Written {
        if self.out.last() == Some(&b',') {
            self.out.pop();
        }
        self.out.extend_from_slice(self.close.as_bytes());
        Ok(())
    }
}

macro_rules! lists {
    ($($kind:ident, $member:ident;)+) => {
        $(impl ser::$kind for Open<'_> {
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
        $(impl ser::$kind for Open<'_> {
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

impl ser::SerializeMap for Open<'_> {
    type Ok = ();
    type Error = NotPlain;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        let start = self.out.len();
        key.serialize(Writer(self.out))?;
        match self.out.get(start) {
            Some(b'"') => {}
            Some(b'-' | b'0'..=b'9' | b't' | b'f') => {
                self.out.insert(start, b'"');
                self.out.push(b'"');
            }
            _ => return Err(NotPlain("a key must be a text".into())),
        }
        self.out.push(b':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.member(value)
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
        assert!(odd.serialize(Writer(&mut out)).is_err());
    }
}
