//! Clocks, absence and the ends that nobody shoots for (rules 7, 9).

use bout_core::Signal;
use bout_tank::Tank;
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::{
    Made, Table, active, discard, fire, hand, heavy, light, list, load, medium, names, one, plain,
    player, quick_fire, result, sabotage, table, through,
};

/// The server's clocks.
fn clocks() -> Value {
    json!({"clocks": {
        "turn_ms": 45_000, "interrupt_ms": 10_000, "afk_timeouts": 3, "disconnect_grace_ms": 60_000,
    }})
}

/// The turn of seat 0 has just begun, at time 0, with the server's clocks.
fn clocked<const N: usize>(tanks: [Made; N]) -> Play<Tank> {
    table(tanks).config(clocks()).begin().0
}

fn timers(play: &Play<Tank>) -> Vec<(String, u64)> {
    let name = |(timer, at): (Value, u64)| (timer.as_str().unwrap_or_default().to_owned(), at);
    play.deadlines().into_iter().map(name).collect()
}

fn timer(name: &str, at: u64) -> Vec<(String, u64)> {
    vec![(name.to_owned(), at)]
}

fn left_ms(play: &Play<Tank>) -> Value {
    play.state()["turn_left_ms"].clone()
}

fn missed(play: &Play<Tank>, seat: usize) -> Value {
    player(play, seat)["missed"].clone()
}

fn controller(play: &Play<Tank>, seat: usize) -> Value {
    player(play, seat)["controller"].clone()
}

#[test]
fn no_clocks_by_default() {
    let (mut play, _) = table([heavy("coaxial_mg he"), medium("he he")]).begin();
    assert!(timers(&play).is_empty());
    play.act(0, quick_fire(1));
    assert!(timers(&play).is_empty());
    play.left(1);
    assert!(timers(&play).is_empty());
    assert_eq!(controller(&play, 1), "human");
}

#[test]
fn every_turn_has_its_clock() {
    let mut play = clocked([heavy("he he"), medium("he he he")]);
    assert_eq!(timers(&play), timer("turn", 45_000));
    play.at(7_000).act(0, discard("he"));
    assert_eq!(timers(&play), timer("turn", 52_000));
}

#[test]
fn the_clock_is_one_for_all_phases_of_a_turn() {
    let mut play = clocked([medium("he fire sabot fire").adrenaline(10), heavy("he he")]);
    play.at(2_000).act(0, load("he"));
    assert_eq!((play.phase(), timers(&play)), ("autoload", timer("turn", 45_000)));
    let passive = clocked([medium("he fire sabot fire"), heavy("he he")]);
    let mut play = passive;
    play.at(2_000).act(0, crate::passive("he fire"));
    assert_eq!((play.phase(), timers(&play)), ("action", timer("turn", 45_000)));
}

#[test]
fn the_clock_is_held_during_windows() {
    let mut play = clocked([medium("fire sabot").breech("he").adrenaline(10), heavy("he he")]);
    assert_eq!(left_ms(&play), Value::Null);
    play.at(1_000).act(0, fire(1));
    assert_eq!(timers(&play), timer("interrupt", 11_000));
    assert_eq!(left_ms(&play), 44_000);
    play.at(5_000).act(1, plain("pass"));
    assert_eq!((play.phase(), timers(&play)), ("autoload", timer("turn", 49_000)));
    assert_eq!(left_ms(&play), Value::Null);
}

#[test]
fn the_clock_is_cleared_when_a_window_ends_the_turn() {
    for command in [quick_fire(1), sabotage("tracked", 1)] {
        let mut play = clocked([heavy("coaxial_mg tracked"), medium("he he")]);
        play.at(1_000).act(0, command);
        assert_eq!(timers(&play), timer("interrupt", 11_000));
        play.at(3_000).act(1, plain("pass"));
        assert_eq!((timers(&play), left_ms(&play)), (timer("turn", 48_000), Value::Null));
    }
}

#[test]
fn a_timeout_in_action_discards_the_lowest_card() {
    let mut play = clocked([heavy("sabot fire field_repair smoke_launchers"), medium("he he")]);
    let events = play.expire();
    assert_eq!(names(&events), ["timeout", "discard", "turn_end", "turn_start", "draw"]);
    let timeout = &events[0];
    assert_eq!((&timeout["actor"], &timeout["phase"]), (&json!(0), &json!("action")));
    assert_eq!(timeout["result"], json!({"timer": "turn"}));
    assert_eq!(result(&events, "discard"), &json!({"card": "field_repair"}));
    assert_eq!((missed(&play, 0), active(&play)), (json!(1), json!(1)));
    assert_eq!(timers(&play), timer("turn", 90_000));
}

