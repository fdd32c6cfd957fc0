//! The plain values that are kept.

use serde::{Deserialize, Serialize};
use unicode_security::skeleton;

use crate::Rating;

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Public name of the account, never shown beside its token.
    pub id: String,
    /// Hash of the secret token.
    pub token_hash: String,
    /// What the person wants to be called.
    pub name: Option<String>,
    /// Its balance.
    pub tokens: i64,
    /// When it was last used, in Unix milliseconds; up to a day behind.
    pub seen: i64,
}

/// An account to be made.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// Its id.
    pub id: String,
    /// Hash of its token.
    pub token_hash: String,
    /// The balance it begins with.
    pub tokens: i64,
    /// When, in Unix milliseconds.
    pub at: i64,
}

/// What came of a change of name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renamed {
    /// The account with its new name.
    Done(Account),
    /// Somebody else has it.
    Taken,
    /// The fee cannot be paid.
    TooPoor,
}

/// Where the clock of a match stood at a moment of the host's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Unix milliseconds, or `None` while it is held.
    pub wall: Option<i64>,
    /// The match's own time.
    pub at: i64,
}

/// A match to be made.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// Its id.
    pub id: String,
    /// Its game.
    pub game: String,
    /// The replay document without entries, as JSON.
    pub header: String,
    /// What the host wants to know again after a restart, as JSON.
    pub meta: String,
    /// Whether everybody may find it.
    pub public: bool,
    /// Who plays; an account may hold several seats.
    pub accounts: Vec<String>,
    /// What each account pays, all or none.
    pub stakes: Vec<(String, i64)>,
    /// When, in Unix milliseconds.
    pub created: i64,
}

/// What came of making a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is there, and leased to the maker under this epoch.
    Done {
        /// The lease.
        epoch: i64,
        /// The balances of those who paid, in their order.
        balances: Vec<i64>,
    },
    /// This account cannot pay; nothing was made.
    TooPoor(String),
}

/// One line of a match's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The match.
    pub id: std::sync::Arc<str>,
    /// The lease under which it is written.
    pub epoch: i64,
    /// Its number.
    pub seq: i64,
    /// The record, as JSON.
    pub body: String,
}

/// A match as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// Its id.
    pub id: String,
    /// Its game.
    pub game: String,
    /// The replay document without entries, as JSON.
    pub header: String,
    /// What the host wanted to know again.
    pub meta: String,
    /// The lease.
    pub epoch: i64,
    /// Its clock.
    pub clock: Clock,
    /// What was paid and not yet paid out.
    pub pot: i64,
    /// When it began, in Unix milliseconds.
    pub created: i64,
    /// When it ended.
    pub finished: Option<i64>,
    /// How it ended, as JSON.
    pub outcome: Option<String>,
}

/// A match as lists show it, without its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMatch {
    /// Its id.
    pub id: String,
    /// Its game.
    pub game: String,
    /// What the host wanted to know again.
    pub meta: String,
    /// When it began, in Unix milliseconds.
    pub created: i64,
    /// When it ended.
    pub finished: Option<i64>,
    /// How it ended, as JSON.
    pub outcome: Option<String>,
}

/// A match that an earlier process left, now leased to this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its id.
    pub id: String,
    /// Its game.
    pub game: String,
    /// What the host wanted to know again.
    pub meta: String,
    /// The new lease.
    pub epoch: i64,
}

/// Whose matches a list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Those that everybody may find.
    #[default]
    Public,
    /// Those of an account.
    Account(String),
}

/// Which page of which matches, the latest first.
#[derive(Clone, Debug, Default)]
pub struct MatchFilter {
    /// Whose.
    pub scope: Scope,
    /// Of this game only.
    pub game: Option<String>,
    /// Finished ones or running ones only.
    pub finished: Option<bool>,
    /// Those after the match that began then and has this id.
    pub before: Option<(i64, String)>,
    /// At most so many.
    pub limit: i64,
}

/// Which page of a leaderboard.
#[derive(Clone, Debug, Default)]
pub struct LeaderPage {
    /// Of which game.
    pub game: String,
    /// Those below this place.
    pub after: Option<LeaderPlace>,
    /// At most so many.
    pub limit: i64,
}

/// Where somebody stands in a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderPlace {
    /// The rating.
    pub rating: f64,
    /// Whose.
    pub account: String,
}

