//! Card ids and names as small numbers.
//!
//! A state is a plain value that serde writes without knowing the game, so a card in it is a number
//! that stands for its id. Two kinds of tables give numbers to texts:
//!
//! - one table for the whole process, for the card data that the operator loads (`Library::load`);
//! - [`Names`], a table for each library made of a config's own card sets. It goes with the library,
//!   so nothing that a player sends stays in the process.
//!
//! Numbers of the second kind mean something only together with their library. Whoever writes or
//! reads such values does so while the library [speaks](Names::speak).

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use bout_core::write_name;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The first number that belongs to one library.
const OWN: u16 = 40_000;
/// The most distinct texts that all loaded card data of a process can have.
const SHARED_MAX: usize = OWN as usize - 1;
/// The most distinct texts that a library of its own can add.
const OWN_MAX: usize = (u16::MAX - OWN) as usize;
/// The longest text that is taken in.
const LENGTH_MAX: usize = 200;
/// The longest text of a label, in bytes.
const LABEL_MAX: usize = 63;

/// How many texts stand on a page.
const PAGE: usize = 512;

/// The texts by their numbers, in pages, so that readers never wait.
static PAGES: [OnceLock<Box<[OnceLock<&'static str>]>>; SHARED_MAX.div_ceil(PAGE)] =
    [const { OnceLock::new() }; SHARED_MAX.div_ceil(PAGE)];

/// The numbers by their texts.
static NUMBERS: RwLock<BTreeMap<&'static str, u16>> = RwLock::new(BTreeMap::new());

thread_local! {
    /// The names that are at hand on this thread.
    static SPOKEN: RefCell<Spoken> = RefCell::default();
}

fn page(place: usize) -> &'static [OnceLock<&'static str>] {
    PAGES[place / PAGE].get_or_init(|| (0..PAGE).map(|_| OnceLock::new()).collect())
}

/// The texts that a config's own card sets bring along.
#[derive(Debug, Default)]
pub struct Names {
    texts: Vec<Arc<str>>,
    numbers: BTreeMap<Arc<str>, u16>,
}

#[derive(Default)]
struct Spoken {
    names: Option<Arc<Names>>,
    /// Whether new texts are taken in.
    collects: bool,
}

/// Ends the speaking of [`Names`].
pub(crate) struct Spell(Spoken);

impl Drop for Spell {
    fn drop(&mut self) {
        SPOKEN.with_borrow_mut(|spoken| std::mem::swap(spoken, &mut self.0));
    }
}

impl Spell {
    fn new(spoken: Spoken) -> Self {
        Spell(SPOKEN.replace(spoken))
    }
}

impl Names {
    /// Reads card data whose new texts go into a table of their own.
    pub(crate) fn collect<T>(read: impl FnOnce() -> T) -> (T, Arc<Names>) {
        let spell = Spell::new(Spoken { names: Some(Arc::default()), collects: true });
        let read = read();
        let names = SPOKEN.take().names.unwrap_or_default();
        drop(spell);
        (read, names)
    }

    /// Makes these names known on this thread for as long as the answer lives; `None` where there is
    /// none to be known.
    pub(crate) fn speak(self: &Arc<Names>) -> Option<Spell> {
        let known = || Spell::new(Spoken { names: Some(Arc::clone(self)), collects: false });
        (!self.texts.is_empty()).then(known)
    }

    /// The text of a symbol, if it is known to the process or to this library.
    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        match symbol.own_place() {
            Some(place) => self.texts.get(place).map_or("", |text| text),
            None => symbol.shared_text(),
        }
    }

    /// The symbol of a text.
    pub(crate) fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers.get(text).copied().map(Symbol).or_else(|| Symbol::find_shared(text))
    }

    fn intern(&mut self, text: &str) -> Option<Symbol> {
        if let Some(known) = self.find(text) {
            return Some(known);
        }
        let place = self.texts.len();
        if place >= OWN_MAX || !Symbol::is_fit(text) {
            return None;
        }
        let (text, number): (Arc<str>, u16) = (text.into(), OWN + place as u16);
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        Some(Symbol(number))
    }
}

