//! Whether the store can be written, known without asking it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::StoreError;

/// Work that takes longer than this counts as a store that does not answer.
pub const SLOW: Duration = Duration::from_secs(2);

/// What the writing thread and the beat last saw of the store. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Health(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    /// Since when the writing thread waits for the store.
    busy: Option<Instant>,
    /// Why the last attempt failed.
    error: Option<String>,
    /// Whether another server has taken this one's place.
    rival: bool,
}

impl Health {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The writing thread begins something.
    pub fn begin(&self) {
        self.seen().busy = Some(Instant::now());
    }

    /// Something is durable.
    pub fn well(&self) {
        let mut seen = self.seen();
        (seen.busy, seen.error) = (None, None);
    }

    /// Something could not be made durable.
    pub fn ill(&self, error: &StoreError) {
        let mut seen = self.seen();
        (seen.busy, seen.error) = (None, Some(error.to_string()));
    }

    /// Another server holds the store, or no longer.
    pub fn set_rival(&self, rival: bool) {
        self.seen().rival = rival;
    }

    pub fn has_rival(&self) -> bool {
        self.seen().rival
    }

    /// Why nothing can be written now.
    pub fn trouble(&self) -> Option<String> {
        let seen = self.seen();
        if seen.rival {
            return Some("another server uses this store".into());
        }
        if let Some(error) = &seen.error {
            return Some(error.clone());
        }
        let waits = seen.busy.map(|since| since.elapsed()).filter(|waits| *waits > SLOW)?;
        Some(format!("the store has not answered for {} s", waits.as_secs()))
    }
}
