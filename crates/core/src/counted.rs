//! Numbers of things in words.

use std::fmt::Display;

/// A number with its noun: `1 match`, `2 matches`.
///
/// ```
/// use bout_core::counted;
/// assert_eq!(counted(1, "match", "matches"), "1 match");
/// assert_eq!(counted(0, "match", "matches"), "0 matches");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}
