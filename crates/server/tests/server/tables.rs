//! Tables: what they may set, what is shown of them, and who sits there.

use std::time::Duration;

use bout_store::Store;
use serde_json::{Value, json};

use crate::bench::{Person, get, plain, run, settings, start};

fn seats() -> Value {
    json!([{"type": "me"}, {"type": "open"}])
}

#[test]
fn nobody_sets_what_another_person_will_hold() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let heals = json!(["heal", "heal", "heal", "heal"]);
        let hands = json!({"hands": [["attack", "attack", "defense", "heal"], heals]});
        let energies: Vec<_> = vec!["firstlight-110"; 59];
        let decks = json!({"decks": ["cinder-court", {"id": "x", "cards": energies}]});
        for (game, config) in [("orcain", hands), ("tcg", decks)] {
            let refused = a.open(game, seats(), config).await;
            assert_eq!(refused["code"], "config_not_allowed", "{game}: {refused}");
        }
        let alone = a
            .open(
                "tcg",
                json!([{"type": "me"}, {"type": "me"}]),
                json!({"decks": ["cinder-court", "cinder-court"]}),
            )
            .await;
        assert_eq!(alone["ok"], true, "at one screen one may: {alone}");
        server.stop().await;
    });
}

#[test]
fn an_empty_deck_is_refused_at_once() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let bot = json!([{"type": "me"}, {"type": "bot", "bot": "baseline"}]);
        let empty = json!({"decks": [{"id": "mine", "cards": []}, "cinder-court"]});
        let refused = a.open("tcg", bot, empty).await;
        assert_eq!(refused["ok"], false, "{refused}");
        let (_, mine) = crate::bench::get_as(&server.address, &a.token, "/api/me/matches").await;
        assert_eq!(mine, json!([]), "no match began");
        server.stop().await;
    });
}

#[test]
fn what_differs_from_the_preset_is_shown_before_one_sits_down() {
    run(async {
        let server = plain().await;
        let (mut a, mut b) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        for (config, shown) in [
            (json!(null), json!({})),
            (json!({"prep_ms": 20_000}), json!({})),
            (json!({"prep_ms": 30_000}), json!({"prep_ms": 30_000})),
        ] {
            let opened = a.open("orcain", seats(), config.clone()).await;
            let code = &opened["table"]["code"];
            let custom = shown != json!({});
            let (_, listed) = get(&server.address, "/api/tables").await;
            let look = b.ask(json!({"type": "table_look", "code": code, "id": 7})).await;
            for card in [&opened["table"], &listed[0], &look["table"]] {
                assert_eq!((&card["config"], &card["custom"]), (&shown, &json!(custom)), "{card}");
            }
        }
        let wrong = b.ask(json!({"type": "table_look", "code": "ZZZZZZ", "id": 8})).await;
        assert_eq!(wrong["code"], "no_such_table");
        server.stop().await;
    });
}

#[test]
fn a_match_at_a_table_moves_no_rating() {
    run(async {
        let server = plain().await;
        let (mut a, mut b) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        let opened = a.open("orcain", seats(), json!(null)).await;
        b.ask(json!({"type": "table_join", "code": opened["table"]["code"], "id": 1})).await;
        let told = a.until(|message| message["type"] == "match").await;
        assert_eq!(told["rated"], false);
        server.stop().await;
    });
}

#[test]
fn a_player_who_disconnects_gives_up_the_seat() {
    run(async {
        let server = plain().await;
        let mut people = Vec::new();
        for _ in 0..3 {
            people.push(Person::arrive(&server.address).await);
        }
        let [mut a, mut b, mut c] = <[Person; 3]>::try_from(people).ok().unwrap();
        let three = json!([{"type": "me"}, {"type": "open"}, {"type": "open"}]);
        let config = json!({"classes": ["heavy", "light", "light"]});
        let opened = a.open("tank", three, config).await;
        let code = opened["table"]["code"].clone();
        let joined = b.ask(json!({"type": "table_join", "code": code, "id": 1})).await;
        assert!(joined["table"]["seats"][1].is_object(), "{joined}");
        a.until(|message| message["type"] == "table").await;
        b.client.close().await;
        let freed = a.until(|message| message["type"] == "table").await;
        assert_eq!(freed["table"]["seats"][1], json!(null), "{freed}");
        let joined = c.ask(json!({"type": "table_join", "code": code, "id": 1})).await;
        assert!(joined["match"].is_null(), "nobody plays against an empty seat: {joined}");
        server.stop().await;
    });
}

