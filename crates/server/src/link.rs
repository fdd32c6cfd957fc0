//! One open socket, as seen by those who want to tell it something.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

/// Something to be sent.
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// The last message, then the end of the connection.
    Last(Utf8Bytes),
}

/// A handle to an open socket. Cheap to clone; outlives the socket harmlessly.
#[derive(Clone)]
pub struct Link(Arc<Inner>);

struct Inner {
    id: u64,
    out: mpsc::Sender<Out>,
    cut: AtomicBool,
    cutting: Notify,
}

static NEXT: AtomicU64 = AtomicU64::new(1);

impl Link {
    /// A link, and the end from which its socket takes what is to be sent.
    pub fn new(waiting: usize) -> (Link, mpsc::Receiver<Out>) {
        let (out, to_send) = mpsc::channel(waiting);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let inner = Inner { id, out, cut: AtomicBool::new(false), cutting: Notify::new() };
        (Link(Arc::new(inner)), to_send)
    }

    /// Tells one link from another.
    pub fn id(&self) -> u64 {
        self.0.id
    }

    /// Sends a message; a reader that is too slow for it is cut.
    pub fn send(&self, text: impl Into<Utf8Bytes>) {
        self.put(Out::Text(text.into()));
    }

    /// Sends a last message and closes.
    pub fn send_last(&self, text: impl Into<Utf8Bytes>) {
        self.put(Out::Last(text.into()));
    }

    fn put(&self, out: Out) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.0.out.try_send(out) {
            metrics::counter!("bout_frames_dropped_total").increment(1);
            self.cut();
        }
    }

    /// Ends the connection without another word.
    pub fn cut(&self) {
        self.0.cut.store(true, Ordering::Release);
        self.0.cutting.notify_one();
    }

    /// Comes back once the link is cut.
    pub async fn cutting(&self) {
        while !self.0.cut.load(Ordering::Acquire) {
            self.0.cutting.notified().await;
        }
    }
}
