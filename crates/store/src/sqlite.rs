//! The embedded database.

use std::fs::{File, Metadata, OpenOptions};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use crate::backend::Kept;
use crate::beat::Pulse;
use crate::sql::{Driver, Param, Row, SqlValue};
use crate::{Sql, StoreError};

/// How often the write-ahead log is moved into the file.
const TIDY: Duration = Duration::from_secs(1);
/// How long a stop waits for others to release the write-ahead log, and how often it asks.
const SETTLE: Duration = Duration::from_secs(10);
const SETTLE_PAUSE: Duration = Duration::from_millis(20);
/// A write-ahead log of more pages than this is begun again from its start.
const LOG_PAGES: i64 = 4_096;
/// The pages of a new file. Each act changes a page of the log's index, which goes to the disk as a
/// whole: of 1, 2 and 4 kB, an act writes 3.3, 4.6 and 7.1 kB where four share a commit. Smaller pages
/// than these waste space between the rows.
pub(crate) const PAGE_BYTES: u32 = 2_048;
/// The write-ahead log keeps at most so many bytes on the disk once it is begun again.
const LOG_BYTES: u32 = 16 << 20;

/// A database in one file, with its write-ahead log and the beat of its host beside it.
pub struct Sqlite {
    connection: Connection,
    beat: File,
    /// Held for as long as somebody writes here; two programs must not.
    lock: Option<Lock>,
    /// Raised when the write-ahead log is large and almost all of it is in the file.
    log_is_large: Arc<AtomicBool>,
}

/// Keeps other programs from writing the same database, by whatever name they reach it.
struct Lock {
    database: File,
    beside: File,
    path: PathBuf,
}

impl Lock {
    /// Whether the database is still the file at its path.
    fn is_in_place(&self) -> bool {
        let inode = |found: Metadata| (found.dev(), found.ino());
        let own = self.database.metadata().map(inode);
        own.is_ok_and(|own| std::fs::metadata(&self.path).map(inode).is_ok_and(|at| at == own))
    }
}

impl Sqlite {
    /// Opens a file for writing, and makes it if it is not there.
    pub fn open(path: &Path) -> Kept<Sql<Sqlite>> {
        // SQLite gives the files beside it the same permissions.
        let database = own_file(path)?;
        let path = &std::fs::canonicalize(path).map_err(|error| at(path, error))?;
        let lock = Lock { database, beside: file(path, "lock")?, path: path.clone() };
        for file in [&lock.database, &lock.beside] {
            file.try_lock().map_err(|error| {
                StoreError::InUse(format!("{}: another program uses it ({error})", path.display()))
            })?;
        }
        Sql::open(Sqlite::connect(path, Some(lock))?)
    }

    /// What tells the writer to finish moving the write-ahead log.
    pub(crate) fn log_is_large(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.log_is_large)
    }

    /// Moves the write-ahead log into the file from time to time, so that no commit has to wait for
    /// much of it. While commits keep coming the log never is in the file as a whole, and grows: so
    /// the writer moves the rest of a large one itself, between two commits, and begins it again.
    /// Ends when `until` hangs up.
    pub(crate) fn tidy(path: &Path, large: &AtomicBool, until: &Receiver<()>) -> Kept<()> {
        let mut tidying = Sqlite::connect(path, None)?;
        while until.recv_timeout(TIDY) == Err(RecvTimeoutError::Timeout) {
            // The second time there is only what came during the first.
            let moved = tidying.move_log("PASSIVE").and_then(|_| tidying.move_log("PASSIVE"));
            match moved {
                Ok(pages) => large.store(pages > LOG_PAGES, Ordering::Release),
                Err(error) => tracing::warn!(%error, "the write-ahead log cannot be tidied"),
            }
        }
        Ok(())
    }

    /// Moves the write-ahead log into the file; says how many pages it has, moved or not.
    fn move_log(&mut self, how: &'static str) -> Kept<i64> {
        let sql = format!("PRAGMA wal_checkpoint({how})");
        let moved = self.connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)));
        match moved.map_err(failed)? {
            (0, pages) => Ok(pages),
            (_, _) if how == "PASSIVE" => Ok(0),
            (_, _) => Err(StoreError::Unavailable("the write-ahead log is in use".into())),
        }
    }

    /// Opens a file that somebody in this program writes, to read in it.
    pub fn reader(path: &Path) -> Kept<Sql<Sqlite>> {
        Sql::open(Sqlite::connect(path, None)?)
    }

    /// Where the host's beat is kept.
    pub(crate) fn pulse(path: &Path) -> Kept<BeatFile> {
        Ok(BeatFile(file(path, "beat")?))
    }

    fn connect(path: &Path, lock: Option<Lock>) -> Kept<Sqlite> {
        let connection = Connection::open(path).map_err(|error| at(path, error))?;
        connection.set_prepared_statement_cache_capacity(64);
        // The first two count in a new file only.
        let pragmas = format!(
            "PRAGMA page_size = {PAGE_BYTES}; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; \
             PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; \
             PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = {LOG_BYTES};"
        );
        connection.execute_batch(&pragmas).map_err(|error| at(path, error))?;
        let (beat, log_is_large) = (file(path, "beat")?, Arc::default());
        Ok(Sqlite { connection, beat, lock, log_is_large })
    }
}

