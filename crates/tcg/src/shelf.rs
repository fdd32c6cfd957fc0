//! Files on their way to a library, and everything that is wrong with them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bout_core::{DataError, DataFile, Digest, Named};
use serde_json::Value;

use crate::config::Rules;
use crate::deck::{Deck, DeckError, Entry, Fault};
use crate::library::{Cards, Library, list};
use crate::load::{self, CardSet, Content};
use crate::symbol::Card;
use crate::words::Stage;

/// The code for a card that no set has.
const UNKNOWN_CARD: &str = "unknown_card";

/// A library in the making.
#[derive(Default)]
pub(crate) struct Shelf {
    errors: Vec<DataError>,
    sets: Vec<(String, CardSet)>,
    trees: Vec<(String, Deck)>,
    texts: Vec<DataFile>,
    /// Files that could not be read: as trees where they are trees.
    broken: Vec<(String, Option<Value>)>,
    /// How many sets, trees and texts are shipped; they come first.
    shipped: [usize; 3],
}

impl Shelf {
    /// Reads a file; faults are kept.
    pub fn add(&mut self, file: &DataFile) {
        match load::read(file) {
            Ok(Content::Set(set)) => self.sets.push((file.name.clone(), set)),
            Ok(Content::Deck(deck)) => self.trees.push((file.name.clone(), deck)),
            Ok(Content::Text) => self.texts.push(file.clone()),
            Err(found) => {
                self.errors.extend(found);
                self.broken.push((file.name.clone(), load::tree(file).ok()));
            }
        }
    }

    /// Marks what was added so far as shipped; the rest is the operator's or designer's own.
    pub fn close_shipped(&mut self) {
        self.shipped = [self.sets.len(), self.trees.len(), self.texts.len()];
    }

    /// A set of a file stands in for a shipped one of the same name.
    fn drop_replaced(&mut self) {
        self.sets[self.shipped[0]..].iter_mut().for_each(|(_, set)| set.is_own = true);
        let broken = self.broken.iter().filter_map(|(_, tree)| {
            Some(tree.as_ref()?["metadata"]["setName"].as_str()?.to_owned())
        });
        let given: Vec<String> = self.sets[self.shipped[0]..]
            .iter()
            .map(|(_, set)| set.name.clone())
            .chain(broken)
            .collect();
        let mut place = 0;
        self.sets.retain(|(_, set)| {
            place += 1;
            place > self.shipped[0] || !given.contains(&set.name)
        });
    }

    /// Ids are unique over all sets; the later file is at fault.
    fn judge_ids(&mut self) {
        let mut errors = Vec::new();
        let mut seen: BTreeMap<Card, &str> = BTreeMap::new();
        for (file, set) in &self.sets {
            for (at, card) in set.cards.iter().enumerate() {
                match seen.get(&card.id) {
                    Some(other) if other != file => errors.push(DataError {
                        file: file.clone(),
                        path: format!("$.cards[{at}]"),
                        code: "duplicate_card_id".into(),
                        message: format!("{} stands in {other} too", card.id),
                    }),
                    _ => {
                        seen.insert(card.id, file);
                    }
                }
            }
        }
        self.errors.extend(errors);
    }

    /// The library, or every fault: a deck with unknown cards is also judged by the usual rules, so
    /// that its author learns everything at once.
    pub fn finish(mut self) -> Result<Library, Vec<DataError>> {
        self.drop_replaced();
        self.judge_ids();
        let mut errors = std::mem::take(&mut self.errors);
        let cards = Cards::new(self.sets.iter().map(|(_, set)| set), Arc::default());
        let (usual, mut more) = (Rules::default(), Vec::new());
        let mut decks: Vec<Deck> = Vec::new();
        let trees = self.trees.iter().enumerate().map(|(at, (file, deck))| {
            let found = unknown_cards(file, &deck.cards, &cards);
            (at < self.shipped[1], file.as_str(), deck.clone(), found)
        });
        let texts = self.texts.iter().enumerate().map(|(at, file)| {
            let (deck, found) = Deck::read_text(&file.name, &file.text, &cards);
            (at < self.shipped[2], file.name.as_str(), deck, found)
        });
        let mut all: Vec<_> = trees.chain(texts).collect();
        // The last deck of an id stays: one of a file stands in for a shipped one.
        all.sort_by_key(|(is_shipped, ..)| !is_shipped);
        for (is_shipped, file, deck, mut found) in all {
            // A shipped deck whose cards were replaced goes with them.
            if is_shipped && !found.is_empty() {
                continue;
            }
            if !is_shipped {
                more.extend(other_faults(file, &deck, &found, &usual, &cards));
                self.drop_doubtful(&deck, &cards, &mut found);
                errors.extend(found);
            }
            decks.retain(|other| other.id != deck.id);
            decks.push(deck);
        }
        let warnings = self.dangling();
        if !errors.is_empty() {
            return Err(errors.into_iter().chain(more).chain(warnings).collect());
        }
        decks.sort_by(|a, b| a.id.cmp(&b.id));
        let sources: Vec<&Value> = self.sets.iter().map(|(_, set)| &set.source).collect();
        let digest = Digest::of(&sources).0;
        let sets = self.sets.into_iter().map(|(_, set)| set).collect();
        Ok(Library { sets, decks, warnings, cards: Arc::new(cards), digest })
    }

