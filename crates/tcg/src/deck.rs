//! Decks: lists, plain text, and the rules for them (rules 2.1, 2.4, 5.1).

use bout_core::{DataError, List, counted, names};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::config::{Rules, StartRule};
use crate::library::Cards;
use crate::state::sum_of;
use crate::symbol::{Card, Label};

/// The most cards of a deck: as many as a prompt can offer.
pub const DECK_MAX: usize = 60;

/// A deck list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// How it is called for.
    pub id: String,
    /// How it is shown.
    pub name: String,
    /// The tournament it was made for; no rule asks.
    #[serde(default, rename = "tournamentId", skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// Who made it; no rule asks.
    #[serde(default, rename = "createdBy", skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The cards.
    pub cards: Vec<Entry>,
}

/// A deck as it is laid on the table.
#[derive(Clone, Debug)]
pub struct Laid {
    /// Its id.
    pub id: Label,
    /// Its loaded cards, the top last.
    pub cards: List<Card, DECK_MAX>,
    /// How many cards it has.
    pub size: u32,
    /// How many of them are not loaded.
    pub unknown: u32,
    /// A sum over its cards.
    pub(crate) total: u64,
    /// What its cards can do at all, as bits.
    pub(crate) features: u8,
    /// What is wrong with it.
    pub errors: Vec<DeckError>,
}

/// Some copies of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Which.
    #[serde(rename = "cardId")]
    pub card: String,
    /// From which set.
    #[serde(rename = "setName")]
    pub set: String,
    /// How many.
    #[serde(deserialize_with = "at_least_one")]
    pub quantity: u32,
}

fn at_least_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        0 => Err(D::Error::custom("quantity: at least 1")),
        quantity => Ok(quantity),
    }
}

names! {
    /// Why a deck is not admitted.
    pub enum Fault {
        /// Too many or too few cards.
        DeckSize = "deck_size" => "the deck has not the right size",
        /// A card that is not loaded.
        UnknownCard = "unknown_card" => "this card is not loaded",
        /// A card of a banned set.
        BannedSet = "banned_set" => "the set is banned",
        /// A banned card.
        BannedCard = "banned_card" => "the card is banned",
        /// More copies than allowed.
        TooManyCopies = "too_many_copies" => "too many copies",
        /// No opening hand could ever be valid.
        TooFewBasics = "too_few_basics" => "too few basic creatures",
        /// No opening hand could ever be valid.
        TooFewEnergies = "too_few_energies" => "too few energies",
    }
}

/// One thing wrong with a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DeckError {
    /// What.
    pub code: Fault,
    /// With which card.
    #[serde(rename = "cardId", skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// How many there are.
    pub have: u64,
    /// How many there may or must be.
    pub limit: u64,
}

impl std::fmt::Display for DeckError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let DeckError { code, have, limit, card } = self;
        let card = card.as_deref().unwrap_or_default();
        match code {
            Fault::DeckSize => {
                let bound = if have < limit { "at least" } else { "at most" };
                let have = counted(*have, "card", "cards");
                write!(f, "the deck has {have}; it needs {bound} {limit}")
            }
            Fault::UnknownCard => write!(f, "card '{card}' is not loaded"),
            Fault::BannedSet => write!(f, "card '{card}' belongs to a banned set"),
            Fault::BannedCard => write!(f, "card '{card}' is banned"),
            Fault::TooManyCopies => {
                let have = counted(*have, "copy", "copies");
                write!(f, "the deck has {have} of '{card}'; at most {limit} are allowed")
            }
            Fault::TooFewBasics => {
                let have = counted(*have, "basic creature", "basic creatures");
                write!(f, "the deck has {have}; it needs at least {limit}")
            }
            Fault::TooFewEnergies => {
                let have = counted(*have, "energy card", "energy cards");
                write!(f, "the deck has {have}; it needs at least {limit}")
            }
        }
    }
}

impl Deck {
    /// How many cards it has.
    pub fn size(&self) -> u64 {
        self.cards.iter().map(|entry| u64::from(entry.quantity)).sum()
    }

