//! The lists that people page through. Each statement reads one index in its own order, so a page
//! costs the same whatever is stored.

use crate::backend::Kept;
use crate::rows::{int, listed_match, maybe_text, rating, text};
use crate::sql::{Driver, Param, Row};
use crate::{LeaderPage, LeaderPlace, ListedMatch, MatchFilter, Ranked, Scope};

/// A page of matches: from where, which, and the order of its index.
macro_rules! page {
    ($from:literal, $table:literal, $id:literal, $which:literal, $time:literal, $limit:literal) => {
        concat!(
            "SELECT id, matches.game, meta, matches.created, finished, outcome FROM ",
            $from,
            " WHERE ",
            $which,
            " AND (",
            $table,
            ".created, ",
            $table,
            ".",
            $id,
            ") < ",
            $time,
            " ORDER BY ",
            $table,
            ".created DESC, ",
            $table,
            ".",
            $id,
            " DESC LIMIT ",
            $limit
        )
    };
}

macro_rules! public {
    ($which:literal, $time:literal, $limit:literal) => {
        page!("matches", "matches", "id", $which, $time, $limit)
    };
}

/// The order of the join is fixed: the list decides which matches are read.
macro_rules! of_account {
    ($which:literal, $time:literal, $limit:literal) => {
        page!("players CROSS JOIN matches", "players", "match", $which, $time, $limit)
    };
}

const PUBLIC_RUNNING: &str = public!("public = 1 AND finished IS NULL", "($1, $2)", "$3");
const PUBLIC_FINISHED: &str = public!("public = 1 AND finished IS NOT NULL", "($1, $2)", "$3");
const PUBLIC_RUNNING_OF: &str =
    public!("public = 1 AND finished IS NULL AND game = $1", "($2, $3)", "$4");
const PUBLIC_FINISHED_OF: &str =
    public!("public = 1 AND finished IS NOT NULL AND game = $1", "($2, $3)", "$4");
const OWN_RUNNING: &str =
    of_account!("matches.id = players.match AND account = $1 AND running = 1", "($2, $3)", "$4");
const OWN_FINISHED: &str =
    of_account!("matches.id = players.match AND account = $1 AND running = 0", "($2, $3)", "$4");
// An account has few running matches: those of one game need no index of their own.
const OWN_RUNNING_OF: &str = of_account!(
    "matches.id = players.match AND account = $1 AND running = 1 AND players.game = $2",
    "($3, $4)",
    "$5"
);
const OWN_FINISHED_OF: &str = of_account!(
    "matches.id = players.match AND account = $1 AND running = 0 AND players.game = $2",
    "($3, $4)",
    "$5"
);
const LEADERS: &str = "SELECT ratings.account, name, rating, deviation, volatility, matches \
    FROM ratings CROSS JOIN accounts WHERE accounts.id = ratings.account \
    AND ratings.game = $1 AND ranked = 1 AND (rating, ratings.account) < ($2, $3) \
    ORDER BY rating DESC, ratings.account DESC LIMIT $4";

/// Every statement that lists something, by name; tests look at how the database plans them.
pub const STATEMENTS: &[(&str, &str)] = &[
    ("public running", PUBLIC_RUNNING),
    ("public finished", PUBLIC_FINISHED),
    ("public running of a game", PUBLIC_RUNNING_OF),
    ("public finished of a game", PUBLIC_FINISHED_OF),
    ("own running", OWN_RUNNING),
    ("own finished", OWN_FINISHED),
    ("own running of a game", OWN_RUNNING_OF),
    ("own finished of a game", OWN_FINISHED_OF),
    ("leaderboard", LEADERS),
    ("matches to remove", crate::retention::OLD_MATCHES),
    ("accounts to remove", crate::retention::STALE_ACCOUNTS),
];

pub(crate) fn matches(driver: &mut dyn Driver, filter: &MatchFilter) -> Kept<Vec<ListedMatch>> {
    let mut found = Vec::new();
    if filter.finished != Some(true) {
        found = of_state(driver, filter, false)?;
    }
    if filter.finished != Some(false) {
        found.extend(of_state(driver, filter, true)?);
    }
    latest_first(&mut found, filter.limit);
    Ok(found)
}

/// Merges what was found running and what was found finished.
pub(crate) fn latest_first(found: &mut Vec<ListedMatch>, limit: i64) {
    found.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
    found.truncate(usize::try_from(limit).unwrap_or(0));
}

fn of_state(
    driver: &mut dyn Driver,
    filter: &MatchFilter,
    finished: bool,
) -> Kept<Vec<ListedMatch>> {
    let sql = match (&filter.scope, &filter.game, finished) {
        (Scope::Public, None, false) => PUBLIC_RUNNING,
        (Scope::Public, None, true) => PUBLIC_FINISHED,
        (Scope::Public, Some(_), false) => PUBLIC_RUNNING_OF,
        (Scope::Public, Some(_), true) => PUBLIC_FINISHED_OF,
        (Scope::Account(_), None, false) => OWN_RUNNING,
        (Scope::Account(_), None, true) => OWN_FINISHED,
        (Scope::Account(_), Some(_), false) => OWN_RUNNING_OF,
        (Scope::Account(_), Some(_), true) => OWN_FINISHED_OF,
    };
    let mut params = Vec::with_capacity(5);
    if let Scope::Account(account) = &filter.scope {
        params.push(Param::Text(account));
    }
    params.extend(filter.game.as_deref().map(Param::Text));
    let (created, id) = match &filter.before {
        Some((created, id)) => (*created, id.as_str()),
        None => (i64::MAX, ""),
    };
    params.extend([Param::Int(created), Param::Text(id), Param::Int(filter.limit.max(0))]);
    driver.query(sql, &params)?.iter().map(listed_match).collect()
}

pub(crate) fn leaderboard(driver: &mut dyn Driver, page: &LeaderPage) -> Kept<Vec<Ranked>> {
    let ranked = |row: &Row| {
        Ok(Ranked {
            account: text(row, 0)?,
            name: maybe_text(row, 1)?,
            rating: rating(row, 2)?,
            matches: int(row, 5)?,
        })
    };
    let (rating, account) = match &page.after {
        Some(LeaderPlace { rating, account }) => (*rating, account.as_str()),
        None => (f64::MAX, ""),
    };
    let params = [
        Param::Text(&page.game),
        Param::Real(rating),
        Param::Text(account),
        Param::Int(page.limit.max(0)),
    ];
    driver.query(LEADERS, &params)?.iter().map(ranked).collect()
}
