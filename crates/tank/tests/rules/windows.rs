//! Smoke windows: who is asked, and which answer counts (rules 6.3).

use bout_tank::Tank;
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::{
    Made, Table, active, discard, fire, hand, heavy, hp, light, list, medium, names, one, pile,
    plain, quick_fire, result, sabotage, table, tableau,
};

fn responders(play: &Play<Tank>) -> Value {
    play.state()["pending"]["responders"].clone()
}

/// `n` tanks without smoke, of which one holds a machine gun and is active.
fn around(n: usize, attacker: usize) -> Table {
    let tank = |seat| medium(if seat == attacker { "coaxial_mg" } else { "" });
    let table = match n {
        2 => table([tank(0), tank(1)]),
        3 => table([tank(0), tank(1), tank(2)]),
        _ => table([tank(0), tank(1), tank(2), tank(3)]),
    };
    table.turn_of(u8::try_from(attacker).expect("a seat"))
}

#[test]
fn priority_table() {
    let rows: [(usize, u8, u8, &[u8]); 9] = [
        (2, 0, 1, &[1]),
        (2, 1, 0, &[0]),
        (3, 0, 2, &[2, 1]),
        (3, 1, 0, &[0, 2]),
        (3, 2, 0, &[0, 1]),
        (4, 1, 3, &[3, 0, 2]),
        (4, 3, 2, &[2, 0, 1]),
        (4, 0, 1, &[1, 2, 3]),
        (4, 2, 1, &[1, 3, 0]),
    ];
    for (n, attacker, target, expected) in rows {
        let mut play = around(n, attacker.into()).play();
        let events = play.act(attacker, quick_fire(target));
        assert_eq!(names(&events), ["quick_fire"]);
        assert_eq!(responders(&play), json!(expected), "{n} seats, {attacker} at {target}");
        let mut asked = expected.to_vec();
        asked.sort_unstable();
        assert_eq!((play.phase(), play.to_act()), ("interrupt_smoke", asked));
    }
}

#[test]
fn the_attacker_may_be_allowed_to_smoke() {
    let rows: [(usize, u8, u8, &[u8]); 3] =
        [(2, 0, 1, &[1, 0]), (3, 0, 2, &[2, 0, 1]), (4, 1, 3, &[3, 0, 1, 2])];
    for (n, attacker, target, expected) in rows {
        let table = around(n, attacker.into()).rules(json!({"smoke_by_attacker": true}));
        let mut play = table.play();
        play.act(attacker, quick_fire(target));
        assert_eq!(responders(&play), json!(expected), "{n} seats, {attacker} at {target}");
    }
    let attacker = medium("coaxial_mg smoke_launchers");
    let table = table([attacker, heavy("")]).rules(json!({"smoke_by_attacker": true}));
    let mut play = table.play();
    play.act(0, quick_fire(1));
    play.act(1, plain("pass"));
    let events = play.act(0, plain("smoke"));
    assert_eq!((&one(&events, "smoke_launchers")["actor"], hp(&play, 1)), (&json!(0), json!(100)));
}

#[test]
fn a_jammed_attacker_cannot_smoke_even_where_attackers_may() {
    let attacker = medium("coaxial_mg smoke_launchers").hazards("comms_jammed");
    let tanks = [attacker, heavy(""), light("")];
    let mut play = table(tanks).rules(json!({"smoke_by_attacker": true})).play();
    play.act(0, quick_fire(1));
    assert_eq!(responders(&play), json!([1, 2]));
}

/// The window of an attack of seat 0 at seat 1 of three, with these hazards on 1 and 2.
fn jammed(rules: Value, target: &str, other: &str) -> Value {
    let tanks = [medium("coaxial_mg"), heavy("").hazards(target), light("").hazards(other)];
    let mut play = table(tanks).rules(rules).play();
    play.act(0, quick_fire(1));
    responders(&play)
}

#[test]
fn comms_jammed() {
    let others = json!({"comms_jam_rule": "others_only"});
    let all = json!({"comms_jam_rule": "all"});
    let jam = "tracked comms_jammed";
    let rows = [
        (&others, "", "", json!([1, 2])),
        (&others, "tracked", "tracked jammed_breech", json!([1, 2])),
        (&others, jam, "", json!([1, 2])),
        (&others, "", jam, json!([1])),
        (&others, jam, jam, json!([1])),
        (&all, jam, "", json!([2])),
        (&all, "", jam, json!([1])),
        (&all, jam, jam, Value::Null),
    ];
    for (rules, target, other, expected) in rows {
        assert_eq!(jammed(rules.clone(), target, other), expected, "{rules} {target} {other}");
    }
}

