//! Who may see a match that is not public.

use bout_server::client::http;
use serde_json::{Value, json};

use crate::bench::{Person, get, get_as, plain, run, send};

async fn finished(person: &mut Person) -> String {
    let seats = json!([{"type": "me"}, {"type": "me"}]);
    let id = person.id();
    let open = json!({"type": "table_open", "game": "orcain", "seats": seats, "id": id,
                      "config": {"step_first_ms": 0, "step_ms": 0}});
    let opened = person.ask(open).await;
    let of = opened["match"].as_str().unwrap().to_owned();
    person.play_out(&of).await;
    person.until(|message| message["type"] == "ended").await;
    of
}

#[test]
fn a_private_match_is_seen_by_its_players_and_by_those_they_share_it_with() {
    run(async {
        let server = plain().await;
        let mut a = Person::arrive(&server.address).await;
        let b = Person::arrive(&server.address).await;
        let of = finished(&mut a).await;
        let paths = ["", "/replay", "/film"].map(|end| format!("/api/matches/{of}{end}"));
        for path in &paths {
            assert_eq!(get(&server.address, path).await.0, 404, "a stranger: {path}");
            assert_eq!(get_as(&server.address, &b.token, path).await.0, 404, "{path}");
            assert_eq!(get_as(&server.address, &a.token, path).await.0, 200, "{path}");
        }
        let share = format!("/api/matches/{of}/share");
        assert_eq!(send(&server.address, &b.token, &share, &json!({})).await.0, 404);
        let (status, _) = http(&server.address, "POST", &share, (None, None)).await.unwrap();
        assert_eq!(status, 401);
        let (status, made) = send(&server.address, &a.token, &share, &json!({})).await;
        assert_eq!(status, 200, "{made}");
        let secret = made["share"].as_str().unwrap();
        for path in &paths {
            let (status, _) = get(&server.address, &format!("{path}?share={secret}")).await;
            assert_eq!(status, 200, "{path}");
            assert_eq!(get(&server.address, &format!("{path}?share=guess")).await.0, 404);
        }
        let (_, again) = send(&server.address, &a.token, &share, &json!({})).await;
        assert_eq!(again["share"], Value::from(secret), "the link stays the same");
        let (status, _) = get(&server.address, "/api/matches/m_nothing").await;
        assert_eq!(status, 404);
        server.stop().await;
    });
}
