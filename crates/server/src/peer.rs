//! Who is at the other end of a connection.

use std::fmt;
use std::net::IpAddr;

/// The address of a player, as limits and logs know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Peer {
    /// Somebody at this address.
    At(IpAddr),
    /// Somebody over a socket in the file system; all of them count as one.
    Local,
}

impl From<IpAddr> for Peer {
    /// An address counts once, in whichever way it is written.
    fn from(address: IpAddr) -> Self {
        Peer::At(address.to_canonical())
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Peer::At(address) => address.fmt(f),
            Peer::Local => f.write_str("local"),
        }
    }
}
