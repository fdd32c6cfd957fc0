//! Card sets and decks from files (rules 2.4, 2.5).
//!
//! Trees are JSON or TOML, deck lists also plain text. Nothing is guessed: an unknown word or field is
//! an error with its file, its place and a code.

mod ability;
mod attack;
mod card;
mod effect;
mod energy;
mod node;
mod origin;
mod rule;

use bout_core::{DataError, DataFile};
use serde_json::Value;

use crate::card::CardDef;
use crate::deck::Deck;
use card::Imprint;
use node::{Log, Node};

pub(crate) use effect::CARD_EFFECT;
pub(crate) use origin::Origin;

/// A card set as it was read.
#[derive(Clone, Debug)]
pub struct CardSet {
    /// Its name.
    pub name: String,
    /// Its cards, in file order.
    pub cards: Vec<CardDef>,
    /// The data itself, for screens and for the coverage of the language.
    pub source: Value,
    /// Whether it was loaded from a file of the operator's or designer's own.
    pub is_own: bool,
}

impl CardSet {
    fn new(name: String, cards: Vec<CardDef>, source: &Value) -> Self {
        CardSet { name, cards, source: source.clone(), is_own: false }
    }

    /// Whether people are offered its cards: it is official, or somebody loaded it. The shipped sets
    /// for tests are neither.
    pub fn is_offered(&self) -> bool {
        self.is_own || self.source["metadata"]["official"] == true
    }
}

/// What a file holds.
pub enum Content {
    /// A card set.
    Set(CardSet),
    /// A deck.
    Deck(Deck),
    /// A deck list in plain text, to be read once the cards are known.
    Text,
}

/// Reads a file.
pub fn read(file: &DataFile) -> Result<Content, Vec<DataError>> {
    if has_ending(&file.name, "txt") {
        return Ok(Content::Text);
    }
    let log = Log::new(&file.name);
    let tree = match tree(file) {
        Ok(tree) => tree,
        Err(message) => {
            log.add("$", "parse_error", message);
            return Err(log.into_errors());
        }
    };
    let read = if tree.get("metadata").is_some() {
        set(&log.root(&tree)).map(|(name, cards)| Content::Set(CardSet::new(name, cards, &tree)))
    } else {
        deck(&tree, &log).map(Content::Deck)
    };
    match read {
        Some(content) if log.is_empty() => Ok(content),
        _ => Err(log.into_errors()),
    }
}

/// Reads a card set that stands in a config.
pub fn inline_set(tree: &Value) -> Result<CardSet, Vec<DataError>> {
    let log = Log::new("config");
    match set(&log.root(tree)) {
        Some((name, cards)) if log.is_empty() => Ok(CardSet::new(name, cards, tree)),
        _ => Err(log.into_errors()),
    }
}

fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(ending))
}

/// The tree of a file.
pub fn tree(file: &DataFile) -> Result<Value, String> {
    if has_ending(&file.name, "toml") {
        toml::from_str(&file.text).map_err(|error| error.to_string())
    } else {
        serde_json::from_str(&file.text).map_err(|error| error.to_string())
    }
}

fn set(node: &Node<'_>) -> Option<(String, Vec<CardDef>)> {
    node.only("metadata cards")?;
    let metadata = node.need("metadata")?;
    metadata.only(
        "author setName version official dateReleased description series totalCards logoUrl",
    )?;
    let text = |key: &str| Some(metadata.need(key)?.text()?.to_owned());
    let (author, name, version) = (text("author"), text("setName"), text("version"));
    metadata.need("official").and_then(|node| node.flag());
    let total = metadata.need("totalCards").and_then(|node| node.number(0..=100_000));
    let imprint = Imprint { author: author?, set: name?, version: version? };
    let list = node.need("cards")?;
    let items = list.items();
    if total.is_some_and(|total| total != items.len() as i64) {
        metadata.get("totalCards")?.fail::<()>("bad_value", "not the number of cards");
    }
    let mut cards: Vec<CardDef> = Vec::new();
    for item in &items {
        let Some(card) = card::card(item, &imprint) else { continue };
        if cards.iter().any(|other| other.id == card.id) {
            item.fail::<()>("duplicate_card_id", format!("{} stands twice", card.id));
        } else if cards.iter().any(|other| other.number == card.number) {
            item.fail::<()>("bad_value", format!("number {} stands twice", card.number));
        }
        cards.push(card);
    }
    Some((imprint.set, cards))
}

fn deck(tree: &Value, log: &Log<'_>) -> Option<Deck> {
    match serde_path_to_error::deserialize::<_, Deck>(tree) {
        Ok(deck) => Some(deck),
        Err(error) => {
            let path = format!("$.{}", error.path());
            let message = error.into_inner().to_string();
            let code =
                if message.starts_with("missing field") { "missing_field" } else { "bad_value" };
            log.add(path.trim_end_matches(".."), code, message);
            None
        }
    }
}
