//! Classes: each player chooses their own, in queues and at tables.

use bout_store::{Memory, Store};
use serde_json::{Value, json};

use crate::bench::{Person, get, plain, run, settings, start};

fn queue(class: &str) -> Value {
    json!({"type": "queue_join", "game": "tank", "class": class, "id": 1})
}

/// What a player is told of the match that begins.
async fn begun(person: &mut Person) -> Value {
    person.until(|message| message["type"] == "match").await
}

#[test]
fn strangers_play_the_balanced_rules_with_the_classes_they_chose() {
    run(async {
        let server = plain().await;
        let (mut a, mut b) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        a.ask(queue("light")).await;
        b.ask(queue("light")).await;
        let told = begun(&mut a).await;
        let config = &told["config"];
        assert_eq!(config["preset"], "v3", "{told}");
        assert_eq!(config["classes"], json!(["light", "light"]));
        assert_eq!(told["unrated"], "same_address", "the queue itself is rated: {told}");
        server.stop().await;
    });
}

#[test]
fn a_class_is_kept_with_the_place_in_the_queue() {
    run(async {
        let memory = Memory::default();
        let first = start(settings(), Store::on_memory(memory.clone())).await;
        let mut a = Person::arrive(&first.address).await;
        a.ask(queue("light")).await;
        let token = a.token.clone();
        first.stop().await;
        let second = start(settings(), Store::on_memory(memory)).await;
        let mut a = Person::with(&second.address, token).await;
        let mut b = Person::arrive(&second.address).await;
        b.ask(queue("heavy")).await;
        assert_eq!(begun(&mut a).await["config"]["classes"], json!(["light", "heavy"]));
        second.stop().await;
    });
}

#[test]
fn at_a_table_everybody_chooses_their_own_class() {
    run(async {
        let server = plain().await;
        let (mut a, mut b) =
            (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
        let open = json!({"type": "table_open", "game": "tank", "class": "heavy", "id": 1,
            "seats": [{"type": "open"}, {"type": "me"}, {"type": "bot", "bot": "priority"}],
            "config": {"classes": ["medium", "medium", "medium"]}});
        let opened = a.ask(open).await;
        assert_eq!(opened["table"]["preset"], "v3", "{opened}");
        let code = opened["table"]["code"].clone();
        b.ask(json!({"type": "table_join", "code": code, "class": "heavy", "id": 1})).await;
        let mut c = Person::arrive(&server.address).await;
        let joined = c.ask(json!({"type": "table_join", "code": code, "class": "heavy", "id": 1}));
        assert_eq!(joined.await["code"], "no_such_table", "the match has begun");
        let told = begun(&mut b).await;
        assert_eq!(told["config"]["classes"], json!(["heavy", "heavy", "medium"]), "{told}");
        server.stop().await;
    });
}

#[test]
fn a_seat_that_is_left_forgets_its_class() {
    run(async {
        let server = plain().await;
        let mut people = Vec::new();
        for _ in 0..3 {
            people.push(Person::arrive(&server.address).await);
        }
        let [mut a, mut b, mut c] = <[Person; 3]>::try_from(people).ok().unwrap();
        let seats = json!([{"type": "me"}, {"type": "open"}, {"type": "open"}]);
        let config = json!({"classes": ["heavy", "medium", "medium"]});
        let code = a.open("tank", seats, config).await["table"]["code"].clone();
        b.ask(json!({"type": "table_join", "code": code, "class": "light", "id": 1})).await;
        b.ask(json!({"type": "table_leave", "code": code, "id": 2})).await;
        c.ask(json!({"type": "table_join", "code": code, "id": 1})).await;
        b.ask(json!({"type": "table_join", "code": code, "class": "light", "id": 3})).await;
        let told = begun(&mut a).await;
        assert_eq!(told["config"]["classes"], json!(["heavy", "medium", "light"]), "{told}");
        server.stop().await;
    });
}

#[test]
fn an_unknown_class_is_refused() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let refused = a.ask(queue("cruiser")).await;
        assert_eq!(refused["code"], "no_such_class");
        assert_eq!(refused["text"], "unknown class 'cruiser'; available: heavy, medium, light");
        let join = json!({"type": "queue_join", "game": "orcain", "class": "heavy", "id": 2});
        assert_eq!(a.ask(join).await["code"], "no_such_class");
        let open = json!({"type": "table_open", "game": "tank", "class": "cruiser", "id": 3,
            "seats": [{"type": "me"}, {"type": "open"}]});
        assert_eq!(a.ask(open).await["code"], "no_such_class");
        server.stop().await;
    });
}

#[test]
fn the_list_of_games_tells_classes_teams_and_the_preset_of_the_lobby() {
    run(async {
        let server = plain().await;
        let (_, games) = get(&server.address, "/api/games").await;
        let of = |game: &str| {
            games.as_array().unwrap().iter().find(|info| info["game"] == game).unwrap().clone()
        };
        let tank = of("tank");
        assert_eq!(tank["classes"], json!(["heavy", "medium", "light"]));
        assert_eq!(tank["lobby_preset"], "v3");
        assert_eq!(tank["config"]["preset"], "v1", "programs keep their default");
        assert_eq!(tank["config_schema"]["properties"]["teams"]["type"], "array");
        assert_eq!(of("necro")["lobby_preset"], "standard");
        assert!(of("necro").get("classes").is_none());
        server.stop().await;
    });
}
