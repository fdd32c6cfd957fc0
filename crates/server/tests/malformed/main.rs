//! A storm of rubbish, in a process of its own: memory is measured.

#[path = "../server/bench.rs"]
#[allow(dead_code)]
mod bench;

use std::time::{Duration, Instant};

use bout_server::client::Client;
use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::bench::{Person, pair, plain, run};

fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

/// Malformed text of every kind, from a counter.
fn rubbish(n: u64) -> String {
    let seed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match n % 10 {
        0 => "x".repeat((seed % 200) as usize),
        1 => format!("{{\"type\":\"act\",\"id\":{seed}}}"),
        2 => {
            format!("{{\"type\":\"act\",\"match\":\"m\",\"action\":{},\"id\":1}}", "[".repeat(120))
        }
        3 => "{\"type\":\"hello\",\"token\":\"\\u0000\\ud800\"}".into(),
        4 => format!("[{seed}]"),
        5 => format!("{{\"type\":\"{seed}\"}}"),
        6 => "{\"type\":\"table_open\",\"game\":\"tcg\",\"seats\":[]}".into(),
        7 => format!("{{\"type\":\"queue_join\",\"game\":\"{}\"}}", "g".repeat(300)),
        8 => "null".into(),
        _ => format!("{{\"type\":\"ping\",\"id\":-{seed}}}"),
    }
}

#[test]
fn ten_thousand_malformed_frames_and_handshakes_do_no_harm() {
    run(async {
        let server = plain().await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let honest = |a: &mut Person| {
            let draft = json!({"type": "draft", "layout": [null, null, null]});
            let id = a.id();
            json!({"type": "act", "match": of, "action": draft, "id": id})
        };
        let mut quiet = Vec::new();
        for _ in 0..300 {
            let (act, since) = (honest(&mut a), Instant::now());
            a.ask(act).await;
            quiet.push(since.elapsed());
            a.heard.clear();
        }
        let before = resident();
        let address = server.address.clone();
        let attack = tokio::spawn(async move {
            let mut client = Client::connect(&address, "/ws").await.unwrap();
            for n in 0..9_000_u64 {
                if client.say_text(rubbish(n)).await.is_err() {
                    client = Client::connect(&address, "/ws").await.unwrap();
                }
                if n % 8 == 7 {
                    // Reads now and then, or it would be cut as too slow.
                    for _ in 0..8 {
                        client.hear_text().await;
                    }
                }
            }
            for n in 0..1_000_u64 {
                let mut stream = address.connect().await.unwrap();
                let line = format!("{}\r\n\r\n", rubbish(n));
                let _ = stream.write_all(line.as_bytes()).await;
            }
        });
        let mut loud = Vec::new();
        while !attack.is_finished() {
            let (act, since) = (honest(&mut a), Instant::now());
            a.ask(act).await;
            loud.push(since.elapsed());
            a.heard.clear();
        }
        attack.await.unwrap();
        let grown = resident().saturating_sub(before);
        assert!(grown < 20_000_000, "memory grew by {grown} bytes");
        let p99 = |mut waits: Vec<Duration>| {
            waits.sort_unstable();
            waits[waits.len() * 99 / 100]
        };
        let (quiet, loud) = (p99(quiet), p99(loud));
        // Twice, and what the attacker's own work costs on the same two cores.
        assert!(
            loud < quiet * 2 + Duration::from_millis(20),
            "p99 {quiet:?} before, {loud:?} under attack"
        );
        server.stop().await;
    });
}
