//! A server that stops and starts: matches go on where they stood.

use std::time::Duration;

use bout_server::Settings;
use bout_store::{Memory, Store};
use serde_json::json;

use crate::bench::{Person, pair, run, settings, start};

#[test]
fn a_match_goes_on_with_the_time_that_was_left() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let (mut a, b, of) = pair(&first.address, "orcain", json!(null)).await;
        let draft = json!({"type": "draft", "layout": ["heal", null, null]});
        let before = a.act(&of, 0, draft.clone()).await;
        assert_eq!(before["ok"], true);
        let last = a.frame(|frame| frame["view"]["layout"][0] == "heal").await;
        let left = last["deadlines"][0]["at"].as_i64().unwrap() - last["now"].as_i64().unwrap();
        let (ta, tb) = (a.token.clone(), b.token.clone());
        let next = a.id();
        first.stop().await;
        tokio::time::sleep(Duration::from_millis(400)).await;
        let second = start(settings(), Store::on_memory(memory)).await;
        let mut a = Person::with(&second.address, ta).await;
        let held = a.frame(|frame| frame["match"] == of.as_str()).await;
        assert_eq!((&held["held"], &held["frame"]), (&json!(true), &last["frame"]));
        assert_eq!(held["view"], last["view"]);
        let act = json!({"type": "act", "match": of, "action": draft, "id": next});
        assert_eq!(a.ask(act).await["code"], "match_held");
        let mut b = Person::with(&second.address, tb).await;
        b.frame(|frame| frame["match"] == of.as_str()).await;
        let goes = a.frame(|frame| frame.get("held").is_none()).await;
        let now_left = goes["deadlines"][0]["at"].as_i64().unwrap() - goes["now"].as_i64().unwrap();
        assert!((now_left - left).abs() < 100, "{left} ms were left, now {now_left}");
        // What was sent before the stop and is sent again acts once.
        let again = json!({"type": "act", "match": of, "action": draft, "id": next - 1});
        assert_eq!(a.ask(again).await["repeat"], true);
        second.stop().await;
    });
}

#[test]
fn one_who_stays_away_does_not_hold_the_other_for_ever() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let (a, _b, of) = pair(&first.address, "tank", json!(null)).await;
        let token = a.token.clone();
        first.stop().await;
        let grace = Settings { grace: Duration::from_millis(150), ..settings() };
        let second = start(grace, Store::on_memory(memory)).await;
        let mut a = Person::with(&second.address, token).await;
        a.frame(|frame| frame["held"] == true).await;
        let goes = a.frame(|frame| frame.get("held").is_none()).await;
        assert_eq!(goes["match"], of.as_str());
        second.stop().await;
    });
}

#[test]
fn an_act_in_an_ended_match_is_known_after_the_restart() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let (mut a, mut b, of) = pair(&first.address, "orcain", json!(null)).await;
        let confirm = |id: u64| {
            let action = json!({"type": "confirm", "layout": ["heal", null, null]});
            json!({"type": "act", "match": of, "seat": 0, "action": action, "id": id})
        };
        assert_eq!(a.ask(confirm(900)).await["ok"], true);
        b.ask(json!({"type": "concede", "match": of, "id": 77})).await;
        a.until(|message| message["type"] == "ended").await;
        let (a, b) = (a.token.clone(), b.token.clone());
        first.stop().await;
        let second = start(settings(), Store::on_memory(memory)).await;
        let (mut a, mut b) =
            (Person::with(&second.address, a).await, Person::with(&second.address, b).await);
        assert_eq!(a.ask(confirm(900)).await["repeat"], true);
        assert_eq!(a.ask(confirm(901)).await["code"], "match_over");
        assert_eq!(b.ask(confirm(900)).await["code"], "no_such_match", "it is not his seat");
        second.stop().await;
    });
}

