//! Card ids and names as small numbers.
//!
//! A state is a plain value that serde writes without knowing the game, so a card in it must know its
//! own id. One table for the whole process gives each id a number; it only grows by what card sets,
//! decks and configs bring in, never by what a player sends, and stops growing at its limit.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{OnceLock, PoisonError, RwLock};

use bout_core::write_name;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most distinct texts a process can hold.
const SYMBOLS_MAX: usize = 60_000;
/// The longest text that is taken in.
const LENGTH_MAX: usize = 200;
/// The longest text of a label, in bytes.
const LABEL_MAX: usize = 63;

/// How many texts stand on a page.
const PAGE: usize = 512;

/// The texts by their numbers, in pages, so that whoever reads one waits for nobody.
static PAGES: [OnceLock<Box<[OnceLock<&'static str>]>>; SYMBOLS_MAX.div_ceil(PAGE)] =
    [const { OnceLock::new() }; SYMBOLS_MAX.div_ceil(PAGE)];

/// The numbers by their texts.
static NUMBERS: RwLock<BTreeMap<&'static str, u16>> = RwLock::new(BTreeMap::new());

fn page(place: usize) -> &'static [OnceLock<&'static str>] {
    PAGES[place / PAGE].get_or_init(|| (0..PAGE).map(|_| OnceLock::new()).collect())
}

/// A text that is known to the process: a card id, a card's name, a deck's id.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol(u16);

/// A card, by its id; copies of one id are the same.
pub type Card = Symbol;

impl Symbol {
    /// No text: a card that cannot be seen, or an id nobody has loaded.
    pub const NONE: Symbol = Symbol(0);

    /// The symbol of a text, taken in if there is room.
    pub fn intern(text: &str) -> Option<Symbol> {
        if let Some(found) = Self::find(text) {
            return Some(found);
        }
        let mut numbers = NUMBERS.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(text) {
            return Some(Symbol(number));
        }
        let place = numbers.len();
        if place >= SYMBOLS_MAX || text.is_empty() || text.len() > LENGTH_MAX {
            return None;
        }
        let text = page(place)[place % PAGE].get_or_init(|| text.to_owned().leak());
        let number = place as u16 + 1;
        numbers.insert(text, number);
        Some(Symbol(number))
    }

    /// The symbol of a text that is known already.
    pub fn find(text: &str) -> Option<Symbol> {
        let numbers = NUMBERS.read().unwrap_or_else(PoisonError::into_inner);
        numbers.get(text).copied().map(Symbol)
    }

    /// The text.
    pub fn text(self) -> &'static str {
        let text = |place: usize| PAGES.get(place / PAGE)?.get()?[place % PAGE].get().copied();
        usize::from(self.0).checked_sub(1).and_then(text).unwrap_or("")
    }

    /// Whether it is no text.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Its number in this process; differs between processes.
    #[inline]
    pub(crate) fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Symbol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_name(serializer, self.text())
    }
}

/// A text nobody has loaded is read as `NONE`: it costs no memory, and no zone holds it.
impl<'de> Deserialize<'de> for Symbol {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl serde::de::Visitor<'_> for Reader {
            type Value = Symbol;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card id")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Symbol, E> {
                Ok(Symbol::find(text).unwrap_or(Symbol::NONE))
            }
        }
        deserializer.deserialize_str(Reader)
    }
}

/// A short text that is kept as it is, in no table: what a player calls his deck. What does not fit
/// is cut off.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label {
    len: u8,
    bytes: [u8; LABEL_MAX],
}

impl Label {
    /// No text.
    pub const NONE: Label = Label { len: 0, bytes: [0; LABEL_MAX] };

    /// The text, as far as there is room.
    pub fn of(text: &str) -> Self {
        let fits = |len: &usize| text.is_char_boundary(*len);
        let len = (0..=text.len().min(LABEL_MAX)).rev().find(fits).unwrap_or(0);
        let mut bytes = [0; LABEL_MAX];
        bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
        Label { len: len as u8, bytes }
    }

    /// The text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or("")
    }

    /// Whether it is no text.
    pub fn is_none(&self) -> bool {
        self.len == 0
    }
}

impl Default for Label {
    fn default() -> Self {
        Label::NONE
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Label::of(&String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_the_same_symbol() {
        let one = Symbol::intern("symbol-test-one").unwrap();
        assert_eq!(Symbol::intern("symbol-test-one"), Some(one));
        assert_eq!(one.text(), "symbol-test-one");
        assert_eq!(Symbol::find("symbol-test-none"), None);
        assert_eq!(Symbol::intern(""), None);
        assert_eq!(Symbol::intern(&"x".repeat(LENGTH_MAX + 1)), None);
    }

    #[test]
    fn a_label_is_cut_between_characters() {
        assert_eq!(Label::of("my deck").text(), "my deck");
        let long = "é".repeat(40);
        assert_eq!(Label::of(&long).text(), "é".repeat(31));
        assert!(Label::of("").is_none());
    }

    #[test]
    fn reading_takes_nothing_in() {
        let read: Symbol = serde_json::from_str("\"symbol-test-unheard-of\"").unwrap();
        assert!(read.is_none());
        assert_eq!(Symbol::find("symbol-test-unheard-of"), None);
    }
}
