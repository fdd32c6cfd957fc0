//! What can be set before a match (rules 2.1, 7, 16).

use std::collections::BTreeMap;

use bout_core::{ConfigError, names};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::deck::{DECK_MAX, Deck};

names! {
    /// Which way a match is set up.
    pub enum SetupMode {
        /// Draw, choose, lay out prizes, fill the bench.
        Standard = "standard",
        /// All in one step.
        Legacy = "legacy",
    }
}

names! {
    /// What a tie leads to.
    pub enum TieBreak {
        /// A follow-up match with one prize.
        SuddenDeath = "sudden_death",
        /// Nothing.
        Draw = "draw",
    }
}

names! {
    /// What leaving means.
    pub enum LeavePolicy {
        /// The match is cancelled.
        Cancel = "cancel",
        /// The leaver has conceded.
        Concede = "concede",
    }
}

names! {
    /// What an opening hand must hold.
    pub enum StartRule {
        /// Basic creatures.
        HasBasic = "HAS_BASIC_POKEMON",
        /// Energy cards.
        HasEnergy = "HAS_ENERGY_CARD",
    }
}

/// So many of something in an opening hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct StartMinimum {
    /// Of what.
    #[serde(rename = "type")]
    pub kind: StartRule,
    /// How many.
    pub min_count: u32,
}

/// All that an opening hand must hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StartRules {
    /// Each of them.
    pub rules: Vec<StartMinimum>,
}

impl Default for StartRules {
    fn default() -> Self {
        StartRules { rules: vec![StartMinimum { kind: StartRule::HasBasic, min_count: 1 }] }
    }
}

/// A limit for one card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Restricted {
    /// Its set.
    pub set_name: String,
    /// Its id.
    #[serde(rename = "cardId")]
    pub card: String,
    /// How many copies.
    pub max_copies: u32,
}

/// Rules for decks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct DeckRules {
    /// The fewest cards.
    pub min_deck_size: u32,
    /// The most cards.
    pub max_deck_size: u32,
    /// Whether both must be the same.
    pub exact_deck_size: bool,
    /// Copies of a name.
    pub max_copies_per_card: u32,
    /// The fewest basic creatures.
    #[serde(rename = "minBasicPokemon")]
    pub min_basic: u32,
    /// Limits for single cards.
    pub restricted_cards: Vec<Restricted>,
}

impl Default for DeckRules {
    fn default() -> Self {
        DeckRules {
            min_deck_size: 60,
            max_deck_size: 60,
            exact_deck_size: true,
            max_copies_per_card: 4,
            min_basic: 1,
            restricted_cards: Vec::new(),
        }
    }
}

/// The rule parameters of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Rules {
    /// For decks.
    pub deck_rules: DeckRules,
    /// Sets of which no card is admitted.
    pub banned_sets: Vec<String>,
    /// Cards that are not admitted, by set.
    pub set_banned_cards: BTreeMap<String, Vec<String>>,
    /// For opening hands.
    pub start_game_rules: StartRules,
    /// Prizes of each player.
    pub prize_card_count: u32,
    /// Cards of an opening hand.
    pub opening_hand_size: u32,
    /// Places on a bench.
    pub max_bench: u32,
    /// Whether the first player draws in the first turn.
    pub first_player_draws_on_first_turn: bool,
    /// Whether the first player attacks in the first turn.
    pub first_player_may_attack_on_first_turn: bool,
    /// Cards for the opponent of an invalid hand.
    pub mulligan_bonus_cards: u32,
    /// Retreats of a turn; 0 for any number.
    pub max_retreats_per_turn: u32,
    /// Supporters of a turn.
    pub max_supporters_per_turn: u32,
    /// Stadiums of a turn.
    pub max_stadiums_per_turn: u32,
    /// Energies attached from the hand in a turn.
    pub energy_attachments_per_turn: u32,
    /// Which way a match is set up.
    pub setup_mode: SetupMode,
    /// What a tie leads to.
    pub tie_break: TieBreak,
    /// What leaving means.
    pub leave_policy: LeavePolicy,
    /// Turns after which the prizes decide; 0 for the most.
    pub turn_limit: u32,
    /// Actions of a main phase.
    pub max_main_actions_per_turn: u32,
    /// Invalid hands of a player.
    pub mulligan_limit: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            deck_rules: DeckRules::default(),
            banned_sets: Vec::new(),
            set_banned_cards: BTreeMap::new(),
            start_game_rules: StartRules::default(),
            prize_card_count: 6,
            opening_hand_size: 7,
            max_bench: 5,
            first_player_draws_on_first_turn: false,
            first_player_may_attack_on_first_turn: true,
            mulligan_bonus_cards: 0,
            max_retreats_per_turn: 1,
            max_supporters_per_turn: 1,
            max_stadiums_per_turn: 1,
            energy_attachments_per_turn: 1,
            setup_mode: SetupMode::Standard,
            tie_break: TieBreak::SuddenDeath,
            leave_policy: LeavePolicy::Cancel,
            turn_limit: 1000,
            max_main_actions_per_turn: 100,
            mulligan_limit: 1000,
        }
    }
}

