//! The platform's protocol: tables, seats, acting, watching, coming back.

use std::time::Duration;

use bout_server::Settings;
use bout_server::client::http;
use bout_store::Store;
use serde_json::json;
use tokio::time::sleep;

use crate::bench::{Person, get, get_as, pair, plain, run, settings, start};

#[test]
fn a_hot_seat_match_of_every_game_is_played_to_its_end() {
    run(async {
        let server = plain().await;
        for (game, config) in [
            ("orcain", json!({"step_first_ms": 0, "step_ms": 0})),
            ("tank", json!(null)),
            ("necro", json!({"maxTurns": 12})),
        ] {
            let mut person = Person::arrive(&server.address).await;
            let opened = person.open(game, json!([{"type": "me"}, {"type": "me"}]), config).await;
            let of =
                opened["match"].as_str().unwrap_or_else(|| panic!("{game}: {opened}")).to_owned();
            let outcome = person.play_out(&of).await;
            let ended = person.until(|message| message["type"] == "ended").await;
            assert_eq!(ended["outcome"], outcome, "{game}");
            // One socket has both seats, and hears of the end once.
            let next = person.until(|message| message["type"] != "frame");
            let next = tokio::time::timeout(Duration::from_millis(50), next).await;
            assert!(next.is_err(), "{game}: {next:?}");
            let (status, replay) = get(&server.address, &format!("/api/matches/{of}/replay")).await;
            assert_eq!((status, &replay["outcome"]), (200, &outcome), "{game}");
        }
        server.stop().await;
    });
}

#[test]
fn two_people_meet_at_a_table() {
    run(async {
        let server = plain().await;
        let (mut a, mut b, of) = pair(&server.address, "orcain", json!(null)).await;
        let confirm = json!({"type": "confirm", "layout": ["attack", "defense", "heal"]});
        assert_eq!(a.act(&of, 0, confirm.clone()).await["ok"], true);
        let again = a.act(&of, 0, confirm.clone()).await;
        assert_eq!((&again["ok"], &again["code"]), (&json!(false), &json!("already_confirmed")));
        assert_eq!(b.act(&of, 1, confirm).await["ok"], true);
        a.frame(|frame| frame["phase"] == "playing").await;
        server.stop().await;
    });
}

#[test]
fn people_who_do_not_sit_together_have_a_clock() {
    run(async {
        let server = plain().await;
        let still = json!({"clocks": {"turn_ms": 0, "interrupt_ms": 0}});
        for (game, config, clocks) in [
            ("tank", json!(null), 1),
            ("tank", still, 0),
            ("necro", json!(null), 1),
            ("necro", json!({"turnMs": 0}), 0),
        ] {
            let (a, _b, of) = pair(&server.address, game, config.clone()).await;
            let frame = &a.frames[&(of, 0)];
            let running = frame["deadlines"].as_array().map(Vec::len);
            assert_eq!(running, Some(clocks), "{game} {config}: {}", frame["deadlines"]);
        }
        let mut alone = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "me"}]);
        let opened = alone.open("tank", seats, json!(null)).await;
        let frame = alone.frame(|frame| frame["match"] == opened["match"]).await;
        assert_eq!(frame["deadlines"].as_array().map(Vec::len), Some(0));
        server.stop().await;
    });
}

#[test]
fn an_act_sent_twice_acts_once() {
    run(async {
        let server = plain().await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let act = json!({"type": "act", "match": of, "action":
            {"type": "confirm", "layout": ["attack", "heal", null]}, "id": 7});
        let first = a.ask(act.clone()).await;
        assert_eq!((&first["ok"], &first["repeat"]), (&json!(true), &json!(null)));
        let again = a.ask(act).await;
        assert_eq!((&again["ok"], &again["repeat"]), (&json!(true), &json!(true)));
        let whole = a.frame(|frame| frame["last_id"] == 7).await;
        assert_eq!(whole["view"]["layout"], json!(["attack", "heal", null]));
        server.stop().await;
    });
}

