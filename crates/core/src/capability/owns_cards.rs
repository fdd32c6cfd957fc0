//! Card data that a configured game was built with.

use std::any::Any;

/// A game built from card data. A match is only taken up where the data is the same.
pub trait OwnsCards {
    /// Fingerprint of the card data.
    fn data_digest(&self) -> u64;

    /// Makes the names of this game's cards known on this thread for as long as the answer lives.
    /// States, actions, events and views are written as JSON and read from it only while it does.
    /// A game whose config can bring cards along keeps their names with that data; others need none.
    #[inline]
    fn naming(&self) -> Option<Box<dyn Any>> {
        None
    }
}
