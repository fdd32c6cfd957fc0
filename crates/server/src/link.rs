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
    /// How many bytes they are, with those that are being written.
    bytes: usize,
    /// How many bytes are being written.
    writing: usize,
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
/// So many bytes are written at once, or one message.
const WRITE_BYTES: usize = 64 << 10;

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

    /// Whether nothing that is sent reaches anybody any more.
    pub fn is_closed(&self) -> bool {
        self.waiting().ending
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
        if waiting.texts.len() < self.0.most && (fits || waiting.bytes == 0) {
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

    /// Forgets what waits to be sent.
    fn empty(&mut self) {
        ALL_BYTES.fetch_sub(std::mem::take(&mut self.bytes), Ordering::Relaxed);
        self.writing = 0;
        self.texts.clear();
    }

    /// The first messages that wait, about as many bytes as are written at once.
    fn next_batch(&mut self) -> Vec<Bytes> {
        let mut bytes = 0;
        let fitting = self.texts.iter().take_while(|text| {
            let fits = bytes == 0 || bytes + text.len() <= WRITE_BYTES;
            bytes += if fits { text.len() } else { 0 };
            fits
        });
        let count = fitting.count();
        self.writing += bytes;
        if count == self.texts.len() {
            return std::mem::take(&mut self.texts);
        }
        self.texts.drain(..count).collect()
    }

    /// So many bytes have been written.
    fn written(&mut self, bytes: usize) {
        // None are left if the connection was cut meanwhile.
        let bytes = bytes.min(self.writing);
        self.writing -= bytes;
        self.bytes -= bytes;
        ALL_BYTES.fetch_sub(bytes, Ordering::Relaxed);
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
        let texts = waiting.next_batch();
        let last = waiting.ending && waiting.texts.is_empty();
        Some(OutgoingBatch { texts, last })
    }

    /// With which code the connection ends, if somebody on this side ended it.
    pub fn close_code(&self) -> Option<CloseCode> {
        self.0.waiting().code
    }

    /// Messages have been sent; takes back their room, unless it is much.
    pub fn reuse(&mut self, mut texts: Vec<Bytes>) {
        let mut waiting = self.0.waiting();
        waiting.written(texts.iter().map(Bytes::len).sum());
        texts.clear();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes on their way to a socket count until they are written.
    #[test]
    fn a_reader_that_reads_nothing_is_cut_before_much_waits() {
        let (link, mut out) = Link::new(usize::MAX);
        let large = Bytes::from(vec![b'x'; 100_000]);
        let mut writing = Vec::new();
        for sent in 0.. {
            link.send(large.clone());
            if link.is_closed() {
                assert_eq!(sent, BYTES_MAX / large.len());
                break;
            }
            // The socket takes each message and gets none of them written.
            writing.push(out.take().unwrap().texts);
        }
        assert_eq!(out.close_code(), Some(CloseCode::Policy));
        // What was written late neither counts twice nor opens the link again.
        writing.into_iter().for_each(|texts| out.reuse(texts));
        link.send("more");
        assert!(out.take().is_some_and(|batch| batch.texts.is_empty() && batch.last));
        assert_eq!(out.0.waiting().bytes, 0);
    }
}