    /// Drops reports of unknown cards that may belong to a set that could not be read.
    fn drop_doubtful(&self, deck: &Deck, cards: &Cards, found: &mut Vec<DataError>) {
        let loaded = |entry: &Entry| self.sets.iter().any(|(_, set)| set.name == entry.set);
        let mut unknown = deck.cards.iter().filter(|entry| cards.find(&entry.card).is_none());
        found.retain(|error| {
            let entry = if error.code == UNKNOWN_CARD { unknown.next() } else { None };
            self.broken.is_empty() || entry.is_none_or(loaded)
        });
    }

    /// Evolutions of creatures that no set has, sets with faults included.
    fn dangling(&self) -> Vec<DataError> {
        let broken = self.broken.iter().map(|(file, tree)| (file, tree.as_ref()));
        let sets = self.sets.iter().map(|(file, set)| (file, Some(&set.source)));
        let Some(trees) =
            sets.chain(broken).map(|(file, tree)| Some((file, tree?))).collect::<Option<Vec<_>>>()
        else {
            // A file that is not even a tree may hold the missing cards.
            return Vec::new();
        };
        let names: BTreeSet<String> = (trees.iter())
            .flat_map(|(_, tree)| list(tree, "cards"))
            .filter_map(|card| Some(card.get("name")?.as_str()?.to_lowercase()))
            .collect();
        let mut found = Vec::new();
        for (file, tree) in trees {
            for (at, card) in list(tree, "cards").enumerate() {
                let evolves = card.get("stage").is_some_and(|stage| stage != Stage::Basic.name());
                let Some(written) = card.get("evolvesFrom").and_then(Value::as_str) else {
                    continue;
                };
                if evolves && !names.contains(&written.to_lowercase()) {
                    found.push(DataError {
                        file: file.clone(),
                        path: format!("$.cards[{at}].evolvesFrom"),
                        code: "dangling_evolution".into(),
                        message: format!("no loaded card is called '{written}'"),
                    });
                }
            }
        }
        found
    }
}

/// Everything that is wrong with a deck by rules for decks.
pub(crate) fn broken_rules(
    file: &str,
    deck: &Deck,
    rules: &Rules,
    cards: &Cards,
) -> Vec<DataError> {
    let error = |found: DeckError| {
        let place = deck.cards.iter().position(|entry| Some(&entry.card) == found.card.as_ref());
        DataError {
            file: file.to_owned(),
            path: place.map_or_else(|| "$.cards".into(), |place| format!("$.cards[{place}]")),
            code: found.code.name().into(),
            message: found.to_string(),
        }
    };
    deck.faults(rules, cards).into_iter().map(error).collect()
}

/// The faults of a deck that is also wrong in another way, without those that follow from it: cards
/// that are not loaded may be the missing basics, lines that cannot be read the missing cards.
pub(crate) fn other_faults(
    file: &str,
    deck: &Deck,
    found: &[DataError],
    rules: &Rules,
    cards: &Cards,
) -> Vec<DataError> {
    let is_complete = found.iter().all(|error| error.code == UNKNOWN_CARD);
    let mut faults = broken_rules(file, deck, rules, cards);
    faults.retain(|fault| match Fault::from_name(&fault.code) {
        Some(Fault::UnknownCard) => false,
        Some(Fault::TooFewBasics | Fault::TooFewEnergies) => found.is_empty(),
        Some(Fault::DeckSize) => is_complete,
        _ => true,
    });
    faults
}

fn unknown_cards(file: &str, entries: &[Entry], cards: &Cards) -> Vec<DataError> {
    let unknown = entries.iter().enumerate().filter(|(_, entry)| cards.find(&entry.card).is_none());
    let error = |(at, entry): (usize, &Entry)| DataError {
        file: file.to_owned(),
        path: format!("$.cards[{at}].cardId"),
        code: UNKNOWN_CARD.into(),
        message: format!("'{}' is not loaded", entry.card),
    };
    unknown.map(error).collect()
}
