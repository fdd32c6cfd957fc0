//! Tank Combat.
