//! Reading a tree of data by hand, so that every fault has its place and its code.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use bout_core::DataError;
use serde_json::{Map, Value};

use crate::words::{Type, Types};

/// What was found wrong in a file.
pub struct Log<'a> {
    file: &'a str,
    errors: RefCell<Vec<DataError>>,
}

impl<'a> Log<'a> {
    /// Nothing yet.
    pub fn new(file: &'a str) -> Self {
        Log { file, errors: RefCell::default() }
    }

    /// Notes something.
    pub fn add(&self, path: &str, code: &str, message: impl Into<String>) {
        let (file, path) = (self.file.to_owned(), path.to_owned());
        let error = DataError { file, path, code: code.to_owned(), message: message.into() };
        self.errors.borrow_mut().push(error);
    }

    /// All of it.
    pub fn into_errors(self) -> Vec<DataError> {
        self.errors.into_inner()
    }

    /// Whether nothing was wrong.
    pub fn is_empty(&self) -> bool {
        self.errors.borrow().is_empty()
    }

    /// The root of a tree.
    pub fn root<'v>(&'v self, value: &'v Value) -> Node<'v> {
        Node { value, path: "$".into(), log: self }
    }
}

/// A place in the tree.
#[derive(Clone)]
pub struct Node<'v> {
    /// What stands there.
    pub value: &'v Value,
    path: String,
    log: &'v Log<'v>,
}

impl<'v> Node<'v> {
    /// Notes that something is wrong here.
    pub fn fail<T>(&self, code: &str, message: impl Into<String>) -> Option<T> {
        self.log.add(&self.path, code, message);
        None
    }

    fn object(&self) -> Option<&'v Map<String, Value>> {
        self.value.as_object().or_else(|| self.fail("bad_value", "an object is expected"))
    }

    /// Rejects fields that are not among the known ones, which are separated by spaces.
    pub fn only(&self, known: &str) -> Option<()> {
        let is_known = |key: &&String| known.split_whitespace().any(|word| word == *key);
        for key in self.object()?.keys().filter(|key| !is_known(key)) {
            let text = known.split_whitespace().collect::<Vec<_>>().join(", ");
            let at = format!("{}.{key}", self.path);
            self.log.add(&at, "bad_effect", format!("unknown field; known are {text}"));
        }
        Some(())
    }

    /// What stands under a key, if anything does.
    pub fn get(&self, key: &str) -> Option<Node<'v>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Node { value, path: format!("{}.{key}", self.path), log: self.log })
    }

    /// What stands under a key, or an object without fields.
    pub fn get_or_empty(&self, key: &str) -> Node<'v> {
        static EMPTY: LazyLock<Value> = LazyLock::new(|| Value::Object(Map::new()));
        let path = format!("{}.{key}", self.path);
        self.get(key).unwrap_or(Node { value: &EMPTY, path, log: self.log })
    }

    /// What must stand under a key.
    pub fn need(&self, key: &str) -> Option<Node<'v>> {
        self.object()?;
        self.get(key).or_else(|| {
            self.log.add(&format!("{}.{key}", self.path), "missing_field", "this field is needed");
            None
        })
    }

    /// The items of a list.
    pub fn items(&self) -> Vec<Node<'v>> {
        let Value::Array(items) = self.value else {
            self.fail::<()>("bad_value", "a list is expected");
            return Vec::new();
        };
        let node =
            |(at, value)| Node { value, path: format!("{}[{at}]", self.path), log: self.log };
        items.iter().enumerate().map(node).collect()
    }

    /// The items of a list that may be missing.
    pub fn list(&self, key: &str) -> Vec<Node<'v>> {
        self.get(key).map(|node| node.items()).unwrap_or_default()
    }

    /// A text.
    pub fn text(&self) -> Option<&'v str> {
        self.value.as_str().or_else(|| self.fail("bad_value", "a text is expected"))
    }

    /// Yes or no.
    pub fn flag(&self) -> Option<bool> {
        self.value.as_bool().or_else(|| self.fail("bad_value", "true or false is expected"))
    }

    /// A flag that may be missing.
    pub fn flag_or(&self, key: &str, default: bool) -> bool {
        self.get(key).map_or(Some(default), |node| node.flag()).unwrap_or(default)
    }

    /// A whole number.
    pub fn number(&self, range: RangeInclusive<i64>) -> Option<i64> {
        match self.value.as_i64() {
            Some(number) if range.contains(&number) => Some(number),
            _ => {
                let (low, high) = range.into_inner();
                self.fail("bad_value", format!("a whole number in {low}..{high} is expected"))
            }
        }
    }

    /// A number that may be missing.
    pub fn number_or(&self, key: &str, range: RangeInclusive<i64>, default: i64) -> i64 {
        self.get(key).map_or(Some(default), |node| node.number(range)).unwrap_or(default)
    }

    /// An amount of damage: a multiple of ten.
    pub fn tens(&self, range: RangeInclusive<i64>) -> Option<i64> {
        match self.number(range)? {
            number if number % 10 == 0 => Some(number),
            _ => self.fail("bad_value", "a multiple of 10 is expected"),
        }
    }

    /// A number, or the word `all`.
    pub fn number_or_all(&self, range: RangeInclusive<i64>, all: i64) -> Option<i64> {
        if self.value == "all" { Some(all) } else { self.number(range) }
    }

    /// One of a closed list of words.
    pub fn word<T>(&self, read: fn(&str) -> Option<T>) -> Option<T> {
        self.coded_word(read, "bad_enum")
    }

    /// One of a closed list of words, with a code of its own where it is none of them.
    fn coded_word<T>(&self, read: fn(&str) -> Option<T>, code: &str) -> Option<T> {
        read(self.text()?).or_else(|| self.unknown_word(code))
    }

    /// Notes that a word is not known.
    pub fn unknown_word<T>(&self, code: &str) -> Option<T> {
        self.fail(code, format!("'{}' is no word of the card language", self.text()?))
    }

    /// A type under a key as a set; none if nothing stands there.
    pub fn one_type(&self, key: &str) -> Types {
        let found = self.get(key).and_then(|node| node.word(Type::from_name));
        found.map_or(Types::NONE, Types::one)
    }

    /// A word that may be missing.
    pub fn word_or<T>(&self, key: &str, read: fn(&str) -> Option<T>, default: T) -> T {
        match self.get(key) {
            Some(node) => node.word(read).unwrap_or(default),
            None => default,
        }
    }
}