impl Rules {
    /// The most turns.
    pub const TURNS_MAX: u32 = 5000;

    /// How many of something an opening hand must hold; a basic creature always.
    pub fn start_minimum(&self, kind: StartRule) -> u32 {
        let given = self.start_game_rules.rules.iter().filter(|rule| rule.kind == kind);
        let least = u32::from(kind == StartRule::HasBasic);
        given.map(|rule| rule.min_count).max().unwrap_or(0).max(least)
    }

    /// The turn after which the prizes decide.
    #[inline]
    pub fn last_turn(&self) -> u32 {
        if self.turn_limit == 0 { Self::TURNS_MAX } else { self.turn_limit }
    }

    /// Says no to what no match can be made with (rules 2.1).
    pub fn check(&self) -> Result<(), ConfigError> {
        let deck = &self.deck_rules;
        let rows = [
            ("rules.openingHandSize", self.opening_hand_size, 1..=10),
            ("rules.prizeCardCount", self.prize_card_count, 1..=6),
            ("rules.maxBench", self.max_bench, 1..=5),
            ("rules.mulliganBonusCards", self.mulligan_bonus_cards, 0..=2),
            ("rules.turnLimit", self.turn_limit, 0..=Self::TURNS_MAX),
            ("rules.maxMainActionsPerTurn", self.max_main_actions_per_turn, 20..=1000),
            ("rules.mulliganLimit", self.mulligan_limit, 0..=10_000),
            ("rules.maxRetreatsPerTurn", self.max_retreats_per_turn, 0..=1000),
            ("rules.maxSupportersPerTurn", self.max_supporters_per_turn, 0..=1000),
            ("rules.maxStadiumsPerTurn", self.max_stadiums_per_turn, 0..=1000),
            ("rules.energyAttachmentsPerTurn", self.energy_attachments_per_turn, 0..=1000),
            ("rules.deckRules.maxCopiesPerCard", deck.max_copies_per_card, 1..=1000),
            ("rules.deckRules.minBasicPokemon", deck.min_basic, 0..=DECK_MAX as u32),
            ("rules.deckRules.maxDeckSize", deck.max_deck_size, 1..=DECK_MAX as u32),
        ];
        for (key, value, range) in rows {
            ConfigError::range(key, value, range)?;
        }
        self.check_whole()
    }

    fn check_whole(&self) -> Result<(), ConfigError> {
        let deck = &self.deck_rules;
        let wrong = |key: &str, text: String| Err(ConfigError::new(format!("rules.{key}"), text));
        if deck.min_deck_size > deck.max_deck_size {
            return wrong("deckRules.minDeckSize", "must not be above maxDeckSize".into());
        }
        if deck.exact_deck_size && deck.min_deck_size != deck.max_deck_size {
            return wrong("deckRules.exactDeckSize", "minDeckSize and maxDeckSize differ".into());
        }
        let least = self.opening_hand_size + self.prize_card_count + 1;
        if deck.min_deck_size < least {
            let text = format!("hand, prizes and one more card need {least}");
            return wrong("deckRules.minDeckSize", text);
        }
        let asked = &self.start_game_rules.rules;
        if asked.iter().any(|rule| !(1..=DECK_MAX as u32).contains(&rule.min_count)) {
            return wrong("startGameRules.rules", "each minCount is 1 to 60".into());
        }
        let sum: u32 = StartRule::ALL.iter().map(|kind| self.start_minimum(*kind)).sum();
        if sum > self.opening_hand_size {
            return wrong("startGameRules.rules", format!("{sum} cards do not fit into a hand"));
        }
        Ok(())
    }
}

