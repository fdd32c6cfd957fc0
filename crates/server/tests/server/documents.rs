//! What is written about the server is true.

use std::collections::BTreeSet;
use std::time::Duration;

use bout_server::Address;
use bout_server::message::Said;
use bout_server::server_message::ServerMessage;
use serde_json::{Value, json};

use crate::bench::{Person, get, plain, run};

pub const PROTOCOL: &str = include_str!("../../../../docs/protocol.md");

fn examples(kind: &str) -> Vec<Value> {
    let fence = format!("```json {kind}\n");
    let blocks = PROTOCOL.split(&fence).skip(1);
    let text = blocks.map(|block| block.split("```").next().unwrap_or_default());
    text.map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}")))
        .collect()
}

/// A server that is told to drain lets its matches end, and begins none.
#[test]
fn a_draining_server_begins_no_match_and_waits_for_those_that_run() {
    run(async {
        let server = plain().await;
        let (mut a, mut b, of) = crate::bench::pair(&server.address, "orcain", json!(null)).await;
        let mut waiting = Person::arrive(&server.address).await;
        server.drain();
        let (status, ready) = get(&server.address, "/api/ready").await;
        assert_eq!((status, &ready["code"]), (503, &json!("draining")));
        for message in [
            json!({"type": "queue_join", "game": "tank", "id": 1}),
            json!({"type": "table_open", "game": "orcain", "id": 1,
                   "seats": [{"type": "me"}, {"type": "bot", "bot": "orc_bot"}]}),
        ] {
            assert_eq!(waiting.ask(message).await["code"], "draining");
        }
        let drained = tokio::time::timeout(Duration::from_millis(600), server.is_drained());
        assert!(drained.await.is_err(), "a match runs");
        let confirm = json!({"type": "confirm", "layout": ["attack", null, null]});
        assert_eq!(a.act(&of, 0, confirm).await["ok"], true, "it is played on");
        b.ask(json!({"type": "concede", "match": of, "id": 9})).await;
        server.is_drained().await;
        server.stop().await;
    });
}

#[test]
fn every_message_of_a_client_is_shown_and_parses() {
    let mut shown = BTreeSet::new();
    for example in examples("client") {
        let said: Said = serde_json::from_value(example.clone())
            .unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(serde_json::to_value(&said).unwrap(), example, "nothing is lost in reading");
        shown.insert(example["type"].as_str().unwrap().to_owned());
    }
    let all = [
        "hello",
        "queue_join",
        "queue_leave",
        "table_open",
        "table_join",
        "table_leave",
        "table_look",
        "act",
        "check",
        "preview",
        "options",
        "screen",
        "sync",
        "concede",
        "watch",
        "unwatch",
        "rematch",
        "ping",
    ];
    assert_eq!(shown, all.iter().map(ToString::to_string).collect());
}

#[test]
fn every_message_of_the_server_is_shown() {
    let shown: BTreeSet<_> = (examples("server").iter())
        .map(|example| example["type"].as_str().unwrap().to_owned())
        .collect();
    let all = [
        "answer",
        "match",
        "frame",
        "ended",
        "rematch",
        "presence",
        "delayed",
        "stopped",
        "table",
        "table_closed",
        "queue_left",
        "bye",
    ];
    assert_eq!(shown, all.iter().map(ToString::to_string).collect());
    for example in examples("server") {
        let told: ServerMessage = serde_json::from_value(example.clone())
            .unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(serde_json::to_value(&told).unwrap(), example, "nothing is lost in reading");
    }
}

#[test]
fn a_real_frame_has_the_keys_of_its_example() {
    run(async {
        let server = plain().await;
        let (a, ..) = crate::bench::pair(&server.address, "orcain", json!(null)).await;
        let keys = |value: &Value| -> BTreeSet<String> {
            value.as_object().unwrap().keys().cloned().collect()
        };
        let real = a.heard.iter().find(|message| message["type"] == "frame").unwrap();
        let frames: Vec<_> =
            examples("server").into_iter().filter(|example| example["type"] == "frame").collect();
        let mut whole = keys(&frames[1]);
        whole.remove("held");
        whole.remove("last_id");
        assert_eq!(keys(real), whole);
        let example = examples("server").into_iter().find(|e| e["type"] == "match").unwrap();
        let real = a.heard.iter().find(|message| message["type"] == "match").unwrap();
        assert_eq!(keys(real), keys(&example));
        server.stop().await;
    });
}

