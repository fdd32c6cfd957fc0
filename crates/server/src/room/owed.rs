//! What a match owes its sockets: messages that may leave only once the entries before them are
//! durable.

use std::collections::VecDeque;

use bout_core::Millis;

use super::Reply;
use super::tell::Text;
use crate::link::Link;
use crate::websocket::Bytes;

/// A message that waits for the log.
struct Debt {
    /// The last entry before it.
    seq: u64,
    to: Link,
    text: Text,
    /// The request that it answers.
    re: Option<u64>,
}

/// Messages in the order in which they leave. Nothing else sends to the sockets of a match.
#[derive(Default)]
pub(super) struct Owed(VecDeque<Debt>);

/// A queue that has grown beyond this gives its room back when it is empty.
const KEPT_ROOM: usize = 32;

impl Owed {
    /// Owes a message that may leave once entry `seq` is durable.
    pub fn push(&mut self, seq: u64, to: Link, text: impl Into<Text>) {
        self.0.push_back(Debt { seq, to, text: text.into(), re: None });
    }

    /// The same for an answer.
    pub fn push_answer(&mut self, seq: u64, reply: &Reply, text: impl Into<Text>) {
        let (to, text) = (reply.link.clone(), text.into());
        self.0.push_back(Debt { seq, to, text, re: reply.re });
    }

    /// Sends everything whose entries are durable, stamped with the match's time.
    pub fn release(&mut self, durable: u64, now: impl Fn() -> Millis) {
        while self.0.front().is_some_and(|debt| debt.seq <= durable) {
            let Some(Debt { to, text, .. }) = self.0.pop_front() else { return };
            to.send(text.sent_at(now()));
        }
        if self.0.is_empty() && self.0.capacity() > KEPT_ROOM {
            self.0 = VecDeque::new();
        }
    }

    /// The log cannot be written: requests are refused, everything else is dropped.
    pub fn refuse_all(&mut self, refusal: impl Fn(Option<u64>) -> Bytes) {
        for Debt { to, re, .. } in self.0.drain(..).filter(|debt| debt.re.is_some()) {
            to.send(refusal(re));
        }
    }

    /// The match is aborted: only answers still leave.
    pub fn keep_answers(&mut self) {
        self.0.retain(|debt| debt.re.is_some());
    }

    /// Sends news about the log itself, for which nothing has to be durable.
    pub fn send_unlogged(to: &Link, text: impl Into<Bytes>) {
        to.send(text);
    }
}
