//! What can be set before a match.

use std::collections::BTreeMap;

use bout_core::{ConfigError, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::{Class, Rules};

/// The fewest and the most tanks.
pub const SEATS: std::ops::RangeInclusive<usize> = 2..=4;

names! {
    /// Who plays a seat.
    pub enum Controller {
        /// A person.
        Human = "human",
        /// A computer player.
        Ai = "ai",
    }
}

/// Lengths of the clocks; 0 is off (rules 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Clocks {
    /// A turn, without the windows in it.
    pub turn_ms: u64,
    /// A window.
    pub interrupt_ms: u64,
    /// So many turns run out in a row hand the seat to the computer.
    pub afk_timeouts: u32,
    /// How long a seat may be gone.
    pub disconnect_grace_ms: u64,
}

impl Clocks {
    /// Between people who do not sit together (rules 7).
    pub const NETWORKED: Clocks = Clocks {
        turn_ms: 45_000,
        interrupt_ms: 10_000,
        afk_timeouts: 3,
        disconnect_grace_ms: 60_000,
    };
}

/// The match configuration (rules 2.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The rules to begin with.
    pub preset: String,
    /// A class per seat.
    pub classes: Vec<Class>,
    /// Who plays each seat; people if missing.
    pub controllers: Vec<Controller>,
    /// The seats of each team; if empty, every tank fights alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<u8>>,
    /// Changes to the preset, by key.
    pub rules: BTreeMap<String, Value>,
    /// The clocks.
    pub clocks: Clocks,
}

impl Default for Config {
    fn default() -> Self {
        Config::preset("v1")
    }
}

impl Config {
    /// A duel, heavy against medium, with the rules of a preset.
    pub fn preset(name: &str) -> Self {
        Config {
            preset: name.to_owned(),
            classes: vec![Class::Heavy, Class::Medium],
            controllers: Vec::new(),
            teams: Vec::new(),
            rules: BTreeMap::new(),
            clocks: Clocks::default(),
        }
    }

    /// The resolved rules, if everything is as it should be.
    pub fn check(&self) -> Result<Rules, ConfigError> {
        let wrong = |key: &str, text: String| Err(ConfigError::coded("invalid_config", key, text));
        let seats = self.classes.len();
        if !SEATS.contains(&seats) {
            let text = format!("2 to 4 classes expected, found {seats}");
            return Err(ConfigError::coded("invalid_player_count", "classes", text));
        }
        if !self.controllers.is_empty() && self.controllers.len() != seats {
            return wrong("controllers", format!("{seats} expected, one per seat"));
        }
        let Some(mut rules) = Rules::preset(&self.preset) else {
            return wrong("preset", format!("there is no preset '{}'", self.preset));
        };
        for (key, value) in &self.rules {
            rules.set(key, value)?;
        }
        self.check_teams()?;
        self.check_clocks()?;
        self.check_whole(&rules)?;
        Ok(rules)
    }

    /// Either no teams, or at least two that hold every seat once.
    fn check_teams(&self) -> Result<(), ConfigError> {
        let wrong = |text: String| Err(ConfigError::coded("invalid_config", "teams", text));
        if self.teams.is_empty() {
            return Ok(());
        }
        if self.teams.len() < 2 || self.teams.iter().any(Vec::is_empty) {
            return wrong("at least 2 teams expected, each with a seat".into());
        }
        let seats = self.classes.len();
        let mut named: Vec<usize> =
            self.teams.iter().flatten().map(|seat| (*seat).into()).collect();
        named.sort_unstable();
        if named.into_iter().eq(0..seats) {
            Ok(())
        } else {
            wrong(format!("every seat from 0 to {} expected exactly once", seats - 1))
        }
    }

    fn check_clocks(&self) -> Result<(), ConfigError> {
        let Clocks { turn_ms, interrupt_ms, afk_timeouts, disconnect_grace_ms } = self.clocks;
        let rows = [
            ("clocks.turn_ms", turn_ms, 3_600_000),
            ("clocks.interrupt_ms", interrupt_ms, 3_600_000),
            ("clocks.afk_timeouts", u64::from(afk_timeouts), 1000),
            ("clocks.disconnect_grace_ms", disconnect_grace_ms, 86_400_000),
        ];
        match rows.iter().find(|(_, value, high)| value > high) {
            None => Ok(()),
            Some((key, value, high)) => {
                let text = format!("{value} is not in 0..{high}");
                Err(ConfigError::coded("invalid_config", *key, text))
            }
        }
    }

    /// What only all parameters together can break.
    fn check_whole(&self, rules: &Rules) -> Result<(), ConfigError> {
        let wrong =
            |key: String, text: String| Err(ConfigError::coded("invalid_config", key, text));
        for class in Class::ALL {
            let name = bout_core::Named::name(class);
            let numbers = rules.class(*class);
            if numbers.adrenaline_threshold >= numbers.max_hp {
                let text = format!("must be below {name}.max_hp = {}", numbers.max_hp);
                return wrong(format!("{name}.adrenaline_threshold"), text);
            }
        }
        let cards: u16 = rules.deck.iter().sum();
        let needed: u16 = self.classes.iter().map(|class| rules.class(*class).hand_size).sum();
        if cards < needed + 1 {
            return wrong(
                "deck".into(),
                format!("{cards} cards; the hands alone need {needed} and one more"),
            );
        }
        match rules.first_player {
            Some(seat) if seat.index() >= self.classes.len() => {
                wrong("first_player".into(), format!("there is no seat {seat}"))
            }
            _ => Ok(()),
        }
    }

    /// The team of a seat: its place in `teams`, or the seat itself without teams.
    pub fn team(&self, seat: usize) -> u8 {
        let holds = |team: &Vec<u8>| team.iter().any(|other| usize::from(*other) == seat);
        self.teams.iter().position(holds).unwrap_or(seat) as u8
    }

    /// Who plays a seat.
    pub fn controller(&self, seat: usize) -> Controller {
        self.controllers.get(seat).copied().unwrap_or(Controller::Human)
    }
}