/// What a match was for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatOutcome {
    /// Won.
    Won,
    /// Drew.
    Drew,
    /// Lost.
    Lost,
}

/// One account's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatResult {
    /// Whose.
    pub account: String,
    /// At which seat.
    pub seat: i64,
    /// Which.
    pub verdict: SeatOutcome,
}

/// The end of a match.
#[derive(Clone, Debug, Default)]
pub struct Finish {
    /// The match.
    pub id: String,
    /// The lease under which it is ended.
    pub epoch: i64,
    /// How it ended, as JSON.
    pub outcome: String,
    /// When, in Unix milliseconds.
    pub at: i64,
    /// What it was for whom; empty for a match that counts nowhere.
    pub results: Vec<SeatResult>,
    /// Who is paid out of the pot; what nobody is paid is burned.
    pub payouts: Vec<(String, i64)>,
    /// Whether it moves the ratings.
    pub rated: bool,
    /// Whether it moves only the ratings of those who lost.
    pub losers_only: bool,
}

impl Finish {
    /// Whether it may move the rating of this account.
    pub(crate) fn moves(&self, account: &str) -> bool {
        let lost =
            |result: &SeatResult| result.account == account && result.verdict == SeatOutcome::Lost;
        !self.losers_only || self.results.iter().any(lost)
    }
}

/// Why the result between two accounts moves no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// Both were seen at the same address within a day.
    SameAddress,
    /// They have played a rated match of this game within a day, or one of them has with somebody at
    /// the other one's address.
    PlayedToday,
}

impl Unrated {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Unrated::SameAddress => "same_address",
            Unrated::PlayedToday => "played_today",
        }
    }
}

/// For how long an address and a pairing count against a rated match, in milliseconds.
pub const RATING_DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What came of ending a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Finished {
    /// It is ended, or was already.
    Done {
        /// The balances of the accounts in `results` or `payouts`.
        balances: Vec<(String, i64)>,
        /// How the ratings moved.
        ratings: Vec<Rated>,
        /// Why they did not move, where the match was to be rated.
        unrated: Option<Unrated>,
    },
    /// Somebody else holds the match.
    Fenced,
}

/// A rating that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Whose.
    pub account: String,
    /// Before.
    pub before: Rating,
    /// After.
    pub after: Rating,
}

/// A place in a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Whose.
    pub account: String,
    /// What the person wants to be called.
    pub name: Option<String>,
    /// The rating.
    pub rating: Rating,
    /// Rated matches.
    pub matches: i64,
}

/// A place in a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuePlace {
    /// Whose.
    pub account: String,
    /// Of which queue.
    pub queue: String,
    /// What was asked for, as JSON.
    pub body: String,
    /// Since when, in Unix milliseconds.
    pub since: i64,
}

/// Where all the tokens are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many accounts there are.
    pub accounts: i64,
    /// The sum of what they were given when they were made.
    pub given: i64,
    /// The sum of the balances.
    pub balances: i64,
    /// The sum of the pots of running matches.
    pub pots: i64,
    /// Burned pots and fees.
    pub burned: i64,
}

impl Totals {
    /// Whether nothing was made of nothing or lost.
    pub fn conserved(&self) -> bool {
        self.balances + self.pots + self.burned == self.given
    }
}

/// The form of a name in which no two may be the same: names that look alike have the same one.
pub(crate) fn name_key(name: &str) -> String {
    // A capital I looks like a small l, and case makes no difference. Skeletons may be capitals.
    let shape = skeleton(&name.to_lowercase()).collect::<String>();
    skeleton(&shape.to_lowercase().replace('i', "l")).collect()
}

/// The form that accounts were named by before look-alikes counted; still the key of older accounts.
pub(crate) fn older_name_key(name: &str) -> String {
    name.to_lowercase()
}

/// Two accounts in the order in which they are kept.
pub(crate) fn pair_key(mut pair: [&str; 2]) -> [&str; 2] {
    pair.sort_unstable();
    pair
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_one_key() {
        for (one, other) in [
            ("Mike", "mike"),
            ("Mike", "rnike"),
            ("Bob", "b0b"),
            ("Ian", "lan"),
            ("paypal", "раураl"),
            ("alice", "al\u{131}ce"),
        ] {
            assert_eq!(name_key(one), name_key(other), "{one} and {other}");
        }
        assert_ne!(name_key("Alice"), name_key("Alina"));
        assert_ne!(name_key("player 1"), name_key("player 2"));
    }
}
