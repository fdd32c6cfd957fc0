//! The match engine: what a rule set is, and the kernel that plays it.
//!
//! A match is a fold. The first state comes from `setup(config, seed)`, every further one from an
//! accepted input; nothing else changes a state. A *guard* says yes, or no with a reason; an *event*
//! tells what happened; a *view* is what one viewer knows; the *log* of accepted inputs is the only
//! truth that is kept.
//!
//! Rules implement [`Game`] and run inside [`Match`], generic and without a heap allocation per
//! step. Programs that speak JSON use [`AnyMatch`], which is the same match behind a dyn-safe door.
//! This crate does no input or output, reads no clock and starts no thread.
//!
//! ```
//! use bout_core::{Dice, Seed};
//! // Chance is keyed by seed and entry: asking twice gives the same answer.
//! assert_eq!(Dice::of(Seed(7), 1).below(6), Dice::of(Seed(7), 1).below(6));
//! ```

#![warn(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod any_game;
mod any_match;
mod bot;
mod capability;
mod catalogued;
mod chances;
mod chart;
mod config;
mod counted;
mod ctx;
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
mod names;
mod preset;
mod recorded_match;
mod replay;
mod seat;
mod setting;
mod stop;
mod tally;
mod time;

pub use any_game::{AnyCards, AnyDecks, AnyGame, Info, LoadedGame, OpenError, Opening, PresetInfo};
pub use any_match::{AnyMatch, Chance, Done, Offer, Previewed, Refused};
pub use bot::{Bot, BotInfo, BotSpec, Choice, Turn};
pub use capability::{
    Autopilot, BreaksTies, Capabilities, CardData, Concedes, Decks, Directed, Drafts, Explains,
    Forecasts, HearsRefusals, Idles, LineUp, LineUps, LoadsStates, Offers, OutOfTurn, OwnsCards,
    Soak, Starts, VerbCoverage, WaitsForReturn, Watchdog, Watched, WatchesClock, may_act, options,
};
pub use catalogued::{Catalogued, Occasion, SeatPlan, Visit};
pub use chances::Chances;
pub use chart::{Chart, ChartDocument, Current, Edge, EdgeDocument, edge};
pub use config::{merge, read_config, set_path};
pub use counted::counted;
pub use ctx::{Ctx, Sink};
pub use described::{Described, list_of, one_of_names};
pub use dice::{Dice, LuckMismatch, Seed};
pub use digest::{Digest, chain};
pub use error::{ConfigError, DataError, DataFile};
pub use figure::Figure;
pub use flag::{Band, Flag, Subject};
pub use game::{Data, Game, Wire};
pub use input::{Entry, Input, Outcome, Refusal, Signal, read_tagged};
pub use json::write as write_json;
pub use kernel::{Match, Preview, ReplayError, ScriptError};
pub use list::List;
pub use names::{Named, read_name, write_name};
pub use preset::Preset;
pub use recorded_match::RecordedMatch;
pub use replay::{FORMAT, Record, Replay, ReplayFault, Start};
pub use seat::{SEATS_MAX, Seat, SeatSet, Viewer};
pub use setting::{Setting, Values, nearest, settings_table};
pub use stop::Stop;
pub use tally::Tally;
pub use time::{Millis, TIMERS_MAX, Timers};

#[doc(hidden)]
pub use schemars;
#[doc(hidden)]
pub use serde;