#[test]
fn nobody_left_to_ask() {
    let target = medium("smoke_launchers").hazards("comms_jammed");
    let table = table([heavy("coaxial_mg"), target]).rules(json!({"comms_jam_rule": "all"}));
    let mut play = table.play();
    let events = play.act(0, quick_fire(1));
    assert_eq!(names(&events)[..3], ["quick_fire", "damage", "turn_end"]);
    assert_eq!((hp(&play, 1), play.phase()), (json!(65), "action"));
}

/// Seat 0 of four fires at seat 2; responders are 2, 3, 1, all with smoke.
fn crowd() -> Play<Tank> {
    let tank = |hand: &str| medium(&format!("smoke_launchers {hand}"));
    let tanks = [tank("fire").breech("he"), tank("fire"), tank("heat"), tank("sabot")];
    let mut play = table(tanks).play();
    play.act(0, fire(2));
    play
}

/// Who loses a smoke card after these answers: `s` smoke, `p` pass; none while the window is open.
fn smoker(answers: &[(u8, char)]) -> (bool, Option<u64>) {
    let (mut play, mut events) = (crowd(), Vec::new());
    for (seat, letter) in answers {
        assert!(events.is_empty(), "the window was closed before {seat} answered");
        events = play.act(*seat, plain(if *letter == 's' { "smoke" } else { "pass" }));
    }
    let smoke = events.iter().find(|event| event["action"] == "smoke_launchers");
    (play.phase() == "interrupt_smoke", smoke.and_then(|smoke| smoke["actor"].as_u64()))
}

