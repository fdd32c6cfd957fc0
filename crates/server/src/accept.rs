//! Taking connections, whichever way they come.

use std::fs::{self, Permissions};
use std::io::{self, Error, ErrorKind};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::{TcpListener, UnixListener, UnixStream};

use crate::Address;
use crate::peer::Peer;
use crate::stream::Stream;

/// Who may connect to a socket in the file system: its owner and its group.
const PERMISSIONS: u32 = 0o660;
/// How long nobody is taken after somebody could not be.
const PAUSE: Duration = Duration::from_millis(50);

/// Somewhere to connect to.
pub enum Listener {
    /// A port.
    Tcp(TcpListener),
    /// A socket in the file system.
    Unix(SocketFile),
}

impl Listener {
    /// Listens there; also gives where that is, now that a free port has its number.
    pub async fn bind(address: &Address) -> io::Result<(Listener, Address)> {
        match address {
            Address::Tcp(port) => {
                let listener = TcpListener::bind(port).await?;
                let address = listener.local_addr()?.into();
                Ok((Listener::Tcp(listener), address))
            }
            Address::Unix(path) => {
                clear(path).await?;
                Ok((Listener::Unix(SocketFile::bind(path)?), address.clone()))
            }
        }
    }

    /// The next connection, and who is at its other end. Nothing is lost if nobody waits for it to
    /// the end.
    pub async fn accept(&self) -> (Stream, Peer) {
        loop {
            match self.try_accept().await {
                Ok(accepted) => return accepted,
                Err(error) => {
                    // Out of file handles, mostly: others must close first.
                    tracing::warn!(%error, "a connection cannot be accepted");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn try_accept(&self) -> io::Result<(Stream, Peer)> {
        match self {
            Listener::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                Ok((Stream::tcp(stream), peer.ip().into()))
            }
            Listener::Unix(file) => {
                let (stream, _) = file.listener.accept().await?;
                Ok((Stream::Unix(stream), Peer::Local))
            }
        }
    }
}

impl axum::serve::Listener for Listener {
    type Io = Stream;
    type Addr = Peer;

    async fn accept(&mut self) -> (Stream, Peer) {
        Listener::accept(self).await
    }

    fn local_addr(&self) -> io::Result<Peer> {
        match self {
            Listener::Tcp(listener) => Ok(listener.local_addr()?.ip().into()),
            Listener::Unix(_) => Ok(Peer::Local),
        }
    }
}

/// Removes the socket of a server that is gone. What is no socket, or answers, stays.
async fn clear(path: &Path) -> io::Result<()> {
    let found = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    if !found.file_type().is_socket() {
        return Err(Error::other("there is something else than a socket"));
    }
    match UnixStream::connect(path).await {
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => fs::remove_file(path),
        // One who has no time to answer is there nevertheless.
        Err(error) if error.kind() != ErrorKind::WouldBlock => Err(error),
        _ => Err(Error::other("somebody answers there already")),
    }
}

/// A socket in the file system; its file goes with it.
pub struct SocketFile {
    listener: UnixListener,
    path: PathBuf,
    /// By which its file is known from another that has taken its place.
    inode: (u64, u64),
}

impl SocketFile {
    fn bind(path: &Path) -> io::Result<SocketFile> {
        let listener = UnixListener::bind(path)?;
        let file = SocketFile { listener, path: path.to_owned(), inode: inode(path)? };
        fs::set_permissions(path, Permissions::from_mode(PERMISSIONS))?;
        Ok(file)
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // While the socket is open nobody else takes the path.
        if inode(&self.path).is_ok_and(|inode| inode == self.inode) {
            // What stays is removed by whoever comes next.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn inode(path: &Path) -> io::Result<(u64, u64)> {
    let found = fs::symlink_metadata(path)?;
    Ok((found.dev(), found.ino()))
}
