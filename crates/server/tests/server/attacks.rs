//! What an attacker or a cheat has tried against a server.

use std::time::Duration;

use bout_server::client::http;
use bout_server::{Address, Settings};
use bout_store::{Memory, Store};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::bench::{Person, figures, get, pair, plain, run, settings, start};

/// Begins a request whose body never comes.
async fn unfinished(address: &Address, path: &str) -> bout_server::Stream {
    let mut stream = address.connect().await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: 8000\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

#[test]
fn bodies_that_never_come_lock_nobody_out() {
    run(async {
        let mut strict = settings();
        (strict.limits.requests, strict.limits.requests_per_address) = (4, 4);
        let server = start(strict, Store::memory()).await;
        let mut open = Vec::new();
        for _ in 0..12 {
            open.push(unfinished(&server.address, "/api/games/tcg/decks/check").await);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(get(&server.address, "/api/ready").await.0, 200);
        assert_eq!(get(&server.address, "/api/games").await.0, 200);
        Person::arrive(&server.address).await;
        server.stop().await;
    });
}

#[test]
fn a_body_that_is_too_long_is_refused_before_it_comes() {
    run(async {
        let server = plain().await;
        let mut stream = server.address.connect().await.unwrap();
        let head = format!(
            "POST /api/games/tcg/decks/check HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 64];
        let read = tokio::time::timeout(Duration::from_secs(4), stream.read(&mut answer)).await;
        let read = read.expect("an answer soon").unwrap();
        let answer = String::from_utf8_lossy(&answer[..read]);
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
        server.stop().await;
    });
}

#[test]
fn card_sets_cannot_be_named_again_and_again() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "open"}]);
        for sets in [vec!["firstlight"; 2], vec!["firstlight"; 500]] {
            let opened = person.open("tcg", seats.clone(), json!({"sets": sets})).await;
            assert_eq!(opened["ok"], false, "{opened}");
        }
        server.stop().await;
    });
}

#[test]
fn strangers_of_a_judo_queue_begin_by_themselves_with_the_usual_target() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let mut b = Person::arrive(&server.address).await;
        let join = json!({"type": "queue_join", "game": "judo", "id": 1});
        a.ask(join.clone()).await;
        let of = b.ask(join).await["match"].as_str().unwrap().to_owned();
        let begun = a.frame(|frame| frame["phase"] != "waitingForMatchStart").await;
        assert_eq!((&begun["match"], &begun["view"]["win_target"]), (&json!(of), &json!(5)));
        let start = json!({"type": "start_match", "win_target": 1});
        assert_eq!(a.act(&of, 0, start).await["code"], "wrong_state");
        server.stop().await;
    });
}

#[test]
fn nobody_joins_a_seat_that_the_computer_plays() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        for controllers in [["human", "ai"], ["ai", "human"]] {
            let seats = json!([{"type": "me"}, {"type": "open"}]);
            let opened = person.open("tank", seats, json!({"controllers": controllers})).await;
            assert_eq!(opened["code"], "computers_seat", "{controllers:?}");
        }
        server.stop().await;
    });
}

#[test]
fn one_address_cannot_fill_the_server_with_matches() {
    run(async {
        let mut strict = settings();
        strict.limits.matches_per_address = 3;
        let server = start(strict, Store::memory()).await;
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "easy"}]);
        let mut codes = Vec::new();
        for _ in 0..4 {
            let mut person = Person::arrive(&server.address).await;
            codes.push(person.open("judo", seats.clone(), json!({})).await["code"].clone());
        }
        assert_eq!(codes, [json!(null), json!(null), json!(null), json!("too_many_matches")]);
        let hits = r#"bout_refused_total{limit="matches_per_address"}"#;
        assert!(figures(&server).await.contains(hits));
        server.stop().await;
    });
}

