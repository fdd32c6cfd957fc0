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
/// How long what could not be written is tried again.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait before the first time, and after a pause before the next.
pub fn pause_after(pause: Option<Duration>) -> Duration {
    pause.map_or(Duration::from_millis(20), |pause| (pause * 2).min(Duration::from_secs(1)))
}

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
    /// The store has failed for so long that it is no longer tried.
    fn failed(&self, error: &StoreError);
}

type After = Box<dyn FnOnce(Kept<()>) + Send>;
/// Says whether its changes shall stay, and what to do once they are durable.
type Work = Box<dyn FnOnce(&mut dyn Backend) -> (Kept<()>, After) + Send>;

enum Job {
    Append(Append),
    Work(Work),
}

/// A job that was carried out, and waits for the commit.
enum Done {
    /// Lines, and whether they stand.
    Lines(Append, bool),
    Work(After),
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
        thread::spawn(move || Writer::new(writing, window).run(&jobs));
        let (reader, questions) = sync_channel(WAITING_MAX);
        thread::spawn(move || read(reading, &questions));
        Store { writer, reader, kind, last_beat, memory: None, _tidying: None }
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

    /// Looks something up.
    pub async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut dyn Backend) -> Kept<T> + Send + 'static,
    ) -> Kept<T> {
        match &self.memory {
            Some(memory) => question(&mut memory.clone()),
            None => ask(&self.reader, question).await,
        }
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
    patience: Duration,
    beaten: Option<Instant>,
    /// Lines that could not be written, and are written before anything else.
    owed: Vec<Append>,
    /// Since when there are any, and how long to wait now.
    owing: Option<(Instant, Duration)>,
}

impl Writer {
    fn new(kept: Box<dyn Backend>, window: Duration) -> Self {
        let patience = PATIENCE;
        Writer { kept, window, patience, beaten: None, owed: Vec::new(), owing: None }
    }

