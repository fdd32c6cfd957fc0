//! All loaded cards and decks.

use std::collections::BTreeMap;
use std::sync::Arc;

use bout_core::{DataError, DataFile, Named, VerbCoverage};
use serde_json::{Value, json};

use crate::card::CardDef;
use crate::config::Rules;
use crate::deck::Deck;
use crate::load::{self, CARD_EFFECT, CardSet, Content};
use crate::shelf::{Shelf, broken_rules, other_faults};
use crate::symbol::{Card, Names, Symbol};
use crate::verbs::{Family, find, words_of};
use crate::words::{
    ActivationType, CardType, ConditionType, CountType, DamageCalculation, Filter,
    PreconditionType, RuleType, Stage, TriggerEvent, Type, VariableSource,
};

/// The card data that is shipped: the set with its decks, and the small cards that tests are made of.
const SHIPPED: &[(&str, &str)] = &[
    ("firstlight.json", include_str!("../data/firstlight/firstlight.json")),
    ("cinder-court.txt", include_str!("../data/firstlight/cinder-court.txt")),
    ("dusk-and-iron.txt", include_str!("../data/firstlight/dusk-and-iron.txt")),
    ("river-delta.txt", include_str!("../data/firstlight/river-delta.txt")),
    ("stone-oath.txt", include_str!("../data/firstlight/stone-oath.txt")),
    ("storm-circuit.txt", include_str!("../data/firstlight/storm-circuit.txt")),
    ("thorn-garden.txt", include_str!("../data/firstlight/thorn-garden.txt")),
    ("veiled-minds.txt", include_str!("../data/firstlight/veiled-minds.txt")),
    ("waking-dream.txt", include_str!("../data/firstlight/waking-dream.txt")),
    ("fixture.json", include_str!("../data/fixture.json")),
    ("fixture-ember.txt", include_str!("../data/fixture-ember.txt")),
    ("fixture-tide.txt", include_str!("../data/fixture-tide.txt")),
    ("fixture-arts.txt", include_str!("../data/fixture-arts.txt")),
];

/// The set whose cards have a test each.
const TESTED_SET: &str = "firstlight";
/// The set of the tests.
const FIXTURE_SET: &str = "fixture";

/// The cards of a match, by id.
#[derive(Debug)]
pub struct Cards {
    /// A card without any words, then the cards in the order of their ids.
    defs: Vec<CardDef>,
    /// What is asked most of a symbol's card; of no card for symbols that are none here.
    briefs: Vec<Brief>,
    /// The same for symbols that are names of this library alone.
    own: Vec<Brief>,
    /// The names of this library alone.
    names: Arc<Names>,
}

/// What is asked of a card again and again, close together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brief {
    /// Where the card stands among all; 0 for none.
    pub place: u16,
    /// Name of what it evolves from, for comparing.
    pub below: Symbol,
    /// What it is in a hand.
    pub role: Role,
    /// What is not usual about it: `PICKY`, `SKIPS`, `LEAPS`, `RESTRICTED`.
    pub traits: u8,
    /// The filters that it passes, as bits.
    pub filters: u8,
}

/// An energy that not every creature may have.
pub(crate) const PICKY: u8 = 1;
/// An evolution that may skip a stage from some basics, with the help of a trainer card.
pub(crate) const SKIPS: u8 = 2;
/// An evolution with a rule by which it may do so by itself.
pub(crate) const LEAPS: u8 = 4;
/// A card with a rule about when it may be played.
pub(crate) const RESTRICTED: u8 = 8;

/// What a card is in a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Basic,
    Evolution,
    Energy,
    Trainer,
}

impl Brief {
    fn new(place: usize, card: &CardDef) -> Self {
        let role = match card.kind {
            CardType::Creature if card.is_evolution() => Role::Evolution,
            CardType::Creature => Role::Basic,
            CardType::Energy => Role::Energy,
            CardType::Trainer => Role::Trainer,
        };
        let rows = [
            (PICKY, card.energy.is_some_and(|energy| !energy.only.is_empty())),
            (SKIPS, !card.skips_from.is_empty()),
            (LEAPS, card.has_rule(RuleType::SkipEvolutionStage)),
            (RESTRICTED, card.has_rule(RuleType::PlayRestriction)),
        ];
        let traits = rows.iter().filter(|row| row.1).fold(0, |bits, row| bits | row.0);
        let filters = Filter::ALL.iter().filter(|filter| card.passes(**filter));
        let filters = filters.fold(0, |bits, filter| bits | 1 << *filter as u8);
        Brief { place: place as u16, below: card.evolves_from, role, traits, filters }
    }
}

