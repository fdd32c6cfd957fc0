//! A PostgreSQL database.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_postgres::types::{IsNull, ToSql, Type};
use tokio_postgres::{Client, Config, NoTls, Statement};

use crate::backend::Kept;
use crate::handle::unix_ms;
use crate::sql::{Driver, Param, Row, SqlValue};
use crate::{Sql, StoreError};

/// How long a connection may take to stand.
const CONNECT: Duration = Duration::from_secs(3);
/// How long one statement may take.
const STATEMENT: Duration = Duration::from_secs(5);
/// How long a change of the schema may take.
const MIGRATION: Duration = Duration::from_hours(1);

/// A connection to PostgreSQL, driven by the thread that owns it.
pub struct Postgres {
    config: Config,
    runtime: Runtime,
    client: Option<Arc<Client>>,
    statements: BTreeMap<&'static str, Statement>,
    /// How long one statement may take.
    limit: Duration,
    /// Whether what is under way belongs to this very connection: none may take its place.
    pinned: bool,
    /// The server's process for this connection, and when it began.
    backend: Option<(i32, String)>,
    /// That of an earlier connection, which may still be at work.
    left: Option<(i32, String)>,
    mark: Mark,
}

/// Tells one transaction from every other: each writes its own mark, so that it can be seen later
/// whether it was committed.
struct Mark {
    /// The row that this connection's owner writes.
    name: String,
    count: u64,
    /// The mark of a transaction whose commit was sent and not confirmed.
    sent: Option<String>,
}

impl Postgres {
    /// Connects, and brings the schema up to date.
    pub fn open(url: &str) -> Kept<Sql<Postgres>> {
        let mut postgres = Postgres::connected_to(url, MIGRATION)?;
        // Two hosts that start together must not both make the tables.
        postgres.script("SELECT pg_advisory_lock(6273)")?;
        postgres.script(
            "CREATE TABLE IF NOT EXISTS beats (host TEXT PRIMARY KEY, wall BIGINT NOT NULL)",
        )?;
        postgres.script(
            "CREATE TABLE IF NOT EXISTS commits (owner TEXT PRIMARY KEY, mark TEXT NOT NULL)",
        )?;
        let mut sql = Sql::open(postgres)?;
        let postgres = sql.driver_mut();
        postgres.script("SELECT pg_advisory_unlock(6273)")?;
        // From now on with the limits of every day.
        postgres.limit = STATEMENT;
        postgres.connect()?;
        Ok(sql)
    }

    /// A connection on which one statement may take so long.
    pub(crate) fn connected_to(url: &str, limit: Duration) -> Kept<Postgres> {
        let config: Config = url.parse().map_err(failed)?;
        let config = with_limits(config);
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let name = format!("{:020}-{:016x}", unix_ms(), random());
        let mut postgres = Postgres {
            config,
            runtime,
            client: None,
            statements: BTreeMap::new(),
            limit,
            pinned: false,
            backend: None,
            left: None,
            mark: Mark { name, count: 0, sent: None },
        };
        postgres.connect()?;
        Ok(postgres)
    }

    /// From now on what is done belongs to this very connection, or no longer.
    pub(crate) fn set_pinned(&mut self, pinned: bool) {
        self.pinned = pinned;
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.client.as_ref().is_some_and(|client| !client.is_closed())
    }

    /// Ends the connection; the server undoes what was under way on it.
    pub(crate) fn disconnect(&mut self) {
        self.pinned = false;
        self.statements.clear();
        self.client = None;
        self.left = self.backend.take().or(self.left.take());
    }

    pub(crate) fn connect(&mut self) -> Kept<()> {
        self.disconnect();
        let (config, left, limit) = (&self.config, self.left.as_ref(), self.limit);
        let connected = self.runtime.block_on(async {
            timeout(CONNECT, connected(config, left, limit)).await.map_err(|_| slow(CONNECT))
        });
        let (client, backend) = connected?.map_err(failed)?;
        (self.client, self.backend, self.left) = (Some(Arc::new(client)), Some(backend), None);
        Ok(())
    }

