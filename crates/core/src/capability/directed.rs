//! A seat for a person who directs the match.

/// A game that can be directed from the host's seat.
pub trait Directed {
    /// Whether the config opens that seat.
    fn host_is_open(&self) -> bool;
}
