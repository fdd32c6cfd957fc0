//! The handle that everybody shares, and the threads behind it.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::oneshot;

use crate::backend::{Backend, Kept};
use crate::{Entry, Memory, Postgres, Sqlite, StoreError};

/// How many jobs may wait for a thread.
const WAITING_MAX: usize = 65_536;
/// How many of them become durable together at most.
const GROUP_MAX: usize = 4_096;
/// How often the host is noted to be alive.
const BEAT: Duration = Duration::from_millis(20);

/// Lines of one match to be appended, and who wants to know when they stand.
pub struct Append {
    /// The lines, in order.
    pub entries: Vec<Entry>,
    /// Told once they are durable, or that they are not.
    pub then: Arc<dyn Landed>,
}

/// Wants to know what became of lines.
pub trait Landed: Send + Sync {
    /// All lines up to this number are durable.
    fn durable(&self, seq: i64);
    /// Somebody else holds the match, or the match has ended.
    fn fenced(&self);
    /// The store failed; the same lines may be sent again.
    fn failed(&self, error: &StoreError);
}

type After = Box<dyn FnOnce(Kept<()>) + Send>;
/// Says whether its changes shall stay, and what to do once they are durable.
type Work = Box<dyn FnOnce(&mut dyn Backend) -> (Kept<()>, After) + Send>;

enum Job {
    Append(Append),
    Work(Work),
}

/// The store, as everybody shares it.
#[derive(Clone)]
pub struct Store {
    writer: SyncSender<Job>,
    reader: SyncSender<Job>,
    kind: &'static str,
    last_beat: Option<i64>,
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
        let reader = Box::new(memory.clone());
        let store = Store::start("memory", last_beat, Duration::ZERO, Box::new(writer), reader);
        Store { memory: Some(memory), ..store }
    }

    /// A store in a file, which is made if it is not there.
    pub fn sqlite(path: &Path) -> Kept<Store> {
        let mut writer = Sqlite::open(path)?;
        let last_beat = writer.last_beat()?;
        let reader = Sqlite::reader(path)?;
        let window = Duration::from_millis(2);
        let store = Store::start("sqlite", last_beat, window, Box::new(writer), Box::new(reader));
        let (alive, until) = sync_channel(0);
        let path = path.to_owned();
        thread::spawn(move || {
            if let Err(error) = Sqlite::tidy(&path, &until) {
                tracing::error!(%error, "the write-ahead log is not tidied");
            }
        });
        Ok(Store { _tidying: Some(alive), ..store })
    }

    /// A store on a PostgreSQL server.
    pub fn postgres(url: &str) -> Kept<Store> {
        let mut writer = Postgres::open(url)?;
        let last_beat = writer.last_beat()?;
        let reader = Postgres::open(url)?;
        let window = Duration::from_millis(2);
        Ok(Store::start("postgres", last_beat, window, Box::new(writer), Box::new(reader)))
    }

    /// What kind of store it is: `memory`, `sqlite` or `postgres`.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// When the process before this one was last known to be alive, in Unix milliseconds.
    pub fn last_beat(&self) -> Option<i64> {
        self.last_beat
    }

    fn start(
        kind: &'static str,
        last_beat: Option<i64>,
        window: Duration,
        writing: Box<dyn Backend>,
        reading: Box<dyn Backend>,
    ) -> Store {
        let (writer, jobs) = sync_channel(WAITING_MAX);
        thread::spawn(move || Writer { kept: writing, window, beaten: None }.run(&jobs));
        let (reader, questions) = sync_channel(WAITING_MAX);
        thread::spawn(move || read(reading, &questions));
        Store { writer, reader, kind, last_beat, memory: None, _tidying: None }
    }

    /// Appends lines. They are on their way when this returns, and durable when `then` is told.
    pub fn append(&self, append: Append) {
        if let Some(memory) = &self.memory {
            return append_at_once(memory.clone(), &append);
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
        ask(&self.writer, work).await
    }

    /// Looks something up.
    pub async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Backend) -> Kept<T> + Send + 'static,
    ) -> Kept<T> {
        ask(&self.reader, question).await
    }
}

fn append_at_once(mut memory: Memory, append: &Append) {
    match memory.append(&append.entries) {
        Ok(stand) if stand.iter().all(|stands| *stands) => {
            append.then.durable(append.entries.last().map_or(0, |entry| entry.seq));
        }
        Ok(_) => append.then.fenced(),
        Err(error) => append.then.failed(&error),
    }
}

