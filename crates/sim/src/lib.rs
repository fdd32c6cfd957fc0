//! Batches of matches between bots: played on all cores, counted in whole numbers, reported with
//! intervals.
//!
//! Match `i` of a batch has a seed derived from the batch's seed and `i`, and all sums are
//! independent of the order in which they are added. So the same batch gives the same report on any
//! number of threads, and every single match can be played again.
//!
//! ```
//! use std::sync::Arc;
//! use bout_core::{BotSpec, Game};
//! use bout_orcain::{Config, Orcain};
//! use bout_sim::{Batch, Limits};
//!
//! let game = Arc::new(Orcain::new(Config { step_first_ms: 0, step_ms: 0, ..Config::default() }, &())?);
//! let batch = Batch {
//!     games: 1000,
//!     seed: 1,
//!     threads: 2,
//!     bots: vec![BotSpec::plain("random"); 2],
//!     limits: Limits::of::<Orcain>(),
//! };
//! let sum = batch.run(&game, &|_| {}).expect("the bots are known");
//! assert_eq!(sum.seats[0].wins + sum.seats[0].losses + sum.seats[0].draws, 1000);
//! # Ok::<(), bout_core::ConfigError>(())
//! ```

mod batch;
mod bench;
mod candidate;
mod cells;
mod compare;
mod compare_text;
mod figures;
mod flags;
mod knobs;
mod leaves;
mod matrix;
mod matrix_plots;
mod matrix_text;
mod moments;
mod plots;
mod race;
mod report;
mod runner;
mod sums;
mod tables;
mod text;
mod tune;

pub use batch::{Batch, SeatSum, Sum};
pub use bench::{Bench, Rate, bench};
pub use candidate::{Candidate, CandidateStanding};
pub use cells::{Arena, Bout, Cell, cell_seed};
pub use compare::{Comparison, Difference, Metric, PlayersComparison, SetReport};
pub use compare_text::{comparison_table, write_comparison_csv};
pub use figures::{Interval, Length, figure_json, group_json as stats_json};
pub use flags::RaisedFlag;
pub use knobs::{Knob, Point};
pub use leaves::{Leaf, Leaves, Ratio};
pub use matrix::{
    BALANCED, ClassReport, EntryReport, LineUpReport, LineUpSum, Matrix, Ordered, Pairing,
    PlayersReport,
};
pub use matrix_plots::write_matrix_plots;
pub use matrix_text::{matrix_table, write_matrix_csv};
pub use moments::Moments;
pub use plots::write_plots;
pub use race::{Race, RaceRules, Round};
pub use report::{Partial, Report, SeatReport};
pub use runner::{End, Limits, Runner, Watch};
pub use sums::{BoutSum, CellSum, KINDS_MAX, PairSum};
pub use tables::write_csv;
pub use text::table;
pub use tune::{Tried, TuneReport, knobs_json, tune_table};
