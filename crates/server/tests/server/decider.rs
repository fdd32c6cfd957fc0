//! A tie is decided by another match.

use bout_core::{AnyMatch, Input, Millis, Opening, Replay, Seat, Seed, Viewer};
use bout_games::Catalogue;
use serde_json::{Value, json};

use crate::bench::{Person, get_as, plain, run, send};

/// The first of these that a seat may do.
fn does(table: &dyn AnyMatch, wishes: &[&str]) -> Option<(Seat, Value)> {
    let seats = (0..2)
        .map(Seat)
        .flat_map(|seat| table.legal(seat).into_iter().map(move |action| (seat, action)));
    let all: Vec<_> = seats.collect();
    wishes.iter().find_map(|wish| all.iter().find(|(_, action)| action["type"] == *wish)).cloned()
}

/// A match in which both actives die of poison between the turns, and nobody else is there.
fn dying() -> Value {
    let all = Catalogue::shipped().rule_sets();
    let rules = all.iter().find(|rules| rules.id() == "tcg").unwrap();
    let (seed, config) = (Seed(5), json!({}));
    let opening = Opening { preset: Some("default-tournament"), config: &config, seed, luck: None };
    let mut table = rules.open(&opening).unwrap();
    let wishes = [
        "DRAW_INITIAL_CARDS",
        "SET_ACTIVE_POKEMON",
        "COMPLETE_INITIAL_SETUP",
        "DRAW_CARD",
        "END_TURN",
    ];
    while table.state()["turnNumber"].as_u64() < Some(2) || table.phase() != "PLAYER_TURN" {
        let (seat, action) = does(&*table, &wishes).expect("the match goes on");
        table.submit(Millis(0), &Input::Act { seat, action }, None, None).unwrap();
    }
    let mut state = table.state();
    for (seat, side) in ["player1", "player2"].into_iter().enumerate() {
        let view = table.view(Viewer::Seat(Seat(u8::try_from(seat).unwrap())));
        let most = view["playerState"]["activePokemon"]["maxHp"].as_u64().unwrap();
        state[side]["active"]["damage"] = json!(most - 10);
        state[side]["active"]["poison"] = json!(10);
    }
    json!(rules.load(&opening, &state, None).unwrap().replay())
}

#[test]
fn a_tie_is_decided_by_a_match_for_one_prize() {
    run(async {
        let server = plain().await;
        let mut person = Person::arrive(&server.address).await;
        let on = json!({"at": 0, "seats": [{"type": "me"}, {"type": "me"}]});
        let body = json!({"replay": dying(), "on": on});
        let (status, begun) =
            send(&server.address, &person.token, "/api/replays/play-on", &body).await;
        assert_eq!(status, 200, "{begun}");
        let of = begun["match"].as_str().unwrap().to_owned();
        let asked = person.frame(|frame| frame["to_act"] == true).await;
        let seat = asked["seat"].as_u64().unwrap();
        for action in ["DRAW_CARD", "END_TURN"] {
            person.act(&of, seat, json!({"type": action})).await;
        }
        let ended = person.until(|message| message["type"] == "ended").await;
        assert_eq!(ended["outcome"]["ending"], "draw");
        let next = ended["next"].as_str().unwrap().to_owned();
        assert_eq!(next, format!("{of}-2"));
        let told = person.until(|message| message["type"] == "match").await;
        assert_eq!(told["match"], next.as_str());
        assert_eq!(told["config"]["rules"]["prizeCardCount"], 1);
        // The seed of the match that is over is public now; the next one cannot be reckoned from it.
        let path = format!("/api/matches/{of}/replay");
        let (_, replay) = get_as(&server.address, &person.token, &path).await;
        let replay = Replay::parse(&replay.to_string()).unwrap();
        let rules = Catalogue::shipped().rule_set("tcg").unwrap();
        let (_, derived) = rules.restore(&replay).unwrap().tie_break(0).unwrap();
        let shown = blake3::hash(&derived.0.to_le_bytes()).to_hex().to_string();
        assert_ne!(told["seed_hash"], shown.as_str());
        let own = blake3::hash(&replay.seed.0.to_le_bytes()).to_hex().to_string();
        let first = person.heard.iter().find(|message| message["seed_hash"].is_string());
        assert_eq!(first.unwrap()["seed_hash"], own.as_str(), "seeds are hashed like this");
        let (_, listed) =
            get_as(&server.address, &person.token, &format!("/api/matches/{next}")).await;
        assert!(listed["outcome"].is_null(), "{listed}");
        server.stop().await;
    });
}
