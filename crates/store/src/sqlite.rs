//! The embedded database.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use crate::backend::Kept;
use crate::sql::{Cell, Driver, Param, Row};
use crate::{Sql, StoreError};

/// How often the write-ahead log is moved into the file.
const TIDY: Duration = Duration::from_secs(2);

/// A database in one file, with its write-ahead log and the beat of its host beside it.
pub struct Sqlite {
    connection: Connection,
    beat: File,
    /// Held for as long as somebody writes here; two programs must not.
    _lock: Option<File>,
}

impl Sqlite {
    /// Opens a file for writing, and makes it if it is not there.
    pub fn open(path: &Path) -> Kept<Sql<Sqlite>> {
        let lock = file(path, "lock")?;
        lock.try_lock().map_err(|error| {
            StoreError::Unavailable(format!(
                "{}: another program uses it ({error})",
                path.display()
            ))
        })?;
        Sql::open(Sqlite::connect(path, Some(lock))?)
    }

    /// Moves the write-ahead log into the file from time to time, so that no commit has to wait for
    /// it. Ends when `until` hangs up.
    pub(crate) fn tidy(path: &Path, until: &Receiver<()>) -> Kept<()> {
        let mut tidying = Sqlite::connect(path, None)?;
        while until.recv_timeout(TIDY) == Err(RecvTimeoutError::Timeout) {
            if let Err(error) = tidying.query("PRAGMA wal_checkpoint(PASSIVE)", &[]) {
                tracing::warn!(%error, "the write-ahead log cannot be tidied");
            }
        }
        Ok(())
    }

    /// Opens a file that somebody in this program writes, to read in it.
    pub fn reader(path: &Path) -> Kept<Sql<Sqlite>> {
        Sql::open(Sqlite::connect(path, None)?)
    }

    fn connect(path: &Path, lock: Option<File>) -> Kept<Sqlite> {
        let connection = Connection::open(path).map_err(|error| at(path, error))?;
        connection.set_prepared_statement_cache_capacity(64);
        let pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                       PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 0;";
        connection.execute_batch(pragmas).map_err(|error| at(path, error))?;
        Ok(Sqlite { connection, beat: file(path, "beat")?, _lock: lock })
    }
}

/// A small file beside the database.
fn file(path: &Path, kind: &str) -> Kept<File> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!("-{kind}"));
    let name = PathBuf::from(name);
    let options =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&name);
    options.map_err(|error| at(&name, error))
}

fn at(path: &Path, error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", path.display()))
}

fn failed(error: rusqlite::Error) -> StoreError {
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

fn cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Int(number),
        ValueRef::Real(number) => Cell::Real(number),
        ValueRef::Text(text) | ValueRef::Blob(text) => {
            Cell::Text(String::from_utf8_lossy(text).into_owned())
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
        self.connection.execute_batch(sql).map_err(failed)
    }

    fn reset(&mut self) {
        // Fails where nothing is under way, which is as good.
        let _ = self.connection.execute_batch("ROLLBACK");
    }

    fn beat(&mut self, wall: i64) -> Kept<()> {
        let line = format!("{wall:020}");
        self.beat.write_all_at(line.as_bytes(), 0).map_err(|error| {
            StoreError::Unavailable(format!("the beat cannot be written: {error}"))
        })
    }

    fn last_beat(&mut self) -> Kept<Option<i64>> {
        let mut line = [0; 20];
        let read = self.beat.read_exact_at(&mut line, 0);
        Ok(read.ok().and_then(|()| std::str::from_utf8(&line).ok()?.parse().ok()))
    }
}