#[test]
fn the_api_is_served_as_it_is_described() {
    run(async {
        let server = plain().await;
        let (status, document) = get(&server.address, "/api/openapi.json").await;
        assert_eq!(status, 200);
        assert!(document["openapi"].as_str().unwrap().starts_with("3."));
        let paths = document["paths"].as_object().unwrap();
        assert!(paths.len() >= 13, "{:?}", paths.keys());
        for (path, methods) in paths {
            for (method, described) in methods.as_object().unwrap() {
                let real = path.replace("{game}", "orcain").replace("{id}", "m_none");
                let method = method.to_uppercase();
                let body = json!({});
                let body = (method != "GET").then_some(&body);
                let (status, answer) =
                    bout_server::client::http(&server.address, &method, &real, (None, body))
                        .await
                        .unwrap();
                let responses = described["responses"].as_object().unwrap();
                assert!(
                    responses.contains_key(&status.to_string()),
                    "{method} {real}: {status} is not described; {answer}"
                );
            }
        }
        let (status, _) = get(&server.address, "/api/matches?state=odd").await;
        assert_eq!(status, 400);
        server.stop().await;
    });
}

/// A request as it is; the client of the tests knows only well-formed ones.
async fn raw(address: &Address, head: &str, body: &str) -> (String, Value) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = address.connect().await.unwrap();
    let length = body.len();
    let request = format!(
        "{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
    (status, serde_json::from_str(body).unwrap_or_default())
}

#[test]
fn what_cannot_be_read_is_refused_in_json() {
    run(async {
        let server = plain().await;
        let (_, document) = get(&server.address, "/api/openapi.json").await;
        let naming = "PATCH /api/me HTTP/1.1\r\nContent-Type: application/json";
        let long = format!("{{\"name\":\"{}\"}}", "x".repeat(20_000));
        for (head, body, status, code) in [
            (naming, "{", "400", "bad_request"),
            (naming, "{\"nickname\":\"x\"}", "422", "bad_request"),
            (naming, &*long, "413", "too_large"),
            ("PATCH /api/me HTTP/1.1", "{\"name\":\"x\"}", "415", "wrong_content_type"),
            ("GET /api/matches?limit=x HTTP/1.1", "", "400", "bad_request"),
            ("GET /api/games/%ff HTTP/1.1", "", "400", "bad_request"),
            ("DELETE /api/me HTTP/1.1", "", "405", "method_not_allowed"),
            ("GET /ws HTTP/1.1", "", "400", "bad_request"),
            ("GET /api/nothing HTTP/1.1\r\nAccept: text/html", "", "404", "not_found"),
            ("GET /rules/tcg HTTP/1.1\r\nAccept: */*", "", "404", "not_found"),
        ] {
            let (answered, refusal) = raw(&server.address, head, body).await;
            assert_eq!((&*answered, &refusal["code"]), (status, &json!(code)), "{head} {body:.40}");
            assert!(refusal["text"].is_string());
            if head == naming {
                let described = &document["paths"]["/api/me"]["patch"]["responses"];
                assert!(described[status].is_object(), "{status}");
            }
        }
        // Who reads pages is led to the page.
        let browser = "GET /rules/tcg HTTP/1.1\r\nAccept: text/html,*/*";
        assert_eq!(raw(&server.address, browser, "").await.0, "307");
        server.stop().await;
    });
}

#[test]
fn games_are_described_with_schema_and_chart() {
    run(async {
        let server = plain().await;
        let (_, games) = get(&server.address, "/api/games").await;
        assert_eq!(games.as_array().unwrap().len(), 5);
        let orcain =
            games.as_array().unwrap().iter().find(|game| game["game"] == "orcain").unwrap();
        let schema = &orcain["config_schema"];
        assert_eq!(schema["properties"]["prep_ms"], json!({"type": "integer", "default": 20000}));
        assert_eq!(schema["additionalProperties"], false);
        let (_, chart) = get(&server.address, "/api/games/orcain/chart").await;
        assert_eq!(chart["initial"], "prep");
        let (_, schema) = get(&server.address, "/api/games/orcain/schema").await;
        assert_eq!(schema["title"], "orcain");
        for name in ["View", "Event", "Action", "Config", "Reason"] {
            assert!(schema["$defs"][name].is_object(), "{name}");
        }
        let (status, _) = raw(&server.address, "GET /api/games/chess/schema HTTP/1.1", "").await;
        assert_eq!(status, "404");
        server.stop().await;
    });
}

