//! What outlives the process: the logs of matches, accounts, queue places, results and ratings.
//!
//! [`Backend`] says what can be kept and asked; there are three of them: [`Memory`], and [`Sql`] on
//! SQLite or PostgreSQL. [`Store`] is the handle that everybody shares: one thread writes, so that
//! many small entries become durable with one commit, another one reads.
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
mod glicko;
mod handle;
mod memory;
mod postgres;
mod record;
mod sql;
mod sqlite;

pub use backend::Backend;
pub use glicko::{Rating, Score};
pub use handle::{Append, Landed, PATIENCE, Store, pause_after, unix_ms};
pub use memory::Memory;
pub use postgres::Postgres;
pub use record::{
    Account, Clock, Created, Entry, Finish, Finished, MatchFilter, MatchRow, NewAccount, NewMatch,
    QueuePlace, Ranked, Rated, Renamed, SeatResult, Totals, Verdict,
};
pub use sql::{Driver, Param, Sql};
pub use sqlite::Sqlite;

/// Why something could not be kept or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The store does not answer, or is full.
    Unavailable(String),
    /// What it holds cannot be what was written.
    Damaged(String),
    /// It was written by a later version of the program.
    TooNew {
        /// The version of its schema.
        found: i64,
        /// The latest that is known here.
        known: i64,
    },
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Unavailable(why) => write!(f, "the store does not answer: {why}"),
            StoreError::Damaged(what) => write!(f, "the store is damaged: {what}"),
            StoreError::TooNew { found, known } => write!(
                f,
                "the store has schema version {found}, this program knows up to {known}; use the newer program"
            ),
        }
    }
}

impl std::error::Error for StoreError {}
