//! Lists of a store that holds a lot: `make scale`.

use std::time::{Duration, Instant};

use bout_store::{Backend, LeaderPage, MatchFilter, Postgres, Scope, Sqlite};

use super::postgres::Server;

/// A page takes at most this long.
const PAGE: Duration = Duration::from_millis(10);

/// 100,000 accounts and 200,000 finished matches, a thousand of them of the account `a7`; 1,000
/// matches run. `{series}` counts up to a number as `n`.
const FILL: [(&str, u32); 5] = [
    (
        "INSERT INTO accounts (id, token_hash, name, name_key, tokens, created, seen)
         SELECT 'a' || n, 'hash' || n, 'name' || n, 'name' || n, 10, n, n FROM {series}",
        100_000,
    ),
    (
        "INSERT INTO ratings (game, account, rating, deviation, volatility, matches, ranked)
         SELECT CASE n % 2 WHEN 0 THEN 'tank' ELSE 'orcain' END, 'a' || n, 1000 + n % 997, 90,
         0.06, 30, 1 FROM {series}",
        100_000,
    ),
    (
        "INSERT INTO matches (id, game, header, meta, epoch, wall, at, pot, created, finished,
         outcome, public) SELECT 'm' || n, CASE n % 2 WHEN 0 THEN 'tank' ELSE 'orcain' END,
         '{long}', '{\"seats\":[]}', 1, NULL, 0, 0, n, CASE WHEN n > 200000 THEN NULL ELSE n + 9 END,
         CASE WHEN n > 200000 THEN NULL ELSE '{}' END, CASE n % 3 WHEN 0 THEN 0 ELSE 1 END
         FROM {series}",
        201_000,
    ),
    (
        "INSERT INTO players (match, account, game, created, running)
         SELECT 'm' || n, 'a' || (n % 100000 + 1), CASE n % 2 WHEN 0 THEN 'tank' ELSE 'orcain' END,
         n, CASE WHEN n > 200000 THEN 1 ELSE 0 END FROM {series}",
        201_000,
    ),
    (
        "INSERT INTO players (match, account, game, created, running)
         SELECT 'm' || (n * 200 - 1), 'a7', 'orcain', n * 200 - 1, 0 FROM {series}",
        1_000,
    ),
];

fn filling(series: impl Fn(u32) -> String) -> impl Iterator<Item = String> {
    FILL.into_iter().map(move |(sql, count)| {
        sql.replace("{long}", &"x".repeat(1_500)).replace("{series}", &series(count))
    })
}

fn pages() -> Vec<(String, MatchFilter)> {
    let mut all = Vec::new();
    for scope in [Scope::Public, Scope::Account("a7".into()), Scope::Account("a99".into())] {
        for game in [None, Some("tank"), Some("nothing")] {
            for finished in [None, Some(true), Some(false)] {
                for before in [None, Some((100_000, "m100000".to_owned()))] {
                    let game = game.map(str::to_owned);
                    let scope = scope.clone();
                    let filter = MatchFilter { scope, game, finished, before, limit: 100 };
                    all.push((format!("{filter:?}"), filter));
                }
            }
        }
    }
    all
}

/// The slowest of all pages. Each is asked for several times, and the median counts: other programs
/// may be using the machine.
fn measure(kept: &mut dyn Backend) {
    let mut slowest = (Duration::ZERO, String::new());
    let mut time = |name: &str, work: &mut dyn FnMut()| {
        let mut once = || {
            let began = Instant::now();
            work();
            began.elapsed()
        };
        let mut took: Vec<_> = (0..11).map(|_| once()).collect();
        took.sort();
        slowest = slowest.clone().max((took[took.len() / 2], name.to_owned()));
    };
    for (name, filter) in pages() {
        time(&name, &mut || drop(kept.matches(&filter).unwrap()));
    }
    let mut page = LeaderPage { game: "tank".into(), after: None, limit: 100 };
    time("leaderboard", &mut || assert_eq!(kept.leaderboard(&page).unwrap().len(), 100));
    page.after = Some(bout_store::LeaderPlace { rating: 1_300.0, account: "a5".into() });
    time("leaderboard below", &mut || assert_eq!(kept.leaderboard(&page).unwrap().len(), 100));
    time("old matches", &mut || assert_eq!(kept.remove_matches(1, 10).unwrap(), 0));
    time("stale accounts", &mut || drop(kept.stale_accounts(50_000, 50).unwrap()));
    let (took, name) = slowest;
    println!("the slowest page takes {:.2} ms: {name}", took.as_secs_f64() * 1e3);
    assert!(took < PAGE, "{took:?}: {name}");
}

#[test]
#[ignore = "minutes; run by make scale"]
fn scale_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scale.db");
    drop(Sqlite::open(&path).unwrap());
    let database = rusqlite::Connection::open(&path).unwrap();
    let series = |count| {
        format!(
            "(WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {count}) \
             SELECT n FROM up)"
        )
    };
    filling(series).for_each(|sql| database.execute_batch(&sql).unwrap());
    drop(database);
    measure(&mut Sqlite::open(&path).unwrap());
}

#[test]
#[ignore = "minutes; run by make scale"]
fn scale_postgres() {
    let server = Server::start();
    let url = server.database("scale");
    drop(Postgres::open(&url).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        for sql in filling(|count| format!("generate_series(1, {count}) AS n")) {
            client.batch_execute(&sql).await.unwrap();
        }
        client.batch_execute("ANALYZE").await.unwrap();
    });
    measure(&mut Postgres::open(&url).unwrap());
}