#[test]
fn a_timeout_throws_by_value_then_by_index() {
    let rows = [
        ("coaxial_mg smoke_launchers clear_breech field_repair", "clear_breech"),
        ("coaxial_mg heat sabot", "coaxial_mg"),
        ("tracked fire sabot", "he"),
        ("encrypted_comms sabot", "he"),
    ];
    for (cards, thrown) in rows {
        let mut play = clocked([heavy(cards), medium("he he")]);
        assert_eq!(result(&play.expire(), "discard"), &json!({"card": thrown}), "{cards}");
    }
    let mut play = clocked([heavy("field_repair").hazards("tracked"), medium("he he")]);
    assert_eq!(result(&play.expire(), "discard"), &json!({"card": "he"}));
}

#[test]
fn a_timeout_in_autoload_passes() {
    let mut play = clocked([medium("sabot fire").adrenaline(10), heavy("he he")]);
    play.act(0, load("sabot"));
    let events = play.expire();
    assert_eq!(names(&events)[..3], ["timeout", "autoload_declined", "turn_end"]);
    assert_eq!((&events[0]["phase"], missed(&play, 0)), (&json!("autoload"), json!(1)));
}

#[test]
fn a_timeout_throws_the_surplus_at_once() {
    let table = table([heavy("sabot field_repair coaxial_mg fire"), medium("he he")]);
    let table = table.config(clocks()).rules(json!({"heavy.hand_size": 2}));
    let (mut play, _) = table.begin();
    let events = play.expire();
    assert_eq!(names(&events)[..4], ["timeout", "discard", "discard_excess", "turn_end"]);
    assert_eq!(result(&events, "discard"), &json!({"card": "field_repair"}));
    assert_eq!(result(&events, "discard_excess"), &json!({"cards": ["coaxial_mg", "he"]}));
    assert_eq!((hand(&play, 0), missed(&play, 0)), (list("sabot fire"), json!(1)));
}

#[test]
fn a_timeout_in_discard_excess() {
    let table = table([heavy("sabot field_repair coaxial_mg fire"), medium("he he")]);
    let table = table.config(clocks()).rules(json!({"heavy.hand_size": 2}));
    let (mut play, _) = table.begin();
    play.at(100).act(0, discard("sabot"));
    assert_eq!((play.phase(), timers(&play)), ("discard_excess", timer("turn", 45_000)));
    let events = play.expire();
    assert_eq!(names(&events)[..3], ["timeout", "discard_excess", "turn_end"]);
    assert_eq!(events[0]["phase"], "discard_excess");
    let thrown = json!({"cards": ["field_repair", "coaxial_mg"]});
    assert_eq!(result(&events, "discard_excess"), &thrown);
}

#[test]
fn a_timeout_after_autoload_throws_the_surplus_too() {
    let loader = medium("sabot fire coaxial_mg").adrenaline(10);
    let table = table([loader, heavy("he he")]).config(clocks());
    let (mut play, _) = table.rules(json!({"medium.hand_size": 2})).begin();
    play.act(0, load("sabot"));
    let events = play.expire();
    let expected = ["timeout", "autoload_declined", "discard_excess", "turn_end"];
    assert_eq!(names(&events)[..4], expected);
    assert_eq!(result(&events, "discard_excess"), &json!({"cards": ["coaxial_mg"]}));
}

#[test]
fn a_window_that_runs_out_is_passed() {
    let rows = [
        (quick_fire(1), "interrupt_smoke", "damage"),
        (sabotage("tracked", 1), "interrupt_coup", "hazard_applied"),
    ];
    for (command, phase, name) in rows {
        let hand = "smoke_launchers reinforced_treads he he";
        let mut play = clocked([heavy("coaxial_mg tracked"), medium("he he"), light(hand)]);
        play.act(0, command);
        let events = play.expire();
        assert_eq!(names(&events)[..3], ["timeout", name, "turn_end"]);
        let timeout = &events[0];
        assert_eq!((&timeout["actor"], &timeout["phase"]), (&Value::Null, &json!(phase)));
        assert_eq!(timeout["result"], json!({"timer": "interrupt"}));
        assert_eq!([0, 1, 2].map(|seat| missed(&play, seat)), [0, 0, 0]);
    }
}

