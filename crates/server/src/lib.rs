//! The match server.
