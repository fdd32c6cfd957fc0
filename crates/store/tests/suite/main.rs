//! The same cases on every store: memory, SQLite, PostgreSQL.

mod backups;
mod cases;
mod faults;
mod handle;
mod lists;
mod plans;
mod postgres;
mod retention;
mod scale;

use std::path::{Path, PathBuf};
use std::time::Duration;

use bout_store::{Backend, Memory, Postgres, Sqlite, Store, StoreError};

/// A place where a store can be opened, closed and opened again.
enum LeaderPlace {
    Memory(Memory),
    File(PathBuf),
    Url(String),
}

impl LeaderPlace {
    fn open(&self) -> Box<dyn Backend> {
        match self {
            LeaderPlace::Memory(memory) => Box::new(memory.clone()),
            LeaderPlace::File(path) => Box::new(Sqlite::open(path).unwrap()),
            LeaderPlace::Url(url) => Box::new(Postgres::open(url).unwrap()),
        }
    }

    fn store(&self) -> Store {
        self.try_store().unwrap()
    }

    fn try_store(&self) -> Result<Store, StoreError> {
        match self {
            LeaderPlace::Memory(memory) => Ok(Store::on_memory(memory.clone())),
            LeaderPlace::File(path) => Store::sqlite(path),
            LeaderPlace::Url(url) => Store::postgres(url),
        }
    }

    /// The store once the threads of the one before have ended.
    fn store_again(&self) -> Store {
        for _ in 0..200 {
            match self.try_store() {
                Err(StoreError::InUse(_)) => std::thread::sleep(Duration::from_millis(10)),
                store => return store.unwrap(),
            }
        }
        panic!("the store before is still in use");
    }
}

fn run(mut place: impl FnMut(&str) -> LeaderPlace) {
    for (name, case) in [cases::ALL, lists::ALL, retention::ALL, handle::ALL].concat() {
        println!("{name}");
        case(&place(name));
    }
}

fn file(directory: &Path, name: &str) -> LeaderPlace {
    LeaderPlace::File(directory.join(format!("{name}.db")))
}

#[test]
fn memory() {
    run(|_| LeaderPlace::Memory(Memory::default()));
}

#[test]
fn sqlite() {
    let directory = tempfile::tempdir().unwrap();
    run(|name| file(directory.path(), name));
}

#[test]
fn postgres() {
    let server = postgres::Server::start();
    run(|name| LeaderPlace::Url(server.database(name)));
}

/// A host that takes a match up waits for what the other has begun to write: nothing acknowledged is
/// missing in what it reads, and nothing is acknowledged afterwards.
#[test]
fn two_hosts_never_both_hold_a_match() {
    let server = postgres::Server::start();
    let place = LeaderPlace::Url(server.database("hosts"));
    let mut old = place.open();
    cases::begin_match(&mut *old, "m");
    old.begin().unwrap();
    assert_eq!(old.append(&[cases::line("m", 1, 1)]).unwrap(), [true]);
    let mut new = place.open();
    let taking = std::thread::spawn(move || {
        let epoch = new.take_up("m").unwrap();
        (epoch, new.entries("m").unwrap().len())
    });
    std::thread::sleep(Duration::from_millis(200));
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

/// The schema as version 2 had it, with a match that ended and one that runs.
const VERSION_2: &str = "
    CREATE TABLE schema_version (version BIGINT NOT NULL);
    INSERT INTO schema_version VALUES (2);
    CREATE TABLE accounts (
        id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, name TEXT, name_key TEXT UNIQUE,
        tokens BIGINT NOT NULL CHECK (tokens >= 0), created BIGINT NOT NULL);
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, header TEXT NOT NULL, meta TEXT NOT NULL,
        epoch BIGINT NOT NULL, wall BIGINT, at BIGINT NOT NULL, pot BIGINT NOT NULL,
        created BIGINT NOT NULL, finished BIGINT, outcome TEXT,
        public BIGINT NOT NULL DEFAULT 0);
    CREATE INDEX matches_finished ON matches (finished, created);
    CREATE TABLE entries (
        match TEXT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, seq));
    CREATE TABLE players (
        match TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (account, match));
    CREATE TABLE results (
        match TEXT NOT NULL, seat BIGINT NOT NULL, account TEXT NOT NULL, verdict TEXT NOT NULL,
        PRIMARY KEY (match, seat));
    CREATE TABLE ratings (
        game TEXT NOT NULL, account TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
        matches BIGINT NOT NULL, PRIMARY KEY (game, account));
    CREATE TABLE queue (
        account TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, since BIGINT NOT NULL);
    CREATE TABLE sums (name TEXT PRIMARY KEY, amount BIGINT NOT NULL);
    INSERT INTO sums VALUES ('burned', 0), ('given', 20);
    INSERT INTO accounts VALUES ('a', 'h1', NULL, NULL, 10, 5), ('b', 'h2', NULL, NULL, 10, 6);
    INSERT INTO matches VALUES
        ('m', 'tank', '{}', '{}', 1, NULL, 0, 0, 70, 80, '{}', 1),
        ('n', 'tank', '{}', '{}', 1, NULL, 0, 0, 90, NULL, NULL, 1);
    INSERT INTO players VALUES ('m', 'a'), ('m', 'b'), ('n', 'a');
    INSERT INTO entries VALUES ('m', 1, 'one'), ('m', 2, 'two');
    INSERT INTO ratings VALUES ('tank', 'a', 1600, 90, 0.06, 30), ('tank', 'b', 1700, 200, 0.06, 2);
