//! Computer players that think too long.

use std::time::{Duration, Instant};

use bout_bots::{Player, Seating};
use bout_core::{AnyMatch, BotSpec, Choice, Input, Opening, Seat, Seed, Stop};
use bout_games::Catalogue;
use bout_server::Settings;
use bout_store::Store;
use serde_json::{Value, json};

use crate::bench::{Person, figures, get_as, run, settings, start};

#[test]
fn a_bot_that_overruns_answers_with_its_best_move_so_far() {
    run(async {
        let hasty = Settings { bot_budget: Duration::from_millis(5), bot_threads: 4, ..settings() };
        let server = start(hasty, Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        let seats = json!([{"type": "me"}, {"type": "bot", "bot": "search"}]);
        let since = Instant::now();
        let opened = a.open("tank", seats, json!({"rules": {"first_player": 1}})).await;
        assert!(opened["match"].is_string(), "{opened}");
        a.frame(|frame| frame["to_act"] == true).await;
        assert!(since.elapsed() < Duration::from_secs(5), "the match does not wait for the bot");
        assert!(figures(&server).await.contains("bout_bot_stopped_total"));
        server.stop().await;
    });
}

#[test]
fn a_client_cannot_set_how_long_a_bot_thinks() {
    run(async {
        let server = start(settings(), Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        let games = [
            ("orcain", "search:playouts=1000000"),
            ("orcain", "scripted:plan=+adh"),
            ("tcg", "strong:nodes=1000000"),
        ];
        for (game, bot) in games {
            let seats = json!([{"type": "me"}, {"type": "bot", "bot": bot}]);
            assert_eq!(a.open(game, seats, json!(null)).await["code"], "bot_parameters", "{bot}");
        }
        server.stop().await;
    });
}

#[test]
fn a_match_needs_a_person() {
    run(async {
        let server = start(settings(), Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        for game in ["judo", "necro", "orcain", "tank", "tcg"] {
            let seats = json!([{"type": "bot", "bot": "random"}, {"type": "bot", "bot": "random"}]);
            assert_eq!(a.open(game, seats, json!(null)).await["code"], "no_player", "{game}");
        }
        server.stop().await;
    });
}

/// How long a player takes to answer in a position when it is stopped at once: the best of three, for
/// the machine may be busy.
fn answers_in(player: &mut dyn Player, table: &dyn AnyMatch) -> (Choice<Value>, Duration) {
    let (stop, mut best) = (Stop::default(), Duration::MAX);
    stop.set();
    let mut choice = Choice::Wait;
    for _ in 0..3 {
        let Some(position) = player.look(table) else { return (Choice::Wait, Duration::ZERO) };
        let since = Instant::now();
        choice = player.think(&position, &stop);
        best = best.min(since.elapsed());
    }
    (choice, best)
}

#[test]
fn a_stopped_player_answers_at_once_in_every_game() {
    let catalogue = Catalogue::shipped();
    for rules in catalogue.rule_sets() {
        let names = rules.info().bots.iter().map(|bot| bot.name).chain(["random", "search"]);
        for name in names.filter(|name| *name != "scripted") {
            let changes = rules.suited(&bout_core::Occasion::Batch);
            let opening = Opening { preset: None, config: &changes, seed: Seed(7), luck: None };
            let mut table = rules.open(&opening).unwrap();
            let spec = BotSpec::plain(name);
            let make = |seat| {
                let seating = Seating { spec: &spec, seat, seed: Seed(3) };
                catalogue.with_game(rules.id(), seating).unwrap().unwrap()
            };
            let mut players: Vec<_> = (0..table.seats()).map(|seat| make(Seat(seat))).collect();
            for _ in 0..60 {
                let Some(seat) = table.to_act().first() else { break };
                let (choice, took) = answers_in(&mut *players[seat.index()], &*table);
                assert!(took < Duration::from_millis(10), "{} {name}: {took:?}", rules.id());
                let Choice::Act(action) = choice else { break };
                let (now, input) = (table.now(), Input::Act { seat, action });
                table.submit(now, &input, None, None).unwrap();
            }
        }
    }
}

/// A solution of a very long match takes far longer than a move may take.
#[test]
fn a_player_that_solves_a_match_can_be_stopped() {
    let catalogue = Catalogue::shipped();
    let rules = catalogue.rule_set("orcain").unwrap();
    let hands = json!({"hands": [["attack", "attack", "heal", "counter"], ["attack", "defense", "heal", "counter"]],
        "rounds_per_match": 1000, "sudden_death_cap": 1_000_000});
    let opening = Opening { preset: None, config: &hands, seed: Seed(7), luck: None };
    let table = rules.open(&opening).unwrap();
    let spec = BotSpec::plain("optimal");
    let seating = Seating { spec: &spec, seat: Seat(0), seed: Seed(3) };
    let mut player = catalogue.with_game("orcain", seating).unwrap().unwrap();
    let (choice, took) = answers_in(&mut *player, &*table);
    assert!(matches!(choice, Choice::Act(_)) && took < Duration::from_millis(10), "{took:?}");
}

#[test]
fn a_bot_takes_its_time_where_people_want_to_follow() {
    run(async {
        let server = start(settings(), Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        let id = a.id();
        let since = Instant::now();
        let open = json!({"type": "table_open", "game": "tank", "id": id, "bot_pace_ms": 300,
            "config": {"rules": {"first_player": 1}},
            "seats": [{"type": "me"}, {"type": "bot", "bot": "priority"}]});
        assert_eq!(a.ask(open).await["ok"], true);
        a.frame(|frame| frame["to_act"] == true).await;
        let waited = since.elapsed();
        assert!((300..1500).contains(&waited.as_millis()), "{waited:?}");
        server.stop().await;
    });
}

/// Rules 4.3 and 10 of Orcain: the bot's draft enters at the stamp of the start, before any other
/// input of the round, however long it may take elsewhere and however late the host wakes up.
#[test]
fn a_bot_that_moves_together_with_people_moves_first() {
    run(async {
        let server = start(settings(), Store::memory()).await;
        let mut a = Person::arrive(&server.address).await;
        let id = a.id();
        let open = json!({"type": "table_open", "game": "orcain", "preset": "pve", "id": id,
            "bot_pace_ms": 500, "config": {"step_first_ms": 11, "step_ms": 7},
            "seats": [{"type": "me"}, {"type": "bot", "bot": "orc_bot"}]});
        let of = a.ask(open).await["match"].as_str().unwrap().to_owned();
        for round in 1..=4 {
            a.frame(|frame| frame["view"]["roundIndex"] == round && frame["to_act"] == true).await;
            let confirm = json!({"type": "confirm", "layout": ["defense", null, null]});
            assert_eq!(a.act(&of, 0, confirm).await["ok"], true);
        }
        let next = a.frame(|frame| frame["view"]["roundIndex"] == 5).await;
        assert_ne!(next["view"]["lastRound"][0][1], json!(null), "the bot played: {next}");
        let id = a.id();
        a.ask(json!({"type": "concede", "match": of, "id": id})).await;
        a.frame(|frame| frame["outcome"] != json!(null)).await;
        let path = format!("/api/matches/{of}/replay");
        let (_, replay) = get_as(&server.address, &a.token, &path).await;
        let entries = replay["entries"].as_array().unwrap();
        let drafts = entries.iter().enumerate().filter(|(_, entry)| entry["input"]["seat"] == 1);
        let mut seen = 0;
        for (at, draft) in drafts {
            // What began the round, or the beginning of the match.
            let began = at.checked_sub(1).map_or(json!(0), |before| entries[before]["at"].clone());
            assert_eq!(draft["at"], began, "{draft}");
            seen += 1;
        }
        assert_eq!(seen, 5);
        server.stop().await;
    });
}
