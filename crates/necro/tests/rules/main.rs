//! The rules of Dead NecroChess as tests: worked examples by their number, and a table per rule.

mod examples;

#[path = "../table/mod.rs"]
mod table;

use table::*;