impl Cards {
    /// The cards of some sets, and the names that were collected when they were read.
    pub(crate) fn new<'a>(sets: impl Iterator<Item = &'a CardSet>, names: Arc<Names>) -> Self {
        let mut defs: Vec<CardDef> = sets.flat_map(|set| set.cards.iter().cloned()).collect();
        defs.sort_by(|a, b| names.text(a.id).cmp(names.text(b.id)));
        link(&mut defs);
        let count = |place: fn(Symbol) -> Option<usize>| {
            defs.iter().filter_map(|card| place(card.id)).max().map_or(0, |most| most + 1)
        };
        let shared = |id: Symbol| id.own_place().is_none().then(|| id.number());
        let (shared, own) = (count(shared).max(1), count(Symbol::own_place));
        defs.insert(0, CardDef::blank());
        let none = Brief::new(0, &defs[0]);
        let (mut briefs, mut own) = (vec![none; shared], vec![none; own]);
        for (place, card) in defs.iter().enumerate().skip(1) {
            match card.id.own_place() {
                Some(at) => own[at] = Brief::new(place, card),
                None => briefs[card.id.number()] = Brief::new(place, card),
            }
        }
        Cards { defs, briefs, own, names }
    }

    /// The text of a symbol of this library.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    /// The names of this library alone.
    pub(crate) fn names(&self) -> &Arc<Names> {
        &self.names
    }

    /// The place of a card in the order of ids.
    #[inline]
    pub fn place(&self, card: Card) -> Option<usize> {
        usize::from(self.brief(card).place).checked_sub(1)
    }

    /// A card of the match.
    #[inline]
    pub fn get(&self, card: Card) -> Option<&CardDef> {
        self.place(card).map(|place| &self.defs[place + 1])
    }

    /// A card; one without any words for what cannot be seen.
    #[inline]
    pub fn def(&self, card: Card) -> &CardDef {
        &self.defs[usize::from(self.brief(card).place)]
    }

    /// What is asked most of a card.
    #[inline]
    pub(crate) fn brief(&self, card: Card) -> Brief {
        match self.briefs.get(card.number()) {
            Some(brief) => *brief,
            None => self.own_brief(card),
        }
    }

    fn own_brief(&self, card: Card) -> Brief {
        // The first is that of a card that cannot be seen.
        let own = card.own_place().and_then(|place| self.own.get(place));
        *own.unwrap_or(&self.briefs[0])
    }

    /// What a card is in a hand.
    #[inline]
    pub(crate) fn role(&self, card: Card) -> Role {
        self.brief(card).role
    }

    /// A card by the text of its id.
    pub fn find(&self, id: &str) -> Option<&CardDef> {
        self.get(self.names.find(id)?)
    }

    /// All cards, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &CardDef> {
        self.defs.iter().skip(1)
    }
}

/// Finds for every third stage the basics from which a stage can be skipped.
fn link(defs: &mut [CardDef]) {
    let first: Vec<(Symbol, Symbol)> = (defs.iter())
        .filter(|card| card.is_evolution() && card.stage == Stage::Stage1)
        .map(|card| (card.key, card.evolves_from))
        .collect();
    for card in defs.iter_mut().filter(|card| card.stage == Stage::Stage2) {
        let between = first.iter().filter(|(name, _)| *name == card.evolves_from);
        card.skips_from = between.map(|(_, from)| *from).collect();
        card.skips_from.sort_unstable();
        card.skips_from.dedup();
    }
}

/// Card sets and decks.
#[derive(Debug)]
pub struct Library {
    /// The sets.
    pub sets: Vec<CardSet>,
    /// The decks.
    pub decks: Vec<Deck>,
    /// What looks wrong and stops nothing: evolutions of nothing.
    pub warnings: Vec<DataError>,
    /// The cards of all sets.
    pub cards: Arc<Cards>,
    /// Fingerprint of the sets.
    pub digest: u64,
}

impl Default for Library {
    fn default() -> Self {
        Library::load(&[]).expect("the shipped card data is sound")
    }
}