/// The file that holds the host's beat.
pub(crate) struct BeatFile(File);

impl Pulse for BeatFile {
    fn beat(&mut self, at: i64) -> Kept<()> {
        let line = format!("{at:020}");
        self.0.write_all_at(line.as_bytes(), 0).map_err(|error| {
            StoreError::Unavailable(format!("the beat cannot be written: {error}"))
        })
    }
}

/// Opens a file, and makes it if it is not there, for the server's own user alone.
fn own_file(path: &Path) -> Kept<File> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false).mode(0o600);
    options.open(path).map_err(|error| at(path, error))
}

/// A small file beside the database.
fn file(path: &Path, kind: &str) -> Kept<File> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!("-{kind}"));
    let name = PathBuf::from(name);
    own_file(&name)
}

pub(crate) fn at(path: &Path, error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", path.display()))
}

pub(crate) fn failed(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
            StoreError::Damaged(error.to_string())
        }
        _ => StoreError::Unavailable(error.to_string()),
    }
}

impl ToSql for Param<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Param::Text(text) => ValueRef::Text(text.as_bytes()),
            Param::Int(number) => ValueRef::Integer(*number),
            Param::Real(number) => ValueRef::Real(*number),
            Param::Null => ValueRef::Null,
        }))
    }
}

fn cell(value: ValueRef<'_>) -> SqlValue {
    match value {
        ValueRef::Null => SqlValue::Null,
        ValueRef::Integer(number) => SqlValue::Int(number),
        ValueRef::Real(number) => SqlValue::Real(number),
        ValueRef::Text(text) | ValueRef::Blob(text) => {
            SqlValue::Text(String::from_utf8_lossy(text).into_owned())
        }
    }
}

impl Driver for Sqlite {
    fn execute(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<u64> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let touched = statement.execute(params_from_iter(params)).map_err(failed)?;
        Ok(touched as u64)
    }

    fn execute_all(&mut self, sql: &'static str, sets: &[Vec<Param<'_>>]) -> Kept<Vec<u64>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let mut run = |set: &Vec<Param<'_>>| {
            let touched = statement.execute(params_from_iter(set)).map_err(failed)?;
            Ok(touched as u64)
        };
        sets.iter().map(&mut run).collect()
    }

    fn query(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<Vec<Row>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(failed)?;
        let width = statement.column_count();
        let mut rows = statement.query(params_from_iter(params)).map_err(failed)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            let cells = (0..width).map(|at| row.get_ref(at).map(cell).map_err(failed));
            found.push(cells.collect::<Kept<Row>>()?);
        }
        Ok(found)
    }

    fn script(&mut self, sql: &str) -> Kept<()> {
        let own = sql.replace("/*sqlite", "").replace("sqlite*/", "");
        self.connection.execute_batch(&own).map_err(failed)
    }

    fn tidy_up(&mut self) {
        if self.log_is_large.swap(false, Ordering::AcqRel)
            && let Err(error) = self.move_log("PASSIVE")
        {
            tracing::warn!(%error, "the write-ahead log cannot be begun again");
        }
    }

    fn settle(&mut self) -> Kept<()> {
        // SQLite does not wait for a checkpoint on another connection, whatever the busy timeout says.
        let last_try = Instant::now() + SETTLE;
        loop {
            match self.move_log("TRUNCATE") {
                Err(StoreError::Unavailable(_)) if Instant::now() < last_try => sleep(SETTLE_PAUSE),
                moved => return moved.map(|_| ()),
            }
        }
    }

    fn give_back(&mut self, pages: u32) -> Kept<()> {
        let sql = format!("PRAGMA incremental_vacuum({pages})");
        let mut statement = self.connection.prepare(&sql).map_err(failed)?;
        let mut freed = statement.query([]).map_err(failed)?;
        while freed.next().map_err(failed)?.is_some() {}
        Ok(())
    }

    fn begin(&mut self) -> Kept<()> {
        if self.lock.as_ref().is_some_and(|lock| !lock.is_in_place()) {
            let text = "the database file was removed or replaced; restart the server";
            return Err(StoreError::Unavailable(text.into()));
        }
        self.script("BEGIN")
    }

    fn commit(&mut self) -> Kept<()> {
        self.script("COMMIT")
    }

    fn committed(&mut self) -> Kept<bool> {
        // A commit that fails here has not happened, and is rolled back.
        Ok(false)
    }

    fn reset(&mut self) {
        // Fails where nothing is under way, which is as good.
        let _ = self.connection.execute_batch("ROLLBACK");
    }

    fn last_beat(&mut self) -> Kept<Option<i64>> {
        let mut line = [0; 20];
        let read = self.beat.read_exact_at(&mut line, 0);
        Ok(read.ok().and_then(|()| std::str::from_utf8(&line).ok()?.parse().ok()))
    }
}
