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
        let mut a = Person::arrive(&server.address).await;
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
        let (_, metrics) = get(&server.address, "/metrics").await;
        assert!(metrics.as_str().unwrap().contains("bout_bot_replaced_total{why=\"overrun\"}"));
        server.stop().await;
    });
}

#[test]
fn a_bot_takes_its_time_where_people_want_to_follow() {
    run(async {
        let server = start(settings(), Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        let id = a.id();
        let since = Instant::now();
        let open = json!({"type": "table_open", "game": "tank", "id": id, "bot_pace_ms": 300,
            "config": {"rules": {"first_player": 1}},
            "seats": [{"type": "me"}, {"type": "bot", "bot": "priority"}]});
        assert_eq!(a.ask(open).await["ok"], true);
        a.frame(|frame| frame["to_act"] == true).await;
        let waited = since.elapsed();
        assert!((300..1500).contains(&waited.as_millis()), "{waited:?}");
        server.stop().await;
    });
}

/// Rules 4.3 and 10 of Orcain: the bot's draft enters at the stamp of the start, before any other
/// input of the round, however long it may take elsewhere and however late the host wakes up.
#[test]
fn a_bot_that_moves_together_with_people_moves_first() {
    run(async {
        let server = start(settings(), Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        let id = a.id();
        let open = json!({"type": "table_open", "game": "orcain", "preset": "pve", "id": id,
            "bot_pace_ms": 500, "config": {"step_first_ms": 11, "step_ms": 7},
            "seats": [{"type": "me"}, {"type": "bot", "bot": "orc_bot"}]});
        let of = a.ask(open).await["match"].as_str().unwrap().to_owned();
        for round in 1..=4 {
            a.frame(|frame| frame["view"]["roundIndex"] == round && frame["to_act"] == true).await;
            let confirm = json!({"type": "confirm", "layout": ["defense", null, null]});
            assert_eq!(a.act(&of, 0, confirm).await["ok"], true);
        }
        let next = a.frame(|frame| frame["view"]["roundIndex"] == 5).await;
        assert_ne!(next["view"]["lastRound"][0][1], json!(null), "the bot played: {next}");
        let id = a.id();
        a.ask(json!({"type": "concede", "match": of, "id": id})).await;
        a.frame(|frame| frame["outcome"] != json!(null)).await;
        let (_, replay) = get(&server.address, &format!("/api/matches/{of}/replay")).await;
        let entries = replay["entries"].as_array().unwrap();
        let drafts = entries.iter().enumerate().filter(|(_, entry)| entry["input"]["seat"] == 1);
        let mut seen = 0;
        for (at, draft) in drafts {
            // What began the round, or the beginning of the match.
            let began = at.checked_sub(1).map_or(json!(0), |before| entries[before]["at"].clone());
            assert_eq!(draft["at"], began, "{draft}");
            seen += 1;
        }
        assert_eq!(seen, 5);
        server.stop().await;
    });
}