/// A text that is known by a number: a card id, a card's name.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol(u16);

/// A card, by its id; copies of one id are the same.
pub type Card = Symbol;

impl Symbol {
    /// No text: a card that cannot be seen, or an id nobody has loaded.
    pub const NONE: Symbol = Symbol(0);

    /// The symbol of a text, taken in if there is room: into the names that are being collected, else
    /// into the table of the process.
    pub fn intern(text: &str) -> Option<Symbol> {
        let collected = SPOKEN.with_borrow_mut(|spoken| {
            let names = spoken.names.as_mut().filter(|_| spoken.collects)?;
            Some(Arc::get_mut(names)?.intern(text))
        });
        collected.unwrap_or_else(|| Self::intern_shared(text))
    }

    fn intern_shared(text: &str) -> Option<Symbol> {
        if let Some(found) = Self::find_shared(text) {
            return Some(found);
        }
        let mut numbers = NUMBERS.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(text) {
            return Some(Symbol(number));
        }
        let place = numbers.len();
        if place >= SHARED_MAX || !Self::is_fit(text) {
            return None;
        }
        let text = page(place)[place % PAGE].get_or_init(|| text.to_owned().leak());
        let number = place as u16 + 1;
        numbers.insert(text, number);
        Some(Symbol(number))
    }

    fn is_fit(text: &str) -> bool {
        !text.is_empty() && text.len() <= LENGTH_MAX
    }

    /// The symbol of a text that is known already.
    pub fn find(text: &str) -> Option<Symbol> {
        SPOKEN.with_borrow(|spoken| match &spoken.names {
            Some(names) => names.find(text),
            None => Self::find_shared(text),
        })
    }

    fn find_shared(text: &str) -> Option<Symbol> {
        let numbers = NUMBERS.read().unwrap_or_else(PoisonError::into_inner);
        numbers.get(text).copied().map(Symbol)
    }

    /// The text; that of a library's own name only while the library speaks.
    pub fn text(self) -> Cow<'static, str> {
        match self.own_place() {
            Some(_) => self.spoken(|text| Cow::Owned(text.to_owned())),
            None => Cow::Borrowed(self.shared_text()),
        }
    }

    fn shared_text(self) -> &'static str {
        let text = |place: usize| PAGES.get(place / PAGE)?.get()?[place % PAGE].get().copied();
        usize::from(self.0).checked_sub(1).and_then(text).unwrap_or("")
    }

    fn spoken<R>(self, tell: impl FnOnce(&str) -> R) -> R {
        SPOKEN.with_borrow(|spoken| {
            debug_assert!(spoken.names.is_some(), "a library's own name, and no library speaks");
            tell(spoken.names.as_ref().map_or("", |names| names.text(self)))
        })
    }

    /// Its place among the names of its library, if it is none of the process.
    #[inline]
    pub(crate) fn own_place(self) -> Option<usize> {
        self.0.checked_sub(OWN).map(usize::from)
    }

    /// Whether it is no text.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Its number in this process, or in its library; differs between processes.
    #[inline]
    pub(crate) fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.own_place() {
            Some(place) => write!(f, "#{place}"),
            None => write!(f, "{:?}", self.shared_text()),
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

bout_core::described_as!(Symbol, String);

impl Serialize for Symbol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.own_place() {
            // Such a text does not stay where it is in memory, as a name has to.
            Some(_) => serializer.serialize_str(&self.text()),
            None => write_name(serializer, self.shared_text()),
        }
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

/// A short text that is kept as it is, in no table: what players call their deck. What does not fit
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

bout_core::described_as!(Label, String);

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
#[path = "../tests/unit/symbol.rs"]
mod tests;