    /// The deck on the table, and what the rules say of it.
    pub fn laid(&self, rules: &Rules, cards: &Cards) -> Laid {
        let unknown = self.cards.iter().filter(|entry| cards.find(&entry.card).is_none());
        let unknown = unknown.map(|entry| u64::from(entry.quantity)).sum::<u64>();
        let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let listed = self.lay_out(cards);
        Laid {
            id: Label::of(&self.id),
            cards: listed.iter().rev().copied().collect(),
            total: sum_of(listed.iter().copied()),
            features: cards.features_of(listed.iter().copied()),
            size: small(self.size()),
            unknown: small(unknown),
            errors: self.faults(rules, cards),
        }
    }

    /// The cards in deck-file order, top first; those that are not loaded are left out.
    pub fn lay_out(&self, cards: &Cards) -> List<Card, DECK_MAX> {
        let mut list = List::new();
        for entry in &self.cards {
            let Some(card) = cards.find(&entry.card) else { continue };
            for _ in 0..entry.quantity {
                if list.try_push(card.id).is_err() {
                    return list;
                }
            }
        }
        list
    }

    /// Everything that is wrong with it, in the order of the rules document.
    pub fn faults(&self, rules: &Rules, cards: &Cards) -> Vec<DeckError> {
        let mut errors = Vec::new();
        self.size_faults(rules, &mut errors);
        for entry in self.cards.iter().filter(|entry| cards.find(&entry.card).is_none()) {
            errors.push(DeckError {
                code: Fault::UnknownCard,
                card: Some(entry.card.clone()),
                have: u64::from(entry.quantity),
                limit: 0,
            });
        }
        self.ban_faults(rules, cards, &mut errors);
        self.copy_faults(rules, cards, &mut errors);
        self.opening_faults(rules, cards, &mut errors);
        errors
    }

    fn size_faults(&self, rules: &Rules, errors: &mut Vec<DeckError>) {
        let (have, limits) = (self.size(), &rules.deck_rules);
        let (least, most) = (u64::from(limits.min_deck_size), u64::from(limits.max_deck_size));
        if have < least || have > most {
            let limit = if have < least { least } else { most };
            errors.push(DeckError { code: Fault::DeckSize, card: None, have, limit });
        }
    }

    fn ban_faults(&self, rules: &Rules, cards: &Cards, errors: &mut Vec<DeckError>) {
        let known =
            || self.cards.iter().filter_map(|entry| Some((entry, cards.find(&entry.card)?)));
        let ban = |code, entry: &Entry| DeckError {
            code,
            card: Some(entry.card.clone()),
            have: u64::from(entry.quantity),
            limit: 0,
        };
        let sets = known().filter(|(_, card)| rules.banned_sets.contains(&card.set));
        errors.extend(sets.map(|(entry, _)| ban(Fault::BannedSet, entry)));
        let single = known().filter(|(entry, card)| {
            rules.set_banned_cards.get(&card.set).is_some_and(|list| list.contains(&entry.card))
        });
        errors.extend(single.map(|(entry, _)| ban(Fault::BannedCard, entry)));
    }

    /// Copies are counted by name; a restricted card is counted by its id, and apart.
    fn copy_faults(&self, rules: &Rules, cards: &Cards, errors: &mut Vec<DeckError>) {
        let limit = |id: &str| {
            let restricted = &rules.deck_rules.restricted_cards;
            restricted
                .iter()
                .find(|entry| entry.card == id)
                .map(|entry| u64::from(entry.max_copies))
        };
        let mut judged: Vec<String> = Vec::new();
        for entry in &self.cards {
            let Some(card) = cards.find(&entry.card) else { continue };
            let alone = limit(&entry.card);
            let key = match alone {
                Some(_) => format!("id {}", entry.card),
                None => format!("name {}", cards.text(card.key)),
            };
            if judged.contains(&key) || (alone.is_none() && card.is_basic_energy()) {
                continue;
            }
            judged.push(key);
            let same = |other: &&Entry| match alone {
                Some(_) => other.card == entry.card,
                None => {
                    let named = cards
                        .find(&other.card)
                        .is_some_and(|found| found.key == card.key && !found.is_basic_energy());
                    named && limit(&other.card).is_none()
                }
            };
            let have = self.cards.iter().filter(same).map(|entry| u64::from(entry.quantity)).sum();
            let limit = alone.unwrap_or(u64::from(rules.deck_rules.max_copies_per_card));
            if have > limit {
                let card = Some(entry.card.clone());
                errors.push(DeckError { code: Fault::TooManyCopies, card, have, limit });
            }
        }
    }

