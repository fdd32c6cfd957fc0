//! The cards of a game are told, and decks are judged.

use serde_json::{Value, json};

use crate::bench::{Person, get, plain, run, send};

#[test]
fn the_cards_and_decks_of_a_game_are_told() {
    run(async {
        let server = plain().await;
        let (status, told) = get(&server.address, "/api/games/tcg/cards").await;
        assert_eq!(status, 200, "{told}");
        let cards: Vec<&Value> = told["sets"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|set| set["cards"].as_array().unwrap())
            .collect();
        let decks = told["decks"].as_array().unwrap();
        assert!(decks.len() >= 6, "{} decks", decks.len());
        for entry in decks.iter().flat_map(|deck| deck["cards"].as_array().unwrap()) {
            assert!(cards.iter().any(|card| card["cardId"] == entry["cardId"]), "{entry}");
        }
        for game in ["judo", "nothing"] {
            assert_eq!(get(&server.address, &format!("/api/games/{game}/cards")).await.0, 404);
        }
        server.stop().await;
    });
}

#[test]
fn a_deck_is_judged_as_text_and_as_a_document() {
    run(async {
        let server = plain().await;
        let path = "/api/games/tcg/decks/check";
        let text = "# Mine\n5 Cinderpup (firstlight 1)\n55 Flame Mote (firstlight 106)\n";
        let (status, judged) = send(&server.address, "", path, &json!({"text": text})).await;
        assert_eq!(status, 200, "{judged}");
        assert_eq!(judged["deck"]["name"], "Mine");
        assert_eq!(judged["faults"][0]["code"], "too_many_copies");
        assert_eq!(judged["faults"][0]["place"], "$.cards[0]");
        assert_eq!(judged["faults"].as_array().unwrap().len(), 1);

        let (_, again) = send(&server.address, "", path, &json!({"deck": judged["deck"]})).await;
        assert_eq!(again["faults"], judged["faults"]);

        let wrong = json!({"text": "4 Nobody (firstlight 1)\nsomething"});
        let (_, judged) = send(&server.address, "", path, &wrong).await;
        assert_eq!(judged["deck"], Value::Null);
        let places: Vec<&Value> =
            judged["faults"].as_array().unwrap().iter().map(|fault| &fault["place"]).collect();
        assert_eq!(places, [&json!("line 1"), &json!("line 2")]);

        let unknown = json!({"text": "4 Nobody (firstlight 1)\n5 Cinderpup (firstlight 1)"});
        let (_, judged) = send(&server.address, "", path, &unknown).await;
        let codes: Vec<&Value> =
            judged["faults"].as_array().unwrap().iter().map(|fault| &fault["code"]).collect();
        assert_eq!(codes, ["unknown_card", "deck_size", "too_many_copies"]);

        let (status, refused) = send(&server.address, "", path, &json!({"list": []})).await;
        assert_eq!((status, &refused["code"]), (422, &json!("bad_request")));
        let said = refused["text"].as_str().unwrap();
        assert!(said.ends_with("expected {\"text\": LIST} or {\"deck\": DOCUMENT}"), "{said}");

        let (status, refused) =
            send(&server.address, "", "/api/games/judo/decks/check", &wrong).await;
        assert_eq!((status, &refused["code"]), (404, &json!("no_decks")));
        server.stop().await;
    });
}

/// The id of a Firstlight card that is called so.
async fn card(address: &bout_server::Address, name: &str) -> Value {
    let (_, told) = get(address, "/api/games/tcg/cards").await;
    let sets = told["sets"].as_array().unwrap().iter();
    let mut cards = sets.flat_map(|set| set["cards"].as_array().unwrap().clone());
    cards.find(|card| card["name"] == name).unwrap()["cardId"].clone()
}

fn sixty(id: &str, card: &Value) -> Value {
    json!({"id": id, "name": "Mine", "cards": [{"cardId": card, "setName": "firstlight", "quantity": 60}]})
}

#[test]
fn a_deck_named_like_a_shipped_one_is_judged_by_its_cards() {
    run(async {
        let server = plain().await;
        let pup = card(&server.address, "Cinderpup").await;
        for first in [0, 1] {
            let (mut a, mut b) =
                (Person::arrive(&server.address).await, Person::arrive(&server.address).await);
            let queue =
                json!({"type": "queue_join", "game": "tcg", "preset": "brought-decks", "id": 1});
            a.ask(queue.clone()).await;
            let of = b.ask(queue).await["match"].as_str().unwrap().to_owned();
            let cheat = json!({"type": "JOIN_MATCH", "deck": sixty("cinder-court", &pup)});
            let fair = json!({"type": "JOIN_MATCH", "deckId": "river-delta"});
            let decks = if first == 0 { [cheat, fair] } else { [fair, cheat] };
            a.frame(|frame| frame["match"] == of.as_str() && frame["to_act"] == true).await;
            a.act(&of, 0, decks[0].clone()).await;
            b.frame(|frame| frame["to_act"] == true).await;
            b.act(&of, 1, decks[1].clone()).await;
            let ended = a.until(|message| message["type"] == "ended").await;
            assert_eq!(ended["outcome"]["ending"], "cancelled", "{ended}");
            let (_, told) = get(&server.address, &format!("/api/matches/{of}/replay")).await;
            assert!(told["entries"].as_array().unwrap().len() >= 2, "{told}");
        }
        server.stop().await;
    });
}

#[test]
fn cards_that_a_table_brings_along_are_told_by_their_ids() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let cards = json!([
            {"name": "Ownling", "cardNumber": "1", "hp": 60, "stage": "BASIC", "pokemonType": "FIRE",
             "attacks": [{"name": "Own Jab", "energyCost": [], "damage": "20"}]},
            {"name": "Own Charge", "cardNumber": "2", "energyType": "FIRE",
             "energyProvision": {"energyTypes": ["FIRE"], "amount": 1, "isSpecial": false}}]);
        let metadata = json!({"author": "me", "setName": "own", "version": "1", "official": false,
            "totalCards": 2});
        let entry = |card: &str, quantity: u32| json!({"cardId": card, "setName": "own", "quantity": quantity});
        let deck = json!({"id": "mine", "name": "Mine",
            "cards": [entry("me-own-v1-ownling--1", 4), entry("me-own-v1-own-charge--2", 56)]});
        let config =
            json!({"sets": [{"metadata": metadata, "cards": cards}], "decks": [deck, deck]});
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "strong"}]);
        let opened = a.open("tcg", seats, config).await;
        let of = opened["match"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned();
        let outcome = a.play_out(&of).await;
        assert_ne!(outcome["ending"], "aborted", "{outcome}");
        let (_, replay) = get(&server.address, &format!("/api/matches/{of}/replay")).await;
        let entries = replay["entries"].to_string();
        assert!(entries.contains("me-own-v1-ownling--1"), "{entries}");
        server.stop().await;
    });
}

#[test]
fn a_table_with_a_wrong_deck_is_refused_at_once() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let pup = card(&server.address, "Cinderpup").await;
        let empty = json!({"id": "empty", "name": "Empty", "cards": []});
        let rows = [(empty, "deck_size"), (sixty("cinder-court", &pup), "too_many_copies")];
        for (deck, code) in rows {
            let seats = json!([{"type": "me"}, {"type": "bot", "bot": "random"}]);
            let opened = a.open("tcg", seats, json!({"decks": [deck, "river-delta"]})).await;
            assert_eq!(opened["code"], "deck_invalid", "{opened}");
            assert!(opened["text"].as_str().unwrap().contains(code), "{opened}");
        }
        server.stop().await;
    });
}
