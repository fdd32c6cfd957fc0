//! The cards of a game are told, and decks are judged.

use serde_json::{Value, json};

use crate::bench::{get, plain, run, send};

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

        let (status, refused) =
            send(&server.address, "", "/api/games/judo/decks/check", &wrong).await;
        assert_eq!((status, &refused["code"]), (404, &json!("no_decks")));
        server.stop().await;
    });
}
