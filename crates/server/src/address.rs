//! Where a server is: at a port, or at a socket in the file system.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::os::unix::net::SocketAddr as UnixAddress;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tokio::net::{TcpStream, UnixStream};

use crate::stream::Stream;

/// What the name of a socket in the file system begins with.
const UNIX: &str = "unix:";

/// Where a server listens, and where it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An address and a port; port 0 stands for a free one.
    Tcp(SocketAddr),
    /// A socket in the file system.
    Unix(PathBuf),
}

impl Address {
    /// A socket in the file system, if its path is one that sockets can have.
    pub fn unix(path: &Path) -> Result<Address, String> {
        if path.as_os_str().is_empty() {
            return Err("a path is expected after unix:".into());
        }
        UnixAddress::from_pathname(path).map_err(|error| error.to_string())?;
        Ok(Address::Unix(path.to_owned()))
    }

    /// A free port of the loopback.
    pub fn free_port() -> Address {
        Address::Tcp(SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    /// Whether only this machine can reach it.
    pub fn is_local(&self) -> bool {
        match self {
            Address::Tcp(address) => address.ip().is_loopback(),
            Address::Unix(_) => true,
        }
    }

    /// Over what one gets there: `tcp` or `unix`.
    pub fn transport(&self) -> &'static str {
        match self {
            Address::Tcp(_) => "tcp",
            Address::Unix(_) => "unix",
        }
    }

    /// The same for people and scripts: what a browser opens, or the socket.
    pub fn url(&self) -> String {
        match self {
            Address::Tcp(address) => format!("http://{address}"),
            Address::Unix(_) => self.to_string(),
        }
    }

    /// The host that a request to it names.
    pub fn host(&self) -> String {
        match self {
            Address::Tcp(address) => address.to_string(),
            Address::Unix(_) => "localhost".into(),
        }
    }

    /// Connects to whoever listens there.
    pub async fn connect(&self) -> io::Result<Stream> {
        match self {
            Address::Tcp(address) => Ok(Stream::tcp(TcpStream::connect(address).await?)),
            Address::Unix(path) => Ok(Stream::Unix(UnixStream::connect(path).await?)),
        }
    }
}

impl From<SocketAddr> for Address {
    fn from(address: SocketAddr) -> Self {
        Address::Tcp(address)
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix(UNIX) {
            Some(path) => Address::unix(path.as_ref()),
            None => match text.parse() {
                Ok(address) => Ok(Address::Tcp(address)),
                Err(_) => Err("ADDR:PORT or unix:PATH expected".into()),
            },
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(address) => address.fmt(f),
            Address::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for (text, transport, url) in [
            ("127.0.0.1:7878", "tcp", "http://127.0.0.1:7878"),
            ("[::1]:80", "tcp", "http://[::1]:80"),
            ("unix:/run/bout/bout.sock", "unix", "unix:/run/bout/bout.sock"),
            ("unix:bout.sock", "unix", "unix:bout.sock"),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!(address.to_string(), text);
            assert_eq!((address.transport(), address.url().as_str()), (transport, url));
        }
    }

    #[test]
    fn others_are_refused() {
        let long = format!("unix:/{}", "x".repeat(200));
        for text in ["", "7878", "localhost", "unix:", "unix:a\0b", "/run/bout.sock", &long] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