#[test]
fn answers_given_before_a_window_runs_out_count() {
    let tanks = [heavy("coaxial_mg"), medium("smoke_launchers"), light("smoke_launchers he")];
    let (mut play, _) = table(tanks).config(clocks()).turn_of(0).begin_at(2, "he");
    play.at(1_000).act(0, quick_fire(1));
    play.at(2_000).act(2, plain("smoke"));
    assert_eq!(timers(&play), timer("interrupt", 11_000));
    let events = play.expire();
    assert_eq!(names(&events)[..3], ["timeout", "smoke_launchers", "attack_negated"]);
    assert_eq!(one(&events, "smoke_launchers")["actor"], 2);
    assert_eq!(hand(&play, 1)[0], "smoke_launchers");
}

impl Table {
    /// Like `begin`, but the last seat throws this card away.
    fn begin_at(self, seat: u8, card: &str) -> (Play<Tank>, Vec<Value>) {
        let mut play = self.turn_of(seat).play();
        let events = play.act(seat, discard(card));
        (play, events)
    }
}

#[test]
fn three_timeouts_hand_the_seat_over() {
    let mut play = clocked([heavy("he he he he"), medium("he he he he he")]);
    for round in 1..=4 {
        let events = play.expire();
        let handed = names(&events)[..2] == ["timeout", "seat_control"];
        assert_eq!(handed, round == 3, "{round}");
        if handed {
            let expected = json!({"controller": "ai", "cause": "timeouts"});
            assert_eq!(result(&events, "seat_control"), &expected);
            assert_eq!(names(&events)[2], "discard");
        }
        assert_eq!(missed(&play, 0), round);
        play.act(1, discard("he"));
    }
    assert_eq!((controller(&play, 0), controller(&play, 1)), (json!("ai"), json!("human")));
}

#[test]
fn an_own_command_resets_the_count() {
    let mut play = clocked([heavy("he he he he"), medium("smoke_launchers he he he coaxial_mg")]);
    play.expire();
    play.act(1, discard("he"));
    assert_eq!(missed(&play, 0), 1);
    play.refused(0, discard("sabot"));
    assert_eq!(missed(&play, 0), 1);
    play.expire();
    assert_eq!(missed(&play, 0), 2);
    play.act(1, quick_fire(0));
    play.act(0, plain("pass"));
    assert_eq!(missed(&play, 0), 2, "an answer in a window is not such a command");
    play.act(0, discard("he"));
    assert_eq!(missed(&play, 0), 0);
}

#[test]
fn afk_timeouts_is_a_parameter() {
    let once = json!({"clocks": {"turn_ms": 100, "afk_timeouts": 1}});
    let (mut play, _) = table([heavy("he he"), medium("he he")]).config(once).begin();
    assert_eq!(names(&play.expire())[..2], ["timeout", "seat_control"]);
}

#[test]
fn grace_runs_while_a_human_is_gone() {
    let mut play = clocked([heavy("he he"), medium("he he")]);
    assert!(play.at(500).left(1).is_empty());
    let both = vec![("turn".to_owned(), 45_000), ("grace(1)".to_owned(), 60_500)];
    assert_eq!(timers(&play), both, "all other clocks keep running");
    assert!(play.at(900).returned(1).is_empty());
    assert_eq!(timers(&play), timer("turn", 45_000));
}

#[test]
fn grace_runs_out() {
    let config = json!({"clocks": {"disconnect_grace_ms": 1_000}});
    let (mut play, _) = table([heavy("he he"), medium("he he")]).config(config).begin();
    play.left(1);
    assert_eq!(timers(&play), timer("grace(1)", 1_000));
    let events = play.expire();
    let control = one(&events, "seat_control");
    assert_eq!((&control["actor"], &control["phase"]), (&json!(1), &json!("action")));
    assert_eq!(control["result"], json!({"controller": "ai", "cause": "disconnect"}));
    assert_eq!((events.len(), controller(&play, 1)), (1, json!("ai")));
    play.act(0, discard("he"));
    play.act(1, discard("he"));
    assert_eq!(controller(&play, 1), "ai", "commands of the seat are accepted from either");
    let events = play.returned(1);
    let back = json!({"controller": "human", "cause": "returned"});
    assert_eq!((events.len(), result(&events, "seat_control")), (1, &back));
    assert_eq!(controller(&play, 1), "human");
}

