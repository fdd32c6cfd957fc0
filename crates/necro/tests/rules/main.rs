//! The rules of Dead `NecroChess` as tests: worked examples by their number, and a table per rule.

mod bots;
mod clocks;
mod config;
mod data;
mod ends;
mod examples;
mod guards;
mod hidden;
mod legal;
mod loading;
mod moves;
mod options;
mod preview;
mod setup;
mod shots;
mod statistics;
mod turns;

#[path = "../table/mod.rs"]
mod table;

use table::*;
