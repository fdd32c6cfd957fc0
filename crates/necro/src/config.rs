//! What can be set before a match (rules 2.5).

use bout_core::{ConfigError, Named, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cards::Cards;
use crate::piece::Side;

names! {
    /// Where chance comes from.
    pub enum RngMode {
        /// The dice.
        Seeded = "seeded",
        /// Nowhere: sorted decks, one face for every die.
        Fixed = "fixed",
    }
}

/// The clans that are shipped.
pub const CLANS: [&str; 4] = ["dark_moon", "styx", "eternal_night", "iron_guard"];

/// The match configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are the constants of the rules' table, 2.5")]
pub struct Config {
    pub income_gold: u32,
    pub income_mana: u32,
    pub storage_to_gold_rate: u32,
    pub gold_max: u32,
    pub mana_max: u32,
    pub storage_mana_max: u32,
    pub first_side: Side,
    pub start_gold_first: u32,
    pub start_gold_second: u32,
    pub start_mana: u32,
    pub buy_soul_from_deck_gold_cost: u32,
    pub buy_soul_from_display_gold_cost: u32,
    pub buy_soul_from_enemy_graveyard_gold_cost: u32,
    pub move_mana_cost: u32,
    pub shoot_mana_cost: u32,
    pub soul_hand_max: u32,
    pub item_hand_max: u32,
    pub buy_soul_actions_per_turn: u32,
    pub buy_item_actions_per_turn: u32,
    pub soul_return_per_turn: u32,
    pub necro_actions_per_turn: u32,
    pub blood_ritual_hp_cost: u32,
    pub rng_mode: RngMode,
    pub dice_fixed: u8,
    pub enabled_clans: Vec<String>,
    pub max_turns: u32,
    pub turn_ms: u64,
    pub return_ms: u64,
    pub timeouts_to_lose: u32,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            income_gold: 4,
            income_mana: 3,
            storage_to_gold_rate: 2,
            gold_max: 15,
            mana_max: 999,
            storage_mana_max: 5,
            first_side: Side::Red,
            start_gold_first: 4,
            start_gold_second: 7,
            start_mana: 3,
            buy_soul_from_deck_gold_cost: 1,
            buy_soul_from_display_gold_cost: 2,
            buy_soul_from_enemy_graveyard_gold_cost: 3,
            move_mana_cost: 1,
            shoot_mana_cost: 1,
            soul_hand_max: 5,
            item_hand_max: 3,
            buy_soul_actions_per_turn: 1,
            buy_item_actions_per_turn: 1,
            soul_return_per_turn: 1,
            necro_actions_per_turn: 1,
            blood_ritual_hp_cost: 3,
            rng_mode: RngMode::Seeded,
            dice_fixed: 3,
            enabled_clans: CLANS.map(str::to_owned).into(),
            max_turns: 300,
            turn_ms: 0,
            return_ms: 120_000,
            timeouts_to_lose: 3,
        }
    }
}

impl Config {
    /// The usual clock of a match over a network.
    pub fn networked() -> Self {
        Config { turn_ms: 120_000, ..Config::default() }
    }

    /// The engine notes to the letter where the defaults are stricter.
    pub fn literal() -> Self {
        Config { storage_mana_max: 999, buy_soul_actions_per_turn: 99, ..Config::default() }
    }

    /// Whether a match can be made.
    pub fn check(&self, cards: &Cards) -> Result<(), ConfigError> {
        ConfigError::range("diceFixed", self.dice_fixed, 1..=6)?;
        // Far beyond any use, and far from the last moment a match can reach.
        ConfigError::range("turnMs", self.turn_ms, 0..=86_400_000)?;
        ConfigError::range("returnMs", self.return_ms, 0..=86_400_000)?;
        if self.enabled_clans.is_empty() {
            return Err(ConfigError::new("enabledClans", "at least one clan expected"));
        }
        let clans = cards.clans();
        let known =
            |name: &str| CLANS.contains(&name) || clans.iter().any(|clan| clan.name() == name);
        match self.enabled_clans.iter().find(|name| !known(name)) {
            None => Ok(()),
            Some(name) => {
                let names: Vec<_> = clans.iter().map(|clan| clan.name()).collect();
                let text = format!("there is no clan '{name}'; there is {}", names.join(", "));
                Err(ConfigError::new("enabledClans", text))
            }
        }
    }

    /// Whether souls of this clan take part.
    pub fn enables(&self, clan: &str) -> bool {
        self.enabled_clans.iter().any(|name| name == clan)
    }

    /// Its name, for reports.
    pub fn first_side_name(&self) -> &'static str {
        self.first_side.name()
    }
}
