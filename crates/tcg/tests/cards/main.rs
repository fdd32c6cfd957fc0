//! Every shipped card, through the public door, at a path that mirrors the data.
//!
//! A test is a small table: what is done with the card, how the table differs from the usual one,
//! which coins fall, and the story that comes of it. `range.rs` sets the table and tells the story.

mod example;
mod firstlight;
mod range;
mod shipped;
mod strong;

pub use range::card;