impl Library {
    /// The shipped data and these files; a set or deck of a file stands in for a shipped one of the
    /// same name.
    pub fn load(files: &[DataFile]) -> Result<Library, Vec<DataError>> {
        let shipped: Vec<DataFile> = (SHIPPED.iter())
            .map(|(name, text)| DataFile { name: (*name).into(), text: (*text).into() })
            .collect();
        let mut shelf = Shelf::default();
        shipped.iter().for_each(|file| shelf.add(file));
        shelf.close_shipped();
        files.iter().for_each(|file| shelf.add(file));
        shelf.finish()
    }

    /// A loaded deck.
    pub fn deck(&self, id: &str) -> Option<&Deck> {
        self.decks.iter().find(|deck| deck.id == id)
    }

    /// Decks that are made of offered cards alone: those that people are offered.
    pub fn offered_decks(&self) -> impl Iterator<Item = &Deck> {
        let offered = |name: &str| self.sets.iter().any(|set| set.is_offered() && set.name == name);
        self.decks.iter().filter(move |deck| deck.cards.iter().all(|entry| offered(&entry.set)))
    }

    /// The ids of the decks that are offered to whoever brings one; all where none is offered.
    pub(crate) fn offered_ids(&self) -> Vec<Box<str>> {
        let offered: Vec<Box<str>> =
            self.offered_decks().map(|deck| deck.id.as_str().into()).collect();
        if offered.is_empty() {
            return self.decks.iter().map(|deck| deck.id.as_str().into()).collect();
        }
        offered
    }

    /// All sets, each card with its id, and the decks that people are offered.
    pub fn collection(&self) -> Value {
        let offered = self.offered_ids();
        let decks: Vec<&Deck> = offered
            .iter()
            .filter_map(|id| self.decks.iter().find(|deck| *deck.id == **id))
            .collect();
        let set = |set: &CardSet| {
            let cards: Vec<Value> = (set.cards.iter().zip(list(&set.source, "cards")))
                .map(|(card, source)| {
                    let mut told = json!({"cardId": card.id, "cardType": card.kind});
                    bout_core::merge(&mut told, source);
                    told
                })
                .collect();
            json!({"name": set.name, "offered": set.is_offered(), "cards": cards})
        };
        json!({"sets": self.sets.iter().map(set).collect::<Vec<_>>(), "decks": decks})
    }

    /// The deck of a file; none if it holds something else. Whoever sends a card set instead adds
    /// nothing to the names of the process.
    pub fn read_deck(&self, file: &DataFile) -> Result<Option<Deck>, Vec<DataError>> {
        match Names::collect(|| load::read(file)).0? {
            Content::Deck(deck) => Ok(Some(deck)),
            Content::Text => Deck::from_text(&file.name, &file.text, &self.cards).map(Some),
            Content::Set(_) => Ok(None),
        }
    }

    /// Everything that is wrong with the decks of these files, by rules for decks.
    pub fn deck_faults(&self, files: &[DataFile], rules: &Rules) -> Vec<DataError> {
        let mut errors = Vec::new();
        for file in files {
            match Names::collect(|| load::read(file)).0 {
                Ok(Content::Deck(deck)) => {
                    errors.extend(broken_rules(&file.name, &deck, rules, &self.cards));
                }
                Ok(Content::Text) => {
                    let (deck, found) = Deck::read_text(&file.name, &file.text, &self.cards);
                    let more = other_faults(&file.name, &deck, &found, rules, &self.cards);
                    errors.extend(found.into_iter().chain(more));
                }
                Ok(Content::Set(_)) => {}
                Err(found) => errors.extend(found),
            }
        }
        errors
    }

    /// Everything that is wrong with a loaded deck, by rules for decks; none if there is no such deck.
    pub fn deck_faults_of(&self, id: &str, rules: &Rules) -> Option<Vec<DataError>> {
        Some(broken_rules(id, self.deck(id)?, rules, &self.cards))
    }

