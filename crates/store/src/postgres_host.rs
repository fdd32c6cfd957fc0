//! The one host of a PostgreSQL database: holds it against others, and keeps its beat there.

use std::thread;
use std::time::{Duration, Instant};

use crate::backend::Kept;
use crate::beat::Pulse;
use crate::sql::{Driver, Param, SqlValue};
use crate::{Postgres, StoreError};

/// How long a beat may take.
const LIMIT: Duration = Duration::from_secs(1);
/// How long a start waits for the host before to be gone: a killed one's connection ends at once,
/// that of a machine without power when keep-alives go unanswered.
const WAIT: Duration = Duration::from_secs(5);
/// How long a host that lost its lock tries to get it back before it believes in a rival: the
/// server's process of the lost connection may still hold it.
const DOUBT: Duration = Duration::from_secs(3);
/// How long a beat is watched to see whether somebody still keeps it.
const WATCHED: Duration = Duration::from_millis(600);

/// Holds the database for one host, by a lock that ends with its connection.
pub struct PostgresHost {
    postgres: Postgres,
    /// Since when this host has no lock.
    lost: Option<Instant>,
    /// Whether somebody else had it when it was last asked for.
    locked_out: bool,
}

impl PostgresHost {
    /// Takes the database for this host; refuses while another one lives.
    pub fn take(url: &str) -> Kept<PostgresHost> {
        let postgres = Postgres::connected_to(url, LIMIT)?;
        let mut host = PostgresHost { postgres, lost: None, locked_out: false };
        let until = Instant::now() + WAIT;
        while !host.lock()? {
            if Instant::now() > until {
                return Err(in_use());
            }
            thread::sleep(Duration::from_millis(100));
        }
        // A host whose connection was just cut has no lock for a moment, but lives.
        let before = host.postgres.last_beat()?;
        thread::sleep(WATCHED);
        if host.postgres.last_beat()? != before {
            return Err(in_use());
        }
        host.forget_old_marks()?;
        Ok(host)
    }

    /// Tries to take the lock, on a connection that stays the same from now on.
    fn lock(&mut self) -> Kept<bool> {
        self.postgres.set_pinned(false);
        if !self.postgres.is_connected() {
            self.postgres.connect()?;
        }
        // The beat needs not survive the machine, so it waits for no disk.
        self.postgres.script("SET synchronous_commit = off")?;
        let rows = self.postgres.query("SELECT pg_try_advisory_lock(6274)", &[])?;
        let locked = rows.first().and_then(|row| row.first()) == Some(&SqlValue::Int(1));
        self.postgres.set_pinned(locked);
        self.locked_out = !locked;
        Ok(locked)
    }

    /// Removes the marks of hosts that are long gone.
    fn forget_old_marks(&mut self) -> Kept<()> {
        let day = i64::try_from(Duration::from_hours(24).as_millis()).unwrap_or(0);
        let before = format!("{:020}", crate::unix_ms() - day);
        let sql = "DELETE FROM commits WHERE owner < $1";
        self.postgres.execute(sql, &[Param::Text(&before)]).map(|_| ())
    }
}

fn in_use() -> StoreError {
    StoreError::InUse("another server uses this PostgreSQL database; stop it first".into())
}

impl Pulse for PostgresHost {
    fn beat(&mut self, at: i64) -> Kept<()> {
        if self.lost.is_some() || !self.postgres.is_connected() {
            self.lost.get_or_insert_with(Instant::now);
            if self.lock()? {
                self.lost = None;
            }
        }
        // Whoever has the lock meanwhile watches whether this host still lives.
        if self.has_rival() {
            return Err(in_use());
        }
        let sql =
            "INSERT INTO beats VALUES ('host', $1) ON CONFLICT (host) DO UPDATE SET wall = $1";
        self.postgres.execute(sql, &[Param::Int(at)]).map(|_| ())
    }

    fn has_rival(&self) -> bool {
        let doubtful = |lost: Instant| lost.elapsed() > DOUBT;
        self.locked_out && self.lost.is_some_and(doubtful)
    }
}
