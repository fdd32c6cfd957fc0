//! How the databases carry out what lists something: along an index in its own order, so that a page
//! costs the same whatever is stored.

use bout_store::{Postgres, STATEMENTS, Sqlite};

use super::postgres::Server;

/// How many parameters a statement takes.
fn parameters(sql: &str) -> usize {
    (1..10).take_while(|at| sql.contains(&format!("${at}"))).count()
}

#[test]
fn sqlite_scans_and_sorts_nothing_for_a_list() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plans.db");
    drop(Sqlite::open(&path).unwrap());
    let database = rusqlite::Connection::open(&path).unwrap();
    for (name, sql) in STATEMENTS {
        let mut plan = database.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let nothing = vec![rusqlite::types::Null; parameters(sql)];
        let steps = plan.query_map(rusqlite::params_from_iter(nothing), |row| row.get(3)).unwrap();
        let steps: Vec<String> = steps.map(Result::unwrap).collect();
        let costly = |step: &String| step.contains("SCAN") || step.contains("TEMP B-TREE");
        assert!(!steps.iter().any(costly), "{name}: {steps:#?}");
    }
}

#[test]
fn postgres_scans_and_sorts_nothing_for_a_list() {
    let server = Server::start();
    let url = server.database("plans");
    drop(Postgres::open(&url).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        // Tables without rows are always scanned; so it may scan and sort only where it must.
        let must = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; \
                    SET enable_bitmapscan = off; SET enable_sort = off; \
                    SET enable_hashjoin = off; SET enable_mergejoin = off";
        client.batch_execute(must).await.unwrap();
        for (at, (name, sql)) in STATEMENTS.iter().enumerate() {
            client.batch_execute(&format!("PREPARE list{at} AS {sql}")).await.unwrap();
            let values = vec!["'1'"; parameters(sql)].join(", ");
            let plan = client.simple_query(&format!("EXPLAIN EXECUTE list{at}({values})")).await;
            let lines = plan.unwrap().into_iter().filter_map(|message| match message {
                tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                _ => None,
            });
            let steps: Vec<_> = lines.collect();
            let costly = |step: &String| step.contains("Seq Scan") || step.contains("Sort");
            assert!(!steps.iter().any(costly), "{name}: {steps:#?}");
        }
    });
}
