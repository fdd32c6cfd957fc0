//! A network that loses, doubles, delays and reorders messages: each act enters once.

use std::time::Duration;

use bout_core::{Input, Replay};
use bout_games::Catalogue;
use bout_server::Address;
use bout_server::client::Client;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use crate::bench::{Person, get, pair, plain, run};

/// After so many acts a player has shown enough.
const ACTS_MAX: u64 = 40;

fn roll(dice: &mut u64, sides: u64) -> u64 {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    (*dice >> 8) % sides
}

/// A proxy on a free port that mistreats what goes through it.
async fn proxy(server: Address) -> Address {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().into();
    tokio::spawn(async move {
        let mut seed = 77;
        while let Ok((stream, _)) = listener.accept().await {
            seed += 1;
            tokio::spawn(pass(stream, server.clone(), seed));
        }
    });
    address
}

async fn pass(stream: TcpStream, server: Address, mut dice: u64) {
    let Ok(client) = tokio_tungstenite::accept_async(stream).await else { return };
    let upstream = server.connect().await.unwrap();
    let url = format!("ws://{server}/ws");
    let Ok((server, _)) = tokio_tungstenite::client_async(url, upstream).await else { return };
    let (mut to_client, mut from_client) = client.split();
    let (mut to_server, mut from_server) = server.split();
    let mut late: Vec<Message> = Vec::new();
    loop {
        tokio::select! {
            message = from_client.next() => {
                let Some(Ok(message)) = message else { return };
                let hello = message.to_text().is_ok_and(|text| text.contains("\"hello\""));
                match roll(&mut dice, 5) {
                    _ if hello => drop(to_server.send(message).await),
                    0 => {}
                    1 => late.push(message),
                    2 => {
                        let _ = to_server.send(message.clone()).await;
                        let _ = to_server.send(message).await;
                    }
                    _ => drop(to_server.send(message).await),
                }
                // What was held back arrives after what was sent later.
                if late.len() > 2 || roll(&mut dice, 3) == 0 {
                    for held in late.drain(..).rev() {
                        let _ = to_server.send(held).await;
                    }
                }
            }
            message = from_server.next() => {
                let Some(Ok(message)) = message else { return };
                if roll(&mut dice, 8) > 0 {
                    let _ = to_client.send(message).await;
                }
            }
        }
    }
}

/// Plays one seat through the proxy: sends each act until it is acknowledged.
async fn play(address: &Address, token: String, of: String, seat: u64) {
    let mut next = 0;
    'connect: loop {
        let mut client = Client::connect(address, "/ws").await.unwrap();
        client.say(&json!({"type": "hello", "token": token, "id": 0})).await.unwrap();
        let mut frame = Value::Null;
        let mut pending: Option<Value> = None;
        loop {
            let heard = tokio::time::timeout(Duration::from_millis(30), client.hear()).await;
            match heard {
                Ok(None) => continue 'connect,
                Ok(Some(message)) => match message["type"].as_str() {
                    Some("frame") => frame = message,
                    Some("ended") => return,
                    Some("answer") if message["code"] == "no_such_match" => return,
                    Some("answer")
                        if pending.as_ref().is_some_and(|act| act["id"] == message["re"]) =>
                    {
                        // The frame that was answered is an old one now.
                        (pending, frame) = (None, Value::Null);
                    }
                    _ => {}
                },
                // Nothing came: perhaps the question was lost, perhaps the answer.
                Err(_) => {
                    let sync = json!({"type": "sync", "match": of, "id": 999_999});
                    let again = pending.clone().unwrap_or(sync);
                    if client.say(&again).await.is_err() {
                        continue 'connect;
                    }
                    continue;
                }
            }
            if (!frame["outcome"].is_null() && frame != Value::Null) || next > ACTS_MAX {
                return;
            }
            let legal = frame["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
            if pending.is_none() && frame["to_act"] == true && !legal.is_empty() {
                next += 1;
                let action = legal[usize::try_from(next).unwrap() * 7 % legal.len()].clone();
                let act = json!({"type": "act", "match": of, "seat": seat, "action": action,
                                 "asked": frame["asked"], "id": next});
                let _ = client.say(&act).await;
                pending = Some(act);
            }
        }
    }
}

#[test]
fn each_act_enters_once_whatever_the_network_does() {
    run(async {
        let server = plain().await;
        let proxied = proxy(server.address.clone()).await;
        for game in ["orcain", "tank"] {
            let config = if game == "orcain" {
                json!({"step_first_ms": 0, "step_ms": 0, "rounds_per_match": 12})
            } else {
                json!(null)
            };
            let (a, b, of) = pair(&server.address, game, config).await;
            let both = [(a.token.clone(), 0), (b.token.clone(), 1)];
            let [one, two] = both.map(|(token, seat)| play(&proxied, token, of.clone(), seat));
            // Whoever has shown enough stops for both.
            tokio::select! {
                () = one => {}
                () = two => {}
            }
            let mut a = Person::with(&server.address, a.token.clone()).await;
            a.ask(json!({"type": "concede", "match": of, "seat": 0, "id": 1_000_000})).await;
            let (status, replay) = get(&server.address, &format!("/api/matches/{of}/replay")).await;
            assert_eq!(status, 200, "{replay}");
            let replay = Replay::parse(&replay.to_string()).unwrap();
            let mut ids: Vec<_> = (replay.entries.iter())
                .filter_map(|record| match (&record.input, record.id) {
                    (Input::Act { seat, .. }, Some(id)) => Some((seat.0, id)),
                    _ => None,
                })
                .collect();
            let acts = ids.len();
            assert!(acts > 5, "{game}: {acts} acts");
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), acts, "{game}: an act entered twice");
            // Folding the log verifies every digest; the last one is that of the match.
            let rules = Catalogue::shipped();
            let table = rules.rule_set(game).unwrap().restore(&replay).unwrap();
            assert_eq!(Some(table.digest()), replay.entries.last().map(|record| record.digest));
        }
        server.stop().await;
    });
}
