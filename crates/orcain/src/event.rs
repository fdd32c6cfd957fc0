//! What happened (rules 5.8).

use bout_core::{Millis, Seat, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Layout, Slot};

/// Something that happened; pairs are seat 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Event {
    /// A round begins.
    PrepStart {
        /// Its number, from 1.
        round_index: u32,
        /// Whether it is beyond the round limit.
        sudden_death: bool,
        /// HP of both.
        hp: [u8; 2],
        /// When PREP ends.
        deadline: Millis,
    },
    /// A draft was stored; told to its owner only.
    DraftStored {
        /// Whose.
        seat: Seat,
        /// As stored.
        layout: Layout,
        /// Whether something was taken out of it.
        sanitised: bool,
    },
    /// A confirm was accepted; told to its owner only.
    ConfirmOk {
        /// Whose.
        seat: Seat,
        /// The round.
        round_index: u32,
    },
    /// A slot was opened on both sides.
    StepReveal(Reveal),
    /// All three slots have been opened.
    RoundEnd {
        /// The round just played.
        round_index: u32,
        /// Whether it was one of sudden death.
        sudden_death: bool,
        /// HP of both.
        hp: [u8; 2],
    },
    /// The match is over.
    MatchEnd(MatchEnd),
}

/// One opened step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reveal {
    /// The round.
    pub round_index: u32,
    /// The slot.
    pub step_index: u8,
    /// The two cards.
    pub cards: [Slot; 2],
    /// HP after it.
    pub hp: [u8; 2],
}

/// How the match ended (rules 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MatchEnd {
    /// The round in which it ended.
    pub round_index: u32,
    /// HP of both.
    pub hp: [u8; 2],
    /// Who won.
    pub winner: Option<Seat>,
    /// Who lost.
    pub loser: Option<Seat>,
    /// Why, in the client's words.
    pub reason: EndReason,
    /// Which end exactly.
    pub ending: Ending,
    /// Nobody won, stakes go back.
    pub draw: bool,
    /// Both lost.
    pub both_lose: bool,
    /// Nobody gets the pot.
    pub pot_burn: bool,
}

impl MatchEnd {
    /// An end with everything that follows from its kind (rules 9).
    pub fn new(round_index: u32, hp: [u8; 2], ending: Ending, loser: Option<Seat>) -> Self {
        MatchEnd {
            round_index,
            hp,
            winner: loser.map(|seat| Seat(1 - seat.0.min(1))),
            loser,
            reason: ending.reason(),
            ending,
            draw: matches!(ending, Ending::DoubleKnockout | Ending::SuddenDeathCap),
            both_lose: ending == Ending::BothAfk,
            pot_burn: ending == Ending::BothAfk,
        }
    }
}

impl Ending {
    /// Why, as clients are told.
    pub const fn reason(self) -> EndReason {
        match self {
            Ending::Knockout
            | Ending::RoundLimit
            | Ending::SuddenDeath
            | Ending::DoubleKnockout
            | Ending::SuddenDeathCap => EndReason::Normal,
            Ending::Afk | Ending::BothAfk => EndReason::Timeout,
            Ending::Disconnect => EndReason::Disconnect,
            Ending::Aborted => EndReason::Aborted,
        }
    }
}

names! {
    /// Why a match ended, as clients are told.
    pub enum EndReason {
        /// By HP.
        Normal = "normal",
        /// By absence.
        Timeout = "timeout",
        /// By a lost connection.
        Disconnect = "disconnect",
        /// By the host.
        Aborted = "aborted",
    }
}

names! {
    /// The kinds of ends.
    pub enum Ending {
        /// One at 0 HP.
        Knockout = "knockout",
        /// HP differ after the last regular round.
        RoundLimit = "round_limit",
        /// HP differ after a round of sudden death.
        SuddenDeath = "sudden_death",
        /// Both at 0 HP.
        DoubleKnockout = "double_knockout",
        /// Still equal when sudden death was cut off.
        SuddenDeathCap = "sudden_death_cap",
        /// One was absent twice in a row.
        Afk = "afk",
        /// Both were.
        BothAfk = "both_afk",
        /// One is gone.
        Disconnect = "disconnect",
        /// The host ended it.
        Aborted = "aborted",
    }
}
