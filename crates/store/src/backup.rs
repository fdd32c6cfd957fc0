//! A copy of an embedded database, made while a server may be writing it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::StoreError;
use crate::backend::Kept;
use crate::sqlite::{PAGE_BYTES, at, failed};

/// Copies the database in `from` to `to`, which must not exist yet. The copy is the state of one
/// moment; it is compact, checked and on the disk when this returns. A server that writes `from`
/// meanwhile is not held up, so this ends however much it writes.
pub fn backup(from: &Path, to: &Path) -> Kept<()> {
    if to.exists() {
        return Err(at(to, "the file exists; name a new one"));
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
fn copy(from: &Path, to: &Path) -> Kept<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags).map_err(|error| at(from, error))?;
    // The copy has the form of a new file, also where an earlier program made the original.
    let pragmas = format!(
        "PRAGMA busy_timeout = 5000; PRAGMA wal_autocheckpoint = 0; \
         PRAGMA page_size = {PAGE_BYTES}; PRAGMA auto_vacuum = INCREMENTAL;"
    );
    source.execute_batch(&pragmas).map_err(failed)?;
    let name = to.to_str().ok_or_else(|| at(to, "the name is not valid UTF-8"))?;
    source.execute("VACUUM INTO ?1", [name]).map_err(|error| at(to, error))?;
    Ok(())
}

fn check(copy: &Path) -> Kept<()> {
    let copied = Connection::open(copy).map_err(|error| at(copy, error))?;
    let found: String = copied
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(|error| at(copy, error))?;
    let versions = copied.query_row("SELECT version FROM schema_version", [], |row| row.get(0));
    let _: i64 = versions.map_err(|error| at(copy, error))?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Damaged(found)) }
}

/// Gives a whole copy its name, and makes both durable.
fn keep(part: &Path, to: &Path) -> Kept<()> {
    let sync = |path: &Path| File::open(path).and_then(|file| file.sync_all());
    sync(part).map_err(|error| at(part, error))?;
    fs::rename(part, to).map_err(|error| at(to, error))?;
    let directory = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    sync(directory.unwrap_or(Path::new("."))).map_err(|error| at(to, error))
}
