//! A store that cannot be written for longer than the server waits for it.

use std::time::{Duration, Instant};

use bout_server::client::http;
use bout_store::Store;
use serde_json::{Value, json};

use crate::bench::{Person, pair, run, settings, start};

/// Takes away what the store writes to, and gives it back.
struct Outage(rusqlite::Connection);

impl Outage {
    fn begin(path: &std::path::Path) -> Outage {
        let other = rusqlite::Connection::open(path).unwrap();
        other
            .execute_batch(
                "PRAGMA busy_timeout = 5000; BEGIN; ALTER TABLE entries RENAME TO lost; \
                 ALTER TABLE marks RENAME TO lost_marks; COMMIT",
            )
            .unwrap();
        Outage(other)
    }

    fn end(self) {
        let back = "BEGIN; ALTER TABLE lost RENAME TO entries; \
                    ALTER TABLE lost_marks RENAME TO marks; COMMIT";
        self.0.execute_batch(back).unwrap();
    }
}

async fn ready(person: &Person) -> (u16, Value) {
    let (status, body) = http(&person.address, "GET", "/api/ready", (None, None)).await.unwrap();
    (status, serde_json::from_str(&body).unwrap())
}

fn left(frame: &Value) -> i64 {
    frame["deadlines"][0]["at"].as_i64().unwrap() - frame["now"].as_i64().unwrap()
}

#[test]
fn a_match_that_was_stopped_goes_on_by_itself() {
    run(async {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kept.db");
        let server = start(settings(), Store::sqlite(&path).unwrap()).await;
        let (mut a, mut b, of) = pair(&server.address, "orcain", json!(null)).await;
        assert_eq!(ready(&a).await.0, 200);
        let before = a.frames[&(of.clone(), 0)].clone();
        let began = Instant::now();
        let outage = Outage::begin(&path);
        let draft = json!({"type": "draft", "layout": ["heal", null, null]});
        let id = a.id();
        let act = json!({"type": "act", "match": of, "seat": 0, "action": draft, "id": id});
        a.client.say(&act).await.unwrap();
        a.until(|heard| heard["type"] == "delayed").await;
        let told = began.elapsed();
        assert!((1..4).contains(&told.as_secs()), "told after {told:?}");
        let asked = Instant::now();
        let (status, why) = ready(&a).await;
        assert_eq!((status, &why["code"]), (503, &json!("store_unavailable")), "{why}");
        assert!(asked.elapsed() < Duration::from_millis(500), "{:?}", asked.elapsed());
        let answer = a.until(|heard| heard["re"] == id).await;
        assert_eq!(answer["code"], "store_unavailable", "{answer}");
        let stopped = a.until(|heard| heard["type"] == "stopped").await;
        assert_eq!(stopped["code"], "store_unavailable", "no other server has it");
        assert!((9..13).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
        assert_eq!(a.ask(act.clone()).await["code"], "store_unavailable");
        outage.end();
        let frame = a.frame(|frame| frame["match"] == of.as_str() && frame["held"] != true).await;
        assert!(left(&before) - left(&frame) < 4_000, "{} {}", left(&before), left(&frame));
        b.frame(|frame| frame["match"] == of.as_str() && frame["held"] != true).await;
        assert_eq!(a.ask(act.clone()).await["ok"], true);
        assert_eq!(a.ask(act).await["repeat"], true);
        assert_eq!(ready(&a).await.0, 200);
        server.stop().await;
    });
}

#[test]
fn a_match_that_ended_while_nothing_could_be_written_is_settled_later() {
    run(async {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kept.db");
        let server = start(settings(), Store::sqlite(&path).unwrap()).await;
        let (mut a, mut b, of) = pair(&server.address, "orcain", json!(null)).await;
        let other = rusqlite::Connection::open(&path).unwrap();
        other
            .execute_batch(
                "PRAGMA busy_timeout = 5000; ALTER TABLE sums RENAME TO lost_sums; \
                            ALTER TABLE results RENAME TO lost_results",
            )
            .unwrap();
        let id = a.id();
        a.client.say(&json!({"type": "concede", "match": of, "id": id})).await.unwrap();
        b.until(|heard| heard["type"] == "stopped").await;
        other
            .execute_batch(
                "ALTER TABLE lost_sums RENAME TO sums; \
                            ALTER TABLE lost_results RENAME TO results",
            )
            .unwrap();
        let ended = b.until(|heard| heard["type"] == "ended").await;
        assert_eq!(ended["outcome"]["won"], json!([1]), "{ended}");
        a.until(|heard| heard["type"] == "ended").await;
        server.stop().await;
    });
}

#[test]
fn a_result_never_stands_without_the_act_that_brought_it() {
    run(async {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kept.db");
        let server = start(settings(), Store::sqlite(&path).unwrap()).await;
        let (mut a, mut b, of) = pair(&server.address, "orcain", json!(null)).await;
        let other = rusqlite::Connection::open(&path).unwrap();
        other
            .execute_batch(
                "PRAGMA busy_timeout = 5000; CREATE TRIGGER full BEFORE INSERT ON entries \
                 BEGIN SELECT RAISE(ABORT, 'no room'); END",
            )
            .unwrap();
        let concede = json!({"type": "concede", "match": of, "id": a.id()});
        assert_eq!(a.ask(concede.clone()).await["code"], "store_unavailable");
        let finished = "SELECT count(*) FROM matches WHERE finished IS NOT NULL";
        let count = || other.query_row(finished, [], |row| row.get::<_, i64>(0)).unwrap();
        a.until(|heard| heard["type"] == "stopped").await;
        assert_eq!(count(), 0, "the log does not say how it ended");
        other.execute_batch("DROP TRIGGER full").unwrap();
        a.frame(|frame| frame["match"] == of.as_str() && frame["held"] != true).await;
        assert_eq!(a.ask(concede).await["ok"], true);
        b.until(|heard| heard["type"] == "ended").await;
        assert_eq!(count(), 1);
        server.stop().await;
    });
}

#[test]
fn a_fenced_act_is_answered_and_the_match_goes_on_where_no_other_server_is() {
    run(async {
        let store = Store::memory();
        let server = start(settings(), store.clone()).await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let id = of.clone();
        store.write(move |kept| kept.take_up(&id)).await.unwrap();
        let act = a.id();
        let draft = json!({"type": "draft", "layout": ["heal", null, null]});
        let say = json!({"type": "act", "match": of, "seat": 0, "action": draft, "id": act});
        assert_eq!(a.ask(say.clone()).await["code"], "store_unavailable");
        let stopped = a.until(|heard| heard["type"] == "stopped").await;
        assert_eq!(stopped["code"], "store_unavailable", "no other server exists");
        a.frame(|frame| frame["match"] == of.as_str() && frame["held"] != true).await;
        assert_eq!(a.ask(say).await["ok"], true);
        server.stop().await;
    });
}
