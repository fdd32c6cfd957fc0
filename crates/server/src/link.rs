//! One open socket, as seen by those who want to tell it something.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::wire::Bytes;

/// How much room for messages a quiet link keeps.
const ROOM: usize = 8;

/// A handle to an open socket. Cheap to clone; outlives the socket harmlessly.
#[derive(Clone)]
pub struct Link(Arc<Inner>);

struct Inner {
    id: u64,
    most: usize,
    waiting: Mutex<Waiting>,
    news: Notify,
}

/// What waits to be sent.
#[derive(Default)]
struct Waiting {
    texts: Vec<Bytes>,
    ending: bool,
    cut: bool,
}

/// The end of a link from which its socket takes what is to be sent; once it is gone, so is all that
/// is sent.
pub struct Outgoing(Link);

/// Messages to be sent, and whether the connection ends with them.
pub struct Batch {
    /// In their order.
    pub texts: Vec<Bytes>,
    /// Whether nothing follows.
    pub last: bool,
}

static NEXT: AtomicU64 = AtomicU64::new(1);

impl Link {
    /// A link for which at most so many messages may wait, and its other end.
    pub fn new(most: usize) -> (Link, Outgoing) {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let inner = Inner { id, most, waiting: Mutex::default(), news: Notify::new() };
        let link = Link(Arc::new(inner));
        (link.clone(), Outgoing(link))
    }

    /// Tells one link from another.
    pub fn id(&self) -> u64 {
        self.0.id
    }

    /// Sends a message; a reader that is too slow for it is cut.
    pub fn send(&self, text: impl Into<Bytes>) {
        self.put(text.into(), false);
    }

    /// Sends a last message and closes.
    pub fn send_last(&self, text: impl Into<Bytes>) {
        self.put(text.into(), true);
    }

    /// Closes once all that waits is sent.
    pub fn close(&self) {
        let mut waiting = self.waiting();
        let empty = waiting.texts.is_empty();
        (waiting.ending, waiting.cut) = (true, waiting.cut || empty);
        drop(waiting);
        self.0.news.notify_one();
    }

    fn put(&self, text: Bytes, last: bool) {
        let mut waiting = self.waiting();
        if waiting.ending {
            return;
        }
        if waiting.texts.len() < self.0.most {
            waiting.texts.push(text);
            waiting.ending = last;
        } else {
            metrics::counter!("bout_frames_dropped_total").increment(1);
            waiting.cut();
        }
        drop(waiting);
        self.0.news.notify_one();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Ends the connection without another word.
    fn cut(&mut self) {
        *self = Waiting { texts: Vec::new(), ending: true, cut: true };
    }
}

impl Outgoing {
    /// Waits for something to be sent; nothing is lost if nobody waits for it to the end.
    pub async fn next(&mut self) -> Batch {
        loop {
            if let Some(batch) = self.take() {
                return batch;
            }
            self.0.0.news.notified().await;
        }
    }

    /// What waits to be sent now.
    pub fn take(&mut self) -> Option<Batch> {
        let mut waiting = self.0.waiting();
        if waiting.texts.is_empty() && !waiting.cut {
            return None;
        }
        Some(Batch { texts: std::mem::take(&mut waiting.texts), last: waiting.ending })
    }

    /// Takes back the room of messages that have been sent, unless it is much.
    pub fn reuse(&mut self, mut texts: Vec<Bytes>) {
        texts.clear();
        let mut waiting = self.0.waiting();
        if waiting.texts.capacity() == 0 && texts.capacity() <= ROOM {
            waiting.texts = texts;
        }
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        self.0.waiting().cut();
    }
}
