//! What a retention period removes, a little at a time.

use crate::backend::Kept;
use crate::rows::{int, text};
use crate::sql::{Driver, Param};

pub(crate) const OLD_MATCHES: &str = "SELECT id FROM matches WHERE finished IS NOT NULL AND finished < $1 ORDER BY finished LIMIT $2";
pub(crate) const STALE_ACCOUNTS: &str = "SELECT id FROM accounts WHERE seen < $1 AND NOT EXISTS \
    (SELECT 1 FROM players WHERE account = accounts.id AND running = 1) AND NOT EXISTS \
    (SELECT 1 FROM queue WHERE account = accounts.id) ORDER BY seen LIMIT $2";

/// Removes matches that ended before a moment, with their logs; says how many.
pub(crate) fn remove_matches(driver: &mut dyn Driver, before: i64, limit: i64) -> Kept<usize> {
    let rows = driver.query(OLD_MATCHES, &[Param::Int(before), Param::Int(limit.max(0))])?;
    let ids = rows.iter().map(|row| text(row, 0)).collect::<Kept<Vec<_>>>()?;
    let sets: Vec<_> = ids.iter().map(|id| vec![Param::Text(id)]).collect();
    driver.execute_all("DELETE FROM entries WHERE match = $1", &sets)?;
    driver.execute_all("DELETE FROM players WHERE match = $1", &sets)?;
    driver.execute_all("DELETE FROM results WHERE match = $1", &sets)?;
    driver.execute_all("DELETE FROM shares WHERE match = $1", &sets)?;
    driver.execute_all("DELETE FROM matches WHERE id = $1", &sets)?;
    Ok(ids.len())
}

/// Accounts that nobody has used since a moment, that play nothing and wait for nothing.
pub(crate) fn stale_accounts(
    driver: &mut dyn Driver,
    before: i64,
    limit: i64,
) -> Kept<Vec<String>> {
    let rows = driver.query(STALE_ACCOUNTS, &[Param::Int(before), Param::Int(limit.max(0))])?;
    rows.iter().map(|row| text(row, 0)).collect()
}

/// Removes such an account; gives its balance, or none if it is needed after all.
pub(crate) fn remove_account(
    driver: &mut dyn Driver,
    account: &str,
    before: i64,
) -> Kept<Option<i64>> {
    let sql = "DELETE FROM accounts WHERE id = $1 AND seen < $2 AND NOT EXISTS \
               (SELECT 1 FROM players WHERE account = $1 AND running = 1) AND NOT EXISTS \
               (SELECT 1 FROM queue WHERE account = $1) RETURNING tokens";
    let rows = driver.query(sql, &[Param::Text(account), Param::Int(before)])?;
    let Some(row) = rows.first() else { return Ok(None) };
    let own = [Param::Text(account)];
    driver.execute("DELETE FROM players WHERE account = $1 AND running = 0", &own)?;
    driver.execute("DELETE FROM ratings WHERE account = $1", &own)?;
    driver.execute("DELETE FROM addresses WHERE account = $1", &own)?;
    int(row, 0).map(Some)
}
