//! The records of Judo's interrupts, in a process of its own: the log is global.

#[path = "server/bench.rs"]
#[allow(dead_code)]
mod bench;

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::bench::{Person, figures, plain, run};

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
    /// The records of interrupts, in order.
    fn interrupts(&self) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let all = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let judo = all.filter(|line| line["target"] == "judo" && line["level"] == "INFO");
        judo.map(|line| line["fields"].clone()).collect()
    }
}

#[test]
fn an_interrupt_leaves_its_records_and_is_counted() {
    let lines = Lines::default();
    let sink = lines.clone();
    tracing_subscriber::fmt().json().with_writer(move || sink.clone()).init();
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "easy"}]);
        let opened = person.open("judo", seats, json!({"cooldown_ms": 0})).await;
        let of = opened["match"].as_str().unwrap().to_owned();
        let seat = (of.clone(), 0);
        while !person.frames.contains_key(&seat) {
            person.hear().await;
        }
        assert_eq!(person.act(&of, 0, json!({"type": "start_match"})).await["ok"], true);
        while person.frames[&seat]["phase"] != "waitingForPlayerAction" {
            person.hear().await;
        }
        assert_eq!(person.act(&of, 0, json!({"type": "quit"})).await["ok"], true);

        let records = lines.interrupts();
        let names: Vec<_> = records.iter().map(|record| &record["message"]).collect();
        assert_eq!(names, ["interrupt.raised", "interrupt.resolved", "match"]);
        assert_eq!(records[2]["kind"], "forfeit");
        assert_eq!(records[2]["winner"], "opponent");
        for record in &records[..2] {
            let told = json!([
                record["match_id"],
                record["scope"],
                record["from"],
                record["reason"],
                record["by"],
                record["round"],
                record["player_score"],
                record["opponent_score"]
            ]);
            let state = "waitingForPlayerAction";
            assert_eq!(told, json!([of, "round", state, "quit", "player", 1, 0, 0]));
            let left = record["remaining_ms"].as_u64().unwrap();
            assert!((20_000..=30_000).contains(&left), "{record}");
        }
        assert_eq!(records[1]["resolution"], "abortMatch");
        assert_eq!(records[1]["waited_ms"], 0);
        let count = r#"bout_judo_interrupts_total{reason="quit",state="waitingForPlayerAction",test="false"} 1"#;
        let text = figures(&server).await;
        assert!(text.contains(count), "{text}");
        server.stop().await;
    });
}