#[test]
fn names_are_given_and_kept_apart() {
    run(async {
        use bout_server::client::{guest, http};
        let server = plain().await;
        let (one, two) =
            (guest(&server.address).await.unwrap(), guest(&server.address).await.unwrap());
        let address = &server.address;
        let name = |token: String, name: &'static str| async move {
            let body = json!({"name": name});
            let (status, body) =
                http(address, "PATCH", "/api/me", (Some(&token), Some(&body))).await.unwrap();
            (status, serde_json::from_str::<Value>(&body).unwrap_or_default())
        };
        let (status, me) = name(one.clone(), "  Orla  the 2nd ").await;
        assert_eq!((status, &me["name"]), (200, &json!("Orla the 2nd")));
        assert_eq!(name(two.clone(), "ORLA THE 2ND").await.0, 409);
        for bad in ["x", "a name that is far too long", "dot.dot", ""] {
            assert_eq!(name(two.clone(), bad).await.0, 422, "{bad}");
        }
        let (status, _) =
            http(&server.address, "GET", "/api/me", (Some("guess"), None)).await.unwrap();
        assert_eq!(status, 401);
        let mine =
            http(&server.address, "GET", "/api/me/matches", (Some(&one), None)).await.unwrap();
        assert_eq!(mine, (200, "[]".into()));
        server.stop().await;
    });
}

#[test]
fn figures_are_counted() {
    run(async {
        let server = plain().await;
        let (mut a, _b, of) = crate::bench::pair(&server.address, "orcain", json!(null)).await;
        a.act(&of, 0, json!({"type": "draft", "layout": [null, null, null]})).await;
        a.act(&of, 0, json!({"type": "confirm", "layout": ["zap", null, null]})).await;
        a.act(&of, 1, json!({"type": "confirm", "layout": [null, null, null]})).await;
        let text = crate::bench::figures(&server).await;
        assert_eq!(get(&server.address, "/metrics").await.0, 404, "players do not see them");
        for line in [
            "bout_acts_total{game=\"orcain\",code=\"ok\"}",
            "bout_acts_total{game=\"orcain\",code=\"invalid_cards\"}",
            "bout_acts_total{game=\"orcain\",code=\"not_your_seat\"}",
            "bout_matches{game=\"orcain\",phase=\"running\"}",
            "bout_sockets ",
            "bout_append_seconds",
            "bout_queue_length",
            "bout_frames_dropped_total",
            "# HELP bout_append_seconds ",
            "# TYPE bout_append_seconds histogram",
            "bout_append_seconds_bucket{le=\"0.05\"}",
            "bout_matches_aborted_total{game=\"necro\"} 0",
            "bout_refused_total{limit=\"films\"}",
        ] {
            assert!(text.contains(line), "{line} is missing in\n{text}");
        }
        assert_eq!(get(&server.address, "/api/health").await.0, 200);
        assert_eq!(get(&server.address, "/api/ready").await.1["store"], "memory");
        server.stop().await;
    });
}

#[test]
fn every_route_is_in_the_protocol() {
    run(async {
        let server = plain().await;
        let (_, described) = get(&server.address, "/api/openapi.json").await;
        for (path, methods) in described["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                let route = format!("`{} {path}`", method.to_uppercase());
                let with_body = format!("`{} {path}` with", method.to_uppercase());
                assert!(PROTOCOL.contains(&route) || PROTOCOL.contains(&with_body), "{route}");
            }
        }
        let made = bout_server::client::http(&server.address, "POST", "/api/guests", (None, None));
        let guest: Value = serde_json::from_str(&made.await.unwrap().1).unwrap();
        let keys: Vec<_> = guest.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["account", "token"]);
        server.stop().await;
    });
}