#[test]
fn an_answer_to_an_old_question_is_stale() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "me"}]);
        let opened = person.open("tank", seats, json!(null)).await;
        let of = opened["match"].as_str().unwrap().to_owned();
        // Both seats are on one socket: whoever is asked plays, then the question is old.
        let frame = loop {
            let ready = person.frames.values().find(|frame| frame["to_act"] == true).cloned();
            match ready {
                Some(frame) => break frame,
                None => drop(person.hear().await),
            }
        };
        let (seat, old) = (frame["seat"].as_u64().unwrap(), frame["asked"].as_u64().unwrap());
        while person.frames[&(of.clone(), seat)]["asked"].as_u64().unwrap() <= old {
            let ready = person.frames.values().find(|frame| frame["to_act"] == true).cloned();
            match ready {
                Some(ready) => person.act_on(&of, &ready).await,
                None => drop(person.hear().await),
            }
        }
        let id = person.id();
        let late = json!({"type": "act", "match": of, "seat": seat,
                          "action": frame["legal"][0], "asked": old, "id": id});
        assert_eq!(person.ask(late).await["code"], "stale");
        server.stop().await;
    });
}

#[test]
fn questions_change_nothing() {
    run(async {
        let server = plain().await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let good = json!({"type": "confirm", "layout": ["attack", null, null]});
        let bad = json!({"type": "confirm", "layout": ["zap", null, null]});
        let check = |action: &serde_json::Value, id: u64| json!({"type": "check", "match": of, "action": action, "id": id});
        assert_eq!(a.ask(check(&good, 50)).await["ok"], true);
        assert_eq!(a.ask(check(&bad, 51)).await["code"], "invalid_cards");
        let preview = json!({"type": "preview", "match": of, "action": good, "id": 52});
        let seen = a.ask(preview).await;
        let layout = &seen["results"][0]["view"]["layout"];
        assert_eq!((layout, &seen["exact"]), (&json!(["attack", null, null]), &json!(true)));
        let options = a.ask(json!({"type": "options", "match": of, "id": 53})).await;
        assert_eq!(options["options"].as_array().unwrap().len(), 73);
        let synced = a.ask(json!({"type": "sync", "match": of, "id": 54})).await;
        assert_eq!(synced["ok"], true);
        let frame = a.frame(|frame| frame["seat"] == 0).await;
        assert_eq!((&frame["view"]["layout"], &frame["frame"]), (&json!(null), &json!(1)));
        server.stop().await;
    });
}

#[test]
fn spectators_see_what_the_public_may_see() {
    run(async {
        let server = plain().await;
        let (mut a, mut b, of) = pair(&server.address, "orcain", json!(null)).await;
        let mut c = Person::arrive(&server.address).await;
        let watch = json!({"type": "watch", "match": of, "id": 1});
        assert_eq!(c.ask(watch).await["ok"], true);
        let first = c.frame(|_| true).await;
        assert_eq!(first["view"].get("hand"), None, "{first}");
        let confirm = json!({"type": "confirm", "layout": ["attack", "defense", "heal"]});
        a.act(&of, 0, confirm.clone()).await;
        b.act(&of, 1, confirm).await;
        let step = c.frame(|frame| frame["events"][0]["type"] == "step_reveal").await;
        // The two confirms made no frame: only the start of the reveal and the step did.
        assert_eq!((&first["frame"], &step["frame"]), (&json!(1), &json!(3)));
        assert_eq!((&step["to_act"], &step["legal"]), (&json!(false), &json!([])));
        let own = json!({"type": "watch", "match": of, "id": 99});
        assert_eq!(a.ask(own).await["code"], "own_match");
        let unwatch = json!({"type": "unwatch", "match": of, "id": 2});
        assert_eq!(c.ask(unwatch).await["ok"], true);
        server.stop().await;
    });
}

#[test]
fn a_private_match_is_not_shown_to_others() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let id = a.id();
        let open = json!({"type": "table_open", "game": "orcain", "id": id,
                          "seats": [{"type": "me"}, {"type": "bot", "bot": "orc_bot"}]});
        let of = a.ask(open).await["match"].as_str().unwrap().to_owned();
        let mut c = Person::arrive(&server.address).await;
        for kind in ["watch", "sync"] {
            let asked = c.ask(json!({"type": kind, "match": of, "id": 1})).await;
            assert_eq!(asked["code"], "no_such_match", "{kind}");
        }
        let act = json!({"type": "act", "match": of, "seat": 0, "action": {}, "id": 2});
        assert_eq!(c.ask(act).await["code"], "no_such_match");
        let (_, listed) = get(&server.address, "/api/matches").await;
        assert_eq!(listed, json!([]));
        server.stop().await;
    });
}

