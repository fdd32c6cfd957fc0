//! Teams: `teams` of the config groups seats (rules 3.2).

use bout_core::LoadsStates;
use std::sync::Arc;

use bout_core::{AnyGame, Figure, Game, LoadedGame, Match, Opening, Seed, Sink, Tally};
use bout_tank::{Config, Stats, Tank};
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::bots::{ask, window};
use crate::{
    Made, Table, fire, heavy, light, medium, plain, quick_fire, repair, sabotage, table, tableau,
    through,
};

/// Two against two, the allies opposite each other.
fn pairs(tanks: [Made; 4]) -> Table {
    table(tanks).config(json!({"teams": [[0, 2], [1, 3]]}))
}

/// Seat 0 can do everything; seat 2, its ally, is tracked.
fn rich() -> Table {
    let hand = "fire coaxial_mg tracked jammed_breech field_repair clear_breech";
    let hurt = |tank: Made| tank.hazards("tracked");
    pairs([heavy(hand).breech("he"), medium("smoke_launchers"), hurt(light("")), medium("")])
}

fn refusal(config: &Value) -> Option<(String, &'static str)> {
    let rules = LoadedGame::<Tank>::new(Arc::new(()));
    let opening = Opening { preset: None, config, seed: Seed(1), luck: None };
    rules.open(&opening).err().map(|error| (error.text, error.code))
}

#[test]
fn teams_hold_every_seat_once() {
    let four = ["heavy", "medium", "light", "light"];
    for fine in
        [json!([]), json!([[0, 2], [1, 3]]), json!([[3], [2, 1, 0]]), json!([[0], [1], [2, 3]])]
    {
        assert_eq!(refusal(&json!({"classes": four, "teams": fine})), None, "{fine}");
    }
    for wrong in [
        json!([[0, 1, 2, 3]]),
        json!([[0, 1, 2, 3], []]),
        json!([[0, 2], [1]]),
        json!([[0, 2], [1, 3, 3]]),
        json!([[0, 2], [1, 4]]),
        json!([[0, 2], [1, 3, 4]]),
    ] {
        let (text, code) = refusal(&json!({"classes": four, "teams": wrong})).expect("refused");
        assert!(code == "invalid_config" && text.contains("teams"), "{wrong}: {text}");
    }
    assert!(refusal(&json!({"teams": [[0, 1]]})).is_some(), "a duel is between two teams");
}

#[test]
fn without_teams_nothing_is_written_of_them() {
    let config = serde_json::to_value(Config::default()).expect("json");
    assert_eq!(config.get("teams"), None);
    let play = Play::<Tank>::open(json!({"classes": ["heavy", "medium", "light"]}));
    assert_eq!(play.told_public()[0]["result"].get("teams"), None);
    let teams: Vec<_> = (0..3).map(|seat| play.state()["players"][seat]["team"].clone()).collect();
    assert_eq!(teams, [json!(0), json!(1), json!(2)]);
}

#[test]
fn everybody_sees_who_fights_together() {
    let teams = json!([[0, 2], [1, 3]]);
    let classes = json!(["heavy", "medium", "light", "light"]);
    let play = Play::<Tank>::open(json!({"classes": classes, "teams": teams}));
    assert_eq!(play.told_public()[0]["result"]["teams"], teams);
    let seen = play.view_public();
    let of = |seat: usize| seen["players"][seat]["team"].clone();
    assert_eq!([of(0), of(1), of(2), of(3)], [json!(0), json!(1), json!(0), json!(1)]);
}

#[test]
fn allies_cannot_be_attacked_or_sabotaged() {
    let mut play = rich().play();
    for action in [fire(2), quick_fire(2), sabotage("jammed_breech", 2)] {
        assert_eq!(play.refused(0, action.clone()), "target_is_ally", "{action}");
    }
    for action in play.legal(0) {
        let spared = action["type"] == "repair" || action["target"] != json!(2);
        assert!(spared, "{action}");
    }
    let reasons: Vec<_> = play.options(0).into_iter().filter(|(a, _)| *a == fire(2)).collect();
    assert_eq!(reasons, [(fire(2), Some("target_is_ally"))]);
    // The ally is spared before its shield is asked for.
    let shielded = light("").shield();
    let mut play = pairs([heavy("fire").breech("he"), medium(""), shielded, medium("")]).play();
    assert_eq!(play.refused(0, fire(2)), "target_is_ally");
}

#[test]
fn allies_are_repaired_and_enemies_are_not() {
    let mut play = rich().play();
    assert!(play.legal(0).contains(&repair("field_repair", 2)));
    assert_eq!(play.refused(0, repair("clear_breech", 1)), "target_not_ally");
    assert_eq!(play.refused(0, repair("clear_breech", 2)), "no_matching_hazard");
    let offered = |play: &Play<Tank>, to| {
        play.options(0).iter().any(|(action, _)| *action == repair("clear_breech", to))
    };
    assert!(offered(&play, 2) && !offered(&play, 1));
    play.act(0, repair("field_repair", 2));
    assert_eq!(tableau(&play, 2)["hazards"], json!([]));
}

