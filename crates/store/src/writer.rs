//! The thread that writes: takes all that waits, and makes it durable with one commit.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::StoreError;
use crate::backend::{Backend, Kept};
use crate::handle::{After, Append, Job, PATIENCE, Work, pause_after};
use crate::health::Health;

/// How many jobs become durable together at most.
const GROUP_MAX: usize = 4_096;
/// An idle store is written this often, to know whether it can be.
const PROBE: Duration = Duration::from_secs(2);
/// And this often while it cannot.
const PROBE_ILL: Duration = Duration::from_millis(500);

/// A job that was carried out, and waits for the commit.
enum Done {
    /// Lines, and whether they stand.
    Lines(Append, bool),
    Work(After),
}

/// Why a group is not known to be durable.
enum Broken {
    /// It is not: no commit was sent.
    NotKept(StoreError),
    /// Nobody knows: the commit was sent and not confirmed.
    Unclear(StoreError),
}

pub(crate) struct Writer {
    kept: Box<dyn Backend>,
    window: Duration,
    patience: Duration,
    health: Health,
    /// When the store was last written, or tried.
    tried: Instant,
    ill: bool,
    /// Lines that could not be written, and are written before anything else.
    owed: Vec<Append>,
    /// A group whose commit was not confirmed; nothing else is done before its fate is known.
    unclear: Option<(Vec<Done>, StoreError)>,
    /// Since when there are any, and how long to wait now.
    owing: Option<(Instant, Duration)>,
}

impl Writer {
    pub fn new(kept: Box<dyn Backend>, window: Duration, health: Health) -> Self {
        let (patience, tried) = (PATIENCE, Instant::now());
        let (owed, unclear, owing) = (Vec::new(), None, None);
        Writer { kept, window, patience, health, tried, ill: false, owed, unclear, owing }
    }

    pub fn run(&mut self, jobs: &Receiver<Job>) {
        loop {
            if let Some((_, pause)) = self.owing {
                thread::sleep(pause);
                self.health.begin();
                if self.clear_up() {
                    self.group(None, jobs);
                }
                continue;
            }
            let every = if self.ill { PROBE_ILL } else { PROBE };
            match jobs.recv_timeout(every.saturating_sub(self.tried.elapsed())) {
                Ok(first) => self.group(Some(first), jobs),
                Err(RecvTimeoutError::Timeout) => self.probe(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Writes something that nobody needs; more of it after a failure, so that a disk with room for
    /// one line alone does not count as one with room.
    fn probe(&mut self) {
        self.health.begin();
        let (kept, much) = (&mut self.kept, self.ill);
        let probed = kept.begin().and_then(|()| kept.probe(much)).and_then(|()| kept.commit());
        if let Err(error) = &probed {
            self.kept.rollback();
            if !self.ill {
                tracing::error!(%error, "the store cannot be written");
            }
        }
        self.note(probed.as_ref().err());
    }

    /// What became of the last attempt to write.
    fn note(&mut self, error: Option<&StoreError>) {
        (self.tried, self.ill) = (Instant::now(), error.is_some());
        match error {
            Some(error) => self.health.ill(error),
            None => self.health.well(),
        }
    }

    fn group(&mut self, first: Option<Job>, jobs: &Receiver<Job>) {
        let group = self.gather(first, jobs);
        self.health.begin();
        let mut done = Vec::with_capacity(group.len());
        match self.carry_out(group, &mut done) {
            Ok(()) => {
                self.note(None);
                self.tell(done);
            }
            Err(Broken::NotKept(error)) => {
                tracing::error!(%error, "a group of changes was not kept");
                self.kept.rollback();
                self.note(Some(&error));
                self.owe(done, &error);
            }
            Err(Broken::Unclear(error)) => {
                tracing::error!(%error, "the commit of a group of changes was not confirmed");
                self.kept.rollback();
                self.unclear = Some((done, error));
                self.clear_up();
            }
        }
    }

    fn gather(&mut self, first: Option<Job>, jobs: &Receiver<Job>) -> Vec<Job> {
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
        group
    }

    /// Asks the store whether the commit happened that was not confirmed; says whether that is
    /// settled now. Nobody is told anything before.
    fn clear_up(&mut self) -> bool {
        let Some((done, error)) = self.unclear.take() else { return true };
        match self.kept.committed() {
            Ok(true) => {
                self.note(None);
                self.tell(done);
                true
            }
            Ok(false) => {
                self.note(Some(&error));
                self.owe(done, &error);
                true
            }
            Err(again) => {
                self.note(Some(&again));
                if self.wait_on(&again) {
                    self.unclear = Some((done, error));
                    return false;
                }
                for done in done {
                    match done {
                        Done::Lines(append, _) => append.then.failed(&error),
                        Done::Work(after) => after(Err(error.clone())),
                    }
                }
                self.give_up(&error);
                true
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
        if self.owed.is_empty() || !self.wait_on(error) {
            self.give_up(error);
        }
    }

    /// Waits a little longer each time; says no when patience is at its end.
    fn wait_on(&mut self, error: &StoreError) -> bool {
        let since = self.owing.map_or_else(Instant::now, |(since, _)| since);
        let passing = matches!(error, StoreError::Unavailable(_));
        let waits = passing && since.elapsed() < self.patience;
        if waits {
            self.owing = Some((since, pause_after(self.owing.map(|(_, pause)| pause))));
        }
        waits
    }

    fn give_up(&mut self, error: &StoreError) {
        self.owing = None;
        self.owed.drain(..).for_each(|append| append.then.failed(error));
    }

    fn carry_out(&mut self, group: Vec<Job>, done: &mut Vec<Done>) -> Result<(), Broken> {
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
            Some(error) => Err(Broken::NotKept(error)),
            None => self.kept.commit().map_err(Broken::Unclear),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::{Sender, channel, sync_channel};

    use super::*;
    use crate::handle::Landed;
    use crate::{LogEntry, NewMatch, Sqlite};

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
        let entry = LogEntry { id: "m".into(), epoch: 1, seq, body: format!("{{\"seq\":{seq}}}") };
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
        let mut writer = Writer::new(Box::new(kept), Duration::ZERO, Health::default());
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
        assert!(writer.health.trouble().is_some(), "what cannot be written is not ready");
        other.execute_batch("ALTER TABLE lost RENAME TO entries").unwrap();
        writer.probe();
        assert_eq!(writer.health.trouble(), None, "a probe finds out that it can be written again");
    }
}
