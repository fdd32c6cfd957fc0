//! The structured lines of the Orcain dialect, in a process of its own: the log is global.

#[path = "server/bench.rs"]
#[allow(dead_code)]
mod bench;

use std::io::Write;
use std::sync::{Arc, Mutex};

use bout_server::client::Client;
use bout_server::{Address, Settings};
use bout_store::{Memory, Store};
use serde_json::{Value, json};

use crate::bench::{run, settings, start};

/// Collects what is logged.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Lines {
    fn of(&self, name: &str) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let all = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let fields = all.map(|line| line["fields"].clone());
        fields.filter(|fields| fields["message"] == format!("[{name}]")).collect()
    }
}

async fn tab(address: &Address, session: &str) -> (Client, String) {
    let mut client = Client::connect(address, "/ws/orcain").await.unwrap();
    client.say(&json!({"type": "guest"})).await.unwrap();
    let token = client.hear().await.unwrap()["authToken"].as_str().unwrap().to_owned();
    let hello = json!({"type": "hello", "sessionId": session, "authToken": token});
    client.say(&hello).await.unwrap();
    client.say(&json!({"type": "queue_join"})).await.unwrap();
    (client, token)
}

#[test]
fn a_match_leaves_the_lines_that_its_document_asks_for() {
    let lines = Lines::default();
    let sink = lines.clone();
    tracing_subscriber::fmt().json().with_writer(move || sink.clone()).init();
    run(async {
        let orcain = json!({"prep_ms": 250, "step_first_ms": 1, "step_ms": 1});
        let store = Store::on_memory(Memory::default());
        let server = start(Settings { orcain, ..settings() }, store).await;
        let (mut a, token) = tab(&server.address, "s1").await;
        let (mut b, _) = tab(&server.address, "s2").await;
        a.hear_until(|message| message["type"] == "prep_start").await.unwrap();
        a.say(&json!({"type": "layout_draft", "layout": ["zap", "heal", null]})).await.unwrap();
        a.say(&json!({"type": "layout_draft", "layout": 7})).await.unwrap();
        a.say(&json!({"type": "layout_confirm", "layout": ["zap", null, null]})).await.unwrap();
        // B says nothing in two rounds and forfeits.
        for _ in 0..2 {
            let round =
                a.hear_until(|m| m["type"] == "prep_start" || m["type"] == "match_end").await;
            if round.unwrap()["type"] == "match_end" {
                break;
            }
            a.say(&json!({"type": "layout_draft", "layout": [null, null, null]})).await.unwrap();
        }
        b.hear_until(|message| message["type"] == "match_end").await.unwrap();
        server.stop().await;
        let of = |name| lines.of(name);
        assert_eq!(of("ECON_CHARGE").len(), 2);
        let settled = of("ECON_SETTLE");
        assert_eq!((settled.len(), &settled[0]["action"]), (1, &json!("paid")));
        assert!(!of("INVALID_CARD_FROM_CLIENT").is_empty());
        assert_eq!(of("IGNORED_DRAFT")[0]["reason"], "invalid_layout");
        assert_eq!(of("IGNORED_CONFIRM")[0]["reason"], "invalid_cards");
        let rounds = of("FINALIZE_ROUND");
        let first = json!([
            rounds[0]["presenceA"],
            rounds[0]["afkB"],
            rounds[0]["streakB"],
            rounds[0]["bothAfkStreak"],
            rounds[0]["decision"]
        ]);
        assert_eq!(first, json!([true, true, 1, 0, "continue"]));
        assert_eq!(rounds.last().unwrap()["decision"], "endMatch_afk_p2");
        assert_eq!(rounds.len(), 2, "once per round: {rounds:?}");
        let hops: Vec<_> = (of("STATE_TRANSITION").iter())
            .map(|hop| format!("{} {} {}", hop["from"], hop["to"], hop["reason"]).replace('"', ""))
            .collect();
        assert_eq!(
            hops,
            ["prep playing deadline", "playing prep next_round", "prep ended timeout"]
        );
        let ended = of("MATCH_END");
        let end = json!([ended[0]["reason"], ended[0]["winner"], ended[0]["loser"]]);
        assert_eq!((ended.len(), end), (1, json!(["timeout", "A", "B"])));
        assert!(of("INVARIANT_FAIL").is_empty());
        for line in of("ECON_CHARGE") {
            assert!(line["matchId"].is_string() && line["roundIndex"].is_u64(), "{line}");
        }
        let all = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        assert!(!all.contains(&token), "a token is in the log");
    });
}
