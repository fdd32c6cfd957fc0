//! The bytes of a socket: reading is left to tungstenite, texts are written from where they are, so
//! that a socket that waits keeps no room for what it once sent.

use std::future::poll_fn;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::Utf8Bytes;
pub use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{
    CloseFrame, Role, WebSocketConfig, WebSocketContext,
};
pub use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::stream::Stream;

/// A message beyond this ends the connection; a shorter one that is still too long is refused.
const HARD_BYTES: usize = 64 * 1024;
/// How much is read at once; most messages are shorter.
const READ_BYTES: usize = 512;
/// A text, whole.
const TEXT: u8 = 0x81;
/// An empty ping.
const PING: [u8; 2] = [0x89, 0];

/// A socket after its handshake.
pub struct WebSocket {
    stream: Stream,
    context: WebSocketContext,
}

impl WebSocket {
    /// A socket on this stream, of which so much has been read already.
    pub fn new(stream: Stream, read: &[u8]) -> WebSocket {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(HARD_BYTES))
            .max_frame_size(Some(HARD_BYTES));
        let (read, role) = (read.to_vec(), Role::Server);
        WebSocket {
            stream,
            context: WebSocketContext::from_partially_read(read, role, Some(config)),
        }
    }

    /// The next message; when the connection ends instead, the code to end it with. Nothing is lost
    /// if nobody waits for it to the end.
    pub async fn read(&mut self) -> Result<Message, CloseCode> {
        let read = poll_fn(|cx| {
            let WebSocket { stream, context } = &mut *self;
            settled(context.read(&mut Now { stream, cx }))
        });
        read.await.map_err(|error| match error {
            Error::Capacity(_) => CloseCode::Size,
            Error::Utf8(_) => CloseCode::Invalid,
            Error::Protocol(_) => CloseCode::Protocol,
            _ => CloseCode::Normal,
        })
    }

    /// Writes texts in one go.
    pub async fn write(&mut self, texts: &[Bytes]) -> io::Result<()> {
        let bytes: usize = texts.iter().map(|text| text.len() + 10).sum();
        let mut out = Vec::with_capacity(bytes);
        texts.iter().for_each(|text| frame(text, &mut out));
        self.write_raw(&out).await
    }

    /// Asks whether somebody is there.
    pub async fn ping(&mut self) -> io::Result<()> {
        self.write_raw(&PING).await
    }

    /// Says that this is the end, and why.
    pub async fn close(&mut self, code: CloseCode) {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static("") };
        let closed = poll_fn(|cx| {
            let WebSocket { stream, context } = &mut *self;
            settled(context.close(&mut Now { stream, cx }, Some(frame.clone())))
        });
        // The peer may already be gone; ignore the error.
        let _ = closed.await;
    }

    /// Reads and throws away what the other side still sends: a connection that is dropped with
    /// something unread loses the last word. Frames are not looked at any more.
    pub async fn drain(&mut self) {
        let mut some = [0; 4096];
        while self.stream.read(&mut some).await.is_ok_and(|read| read > 0) {}
    }

    async fn write_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        // What answers a ping goes first, and is not torn apart.
        let flushed = poll_fn(|cx| {
            let WebSocket { stream, context } = &mut *self;
            settled(context.flush(&mut Now { stream, cx }))
        });
        flushed.await.map_err(io::Error::other)?;
        self.stream.write_all(bytes).await
    }
}

/// Appends a text with its head: a server's frames are not masked.
fn frame(text: &[u8], out: &mut Vec<u8>) {
    out.push(TEXT);
    match (u8::try_from(text.len()), u16::try_from(text.len())) {
        (Ok(short @ ..=125), _) => out.push(short),
        (_, Ok(longer)) => {
            out.push(126);
            out.extend_from_slice(&longer.to_be_bytes());
        }
        _ => {
            out.push(127);
            out.extend_from_slice(&(text.len() as u64).to_be_bytes());
        }
    }
    out.extend_from_slice(text);
}

/// What would block is waited for.
fn settled<T>(done: Result<T, Error>) -> Poll<Result<T, Error>> {
    match done {
        Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => Poll::Pending,
        done => Poll::Ready(done),
    }
}

/// A stream that blocks nobody, for those who know no futures.
struct Now<'a, 'b> {
    stream: &'a mut Stream,
    cx: &'a mut Context<'b>,
}

fn now<T>(polled: Poll<io::Result<T>>) -> io::Result<T> {
    match polled {
        Poll::Ready(done) => done,
        Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
    }
}

impl Read for Now<'_, '_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut bytes = ReadBuf::new(bytes);
        now(Pin::new(&mut *self.stream).poll_read(self.cx, &mut bytes))?;
        Ok(bytes.filled().len())
    }
}

impl Write for Now<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        now(Pin::new(&mut *self.stream).poll_write(self.cx, bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        now(Pin::new(&mut *self.stream).poll_flush(self.cx))
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::frame::FrameSocket;

    use super::frame;

    #[test]
    fn texts_of_every_length_are_framed() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 100_000] {
            let (text, mut out) = ("x".repeat(length), Vec::new());
            frame(text.as_bytes(), &mut out);
            let mut read = FrameSocket::new(std::io::Cursor::new(out));
            let found = read.read(None).unwrap().unwrap();
            assert!(found.header().is_final && found.to_text().unwrap() == text, "{length}");
            assert!(read.read(None).unwrap().is_none(), "nothing follows");
        }
    }
}
