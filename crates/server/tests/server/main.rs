//! The server over real sockets on the loopback.

mod bench;
mod platform;
