//! Computer players that think too long.

use std::time::{Duration, Instant};

use bout_server::Settings;
use bout_store::Store;
use serde_json::json;

use crate::bench::{Person, get, run, settings, start};

#[test]
fn a_bot_that_overruns_is_replaced_for_that_move_and_counted() {
    run(async {
        let hasty =
            Settings { bot_budget: Duration::from_millis(30), bot_threads: 4, ..settings() };
        let server = start(hasty, Store::memory()).await;
        let mut a = Person::arrive(server.address).await;
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "search:playouts=1000000"}]);
        let since = Instant::now();
        let opened = a.open("orcain", seats, json!({"step_first_ms": 0, "step_ms": 0})).await;
        let of = opened["match"].as_str().unwrap().to_owned();
        a.frame(|frame| frame["to_act"] == true).await;
        let confirm = json!({"type": "confirm", "layout": ["attack", null, null]});
        assert_eq!(a.act(&of, 0, confirm).await["ok"], true);
        let next = a.frame(|frame| frame["view"]["roundIndex"] == 2).await;
        assert!(since.elapsed() < Duration::from_secs(5), "the match does not wait for the bot");
        assert_ne!(next["view"]["lastRound"], json!(null));
        let (_, metrics) = get(server.address, "/metrics").await;
        assert!(metrics.as_str().unwrap().contains("bout_bot_replaced_total{why=\"overrun\"}"));
        server.stop().await;
    });
}

#[test]
fn a_bot_takes_its_time_where_people_want_to_follow() {
    run(async {
        let server = start(settings(), Store::memory()).await;
        let mut a = Person::arrive(server.address).await;
        let id = a.id();
        let open = json!({"type": "table_open", "game": "orcain", "id": id, "bot_pace_ms": 300,
            "seats": [{"type": "me"}, {"type": "bot", "bot": "random"}]});
        let of = a.ask(open).await["match"].as_str().unwrap().to_owned();
        let since = Instant::now();
        a.frame(|_| true).await;
        let confirm = json!({"type": "confirm", "layout": ["attack", null, null]});
        a.act(&of, 0, confirm).await;
        a.frame(|frame| frame["phase"] == "playing").await;
        let waited = since.elapsed();
        assert!((200..1500).contains(&waited.as_millis()), "{waited:?}");
        server.stop().await;
    });
}