/// Lengths of the clocks in milliseconds; 0 is off (rules 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Clocks {
    /// From the first join on.
    pub lobby: u64,
    /// A decision of a player.
    pub decision: u64,
    /// A turn, without the decisions in it.
    pub turn: u64,
    /// How long a player may be gone.
    pub grace: u64,
    /// So many clocks run out in a row are as good as leaving; 0 for never.
    pub expiries: u32,
}

impl Clocks {
    /// The lengths for play between people.
    pub const STANDARD: Clocks =
        Clocks { lobby: 600_000, decision: 60_000, turn: 180_000, grace: 120_000, expiries: 3 };

    fn check(&self) -> Result<(), ConfigError> {
        let rows = [
            ("timers.lobby", self.lobby),
            ("timers.decision", self.decision),
            ("timers.turn", self.turn),
            ("timers.grace", self.grace),
        ];
        for (key, value) in rows {
            ConfigError::range(key, value, 0..=86_400_000)?;
        }
        ConfigError::range("timers.expiries", self.expiries, 0..=1000)
    }
}

/// A card set: the name of a loaded one, or the set itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SetRef {
    /// By name.
    Name(String),
    /// Inline, as a card-set file has it.
    Inline(#[schemars(with = "serde_json::Map<String, Value>")] Value),
}

/// A deck: the id of a loaded one, or the deck itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum DeckRef {
    /// By id.
    Id(String),
    /// Inline, as a deck file has it.
    Inline(Box<Deck>),
}

impl<'de> Deserialize<'de> for DeckRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(id) => Ok(DeckRef::Id(id)),
            deck @ Value::Object(_) => {
                serde_json::from_value(deck).map(DeckRef::Inline).map_err(D::Error::custom)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => Err(
                D::Error::custom("expected the id of a deck, or a deck with id, name and cards"),
            ),
        }
    }
}

impl DeckRef {
    /// Its id.
    pub fn id(&self) -> &str {
        match self {
            DeckRef::Id(id) => id,
            DeckRef::Inline(deck) => &deck.id,
        }
    }
}

/// The most card sets of a match.
const SETS_MAX: usize = 16;

/// The configuration of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The rule parameters.
    pub rules: Rules,
    /// The card sets; all loaded ones if there is none.
    pub sets: Vec<SetRef>,
    /// The decks of both players; none if they bring them.
    pub decks: Option<[DeckRef; 2]>,
    /// The clocks.
    pub timers: Clocks,
}

impl Default for Config {
    fn default() -> Self {
        let deck = |id: &str| DeckRef::Id(id.into());
        Config {
            rules: Rules::default(),
            sets: Vec::new(),
            decks: Some([deck("cinder-court"), deck("river-delta")]),
            timers: Clocks::default(),
        }
    }
}

impl Config {
    /// Says no to what no match can be made with.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.rules.check()?;
        self.check_sets()?;
        self.timers.check()
    }

    /// Rejects more sets than a match needs, and a set that is named twice: its cards would be loaded
    /// again each time.
    fn check_sets(&self) -> Result<(), ConfigError> {
        if self.sets.len() > SETS_MAX {
            let text = format!("{} sets; at most {SETS_MAX}", self.sets.len());
            return Err(ConfigError::new("sets".to_owned(), text));
        }
        for (at, set) in self.sets.iter().enumerate() {
            if self.sets[..at].contains(set) {
                return Err(ConfigError::new(format!("sets.{at}"), "this set is given twice"));
            }
        }
        Ok(())
    }
}