#[test]
fn a_place_in_the_queue_is_kept() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let mut a = Person::arrive(&first.address).await;
        a.ask(json!({"type": "queue_join", "game": "orcain", "id": 1})).await;
        let token = a.token.clone();
        first.stop().await;
        let second = start(settings(), Store::on_memory(memory)).await;
        let mut b = Person::arrive(&second.address).await;
        let join = json!({"type": "queue_join", "game": "orcain", "id": 1});
        assert_eq!(b.ask(join).await["match"], json!(null), "nobody is here yet");
        let mut a = Person::with(&second.address, token).await;
        a.frame(|frame| frame["seat"] == 0).await;
        b.frame(|frame| frame["seat"] == 1).await;
        second.stop().await;
    });
}

#[test]
fn a_match_that_ended_with_its_last_entry_is_settled_after_the_restart() {
    run(async {
        let memory = Memory::default();
        let store = Store::on_memory(memory.clone());
        let first = start(settings(), store.clone()).await;
        let (mut a, _b, of) = pair(&first.address, "orcain", json!(null)).await;
        a.ask(json!({"type": "concede", "match": of, "id": 77})).await;
        a.until(|message| message["type"] == "ended").await;
        first.stop().await;
        // As if the process had died between the last entry and its settlement.
        let id = of.clone();
        let row = store.read(move |kept| kept.match_row(&id)).await.unwrap().unwrap();
        assert!(row.finished.is_some());
        let unsettled = Store::on_memory(Memory::default());
        let (id, entries) = (of.clone(), of.clone());
        let lines = store.read(move |kept| kept.entries(&entries)).await.unwrap();
        unsettled
            .write(move |kept| {
                kept.create_match(&bout_store::NewMatch {
                    id: id.clone(),
                    game: row.game.clone(),
                    header: row.header.clone(),
                    meta: row.meta.clone(),
                    public: false,
                    accounts: Vec::new(),
                    stakes: Vec::new(),
                    created: 1,
                })?;
                let entry = |(seq, body): (i64, &String)| bout_store::LogEntry {
                    id: id.clone().into(),
                    epoch: 1,
                    seq,
                    body: body.clone(),
                };
                let all: Vec<_> = (1..).zip(&lines).map(entry).collect();
                kept.append(&all)
            })
            .await
            .unwrap();
        let second = start(settings(), unsettled.clone()).await;
        let mut settled = false;
        for _ in 0..100 {
            let id = of.clone();
            let row = unsettled.read(move |kept| kept.match_row(&id)).await.unwrap().unwrap();
            settled = row.finished.is_some();
            if settled {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(settled);
        second.stop().await;
    });
}

#[test]
fn a_damaged_log_is_left_alone_and_the_others_go_on() {
    run(async {
        let memory = Memory::default();
        let store = Store::on_memory(memory.clone());
        let first = start(settings(), store.clone()).await;
        let (mut a, _b, bad) = pair(&first.address, "orcain", json!(null)).await;
        a.act(&bad, 0, json!({"type": "draft", "layout": [null, null, null]})).await;
        let (c, _d, good) = pair(&first.address, "orcain", json!(null)).await;
        first.stop().await;
        let forged = bad.clone();
        store
            .write(move |kept| {
                let row = kept.match_row(&forged)?.unwrap();
                let seq = i64::try_from(kept.entries(&forged)?.len()).unwrap() + 1;
                let body = "{\"seq\":2,\"at\":5,\"input\":{\"type\":\"expire\"},\
                            \"digest\":\"0000000000000000\",\"hash\":\"00\"}";
                let entry = bout_store::LogEntry {
                    id: forged.clone().into(),
                    epoch: row.epoch,
                    seq,
                    body: body.into(),
                };
                kept.append(&[entry])
            })
            .await
            .unwrap();
        let second = start(settings(), store).await;
        let mut c = Person::with(&second.address, c.token.clone()).await;
        c.frame(|frame| frame["match"] == good.as_str()).await;
        let mut a = Person::with(&second.address, a.token.clone()).await;
        let sync = a.ask(json!({"type": "sync", "match": bad, "id": 5})).await;
        assert_eq!(sync["code"], "no_such_match");
        second.stop().await;
    });
}

#[test]
fn a_crash_while_a_match_is_held_costs_nobody_time() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let (a, _b, of) = pair(&first.address, "orcain", json!(null)).await;
        let token = a.token.clone();
        first.stop().await;
        let mut left = Vec::new();
        for _ in 0..3 {
            let server = start(settings(), Store::on_memory(memory.clone())).await;
            let mut a = Person::with(&server.address, token.clone()).await;
            let held = a.frame(|frame| frame["match"] == of.as_str()).await;
            assert_eq!(held["held"], true);
            left.push(held["deadlines"][0]["at"].as_i64().unwrap() - held["now"].as_i64().unwrap());
            tokio::time::sleep(Duration::from_millis(300)).await;
            // Not stopped, only left: the next one finds what a killed one leaves behind.
            std::mem::forget(server);
        }
        assert!(left.iter().all(|left_now| left[0] - left_now < 50), "{left:?}");
    });
}