#[test]
fn a_computer_player_has_no_grace() {
    let config = json!({
        "controllers": ["human", "ai"], "clocks": {"disconnect_grace_ms": 1_000},
    });
    let (mut play, _) = table([heavy("he he"), medium("he he")]).config(config).begin();
    play.left(1);
    assert!(timers(&play).is_empty());
}

#[test]
fn returning_resets_the_count() {
    let mut play = clocked([heavy("he he he he"), medium("he he he he he")]);
    play.expire();
    assert_eq!(missed(&play, 0), 1);
    assert!(play.returned(0).is_empty(), "the seat was human all the time");
    assert_eq!(missed(&play, 0), 0);
}

#[test]
fn late_hosts_and_heard_attempts_change_nothing() {
    let mut play = clocked([heavy("he he"), medium("he he")]);
    let before = play.state();
    assert!(play.signal(Signal::Clock { late_ms: 900 }).is_empty());
    assert!(play.signal(Signal::Heard { seat: bout_core::Seat(0) }).is_empty());
    assert_eq!(play.state(), before);
}

#[test]
fn a_concession_ends_a_duel_in_every_phase() {
    let duel = || table([heavy("coaxial_mg tracked he"), medium("he he")]).play();
    let mut smoke = duel();
    smoke.act(0, quick_fire(1));
    let mut coup = duel();
    coup.act(0, sabotage("tracked", 1));
    for mut play in [duel(), smoke, coup] {
        let phase = play.phase();
        let mut other = Play::<Tank>::load(json!({}), play.state(), 0);
        for (play, seat) in [(&mut play, 0), (&mut other, 1)] {
            let events = play.act(seat, plain("concede"));
            assert_eq!(names(&events), ["concede", "game_over"]);
            assert_eq!((&events[0]["actor"], &events[0]["phase"]), (&json!(seat), &json!(phase)));
            let end = json!({
                "winner": 1 - seat, "end_reason": "concede", "kill_marks": [0, 0], "turns": 1,
            });
            assert_eq!(events[1]["result"], end);
            assert_eq!(play.ending(), ("concede", vec![1 - seat]));
        }
    }
}

#[test]
fn a_concession_in_a_deathmatch_hands_the_seat_over() {
    let mut play = table([heavy("he he"), medium("he"), light("he")]).play();
    let events = play.act(1, plain("concede"));
    assert_eq!(names(&events), ["concede", "seat_control"]);
    assert_eq!(events[1]["result"], json!({"controller": "ai", "cause": "concede"}));
    assert_eq!((play.phase(), active(&play)), ("action", json!(0)));
    assert_eq!((&player(&play, 1)["conceded"], controller(&play, 1)), (&json!(true), json!("ai")));
    assert!(play.returned(1).is_empty(), "for good");
    assert_eq!(controller(&play, 1), "ai");
    play.act(0, discard("he"));
    play.act(1, discard("he"));
}

#[test]
fn the_match_is_aborted_when_the_last_human_concedes() {
    let mut play = table([heavy("he"), medium("he"), light("he")]).play();
    for seat in [0, 2] {
        play.act(seat, plain("concede"));
        assert_eq!(play.outcome(), None);
    }
    let events = play.act(1, plain("concede"));
    assert_eq!(names(&events).last(), Some(&"game_over"));
    let end = result(&events, "game_over");
    assert_eq!((&end["winner"], &end["end_reason"]), (&Value::Null, &json!("aborted")));
    let outcome = play.outcome().expect("over");
    assert_eq!((outcome.won.len(), outcome.drew.len()), (0, 0), "all have conceded");
}

#[test]
fn computer_players_do_not_keep_a_match_alive() {
    let config = json!({"controllers": ["human", "ai", "ai"]});
    let mut play = table([heavy("he"), medium("he"), light("he")]).config(config).play();
    play.act(0, plain("concede"));
    let outcome = play.outcome().expect("over");
    let drew: Vec<_> = outcome.drew.iter().map(|seat| seat.0).collect();
    assert_eq!((outcome.ending, outcome.won.len(), drew), ("aborted", 0, vec![1, 2]));
}

#[test]
fn a_winner_who_has_conceded_has_lost() {
    let killer = heavy("coaxial_mg").marks(2);
    let mut play = table([killer, medium("").hp(10), light("")]).play();
    play.act(0, plain("concede"));
    let events = through(&mut play, 0, quick_fire(1));
    assert_eq!(result(&events, "game_over")["winner"], 0);
    let outcome = play.outcome().expect("over");
    assert_eq!((outcome.ending, outcome.won.len(), outcome.drew.len()), ("kill_marks", 0, 0));
}

