//! Ratings count real play between people who are not in one place.

use bout_server::client::{Client, guest_from, http_from};
use bout_server::{Address, Server, Settings};
use bout_store::Store;
use serde_json::{Value, json};

use crate::bench::{Person, get, run, settings, start};

/// A server behind a proxy, so that tests may say where people are.
async fn proxied() -> Server {
    start(Settings { forwarded: true, ..settings() }, Store::memory()).await
}

async fn person_at(address: &Address, from: &str) -> Person {
    let token = guest_from(address, Some(from)).await.unwrap();
    let client = Client::connect_from(address, "/ws", from).await.unwrap();
    Person::on(address, token, client).await
}

/// Pairs two people in the queue of Orcain; gives what the first is told of the match.
async fn queue(a: &mut Person, b: &mut Person) -> Value {
    let join = |id: u64| json!({"type": "queue_join", "game": "orcain", "id": id});
    let (first, second) = (a.id(), b.id());
    assert_eq!(a.ask(join(first)).await["ok"], true);
    let joined = b.ask(join(second)).await;
    let of = joined["match"].as_str().unwrap().to_owned();
    for person in [&mut *a, &mut *b] {
        while !person.frames.keys().any(|(id, _)| *id == of) {
            person.hear().await;
        }
    }
    let told = a.heard.iter().find(|told| told["type"] == "match" && told["match"] == *of);
    told.unwrap().clone()
}

/// Plays so many rounds, then the second gives up; gives the end.
async fn play(a: &mut Person, b: &mut Person, of: &str, rounds: u64) -> Value {
    let confirm = json!({"type": "confirm", "layout": [null, null, null]});
    for round in 1..=rounds {
        for person in [&mut *a, &mut *b] {
            let ready = |frame: &Value| {
                frame["match"] == *of
                    && frame["phase"] == "prep"
                    && frame["view"]["roundIndex"] == round
            };
            if !person.frames.iter().any(|((id, _), frame)| id == of && ready(frame)) {
                person.frame(ready).await;
            }
        }
        assert_eq!(a.act(of, 0, confirm.clone()).await["ok"], true);
        assert_eq!(b.act(of, 1, confirm.clone()).await["ok"], true);
    }
    let id = b.id();
    b.ask(json!({"type": "concede", "match": of, "id": id})).await;
    a.until(|message| message["type"] == "ended" && message["match"] == *of).await
}

#[test]
fn a_match_counts_after_real_play() {
    run(async {
        let server = proxied().await;
        let mut a = person_at(&server.address, "192.0.2.1").await;
        let mut b = person_at(&server.address, "192.0.2.2").await;
        let told = queue(&mut a, &mut b).await;
        assert_eq!(told["rated"], true);
        let ended = play(&mut a, &mut b, told["match"].as_str().unwrap(), 0).await;
        assert_eq!((&ended["ratings"], &ended["unrated"]), (&json!([]), &json!("too_short")));
        let told = queue(&mut a, &mut b).await;
        let ended = play(&mut a, &mut b, told["match"].as_str().unwrap(), 2).await;
        assert_eq!(ended["ratings"].as_array().map(Vec::len), Some(2), "{ended}");
        // One match tells too little for a place.
        let (_, board) = get(&server.address, "/api/leaderboard/orcain").await;
        assert_eq!(board, json!([]));
        server.stop().await;
    });
}

/// Nobody gets out of a loss by doing nothing, and nobody gains by it.
#[test]
fn a_loser_who_did_nothing_pays_alone() {
    run(async {
        let server = proxied().await;
        let mut a = person_at(&server.address, "192.0.2.1").await;
        let mut b = person_at(&server.address, "192.0.2.2").await;
        let told = queue(&mut a, &mut b).await;
        let of = told["match"].as_str().unwrap();
        let confirm = json!({"type": "confirm", "layout": [null, null, null]});
        assert_eq!(a.act(of, 0, confirm).await["ok"], true);
        let ended = play(&mut a, &mut b, of, 0).await;
        assert_eq!(ended["unrated"], "too_short");
        let moved = ended["ratings"].as_array().unwrap();
        assert_eq!((moved.len(), &moved[0]["seats"]), (1, &json!([1])), "{ended}");
        assert!(moved[0]["after"].as_f64().unwrap() < 1500.0);
        server.stop().await;
    });
}