#[test]
fn to_concede_is_the_games_own_concession_or_to_leave() {
    run(async {
        let server = plain().await;
        let ends = [("orcain", "disconnect"), ("tank", "concede"), ("necro", "resign")];
        for (game, ending) in ends {
            let (mut a, mut b, of) = pair(&server.address, game, json!(null)).await;
            let id = a.id();
            let conceded = a.ask(json!({"type": "concede", "match": of, "id": id})).await;
            assert_eq!(conceded["ok"], true, "{game}: {conceded}");
            let ended = b.until(|message| message["type"] == "ended").await;
            assert_eq!(ended["outcome"]["won"], json!([1]), "{game}");
            assert!(
                ended["outcome"]["ending"].as_str().unwrap().contains(ending),
                "{game}: {ended}"
            );
        }
        server.stop().await;
    });
}

#[test]
fn a_match_is_played_again_when_all_want_it() {
    run(async {
        let server = plain().await;
        let (mut a, mut b, of) = pair(&server.address, "orcain", json!(null)).await;
        let early = a.ask(json!({"type": "rematch", "match": of, "id": 10})).await;
        assert_eq!(early["code"], "match_running");
        a.ask(json!({"type": "concede", "match": of, "id": 11})).await;
        b.until(|message| message["type"] == "ended").await;
        let wish = a.ask(json!({"type": "rematch", "match": of, "id": 12})).await;
        assert_eq!(wish["waiting"], true);
        assert_eq!(b.until(|message| message["type"] == "rematch").await["seats"], json!([0]));
        let again = b.ask(json!({"type": "rematch", "match": of, "id": 13})).await;
        let new = again["match"].as_str().unwrap().to_owned();
        assert_ne!(new, of);
        let frame = a.frame(|frame| frame["match"] == new.as_str()).await;
        assert_eq!(frame["view"]["roundIndex"], 1);
        server.stop().await;
    });
}

/// An ended match stays for those who look at its result, and goes when they play something else.
#[test]
fn a_match_can_be_played_again_as_long_as_somebody_looks_at_it() {
    run(async {
        let (linger, linger_most) = (Duration::from_millis(40), Duration::from_mins(1));
        let settings = Settings { linger, linger_most, ..settings() };
        let server = start(settings, Store::memory()).await;
        let (mut a, mut b, of) = pair(&server.address, "orcain", json!(null)).await;
        a.ask(json!({"type": "concede", "match": of, "id": 11})).await;
        b.until(|message| message["type"] == "ended").await;
        sleep(linger * 6).await;
        a.ask(json!({"type": "rematch", "match": of, "id": 12})).await;
        let again = b.ask(json!({"type": "rematch", "match": of, "id": 13})).await;
        assert!(again["match"].is_string(), "{again}");
        // Both play again: nobody looks at the first one.
        sleep(linger * 6).await;
        let late = b.ask(json!({"type": "rematch", "match": of, "id": 14})).await;
        assert_eq!(late["code"], "no_such_match");
        server.stop().await;
    });
}

#[test]
fn a_new_name_is_told_without_a_new_socket() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let body = json!({"name": "Brisk Otter"});
        let rename = http(&server.address, "PATCH", "/api/me", (Some(&a.token), Some(&body)));
        assert_eq!(rename.await.unwrap().0, 200);
        a.open("orcain", json!([{"type": "me"}, {"type": "bot", "bot": "random"}]), json!(null))
            .await;
        let told = a.until(|message| message["type"] == "match").await;
        assert_eq!(told["seats"][0]["name"], "Brisk Otter");
        server.stop().await;
    });
}

#[test]
fn a_server_that_stops_says_so() {
    run(async {
        for _ in 0..5 {
            let server = plain().await;
            let (mut a, mut b, _) = pair(&server.address, "orcain", json!(null)).await;
            let mut idle = Person::arrive(&server.address).await;
            let ((), (), (), ()) = tokio::join!(
                hears_the_end(&mut a),
                hears_the_end(&mut b),
                hears_the_end(&mut idle),
                server.stop(),
            );
        }
    });
}

