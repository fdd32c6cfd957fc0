//! The server over real sockets on the loopback.

mod attacks;
mod bench;
mod bots;
mod classes;
mod decider;
mod decks;
mod dialect;
mod documents;
mod duels;
mod fair;
mod host;
mod leaks;
mod limits;
mod listen;
mod lists;
mod lossy;
mod once;
mod outage;
mod platform;
mod presence;
mod private;
mod proxied;
mod replays;
mod restart;
mod scale;
mod tables;
