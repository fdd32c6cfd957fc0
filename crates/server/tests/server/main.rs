//! The server over real sockets on the loopback.

mod bench;
mod bots;
mod decider;
mod decks;
mod dialect;
mod documents;
mod host;
mod leaks;
mod limits;
mod listen;
mod lossy;
mod once;
mod platform;
mod proxied;
mod replays;
mod restart;
