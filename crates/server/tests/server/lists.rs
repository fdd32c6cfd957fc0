//! Lists over HTTP: page by page, and what a retention period removes from them.

use std::time::Duration;

use bout_server::client::http;
use bout_server::{Address, Keep, Settings};
use bout_store::{
    Backend, Finish, Memory, NewMatch, RATING_DAY_MS, SeatOutcome, SeatResult, Store, StoreError,
};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::bench::{Person, get, run, settings, start};

/// Keeps a finished match of two accounts.
fn keep(kept: &mut dyn Backend, at: i64, accounts: [&str; 2]) -> Result<(), StoreError> {
    let id = format!("m_{at:03}");
    kept.create_match(&NewMatch {
        id: id.clone(),
        game: "tank".into(),
        header: "{}".into(),
        meta: "{}".into(),
        public: true,
        accounts: accounts.map(str::to_owned).to_vec(),
        stakes: Vec::new(),
        created: at / 2,
    })?;
    let verdicts = [SeatOutcome::Won, SeatOutcome::Lost];
    let result = |(seat, (account, verdict)): (i64, (&str, SeatOutcome))| SeatResult {
        account: account.to_owned(),
        seat,
        verdict,
    };
    // Wins alternate, so that everybody's rating soon is certain enough for a place.
    let pair = if at / 6 % 2 == 0 { [accounts[1], accounts[0]] } else { accounts };
    let results = (0..).zip(pair.into_iter().zip(verdicts)).map(result).collect();
    let outcome = "{\"ending\":\"knockout\"}".into();
    let finish = Finish {
        id,
        epoch: 1,
        outcome,
        at: (at + 1) * RATING_DAY_MS,
        results,
        payouts: Vec::new(),
        losers_only: false,
        rated: true,
    };
    kept.finish(&finish).map(|_| ())
}

/// One page, and the path of the next.
async fn page(address: &Address, path: &str) -> (Vec<Value>, Option<String>) {
    let mut stream = address.connect().await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let link = head.lines().find_map(|line| line.strip_prefix("link: <"));
    let next =
        link.and_then(|link| link.split_once(">; rel=\"next\"")).map(|(next, _)| next.into());
    (serde_json::from_str(body).unwrap(), next)
}

async fn pages(address: &Address, first: &str) -> Vec<Value> {
    let (mut all, mut path) = (Vec::new(), Some(first.to_owned()));
    while let Some(next) = path {
        let (lines, after) = page(address, &next).await;
        all.extend(lines);
        path = after;
    }
    all
}

#[test]
fn lists_are_read_page_by_page() {
    run(async {
        let store = Store::on_memory(Memory::default());
        let names: Vec<String> = (0..6).map(|at| format!("a_{at}")).collect();
        store
            .write(move |kept| {
                for (at, id) in (0..).zip(&names) {
                    let token_hash = format!("hash {id}");
                    let tokens = 0;
                    let id = id.clone();
                    kept.create_account(&bout_store::NewAccount { id, token_hash, tokens, at })?;
                }
                for at in 0..300 {
                    let one = usize::try_from(at).unwrap() % 6;
                    keep(kept, at, [&names[one], &names[(one + 1) % 6]])?;
                }
                Ok(())
            })
            .await
            .unwrap();
        let server = start(settings(), store).await;
        let all = pages(&server.address, "/api/matches?state=finished&limit=7").await;
        let ids: Vec<_> = all.iter().map(|card| card["match"].as_str().unwrap()).collect();
        assert_eq!(ids, (0..300).rev().map(|at| format!("m_{at:03}")).collect::<Vec<_>>());
        assert_eq!(pages(&server.address, "/api/matches?limit=100").await, all);
        assert_eq!(page(&server.address, "/api/matches?limit=0").await, (Vec::new(), None));
        let board = pages(&server.address, "/api/leaderboard/tank?limit=2").await;
        let places: Vec<_> = board.iter().map(|line| line["place"].as_u64().unwrap()).collect();
        assert_eq!(places, (1..=6).collect::<Vec<_>>(), "{board:?}");
        assert_eq!(pages(&server.address, "/api/leaderboard/tank").await, board);
        for wrong in ["matches?before=7", "matches?before=x.m_1", "leaderboard/tank?after=1.x.y"] {
            let (status, refusal) = get(&server.address, &format!("/api/{wrong}")).await;
            assert_eq!((status, &refusal["code"]), (400, &json!("bad_request")), "{wrong}");
        }
        server.stop().await;
    });
}

async fn until(wait_for: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..500 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{wait_for}");
}

#[test]
fn what_is_too_old_is_removed() {
    run(async {
        let store = Store::on_memory(Memory::default());
        let day = Duration::from_hours(24);
        let keep_for =
            Keep { matches: Some(day), accounts: Some(day * 30), every: Duration::from_millis(20) };
        let kept = Settings { keep: keep_for, ..settings() };
        let server = start(kept, store.clone()).await;
        let mut here = Person::arrive(&server.address).await;
        let back = Person::arrive(&server.address).await;
        let me = (Some(here.token.as_str()), None);
        let (_, me) = http(&server.address, "GET", "/api/me", me).await.unwrap();
        let me: Value = serde_json::from_str(&me).unwrap();
        let here_id = me["account"].as_str().unwrap().to_owned();
        store
            .write(move |kept| {
                keep(kept, 1, ["x", "y"])?;
                // Connected since long ago, and somebody who never came back.
                kept.seen(&here_id, 5)?;
                let (id, token_hash) = ("a_gone".into(), "hash".into());
                kept.create_account(&bout_store::NewAccount { id, token_hash, tokens: 7, at: 5 })
            })
            .await
            .unwrap();
        until("the old match is removed", async || {
            get(&server.address, "/api/matches/m_001").await.0 == 404
        })
        .await;
        until("the stale account is removed", async || {
            store.read(|kept| kept.account("a_gone")).await.unwrap().is_none()
        })
        .await;
        let totals = store.read(|kept| kept.totals()).await.unwrap();
        assert_eq!((totals.accounts, totals.burned, totals.conserved()), (2, 7, true));
        assert_eq!(here.ask(json!({"type": "ping", "id": 9})).await["ok"], true);
        let again = Person::with(&server.address, here.token.clone()).await;
        drop((again, back));
        server.stop().await;
    });
}
