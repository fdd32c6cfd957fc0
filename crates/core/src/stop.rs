//! How a host ends the thinking of a computer player.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a computer player to answer now, because its time is up or nobody waits. Clones share it.
///
/// A player that searches asks [`is_set`](Stop::is_set) at least every 5 ms and then gives its best
/// answer so far.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the thinking.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is the same, or a clone.
    pub fn is(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether the thinking has to end.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
