//! The set that `docs/making-a-set.md` makes: it loads, and it can be played.

#[test]
fn to_come() {}
