//! The handle that everybody shares, and the threads behind it.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::oneshot;

use crate::backend::{Backend, Kept};
use crate::beat::{Beating, Pulse};
use crate::health::Health;
use crate::writer::Writer;
use crate::{HostClock, LogEntry, Memory, Postgres, PostgresHost, Sqlite, StoreError};

/// How many jobs may wait for a thread.
const WAITING_MAX: usize = 65_536;
/// How many questions of anybody may wait; more are refused.
const BROWSING_MAX: usize = 256;
/// How long what could not be written is tried again.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait before the first time, and after a pause before the next.
pub fn pause_after(pause: Option<Duration>) -> Duration {
    pause.map_or(Duration::from_millis(20), |pause| (pause * 2).min(Duration::from_secs(1)))
}

/// Lines of one match to be appended, and who wants to know when they stand.
pub struct Append {
    /// The lines, in order.
    pub entries: Vec<LogEntry>,
    /// Told once they are durable, or that they are not.
    pub then: Arc<dyn Landed>,
}

/// Wants to know what became of lines.
pub trait Landed: Send + Sync {
    /// All lines up to this number are durable.
    fn durable(&self, seq: i64);
    /// Somebody else holds the match, or the match has ended.
    fn fenced(&self);
    /// The store has failed for so long that it is no longer tried.
    fn failed(&self, error: &StoreError);
}

pub(crate) type After = Box<dyn FnOnce(Kept<()>) + Send>;
/// Says whether its changes shall stay, and what to do once they are durable.
pub(crate) type Work = Box<dyn FnOnce(&mut dyn Backend) -> (Kept<()>, After) + Send>;

pub(crate) enum Job {
    Append(Append),
    Work(Work),
}

/// The store, as everybody shares it.
#[derive(Clone)]
pub struct Store {
    writer: SyncSender<Job>,
    reader: SyncSender<Job>,
    browser: SyncSender<Job>,
    kind: &'static str,
    last_beat: Option<i64>,
    clock: HostClock,
    health: Health,
    /// Keeps the host's clock and beat going.
    _beating: Beating,
    /// What needs no thread to become durable.
    memory: Option<Memory>,
    /// Hangs up on the thread that tidies, once nobody uses the store.
    _tidying: Option<SyncSender<()>>,
}

impl Store {
    /// A store that is gone with the process.
    pub fn memory() -> Store {
        Store::on_memory(Memory::default())
    }

    /// A store that is gone with this value.
    pub fn on_memory(memory: Memory) -> Store {
        let mut writer = memory.clone();
        let last_beat = writer.last_beat().unwrap_or_default();
        let pulse = Box::new(memory.clone());
        let writer = Box::new(writer);
        let store = Store::start("memory", last_beat, Duration::ZERO, writer, [], pulse);
        Store { memory: Some(memory), ..store }
    }

    /// A store in a file, which is made if it is not there. It must be writable.
    pub fn sqlite(path: &Path) -> Kept<Store> {
        let mut writer = Sqlite::open(path)?;
        try_out(&mut writer).map_err(|error| error.at(&path.display().to_string()))?;
        let last_beat = writer.last_beat()?;
        let large = writer.driver_mut().log_is_large();
        let reader = || Ok(Box::new(Sqlite::reader(path)?) as Box<dyn Backend>);
        let readers = [reader()?, reader()?, reader()?];
        let (window, pulse) = (Duration::from_millis(2), Box::new(Sqlite::pulse(path)?));
        let writer = Box::new(writer);
        let store = Store::start("sqlite", last_beat, window, writer, readers, pulse);
        let (alive, until) = sync_channel(0);
        let path = path.to_owned();
        thread::spawn(move || {
            if let Err(error) = Sqlite::tidy(&path, &large, &until) {
                tracing::error!(%error, "the write-ahead log is not tidied");
            }
        });
        Ok(Store { _tidying: Some(alive), ..store })
    }

    /// A store on a PostgreSQL server. It must be writable, and no other host may use it.
    pub fn postgres(url: &str) -> Kept<Store> {
        let mut writer = Postgres::open(url)?;
        let pulse = Box::new(PostgresHost::take(url)?);
        try_out(&mut writer)?;
        let last_beat = writer.last_beat()?;
        let reader = || Ok(Box::new(Postgres::open(url)?) as Box<dyn Backend>);
        let readers = [reader()?, reader()?, reader()?];
        let window = Duration::from_millis(2);
        Ok(Store::start("postgres", last_beat, window, Box::new(writer), readers, pulse))
    }

    /// What kind of store it is: `memory`, `sqlite` or `postgres`.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// What the host's clock showed when the process before this one was last known to be alive.
    pub fn last_beat(&self) -> Option<i64> {
        self.last_beat
    }

    /// The clock of this host; it goes on where that of the process before stood.
    pub fn clock(&self) -> &HostClock {
        &self.clock
    }

    /// Why nothing can be written now. Asks nobody: the writing thread keeps it up to date.
    pub fn trouble(&self) -> Option<String> {
        self.health.trouble()
    }

