//! A match on this host: one task owns its table.

mod asleep;
mod bots;
mod end;
mod ids;
mod life;
mod open;
mod owed;
mod presence;
mod recover;
mod requests;
mod task;
mod tell;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bout_core::Seat;
use bout_store::{Landed, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::gate::Pass;
use crate::link::Link;
use crate::server_message::SeatCard;

pub use asleep::{leave_asleep, wake_all};
pub use open::{Beginning, Origin, RoomError, begin, new_id};
pub use task::acts;

/// How many messages may wait for a match.
const INBOX: usize = 64;

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Sitter {
    /// A person.
    Person {
        /// The account.
        account: String,
        /// What the person wants to be called.
        name: Option<String>,
        /// The session that holds the seat, where the wire knows sessions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<String>,
        /// The balance after the stake was paid.
        #[serde(default)]
        tokens: i64,
    },
    /// A computer player.
    Bot {
        /// Its name with parameters.
        bot: String,
    },
}

impl Sitter {
    /// The account, if it is a person.
    pub fn account(&self) -> Option<&str> {
        match self {
            Sitter::Person { account, .. } => Some(account),
            Sitter::Bot { .. } => None,
        }
    }

    /// What everybody may know of whoever sits there.
    pub fn card(&self) -> SeatCard {
        SeatCard { name: self.shown(), bot: self.account().is_none(), class: None }
    }

    /// What a replay calls whoever sits there.
    pub fn shown(&self) -> String {
        match self {
            Sitter::Person { name, .. } => name.clone().unwrap_or_else(|| "Guest".into()),
            Sitter::Bot { bot } => bot.clone(),
        }
    }
}

/// Which messages a player understands, and by whose house rules a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// The platform's own.
    Platform,
    /// The Orcain dialect.
    Orcain,
}

/// What the host knows of a match besides its rules; kept with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Meta {
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// Whether it moves the ratings.
    pub rated: bool,
    /// Why it does not, although it would by its setting: the stable code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<String>,
    /// Whether others may watch.
    pub public: bool,
    /// How long a computer player waits before each move, in milliseconds.
    pub bot_pace_ms: u32,
    /// By whose house rules it is played: stakes, waiting times and log lines.
    #[serde(rename = "wire")]
    pub house: Protocol,
    /// What each person paid.
    pub stake: i64,
    /// Who directs it from the host's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Sitter>,
    /// The match that it decides, and the how manieth it is to do so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decides: Option<(String, u32)>,
}

impl Meta {
    /// A match that nobody else sees, and that moves no rating.
    pub fn private(seats: Vec<Sitter>, bot_pace_ms: u32) -> Meta {
        let bot_pace_ms = bot_pace_ms.min(10_000);
        Meta {
            seats,
            rated: false,
            unrated: None,
            public: false,
            bot_pace_ms,
            house: Protocol::Platform,
            stake: 0,
            host: None,
            decides: None,
        }
    }

    /// Which messages an account understands in this match: a player who came with a session of the
    /// Orcain dialect speaks that, everybody else the platform's own.
    pub fn speaks(&self, account: &str) -> Protocol {
        let by_session = |sitter: &Sitter| match sitter {
            Sitter::Person { account: own, session, .. } => own == account && session.is_some(),
            Sitter::Bot { .. } => false,
        };
        if self.seats.iter().any(by_session) { Protocol::Orcain } else { Protocol::Platform }
    }

    /// The same for whoever sits at a seat.
    pub fn spoken_at(&self, seat: Seat) -> Protocol {
        let sitter = self.seats.get(usize::from(seat.0)).and_then(Sitter::account);
        sitter.map_or(Protocol::Platform, |account| self.speaks(account))
    }

    /// Whether a person plays.
    pub fn has_player(&self) -> bool {
        self.seats.iter().any(|sitter| sitter.account().is_some())
    }

    /// The seats that an account plays.
    pub fn seats_of<'a>(&'a self, account: &'a str) -> impl Iterator<Item = Seat> + 'a {
        let mine = move |sitter: &Sitter| sitter.account() == Some(account);
        (0..)
            .map(Seat)
            .zip(&self.seats)
            .filter(move |(_, sitter)| mine(sitter))
            .map(|(seat, _)| seat)
    }