#[test]
fn a_question_is_answered_once_also_within_a_phase() {
    run(async {
        let server = plain().await;
        let (mut a, mut b, of) = pair(&server.address, "necro", json!(null)).await;
        let (first, seat) =
            if a.frames[&(of.clone(), 0)]["to_act"] == true { (&mut a, 0) } else { (&mut b, 1) };
        let frame = first.frames[&(of.clone(), seat)].clone();
        let action = frame["legal"][0].clone();
        let act = |id: u64| {
            json!({"type": "act", "match": of, "seat": seat, "action": action,
                   "asked": frame["asked"], "id": id})
        };
        assert_eq!(first.ask(act(50)).await["ok"], true);
        assert_eq!(first.ask(act(51)).await["code"], "stale");
        // A number that was passed over is no repetition.
        assert_eq!(first.ask(act(50)).await["repeat"], true);
        assert_eq!(first.ask(act(49)).await["code"], "old_id");
        server.stop().await;
    });
}

#[test]
fn a_held_match_says_who_is_missing_and_a_frame_follows_its_match() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let (a, _b, of) = pair(&first.address, "tank", json!(null)).await;
        let token = a.token.clone();
        first.stop().await;
        let grace = Settings { grace: Duration::from_secs(20), ..settings() };
        let second = start(grace, Store::on_memory(memory)).await;
        let mut a = Person::with(&second.address, token).await;
        let told = a.until(|message| message["type"] == "presence").await;
        assert_eq!((&told["match"], &told["away"][0]["seat"]), (&json!(of), &json!(1)));
        let now = a.frames[&(of.clone(), 0)]["now"].as_u64().unwrap();
        let left = told["away"][0]["until"].as_u64().unwrap() - now;
        assert!((15_000..=20_000).contains(&left), "{left}");
        let kinds: Vec<_> = a.heard.iter().map(|message| message["type"].clone()).collect();
        let place = |kind: &str| kinds.iter().position(|known| known == kind);
        assert!(place("match") < place("frame"), "{kinds:?}");
        second.stop().await;
    });
}

/// What the server answers to a request with these lines in its head.
async fn answer_to(address: &Address, head: &str) -> String {
    let mut stream = address.connect().await.unwrap();
    let request = format!("GET /api/games HTTP/1.1\r\n{head}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_request_names_one_host() {
    run(async {
        let server = plain().await;
        let host = format!("Host: {}\r\n", server.address);
        assert_eq!(answer_to(&server.address, &host).await, "HTTP/1.1 200 OK");
        let two = format!("{host}Host: evil.example\r\n");
        assert_eq!(answer_to(&server.address, &two).await, "HTTP/1.1 400 Bad Request");
        let metrics = Address::from(server.metrics.unwrap());
        let evil = "Host: evil.example\r\n";
        assert_eq!(answer_to(&metrics, evil).await, "HTTP/1.1 421 Misdirected Request");
        server.stop().await;
    });
}

#[test]
fn nobody_looks_like_another_player() {
    run(async {
        let server = plain().await;
        let mut codes = Vec::new();
        for name in ["Mike", "mike", "rnike", "Мike", "M\u{3164}ke", "М\u{438}ке", "Mika"] {
            let token = bout_server::client::guest(&server.address).await.unwrap();
            let body = json!({"name": name});
            let named = http(&server.address, "PATCH", "/api/me", (Some(&token), Some(&body)));
            let (status, answer) = named.await.unwrap();
            let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
            codes.push((status, answer["code"].as_str().unwrap_or_default().to_owned()));
        }
        let code = |status: u16, code: &str| (status, code.to_owned());
        assert_eq!(
            codes,
            [
                code(200, ""),
                code(409, "name_taken"),
                code(409, "name_taken"),
                code(422, "invalid_name"),
                code(422, "invalid_name"),
                code(200, ""),
                code(200, ""),
            ]
        );
        server.stop().await;
    });
}

#[test]
fn strangers_of_the_creatures_queue_bring_their_own_decks() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let mut b = Person::arrive(&server.address).await;
        let join = json!({"type": "queue_join", "game": "tcg", "id": 1});
        a.ask(join.clone()).await;
        let of = b.ask(join).await["match"].as_str().unwrap().to_owned();
        let told = a.until(|message| message["type"] == "match").await;
        assert_eq!(told["match"], of);
        assert_eq!(told["config"]["decks"], json!(null), "no decks are dealt: {told}");
        let frame = a.frame(|frame| frame["match"] == of.as_str()).await;
        assert_eq!(frame["phase"], "CREATED", "it waits for both decks");
        server.stop().await;
    });
}
