//! A connection, whichever way it came.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};

/// A connection over TCP, or over a socket in the file system.
#[derive(Debug)]
pub enum Stream {
    /// From a port to a port.
    Tcp(TcpStream),
    /// Within this machine.
    Unix(UnixStream),
}

impl Stream {
    /// A connection over TCP: frames are small and must not wait for each other.
    pub fn tcp(stream: TcpStream) -> Stream {
        let _ = stream.set_nodelay(true);
        Stream::Tcp(stream)
    }
}

/// Asks the stream that is there.
macro_rules! ask {
    ($stream:expr, $method:ident $(, $given:expr)*) => {
        match $stream.get_mut() {
            Stream::Tcp(stream) => Pin::new(stream).$method($($given),*),
            Stream::Unix(stream) => Pin::new(stream).$method($($given),*),
        }
    };
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ask!(self, poll_read, cx, bytes)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ask!(self, poll_write, cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ask!(self, poll_write_vectored, cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Stream::Tcp(stream) => stream.is_write_vectored(),
            Stream::Unix(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ask!(self, poll_flush, cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ask!(self, poll_shutdown, cx)
    }
}
