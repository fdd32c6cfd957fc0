//! Exactly one end of a match, whatever comes together: deadline, confirm, disconnect, takeover.

use std::time::Duration;

use bout_server::client::{Client, http};
use bout_server::{Address, Settings};
use bout_store::{Memory, Store};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{run, settings, start};

#[derive(Clone, Copy, Debug)]
enum Move {
    Confirm,
    Draft,
    Takeover,
    Drop,
    Wait(u8),
}

fn moves() -> impl Strategy<Value = Vec<(bool, Move)>> {
    let one = prop_oneof![
        4 => Just(Move::Confirm),
        2 => Just(Move::Draft),
        2 => Just(Move::Takeover),
        1 => Just(Move::Drop),
        3 => (1..40u8).prop_map(Move::Wait),
    ];
    prop::collection::vec((any::<bool>(), one), 1..14)
}

/// Somebody at a socket: a task reads it and writes what is put into the channel.
struct Player {
    say: tokio::sync::mpsc::UnboundedSender<Option<Value>>,
    token: String,
    session: String,
}

type Ears = tokio::sync::mpsc::UnboundedSender<(usize, Value)>;

async fn sit(address: &Address, (who, session, token): (usize, &str, &str), ears: Ears) -> Player {
    let mut client = Client::connect(address, "/ws/orcain").await.unwrap();
    let hello = json!({"type": "hello", "sessionId": session, "authToken": token});
    client.say(&hello).await.unwrap();
    let (say, mut said) = tokio::sync::mpsc::unbounded_channel::<Option<Value>>();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                message = said.recv() => match message.flatten() {
                    Some(message) => { let _ = client.say(&message).await; }
                    None => return client.close().await,
                },
                heard = client.hear() => match heard {
                    Some(message) if message["type"] == "match_end" => {
                        let _ = ears.send((who, message));
                    }
                    Some(_) => {}
                    None => return,
                },
            }
        }
    });
    Player { say, token: token.into(), session: session.into() }
}

async fn story(script: Vec<(bool, Move)>) {
    let orcain = json!({"prep_ms": 25, "step_first_ms": 1, "step_ms": 1, "sudden_death_cap": 2});
    let store = Store::on_memory(Memory::default());
    let server = start(Settings { orcain, ..settings() }, store.clone()).await;
    let (ears, mut told) = tokio::sync::mpsc::unbounded_channel();
    let mut players = Vec::new();
    for (who, session) in ["s1", "s2"].into_iter().enumerate() {
        let mut client = Client::connect(&server.address, "/ws/orcain").await.unwrap();
        client.say(&json!({"type": "guest"})).await.unwrap();
        let token = client.hear().await.unwrap()["authToken"].as_str().unwrap().to_owned();
        let player = sit(&server.address, (who, session, &token), ears.clone()).await;
        player.say.send(Some(json!({"type": "queue_join"}))).unwrap();
        players.push(player);
    }
    tokio::time::sleep(Duration::from_millis(15)).await;
    for (second, play) in script {
        let who = usize::from(second);
        let player = &players[who];
        match play {
            Move::Confirm => {
                let confirm = json!({"type": "layout_confirm", "layout": ["attack", "heal", null]});
                let _ = player.say.send(Some(confirm));
            }
            Move::Draft => {
                let draft = json!({"type": "layout_draft", "layout": ["counter", null, null]});
                let _ = player.say.send(Some(draft));
            }
            Move::Takeover => {
                let (token, session) = (player.token.clone(), player.session.clone());
                players[who] = sit(&server.address, (who, &session, &token), ears.clone()).await;
            }
            Move::Drop => drop(player.say.send(None)),
            Move::Wait(ms) => tokio::time::sleep(Duration::from_millis(ms.into())).await,
        }
    }
    // Whoever is still there is inactive now, which ends the match soon.
    tokio::time::sleep(Duration::from_millis(250)).await;
    let mut ends = [0, 0];
    while let Ok((who, _)) = told.try_recv() {
        ends[who] += 1;
    }
    assert!(ends.iter().all(|ends| *ends <= 1), "{ends:?}");
    let totals = store.write(|kept| kept.totals()).await.unwrap();
    assert!(totals.conserved(), "{totals:?}");
    let own = (Some(players[0].token.as_str()), None);
    let (_, played) = http(&server.address, "GET", "/api/me/matches", own).await.unwrap();
    let played: Value = serde_json::from_str(&played).unwrap();
    let ended = |card: &Value| card["finished"].is_i64();
    assert!(played.as_array().unwrap().iter().all(ended), "every match has ended");
    assert_eq!((played.as_array().unwrap().len(), totals.pots), (1, 0));
    server.stop().await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 20, ..ProptestConfig::default() })]
    #[test]
    fn exactly_one_end_under_every_interleaving(script in moves()) {
        run(story(script));
    }
}