    fn run(&mut self, jobs: &Receiver<Job>) {
        loop {
            self.beat();
            if let Some((_, pause)) = self.owing {
                thread::sleep(pause);
                self.group(None, jobs);
                continue;
            }
            match jobs.recv_timeout(BEAT) {
                Ok(first) => self.group(Some(first), jobs),
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

    fn group(&mut self, first: Option<Job>, jobs: &Receiver<Job>) {
        let until = Instant::now() + self.window;
        let mut group: Vec<_> = self.owed.drain(..).map(Job::Append).chain(first).collect();
        while group.len() < GROUP_MAX {
            let left = until.saturating_duration_since(Instant::now());
            let next =
                if left.is_zero() { jobs.try_recv().ok() } else { jobs.recv_timeout(left).ok() };
            match next {
                Some(job) => group.push(job),
                None => break,
            }
        }
        let mut done = Vec::with_capacity(group.len());
        match self.carry_out(group, &mut done) {
            Ok(()) => self.tell(done),
            Err(error) => {
                tracing::error!(%error, "a group of changes was not kept");
                self.kept.rollback();
                self.owe(done, &error);
            }
        }
    }

    fn tell(&mut self, done: Vec<Done>) {
        self.owing = None;
        for done in done {
            match done {
                Done::Lines(Append { entries, then }, true) => {
                    then.durable(entries.last().map_or(0, |entry| entry.seq));
                }
                Done::Lines(Append { then, .. }, false) => then.fenced(),
                Done::Work(after) => after(Ok(())),
            }
        }
    }

    /// Whoever asked for work is told that it failed; lines are tried again for a while.
    fn owe(&mut self, done: Vec<Done>, error: &StoreError) {
        for done in done {
            match done {
                Done::Lines(append, _) => self.owed.push(append),
                Done::Work(after) => after(Err(error.clone())),
            }
        }
        let since = self.owing.map_or_else(Instant::now, |(since, _)| since);
        let passing = matches!(error, StoreError::Unavailable(_));
        if passing && since.elapsed() < self.patience && !self.owed.is_empty() {
            self.owing = Some((since, pause_after(self.owing.map(|(_, pause)| pause))));
        } else {
            self.owing = None;
            self.owed.drain(..).for_each(|append| append.then.failed(error));
        }
    }

    fn carry_out(&mut self, group: Vec<Job>, done: &mut Vec<Done>) -> Kept<()> {
        let mut lines = Vec::new();
        // A job that cannot even begin is told so like one whose commit failed.
        let begun = self.kept.begin();
        let mut failed = begun.as_ref().err().cloned();
        for job in group {
            match job {
                Job::Append(append) => lines.push(append),
                Job::Work(work) => {
                    // Lines sent before this work must stand before it is done.
                    let flushed = self.flush(&mut lines, done, failed.as_ref());
                    failed = failed.or(flushed.err());
                    match &failed {
                        None => done.push(Done::Work(self.one(work))),
                        Some(_) => drop(work),
                    }
                }
            }
        }
        let flushed = self.flush(&mut lines, done, failed.as_ref());
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
        done: &mut Vec<Done>,
        failed: Option<&StoreError>,
    ) -> Kept<()> {
        let mut appends = std::mem::take(lines);
        if appends.is_empty() {
            return Ok(());
        }
        let counts: Vec<_> = appends.iter().map(|append| append.entries.len()).collect();
        let entries: Vec<_> =
            appends.iter_mut().flat_map(|append| std::mem::take(&mut append.entries)).collect();
        let stand = match failed {
            Some(error) => Err(error.clone()),
            None => self.kept.append(&entries),
        };
        let (mut entries, mut from) = (entries.into_iter(), 0);
        for (mut append, count) in appends.into_iter().zip(counts) {
            let whole = stand.as_ref().is_ok_and(|stand| {
                stand.get(from..from + count).is_some_and(|lines| lines.iter().all(|ok| *ok))
            });
            from += count;
            append.entries = entries.by_ref().take(count).collect();
            done.push(Done::Lines(append, whole));
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;
    use crate::NewMatch;

    /// Tells what became of lines.
    struct Heard(Sender<&'static str>);

    impl Landed for Heard {
        fn durable(&self, _: i64) {
            self.0.send("durable").unwrap();
        }

        fn fenced(&self) {
            self.0.send("fenced").unwrap();
        }

        fn failed(&self, _: &StoreError) {
            self.0.send("failed").unwrap();
        }
    }

    fn line(seq: i64, heard: &Sender<&'static str>) -> Job {
        let entry = Entry { id: "m".into(), epoch: 1, seq, body: format!("{{\"seq\":{seq}}}") };
        Job::Append(Append { entries: vec![entry], then: Arc::new(Heard(heard.clone())) })
    }

    fn new_match() -> NewMatch {
        NewMatch {
            id: "m".into(),
            game: "tank".into(),
            header: "{}".into(),
            meta: "{}".into(),
            public: false,
            accounts: Vec::new(),
            stakes: Vec::new(),
            created: 0,
        }
    }

    #[test]
    fn lines_outlast_a_store_that_fails_for_a_while() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kept.db");
        let mut kept = Sqlite::open(&path).unwrap();
        kept.create_match(&new_match()).unwrap();
        let mut writer = Writer::new(Box::new(kept), Duration::ZERO);
        let other = rusqlite::Connection::open(&path).unwrap();
        let (_jobs, waiting) = sync_channel(1);
        let (heard, told) = channel();

        other.execute_batch("ALTER TABLE entries RENAME TO lost").unwrap();
        writer.group(Some(line(1, &heard)), &waiting);
        writer.group(Some(line(2, &heard)), &waiting);
        assert!(writer.owing.is_some() && told.try_recv().is_err(), "nobody is told yet");
        other.execute_batch("ALTER TABLE lost RENAME TO entries").unwrap();
        writer.group(Some(line(3, &heard)), &waiting);
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["durable"; 3]);
        assert_eq!(writer.kept.entries("m").unwrap().len(), 3);

        other.execute_batch("ALTER TABLE entries RENAME TO lost").unwrap();
        writer.patience = Duration::ZERO;
        writer.group(Some(line(4, &heard)), &waiting);
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["failed"]);
        assert!(writer.owing.is_none(), "patience has an end");
    }
}