#[test]
fn a_table_waits_only_so_long() {
    run(async {
        let mut soon = settings();
        soon.limits.table_age = Duration::from_millis(100);
        let server = start(soon, Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        let opened = a.open("orcain", seats(), json!(null)).await;
        let closed = a.until(|message| message["type"] == "table_closed").await;
        assert_eq!(closed["code"], opened["table"]["code"], "its owner is told");
        let (_, listed) = get(&server.address, "/api/tables").await;
        assert_eq!(listed, json!([]));
        server.stop().await;
    });
}

#[test]
fn tables_and_wrong_codes_are_limited_per_address() {
    run(async {
        let mut few = settings();
        (few.limits.tables_per_address, few.limits.wrong_codes_per_minute) = (2, 3);
        let server = start(few, Store::memory()).await;
        let mut owners = Vec::new();
        for expected in [json!(null), json!(null), json!("too_many_tables")] {
            let mut owner = Person::arrive(&server.address).await;
            let opened = owner.open("orcain", seats(), json!(null)).await;
            assert_eq!(opened["code"], expected, "{opened}");
            owners.push((owner, opened["table"]["code"].clone()));
        }
        let mut thief = Person::arrive(&server.address).await;
        for (id, kind) in (1..).zip(["table_join", "table_look", "table_leave"]) {
            let tried = thief.ask(json!({"type": kind, "code": "ZZZZZZ", "id": id})).await;
            assert_eq!(tried["code"], "no_such_table", "{kind}");
        }
        let right = json!({"type": "table_look", "code": owners[0].1, "id": 9});
        assert_eq!(thief.ask(right).await["code"], "rate_limited", "even a right one");
        server.stop().await;
    });
}

/// A database whose matches cannot be written for a while.
fn break_matches(path: &std::path::Path) -> rusqlite::Connection {
    let other = rusqlite::Connection::open(path).unwrap();
    other.execute_batch("PRAGMA busy_timeout = 5000; ALTER TABLE matches RENAME TO lost").unwrap();
    other
}

#[test]
fn nobody_leaves_the_queue_before_the_match_exists() {
    run(async {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kept.db");
        let server = start(settings(), Store::sqlite(&path).unwrap()).await;
        let (mut a, mut b) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        let join = json!({"type": "queue_join", "game": "orcain", "id": 50});
        assert_eq!(a.ask(join.clone()).await["ok"], true);
        let other = break_matches(&path);
        let joined = b.ask(join).await;
        assert_eq!((&joined["ok"], &joined["match"]), (&json!(true), &json!(null)), "{joined}");
        let again = a.again().await;
        assert_eq!(again.heard[0]["queue"]["game"], "orcain", "{:?}", again.heard[0]);
        a = again;
        other.execute_batch("ALTER TABLE lost RENAME TO matches").unwrap();
        let of = a.until(|message| message["type"] == "match").await;
        let same = b.until(|message| message["type"] == "match").await;
        assert_eq!(of["match"], same["match"]);
        server.stop().await;
    });
}

#[test]
fn a_table_waits_on_if_its_match_cannot_be_stored() {
    run(async {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("kept.db");
        let server = start(settings(), Store::sqlite(&path).unwrap()).await;
        let (mut a, mut b) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        let opened = a.open("orcain", seats(), json!(null)).await;
        let join = json!({"type": "table_join", "code": opened["table"]["code"], "id": 60});
        let other = break_matches(&path);
        assert_eq!(b.ask(join.clone()).await["code"], "store_unavailable");
        other.execute_batch("ALTER TABLE lost RENAME TO matches").unwrap();
        let joined = b.ask(join).await;
        assert!(joined["match"].is_string(), "{joined}");
        server.stop().await;
    });
}
