//! A copy of an embedded database, made while a server may be writing it.

use std::fmt::{self, Display};
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::sqlite::PAGE_BYTES;

/// Why a database was not copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackupError {
    /// The target exists already.
    Exists(PathBuf),
    /// The database cannot be read.
    Source(PathBuf, String),
    /// The copy cannot be written, or is not whole.
    Target(PathBuf, String),
}

impl Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackupError::Exists(path) => {
                write!(f, "{} already exists; choose a new file name", path.display())
            }
            BackupError::Source(path, why) => {
                write!(f, "cannot read the store {}: {why}", path.display())
            }
            BackupError::Target(path, why) => {
                write!(f, "cannot write the copy {}: {why}", path.display())
            }
        }
    }
}

impl std::error::Error for BackupError {}

type Copied<T> = Result<T, BackupError>;

fn source(path: &Path, why: impl Display) -> BackupError {
    BackupError::Source(path.to_owned(), why.to_string())
}

fn target(path: &Path, why: impl Display) -> BackupError {
    BackupError::Target(path.to_owned(), why.to_string())
}

/// Copies the database in `from` to `to`, which must not exist yet. The copy is the state of one
/// moment; it is compact, checked and on the disk when this returns. Only its owner may read it. A
/// server that writes `from` meanwhile is not held up, so this ends however much it writes.
pub fn backup(from: &Path, to: &Path) -> Copied<()> {
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    // What an interrupted copy has left.
    let _ = fs::remove_file(&part);
    let made = copy(from, &part).and_then(|()| check(&part));
    let kept = made.and_then(|()| keep(&part, to));
    if kept.is_err() {
        let _ = fs::remove_file(&part);
    }
    kept
}

/// Reads everything in one transaction, so nothing written meanwhile makes it begin again.
fn copy(from: &Path, to: &Path) -> Copied<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let live = Connection::open_with_flags(from, flags).map_err(|error| source(from, error))?;
    // The copy has the form of a new file, also where an earlier program made the original.
    let pragmas = format!(
        "PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 0; \
         PRAGMA page_size = {PAGE_BYTES}; PRAGMA auto_vacuum = INCREMENTAL;"
    );
    live.execute_batch(&pragmas).map_err(|error| source(from, error))?;
    let name = to.to_str().ok_or_else(|| target(to, "the name is not valid UTF-8"))?;
    // SQLite writes into an empty file as it is, so nobody else can read the copy at any time.
    let mut options = OpenOptions::new();
    let empty = options.write(true).create_new(true).mode(0o600).open(to);
    empty.map_err(|error| target(to, error))?;
    live.execute("VACUUM INTO ?1", [name]).map_err(|error| target(to, error))?;
    Ok(())
}

fn check(copy: &Path) -> Copied<()> {
    let wrong = |error: rusqlite::Error| target(copy, error);
    let copied = Connection::open(copy).map_err(wrong)?;
    let found: String =
        copied.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(wrong)?;
    let versions = copied.query_row("SELECT version FROM schema_version", [], |row| row.get(0));
    let _: i64 = versions.map_err(wrong)?;
    if found == "ok" { Ok(()) } else { Err(target(copy, found)) }
}

/// Gives a whole copy its name, and makes both durable.
fn keep(part: &Path, to: &Path) -> Copied<()> {
    let sync = |path: &Path| File::open(path).and_then(|file| file.sync_all());
    sync(part).map_err(|error| target(part, error))?;
    fs::rename(part, to).map_err(|error| target(to, error))?;
    let directory = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    sync(directory.unwrap_or(Path::new("."))).map_err(|error| target(to, error))
}
