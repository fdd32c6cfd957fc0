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
