//! Orcain on the platform: one queue for everybody, a disconnect ends a match, one screen for two.

use std::time::{Duration, Instant};

use bout_server::Settings;
use bout_store::Store;
use serde_json::{Value, json};

use crate::bench::{Person, get_as, pair, plain, run, settings, start};
use crate::dialect::Tab;

fn join(id: u64) -> Value {
    json!({"type": "queue_join", "game": "orcain", "id": id})
}

async fn tokens(person: &Person) -> Value {
    get_as(&person.address, &person.token, "/api/me").await.1["tokens"].clone()
}

#[test]
fn a_disconnect_between_people_ends_the_match_at_once() {
    run(async {
        let server = plain().await;
        let (a, mut b, _) = pair(&server.address, "orcain", json!(null)).await;
        let since = Instant::now();
        a.client.close().await;
        let ended = b.until(|told| told["type"] == "ended").await;
        assert_eq!(ended["outcome"], json!({"won": [1], "drew": [], "ending": "disconnect"}));
        assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());

        let (mut c, mut d) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        c.ask(join(90)).await;
        assert_eq!(d.ask(join(91)).await["ok"], true);
        d.frame(|frame| frame["phase"] == "prep").await;
        let since = Instant::now();
        d.client.close().await;
        let ended = c.until(|told| told["type"] == "ended").await;
        assert_eq!(ended["outcome"]["ending"], "disconnect", "in the queue's match too");
        assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
        assert_eq!(tokens(&c).await, 11, "the winner takes both tokens");
        server.stop().await;
    });
}

#[test]
fn the_queue_of_the_platform_and_of_the_dialect_is_one() {
    run(async {
        let orcain = json!({"step_first_ms": 5, "step_ms": 5});
        let server = start(Settings { orcain, ..settings() }, Store::memory()).await;
        let mut tab = Tab::open(&server.address, "tab").await;
        tab.say(json!({"type": "queue_join"})).await;
        tab.expect("queue_ok").await;
        let mut person = Person::arrive(&server.address).await;
        let of = person.ask(join(1)).await["match"].as_str().unwrap().to_owned();
        let (found, _) = tab.found().await;
        assert_eq!((&found["pot"], &found["matchId"]), (&json!(2), &json!(of)));
        assert_eq!(tokens(&person).await, 9);
        person.frame(|frame| frame["match"] == of.as_str() && frame["phase"] == "prep").await;
        let confirm = json!({"type": "confirm", "layout": ["heal", "defense", null]});
        assert_eq!(person.act(&of, 1, confirm).await["ok"], true);
        tab.confirm(json!(["attack", null, null])).await;
        assert_eq!(tab.steps().await[0], (json!("attack"), json!("heal"), 10, 8));
        person.frame(|frame| frame["view"]["roundIndex"] == 2).await;
        drop(tab);
        let ended = person.until(|told| told["type"] == "ended").await;
        assert_eq!(ended["outcome"]["ending"], "disconnect");
        assert_eq!(tokens(&person).await, 11);
        server.stop().await;
    });
}

#[test]
fn an_account_stands_in_the_queue_once_and_pays_once() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        assert_eq!(person.ask(join(1)).await["ok"], true);
        let mut tab = Tab::with(&server.address, "tab", &person.token).await;
        tab.hello().await;
        assert_eq!(tab.error(json!({"type": "queue_join"})).await, "self_match");
        let mut other = Person::arrive(&server.address).await;
        assert!(other.ask(join(1)).await["match"].is_string());
        assert_eq!(person.ask(join(2)).await["code"], "already_in_match");
        server.stop().await;
    });
}

#[test]
fn who_cannot_pay_is_refused() {
    run(async {
        let server = start(Settings { start_tokens: 0, ..settings() }, Store::memory()).await;
        let mut poor = Person::arrive(&server.address).await;
        assert_eq!(poor.ask(join(1)).await["code"], "not_enough_tokens");
        server.stop().await;
    });
}

#[test]
fn a_table_against_the_orc_does_not_wait_for_the_deadline() {
    run(async {
        let server = plain().await;
        for preset in [None, Some("standard"), Some("pve")] {
            let mut person = Person::arrive(&server.address).await;
            let mut open = json!({"type": "table_open", "game": "orcain", "id": 1,
                "seats": [{"type": "me"}, {"type": "bot", "bot": "orc_bot"}]});
            if let Some(preset) = preset {
                open["preset"] = json!(preset);
            }
            let of = person.ask(open).await["match"].as_str().unwrap().to_owned();
            person.frame(|frame| frame["phase"] == "prep").await;
            let since = Instant::now();
            let confirm = json!({"type": "confirm", "layout": ["heal", null, null]});
            assert_eq!(person.act(&of, 0, confirm).await["ok"], true);
            person.frame(|frame| frame["view"]["roundIndex"] == 2).await;
            assert!(since.elapsed() < Duration::from_secs(5), "{preset:?} {:?}", since.elapsed());
        }
        server.stop().await;
    });
}

/// Two people at one screen.
async fn hot_seat(person: &mut Person) -> String {
    let opened = person.open("orcain", json!([{"type": "me"}, {"type": "me"}]), json!(null)).await;
    let of = opened["match"].as_str().unwrap().to_owned();
    person.frame(|frame| frame["seat"] == 1).await;
    of
}

#[test]
fn at_one_screen_each_player_has_the_whole_time_and_the_clock_stands_between_them() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let of = hot_seat(&mut person).await;
        let screen = |covered: bool, id: u64| json!({"type": "screen", "match": of, "covered": covered, "id": id});
        let confirm = json!({"type": "confirm", "layout": ["heal", null, null]});
        assert_eq!(person.act(&of, 1, confirm.clone()).await["code"], "wrong_phase");
        assert_eq!(person.act(&of, 0, confirm.clone()).await["ok"], true);
        let second = person.frame(|frame| frame["seat"] == 1 && frame["to_act"] == true).await;
        let left = |frame: &Value| {
            frame["view"]["deadline"].as_u64().unwrap() - frame["now"].as_u64().unwrap()
        };
        assert!(left(&second) > 19_000, "{second}");
        assert_eq!(person.ask(screen(true, 70)).await["ok"], true);
        let covered = person.frame(|frame| frame["seat"] == 1 && frame["held"] == true).await;
        assert_eq!(person.act(&of, 1, confirm.clone()).await["code"], "match_held");
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert_eq!(person.ask(screen(false, 71)).await["ok"], true);
        let open = person.frame(|frame| frame["seat"] == 1 && frame["held"].is_null()).await;
        assert!(left(&covered) - left(&open) < 300, "{covered} {open}");
        assert_eq!(person.act(&of, 1, confirm).await["ok"], true);
        server.stop().await;
    });
}

#[test]
fn only_players_at_one_screen_stop_the_clock_and_a_lost_connection_does_not_keep_it() {
    run(async {
        let server = plain().await;
        let (mut a, _b, of) = pair(&server.address, "orcain", json!(null)).await;
        let cover = |of: &str| json!({"type": "screen", "match": of, "covered": true, "id": 50});
        assert_eq!(a.ask(cover(&of)).await["code"], "not_one_screen");
        let mut alone = Person::arrive(&server.address).await;
        let of = hot_seat(&mut alone).await;
        assert_eq!(alone.ask(cover(&of)).await["ok"], true);
        let mut again = alone.again().await;
        let frame = again.frame(|frame| frame["match"] == of.as_str()).await;
        assert!(frame["held"].is_null(), "{frame}");
        server.stop().await;
    });
}