    /// The seats from which an account speaks: those that it plays, and the host's.
    pub fn held_by<'a>(&'a self, account: &'a str) -> impl Iterator<Item = Seat> + 'a {
        let host = self.host.as_ref().and_then(Sitter::account).filter(|host| *host == account);
        self.seats_of(account).chain(host.map(|_| Seat::HOST))
    }

    /// The seats of people, the host's included.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats =
            (0..).map(Seat).zip(&self.seats).chain(self.host.iter().map(|host| (Seat::HOST, host)));
        seats.filter(|(_, sitter)| sitter.account().is_some()).map(|(seat, _)| seat)
    }

    /// Everybody who plays, once each.
    pub fn accounts(&self) -> Vec<String> {
        let mut accounts: Vec<String> =
            self.seats.iter().filter_map(|sitter| sitter.account().map(str::to_owned)).collect();
        accounts.sort();
        accounts.dedup();
        accounts
    }

    /// Everybody who plays or directs, once each in the order of their seats, with the session that
    /// holds the seat.
    pub fn everybody_in_order(&self) -> Vec<(&str, Option<&str>)> {
        let mut found: Vec<(&str, Option<&str>)> = Vec::new();
        for sitter in self.seats.iter().chain(&self.host) {
            if let Sitter::Person { account, session, .. } = sitter
                && found.iter().all(|(known, _)| known != account)
            {
                found.push((account, session.as_deref()));
            }
        }
        found
    }

    /// Everybody who plays or directs, once each.
    pub fn everybody(&self) -> Vec<String> {
        let mut accounts = self.accounts();
        if let Some(host) = self.host.as_ref().and_then(Sitter::account)
            && accounts.iter().all(|account| account != host)
        {
            accounts.push(host.to_owned());
        }
        accounts
    }
}

/// What a match can be asked.
pub enum Ask {
    /// Somebody's socket is there.
    Attach {
        /// Whose.
        account: String,
        /// The socket.
        link: Link,
        /// Whether the match has just begun for it.
        first: bool,
    },
    /// Somebody's socket is gone before it was there.
    Absent {
        /// Whose.
        account: String,
    },
    /// A layout in the Orcain dialect.
    Layout {
        /// Who.
        seat: Seat,
        /// `draft` or `confirm`.
        kind: &'static str,
        /// The action.
        action: Value,
        /// The match that the message names.
        named: Option<Value>,
        /// Who is told of a refusal.
        link: Link,
    },
    /// Somebody wants to watch.
    Watch {
        /// The socket.
        link: Link,
        /// Echoed in the answer.
        re: Option<u64>,
    },
    /// A socket is gone.
    Detach {
        /// Which.
        link: u64,
    },
    /// A seat acts.
    Act {
        /// Who.
        seat: Seat,
        /// What.
        action: Value,
        /// The question that is answered.
        asked: Option<u64>,
        /// The client's own number.
        id: Option<u64>,
        /// Where the answer goes.
        reply: Reply,
    },
    /// Would a seat's action be accepted?
    Check {
        /// Who.
        seat: Seat,
        /// What.
        action: Value,
        /// Where the answer goes.
        reply: Reply,
    },
    /// What would come of it?
    Preview {
        /// Who.
        seat: Seat,
        /// What.
        action: Value,
        /// Where the answer goes.
        reply: Reply,
    },
    /// What should a screen offer?
    Options {
        /// To whom.
        seat: Seat,
        /// Where the answer goes.
        reply: Reply,
    },
    /// The whole frame again.
    Sync {
        /// For whom.
        account: Option<String>,
        /// Where the answer goes.
        reply: Reply,
    },
    /// A seat gives up.
    Concede {
        /// Who.
        seat: Seat,
        /// Where the answer goes.
        reply: Reply,
    },
    /// The players at one screen hand it over, or have done so.
    Screen {
        /// Whether nobody sees the match now.
        covered: bool,
        /// Where the answer goes.
        reply: Reply,
    },
    /// Begins a match whose rules wait for a player to start it.
    Start,
    /// Somebody wants to play once more.
    Rematch {
        /// Who.
        account: String,
        /// Where the answer goes.
        reply: Reply,
    },
    /// The match is to be folded if it is not yet; answered when it is.
    Wake(oneshot::Sender<()>),
    /// The host stops.
    Stop,
}