async fn hears_the_end(person: &mut Person) {
    let bye = person.until(|message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "stopping");
    assert_eq!(person.client.hear().await, None, "and closed");
}

#[test]
fn what_cannot_be_done_after_the_end_is_not_offered() {
    run(async {
        let server = plain().await;
        let (mut a, _b, of) = pair(&server.address, "judo", json!(null)).await;
        a.ask(json!({"type": "concede", "match": of, "id": 70})).await;
        let last = a.frame(|frame| !frame["outcome"].is_null()).await;
        assert_eq!((&last["to_act"], &last["legal"]), (&json!(false), &json!([])));
        a.until(|message| message["type"] == "ended").await;
        for kind in ["check", "preview", "act"] {
            let id = a.id();
            let again = json!({"type": kind, "match": of, "action": {"type": "rematch"}, "id": id});
            assert_eq!(a.ask(again).await["code"], "match_over", "{kind}");
        }
        let id = a.id();
        let options = json!({"type": "options", "match": of, "id": id});
        assert_eq!(a.ask(options).await["code"], "match_over");
        server.stop().await;
    });
}

#[test]
fn a_second_window_takes_over() {
    run(async {
        let server = plain().await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        a.act(&of, 0, json!({"type": "draft", "layout": ["heal", null, null]})).await;
        let mut second = a.again().await;
        let bye = a.until(|message| message["type"] == "bye").await;
        assert_eq!(bye["code"], "replaced");
        assert_eq!(a.client.hear().await, None, "and closed");
        let frame = second.frame(|frame| frame["match"] == of.as_str()).await;
        assert_eq!(frame["view"]["layout"], json!(["heal", null, null]));
        let confirm = json!({"type": "confirm", "layout": ["heal", null, null]});
        assert_eq!(second.act(&of, 0, confirm).await["ok"], true);
        server.stop().await;
    });
}

#[test]
fn a_disconnect_ends_a_duel_against_the_computer_too() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "orc_bot"}]);
        let of = a.open("orcain", seats, json!(null)).await["match"].as_str().unwrap().to_owned();
        let token = a.token.clone();
        a.client.close().await;
        let path = format!("/api/matches/{of}");
        let mut kept = get_as(&server.address, &token, &path).await.1;
        while kept["outcome"].is_null() {
            sleep(Duration::from_millis(10)).await;
            kept = get_as(&server.address, &token, &path).await.1;
        }
        assert_eq!(kept["outcome"]["ending"], "disconnect", "{kept}");
        server.stop().await;
    });
}

#[test]
fn the_queue_pairs_strangers() {
    run(async {
        let server = plain().await;
        let (mut a, mut b) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        let join = json!({"type": "queue_join", "game": "orcain", "id": 1});
        assert_eq!(a.ask(join.clone()).await["match"], json!(null));
        assert_eq!(a.ask(join.clone()).await["code"], "already_in_queue");
        assert_eq!(a.ask(json!({"type": "queue_leave", "id": 2})).await["ok"], true);
        assert_eq!(a.ask(join.clone()).await["ok"], true);
        let of = b.ask(join).await["match"].as_str().unwrap().to_owned();
        let wrong = json!({"type": "queue_join", "game": "chess", "id": 3});
        assert_eq!(b.ask(wrong).await["code"], "no_such_game");
        a.frame(|frame| frame["match"] == of.as_str()).await;
        b.ask(json!({"type": "concede", "match": of, "id": 4})).await;
        let ended = a.until(|message| message["type"] == "ended").await;
        assert_eq!(ended["outcome"]["won"], json!([0]), "{ended}");
        server.stop().await;
    });
}