    /// Whether another host has taken this one's place.
    pub fn has_rival(&self) -> bool {
        self.health.has_rival()
    }

    fn start(
        kind: &'static str,
        last_beat: Option<i64>,
        window: Duration,
        writing: Box<dyn Backend>,
        readers: impl IntoIterator<Item = Box<dyn Backend>>,
        pulse: Box<dyn Pulse>,
    ) -> Store {
        let clock = HostClock::from_ms(last_beat.unwrap_or_else(unix_ms));
        let health = Health::default();
        let beating = Beating::start(pulse, &clock, &health);
        let (writer, jobs) = sync_channel(WAITING_MAX);
        let seen = health.clone();
        thread::spawn(move || Writer::new(writing, window, seen).run(&jobs));
        let (reader, questions) = sync_channel(WAITING_MAX);
        let (browser, browsed) = sync_channel(BROWSING_MAX);
        let (questions, browsed) = (Arc::new(Mutex::new(questions)), Arc::new(Mutex::new(browsed)));
        for (at, reading) in readers.into_iter().enumerate() {
            // The first one is the players' own; nobody else's question keeps them waiting.
            let from = Arc::clone(if at == 0 { &questions } else { &browsed });
            thread::spawn(move || read(reading, &from));
        }
        let (memory, tidying) = (None, None);
        Store {
            writer,
            reader,
            browser,
            kind,
            last_beat,
            clock,
            health,
            _beating: beating,
            memory,
            _tidying: tidying,
        }
    }

    /// Appends lines. They are on their way when this returns, and durable when `then` is told.
    pub fn append(&self, append: Append) {
        if let Some(memory) = &self.memory {
            return append_at_once(memory, append);
        }
        if let Err(error) = self.writer.try_send(Job::Append(append)) {
            let (TrySendError::Full(Job::Append(append))
            | TrySendError::Disconnected(Job::Append(append))) = error
            else {
                return;
            };
            append.then.failed(&StoreError::Unavailable("too much waits to be written".into()));
        }
    }

    /// Changes something; durable when this returns.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Backend) -> Kept<T> + Send + 'static,
    ) -> Kept<T> {
        match &self.memory {
            Some(memory) => memory.change(work),
            None => ask(&self.writer, work).await,
        }
    }

    /// Looks something up that a player waits for: who logs in, what a match needs.
    pub async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Backend) -> Kept<T> + Send + 'static,
    ) -> Kept<T> {
        match &self.memory {
            Some(memory) => question(&mut memory.clone()),
            None => ask(&self.reader, question).await,
        }
    }

    /// Looks something up that anybody may ask for: a list, a replay. It never delays [`Store::read`]
    /// and is refused as [`StoreError::Busy`] when too many wait.
    pub async fn browse<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Backend) -> Kept<T> + Send + 'static,
    ) -> Kept<T> {
        match &self.memory {
            Some(memory) => question(&mut memory.clone()),
            None => ask(&self.browser, question).await,
        }
    }

    /// Moves everything into the database file, so that a stopped server leaves one file to keep.
    pub async fn settle(&self) -> Kept<()> {
        self.read(|kept| kept.settle()).await
    }
}

fn append_at_once(memory: &Memory, append: Append) {
    let last = append.entries.last().map_or(0, |entry| entry.seq);
    if memory.keep(append.entries) { append.then.durable(last) } else { append.then.fenced() }
}

async fn ask<T: Send + 'static>(
    to: &SyncSender<Job>,
    work: impl FnOnce(&mut dyn Backend) -> Kept<T> + Send + 'static,
) -> Kept<T> {
    let (answer, answered) = oneshot::channel();
    let work: Work = Box::new(move |kept| {
        if answer.is_closed() {
            let gone = StoreError::Unavailable("nobody waits for it any more".into());
            return (Err(gone), Box::new(|_| {}));
        }
        let made = work(kept);
        let stays = made.as_ref().map(|_| ()).map_err(Clone::clone);
        let after = Box::new(move |committed: Kept<()>| {
            // Nobody may be waiting any more.
            let _ = answer.send(committed.and(made));
        });
        (stays, after)
    });
    to.try_send(Job::Work(work)).map_err(|_| StoreError::Busy)?;
    let undone = || StoreError::Unavailable("it could not be begun; nothing was done".into());
    answered.await.unwrap_or_else(|_| Err(undone()))
}

/// Writes something, so that a store that cannot be written is noticed before anybody relies on it.
fn try_out(kept: &mut dyn Backend) -> Kept<()> {
    kept.begin()?;
    kept.probe(true)?;
    kept.commit()
}

fn read(mut kept: Box<dyn Backend>, questions: &Mutex<Receiver<Job>>) {
    loop {
        let next = questions.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        if let Job::Work(question) = job {
            let (_, after) = question(&mut *kept);
            after(Ok(()));
        }
    }
}

/// The host's clock, in Unix milliseconds.
pub fn unix_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
