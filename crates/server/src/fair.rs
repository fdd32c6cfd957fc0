//! What keeps ratings fair: where accounts were seen, and which matches count.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bout_store::{RATING_DAY_MS, StoreError, Unrated};

use crate::App;
use crate::clock::unix_ms;
use crate::peer::Peer;
use crate::room::Meta;

/// How often it is written down that an account is still at the same address.
const AGAIN: Duration = Duration::from_hours(1);

/// Which accounts were seen where lately, and when each was last written down.
#[derive(Default)]
pub struct Sightings(Mutex<BTreeMap<String, Sighting>>);

/// Where an account was last seen.
struct Sighting {
    peer: Peer,
    /// When it was written down that the account was at an address.
    noted: BTreeMap<Peer, Instant>,
}

impl Sightings {
    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, Sighting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this has to be written down, which is once an hour.
    fn is_new(&self, account: &str, peer: Peer) -> bool {
        let mut seen = self.locked();
        let sighting = seen
            .entry(account.to_owned())
            .or_insert_with(|| Sighting { peer, noted: BTreeMap::new() });
        sighting.peer = peer;
        let new = sighting.noted.get(&peer).is_none_or(|noted| noted.elapsed() > AGAIN);
        if new {
            sighting.noted.insert(peer, Instant::now());
        }
        new
    }

    /// At which address an account was last seen.
    fn last(&self, account: &str) -> Option<Peer> {
        self.locked().get(account).map(|sighting| sighting.peer)
    }

    /// Forgets those who are not among these and were not seen lately.
    fn sweep(&self, here: impl Fn(&str) -> bool) {
        self.locked().retain(|account, sighting| {
            sighting.noted.retain(|_, noted| noted.elapsed() <= AGAIN);
            !sighting.noted.is_empty() || here(account)
        });
    }
}

impl App {
    /// Notes at which address an account is.
    pub(crate) fn note_address(self: &Arc<App>, account: &str, peer: Peer) {
        if !self.sightings.is_new(account, peer) {
            return;
        }
        let (app, account, address) = (Arc::clone(self), account.to_owned(), peer.to_string());
        tokio::spawn(async move {
            let noted =
                app.store.write(move |kept| kept.note_address(&account, &address, unix_ms()));
            if let Err(error) = noted.await {
                tracing::warn!(%error, "the address of an account was not kept");
            }
        });
    }

    /// At which address an account was last seen since the start.
    pub(crate) fn address_of(&self, account: &str) -> Option<Peer> {
        self.sightings.last(account)
    }

    /// Forgets addresses that count no longer.
    pub(crate) async fn forget_addresses(&self) -> Result<(), StoreError> {
        {
            let hall = self.hall();
            self.sightings.sweep(|id| hall.links.contains_key(id) || hall.playing.contains_key(id));
        }
        self.store.write(|kept| kept.forget_addresses(unix_ms() - RATING_DAY_MS)).await
    }

    /// Takes the rating from a match in which no two players can move each other's.
    pub(crate) async fn check_rated(&self, game: &str, meta: &mut Meta) -> Result<(), StoreError> {
        let accounts = meta.accounts();
        if !meta.rated || accounts.len() < 2 {
            return Ok(());
        }
        let game = game.to_owned();
        let found = self.store.read(move |kept| {
            let mut why: Option<Unrated> = None;
            for (at, second) in accounts.iter().enumerate() {
                for first in &accounts[..at] {
                    match kept.unrated(&game, [first, second], unix_ms())? {
                        None => return Ok(None),
                        unrated => why = unrated,
                    }
                }
            }
            Ok(why)
        });
        if let Some(why) = found.await? {
            (meta.rated, meta.unrated) = (false, Some(why.code().into()));
        }
        Ok(())
    }
}
