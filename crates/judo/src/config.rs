//! What can be set before a match (rules 2.1).

use bout_core::{ConfigError, names};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::card::{Card, DECK_MAX};
use crate::state::Side;

names! {
    /// Who sits on `opponent`.
    pub enum Mode {
        /// A computer player.
        Solo = "solo",
        /// A second person.
        Pvp = "pvp",
    }
}

names! {
    /// Who names the stat in the next round.
    pub enum ChooserPolicy {
        /// The other side, whatever happened.
        Alternate = "alternate",
        /// The round's winner; after a draw the same again.
        Winner = "winner",
        /// Always `player`.
        Player = "player",
    }
}

names! {
    /// Who names the stat in round 1.
    pub enum FirstChooser {
        /// `player`.
        Player = "player",
        /// `opponent`.
        Opponent = "opponent",
        /// The dice decide.
        Random = "random",
    }
}

names! {
    /// How well the computer player plays.
    pub enum Difficulty {
        /// Any stat.
        Easy = "easy",
        /// A stat that is not below its card's mean.
        Medium = "medium",
        /// A highest stat.
        Hard = "hard",
    }
}

names! {
    /// Who resolves an interrupt.
    pub enum InterruptMode {
        /// The table, at once.
        Auto = "auto",
        /// A person; the table when time is up.
        Manual = "manual",
    }
}

/// Drift up to this is none.
pub const DRIFT_MS: u32 = 200;
/// Total pausing time a side has in a match between people.
pub const PAUSE_BUDGET_MS: u32 = 60_000;
/// Patience after the selection time of a match between people, without auto-select.
pub const STALL_MS: u64 = 30_000;
/// Expiries in a row that forfeit a match between people.
pub const AFK_LIMIT: u32 = 3;
/// Error restarts in a row before a match is given up.
pub const ERROR_RESTARTS: u8 = 3;
/// How long a seat may be absent from a running match.
pub const RECONNECT_MS: u64 = 60_000;
/// Transitions that the state keeps.
pub const STATE_LOG_LEN: usize = 20;
/// The match lengths a lobby offers.
pub const TARGETS: [u8; 3] = [3, 5, 10];

/// The settings of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the rules document has these switches")]
pub struct Config {
    /// Who sits on `opponent`.
    pub mode: Mode,
    /// Points needed.
    pub win_target: u8,
    /// Hard cap of rounds; a drawn one counts.
    pub max_rounds: u8,
    /// Cards dealt to each side.
    pub deck_size: u8,
    /// Length of the selection timer.
    pub selection_ms: u32,
    /// Length of the pause before each round.
    pub cooldown_ms: u32,
    /// Whether the engine picks for a chooser whose time is up.
    pub auto_select: bool,
    /// Whether an administrator may edit an interrupted round.
    pub round_modify: bool,
    /// Screen only: keys 1 to 5 choose.
    pub stat_hotkeys: bool,
    /// Screen only: the progress bar.
    pub battle_state_progress: bool,
    /// Whether the pause is left out.
    pub skip_round_cooldown: bool,
    /// Who chooses next.
    pub chooser_policy: ChooserPolicy,
    /// Who chooses first; `player` against a computer, `random` between people unless set.
    pub first_chooser: Option<FirstChooser>,
    /// How well the computer player plays.
    pub difficulty: Difficulty,
    /// Who resolves interrupts.
    pub interrupt_mode: InterruptMode,
    /// How long an interrupt may wait for a person.
    pub resolve_ms: u32,
    /// Whether the engine fires triggers and timers by itself; off in tests only.
    pub auto_advance: bool,
    /// Whether the host seat is open to an administrator.
    pub official: bool,
    /// Whether test commands are allowed.
    pub test_mode: bool,
    /// Whether drift is told.
    pub emit_ticks: bool,
    /// Fixed draw piles, top first; in test mode only.
    #[serde(deserialize_with = "read_decks")]
    pub decks: Option<[Vec<Card>; 2]>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            mode: Mode::Solo,
            win_target: 5,
            max_rounds: 25,
            deck_size: 25,
            selection_ms: 30_000,
            cooldown_ms: 3_000,
            auto_select: true,
            round_modify: false,
            stat_hotkeys: true,
            battle_state_progress: true,
            skip_round_cooldown: false,
            chooser_policy: ChooserPolicy::Alternate,
            first_chooser: None,
            difficulty: Difficulty::Easy,
            interrupt_mode: InterruptMode::Auto,
            resolve_ms: 30_000,
            auto_advance: true,
            official: false,
            test_mode: false,
            emit_ticks: true,
            decks: None,
        }
    }
}

impl Config {
    /// Says what is out of its range, by the name of the field.
    pub fn check(&self) -> Result<(), ConfigError> {
        let range = |key: &str, value: u32, low: u32, high: u32| {
            ConfigError::range(key, value, low..=high)
                .map_err(|error| ConfigError { code: "invalid_config", ..error })
        };
        range("max_rounds", self.max_rounds.into(), 1, DECK_MAX as u32)?;
        range("win_target", self.win_target.into(), 1, self.max_rounds.into())?;
        range("deck_size", self.deck_size.into(), 1, DECK_MAX as u32)?;
        range("selection_ms", self.selection_ms, 5_000, 120_000)?;
        range("cooldown_ms", self.cooldown_ms, 0, 10_000)?;
        range("resolve_ms", self.resolve_ms, 1_000, 120_000)?;
        let wrong = |key: &str, text: &str| Err(ConfigError::coded("invalid_config", key, text));
        if !self.auto_advance && !self.test_mode {
            return wrong("auto_advance", "can be off in test_mode only");
        }
        let Some([player, opponent]) = &self.decks else { return Ok(()) };
        if !self.test_mode {
            return wrong("decks", "can be given in test_mode only");
        }
        if player.len() != opponent.len() || !(1..=DECK_MAX).contains(&player.len()) {
            return wrong("decks", "two lists of equal length, 1 to 49 cards, are expected");
        }
        if player.iter().chain(opponent).any(|card| card.hidden) {
            return wrong("decks", "hidden cards are never dealt");
        }
        Ok(())
    }

    /// Who chooses first.
    pub fn first(&self) -> FirstChooser {
        self.first_chooser.unwrap_or(match self.mode {
            Mode::Solo => FirstChooser::Player,
            Mode::Pvp => FirstChooser::Random,
        })
    }

    /// How long the pause before a round is.
    pub fn cooldown(&self) -> u64 {
        if self.skip_round_cooldown { 0 } else { self.cooldown_ms.into() }
    }

    /// Whether an administrator or test driver may sit on the host seat.
    pub fn opens_host(&self) -> bool {
        self.official || self.test_mode
    }

    /// Whether a person sits there.
    #[inline]
    pub fn is_human(&self, side: Side) -> bool {
        side == Side::Player || self.mode == Mode::Pvp
    }
}

/// Two lists, or an object with the sides' names.
fn read_decks<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<[Vec<Card>; 2]>, D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sides {
        player: Vec<Card>,
        opponent: Vec<Card>,
    }
    let value = Value::deserialize(deserializer)?;
    let read = if value.is_object() {
        serde_json::from_value(value).map(|Sides { player, opponent }| Some([player, opponent]))
    } else {
        serde_json::from_value(value)
    };
    read.map_err(serde::de::Error::custom)
}
