//! Sessions of the dialect: one per browser tab, bound to one account; and its queue.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::link::Link;
use crate::room::{Room, Sitter, Wire};

/// How many sessions are remembered.
const REMEMBERED: usize = 100_000;

/// Everybody who speaks the dialect.
#[derive(Default)]
pub struct Sessions {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    sessions: BTreeMap<String, Session>,
    queue: VecDeque<String>,
}

#[derive(Clone)]
struct Session {
    account: String,
    link: Option<Link>,
    room: Option<Arc<Room>>,
}

/// Where a session stands when it says hello.
pub struct Greeted {
    /// The socket that held it before.
    pub before: Option<Link>,
    /// Its match.
    pub room: Option<Arc<Room>>,
    /// Whether it queues.
    pub queued: bool,
}

impl Sessions {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Binds a session to a socket; none if it belongs to another account.
    pub fn greet(&self, session: &str, account: &str, link: &Link) -> Option<Greeted> {
        let mut inner = self.inner();
        if inner.sessions.len() >= REMEMBERED {
            inner.sessions.retain(|_, session| session.link.is_some() || session.room.is_some());
        }
        let queued = inner.queue.iter().any(|waiting| waiting == session);
        let known = inner.sessions.entry(session.to_owned()).or_insert_with(|| Session {
            account: account.to_owned(),
            link: None,
            room: None,
        });
        if known.account != account {
            return None;
        }
        let before = known.link.replace(link.clone()).filter(|before| before.id() != link.id());
        Some(Greeted { before, room: known.room.clone(), queued })
    }

    /// A socket is gone; gives the match it played, if it still held the session.
    pub fn lose(&self, session: &str, link: &Link) -> Option<Arc<Room>> {
        let mut inner = self.inner();
        let known = inner.sessions.get_mut(session)?;
        if known.link.as_ref().is_none_or(|held| held.id() != link.id()) {
            return None;
        }
        known.link = None;
        let room = known.room.clone();
        inner.queue.retain(|waiting| waiting != session);
        room
    }

    /// The match of a session.
    pub fn room(&self, session: &str) -> Option<Arc<Room>> {
        self.inner().sessions.get(session)?.room.clone()
    }

    /// The socket of a session.
    pub fn link(&self, session: &str) -> Option<Link> {
        self.inner().sessions.get(session)?.link.clone()
    }

    /// Whether this session, and whether another one of the account, waits in the queue.
    pub fn queued(&self, session: &str, account: &str) -> (bool, bool) {
        let inner = self.inner();
        let own = inner.queue.iter().any(|waiting| waiting == session);
        let of_account = |waiting: &&String| {
            *waiting != session
                && inner.sessions.get(*waiting).is_some_and(|known| known.account == account)
        };
        (own, inner.queue.iter().any(|waiting| of_account(&waiting)))
    }

    /// Waits, as the last.
    pub fn join(&self, session: &str) {
        self.inner().queue.push_back(session.to_owned());
    }

    /// Waits as the first, after all.
    pub fn join_front(&self, session: String) {
        self.inner().queue.push_front(session);
    }

    /// Waits no longer.
    pub fn leave(&self, session: &str) {
        self.inner().queue.retain(|waiting| waiting != session);
    }

    /// The two who have waited longest, with their accounts.
    pub fn draw(&self) -> Option<[(String, String); 2]> {
        let mut inner = self.inner();
        if inner.queue.len() < 2 {
            return None;
        }
        let mut next = || {
            let session = inner.queue.pop_front()?;
            let account = inner.sessions.get(&session)?.account.clone();
            Some((session, account))
        };
        Some([next()?, next()?])
    }

    /// The people of a match hold its seats now.
    pub fn enter_match(&self, room: &Arc<Room>) {
        if room.meta.wire != Wire::Orcain {
            return;
        }
        let mut inner = self.inner();
        for sitter in &room.meta.seats {
            if let Sitter::Person { account, session: Some(session), .. } = sitter {
                let known = inner.sessions.entry(session.clone()).or_insert_with(|| Session {
                    account: account.clone(),
                    link: None,
                    room: None,
                });
                known.room = Some(Arc::clone(room));
            }
        }
    }

    /// They are free again.
    pub fn leave_match(&self, room: &Room) {
        let mut inner = self.inner();
        for sitter in &room.meta.seats {
            if let Sitter::Person { session: Some(session), .. } = sitter
                && let Some(known) = inner.sessions.get_mut(session)
                && known.room.as_ref().is_some_and(|held| held.id == room.id)
            {
                known.room = None;
            }
        }
    }
}
