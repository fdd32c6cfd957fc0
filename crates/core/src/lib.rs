//! The match engine: what a rule set is, and the kernel that plays it.
//!
//! A match is a fold. The first state comes from `setup(config, seed)`, every further one from an
//! accepted input; nothing else changes a state. A *guard* says yes, or no with a reason; an *event*
//! tells what happened; a *view* is what one viewer knows; the *log* of accepted inputs is the only
//! truth that is kept.
//!
//! Rules implement [`Game`] and run inside [`Match`], generic and without a heap allocation per
//! step. Whoever speaks JSON uses [`Table`], which is the same match behind a dyn-safe door.
//! This crate does no input or output, reads no clock and starts no thread.
//!
//! ```
//! use bout_core::{Dice, Seed};
//! // Chance is keyed by seed and entry: asking twice gives the same answer.
//! assert_eq!(Dice::of(Seed(7), 1).below(6), Dice::of(Seed(7), 1).below(6));
//! ```

#![warn(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod chances;
mod chart;
mod config;
mod described;
mod dice;
mod digest;
mod error;
mod figure;
mod flag;
mod game;
mod input;
mod json;
mod kernel;
mod list;
mod listed;
mod names;
mod replay;
mod rules;
mod sealed;
mod seat;
mod setting;
mod soak;
mod stop;
mod table;
mod time;

pub use chances::Chances;
pub use chart::{Chart, ChartDocument, Current, Edge, EdgeDocument, edge};
pub use config::{merge, read_config, set_path};
pub use described::{Described, list_of, one_of_names};
pub use dice::{Dice, LuckMismatch, Seed};
pub use digest::{Digest, chain};
pub use error::{ConfigError, DataError, DataFile};
pub use figure::Figure;
pub use flag::{Band, Flag, Subject};
pub use game::{Ctx, Data, Game, Sink, Told};
pub use input::{Entry, Input, Outcome, Refusal, Signal, read_tagged};
pub use json::write as write_json;
pub use kernel::{Match, Preview, ReplayError, ScriptError};
pub use list::List;
pub use listed::{
    Bot, BotInfo, BotSpec, Choice, LineUp, Listed, Preset, SeatPlan, Tally, Turn, Verb, Visit,
};
pub use names::{Named, read_name, write_name};
pub use replay::{FORMAT, Record, Replay, ReplayFault, Start};
pub use rules::{Info, OpenError, Opening, PresetInfo, RuleSet, Rules};
pub use sealed::Sealed;
pub use seat::{SEATS_MAX, Seat, SeatSet, Viewer};
pub use setting::{Setting, Values, nearest, settings_table};
pub use soak::{Watchdog, Watched};
pub use stop::Stop;
pub use table::{Chance, Done, Hosted, Offer, Previewed, Refused, Table};
pub use time::{Millis, TIMERS_MAX, Timers};

#[doc(hidden)]
pub use schemars;
#[doc(hidden)]
pub use serde;