/// Rated Creatures: clocks run, and whoever leaves has lost.
#[test]
fn nobody_gets_out_of_a_rated_match_by_leaving_or_waiting() {
    run(async {
        let server = proxied().await;
        let mut a = person_at(&server.address, "192.0.2.1").await;
        let mut b = person_at(&server.address, "192.0.2.2").await;
        let join = |id: u64| json!({"type": "queue_join", "game": "tcg", "id": id});
        assert_eq!(a.ask(join(1)).await["ok"], true);
        b.ask(join(2)).await;
        let told = b.until(|message| message["type"] == "match").await;
        assert_eq!(told["rated"], true);
        assert_eq!(told["config"]["rules"]["leavePolicy"], "concede");
        assert_eq!(told["config"]["timers"]["turn"], 180_000);
        server.stop().await;
    });
}

#[test]
fn the_same_pair_counts_once_a_day() {
    run(async {
        let server = proxied().await;
        let mut a = person_at(&server.address, "192.0.2.1").await;
        let mut b = person_at(&server.address, "192.0.2.2").await;
        for (rated, unrated) in [(true, json!(null)), (false, json!("played_today"))] {
            let told = queue(&mut a, &mut b).await;
            assert_eq!((&told["rated"], &told["unrated"]), (&json!(rated), &unrated));
            let ended = play(&mut a, &mut b, told["match"].as_str().unwrap(), 2).await;
            let moved = ended["ratings"].as_array().map(Vec::len);
            assert_eq!(moved, Some(if rated { 2 } else { 0 }), "{ended}");
        }
        server.stop().await;
    });
}

#[test]
fn people_at_one_address_move_no_rating() {
    run(async {
        let server = proxied().await;
        for (here, there) in
            [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9")]
        {
            let mut a = person_at(&server.address, here).await;
            let mut b = person_at(&server.address, there).await;
            let told = queue(&mut a, &mut b).await;
            assert_eq!((&told["rated"], &told["unrated"]), (&json!(false), &json!("same_address")));
            let ended = play(&mut a, &mut b, told["match"].as_str().unwrap(), 2).await;
            assert_eq!(ended["ratings"], json!([]));
        }
        server.stop().await;
    });
}

/// Forty fresh guests who give up at once lift nobody.
#[test]
fn giving_up_at_once_lifts_nobody() {
    run(async {
        let server = proxied().await;
        let mut a = person_at(&server.address, "192.0.2.1").await;
        for last in 0..40 {
            let mut b = person_at(&server.address, &format!("198.51.100.{last}")).await;
            let told = queue(&mut a, &mut b).await;
            let ended = play(&mut a, &mut b, told["match"].as_str().unwrap(), 0).await;
            assert_eq!(ended["ratings"], json!([]));
        }
        server.stop().await;
    });
}

/// A token that is used over HTTP from the opponent's address belongs to the same people.
#[test]
fn a_token_used_at_the_opponents_address_moves_no_rating() {
    run(async {
        let server = proxied().await;
        let mut a = person_at(&server.address, "192.0.2.1").await;
        let mut b = person_at(&server.address, "192.0.2.2").await;
        let asked = (Some(b.token.as_str()), None);
        let me = http_from(&server.address, "GET", "/api/me", asked, Some("192.0.2.1")).await;
        assert_eq!(me.unwrap().0, 200);
        let told = queue(&mut a, &mut b).await;
        assert_eq!((&told["rated"], &told["unrated"]), (&json!(false), &json!("same_address")));
        server.stop().await;
    });
}
