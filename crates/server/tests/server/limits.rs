//! Everything has a limit, and nobody breaks the server by what he sends.

use std::time::{Duration, Instant};

use bout_server::client::{Client, guest, http};
use bout_server::{Address, ServerLimits, Settings};
use bout_store::Store;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

use crate::bench::{Person, pair, plain, run, settings, start};

fn limited(change: impl FnOnce(&mut ServerLimits)) -> Settings {
    let mut settings = settings();
    change(&mut settings.limits);
    settings
}

async fn handshake(address: &Address, origin: &str) -> String {
    let mut stream = address.connect().await.unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Origin: {origin}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 64];
    let read = stream.read(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[..read]).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn only_known_pages_open_sockets() {
    run(async {
        let known = Settings { origins: vec!["https://play.example".into()], ..settings() };
        let server = start(known, Store::memory()).await;
        let own = format!("http://{}", server.address);
        for (origin, status) in [
            (own.as_str(), "101"),
            ("https://play.example", "101"),
            ("https://evil.example", "403"),
            ("null", "403"),
            ("http://127.0.0.1", "403"),
        ] {
            let answer = handshake(&server.address, origin).await;
            assert!(answer.contains(status), "{origin}: {answer}");
        }
        server.stop().await;
    });
}

/// Sends the head of a request and half of its body, and the rest a little later; gives the answer.
async fn in_halves(address: &Address, head: &str, length: usize) -> String {
    let mut stream = address.connect().await.unwrap();
    let head = format!(
        "POST {head} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    for _ in 0..2 {
        stream.write_all(&vec![b' '; length / 2]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[test]
fn a_refusal_reaches_a_client_that_is_still_sending() {
    run(async {
        let server = plain().await;
        for (path, status) in
            [("/api/replays/film", "413"), ("/api/replays/play-on", "413"), ("/api/none", "413")]
        {
            let answer = in_halves(&server.address, path, 1_200_000).await;
            let first = answer.lines().next().unwrap_or_default();
            assert!(first.contains(status), "{path}: {first}");
        }
        server.stop().await;
    });
}

#[test]
fn pages_of_others_change_nothing() {
    run(async {
        let server = plain().await;
        let own = format!("http://{}", server.address);
        for (origin, status) in
            [(own.as_str(), "200"), ("https://evil.example", "403"), ("null", "403")]
        {
            let mut stream = server.address.connect().await.unwrap();
            let request = format!(
                "POST /api/guests HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
                 Origin: {origin}\r\nContent-Length: 0\r\n\r\n",
                server.address
            );
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            assert!(answer.lines().next().unwrap_or_default().contains(status), "{answer}");
        }
        server.stop().await;
    });
}

#[test]
fn long_messages_are_refused_and_longer_ones_end_the_connection() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let text = format!("{{\"type\":\"ping\",\"id\":1,\"x\":\"{}\"}}", "x".repeat(9_000));
        a.client.say_text(text).await.unwrap();
        assert_eq!(a.hear().await["code"], "bad_request");
        a.client.send_raw(Message::binary(vec![1, 2, 3])).await.unwrap();
        assert_eq!(a.hear().await["code"], "bad_request");
        let fine = json!({"type": "ping", "id": 3});
        assert_eq!(a.ask(fine).await["ok"], true);
        let _ = a.client.say_text("x".repeat(70_000)).await;
        assert_eq!(a.client.end().await, Some(1009), "too big");
        server.stop().await;
    });
}

