//! What outlives the process: the logs of matches, accounts, queue places, results and ratings.
//!
//! [`Backend`] says what can be kept and asked; there are three of them: [`Memory`], and [`Sql`] on
//! SQLite or PostgreSQL. [`Store`] is the handle that everybody shares: one thread writes, so that
//! many small entries become durable with one commit. One thread reads for players, others read the
//! lists that anybody may ask for, and one notes that the host is alive.
//!
//! ```
//! use bout_store::{NewAccount, Store};
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let store = Store::memory();
//! let guest = NewAccount { id: "a1".into(), token_hash: "00ff".into(), tokens: 10, at: 0 };
//! store.write(move |kept| kept.create_account(&guest)).await?;
//! let found = store.read(|kept| kept.account_by_token("00ff")).await?;
//! assert_eq!(found.map(|account| account.tokens), Some(10));
//! # Ok::<(), bout_store::StoreError>(())
//! # }).unwrap();
//! ```

mod backend;
mod backup;
mod beat;
mod glicko;
mod handle;
mod health;
mod host_clock;
mod lists;
mod memory;
mod postgres;
mod postgres_host;
mod ratings;
mod record;
mod retention;
mod rows;
mod sql;
mod sqlite;
mod writer;

pub use backend::Backend;
pub use backup::{BackupError, backup};
pub use glicko::{PROVISIONAL_DEVIATION, Rating, Score};
pub use handle::{Append, Landed, PATIENCE, Store, pause_after, unix_ms};
pub use health::SLOW;
pub use host_clock::HostClock;
pub use lists::STATEMENTS;
pub use memory::Memory;
pub use postgres::Postgres;
pub use postgres_host::PostgresHost;
pub use record::{
    Account, Clock, Created, Finish, Finished, LeaderPage, LeaderPlace, ListedMatch, LogEntry,
    MatchFilter, MatchRow, NewAccount, NewMatch, QueuePlace, RATING_DAY_MS, Ranked, Rated, Renamed,
    Scope, SeatOutcome, SeatResult, Totals, Unfinished, Unrated,
};
pub use sql::{Driver, Param, Sql};
pub use sqlite::Sqlite;

/// Why something could not be kept or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The store does not answer, or is full.
    Unavailable(String),
    /// Too many wait for the same; try again in a moment.
    Busy,
    /// What it holds cannot be what was written.
    Damaged(String),
    /// It was written by a later version of the program.
    TooNew {
        /// The version of its schema.
        found: i64,
        /// The latest that is known here.
        known: i64,
    },
    /// Another program uses it.
    InUse(String),
}

impl StoreError {
    /// The same error, with the place where it happened.
    pub(crate) fn at(self, place: &str) -> StoreError {
        match self {
            StoreError::Unavailable(why) => StoreError::Unavailable(format!("{place}: {why}")),
            StoreError::Damaged(what) => StoreError::Damaged(format!("{place}: {what}")),
            other => other,
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Unavailable(why) => write!(f, "the store does not answer: {why}"),
            StoreError::Busy => write!(f, "the server is busy; try again in a moment"),
            StoreError::Damaged(what) => write!(f, "the store is damaged: {what}"),
            StoreError::InUse(why) => write!(f, "{why}"),
            StoreError::TooNew { found, known } => write!(
                f,
                "the store has schema version {found}, this program knows up to {known}; use the newer program"
            ),
        }
    }
}

impl std::error::Error for StoreError {}