    /// For every word of the card language the cards that use it, those of the fixtures left out, and
    /// what tests it: a rule test, and the test of each of these cards.
    pub fn coverage(&self) -> Vec<VerbCoverage> {
        let mut uses = BTreeMap::new();
        for set in self.sets.iter().filter(|set| set.name != FIXTURE_SET) {
            for card in set.source.get("cards").and_then(Value::as_array).into_iter().flatten() {
                let name = card.get("name").and_then(Value::as_str).unwrap_or_default();
                note_card(card, name, &mut uses);
            }
        }
        kinds()
            .map(|(family, word)| {
                let verb = format!("{family} {word}");
                let cards = uses.remove(&verb).unwrap_or_default();
                let name = word.to_lowercase();
                let verb_of = Family::from_name(family).and_then(|family| find(family, word));
                let rule = match verb_of {
                    Some(entry) => format!("rules::verbs::{}::{family}_{name}", entry.file),
                    None => format!("rules::{family}::{name}"),
                };
                let of_cards = cards.iter().filter_map(|name| self.test_of(name));
                let tests = [rule].into_iter().chain(of_cards).collect();
                VerbCoverage { verb, cards, tests }
            })
            .collect()
    }

    /// Where a shipped card has its test: a path that mirrors the data.
    fn test_of(&self, name: &str) -> Option<String> {
        use Type::{Darkness, Dragon, Fairy, Metal};
        let mut cards = self.cards.iter().filter(|card| card.set == TESTED_SET);
        let card = cards.find(|card| card.name.text() == name)?;
        let module = match (card.kind, card.trainer) {
            (CardType::Energy, _) => "energies".to_owned(),
            (_, Some(kind)) => kind.name().to_lowercase() + "s",
            (_, None) if matches!(card.of_type, Darkness | Metal | Fairy | Dragon) => {
                "others".into()
            }
            (_, None) => card.of_type.name().to_lowercase(),
        };
        let letters = name.to_lowercase();
        let words =
            letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let test = words.collect::<Vec<_>>().join("_");
        Some(format!("cards::{TESTED_SET}::{module}::{test}"))
    }
}

/// Every word that the shipped cards and the tests must cover, with its family.
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    fn all<T: Named>(
        family: &'static str,
        words: &'static [T],
    ) -> impl Iterator<Item = (&'static str, &'static str)> {
        words.iter().map(move |word| (family, word.name()))
    }
    let verbs = |family: Family| words_of(family).map(move |word| (family.name(), word));
    all("precondition", PreconditionType::ALL)
        .chain(verbs(Family::Attack))
        .chain([("attack", CARD_EFFECT)])
        .chain(all("condition", ConditionType::ALL))
        .chain(all("activation", ActivationType::ALL))
        .chain(all("trigger", TriggerEvent::ALL))
        .chain(verbs(Family::Ability))
        .chain(verbs(Family::Trainer))
        .chain(all("rule", RuleType::ALL))
        .chain(all("coins", CountType::ALL))
        .chain(all("damage", DamageCalculation::ALL))
        .chain(all("coins_from", VariableSource::ALL))
}

type Uses = BTreeMap<String, Vec<String>>;

fn note(family: &str, word: Option<&Value>, name: &str, uses: &mut Uses) {
    let Some(word) = word.and_then(Value::as_str) else { return };
    let cards = uses.entry(format!("{family} {word}")).or_default();
    if cards.last().is_none_or(|last| last != name) {
        cards.push(name.to_owned());
    }
}

pub(crate) fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn note_card(card: &Value, name: &str, uses: &mut Uses) {
    for attack in list(card, "attacks") {
        for precondition in list(attack, "preconditions") {
            note("precondition", precondition.get("type"), name, uses);
        }
        let coins = attack.get("coinFlip").unwrap_or(&Value::Null);
        note("coins", coins.get("countType"), name, uses);
        note("damage", coins.get("damageCalculation"), name, uses);
        note("coins_from", coins.get("variableSource"), name, uses);
        note_effects(attack, "effects", "attack", name, uses);
    }
    if let Some(ability) = card.get("ability") {
        note("activation", ability.get("activationType"), name, uses);
        note("trigger", ability.get("triggerEvent"), name, uses);
        note_effects(ability, "effects", "ability", name, uses);
    }
    note_effects(card, "trainerEffects", "trainer", name, uses);
    for rule in list(card, "rules") {
        note("rule", rule.get("ruleType"), name, uses);
        list(rule, "conditions").for_each(|c| note("condition", c.get("type"), name, uses));
    }
}

fn note_effects(owner: &Value, key: &str, family: &str, name: &str, uses: &mut Uses) {
    for effect in list(owner, key) {
        note(family, effect.get("effectType"), name, uses);
        list(effect, "requiredConditions")
            .for_each(|c| note("condition", c.get("type"), name, uses));
    }
}