#[test]
fn computer_players_take_seats_in_every_game() {
    run(async {
        let server = plain().await;
        let (_, games) = get(&server.address, "/api/games").await;
        for game in games.as_array().unwrap() {
            let (id, bot) = (game["game"].as_str().unwrap(), &game["bots"][0]["name"]);
            let mut person = Person::arrive(&server.address).await;
            let seats = json!([{"type": "me"}, {"type": "bot", "bot": bot}]);
            let unpaced = match id {
                "orcain" => json!({"prep_ms": 20, "step_first_ms": 0, "step_ms": 0}),
                "necro" => json!({"maxTurns": 10}),
                _ => json!(null),
            };
            let opened = person.open(id, seats, unpaced).await;
            let of =
                opened["match"].as_str().unwrap_or_else(|| panic!("{id}: {opened}")).to_owned();
            person.play_out(&of).await;
            assert_eq!(get(&server.address, &format!("/api/matches/{of}")).await.0, 200);
        }
        server.stop().await;
    });
}

#[test]
fn what_cannot_be_done_is_refused_with_its_code() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "open"}]);
        let rows = [
            (json!({"type": "fly", "id": 1}), "bad_request"),
            (json!({"type": "ping", "id": 1, "extra": true}), "bad_request"),
            (json!({"type": "act", "match": "m_none", "action": {}, "id": 1}), "no_such_match"),
            (json!({"type": "unwatch", "match": "m_none", "id": 1}), "not_watching"),
            (json!({"type": "table_join", "code": "NONE", "id": 1}), "no_such_table"),
            (json!({"type": "table_leave", "code": "NONE", "id": 1}), "no_such_table"),
            (
                json!({"type": "table_open", "game": "chess", "seats": seats, "id": 1}),
                "no_such_game",
            ),
            (
                json!({"type": "table_open", "game": "tank", "seats": [{"type": "me"}], "id": 1}),
                "wrong_seats",
            ),
            (
                json!({"type": "table_open", "game": "orcain", "seats": seats, "id": 1,
                    "config": {"prep_ms": 0}}),
                "bad_config",
            ),
            (
                json!({"type": "table_open", "game": "orcain", "seats":
                    [{"type": "me"}, {"type": "bot", "bot": "nobody"}], "id": 1}),
                "no_such_bot",
            ),
            (json!({"type": "hello", "token": "guess", "id": 1}), "unauthorized"),
        ];
        for (message, code) in rows {
            let answer = a.ask(message.clone()).await;
            assert_eq!(
                (&answer["ok"], &answer["code"]),
                (&json!(false), &json!(code)),
                "{message}"
            );
            assert!(!answer["text"].as_str().unwrap().is_empty(), "{message}");
        }
        let mut stranger =
            bout_server::client::Client::connect(&server.address, "/ws").await.unwrap();
        let answer = stranger.ask(&json!({"type": "queue_leave", "id": 1})).await.unwrap();
        assert_eq!(answer["code"], "hello_required");
        assert_eq!(stranger.ask(&json!({"type": "ping", "id": 2})).await.unwrap()["ok"], true);
        server.stop().await;
    });
}

#[test]
fn seats_of_a_table_are_taken_one_by_one() {
    run(async {
        let server = plain().await;
        let (mut a, mut b, mut c) = (
            Person::arrive(&server.address).await,
            Person::arrive(&server.address).await,
            Person::arrive(&server.address).await,
        );
        let seats = json!([{"type": "me"}, {"type": "open"}, {"type": "open"}]);
        let opened = a.open("tank", seats, json!({"classes": ["heavy", "medium", "light"]})).await;
        let Some(code) = opened["table"]["code"].as_str() else { panic!("{opened}") };
        let join =
            |seat: Option<u8>| json!({"type": "table_join", "code": code, "seat": seat, "id": 5});
        let (_, tables) = get(&server.address, "/api/tables").await;
        assert_eq!(tables[0]["seats"][1], json!(null));
        assert_eq!(b.ask(join(Some(2))).await["table"]["seats"][2]["bot"], false);
        assert_eq!(b.ask(join(None)).await["code"], "already_seated");
        assert_eq!(c.ask(join(Some(2))).await["code"], "seat_taken");
        assert_eq!(b.ask(json!({"type": "table_leave", "code": code, "id": 6})).await["ok"], true);
        assert_eq!(c.ask(join(Some(2))).await["ok"], true);
        assert!(b.ask(join(None)).await["match"].is_string());
        a.frame(|frame| frame["seat"] == 0).await;
        server.stop().await;
    });
}

