//! The platform's protocol: tables, seats, acting, watching, coming back.

use serde_json::json;

use crate::bench::{Person, get, pair, plain, run};

#[test]
fn a_hot_seat_match_of_every_game_is_played_to_its_end() {
    run(async {
        let server = plain().await;
        for (game, config) in [
            ("orcain", json!({"step_first_ms": 0, "step_ms": 0})),
            ("tank", json!(null)),
            ("necro", json!({"maxTurns": 12})),
        ] {
            let mut person = Person::arrive(server.address).await;
            let opened = person.open(game, json!([{"type": "me"}, {"type": "me"}]), config).await;
            let of =
                opened["match"].as_str().unwrap_or_else(|| panic!("{game}: {opened}")).to_owned();
            let outcome = person.play_out(&of).await;
            let ended = person.until(|message| message["type"] == "ended").await;
            assert_eq!(ended["outcome"], outcome, "{game}");
            let (status, replay) = get(server.address, &format!("/api/matches/{of}/replay")).await;
            assert_eq!((status, &replay["outcome"]), (200, &outcome), "{game}");
        }
        server.stop().await;
    });
}

#[test]
fn two_people_meet_at_a_table() {
    run(async {
        let server = plain().await;
        let (mut a, mut b, of) = pair(server.address, "orcain", json!(null)).await;
        let confirm = json!({"type": "confirm", "layout": ["attack", "defense", "heal"]});
        assert_eq!(a.act(&of, 0, confirm.clone()).await["ok"], true);
        let again = a.act(&of, 0, confirm.clone()).await;
        assert_eq!((&again["ok"], &again["code"]), (&json!(false), &json!("already_confirmed")));
        assert_eq!(b.act(&of, 1, confirm).await["ok"], true);
        a.frame(|frame| frame["phase"] == "playing").await;
        server.stop().await;
    });
}
