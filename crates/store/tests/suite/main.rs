//! The same cases on every store: memory, SQLite, PostgreSQL.

mod cases;
mod handle;
mod postgres;

use std::path::{Path, PathBuf};

use bout_store::{Backend, Memory, Postgres, Sqlite, Store};

/// A place where a store can be opened, closed and opened again.
enum Place {
    Memory(Memory),
    File(PathBuf),
    Url(String),
}

impl Place {
    fn open(&self) -> Box<dyn Backend> {
        match self {
            Place::Memory(memory) => Box::new(memory.clone()),
            Place::File(path) => Box::new(Sqlite::open(path).unwrap()),
            Place::Url(url) => Box::new(Postgres::open(url).unwrap()),
        }
    }

    fn store(&self) -> Store {
        match self {
            Place::Memory(memory) => Store::on_memory(memory.clone()),
            Place::File(path) => Store::sqlite(path).unwrap(),
            Place::Url(url) => Store::postgres(url).unwrap(),
        }
    }
}

fn run(mut place: impl FnMut(&str) -> Place) {
    for (name, case) in cases::ALL {
        println!("{name}");
        case(&place(name));
    }
    for (name, case) in handle::ALL {
        println!("{name}");
        case(&place(name));
    }
}

fn file(directory: &Path, name: &str) -> Place {
    Place::File(directory.join(format!("{name}.db")))
}

#[test]
fn memory() {
    run(|_| Place::Memory(Memory::default()));
}

#[test]
fn sqlite() {
    let directory = tempfile::tempdir().unwrap();
    run(|name| file(directory.path(), name));
}

#[test]
fn postgres() {
    let server = postgres::Server::start();
    run(|name| Place::Url(server.database(name)));
}

/// A host that takes a match up waits for what the other has begun to write: nothing acknowledged is
/// missing in what it reads, and nothing is acknowledged afterwards.
#[test]
fn two_hosts_never_both_hold_a_match() {
    let server = postgres::Server::start();
    let place = Place::Url(server.database("hosts"));
    let mut old = place.open();
    cases::begin_match(&mut *old, "m");
    old.begin().unwrap();
    assert_eq!(old.append(&[cases::line("m", 1, 1)]).unwrap(), [true]);
    let mut new = place.open();
    let taking = std::thread::spawn(move || {
        let epoch = new.take_up("m").unwrap();
        (epoch, new.entries("m").unwrap().len())
    });
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(!taking.is_finished(), "the lease is not given while an entry is under way");
    old.commit().unwrap();
    assert_eq!(taking.join().unwrap(), (Some(2), 1));
    assert_eq!(old.append(&[cases::line("m", 1, 2)]).unwrap(), [false]);
}

#[test]
fn a_file_is_written_by_one_program_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("one.db");
    let _first = Sqlite::open(&path).unwrap();
    let refused = Sqlite::open(&path).err().unwrap().to_string();
    assert!(refused.contains("another program uses it"), "{refused}");
}

#[test]
fn a_file_of_a_later_program_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("late.db");
    drop(Sqlite::open(&path).unwrap());
    let later = rusqlite::Connection::open(&path).unwrap();
    later.execute_batch("UPDATE schema_version SET version = 99").unwrap();
    drop(later);
    let refused = Sqlite::open(&path).err().unwrap().to_string();
    assert!(refused.contains("schema version 99"), "{refused}");
}

#[test]
fn a_file_that_is_no_database_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("text.db");
    std::fs::write(&path, "this is no database, but it is long enough to be looked at\n").unwrap();
    let refused = Sqlite::open(&path).err().unwrap().to_string();
    assert!(refused.contains("text.db"), "{refused}");
}

#[test]
fn a_torn_write_ahead_log_loses_only_what_was_torn() {
    let directory = tempfile::tempdir().unwrap();
    let (path, torn) = (directory.path().join("whole.db"), directory.path().join("torn.db"));
    let mut whole = Sqlite::open(&path).unwrap();
    cases::begin_match(&mut whole, "m");
    for seq in 1..=20 {
        assert_eq!(whole.append(&[cases::line("m", 1, seq)]).unwrap(), [true]);
    }
    std::fs::copy(&path, &torn).unwrap();
    let log = std::fs::read(directory.path().join("whole.db-wal")).unwrap();
    // The machine stops in the middle of the last page.
    std::fs::write(directory.path().join("torn.db-wal"), &log[..log.len() - 1000]).unwrap();
    let kept = Sqlite::open(&torn).unwrap().entries("m").unwrap();
    assert!((18..20).contains(&kept.len()), "{} lines", kept.len());
    assert!(kept.iter().zip(1..).all(|(line, seq)| *line == cases::line("m", 1, seq).body));
}
