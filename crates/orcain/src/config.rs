//! What can be set before a match.

use bout_core::{ConfigError, names};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::card::Hand;

/// The highest HP there is.
pub const MAX_HP: u8 = 10;

names! {
    /// Who sits opposite.
    pub enum Mode {
        /// Two people.
        Pvp = "PVP",
        /// A person at seat 0 and the bot at seat 1.
        Pve = "PVE",
    }
}

/// The match configuration (rules 2.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Whether seat 1 is the bot.
    pub mode: Mode,
    /// The two hands; `None` for what cannot be read as such.
    #[serde(deserialize_with = "read_hands")]
    pub hands: Option<[Hand; 2]>,
    /// HP at the start.
    pub start_hp: [u8; 2],
    /// Rounds before sudden death.
    pub rounds_per_match: u32,
    /// Whether PREP ends at once when both have confirmed.
    pub early_reveal: bool,
    /// After so many rounds of sudden death the match is a draw; 0: never.
    pub sudden_death_cap: u32,
    /// Length of PREP.
    pub prep_ms: u64,
    /// From the end of PREP to step 0.
    pub step_first_ms: u64,
    /// From one step to the next.
    pub step_ms: u64,
    /// Whether the players prepare one after the other, each with the whole time: for two people at
    /// one screen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_turn: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            mode: Mode::Pvp,
            hands: Some([Hand::default(); 2]),
            start_hp: [MAX_HP; 2],
            rounds_per_match: 3,
            early_reveal: true,
            sudden_death_cap: 0,
            prep_ms: 20_000,
            step_first_ms: 250,
            step_ms: 900,
            in_turn: false,
        }
    }
}

impl Config {
    /// The hands, if every value is in its range.
    pub fn check(&self) -> Result<[Hand; 2], ConfigError> {
        for (key, hp) in ["start_hp[0]", "start_hp[1]"].iter().zip(self.start_hp) {
            ConfigError::range(key, hp, 1..=MAX_HP)?;
        }
        ConfigError::range("rounds_per_match", self.rounds_per_match, 1..=1000)?;
        ConfigError::range("sudden_death_cap", self.sudden_death_cap, 0..=1_000_000)?;
        ConfigError::range("prep_ms", self.prep_ms, 1..=3_600_000)?;
        ConfigError::range("step_first_ms", self.step_first_ms, 0..=60_000)?;
        ConfigError::range("step_ms", self.step_ms, 0..=60_000)?;
        self.hands.ok_or_else(|| {
            let text = "two hands of four cards each (attack, defense, heal, counter) are expected";
            ConfigError::coded("invalid_hand", "hands", text)
        })
    }
}

/// Whatever is no pair of hands is read as `None`, so that `check` can say `invalid_hand`.
fn read_hands<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[Hand; 2]>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).ok())
}
