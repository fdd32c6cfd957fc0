//! The database for several hosts.

use std::collections::BTreeMap;

use bytes::BytesMut;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::types::{IsNull, ToSql, Type};
use tokio_postgres::{Client, NoTls, Statement};

use crate::backend::Kept;
use crate::sql::{Cell, Driver, Param, Row};
use crate::{Sql, StoreError};

/// A connection to PostgreSQL, driven by the thread that owns it.
pub struct Postgres {
    url: String,
    runtime: Runtime,
    client: Option<Client>,
    statements: BTreeMap<&'static str, Statement>,
}

impl Postgres {
    /// Connects, and brings the schema up to date.
    pub fn open(url: &str) -> Kept<Sql<Postgres>> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let mut postgres =
            Postgres { url: url.to_owned(), runtime, client: None, statements: BTreeMap::new() };
        postgres.connect()?;
        // Two hosts that start together must not both make the tables.
        postgres.script("SELECT pg_advisory_lock(6273)")?;
        postgres.script(
            "CREATE TABLE IF NOT EXISTS beats (host TEXT PRIMARY KEY, wall BIGINT NOT NULL)",
        )?;
        let mut sql = Sql::open(postgres)?;
        sql.driver_mut().script("SELECT pg_advisory_unlock(6273)")?;
        Ok(sql)
    }

    fn connect(&mut self) -> Kept<()> {
        self.statements.clear();
        self.client = None;
        let connected = self.runtime.block_on(tokio_postgres::connect(&self.url, NoTls));
        let (client, connection) = connected.map_err(failed)?;
        // The driver of the socket; it ends when the client is dropped, with an error or without.
        self.runtime.spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "the connection to PostgreSQL is lost");
            }
        });
        self.client = Some(client);
        Ok(())
    }

    fn client(&mut self) -> Kept<()> {
        if self.client.as_ref().is_none_or(Client::is_closed) { self.connect() } else { Ok(()) }
    }

    fn statement(&mut self, sql: &'static str) -> Kept<Statement> {
        self.client()?;
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let Some(client) = &self.client else { return Err(gone()) };
        let locked =
            sql.replace("/*share*/", "FOR SHARE OF matches").replace("/*update*/", "FOR UPDATE");
        let made = self.runtime.block_on(client.prepare(&locked)).map_err(failed)?;
        self.statements.insert(sql, made.clone());
        Ok(made)
    }
}

fn gone() -> StoreError {
    StoreError::Unavailable("not connected".into())
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
            Type::INT8 => row.try_get::<_, Option<i64>>(at).map(|n| n.map(Cell::Int)),
            Type::INT4 => row.try_get::<_, Option<i32>>(at).map(|n| n.map(|n| Cell::Int(n.into()))),
            Type::FLOAT8 => row.try_get::<_, Option<f64>>(at).map(|n| n.map(Cell::Real)),
            _ => row.try_get::<_, Option<String>>(at).map(|text| text.map(Cell::Text)),
        };
        found.map(|cell| cell.unwrap_or(Cell::Null)).map_err(failed)
    };
    row.columns().iter().enumerate().map(cell).collect()
}

impl Driver for Postgres {
    fn execute(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<u64> {
        let statement = self.statement(sql)?;
        let Some(client) = &self.client else { return Err(gone()) };
        self.runtime.block_on(client.execute(&statement, &refs(params))).map_err(failed)
    }

    fn execute_all(&mut self, sql: &'static str, sets: &[Vec<Param<'_>>]) -> Kept<Vec<u64>> {
        let statement = self.statement(sql)?;
        let Some(client) = &self.client else { return Err(gone()) };
        let sets: Vec<_> = sets.iter().map(|set| refs(set)).collect();
        // Sent one behind the other without waiting for the answers in between.
        let all = sets.iter().map(|set| client.execute(&statement, set));
        self.runtime.block_on(futures_util::future::try_join_all(all)).map_err(failed)
    }

    fn query(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<Vec<Row>> {
        let statement = self.statement(sql)?;
        let Some(client) = &self.client else { return Err(gone()) };
        let rows =
            self.runtime.block_on(client.query(&statement, &refs(params))).map_err(failed)?;
        rows.iter().map(cells).collect()
    }

    fn script(&mut self, sql: &str) -> Kept<()> {
        self.client()?;
        let Some(client) = &self.client else { return Err(gone()) };
        self.runtime.block_on(client.batch_execute(sql)).map_err(failed)
    }

    fn reset(&mut self) {
        // A new connection has nothing under way; the old one's work is undone by the server.
        if let Err(error) = self.connect() {
            tracing::warn!(%error, "PostgreSQL cannot be reached again yet");
        }
    }

    fn beat(&mut self, wall: i64) -> Kept<()> {
        let sql =
            "INSERT INTO beats VALUES ('host', $1) ON CONFLICT (host) DO UPDATE SET wall = $1";
        self.execute(sql, &[Param::Int(wall)]).map(|_| ())
    }

    fn last_beat(&mut self) -> Kept<Option<i64>> {
        let rows = self.query("SELECT wall FROM beats WHERE host = 'host'", &[])?;
        Ok(rows.first().and_then(|row| match row.first() {
            Some(Cell::Int(wall)) => Some(*wall),
            _ => None,
        }))
    }
}