";

#[test]
fn a_file_of_version_2_is_brought_up_to_date() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("two.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch(VERSION_2).unwrap();
    brought_up_to_date(&mut Sqlite::open(&path).unwrap());
}

#[test]
fn a_postgres_database_of_version_2_is_brought_up_to_date() {
    let server = postgres::Server::start();
    let url = server.database("two");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute(VERSION_2).await.unwrap();
    });
    brought_up_to_date(&mut Postgres::open(&url).unwrap());
}

fn brought_up_to_date(kept: &mut dyn Backend) {
    let own = |account: &str| bout_store::MatchFilter {
        scope: bout_store::Scope::Account(account.into()),
        limit: 10,
        ..Default::default()
    };
    let mut ids = |filter: &bout_store::MatchFilter| -> Vec<String> {
        kept.matches(filter).unwrap().into_iter().map(|row| row.id).collect()
    };
    assert_eq!(ids(&own("a")), ["n", "m"]);
    assert_eq!(ids(&bout_store::MatchFilter { finished: Some(false), ..own("a") }), ["n"]);
    assert_eq!(ids(&own("b")), ["m"]);
    assert_eq!(kept.entries("m").unwrap(), ["one", "two"]);
    let page = bout_store::LeaderPage { game: "tank".into(), after: None, limit: 10 };
    let ranked = kept.leaderboard(&page).unwrap();
    assert_eq!(ranked.len(), 1, "the other rating is provisional");
    assert_eq!(ranked[0].account, "a");
    // Nobody is taken for gone because nobody wrote down who came.
    assert_eq!(kept.account("a").unwrap().unwrap().seen, 90);
    assert_eq!(kept.stale_accounts(90, 10).unwrap(), [""; 0]);
    assert!(kept.totals().unwrap().conserved());
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

#[test]
fn a_database_is_locked_by_whatever_name_it_is_reached() {
    let directory = tempfile::tempdir().unwrap();
    let [path, link, hard] =
        ["one.db", "link.db", "hard.db"].map(|name| directory.path().join(name));
    let _held = Sqlite::open(&path).unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    std::fs::hard_link(&path, &hard).unwrap();
    for other in [&path, &link, &hard] {
        assert!(Sqlite::open(other).is_err(), "{}", other.display());
    }
    std::fs::remove_file(directory.path().join("one.db-lock")).unwrap();
    assert!(Sqlite::open(&path).is_err(), "without the file beside it");
}

#[test]
fn a_database_that_was_removed_or_replaced_takes_nothing_more() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("one.db");
    let mut kept = Sqlite::open(&path).unwrap();
    kept.begin().unwrap();
    kept.commit().unwrap();
    let moved = directory.path().join("moved.db");
    std::fs::rename(&path, &moved).unwrap();
    assert!(kept.begin().is_err(), "what is written would be lost at the next start");
    std::fs::copy(&moved, &path).unwrap();
    assert!(kept.begin().is_err());
    std::fs::rename(&moved, &path).unwrap();
    kept.begin().unwrap();
}

#[test]
fn a_database_belongs_to_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("one.db");
    let mut kept = Sqlite::open(&path).unwrap();
    kept.begin().unwrap();
    cases::begin_match(&mut kept, "m");
    kept.commit().unwrap();
    for found in std::fs::read_dir(directory.path()).unwrap() {
        let found = found.unwrap();
        let mode = found.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", found.path().display());
    }
}