#[test]
fn kills_of_a_team_add_up_and_the_team_wins() {
    let tanks =
        [heavy("coaxial_mg").marks(1), medium("").marks(2), light("").marks(1), medium("").hp(10)];
    let mut play = pairs(tanks).play();
    let events = through(&mut play, 0, quick_fire(3));
    assert_eq!(crate::result(&events, "game_over")["kill_marks"], json!([2, 2, 1, 0]));
    assert_eq!(play.ending(), ("kill_marks", vec![0, 2]));
    assert_eq!(play.state()["winner"], 0, "who made the last kill");
}

#[test]
fn a_kill_of_another_team_does_not_count() {
    let tanks = [heavy("coaxial_mg").marks(1), medium("").marks(2), light(""), medium("").hp(10)];
    let mut play = pairs(tanks).play();
    through(&mut play, 0, quick_fire(3));
    assert_eq!(play.outcome(), None);
}

#[test]
fn a_loaded_team_cannot_have_won_already() {
    let won = pairs([heavy("he").marks(2), medium(""), light("").marks(1), medium("")]);
    let config: Config = serde_json::from_value(won.config).expect("a config");
    let game = Tank::new(config, &()).expect("a game");
    let state = game.read_state(&won.state).expect("readable");
    assert!(game.faults(&state).unwrap_err().contains("killMarks"));
}

#[test]
fn who_gave_up_does_not_win_with_the_team() {
    let tanks = [heavy("coaxial_mg").marks(2), medium(""), light(""), medium("").hp(10)];
    let mut play = pairs(tanks).play();
    play.act(0, plain("concede"));
    through(&mut play, 0, quick_fire(3));
    assert_eq!(play.ending(), ("kill_marks", vec![2]));
}

#[test]
fn computers_spare_and_repair_their_allies() {
    let weak = light("").hp(1).hazards("tracked");
    let others = || [medium(""), weak.clone(), medium("").hp(50)];
    let with = |tank: Made| {
        let [left, ally, right] = others();
        pairs([tank, left, ally, right])
    };
    for bot in ["priority", "prototype"] {
        let armed = heavy("fire").breech("he");
        assert_eq!(ask(bot, with(armed), 0, &[]).get("target"), Some(&json!(3)), "{bot}");
        let remedy = with(heavy("field_repair ablative_armor"));
        assert_eq!(ask(bot, remedy, 0, &[]), repair("field_repair", 2), "{bot}");
    }
    // The medium tank keeps what its ally needs.
    let hand = "field_repair clear_breech clear_breech reestablish_comms";
    let kept = ask("priority", with(medium(hand)), 0, &[]);
    assert_eq!(kept, crate::passive("clear_breech clear_breech"));
}

#[test]
fn computers_smoke_for_their_allies_and_never_against_them() {
    let smoke = || medium("smoke_launchers");
    // Seat 0 attacks seat 1: seat 2 is its ally, seat 3 that of the target.
    let attack = |target: Made| window("fire", "he", pairs([heavy(""), target, smoke(), smoke()]));
    for bot in ["priority", "prototype", "priority:smoke_others=always"] {
        assert_eq!(ask(bot, attack(light("").hp(20)), 2, &[]), plain("pass"), "{bot}");
        assert_eq!(ask(bot, attack(light("").hp(20)), 3, &[]), plain("smoke"), "{bot}");
    }
    assert_eq!(ask("priority", attack(medium("")), 3, &[]), plain("pass"), "no kill");
}

#[test]
fn statistics_count_a_win_for_every_seat_of_the_team() {
    let tanks = [heavy("coaxial_mg").marks(2), medium(""), heavy(""), light("").hp(10)];
    let table = pairs(tanks);
    let config: Config = serde_json::from_value(table.config).expect("a config");
    let game = Tank::new(config, &()).expect("a game");
    let mut tally = Stats::default();
    tally.open(&game);
    let mut state = game.read_state(&table.state).expect("a state");
    state.phase = bout_core::Current::start(bout_tank::Phase::GameOver);
    state.winner = Some(bout_core::Seat(0));
    state.end_reason = Some(bout_tank::EndReason::KillMarks);
    tally.close(&game, &state, game.outcome(&state));
    let report = tally.report();
    let share = |name: &str, class: &str| {
        let named = |figures: &[(String, Figure)], name: &str| {
            figures.iter().find(|(other, _)| other == name).map(|(_, figure)| figure.clone())
        };
        match named(&report, name) {
            Some(Figure::Group(figures)) => named(&figures, class),
            _ => None,
        }
    };
    let rate = |hits, of| Some(Figure::Share { hits, of });
    assert_eq!(share("win_rate_by_class", "heavy"), rate(1, 1));
    assert_eq!(share("win_rate_per_entry_by_class", "heavy"), rate(2, 2));
    assert_eq!(share("win_rate_by_class", "medium"), rate(0, 1));
}

#[test]
fn bots_play_a_match_of_teams_to_its_end() {
    let config: Config = serde_json::from_value(json!({
        "classes": ["heavy", "medium", "light", "light"], "teams": [[0, 1], [2, 3]],
    }))
    .expect("a config");
    let game = Arc::new(Tank::new(config, &()).expect("a game"));
    for seed in 0..20 {
        let mut live = Match::open(Arc::clone(&game), Seed(seed), Sink::none());
        crate::bots::play_out(&mut live, "priority");
        let won: Vec<_> = live.outcome().expect("an end").won.iter().map(|seat| seat.0).collect();
        assert!(won == [0, 1] || won == [2, 3], "{won:?}");
    }
}