#[test]
fn messages_are_limited_per_socket() {
    run(async {
        let slow = limited(|limits| (limits.messages_per_second, limits.message_burst) = (5, 10));
        let server = start(slow, Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        for id in 0..30 {
            a.client.say(&json!({"type": "ping", "id": id})).await.unwrap();
        }
        let mut refused = 0;
        for _ in 0..30 {
            let answer = a.hear().await;
            assert!(answer["re"].is_u64(), "{answer}");
            refused += u32::from(answer["code"] == "rate_limited");
        }
        assert!((18..=22).contains(&refused), "{refused}");
        server.stop().await;
    });
}

#[test]
fn questions_are_limited_per_socket() {
    run(async {
        let few = limited(|limits| (limits.questions_per_second, limits.question_burst) = (1, 3));
        let server = start(few, Store::memory()).await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let action = json!({"type": "confirm", "layout": [null, null, null]});
        let mut refused = 0;
        for (id, kind) in (100..).zip(["check", "preview", "options", "preview", "check"]) {
            let mut ask = json!({"type": kind, "match": of, "id": id});
            if kind != "options" {
                ask["action"] = action.clone();
            }
            refused += u32::from(a.ask(ask).await["code"] == "rate_limited");
        }
        assert_eq!(refused, 2);
        assert_eq!(a.act(&of, 0, action).await["ok"], true, "acts are not questions");
        server.stop().await;
    });
}

#[test]
fn a_socket_that_floods_is_closed() {
    run(async {
        let strict = limited(|limits| {
            (limits.messages_per_second, limits.message_burst) = (5, 10);
            limits.message_excess = 20;
        });
        let server = start(strict, Store::memory()).await;
        let ping = |id: u32| Message::text(format!("{{\"type\":\"ping\",\"id\":{id}}}"));
        let bare = |_: u32| Message::Ping(vec![1, 2, 3].into());
        let kinds: [&dyn Fn(u32) -> Message; 2] = [&ping, &bare];
        for kind in kinds {
            let mut a = Person::arrive(&server.address).await;
            for id in 0..60 {
                if a.client.send_raw(kind(id)).await.is_err() {
                    break;
                }
            }
            let bye = a.client.hear_until(|heard| heard["type"] == "bye").await;
            assert_eq!(bye.map(|bye| bye["code"].clone()), Some(json!("rate_limited")));
            assert_eq!(a.client.end().await, Some(1008), "against the policy");
        }
        server.stop().await;
    });
}

#[test]
fn sockets_end_with_the_code_that_says_why() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let mut again = a.again().await;
        assert_eq!(a.client.end().await, Some(1000), "replaced");
        server.stop().await;
        assert_eq!(again.client.end().await, Some(1001), "the server goes away");
    });
}

#[test]
fn requests_are_limited_per_address() {
    run(async {
        let strict = limited(|limits| (limits.requests_per_second, limits.request_burst) = (1, 5));
        let server = start(strict, Store::memory()).await;
        let mut refused = 0;
        for path in ["/", "/api/health", "/api/games", "/api/matches", "/nothing", "/", "/", "/"] {
            let (status, _) = http(&server.address, "GET", path, (None, None)).await.unwrap();
            refused += u32::from(status == 429);
        }
        assert!((2..=3).contains(&refused), "{refused}");
        server.stop().await;
    });
}

#[test]
fn few_connections_of_one_address_wait_for_a_request() {
    run(async {
        let strict = limited(|limits| limits.connections_per_address = 3);
        let server = start(strict, Store::memory()).await;
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(server.address.connect().await.unwrap());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        let refused = http(&server.address, "GET", "/api/health", (None, None)).await;
        assert!(refused.is_err(), "{refused:?}");
        open.clear();
        let again = Instant::now();
        while http(&server.address, "GET", "/api/health", (None, None)).await.is_err() {
            assert!(again.elapsed() < Duration::from_secs(5), "a place is given back");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        server.stop().await;
    });
}

#[test]
fn only_known_hosts_are_answered() {
    run(async {
        let server = plain().await;
        for (host, status) in [
            ("localhost", "200"),
            ("127.0.0.1:7878", "200"),
            ("rebound.example", "421"),
            ("localhost.rebound.example", "421"),
        ] {
            let answer = raw(&server.address, "/api/health", host).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
        }
        server.stop().await;
    });
}

/// The answer to a request that names this host, with its head.
async fn raw(address: &Address, path: &str, host: &str) -> String {
    let mut stream = address.connect().await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).to_ascii_lowercase().replace("http/1.1", "HTTP/1.1")
}

