//! The files of the embedded store: its write-ahead log stays small, copies are whole, and space
//! that is free is given back.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use bout_store::{Append, Backend, Landed, Sqlite, Store, StoreError, backup};

use super::cases::{begin_match, finish, line};

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// Knows which lines stand, and waits for them.
#[derive(Default)]
struct Standing(Mutex<i64>, Condvar);

impl Landed for Standing {
    fn durable(&self, seq: i64) {
        *self.0.lock().unwrap() = seq;
        self.1.notify_all();
    }

    fn fenced(&self) {
        panic!("fenced");
    }

    fn failed(&self, error: &StoreError) {
        panic!("{error}");
    }
}

impl Standing {
    fn wait_for(&self, seq: i64) {
        let stands = self.1.wait_while(self.0.lock().unwrap(), |stands| *stands < seq).unwrap();
        drop(stands);
    }
}

/// Writes lines of one match, a commit each, until told to stop; says how many there are.
fn write(store: &Store, id: &str, written: &AtomicI64, stop: &AtomicBool) -> i64 {
    let id = id.to_owned();
    let of = id.clone();
    wait(store.write(move |kept| {
        begin_match(kept, &of);
        Ok(())
    }))
    .unwrap();
    let standing = Arc::new(Standing::default());
    for seq in 1.. {
        let entries = vec![line(&id, 1, seq)];
        store.append(Append { entries, then: Arc::clone(&standing) as Arc<dyn Landed> });
        standing.wait_for(seq);
        written.store(seq, Ordering::Release);
        if stop.load(Ordering::Acquire) {
            return seq;
        }
    }
    unreachable!()
}

fn beside(path: &Path, kind: &str) -> PathBuf {
    PathBuf::from(format!("{}-{kind}", path.display()))
}

fn size(path: &Path) -> u64 {
    path.metadata().map_or(0, |found| found.len())
}

#[test]
fn a_copy_made_under_load_is_whole() {
    let directory = tempfile::tempdir().unwrap();
    let (path, copy) = (directory.path().join("live.db"), directory.path().join("copy.db"));
    let store = Store::sqlite(&path).unwrap();
    let (written, stop) = (AtomicI64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| write(&store, "m", &written, &stop));
        while written.load(Ordering::Acquire) < 50 {
            std::thread::yield_now();
        }
        let before = written.load(Ordering::Acquire);
        backup(&path, &copy).unwrap();
        let refused = backup(&path, &copy).unwrap_err().to_string();
        stop.store(true, Ordering::Release);
        let after = writing.join().unwrap();
        assert_eq!(refused, format!("{} already exists; choose a new file name", copy.display()));
        let mut restored = Sqlite::open(&copy).unwrap();
        let lines = restored.entries("m").unwrap();
        let found = i64::try_from(lines.len()).unwrap();
        assert!((before..=after).contains(&found), "{before} ≤ {found} ≤ {after}");
        assert!(lines.iter().zip(1..).all(|(body, seq)| *body == line("m", 1, seq).body));
        assert_eq!(restored.take_up("m").unwrap(), Some(2), "it can be played on");
    });
    assert!(!directory.path().join("copy.db.part").exists());
}

#[test]
fn a_copy_belongs_to_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let (path, copy) = (directory.path().join("live.db"), directory.path().join("copy.db"));
    let mut kept = Sqlite::open(&path).unwrap();
    begin_match(&mut kept, "m");
    backup(&path, &copy).unwrap();
    assert_eq!(copy.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_copy_that_cannot_be_written_names_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let (path, copy) = (directory.path().join("live.db"), directory.path().join("no/copy.db"));
    drop(Sqlite::open(&path).unwrap());
    let refused = backup(&path, &copy).unwrap_err().to_string();
    assert!(refused.starts_with("cannot write the copy ") && refused.contains("no/copy.db"));
}

#[test]
fn a_copy_of_nothing_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("nothing.db");
    let refused = backup(&path, &directory.path().join("copy.db")).unwrap_err().to_string();
    assert!(refused.contains("nothing.db"), "{refused}");
    assert!(!path.exists(), "nothing is made");
}

