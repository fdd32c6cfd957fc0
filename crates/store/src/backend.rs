//! What can be kept and asked.

use crate::{
    Account, Clock, Created, Entry, Finish, Finished, MatchFilter, MatchRow, NewAccount, NewMatch,
    QueuePlace, Ranked, Renamed, StoreError, Totals,
};

/// Shorthand for what a store answers.
pub(crate) type Kept<T> = Result<T, StoreError>;

/// Keeps everything. Each call is whole: it happens, or nothing of it does. Between `begin` and
/// `commit` calls are collected; they are durable after `commit`.
pub trait Backend: Send {
    /// Begins a group of calls.
    fn begin(&mut self) -> Kept<()>;
    /// Makes the group durable.
    fn commit(&mut self) -> Kept<()>;
    /// Gives the group up, and whatever connection it was on.
    fn rollback(&mut self);
    /// Runs one call so that it leaves nothing behind if it fails.
    fn save(&mut self, work: &mut dyn FnMut(&mut dyn Backend) -> Kept<()>) -> Kept<()>;

    /// Appends lines, each under its match's lease and directly after the line before it; says of
    /// each whether it stands there now. A line that stands there already is not written twice.
    fn append(&mut self, entries: &[Entry]) -> Kept<Vec<bool>>;
    /// Makes a match, with its stakes.
    fn create_match(&mut self, new: &NewMatch) -> Kept<Created>;
    /// Takes a match away from whoever holds it; gives the new lease, none for an ended match.
    fn take_up(&mut self, id: &str) -> Kept<Option<i64>>;
    /// Notes where a match's clock stands.
    fn set_clock(&mut self, id: &str, clock: Clock) -> Kept<()>;
    /// Ends a match: result, payout and ratings together, once.
    fn finish(&mut self, finish: &Finish) -> Kept<Finished>;
    /// A match.
    fn match_row(&mut self, id: &str) -> Kept<Option<MatchRow>>;
    /// Matches, the latest first.
    fn matches(&mut self, filter: &MatchFilter) -> Kept<Vec<MatchRow>>;
    /// The lines of a match, in order.
    fn entries(&mut self, id: &str) -> Kept<Vec<String>>;

    /// Makes an account.
    fn create_account(&mut self, new: &NewAccount) -> Kept<()>;
    /// An account by the hash of its token.
    fn account_by_token(&mut self, token_hash: &str) -> Kept<Option<Account>>;
    /// An account.
    fn account(&mut self, id: &str) -> Kept<Option<Account>>;
    /// Gives an account a name that nobody else has, whatever the case of its letters; a change of
    /// name costs `fee`, the first name nothing.
    fn rename(&mut self, id: &str, name: &str, fee: i64) -> Kept<Renamed>;

    /// Takes a place in a queue, the only one of the account.
    fn queue_put(&mut self, place: &QueuePlace) -> Kept<()>;
    /// Gives up the account's place.
    fn queue_remove(&mut self, account: &str) -> Kept<()>;
    /// All places, the oldest first.
    fn queue_places(&mut self) -> Kept<Vec<QueuePlace>>;

    /// The best of a game.
    fn leaderboard(&mut self, game: &str, limit: i64) -> Kept<Vec<Ranked>>;
    /// Where all the tokens are.
    fn totals(&mut self) -> Kept<Totals>;

    /// Notes that the host is alive at this moment. Outlives the process, not the machine.
    fn beat(&mut self, wall: i64) -> Kept<()>;
    /// The last such note of an earlier process.
    fn last_beat(&mut self) -> Kept<Option<i64>>;
}
