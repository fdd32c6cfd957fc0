//! The cards a match is played with: souls, items, and what bots think of souls.

use std::sync::LazyLock;

use bout_core::{DataError, DataFile, List, Named, VerbCoverage};

use crate::ability::{Ability, AbilityKind};
use crate::id::{ClanId, ItemId, SoulId};
use crate::item::{Effect, EffectKind, Timing};
use crate::load;
use crate::piece::{Base, Stats};

/// The most souls of a card set.
pub const SOULS_MAX: usize = 64;
/// The most item cards of a card set, copies counted.
pub const ITEMS_MAX: usize = 64;
/// The most abilities of a soul.
pub const ABILITIES_MAX: usize = 8;

/// A soul card.
#[derive(Clone, Debug)]
pub struct Soul {
    /// Its id.
    pub id: SoulId,
    /// Its clan.
    pub clan: ClanId,
    /// Its name.
    pub name: String,
    /// Its name in the language it was made in.
    pub name_original: String,
    /// The kind of piece it can be bound to.
    pub base: Base,
    /// The gold for binding it.
    pub cost: u32,
    /// The numbers it gives.
    pub stats: Stats,
    /// What it can do, in the order of its data.
    pub abilities: List<Ability, ABILITIES_MAX>,
    /// The kinds of its abilities, as bits.
    pub kinds: u64,
}

impl Soul {
    /// Whether it has an ability of this kind.
    #[inline]
    pub fn has(&self, kind: AbilityKind) -> bool {
        self.kinds & kind.bit() != 0
    }
}

/// An item card.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its id.
    pub id: ItemId,
    /// Its name.
    pub name: String,
    /// Its name in the language it was made in.
    pub name_original: String,
    /// The gold for buying it.
    pub cost: u32,
    /// The only phase in which it can be used.
    pub timing: Timing,
    /// How many there are.
    pub copies: u8,
    /// What it does.
    pub effect: Effect,
}

/// What bots think of souls.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// Of a soul of which nothing is said.
    pub default: u32,
    /// By soul: what is guessed, and what many matches have shown.
    pub souls: Vec<(SoulId, Option<u32>, Option<u32>)>,
}

/// A card set: what a match is played with besides its config.
#[derive(Clone, Debug)]
pub struct Cards {
    /// The souls, ascending by id.
    pub souls: Vec<Soul>,
    /// The kinds of items, ascending by id.
    pub items: Vec<Item>,
    /// What bots think of the souls.
    pub weights: Weights,
    /// Fingerprint of souls and items.
    pub digest: u64,
    /// Whether these are the shipped cards.
    pub shipped: bool,
}

const SHIPPED: [(&str, &str); 6] = [
    ("souls/dark_moon.json", include_str!("../data/souls/dark_moon.json")),
    ("souls/eternal_night.json", include_str!("../data/souls/eternal_night.json")),
    ("souls/iron_guard.json", include_str!("../data/souls/iron_guard.json")),
    ("souls/styx.json", include_str!("../data/souls/styx.json")),
    ("items.json", include_str!("../data/items.json")),
    ("weights.json", include_str!("../data/weights.json")),
];

impl Default for Cards {
    fn default() -> Self {
        static CARDS: LazyLock<Cards> = LazyLock::new(|| {
            let file = |(name, text): &(&str, &str)| DataFile {
                name: (*name).to_owned(),
                text: (*text).to_owned(),
            };
            let files: Vec<_> = SHIPPED.iter().map(file).collect();
            let cards = load::read(&files, None).expect("a test reads the shipped data");
            Cards { shipped: true, ..cards }
        });
        CARDS.clone()
    }
}

impl Cards {
    /// Reads cards from files. Whatever the files do not speak of at all (souls, items, weights) is as
    /// shipped.
    pub fn read(files: &[DataFile]) -> Result<Cards, Vec<DataError>> {
        load::read(files, Some(&Cards::default()))
    }

    /// The soul of this id.
    pub fn soul(&self, id: SoulId) -> Option<&Soul> {
        self.souls.iter().find(|soul| soul.id == id)
    }

    /// The item of this id.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// The clans, in the order of their first soul.
    pub fn clans(&self) -> Vec<ClanId> {
        let mut clans = Vec::new();
        for soul in &self.souls {
            if !clans.contains(&soul.clan) {
                clans.push(soul.clan);
            }
        }
        clans
    }

    /// For every kind of ability and effect the cards that use it, and the tests of the shipped cards
    /// that use it; of a card set of one's own only the kinds that it uses.
    pub fn coverage(&self) -> Vec<VerbCoverage> {
        let shipped = Cards::default();
        let abilities = AbilityKind::ALL.iter().map(|kind| {
            let tests = shipped.souls_with(*kind).map(|soul| {
                format!("tests/cards/souls/{}.rs: {}", soul.clan.name(), soul.id.name())
            });
            verb(kind.name(), self.souls_with(*kind).map(|soul| soul.id.name()), tests)
        });
        let effects = EffectKind::ALL.iter().map(|kind| {
            let tests = shipped.items_with(*kind);
            let tests = tests.map(|item| format!("tests/cards/items.rs: {}", item.id.name()));
            verb(kind.name(), self.items_with(*kind).map(|item| item.id.name()), tests)
        });
        let used = |verb: &VerbCoverage| self.shipped || !verb.cards.is_empty();
        abilities.chain(effects).filter(used).collect()
    }

    fn souls_with(&self, kind: AbilityKind) -> impl Iterator<Item = &Soul> {
        self.souls.iter().filter(move |soul| soul.has(kind))
    }

    fn items_with(&self, kind: EffectKind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.effect.kind() == kind)
    }
}

fn verb<'a>(
    name: &str,
    cards: impl Iterator<Item = &'a str>,
    tests: impl Iterator<Item = String>,
) -> VerbCoverage {
    let cards = cards.map(str::to_owned).collect();
    VerbCoverage { verb: name.to_owned(), cards, tests: tests.collect() }
}