#[test]
fn people_do_not_get_the_computers_seat() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let queue = json!({"type": "queue_join", "game": "orcain", "preset": "pve", "id": 1});
        assert_eq!(a.ask(queue).await["code"], "computers_seat");
        let open = json!({"type": "table_open", "game": "orcain", "preset": "pve", "id": 2,
                          "seats": [{"type": "me"}, {"type": "me"}]});
        assert_eq!(a.ask(open).await["code"], "computers_seat");
        // Without a named setting the first that fits is taken: Judo's usual one is for one person.
        let (mut a, _b, _of) = pair(&server.address, "judo", json!(null)).await;
        let begun = a.heard.iter().find(|message| message["type"] == "match").unwrap();
        assert_eq!(begun["config"]["mode"], "pvp");
        let alone =
            a.open("judo", json!([{"type": "me"}, {"type": "bot", "bot": "easy"}]), json!(null));
        assert!(alone.await["match"].is_string());
        server.stop().await;
    });
}

#[test]
fn settings_that_hold_secrets_are_not_shown() {
    run(async {
        let server = plain().await;
        let hands = json!([
            ["attack", "attack", "attack", "attack"],
            ["heal", "heal", "counter", "counter"]
        ]);
        let mut a = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "random"}]);
        let opened = a.open("orcain", seats, json!({"hands": hands})).await;
        let mut c = Person::arrive(&server.address).await;
        c.ask(json!({"type": "watch", "match": opened["match"], "id": 1})).await;
        c.frame(|_| true).await;
        a.until(|message| message["type"] == "frame").await;
        for person in [&a, &c] {
            let begun = person.heard.iter().find(|message| message["type"] == "match").unwrap();
            assert_eq!(begun["config"].get("hands"), None);
        }
        let other = a.heard.iter().map(ToString::to_string).collect::<String>();
        assert!(!other.contains("\"heal\",\"heal\",\"counter\""), "the other hand is told");
        server.stop().await;
    });
}

#[test]
fn the_first_act_may_be_numbered_zero() {
    run(async {
        let server = plain().await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let draft = json!({"type": "draft", "layout": ["heal", null, null]});
        let act = json!({"type": "act", "match": of, "action": draft, "id": 0});
        assert_eq!(a.ask(act.clone()).await.get("repeat"), None);
        assert_eq!(a.ask(act).await["repeat"], true);
        let future = json!({"type": "act", "match": of, "action": draft, "asked": 999, "id": 5});
        assert_eq!(a.ask(future).await["code"], "stale");
        server.stop().await;
    });
}

#[test]
fn who_waits_at_a_table_hears_of_it() {
    run(async {
        let server = plain().await;
        let (mut a, mut b) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        let seats = json!([{"type": "me"}, {"type": "open"}, {"type": "open"}]);
        let classes = json!({"classes": ["heavy", "medium", "light"]});
        let opened = a.open("tank", seats, classes).await;
        let code = opened["table"]["code"].as_str().unwrap().to_owned();
        b.ask(json!({"type": "table_join", "code": code, "id": 1})).await;
        let told = a.until(|message| message["type"] == "table").await;
        assert_eq!(told["table"]["seats"][1]["bot"], false);
        a.ask(json!({"type": "table_leave", "code": code, "id": 90})).await;
        let closed = b.until(|message| message["type"] == "table_closed").await;
        assert_eq!(closed["code"], code.as_str());
        server.stop().await;
    });
}

#[test]
fn a_host_that_wakes_in_time_tells_of_no_drift() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "easy"}]);
        let config = json!({"cooldown_ms": 1200});
        let opened = a.open("judo", seats, config).await;
        let of = opened["match"].as_str().unwrap().to_owned();
        let frame = a.frame(|frame| frame["match"] == of.as_str()).await;
        if frame["phase"] != "cooldown" {
            a.act(&of, 0, frame["legal"][0].clone()).await;
        }
        a.frame(|frame| frame["phase"] == "waitingForPlayerAction").await;
        let drift = |message: &&serde_json::Value| message.to_string().contains("timer.drift");
        assert_eq!(a.heard.iter().find(drift), None);
        server.stop().await;
    });
}
