//! No byte of hidden information on the wire: every captured frame is what the log, folded and
//! redacted for that viewer, says it must be.

use std::collections::BTreeMap;

use bout_core::{AnyMatch, Replay, Seat, Viewer};
use bout_games::Catalogue;
use bout_server::Address;
use serde_json::{Value, json};

use crate::bench::{Person, get, pair, plain, run};

/// All that a viewer may be shown after an entry.
struct Allowed {
    view: Value,
    events: Vec<Value>,
    legal: Vec<Value>,
}

fn allowed(table: &dyn AnyMatch, viewer: Viewer) -> Allowed {
    let told = table.events(viewer, table.seq());
    let legal = match viewer {
        Viewer::Seat(seat) => table.legal(seat),
        Viewer::Public | Viewer::Referee => Vec::new(),
    };
    let events = told.into_iter().map(|(_, event)| event).collect();
    Allowed { view: table.view(viewer), events, legal }
}

/// The frames that a viewer must have been shown, by their number.
fn frames(replay: &Replay, viewer: Viewer) -> BTreeMap<u64, Allowed> {
    let catalogue = Catalogue::shipped();
    let rules = catalogue.rule_set(&replay.game).unwrap();
    let mut frames: BTreeMap<u64, Allowed> = BTreeMap::new();
    let mut count = 0;
    rules
        .fold(replay, &mut |table| {
            let now = allowed(table, viewer);
            let before = frames.get(&count).map(|frame| &frame.view);
            if before != Some(&now.view) || !now.events.is_empty() {
                count += 1;
                frames.insert(count, now);
            } else if let Some(last) = frames.get_mut(&count) {
                // What the seat may do can change without a frame of its own; then it is not told.
                last.legal = now.legal;
            }
        })
        .unwrap();
    frames
}

fn check(captured: &[Value], of: &str, viewer: Viewer, replay: &Replay) -> usize {
    let allowed = frames(replay, viewer);
    let seat = match viewer {
        Viewer::Seat(seat) => json!(seat.0),
        Viewer::Public | Viewer::Referee => json!(null),
    };
    let of_viewer = captured.iter().filter(|message| {
        message["type"] == "frame" && message["match"] == of && message["seat"] == seat
    });
    let mut checked = 0;
    for frame in of_viewer {
        let number = frame["frame"].as_u64().unwrap();
        let may = &allowed[&number];
        assert_eq!(frame["view"], may.view, "{viewer:?} frame {number}");
        let told = frame["events"].as_array().unwrap();
        // A whole frame tells no events again.
        assert!(told.is_empty() || *told == may.events, "{viewer:?} frame {number}: {told:?}");
        checked += 1;
    }
    checked
}

async fn replay_of(address: &Address, of: &str) -> Replay {
    let (status, replay) = get(address, &format!("/api/matches/{of}/replay")).await;
    assert_eq!(status, 200, "{replay}");
    Replay::parse(&replay.to_string()).unwrap()
}

#[test]
fn frames_hold_what_the_viewer_may_know_and_nothing_else() {
    run(async {
        let server = plain().await;
        for (game, config) in [
            ("orcain", json!({"step_first_ms": 0, "step_ms": 0})),
            ("tank", json!(null)),
            ("necro", json!({"maxTurns": 8})),
        ] {
            let (mut a, mut b, of) = pair(&server.address, game, config).await;
            let mut c = Person::arrive(&server.address).await;
            c.ask(json!({"type": "watch", "match": of, "id": 1})).await;
            let watching = tokio::spawn(async move {
                c.until(|message| message["type"] == "ended").await;
                c.heard
            });
            let theirs = of.clone();
            let other = tokio::spawn(async move {
                b.play_out(&theirs).await;
                b.until(|message| message["type"] == "ended").await;
                b.heard
            });
            a.play_out(&of).await;
            a.until(|message| message["type"] == "ended").await;
            let (b, c) = (other.await.unwrap(), watching.await.unwrap());
            let replay = replay_of(&server.address, &of).await;
            let seen = [
                check(&a.heard, &of, Viewer::Seat(Seat(0)), &replay),
                check(&b, &of, Viewer::Seat(Seat(1)), &replay),
                check(&c, &of, Viewer::Public, &replay),
            ];
            assert!(seen.iter().all(|frames| *frames > 2), "{game}: {seen:?}");
            for message in c.iter().filter(|message| message["type"] == "frame") {
                assert_eq!((&message["legal"], &message["to_act"]), (&json!([]), &json!(false)));
            }
            let seed = serde_json::to_value(replay.seed).unwrap();
            let early = a.heard.iter().filter(|message| message["type"] != "ended");
            for message in early {
                assert!(
                    !message.to_string().contains(seed.as_str().unwrap()),
                    "the seed is told early"
                );
            }
        }
        server.stop().await;
    });
}