#[test]
fn sealed_answers() {
    type Row = (&'static [(u8, char)], bool, Option<u64>);
    let rows: [Row; 12] = [
        (&[(2, 's')], false, Some(2)),
        (&[(3, 's')], true, None),
        (&[(1, 's')], true, None),
        (&[(3, 's'), (2, 's')], false, Some(2)),
        (&[(3, 's'), (2, 'p')], false, Some(3)),
        (&[(1, 's'), (3, 's')], true, None),
        (&[(1, 's'), (3, 's'), (2, 'p')], false, Some(3)),
        (&[(1, 's'), (3, 'p')], true, None),
        (&[(1, 's'), (3, 'p'), (2, 'p')], false, Some(1)),
        (&[(2, 'p'), (1, 's')], true, None),
        (&[(2, 'p'), (1, 's'), (3, 's')], false, Some(3)),
        (&[(1, 'p'), (3, 'p'), (2, 'p')], false, None),
    ];
    for (answers, open, expected) in rows {
        assert_eq!(smoker(answers), (open, expected), "{answers:?}");
    }
}

#[test]
fn a_sealed_answer_is_silent_and_stays() {
    let mut play = crowd();
    assert_eq!(play.act(1, plain("smoke")), Vec::<Value>::new());
    assert_eq!(play.state()["pending"]["responses"], json!([null, null, "smoke"]));
    assert_eq!(play.to_act(), [2, 3]);
    assert_eq!(play.refused(1, plain("pass")), "already_responded");
    assert_eq!(play.legal(1), Vec::<Value>::new());
}

#[test]
fn void_smokes_stay_in_the_hand() {
    let mut play = crowd();
    play.act(1, plain("smoke"));
    play.act(3, plain("smoke"));
    let events = play.act(2, plain("smoke"));
    assert_eq!(
        names(&events),
        ["smoke_launchers", "attack_negated", "turn_end", "turn_start", "draw"]
    );
    assert_eq!((hand(&play, 2), hand(&play, 3)), (list("heat"), list("smoke_launchers sabot")));
    assert_eq!(hand(&play, 1), list("smoke_launchers fire he"));
    assert_eq!(play.state()["pending"], Value::Null);
}

#[test]
fn what_a_negated_attack_leaves() {
    let target = medium("smoke_launchers smoke_launchers").armor(1);
    let mut play = table([heavy("fire coaxial_mg").breech("heat"), target]).play();
    play.act(0, fire(1));
    assert_eq!(tableau(&play, 0)["breech"], Value::Null);
    let expected = json!({
        "kind": "smoke", "attacker": 0, "target": 1, "source": "fire", "card": "heat",
        "responders": [1], "responses": [null],
    });
    assert_eq!(play.state()["pending"], expected);
    let events = play.act(1, plain("smoke"));
    let against = json!({"against": 0, "source": "fire", "munition": "heat"});
    assert_eq!(result(&events, "smoke_launchers"), &against);
    let negated = one(&events, "attack_negated");
    assert_eq!((&negated["actor"], &negated["target"]), (&json!(0), &json!(1)));
    assert_eq!(negated["result"], json!({"munition": "heat"}));
    assert_eq!(pile(&play), list("fire smoke_launchers heat"));
    assert_eq!((hp(&play, 1), &tableau(&play, 1)["ablativeArmor"]), (json!(75), &json!(1)));
    play.act(1, discard("he"));
    play.act(0, quick_fire(1));
    assert_eq!(play.state()["pending"]["card"], "coaxial_mg");
    play.act(1, plain("smoke"));
    assert_eq!(pile(&play), list("fire smoke_launchers heat he smoke_launchers coaxial_mg"));
}

#[test]
fn a_shielded_tank_smokes_for_others() {
    let tanks = [heavy("coaxial_mg"), medium(""), light("smoke_launchers").shield()];
    let mut play = table(tanks).play();
    play.act(0, quick_fire(1));
    play.act(1, plain("pass"));
    let events = play.act(2, plain("smoke"));
    assert_eq!(one(&events, "smoke_launchers")["actor"], 2);
}

#[test]
fn no_smoke_against_sabotage() {
    let mut play = table([heavy("tracked"), medium("smoke_launchers")]).play();
    play.act(0, sabotage("tracked", 1));
    assert_eq!(play.refused(1, plain("smoke")), "wrong_phase");
}

/// Plays these attacks of seat 0 on seat 1 until it is 1's turn; whoever is asked smokes if he can,
/// and plays a coup if he can. Returns all events and the number of inputs.
fn automatic(table: Table, command: Value) -> (Vec<Value>, usize) {
    let mut play = table.play();
    let (mut events, mut inputs) = (play.act(0, command), 1);
    while play.phase().starts_with("interrupt") {
        let seat = play.to_act()[0];
        let answer = play.legal(seat)[0].clone();
        events.extend(play.luck(&[]).act(seat, answer));
        inputs += 1;
    }
    (events, inputs)
}

#[test]
fn asking_only_holders_gives_the_same_events() {
    let three =
        |target: Made, other: Made| table([medium("coaxial_mg tracked").marks(1), target, other]);
    let rows = [
        (three(heavy(""), light("")), quick_fire(1), 3, 1),
        (three(heavy("smoke_launchers"), light("")), quick_fire(1), 2, 2),
        (three(heavy(""), light("smoke_launchers")), quick_fire(1), 3, 2),
        (three(heavy("smoke_launchers"), light("smoke_launchers")), quick_fire(1), 2, 2),
        (three(heavy("").hp(5), light("")), quick_fire(1), 3, 1),
        (three(heavy("fire"), light("")), sabotage("tracked", 1), 2, 1),
        (three(heavy("encrypted_comms"), light("")), sabotage("tracked", 1), 2, 1),
        (three(heavy("reinforced_treads"), light("")), sabotage("tracked", 1), 2, 2),
    ];
    for (table, command, all, holders) in rows {
        let asked = automatic(table.clone(), command.clone());
        let quick = automatic(table.rules(json!({"window_asks": "holders"})), command.clone());
        assert_eq!(asked.0, quick.0, "{command}");
        assert_eq!((asked.1, quick.1), (all, holders), "{command}");
    }
}

#[test]
fn holders_are_asked_in_the_same_order() {
    let tanks =
        [medium("coaxial_mg"), heavy(""), light("smoke_launchers"), heavy("smoke_launchers")];
    let mut play = table(tanks).rules(json!({"window_asks": "holders"})).play();
    play.act(0, quick_fire(1));
    assert_eq!(play.to_act(), [2, 3]);
    assert!(play.act(3, plain("smoke")).is_empty());
    let events = play.act(2, plain("smoke"));
    assert_eq!(one(&events, "smoke_launchers")["actor"], 2);
    assert_eq!((hand(&play, 3), active(&play)), (list("smoke_launchers"), json!(1)));
}

#[test]
fn answers_in_a_window_are_hidden() {
    let mut play = crowd();
    let before: Vec<_> = [0, 2, 3].map(|seat| play.view(seat)).into();
    let public = play.view_public();
    play.act(1, plain("smoke"));
    let after: Vec<_> = [0, 2, 3].map(|seat| play.view(seat)).into();
    assert_eq!((before, public), (after, play.view_public()));
    assert_eq!(play.view(1)["pending"]["responses"], json!([null, null, "smoke"]));
    for seat in 0..4 {
        assert!(play.told(seat).is_empty(), "{seat}");
    }
    assert!(play.told_public().is_empty());
}

#[test]
fn a_responder_who_gives_up_is_still_asked() {
    let mut play = crowd();
    play.act(2, plain("concede"));
    assert_eq!((play.phase(), play.to_act()), ("interrupt_smoke", vec![1, 2, 3]));
    let events = play.act(2, plain("smoke"));
    assert_eq!(one(&events, "smoke_launchers")["actor"], 2);
}