#[test]
fn a_crash_before_anybody_is_back_costs_nobody_time() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let (mut a, b, of) = pair(&first.address, "orcain", json!(null)).await;
        let draft = json!({"type": "draft", "layout": ["heal", null, null]});
        a.act(&of, 0, draft).await;
        let last = a.frame(|frame| frame["view"]["layout"][0] == "heal").await;
        let left = last["deadlines"][0]["at"].as_i64().unwrap() - last["now"].as_i64().unwrap();
        // Nobody comes back to the next two, which only hold what they find.
        std::mem::forget(first);
        for _ in 0..2 {
            std::mem::forget(start(settings(), Store::on_memory(memory.clone())).await);
            tokio::time::sleep(Duration::from_millis(400)).await;
        }
        let server = start(settings(), Store::on_memory(memory)).await;
        let mut a = Person::with(&server.address, a.token.clone()).await;
        a.frame(|frame| frame["held"] == true).await;
        let _b = Person::with(&server.address, b.token.clone()).await;
        let goes = a.frame(|frame| frame.get("held").is_none()).await;
        let now_left = goes["deadlines"][0]["at"].as_i64().unwrap() - goes["now"].as_i64().unwrap();
        assert!((now_left - left).abs() < 150, "{left} ms were left, now {now_left}");
        server.stop().await;
    });
}

/// Many come back at the same moment, before the background has folded their matches.
#[test]
fn everybody_finds_their_match_right_after_a_start() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let mut people = Vec::new();
        for _ in 0..20 {
            let (a, b, of) = pair(&first.address, "tank", json!(null)).await;
            people.push((a.token.clone(), b.token.clone(), of));
        }
        first.stop().await;
        let second = start(settings(), Store::on_memory(memory)).await;
        let back = people.into_iter().map(|(a, b, of)| {
            let address = second.address.clone();
            tokio::spawn(async move {
                let mut a = Person::with(&address, a).await;
                let _b = Person::with(&address, b).await;
                a.frame(|frame| frame["match"] == of.as_str() && frame.get("held").is_none()).await
            })
        });
        for back in back.collect::<Vec<_>>() {
            back.await.unwrap();
        }
        second.stop().await;
    });
}

#[test]
fn a_store_that_fails_for_a_while_ends_no_match() {
    run(async {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kept.db");
        let server = start(settings(), Store::sqlite(&path).unwrap()).await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let other = rusqlite::Connection::open(&path).unwrap();
        other
            .execute_batch("PRAGMA busy_timeout = 5000; ALTER TABLE entries RENAME TO lost")
            .unwrap();
        let (act, ping) = (a.id(), a.id());
        let draft = json!({"type": "draft", "layout": ["heal", null, null]});
        let say = json!({"type": "act", "match": of, "action": draft, "id": act});
        a.client.say(&say).await.unwrap();
        a.ask(json!({"type": "ping", "id": ping})).await;
        assert!(a.heard.iter().all(|heard| heard["re"] != act), "nothing is durable yet");
        other.execute_batch("ALTER TABLE lost RENAME TO entries").unwrap();
        let answer = a.until(|heard| heard["re"] == act || heard["type"] == "stopped").await;
        assert_eq!(answer["ok"], true, "{answer}");
        a.frame(|frame| frame["view"]["layout"][0] == "heal").await;
        server.stop().await;
    });
}