    fn opening_faults(&self, rules: &Rules, cards: &Cards, errors: &mut Vec<DeckError>) {
        let count = |wanted: fn(&crate::card::CardDef) -> bool| -> u64 {
            let known =
                self.cards.iter().filter_map(|entry| Some((entry, cards.find(&entry.card)?)));
            known.filter(|(_, card)| wanted(card)).map(|(entry, _)| u64::from(entry.quantity)).sum()
        };
        let basics = rules.start_minimum(StartRule::HasBasic);
        let limit = u64::from(basics.max(rules.deck_rules.min_basic).max(1));
        let have = count(crate::card::CardDef::is_basic);
        if have < limit {
            errors.push(DeckError { code: Fault::TooFewBasics, card: None, have, limit });
        }
        let limit = u64::from(rules.start_minimum(StartRule::HasEnergy));
        let have = count(|card| card.energy.is_some());
        if have < limit {
            errors.push(DeckError { code: Fault::TooFewEnergies, card: None, have, limit });
        }
    }

    /// The list as plain text, one line for each entry.
    pub fn to_text(&self, cards: &Cards) -> String {
        let line = |entry: &Entry| match cards.find(&entry.card) {
            Some(card) => {
                format!(
                    "{} {} ({} {})\n",
                    entry.quantity,
                    cards.text(card.name),
                    card.set,
                    card.number
                )
            }
            None => format!("# {} {} is not loaded\n", entry.quantity, entry.card),
        };
        format!("# {}\n", self.name) + &self.cards.iter().map(line).collect::<String>()
    }

    /// Reads a list such as `4 Cindling (emberfall 7)`: quantity, name, set and card number. Empty
    /// lines and those that begin with `#` say nothing.
    pub fn from_text(file: &str, text: &str, cards: &Cards) -> Result<Deck, Vec<DataError>> {
        let (deck, errors) = Deck::read_text(file, text, cards);
        if errors.is_empty() { Ok(deck) } else { Err(errors) }
    }

    /// The same with the faults beside the deck: cards that are not loaded are in it by name, lines
    /// that cannot be read are left out.
    pub(crate) fn read_text(file: &str, text: &str, cards: &Cards) -> (Deck, Vec<DataError>) {
        let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let id = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem).to_owned();
        let (mut entries, mut errors) = (Vec::new(), Vec::new());
        for (number, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (entry, fault) = text_line(line, cards);
            entries.extend(entry);
            errors.extend(fault.map(|(code, message)| DataError {
                file: file.to_owned(),
                path: format!("line {}", number + 1),
                code: code.to_owned(),
                message,
            }));
        }
        let name = text.lines().next().and_then(|line| line.strip_prefix('#'));
        let name = name.map_or(id.as_str(), str::trim).to_owned();
        (Deck { id, name, cards: entries, ..Deck::default() }, errors)
    }
}

/// What a line names, and what is wrong with it.
fn text_line(line: &str, cards: &Cards) -> (Option<Entry>, Option<(&'static str, String)>) {
    let Some((quantity, name, set, number)) = parts(line) else {
        let text = format!("'{line}' is not of the form 4 Name (set number)");
        return (None, Some(("parse_error", text)));
    };
    let key = name.to_lowercase();
    let same = |card: &&crate::card::CardDef| {
        card.set == set && card.number == number && cards.text(card.key) == key
    };
    let found = cards.iter().find(same);
    let card = found.map_or(name, |card| cards.text(card.id)).to_owned();
    let fault = found.is_none().then(|| {
        ("unknown_card", format!("no loaded card is '{name}' with number {number} of {set}"))
    });
    (Some(Entry { card, set: set.to_owned(), quantity }), fault)
}

/// Quantity, name, set and card number of a line.
fn parts(line: &str) -> Option<(u32, &str, &str, &str)> {
    let (quantity, rest) = line.split_once(char::is_whitespace)?;
    let quantity = quantity.parse::<u32>().ok().filter(|n| *n > 0)?;
    let (name, place) = rest.rsplit_once('(')?;
    let (set, number) = place.strip_suffix(')')?.rsplit_once(' ')?;
    Some((quantity, name.trim(), set, number))
}
