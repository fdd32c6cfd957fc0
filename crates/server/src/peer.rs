//! Who is at the other end of a connection.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;

/// Where proxies write for whom they speak, each after those before it.
const FORWARDED: &str = "x-forwarded-for";

/// The address of a player, as limits and logs know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Peer {
    /// Somebody at this address.
    At(IpAddr),
    /// Somebody over a socket in the file system; all of them count as one.
    Local,
}

impl Peer {
    /// For whom the proxy in front speaks. Only what it wrote itself counts, which is the last entry:
    /// those before it are what others claim. None if there is none that can be read.
    pub fn forwarded(headers: &HeaderMap) -> Option<Peer> {
        let last = headers.get_all(FORWARDED).iter().next_back()?;
        let entry = last.to_str().ok()?.rsplit(',').next()?.trim();
        let with_port = || entry.parse().map(|address: SocketAddr| address.ip());
        entry.parse().or_else(|_| with_port()).ok().map(IpAddr::into)
    }
}

impl From<IpAddr> for Peer {
    /// An address counts once, in whichever way it is written. IPv6 counts by /64: that is what one
    /// subscriber gets, and may choose from freely.
    fn from(address: IpAddr) -> Self {
        Peer::At(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(network.into())
            }
            address @ IpAddr::V4(_) => address,
        })
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

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{FORWARDED, Peer};

    fn told(lines: &[&[u8]]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, HeaderValue::from_bytes(line).unwrap());
        }
        Peer::forwarded(&headers).map(|peer| peer.to_string())
    }

    #[test]
    fn the_last_entry_of_the_last_line_counts() {
        let rows: [(&[&[u8]], &str); 8] = [
            (&[b"192.0.2.1"], "192.0.2.1"),
            (&[b"192.0.2.1, 192.0.2.2"], "192.0.2.2"),
            (&[b"192.0.2.1,192.0.2.2 "], "192.0.2.2"),
            (&[b"192.0.2.1, 192.0.2.2", b"192.0.2.3"], "192.0.2.3"),
            (&[b"rubbish, 2001:db8::1"], "2001:db8::"),
            (&[b"192.0.2.1:4711"], "192.0.2.1"),
            (&[b"[2001:db8:0:7:a:b:c:d]:4711"], "2001:db8:0:7::"),
            (&[b"::ffff:192.0.2.1"], "192.0.2.1"),
        ];
        for (lines, expected) in rows {
            assert_eq!(told(lines).as_deref(), Some(expected), "{lines:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_counts_for_nothing() {
        let rows: [&[&[u8]]; 7] = [
            &[],
            &[b""],
            &[b"unix:"],
            &[b"192.0.2.1, unknown"],
            &[b"192.0.2.1,"],
            &[b"192.0.2.1", b"\xff"],
            &[b"192.0.2.256"],
        ];
        for lines in rows {
            assert_eq!(told(lines), None, "{lines:?}");
        }
    }
}
