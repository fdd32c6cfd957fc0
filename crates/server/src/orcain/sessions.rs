//! Sessions of the dialect: one per browser tab, bound to one account.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::link::Link;
use crate::room::{Room, Sitter};

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
}

/// What a socket that is gone leaves behind.
pub enum Lost {
    /// It held its session, perhaps in a match.
    Held(Option<Arc<Room>>),
    /// Another socket has the session.
    Replaced,
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
        let known = inner.sessions.entry(session.to_owned()).or_insert_with(|| Session {
            account: account.to_owned(),
            link: None,
            room: None,
        });
        if known.account != account {
            return None;
        }
        let before = known.link.replace(link.clone()).filter(|before| before.id() != link.id());
        Some(Greeted { before, room: known.room.clone() })
    }

    /// A socket is gone.
    pub fn lose(&self, session: &str, link: &Link) -> Lost {
        let mut inner = self.inner();
        match inner.sessions.get_mut(session) {
            Some(known) if known.link.as_ref().is_some_and(|held| held.id() == link.id()) => {
                known.link = None;
                Lost::Held(known.room.clone())
            }
            Some(_) | None => Lost::Replaced,
        }
    }

    /// Whether an account is connected.
    pub fn is_here(&self, account: &str) -> bool {
        let of = |session: &Session| session.account == account && session.link.is_some();
        self.inner().sessions.values().any(of)
    }

    /// The match of a session.
    pub fn room(&self, session: &str) -> Option<Arc<Room>> {
        self.inner().sessions.get(session)?.room.clone()
    }

    /// The socket of a session.
    pub fn link(&self, session: &str) -> Option<Link> {
        self.inner().sessions.get(session)?.link.clone()
    }

    /// The people of a match hold its seats now.
    pub fn enter_match(&self, room: &Arc<Room>) {
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