impl Ask {
    /// Where its answer goes, if it gets one.
    pub fn reply(&self) -> Option<Reply> {
        match self {
            Ask::Act { reply, .. }
            | Ask::Check { reply, .. }
            | Ask::Preview { reply, .. }
            | Ask::Options { reply, .. }
            | Ask::Sync { reply, .. }
            | Ask::Concede { reply, .. }
            | Ask::Screen { reply, .. }
            | Ask::Rematch { reply, .. } => Some(reply.clone()),
            Ask::Watch { link, re } => Some(Reply { link: link.clone(), re: *re }),
            Ask::Attach { .. }
            | Ask::Absent { .. }
            | Ask::Layout { .. }
            | Ask::Detach { .. }
            | Ask::Start
            | Ask::Wake(_)
            | Ask::Stop => None,
        }
    }
}

/// Where an answer goes.
#[derive(Clone)]
pub struct Reply {
    /// To whom.
    pub link: Link,
    /// The `id` of the message that is answered.
    pub re: Option<u64>,
}

/// A match, as others on this host see it.
pub struct Room {
    /// Its id.
    pub id: Arc<str>,
    /// Its game.
    pub game: &'static str,
    /// Who plays, and how.
    pub meta: Meta,
    /// Boxed: an idle match keeps room for many.
    inbox: mpsc::Sender<Box<Ask>>,
    phase: AtomicU8,
    /// The room that a large setting takes up.
    _setting: Option<Pass>,
    /// A place among the running matches of an address.
    place: Mutex<Option<Pass>>,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// It was taken up again and waits for its people.
    Held,
    /// It runs.
    Running,
    /// It is over.
    Over,
}

impl Room {
    /// Asks the match something; waits while too much waits for it already.
    pub async fn ask(&self, ask: Ask) {
        // A match that is gone answers nobody.
        let _ = self.inbox.send(Box::new(ask)).await;
    }

    /// Whether it still answers.
    pub fn is_here(&self) -> bool {
        !self.inbox.is_closed()
    }

    /// How far it is.
    pub fn stage(&self) -> Stage {
        match self.phase.load(Ordering::Relaxed) {
            0 => Stage::Held,
            1 => Stage::Running,
            _ => Stage::Over,
        }
    }

    fn set_stage(&self, stage: Stage) {
        self.phase.store(stage as u8, Ordering::Relaxed);
        if stage == Stage::Over {
            self.place.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    }
}

/// How far the log of a match is durable.
struct Progress {
    durable: AtomicU64,
    sent: Mutex<Option<Instant>>,
    trouble: AtomicU8,
    news: Notify,
    /// How long it takes.
    took: metrics::Histogram,
}

impl Default for Progress {
    fn default() -> Self {
        Progress {
            durable: AtomicU64::default(),
            sent: Mutex::default(),
            trouble: AtomicU8::default(),
            news: Notify::default(),
            took: metrics::histogram!("bout_append_seconds"),
        }
    }
}

const FENCED: u8 = 1;
const FAILED: u8 = 2;

impl Progress {
    /// Whether the match has another lease than the one that was written under.
    fn is_fenced(&self) -> bool {
        self.trouble.load(Ordering::Acquire) & FENCED != 0
    }
}

impl Landed for Progress {
    fn durable(&self, seq: i64) {
        self.durable.fetch_max(u64::try_from(seq).unwrap_or(0), Ordering::AcqRel);
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(sent) = sent {
            self.took.record(sent.elapsed().as_secs_f64());
        }
        self.news.notify_one();
    }

    fn fenced(&self) {
        self.trouble.fetch_or(FENCED, Ordering::AcqRel);
        self.news.notify_one();
    }

    fn failed(&self, error: &StoreError) {
        tracing::warn!(%error, "entries were not kept");
        self.trouble.fetch_or(FAILED, Ordering::AcqRel);
        self.news.notify_one();
    }
}
