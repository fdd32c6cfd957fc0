//! The rules that change a match, one file each.

pub mod end;
pub mod finalize;
pub mod prep;
pub mod step;