/// More is written than the log may hold; it is begun again while commits keep coming.
#[test]
fn the_write_ahead_log_stays_small_under_load() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("busy.db");
    let store = Store::sqlite(&path).unwrap();
    let log = beside(&path, "wal");
    let (stop, largest) = (AtomicBool::new(false), AtomicI64::new(0));
    let written: [AtomicI64; 8] = Default::default();
    let total = std::thread::scope(|scope| {
        let store = &store;
        let writers: Vec<_> = (0..)
            .zip(&written)
            .map(|(at, written)| {
                let stop = &stop;
                scope.spawn(move || write(store, &format!("m{at}"), written, stop))
            })
            .collect();
        for _ in 0..120 {
            std::thread::sleep(Duration::from_millis(100));
            largest.fetch_max(i64::try_from(size(&log)).unwrap(), Ordering::Relaxed);
        }
        stop.store(true, Ordering::Release);
        writers.into_iter().map(|writer| writer.join().unwrap()).sum::<i64>()
    });
    let largest = largest.load(Ordering::Relaxed);
    println!("{total} lines, at most {largest} bytes of log");
    assert!(largest < 48 << 20, "{largest} bytes of log after {total} lines");
    wait(store.settle()).unwrap();
    assert_eq!(size(&log), 0, "a stop leaves nothing in the log");
}

#[test]
fn a_stop_waits_for_a_checkpoint_on_another_connection() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("busy.db");
    let mut kept = Sqlite::open(&path).unwrap();
    begin_match(&mut kept, "m");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let other = rusqlite::Connection::open(&path).unwrap();
            while !stop.load(Ordering::Acquire) {
                let moved = other.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
                moved.unwrap();
            }
        });
        let settled: Result<Vec<()>, _> = (1..=200)
            .map(|seq| {
                kept.append(&[line("m", 1, seq)]).unwrap();
                kept.settle()
            })
            .collect();
        stop.store(true, Ordering::Release);
        settled.unwrap();
    });
    assert_eq!(size(&beside(&path, "wal")), 0);
}

/// A file as earlier programs made it: large pages, and space that is never given back.
#[test]
fn a_copy_of_an_old_file_has_the_new_form() {
    let directory = tempfile::tempdir().unwrap();
    let (path, copy) = (directory.path().join("old.db"), directory.path().join("new.db"));
    let old = rusqlite::Connection::open(&path).unwrap();
    let form = "PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = WAL;
                CREATE TABLE other (x)";
    old.execute_batch(form).unwrap();
    drop(old);
    let mut kept = Sqlite::open(&path).unwrap();
    begin_match(&mut kept, "m");
    kept.append(&[line("m", 1, 1)]).unwrap();
    backup(&path, &copy).unwrap();
    let form = |path: &Path| {
        let found = rusqlite::Connection::open(path).unwrap();
        let pragma = |name: &str| found.pragma_query_value(None, name, |row| row.get(0)).unwrap();
        (pragma("page_size"), pragma("auto_vacuum"))
    };
    assert_eq!((form(&path), form(&copy)), ((4_096, 0), (2_048, 2)));
    assert_eq!(Sqlite::open(&copy).unwrap().entries("m").unwrap().len(), 1);
}

#[test]
fn removed_matches_give_their_space_back() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("shrinks.db");
    let mut kept = Sqlite::open(&path).unwrap();
    kept.begin().unwrap();
    for at in 0..200 {
        let id = format!("m{at}");
        begin_match(&mut kept, &id);
        let lines: Vec<_> = (1..=100).map(|seq| line(&id, 1, seq)).collect();
        kept.append(&lines).unwrap();
        kept.finish(&finish(&id, &[])).unwrap();
    }
    kept.commit().unwrap();
    kept.settle().unwrap();
    let full = size(&path);
    while kept.remove_matches(1_000, 20).unwrap() > 0 {
        kept.give_back(10_000).unwrap();
    }
    kept.settle().unwrap();
    let left = size(&path);
    assert!(left * 5 < full, "{full} bytes before, {left} bytes after");
}