    fn client(&mut self) -> Kept<Arc<Client>> {
        if !self.is_connected() {
            if self.pinned {
                return Err(StoreError::Unavailable("the connection was lost".into()));
            }
            self.connect()?;
        }
        let gone = || StoreError::Unavailable("not connected".into());
        self.client.clone().ok_or_else(gone)
    }

    /// Waits for an answer, but not for ever: a connection that does not answer in time is given up.
    fn wait<T>(
        &mut self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Kept<T> {
        let limit = self.limit;
        let answered = self.runtime.block_on(async { timeout(limit, answer).await });
        match answered {
            Ok(answer) => answer.map_err(failed),
            Err(_) => {
                let pinned = self.pinned;
                self.disconnect();
                self.pinned = pinned;
                Err(slow(limit))
            }
        }
    }

    fn statement(&mut self, sql: &'static str) -> Kept<(Arc<Client>, Statement)> {
        let client = self.client()?;
        if let Some(known) = self.statements.get(sql) {
            return Ok((client, known.clone()));
        }
        let locked =
            sql.replace("/*share*/", "FOR SHARE OF matches").replace("/*update*/", "FOR UPDATE");
        let made = self.wait(client.prepare(&locked))?;
        self.statements.insert(sql, made.clone());
        Ok((client, made))
    }
}

/// Notices a peer that is gone without a word.
fn with_limits(mut config: Config) -> Config {
    config
        .application_name("bout")
        .connect_timeout(CONNECT)
        .keepalives(true)
        .keepalives_idle(Duration::from_secs(5))
        .keepalives_interval(Duration::from_secs(2))
        .keepalives_retries(3)
        .tcp_user_timeout(Duration::from_secs(10));
    config
}

/// Connects and sets the session up. The server's process of the connection before is ended: what it
/// has not committed yet it never will.
async fn connected(
    config: &Config,
    left: Option<&(i32, String)>,
    limit: Duration,
) -> Result<(Client, (i32, String)), tokio_postgres::Error> {
    let (client, connection) = config.connect(NoTls).await?;
    // The driver of the socket; it ends when the client is dropped, with an error or without.
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "the connection to PostgreSQL has ended");
        }
    });
    let ms = (limit + Duration::from_secs(1)).as_millis();
    let session = format!(
        "SET synchronous_commit = on; SET statement_timeout = {ms}; \
         SET idle_in_transaction_session_timeout = {ms}; SET tcp_keepalives_idle = 5; \
         SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"
    );
    client.batch_execute(&session).await?;
    let own = "SELECT pid, CAST(backend_start AS TEXT) FROM pg_stat_activity \
               WHERE pid = pg_backend_pid()";
    let row = client.query_one(own, &[]).await?;
    if let Some((pid, began)) = left {
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE pid = $1 AND CAST(backend_start AS TEXT) = $2";
        if let Err(error) = client.execute(end, &[pid, began]).await {
            tracing::debug!(%error, "the backend of the lost connection was not ended");
        }
    }
    Ok((client, (row.try_get(0)?, row.try_get(1)?)))
}

fn slow(limit: Duration) -> StoreError {
    StoreError::Unavailable(format!("PostgreSQL did not answer within {} s", limit.as_secs()))
}

fn random() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish()
}

fn failed(error: tokio_postgres::Error) -> StoreError {
    let detail = error.as_db_error().map(|db| format!(": {}", db.message())).unwrap_or_default();
    StoreError::Unavailable(format!("{error}{detail}"))
}

impl ToSql for Param<'_> {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Param::Text(text) => text.to_sql(ty, out),
            Param::Int(number) => number.to_sql(ty, out),
            Param::Real(number) => number.to_sql(ty, out),
            Param::Null => Ok(IsNull::Yes),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    tokio_postgres::types::to_sql_checked!();
}

fn refs<'a>(params: &'a [Param<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|param| param as &(dyn ToSql + Sync)).collect()
}

