//! Stats, cards and the roster (rules 2.2 to 2.4).

use std::sync::{Arc, LazyLock};

use bout_core::{described_as, names};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

names! {
    /// The five stats, in the order of display, hotkeys and ties.
    pub enum Stat {
        /// Raw strength.
        Power = "power" => "Power",
        /// Quickness of attack and reaction.
        Speed = "speed" => "Speed",
        /// Mastery of throws and transitions.
        Technique = "technique" => "Technique",
        /// Grip fighting.
        Kumikata = "kumikata" => "Kumi-kata",
        /// Ground work.
        Newaza = "newaza" => "Ne-waza",
    }
}

/// How many stats a card has.
pub const STATS: usize = 5;
/// The highest value of a stat.
pub const STAT_MAX: u8 = 10;
/// The most cards a side can be dealt.
pub const DECK_MAX: usize = 49;

/// A card of a match by its place in the table of cards; 0-based.
pub type CardNo = u8;

names! {
    /// Decides the weight classes.
    pub enum Gender {
        /// Women's classes.
        Female = "female",
        /// Men's classes.
        Male = "male",
    }
}

names! {
    /// The colour of the border, and nothing else.
    pub enum Rarity {
        /// Blue.
        Common = "Common",
        /// Red.
        Epic = "Epic",
        /// Gold.
        Legendary = "Legendary",
    }
}

/// The five values of a card; in JSON an object with the stats' names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stats {
    power: u8,
    speed: u8,
    technique: u8,
    kumikata: u8,
    newaza: u8,
}

impl Stats {
    /// The values in stat order.
    pub const fn values(&self) -> [u8; STATS] {
        [self.power, self.speed, self.technique, self.kumikata, self.newaza]
    }

    const fn of([power, speed, technique, kumikata, newaza]: [u8; STATS]) -> Self {
        Stats { power, speed, technique, kumikata, newaza }
    }
}

impl<'de> Deserialize<'de> for Stats {
    /// From an object with all five names, or from a list of five in stat order.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Named {
            power: u8,
            speed: u8,
            technique: u8,
            kumikata: u8,
            newaza: u8,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Named(Named),
            List([u8; STATS]),
        }
        let written = Written::deserialize(deserializer)
            .map_err(|_| D::Error::custom("five stats are expected, each 0 to 10"))?;
        let stats = match written {
            Written::Named(n) => Stats::of([n.power, n.speed, n.technique, n.kumikata, n.newaza]),
            Written::List(values) => Stats::of(values),
        };
        if stats.values().iter().any(|value| *value > STAT_MAX) {
            return Err(D::Error::custom("a stat is 0 to 10"));
        }
        Ok(stats)
    }
}

/// A judoka.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Card {
    /// The number on the card; missing on cards made for a test without one.
    pub id: Option<u16>,
    /// Given name.
    pub given: String,
    /// Family name.
    pub family: String,
    /// Home club.
    pub dojo: String,
    /// Decides the weight classes.
    pub gender: Option<Gender>,
    /// Weight class.
    pub weight_class: String,
    /// Colour of the border.
    pub rarity: Rarity,
    /// Favourite technique.
    pub signature: String,
    /// Hidden cards are never dealt.
    pub hidden: bool,
    /// The values.
    pub stats: Stats,
}

/// A card of a match, seen from the front; in JSON the card alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its place in the table of cards.
    pub no: CardNo,
    /// What is on it.
    pub card: Arc<Card>,
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.card.as_ref().serialize(serializer)
    }
}

described_as!(Face, Card);

/// A card as it may be written: everything but the stats may be missing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    id: Option<u16>,
    #[serde(default)]
    given: String,
    #[serde(default)]
    family: String,
    #[serde(default)]
    dojo: String,
    #[serde(default)]
    gender: Option<Gender>,
    #[serde(default)]
    weight_class: String,
    #[serde(default = "common")]
    rarity: Rarity,
    #[serde(default)]
    signature: String,
    #[serde(default)]
    hidden: bool,
    stats: Stats,
}

fn common() -> Rarity {
    Rarity::Common
}

impl<'de> Deserialize<'de> for Card {
    /// From an object, from a bare list of five stats, or from the number of a card of the roster.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if let Some(id) = value.as_u64() {
            let known = ROSTER
                .iter()
                .find(|card| !card.hidden && card.id.is_some_and(|n| u64::from(n) == id));
            let card = known.ok_or_else(|| D::Error::custom(format!("there is no card {id}")))?;
            return Ok(Card::clone(card));
        }
        let value = if value.is_array() { serde_json::json!({ "stats": value }) } else { value };
        serde_json::from_value(value).map(Written::card).map_err(D::Error::custom)
    }
}

impl Written {
    fn card(self) -> Card {
        let Written { id, given, family, dojo, gender, weight_class, rarity, .. } = self;
        let Written { signature, hidden, stats, .. } = self;
        Card { id, given, family, dojo, gender, weight_class, rarity, signature, hidden, stats }
    }
}

/// The data file of the roster.
const ROSTER_FILE: &str = include_str!("../data/roster.json");

/// Every card of the data file, hidden ones included.
pub static ROSTER: LazyLock<Vec<Arc<Card>>> = LazyLock::new(|| {
    let file: Vec<Written> = serde_json::from_str(ROSTER_FILE).expect("a test reads the roster");
    file.into_iter().map(|written| Arc::new(written.card())).collect()
});

/// What a computer player or the rule of auto-select may pick, worked out once a card.
#[derive(Clone, Copy, Debug)]
pub struct Picks {
    /// The values in stat order.
    pub values: [u8; STATS],
    /// The first of the highest stats.
    pub auto: Stat,
    /// The stats equal to the maximum, a bit each.
    pub highest: u8,
    /// The stats not below the mean.
    pub good: u8,
}

impl Picks {
    /// Works out what there is to pick on a card.
    pub fn of(stats: &Stats) -> Self {
        let values = stats.values();
        let (max, sum) = (values.iter().max(), values.iter().map(|v| u16::from(*v)).sum::<u16>());
        let bits = |fits: &dyn Fn(u8) -> bool| {
            values.iter().zip(0..).fold(0, |bits, (v, at)| bits | u8::from(fits(*v)) << at)
        };
        let highest = bits(&|value| Some(&value) == max);
        let good = bits(&|value| u16::from(value) * STATS as u16 >= sum);
        let auto = Stat::ALL[highest.trailing_zeros() as usize % STATS];
        Picks { values, auto, highest, good }
    }

    /// The value of a stat.
    #[inline]
    pub fn value(&self, stat: Stat) -> u8 {
        self.values[stat as usize]
    }
}
