//! Finished matches are looked at entry by entry, and played on.

use serde_json::{Value, json};

use crate::bench::{Person, get_as, plain, run, send};

/// A match against a computer that plays to its end.
async fn played(person: &mut Person, game: &str, bot: &str) -> String {
    let seats = json!([{"type": "me"}, {"type": "bot", "bot": bot}]);
    let config = match game {
        "orcain" => json!({"prep_ms": 300, "step_first_ms": 0, "step_ms": 0}),
        _ => json!({}),
    };
    let open = json!({"type": "table_open", "game": game, "seats": seats, "config": config});
    let id = person.ask(open).await["match"].as_str().unwrap().to_owned();
    person.ask(json!({"type": "concede", "match": id, "seat": 0})).await;
    person.until(|heard| heard["type"] == "ended").await;
    id
}

#[test]
fn a_finished_match_is_shown_as_any_seat_saw_it_and_played_on() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        for (game, bot) in
            [("orcain", "random"), ("tank", "priority"), ("necro", "easy"), ("tcg", "baseline")]
        {
            let id = played(&mut person, game, bot).await;
            let (status, film) =
                get_as(&server.address, &person.token, &format!("/api/matches/{id}/film?seat=0"))
                    .await;
            assert_eq!(status, 200, "{film}");
            let stills = film["stills"].as_array().unwrap();
            assert_eq!(film["entries"], stills.len() - 1, "{game}: the set-up, then every entry");
            assert_eq!(stills[0]["input"], Value::Null);
            assert!(film["outcome"]["ending"].is_string());
            let path = format!("/api/matches/{id}/film");
            let (_, public) = get_as(&server.address, &person.token, &path).await;
            assert_ne!(
                public["stills"][0]["view"], stills[0]["view"],
                "{game}: the public sees less"
            );
            let path = format!("/api/matches/{id}/film?seat=9");
            let (status, _) = get_as(&server.address, &person.token, &path).await;
            assert_eq!(status, 400);

            let on = json!({"at": 0, "seats": [{"type": "me"}, {"type": "me"}]});
            let path = format!("/api/matches/{id}/play-on");
            let (status, begun) = send(&server.address, &person.token, &path, &on).await;
            assert_eq!(status, 200, "{game}: {begun}");
            let again = begun["match"].as_str().unwrap().to_owned();
            let frame =
                person.until(|heard| heard["seat"] == 0 && heard["match"] == again.as_str()).await;
            let mut view = frame["view"].clone();
            let mut first = stills[0]["view"].clone();
            for view in [&mut view, &mut first] {
                view.as_object_mut().unwrap().remove("matchId");
            }
            assert_eq!(view, first, "{game}: it goes on where it was");
            person.ask(json!({"type": "concede", "match": again, "seat": 0})).await;
            person
                .until(|heard| heard["type"] == "ended" && heard["match"] == again.as_str())
                .await;

            let over =
                json!({"at": 1_000_000, "seats": [{"type": "me"}, {"type": "bot", "bot": bot}]});
            let (status, refused) = send(&server.address, &person.token, &path, &over).await;
            assert_eq!((status, &refused["code"]), (409, &json!("match_over")));
        }
        server.stop().await;
    });
}

#[test]
fn a_file_is_shown_and_a_damaged_one_is_refused_with_its_place() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let id = played(&mut person, "tank", "priority").await;
        let path = format!("/api/matches/{id}/replay");
        let (_, replay) = get_as(&server.address, &person.token, &path).await;
        let (status, film) =
            send(&server.address, &person.token, "/api/replays/film?seat=1", &replay).await;
        assert_eq!(status, 200, "{film}");
        assert_eq!(film["names"], replay["names"]);
        let mut damaged = replay.clone();
        damaged["entries"][0]["digest"] = json!("0000000000000000");
        let (status, refused) =
            send(&server.address, &person.token, "/api/replays/film", &damaged).await;
        assert_eq!((status, &refused["code"]), (422, &json!("bad_replay")));
        assert!(refused["text"].as_str().unwrap().contains('1'), "{refused}");
        let (status, refused) =
            send(&server.address, &person.token, "/api/replays/film", &json!(7)).await;
        assert_eq!((status, &refused["code"]), (422, &json!("bad_replay")));
        server.stop().await;
    });
}

#[test]
fn a_file_with_an_impossible_start_is_refused() {
    run(async {
        let server = plain().await;
        let person = Person::arrive(&server.address).await;
        let hands = json!([
            ["attack", "defense", "heal", "counter"],
            ["attack", "defense", "heal", "counter"]
        ]);
        let state = json!({"state": "prep", "roundIndex": 0, "suddenDeath": false, "hp": [10, 10],
            "hands": hands, "draftLayout": [null, null], "confirmedLayout": [null, null],
            "hadDraftThisRound": [false, false], "finalLayout": null, "finalizedRoundIndex": null,
            "currentStepIndex": null, "afkStreakByPlayer": [0, 0], "bothAfkStreak": 0,
            "revealed": [], "lastRound": null, "timers": [{"timer": "prep", "at": 9}], "result": null});
        let file = json!({"format": "bout-replay/1", "game": "orcain", "rules_version": 1,
            "data_digest": "0000000000000000", "config": {"hands": hands}, "names": ["A", "B"],
            "seed": "1", "entries": [], "outcome": null, "start": {"state": state, "now": 0}});
        let (status, refused) =
            send(&server.address, &person.token, "/api/replays/film", &file).await;
        assert_eq!((status, &refused["code"]), (422, &json!("bad_replay")), "{refused}");
        let large = json!({"replay": "x".repeat(1_100_000)});
        for path in ["/api/replays/film", "/api/replays/play-on"] {
            let (status, refused) = send(&server.address, &person.token, path, &large).await;
            assert_eq!((status, &refused["code"]), (413, &json!("too_large")), "{path}: {refused}");
        }
        let small = json!({"replay": "x"});
        let (status, _) = send(&server.address, "nobody", "/api/replays/play-on", &small).await;
        assert_eq!(status, 401, "strangers play nothing on");
        server.stop().await;
    });
}

#[test]
fn only_who_plays_alone_chooses_the_dice() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let alone = json!({"type": "table_open", "game": "judo", "preset": "solo", "seed": "7",
                           "seats": [{"type": "me"}, {"type": "bot", "bot": "easy"}]});
        let mut hashes = Vec::new();
        for _ in 0..2 {
            let id = person.ask(alone.clone()).await["match"].as_str().unwrap().to_owned();
            let begun = person
                .until(|heard| heard["type"] == "match" && heard["match"] == id.as_str())
                .await;
            hashes.push(begun["seed_hash"].clone());
        }
        assert_eq!(hashes[0], hashes[1]);
        for (seats, public) in
            [(json!([{"type": "me"}, {"type": "open"}]), false), (alone["seats"].clone(), true)]
        {
            let shared = json!({"type": "table_open", "game": "judo", "seed": "7", "seats": seats, "public": public});
            assert_eq!(person.ask(shared).await["code"], "seed_not_allowed");
        }
        server.stop().await;
    });
}