#[test]
fn answers_say_how_they_may_be_used() {
    run(async {
        let server = plain().await;
        for path in ["/api/health", "/api/games", "/api/matches", "/", "/nothing"] {
            let answer = raw(&server.address, path, "localhost").await;
            assert!(answer.contains("x-content-type-options: nosniff"), "{path}: {answer}");
        }
        let page = raw(&server.address, "/", "localhost:7878").await;
        let sockets = "connect-src 'self' ws://localhost:7878 wss://localhost:7878;";
        assert!(page.contains(sockets), "{page}");
        let me = raw(&server.address, "/api/me", "localhost").await;
        assert!(me.contains("cache-control: no-store"), "{me}");
        let games = raw(&server.address, "/api/games", "localhost").await;
        assert!(games.contains("etag: \""), "made once, and known again by its tag");
        let mut stream = server.address.connect().await.unwrap();
        let request = "POST /api/guests HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.to_ascii_lowercase().contains("cache-control: no-store"), "{answer}");
        server.stop().await;
    });
}

#[test]
fn sockets_and_accounts_are_limited_per_address() {
    run(async {
        let few = limited(|limits| limits.sockets_per_address = 3);
        let server = start(few, Store::memory()).await;
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(Client::connect(&server.address, "/ws").await.unwrap());
        }
        assert!(Client::connect(&server.address, "/ws").await.is_err());
        open.pop().unwrap().close().await;
        let again = Instant::now();
        while Client::connect(&server.address, "/ws").await.is_err() {
            assert!(again.elapsed() < Duration::from_secs(5), "a place is given back");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        server.stop().await;
        let few = limited(|limits| (limits.guests_per_minute, limits.connects_per_minute) = (2, 2));
        let server = start(few, Store::memory()).await;
        guest(&server.address).await.unwrap();
        guest(&server.address).await.unwrap();
        let (status, _) = http(&server.address, "POST", "/api/guests", (None, None)).await.unwrap();
        assert_eq!(status, 429);
        let _one = Client::connect(&server.address, "/ws").await.unwrap();
        let _two = Client::connect(&server.address, "/ws").await.unwrap();
        assert!(Client::connect(&server.address, "/ws").await.is_err());
        server.stop().await;
    });
}

#[test]
fn matches_tables_and_spectators_are_limited() {
    run(async {
        let few = limited(|limits| {
            (limits.tables, limits.spectators, limits.matches_per_account) = (1, 1, 1);
        });
        let server = start(few, Store::memory()).await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let seats = json!([{"type": "me"}, {"type": "open"}]);
        let more = a.open("orcain", seats.clone(), json!(null)).await;
        assert_eq!(more["code"], "too_many_matches");
        let (mut c, mut d) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        let watch = json!({"type": "watch", "match": of, "id": 1});
        assert_eq!(c.ask(watch.clone()).await["ok"], true);
        assert_eq!(d.ask(watch).await["code"], "too_many_spectators");
        assert!(c.open("orcain", seats.clone(), json!(null)).await["table"].is_object());
        assert_eq!(d.open("orcain", seats, json!(null)).await["code"], "server_full");
        server.stop().await;
    });
}

#[test]
fn a_silent_socket_is_closed() {
    run(async {
        let strict = limited(|limits| {
            (limits.ping, limits.idle) = (Duration::from_millis(100), Duration::from_millis(250));
        });
        let server = start(strict, Store::memory()).await;
        // A client that answers pings stays; one that reads nothing answers none.
        let mut alive = Person::arrive(&server.address).await;
        let mut stream = server.address.connect().await.unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let since = Instant::now();
        let mut all = Vec::new();
        let waiting = tokio::spawn(async move {
            stream.read_to_end(&mut all).await.ok();
            since.elapsed()
        });
        for id in 0..8 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            assert_eq!(alive.ask(json!({"type": "ping", "id": id})).await["ok"], true);
        }
        let closed = waiting.await.unwrap();
        assert!(closed < Duration::from_secs(2), "{closed:?}");
        server.stop().await;
    });
}

