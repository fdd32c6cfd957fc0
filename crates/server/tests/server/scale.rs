//! A server whose store holds a lot: `make scale`.

use std::path::Path;
use std::time::{Duration, Instant};

use bout_server::client::{Client, guest};
use bout_server::{Address, ServerLimits, Settings};
use bout_store::Store;
use serde_json::json;

use crate::bench::{Person, get, pair, settings, start};

/// Counts up to a number as `n`.
fn series(count: u32) -> String {
    format!(
        "(WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {count}) \
         SELECT n FROM up)"
    )
}

/// Copies the only match of a store so often, with its players and its log, finished or not.
fn multiply(path: &Path, copies: u32, finished: bool) {
    let database = rusqlite::Connection::open(path).unwrap();
    let (series, finished) = (series(copies), if finished { "created + n" } else { "NULL" });
    let fill = format!(
        "PRAGMA busy_timeout = 5000; BEGIN;
         INSERT INTO matches (id, game, header, meta, epoch, wall, at, pot, created, finished,
             outcome, public)
             SELECT id || n, game, header, meta, epoch, wall, at, pot, created + n, {finished},
             outcome, 1 FROM matches, {series} WHERE id NOT LIKE '%x';
         INSERT INTO players (match, account, game, created, running)
             SELECT match || n, account, game, created + n, CASE WHEN {finished} IS NULL
             THEN 1 ELSE 0 END FROM players, {series};
         INSERT INTO entries (match, seq, body)
             SELECT match || n, seq, body FROM entries, {series};
         INSERT INTO accounts (id, token_hash, tokens, created, seen)
             SELECT 'a' || n, 'hash' || n, 0, n, n FROM {series} WHERE n <= 100000;
         INSERT INTO ratings (game, account, rating, deviation, volatility, matches, ranked)
             SELECT 'tank', 'a' || n, 1000 + n % 997, 90, 0.06, 30, 1 FROM {series}
             WHERE n <= 100000;
         COMMIT;"
    );
    database.execute_batch(&fill).unwrap();
}

fn run(test: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(test);
}

/// Plays a few moves, and stops the server; gives the token of one of the two.
async fn one_match(path: &Path) -> String {
    let server = start(settings(), Store::sqlite(path).unwrap()).await;
    let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
    for at in 0..10 {
        let card = if at % 2 == 0 { "heal" } else { "attack" };
        let draft = json!({"type": "draft", "layout": [card, null, null]});
        assert_eq!(a.act(&of, 0, draft).await["ok"], true);
    }
    let token = a.token.clone();
    server.stop().await;
    // The store is closed when its last thread has ended.
    tokio::time::sleep(Duration::from_millis(500)).await;
    token
}

async fn reopen(path: &Path) -> Store {
    loop {
        match Store::sqlite(path) {
            Ok(store) => return store,
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

fn median_and_worst(mut took: Vec<Duration>) -> (Duration, Duration) {
    took.sort();
    (took[took.len() / 2], took[took.len() - 1])
}

/// How long a login takes: a new socket, and the answer to `hello`.
async fn hellos(address: &Address, token: &str, count: usize) -> (Duration, Duration) {
    let mut took = Vec::new();
    for _ in 0..count {
        let began = Instant::now();
        let mut client = Client::connect(address, "/ws").await.unwrap();
        let hello = json!({"type": "hello", "token": token, "id": 1});
        client.ask(&hello).await.unwrap();
        took.push(began.elapsed());
        client.close().await;
    }
    median_and_worst(took)
}

#[test]
#[ignore = "minutes; run by make scale"]
fn scale_lists_over_http() {
    run(async {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scale.db");
        one_match(&path).await;
        multiply(&path, 200_000, true);
        let server = start(settings(), reopen(&path).await).await;
        let token = guest(&server.address).await.unwrap();
        let lists = [
            "/api/matches?limit=100",
            "/api/matches?state=finished&game=orcain&limit=100",
            "/api/leaderboard/tank",
        ];
        for list in lists {
            let mut took = Vec::new();
            for _ in 0..50 {
                let began = Instant::now();
                assert_eq!(get(&server.address, list).await.0, 200);
                took.push(began.elapsed());
            }
            let (median, worst) = median_and_worst(took);
            println!("{list}: median {median:?}, worst {worst:?}");
            assert!(median < Duration::from_millis(10), "{list}: {median:?}");
        }
        let alone = hellos(&server.address, &token, 200).await;
        let readers: Vec<_> = (0..8)
            .map(|at| {
                let (address, list) = (server.address.clone(), lists[at % lists.len()]);
                tokio::spawn(async move {
                    loop {
                        get(&address, list).await;
                    }
                })
            })
            .collect();
        let beside = hellos(&server.address, &token, 200).await;
        readers.iter().for_each(tokio::task::JoinHandle::abort);
        println!(
            "hello: median {:?}, worst {:?}; with eight readers median {:?}, worst {:?}",
            alone.0, alone.1, beside.0, beside.1
        );
        assert!(beside.0 < Duration::from_millis(50), "{beside:?}");
        server.stop().await;
    });
}

#[test]
#[ignore = "minutes; run by make scale"]
fn scale_start_with_unfinished_matches() {
    run(async {
        for (count, ready) in [(3_000, 2), (30_000, 10)] {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("scale.db");
            let token = one_match(&path).await;
            multiply(&path, count, false);
            let store = reopen(&path).await;
            let limits = ServerLimits { matches: 40_000, ..settings().limits };
            let began = Instant::now();
            let server = start(Settings { limits, ..settings() }, store).await;
            let took = began.elapsed();
            let began = Instant::now();
            let mut back = Person::with(&server.address, token).await;
            back.frame(|frame| frame["held"] == true).await;
            println!(
                "{count} matches: ready after {took:?}, a player is back after {:?}",
                began.elapsed()
            );
            assert!(took < Duration::from_secs(ready), "{count} matches: {took:?}");
            drop(back);
            server.stop().await;
        }
    });
}
