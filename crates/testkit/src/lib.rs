//! Tests that every game gets for nothing, and the tools to write the others tersely.
//!
//! [`Suite`] plays random matches of a game and checks every [`Rule`] that all games must keep:
//! replays fold, refused inputs change nothing, nobody learns what he may not know. The first
//! thing found is a [`Finding`] that says how to see it again.
//!
//! [`run_transcripts`] plays golden files, readable as a story, and compares what comes of them.
//!
//! [`soak`] plays a match on a host that is late, between people who misbehave; `bout soak` plays
//! thousands.
//!
//! [`Play`] is a match for rule tests that reads like the wire.
//!
//! A game's `tests/conformance.rs` is one call:
//!
//! ```text
//! Suite::<Tank>::new()
//!     .matches(300)
//!     .open_actions(|_, action| matches!(action, Action::Concede))
//!     .unknown(|state, viewer| viewer != Viewer::Referee && !state.deck.is_empty())
//!     .run()
//!     .unwrap_or_else(|finding| panic!("{finding}"));
//! ```

#![warn(clippy::float_arithmetic)]

mod attempt;
mod check;
mod choose;
mod coverage;
mod parts;
mod play;
mod pool;
mod rule;
mod session;
mod soak;
mod suite;
mod transcript;

pub use coverage::{Coverage, Edges};
pub use play::Play;
pub use rule::{Finding, Rule};
pub use soak::{Soaked, soak};
pub use suite::Suite;
pub use transcript::{TranscriptFault, Transcripts, run_transcripts};