#[test]
fn a_reader_that_is_too_slow_is_cut_and_the_match_goes_on() {
    run(async {
        let strict = limited(|limits| {
            (limits.waiting_frames, limits.write) = (8, Duration::from_millis(300));
        });
        let server = start(strict, Store::memory()).await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let mut c = Person::arrive(&server.address).await;
        c.ask(json!({"type": "watch", "match": of, "id": 1})).await;
        // Asks for one whole frame after the other and reads none of them.
        let mut sent = 0;
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(8) {
            let sync = json!({"type": "sync", "match": of, "id": sent});
            if c.client.say(&sync).await.is_err() {
                break;
            }
            sent += 1;
        }
        assert!(since.elapsed() < Duration::from_secs(8), "it was never cut, {sent} sent");
        let confirm = json!({"type": "confirm", "layout": [null, null, null]});
        assert_eq!(a.act(&of, 0, confirm).await["ok"], true);
        server.stop().await;
    });
}

#[test]
fn a_request_that_never_ends_is_closed() {
    run(async {
        let strict = limited(|limits| limits.head = Duration::from_millis(200));
        let server = start(strict, Store::memory()).await;
        for beginning in ["", "GET /ws HT", "GET /ws HTTP/1.1\r\nHost: x\r\n"] {
            let mut stream = server.address.connect().await.unwrap();
            stream.write_all(beginning.as_bytes()).await.unwrap();
            let since = Instant::now();
            let mut all = Vec::new();
            let _ = stream.read_to_end(&mut all).await;
            assert!(since.elapsed() < Duration::from_secs(3), "{beginning:?}");
        }
        server.stop().await;
    });
}

#[test]
fn a_match_that_runs_by_itself_ends() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let clocks = json!({"clocks": {"turn_ms": 1, "interrupt_ms": 1, "afk_timeouts": 0}});
        let opened = a.open("tank", json!([{"type": "me"}, {"type": "me"}]), clocks).await;
        let of = opened["match"].as_str().unwrap().to_owned();
        let ended = a.until(|message| message["type"] == "ended").await;
        assert_eq!(ended["outcome"]["ending"], "aborted", "{ended}");
        let (_, replay) =
            crate::bench::get_as(&server.address, &a.token, &format!("/api/matches/{of}/replay"))
                .await;
        let entries = replay["entries"].as_array().map_or(0, Vec::len);
        assert!((500..600).contains(&entries), "{entries}");
        server.stop().await;
    });
}

#[test]
fn a_match_has_only_so_many_entries() {
    run(async {
        let short = limited(|limits| limits.entries = 50);
        let server = start(short, Store::memory()).await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let draft = json!({"type": "draft", "layout": ["heal", null, null]});
        for _ in 0..60 {
            let id = a.id();
            let act = json!({"type": "act", "match": of, "action": draft, "id": id});
            a.client.say(&act).await.unwrap();
        }
        let ended = a.until(|message| message["type"] == "ended").await;
        assert_eq!(ended["outcome"]["ending"], "aborted", "{ended}");
        server.stop().await;
    });
}

#[test]
fn openings_are_limited_per_address() {
    run(async {
        let few = limited(|limits| limits.opens_per_minute = 2);
        let server = start(few, Store::memory()).await;
        for expected in [json!(null), json!(null), json!("rate_limited")] {
            let mut owner = Person::arrive(&server.address).await;
            let opened =
                owner.open("orcain", json!([{"type": "me"}, {"type": "open"}]), json!(null)).await;
            assert_eq!(opened["code"], expected, "{opened}");
        }
        server.stop().await;
    });
}

#[test]
fn nothing_for_operators_is_open() {
    run(async {
        let server = plain().await;
        for path in ["/admin", "/debug", "/api/admin", "/debug/pprof", "/api/accounts", "/state"] {
            let (status, _) = http(&server.address, "GET", path, (None, None)).await.unwrap();
            assert_eq!(status, 404, "{path}");
        }
        server.stop().await;
    });
}
