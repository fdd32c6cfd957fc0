//! The host's seat: somebody directs a match.

use bout_store::{Memory, Store};
use serde_json::{Value, json};

use crate::bench::{Person, plain, run, settings, start};

fn table(seats: &Value, host: bool, config: &Value) -> Value {
    json!({"type": "table_open", "game": "judo", "seats": seats, "config": config, "host": host,
           "id": 5})
}

async fn direct(person: &mut Person, of: &str, action: Value) -> Value {
    let id = person.id();
    person
        .ask(json!({"type": "act", "match": of, "seat": "host", "action": action, "id": id}))
        .await
}

#[test]
fn only_an_open_setting_can_be_directed_and_not_by_who_plays_against_others() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let (alone, both) = (
            json!([{"type": "me"}, {"type": "bot", "bot": "easy"}]),
            json!([{"type": "me"}, {"type": "open"}]),
        );
        let closed = person.ask(table(&alone, true, &json!({}))).await;
        assert_eq!(closed["code"], "host_not_open");
        let plays = person.ask(table(&both, true, &json!({"mode": "pvp", "official": true}))).await;
        assert_eq!(plays["code"], "host_plays");
        let opened = person.ask(table(&alone, false, &json!({"official": true}))).await;
        let of = opened["match"].as_str().unwrap().to_owned();
        let nobody =
            direct(&mut person, &of, json!({"type": "interrupt", "reason": "admin"})).await;
        assert_eq!(nobody["code"], "not_your_seat");
        server.stop().await;
    });
}

#[test]
fn who_plays_alone_may_direct_too() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "easy"}]);
        let config = json!({"official": true, "round_modify": true, "win_target": 3});
        let opened = person.ask(table(&seats, true, &config)).await;
        let of = opened["match"].as_str().unwrap().to_owned();
        let told = person.until(|message| message["type"] == "match").await;
        assert_eq!(told["yours"], json!([0, "host"]));
        // With two seats the one that is meant has to be named.
        let id = person.id();
        let unnamed =
            json!({"type": "act", "match": of, "action": {"type": "start_match"}, "id": id});
        assert_eq!(person.ask(unnamed).await["code"], "seat_required");
        assert_eq!(person.act(&of, 0, json!({"type": "start_match"})).await["ok"], true);
        person
            .frame(|frame| frame["seat"] == 0 && frame["phase"] == "waitingForPlayerAction")
            .await;
        assert_eq!(
            direct(&mut person, &of, json!({"type": "interrupt", "reason": "admin"})).await["ok"],
            true
        );
        person.frame(|frame| frame["seat"] == 0 && frame["phase"] == "roundModification").await;
        let gives_up = json!({"type": "concede", "match": of, "seat": "host", "id": 900});
        assert_eq!(person.ask(gives_up).await["code"], "not_your_seat");
        server.stop().await;
    });
}

#[test]
fn a_director_changes_a_round_of_two_others_also_after_a_restart() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let mut host = Person::arrive(&first.address).await;
        let open = json!([{"type": "open"}, {"type": "open"}]);
        let config =
            json!({"mode": "pvp", "official": true, "round_modify": true, "win_target": 3});
        let opened = host.ask(table(&open, true, &config)).await;
        assert_eq!(opened["table"]["host"]["bot"], false);
        let code = opened["table"]["code"].as_str().unwrap().to_owned();
        let own = host.ask(json!({"type": "table_join", "code": code, "id": 6})).await;
        assert_eq!(own["code"], "already_seated");
        let (mut a, mut b) =
            (Person::arrive(&first.address).await, Person::arrive(&first.address).await);
        a.ask(json!({"type": "table_join", "code": code, "id": 1})).await;
        host.until(|message| message["type"] == "table").await;
        let joined = b.ask(json!({"type": "table_join", "code": code, "id": 1})).await;
        let of = joined["match"].as_str().unwrap().to_owned();
        let introduced = a.until(|message| message["type"] == "match").await;
        assert_eq!(
            (&introduced["yours"], &introduced["host"]["bot"]),
            (&json!([0]), &json!(false))
        );
        a.frame(|frame| frame["to_act"] == true).await;
        assert_eq!(a.act(&of, 0, json!({"type": "start_match"})).await["ok"], true);
        let open = host.frame(|frame| frame["phase"] == "waitingForPlayerAction").await;
        // The host sees what a spectator sees, until a round may be changed.
        assert_eq!((&open["seat"], &open["legal"]), (&json!("host"), &json!([])));
        assert!(open["view"]["current"]["player"].get("stats").is_none(), "{open}");
        let step_in = json!({"type": "interrupt", "reason": "admin"});
        assert_eq!(direct(&mut host, &of, step_in).await["ok"], true);
        let editing = host.frame(|frame| frame["phase"] == "roundModification").await;
        assert!(editing["view"]["suspended_round"]["player_card"]["stats"].is_object());
        let player = a.frame(|frame| frame["phase"] == "roundModification").await;
        assert!(player["view"]["suspended_round"].is_null());
        let tokens = [host.token.clone(), a.token.clone(), b.token.clone()];
        let next = host.id();
        first.stop().await;

        let second = start(settings(), Store::on_memory(memory)).await;
        let [host, a, b] = tokens;
        let mut host = Person::with(&second.address, host).await;
        let held = host.frame(|frame| frame["seat"] == "host").await;
        assert_eq!((&held["held"], &held["frame"]), (&json!(true), &editing["frame"]));
        let mut a = Person::with(&second.address, a).await;
        let _b = Person::with(&second.address, b).await;
        host.frame(|frame| frame.get("held").is_none()).await;
        let act = |id: u64, edits: Value| {
            json!({"type": "act", "match": of, "seat": "host", "id": id,
                   "action": {"type": "modify", "edits": edits}})
        };
        assert_eq!(host.ask(act(next - 1, json!({}))).await["repeat"], true);
        assert_eq!(host.ask(act(next, json!({}))).await["code"], "stat_required");
        let won = json!({"stat": "speed", "playerScore": 2, "playerValue": 9, "opponentValue": 1});
        assert_eq!(host.ask(act(next, won)).await["ok"], true);
        let over = a.frame(|frame| !frame["view"]["result"].is_null()).await;
        assert_eq!(over["view"]["result"]["modified"], true);
        assert_eq!(over["view"]["scores"]["player"], 3);
        second.stop().await;
    });
}