fn cells(row: &tokio_postgres::Row) -> Kept<Row> {
    let cell = |(at, column): (usize, &tokio_postgres::Column)| {
        let found = match *column.type_() {
            Type::INT8 => row.try_get::<_, Option<i64>>(at).map(|n| n.map(SqlValue::Int)),
            Type::INT4 => {
                row.try_get::<_, Option<i32>>(at).map(|n| n.map(|n| SqlValue::Int(n.into())))
            }
            Type::FLOAT8 => row.try_get::<_, Option<f64>>(at).map(|n| n.map(SqlValue::Real)),
            Type::BOOL => {
                row.try_get::<_, Option<bool>>(at).map(|n| n.map(|n| SqlValue::Int(n.into())))
            }
            _ => row.try_get::<_, Option<String>>(at).map(|text| text.map(SqlValue::Text)),
        };
        found.map(|cell| cell.unwrap_or(SqlValue::Null)).map_err(failed)
    };
    row.columns().iter().enumerate().map(cell).collect()
}

impl Driver for Postgres {
    fn execute(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<u64> {
        let (client, statement) = self.statement(sql)?;
        self.wait(client.execute(&statement, &refs(params)))
    }

    fn execute_all(&mut self, sql: &'static str, sets: &[Vec<Param<'_>>]) -> Kept<Vec<u64>> {
        let (client, statement) = self.statement(sql)?;
        let sets: Vec<_> = sets.iter().map(|set| refs(set)).collect();
        // Sent one behind the other without waiting for the answers in between.
        let all = sets.iter().map(|set| client.execute(&statement, set));
        self.wait(futures_util::future::try_join_all(all))
    }

    fn query(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<Vec<Row>> {
        let (client, statement) = self.statement(sql)?;
        let rows = self.wait(client.query(&statement, &refs(params)))?;
        rows.iter().map(cells).collect()
    }

    fn script(&mut self, sql: &str) -> Kept<()> {
        let client = self.client()?;
        self.wait(client.batch_execute(sql))
    }

    fn begin(&mut self) -> Kept<()> {
        self.pinned = false;
        self.script("BEGIN")?;
        self.pinned = true;
        Ok(())
    }

    /// Writes the transaction's mark, then commits, on the connection on which it began.
    fn commit(&mut self) -> Kept<()> {
        self.mark.count += 1;
        self.mark.sent = None;
        let (name, mark) = (self.mark.name.clone(), self.mark.count.to_string());
        let sql = "INSERT INTO commits VALUES ($1, $2) ON CONFLICT (owner) DO UPDATE SET mark = $2";
        // Fails too where an earlier statement has failed: such a transaction would be rolled back
        // by COMMIT without an error.
        self.execute(sql, &[Param::Text(&name), Param::Text(&mark)])?;
        self.mark.sent = Some(mark);
        self.script("COMMIT")?;
        (self.mark.sent, self.pinned) = (None, false);
        Ok(())
    }

    fn committed(&mut self) -> Kept<bool> {
        let Some(mark) = self.mark.sent.clone() else { return Ok(false) };
        // Waits for the transaction that wrote the row last, if it is still under way.
        let sql = "INSERT INTO commits VALUES ($1, '') ON CONFLICT (owner) \
                   DO UPDATE SET mark = commits.mark RETURNING mark";
        let name = self.mark.name.clone();
        let rows = self.query(sql, &[Param::Text(&name)])?;
        self.mark.sent = None;
        Ok(rows.first().and_then(|row| row.first()) == Some(&SqlValue::Text(mark)))
    }

    fn reset(&mut self) {
        // A new connection has nothing under way; the old one's work is undone by the server.
        self.disconnect();
    }

    fn last_beat(&mut self) -> Kept<Option<i64>> {
        let rows = self.query("SELECT wall FROM beats WHERE host = 'host'", &[])?;
        Ok(rows.first().and_then(|row| match row.first() {
            Some(SqlValue::Int(wall)) => Some(*wall),
            _ => None,
        }))
    }
}
