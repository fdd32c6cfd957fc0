//! What can be kept and asked.

use crate::{
    Account, Clock, Created, Finish, Finished, LeaderPage, ListedMatch, LogEntry, MatchFilter,
    MatchRow, NewAccount, NewMatch, QueuePlace, Ranked, Renamed, StoreError, Totals, Unfinished,
    Unrated,
};

/// Shorthand for what a store answers.
pub(crate) type Kept<T> = Result<T, StoreError>;

/// Keeps everything. Each call is whole: it happens, or nothing of it does. Between `begin` and
/// `commit` calls are collected; they are durable after `commit`.
pub trait Backend: Send {
    /// Begins a group of calls.
    fn begin(&mut self) -> Kept<()>;
    /// Makes the group durable. After an error nobody knows whether it is; `committed` tells.
    fn commit(&mut self) -> Kept<()>;
    /// Whether the group of the last `commit` is durable although `commit` failed. Waits for a commit
    /// that is still under way; to be called after `rollback`.
    fn committed(&mut self) -> Kept<bool>;
    /// Gives the group up, and whatever connection it was on.
    fn rollback(&mut self);
    /// Runs one call so that it leaves nothing behind if it fails.
    fn save(&mut self, work: &mut dyn FnMut(&mut dyn Backend) -> Kept<()>) -> Kept<()>;

    /// Appends lines, each under its match's lease and directly after the line before it; says of
    /// each whether it stands there now. A line that stands there already is not written twice.
    fn append(&mut self, entries: &[LogEntry]) -> Kept<Vec<bool>>;
    /// Makes a match, with its stakes.
    fn create_match(&mut self, new: &NewMatch) -> Kept<Created>;
    /// Takes a match away from whoever holds it; gives the new lease, none for an ended match.
    fn take_up(&mut self, id: &str) -> Kept<Option<i64>>;
    /// Takes every unfinished match away from whoever holds it, and holds its clock where it stood at
    /// the last beat of that host.
    fn take_up_all(&mut self, last_beat: Option<i64>) -> Kept<Vec<Unfinished>>;
    /// Notes where a match's clock stands.
    fn set_clock(&mut self, id: &str, clock: Clock) -> Kept<()>;
    /// Ends a match: result, payout and ratings together, once.
    fn finish(&mut self, finish: &Finish) -> Kept<Finished>;
    /// A match.
    fn match_row(&mut self, id: &str) -> Kept<Option<MatchRow>>;
    /// A page of matches, the latest first.
    fn matches(&mut self, filter: &MatchFilter) -> Kept<Vec<ListedMatch>>;
    /// The number of the last line of a match; 0 if it has none.
    fn last_seq(&mut self, id: &str) -> Kept<i64>;
    /// The lines of a match, in order.
    fn entries(&mut self, id: &str) -> Kept<Vec<String>>;

    /// Notes that an account was seen at an address at this moment.
    fn note_address(&mut self, account: &str, address: &str, at: i64) -> Kept<()>;
    /// Forgets addresses that were last seen before this moment.
    fn forget_addresses(&mut self, before: i64) -> Kept<()>;
    /// Why a match between two accounts would move no rating now; `None` if it would.
    fn unrated(&mut self, game: &str, pair: [&str; 2], at: i64) -> Kept<Option<Unrated>>;
    /// The secret under which anybody may see a match, which is this one if it had none.
    fn share_match(&mut self, id: &str, secret: &str) -> Kept<String>;
    /// The secret under which anybody may see a match.
    fn share_of(&mut self, id: &str) -> Kept<Option<String>>;

    /// Makes an account.
    fn create_account(&mut self, new: &NewAccount) -> Kept<()>;
    /// An account by the hash of its token.
    fn account_by_token(&mut self, token_hash: &str) -> Kept<Option<Account>>;
    /// An account.
    fn account(&mut self, id: &str) -> Kept<Option<Account>>;
    /// Gives an account a name that nobody else has, whatever the case of its letters; a change of
    /// name costs `fee`, the first name nothing.
    fn rename(&mut self, id: &str, name: &str, fee: i64) -> Kept<Renamed>;

    /// Notes that an account is in use; says whether it still exists.
    fn seen(&mut self, account: &str, at: i64) -> Kept<bool>;

    /// Removes some matches that ended before a moment, the oldest first; says how many.
    fn remove_matches(&mut self, before: i64, limit: i64) -> Kept<usize>;
    /// Some accounts that were last seen before a moment and neither play nor wait.
    fn stale_accounts(&mut self, before: i64, limit: i64) -> Kept<Vec<String>>;
    /// Removes such an account and burns its tokens; says whether it did.
    fn remove_account(&mut self, account: &str, before: i64) -> Kept<bool>;
    /// Gives space that removals have freed back to the file system, at most so many pages.
    fn give_back(&mut self, pages: u32) -> Kept<()>;
    /// Moves everything into the database file, as a stop does. Not inside a transaction.
    fn settle(&mut self) -> Kept<()>;

    /// Takes a place in a queue, the only one of the account.
    fn queue_put(&mut self, place: &QueuePlace) -> Kept<()>;
    /// Gives up the account's place.
    fn queue_remove(&mut self, account: &str) -> Kept<()>;
    /// All places, the oldest first.
    fn queue_places(&mut self) -> Kept<Vec<QueuePlace>>;

    /// A page of the best of a game; provisional ratings are left out.
    fn leaderboard(&mut self, page: &LeaderPage) -> Kept<Vec<Ranked>>;
    /// Where all the tokens are.
    fn totals(&mut self) -> Kept<Totals>;

    /// Writes something that nobody reads, `much` of it or little.
    fn probe(&mut self, much: bool) -> Kept<()>;
    /// What the host's clock showed when it last noted that it was alive. The note outlives the
    /// process, not the machine.
    fn last_beat(&mut self) -> Kept<Option<i64>>;
}