#[test]
fn an_aborted_match_is_drawn() {
    let mut play = clocked([heavy("coaxial_mg he"), medium("he he")]);
    play.act(0, quick_fire(1));
    let events = play.signal(Signal::Aborted);
    assert_eq!(names(&events), ["game_over"]);
    let end = &events[0]["result"];
    assert_eq!((&end["winner"], &end["end_reason"]), (&Value::Null, &json!("aborted")));
    let outcome = play.outcome().expect("over");
    assert_eq!((outcome.ending, outcome.won.len(), outcome.drew.len()), ("aborted", 0, 2));
    assert!(timers(&play).is_empty(), "an ended match has no timer");
    assert_eq!(play.state()["turn_left_ms"], Value::Null);
}

#[test]
fn an_ended_match_has_no_timer() {
    let mut play = clocked([heavy("coaxial_mg he"), medium("he he").hp(5)]);
    play.left(1);
    through(&mut play, 0, quick_fire(1));
    assert_eq!(play.ending(), ("destroyed", vec![0]));
    assert!(timers(&play).is_empty());
}

#[test]
fn who_has_conceded_does_not_share_a_draw() {
    let mut play = table([heavy("he"), medium("he"), light("he")]).deck("").play();
    play.act(2, plain("concede"));
    play.act(0, load("he"));
    let outcome = play.outcome().expect("over");
    let drew: Vec<_> = outcome.drew.iter().map(|seat| seat.0).collect();
    assert_eq!((outcome.ending, outcome.won.len(), drew), ("deck_exhausted", 0, vec![0, 1]));
}

#[test]
fn the_host_knows_whom_to_play_for() {
    let handed = |play: &mut Play<Tank>| -> Vec<u8> {
        play.table().autopilot().iter().map(|seat| seat.0).collect()
    };
    let config = json!({"clocks": {"turn_ms": 100, "afk_timeouts": 1}});
    let tanks = [heavy("he he"), medium("he he"), light("he he")];
    let (mut play, _) = table(tanks).config(config).begin();
    assert_eq!(handed(&mut play), [0; 0]);
    play.expire();
    assert_eq!(handed(&mut play), [0]);
    play.act(1, plain("concede"));
    assert_eq!(handed(&mut play), [0, 1]);
    play.returned(0);
    assert_eq!(handed(&mut play), [1]);
    assert_eq!(play.table().concession(), Some(plain("concede")));
}

#[test]
fn the_clock_goes_on_where_a_window_leaves_a_surplus() {
    for answer in ["pass", "coup_fourre"] {
        let attacker = heavy("tracked sabot coaxial_mg fire");
        let tanks = table([attacker, medium("he reinforced_treads he")]).config(clocks());
        let (mut play, _) = tanks.rules(json!({"heavy.hand_size": 2})).begin();
        play.at(1_000).act(0, sabotage("tracked", 1));
        play.at(5_000).act(1, plain(answer));
        assert_eq!((play.phase(), timers(&play)), ("discard_excess", timer("turn", 49_000)));
        let events = play.expire();
        assert_eq!(names(&events)[..3], ["timeout", "discard_excess", "turn_end"]);
        assert_eq!(names(&events).contains(&"bonus_turn"), answer == "coup_fourre");
        assert_eq!(timers(&play), timer("turn", 94_000));
    }
}

#[test]
fn a_window_may_have_no_clock_of_its_own() {
    let config = json!({"clocks": {"turn_ms": 1_000}});
    let tanks = [medium("fire sabot").breech("he").adrenaline(10), heavy("he he")];
    let (mut play, _) = table(tanks).config(config).begin();
    play.at(400).act(0, fire(1));
    assert_eq!((timers(&play), left_ms(&play)), (vec![], json!(600)));
    play.at(9_000).act(1, plain("pass"));
    assert_eq!(timers(&play), timer("turn", 9_600));
}

#[test]
fn a_window_that_runs_out_gives_the_turn_back() {
    let mut play = clocked([medium("fire sabot").breech("he").adrenaline(10), heavy("he he")]);
    play.at(1_000).act(0, fire(1));
    play.expire();
    assert_eq!((play.phase(), timers(&play)), ("autoload", timer("turn", 55_000)));
}

#[test]
fn a_timeout_does_not_use_the_passive() {
    let mut play = clocked([medium("field_repair clear_breech fire"), heavy("he he")]);
    let events = play.expire();
    assert_eq!(names(&events)[..3], ["timeout", "discard", "turn_end"]);
}