async fn ask<T: Send + 'static>(
    to: &SyncSender<Job>,
    work: impl FnOnce(&mut dyn Backend) -> Kept<T> + Send + 'static,
) -> Kept<T> {
    let (answer, answered) = oneshot::channel();
    let work: Work = Box::new(move |kept| {
        let made = work(kept);
        let stays = made.as_ref().map(|_| ()).map_err(Clone::clone);
        let after = Box::new(move |committed: Kept<()>| {
            // Nobody may be waiting any more.
            let _ = answer.send(committed.and(made));
        });
        (stays, after)
    });
    let busy = || StoreError::Unavailable("too much waits for the store".into());
    to.try_send(Job::Work(work)).map_err(|_| busy())?;
    answered.await.unwrap_or_else(|_| Err(StoreError::Unavailable("the store has stopped".into())))
}

/// The thread that writes: takes all that waits, and makes it durable with one commit.
struct Writer {
    kept: Box<dyn Backend>,
    window: Duration,
    beaten: Option<Instant>,
}

impl Writer {
    fn run(&mut self, jobs: &Receiver<Job>) {
        loop {
            self.beat();
            match jobs.recv_timeout(BEAT) {
                Ok(first) => self.group(first, jobs),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn beat(&mut self) {
        if self.beaten.is_some_and(|beaten| beaten.elapsed() < BEAT) {
            return;
        }
        self.beaten = Some(Instant::now());
        if let Err(error) = self.kept.beat(unix_ms()) {
            tracing::warn!(%error, "the host's beat was not kept");
        }
    }

    fn group(&mut self, first: Job, jobs: &Receiver<Job>) {
        let (mut group, until) = (vec![first], Instant::now() + self.window);
        while group.len() < GROUP_MAX {
            let left = until.saturating_duration_since(Instant::now());
            let next =
                if left.is_zero() { jobs.try_recv().ok() } else { jobs.recv_timeout(left).ok() };
            match next {
                Some(job) => group.push(job),
                None => break,
            }
        }
        let mut after = Vec::with_capacity(group.len());
        let done = self.carry_out(group, &mut after);
        if let Err(error) = &done {
            tracing::error!(%error, "a group of changes was not kept");
            self.kept.rollback();
        }
        after.into_iter().for_each(|then| then(done.clone()));
    }

    fn carry_out(&mut self, group: Vec<Job>, after: &mut Vec<After>) -> Kept<()> {
        let mut lines = Vec::new();
        // A job that cannot even begin is told so like one whose commit failed.
        let begun = self.kept.begin();
        let mut failed = begun.as_ref().err().cloned();
        for job in group {
            match job {
                Job::Append(append) => lines.push(append),
                Job::Work(work) => {
                    // Lines sent before this work must stand before it is done.
                    let flushed = self.flush(&mut lines, after, failed.as_ref());
                    failed = failed.or(flushed.err());
                    match &failed {
                        None => after.push(self.one(work)),
                        Some(_) => drop(work),
                    }
                }
            }
        }
        let flushed = self.flush(&mut lines, after, failed.as_ref());
        match failed.or(flushed.err()) {
            Some(error) => Err(error),
            None => self.kept.commit(),
        }
    }

    /// One piece of work, so that it leaves nothing behind if it fails.
    fn one(&mut self, work: Work) -> After {
        let (mut work, mut then): (_, Option<After>) = (Some(work), None);
        let saved = self.kept.save(&mut |kept| {
            let Some(work) = work.take() else { return Ok(()) };
            let (stays, after) = work(kept);
            then = Some(after);
            stays
        });
        match (saved, then) {
            (Ok(()), Some(after)) => after,
            (Err(error), Some(after)) => Box::new(move |_| after(Err(error))),
            (_, None) => Box::new(|_| {}),
        }
    }

    fn flush(
        &mut self,
        lines: &mut Vec<Append>,
        after: &mut Vec<After>,
        failed: Option<&StoreError>,
    ) -> Kept<()> {
        let appends = std::mem::take(lines);
        if appends.is_empty() {
            return Ok(());
        }
        let mut entries = Vec::new();
        let mut marks = Vec::with_capacity(appends.len());
        for Append { entries: of_one, then } in appends {
            let last = of_one.last().map_or(0, |entry| entry.seq);
            marks.push((of_one.len(), last, then));
            entries.extend(of_one);
        }
        let stand = match failed {
            Some(error) => Err(error.clone()),
            None => self.kept.append(&entries),
        };
        let mut from = 0;
        for (count, last, then) in marks {
            let whole = stand.as_ref().is_ok_and(|stand| {
                stand.get(from..from + count).is_some_and(|lines| lines.iter().all(|ok| *ok))
            });
            from += count;
            after.push(Box::new(move |committed| match committed {
                Ok(()) if whole => then.durable(last),
                Ok(()) => then.fenced(),
                Err(error) => then.failed(&error),
            }));
        }
        stand.map(|_| ())
    }
}

fn read(mut kept: Box<dyn Backend>, questions: &Receiver<Job>) {
    while let Ok(job) = questions.recv() {
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
