//! One open socket, as seen by those who want to tell it something.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::websocket::{Bytes, CloseCode};

/// How much room for messages a quiet link keeps.
const ROOM: usize = 8;

/// A handle to an open socket. Cheap to clone; outlives the socket harmlessly.
#[derive(Clone)]
pub struct Link(Arc<Inner>);

struct Inner {
    id: u64,
    most: usize,
    waiting: Mutex<Outbox>,
    news: Notify,
}

/// What waits to be sent.
#[derive(Default)]
struct Outbox {
    texts: Vec<Bytes>,
    /// How many bytes they are.
    bytes: usize,
    ending: bool,
    cut: bool,
    /// With which code the connection ends.
    code: Option<CloseCode>,
}

/// The end of a link from which its socket takes what is to be sent; once it is gone, so is all that
/// is sent.
pub struct Outgoing(Link);

/// Messages to be sent, and whether the connection ends with them.
pub struct OutgoingBatch {
    /// In their order.
    pub texts: Vec<Bytes>,
    /// Whether nothing follows.
    pub last: bool,
}

/// So many bytes may wait for one reader.
const BYTES_MAX: usize = 1 << 20;
/// And so many for all readers; beyond that those are cut for whom more than a little waits.
const ALL_BYTES_MAX: usize = 64 << 20;
const LITTLE: usize = 64 << 10;

/// How many bytes wait for all readers.
static ALL_BYTES: AtomicUsize = AtomicUsize::new(0);

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
    pub fn send_last(&self, text: impl Into<Bytes>, code: CloseCode) {
        self.waiting().code.get_or_insert(code);
        self.put(text.into(), true);
    }

    /// Closes once all that waits is sent.
    pub fn close(&self, code: CloseCode) {
        let mut waiting = self.waiting();
        waiting.code.get_or_insert(code);
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
        let bytes = waiting.bytes + text.len();
        let all = ALL_BYTES.load(Ordering::Relaxed) + text.len();
        let fits = bytes <= BYTES_MAX && (all <= ALL_BYTES_MAX || bytes <= LITTLE);
        // A message that is larger than all that may wait is sent if nothing else does.
        if waiting.texts.len() < self.0.most && (fits || waiting.texts.is_empty()) {
            ALL_BYTES.fetch_add(text.len(), Ordering::Relaxed);
            waiting.bytes = bytes;
            waiting.texts.push(text);
            waiting.ending = last;
        } else {
            metrics::counter!("bout_frames_dropped_total").increment(1);
            waiting.cut();
        }
        drop(waiting);
        self.0.news.notify_one();
    }

    fn waiting(&self) -> MutexGuard<'_, Outbox> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outbox {
    /// Ends the connection without another word.
    fn cut(&mut self) {
        self.empty();
        let code = self.code.or(Some(CloseCode::Policy));
        *self = Outbox { ending: true, cut: true, code, ..Outbox::default() };
    }

    /// Gives what waits to be sent.
    fn empty(&mut self) -> Vec<Bytes> {
        ALL_BYTES.fetch_sub(std::mem::take(&mut self.bytes), Ordering::Relaxed);
        std::mem::take(&mut self.texts)
    }
}

impl Outgoing {
    /// Waits for something to be sent; nothing is lost if nobody waits for it to the end.
    pub async fn next(&mut self) -> OutgoingBatch {
        loop {
            if let Some(batch) = self.take() {
                return batch;
            }
            self.0.0.news.notified().await;
        }
    }

    /// What waits to be sent now.
    pub fn take(&mut self) -> Option<OutgoingBatch> {
        let mut waiting = self.0.waiting();
        if waiting.texts.is_empty() && !waiting.cut {
            return None;
        }
        Some(OutgoingBatch { texts: waiting.empty(), last: waiting.ending })
    }

    /// With which code the connection ends, if somebody on this side ended it.
    pub fn close_code(&self) -> Option<CloseCode> {
        self.0.waiting().code
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
