//! Who is away, as the table is told.

use serde_json::{Value, json};

use crate::bench::{Person, pair, plain, run};

fn is_presence(message: &Value) -> bool {
    message["type"] == "presence"
}

/// Lets the second player disconnect; gives what the first is told, and the second's token.
async fn leave(a: &mut Person, b: Person) -> (Value, String) {
    let token = b.token.clone();
    drop(b);
    (a.until(|message| is_presence(message) && message["away"][0]["until"].is_u64()).await, token)
}

#[test]
fn a_table_is_told_who_is_away_and_how_long_it_waits() {
    run(async {
        let server = plain().await;
        // Orcain knows no return: whoever disconnects loses at once.
        for (game, config, wait) in [
            ("judo", json!({"mode": "pvp"}), 60_000),
            ("tank", json!({"clocks": {"disconnect_grace_ms": 40_000}}), 40_000),
            ("necro", json!({"returnMs": 30_000}), 30_000),
            ("tcg", json!({"timers": {"grace": 50_000}}), 50_000),
        ] {
            let (mut a, b, of) = pair(&server.address, game, config).await;
            if game == "judo" {
                a.act(&of, 0, json!({"type": "start_match"})).await;
            }
            let before = a.frames[&(of.clone(), 0)]["now"].as_u64().unwrap();
            let (told, token) = leave(&mut a, b).await;
            assert_eq!(
                (&told["match"], &told["away"][0]["seat"]),
                (&json!(of), &json!(1)),
                "{game}"
            );
            let left = told["away"][0]["until"].as_u64().unwrap() - before;
            assert!((wait - 1..wait + 10_000).contains(&left), "{game}: {left}");
            // Somebody who comes to watch is told too.
            let mut c = Person::arrive(&server.address).await;
            c.ask(json!({"type": "watch", "match": of, "id": 1})).await;
            assert_eq!(c.until(is_presence).await["away"][0]["seat"], 1, "{game}");
            let _b = Person::with(&server.address, token).await;
            assert_eq!(a.until(is_presence).await["away"], json!([]), "{game}");
            assert_eq!(c.until(is_presence).await["away"], json!([]), "{game}");
        }
        server.stop().await;
    });
}

#[test]
fn nobody_is_away_from_a_match_that_begins() {
    run(async {
        let server = plain().await;
        let (mut a, b, _) = pair(&server.address, "tank", json!(null)).await;
        a.ask(json!({"type": "ping", "id": 900})).await;
        assert!(!a.heard.iter().chain(&b.heard).any(is_presence));
        server.stop().await;
    });
}
