//! Removes what is older than its retention period, a little at a time and beside the game.

use std::sync::Arc;
use std::time::Duration;

use bout_store::{Backend, StoreError};

use crate::App;
use crate::clock::unix_ms;

/// How many matches one commit removes; acts wait for it like for any other.
const MATCHES: i64 = 10;
/// How many accounts one commit removes.
const ACCOUNTS: i64 = 50;
/// How many pages of free space one commit gives back.
const PAGES: u32 = 256;
/// How long acts have the store for themselves between two such commits.
const PAUSE: Duration = Duration::from_millis(50);

/// Looks for what is too old, as often as the settings say; ends with the server.
pub async fn run(app: Arc<App>) {
    let keep = &app.settings.keep;
    if keep.matches.is_none() && keep.accounts.is_none() {
        return;
    }
    loop {
        match remove(&app).await {
            Ok((0, 0)) => {}
            Ok((matches, accounts)) => {
                tracing::info!(matches, accounts, "removed what was kept for long enough");
            }
            Err(error) => tracing::warn!(%error, "old matches and accounts were not removed"),
        }
        tokio::time::sleep(app.settings.keep.every).await;
    }
}

/// The moment before which something is too old, in Unix milliseconds.
fn limit(keep: Duration) -> i64 {
    unix_ms().saturating_sub(i64::try_from(keep.as_millis()).unwrap_or(i64::MAX))
}

/// Removes all that is too old now; says how many matches and accounts that were.
async fn remove(app: &Arc<App>) -> Result<(usize, usize), StoreError> {
    let mut removed = (0, 0);
    while let Some(keep) = app.settings.keep.matches {
        let before = limit(keep);
        let work = move |kept: &mut dyn Backend| {
            let removed = kept.remove_matches(before, MATCHES)?;
            kept.give_back(PAGES)?;
            Ok(removed)
        };
        let some = app.store.write(work).await?;
        removed.0 += some;
        if some == 0 {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    if let Some(keep) = app.settings.keep.accounts {
        removed.1 = remove_accounts(app, limit(keep)).await?;
    }
    Ok(removed)
}

async fn remove_accounts(app: &Arc<App>, before: i64) -> Result<usize, StoreError> {
    let mut removed = 0;
    loop {
        let stale = app.store.browse(move |kept| kept.stale_accounts(before, ACCOUNTS)).await?;
        if stale.is_empty() {
            return Ok(removed);
        }
        // Somebody may have stayed connected all the time.
        let here = |id: &String| app.hall().links.contains_key(id) || app.sessions.is_here(id);
        let (here, gone): (Vec<_>, Vec<_>) = stale.into_iter().partition(here);
        let now = unix_ms();
        let some = app.store.write(move |kept| {
            here.iter().try_for_each(|id| kept.seen(id, now).map(|_| ()))?;
            let mut some = 0;
            for id in &gone {
                some += usize::from(kept.remove_account(id, before)?);
            }
            kept.give_back(PAGES)?;
            Ok(some)
        });
        removed += some.await?;
        tokio::time::sleep(PAUSE).await;
    }
}
