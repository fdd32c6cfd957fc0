//! The computer players (rules 10).

use bout_core::LoadsStates;
use std::sync::Arc;

use bout_core::{
    BotSpec, Catalogued, Choice, Dice, Game, Input, Match, Millis, Seat, Seed, Sink, Turn,
};
use bout_tank::{Config, Tank};
use serde_json::{Value, json};

use crate::{
    Made, Table, discard, equip, fire, heavy, light, list, load, medium, passive, plain,
    quick_fire, repair, sabotage, table,
};

/// What a computer player at this seat does; its dice must be used up.
pub fn ask(spec: &str, table: Table, seat: u8, luck: &[u32]) -> Value {
    let config: Config = serde_json::from_value(table.config).expect("a config");
    let game = Tank::new(config, &()).expect("a game");
    let state = game.read_state(&table.state).expect("a state");
    let live = Match::at(Arc::new(game), state, Seed(1), Millis(0)).expect("a match");
    let spec: BotSpec = spec.parse().expect("a name");
    let mut bot = Tank::bot(&spec).expect("known").expect("fine");
    let mut dice = Dice::script(luck);
    let choice = bot.choose(&Turn::new(&live, Seat(seat)), &mut dice);
    dice.finish().expect("the dice fit");
    match choice {
        Choice::Act(action) => serde_json::to_value(action).expect("plain"),
        Choice::Wait | Choice::Leave => Value::Null,
    }
}

/// What `priority` does at seat 0 in its action.
fn priority(table: Table, luck: &[u32]) -> Value {
    ask("priority", table, 0, luck)
}

fn prototype(table: Table, luck: &[u32]) -> Value {
    ask("prototype", table, 0, luck)
}

/// Plays a match to its end with bots of this name.
pub fn play_out(live: &mut Match<Tank>, name: &str) {
    let mut bot = Tank::bot(&name.parse().expect("a name")).expect("known").expect("fine");
    let mut dice = Dice::of(Seed(9), 1);
    while live.outcome().is_none() {
        let seat = live.game().to_act(live.state()).first().expect("somebody is waited for");
        let Choice::Act(action) = bot.choose(&Turn::new(live, seat), &mut dice) else { panic!() };
        live.step(Millis(0), &Input::Act { seat, action }, Sink::none()).expect("legal");
    }
}

/// A window for an attack of seat 0 at seat 1; everybody else answers.
pub fn window(source: &str, card: &str, table: Table) -> Table {
    let seats = table.state["players"].as_array().map_or(0, Vec::len);
    let responders: Vec<_> = (1..seats).collect();
    let responses = vec![Value::Null; responders.len()];
    table.state(json!({
        "phase": "interrupt_smoke", "main_action": source,
        "pending": {
            "kind": "smoke", "attacker": 0, "target": 1, "source": source, "card": card,
            "responders": responders, "responses": responses,
        },
    }))
}

#[test]
fn example_42_fire_first() {
    let table = table([heavy("coaxial_mg fire sabot").breech("he"), medium("")]);
    assert_eq!(priority(table, &[]), fire(1));
}

#[test]
fn example_43_load_the_strongest() {
    let table = table([heavy("he heat sabot tracked"), medium("")]);
    assert_eq!(priority(table, &[]), load("sabot"));
}

#[test]
fn example_44_no_reload() {
    let table = table([heavy("sabot field_repair smoke_launchers").breech("he"), medium("")]);
    assert_eq!(priority(table, &[]), discard("field_repair"));
}

#[test]
fn example_45_what_is_not_useful() {
    let hand = "field_repair clear_breech fire";
    assert_eq!(
        priority(table([medium(hand), heavy("")]), &[]),
        passive("field_repair clear_breech")
    );
    assert_eq!(priority(table([heavy(hand), medium("")]), &[]), discard("field_repair"));
}

#[test]
fn example_46_the_weakest_target_that_can_be_hit() {
    let others = [heavy("").hp(40), medium("").hp(25), light("").hp(10).shield()];
    let [a, b, c] = others;
    let table = table([medium("fire").breech("he"), a, b, c]);
    assert_eq!(priority(table, &[]), fire(2));
}

#[test]
fn example_47_no_smoke_for_nothing() {
    let table = table([medium(""), heavy("smoke_launchers").armor(1)]);
    let table = window("quick_fire", "coaxial_mg", table);
    assert_eq!(ask("priority", table, 1, &[]), plain("pass"));
}

#[test]
fn example_48_deny_the_win() {
    for (marks, answer) in [(2, "smoke"), (1, "pass")] {
        let tanks = [heavy("").marks(marks), medium("").hp(20), light("smoke_launchers")];
        let table = window("fire", "he", table(tanks));
        assert_eq!(ask("priority", table, 2, &[]), plain(answer), "{marks}");
    }
}

#[test]
fn main_action_in_order() {
    let tracked = |hand| heavy(hand).hazards("tracked");
    let rows = [
        (table([heavy("coaxial_mg he tracked"), medium("")]), quick_fire(1)),
        (table([tracked("coaxial_mg he fire"), medium("")]), load("he")),
        (table([heavy("he fire tracked ablative_armor"), medium("")]), load("he")),
        (
            table([heavy("he tracked ablative_armor").hazards("jammed_breech"), medium("")]),
            sabotage("tracked", 1),
        ),
        (table([tracked("ablative_armor field_repair"), medium("")]), repair("field_repair", 0)),
        (table([heavy("ablative_armor field_repair"), medium("")]), equip("ablative_armor")),
        (table([heavy("smoke_launchers field_repair"), medium("")]), discard("field_repair")),
        (table([heavy("he he").breech("he"), medium("")]), discard("he")),
    ];
    for (place, (table, expected)) in rows.into_iter().enumerate() {
        assert_eq!(priority(table, &[]), expected, "row {place}");
    }
}

#[test]
fn equal_targets_are_drawn() {
    let three = || {
        let [a, b, c] = [medium("").hp(30), heavy("").hp(30), light("").hp(31)];
        table([heavy("fire").breech("he"), a, b, c])
    };
    assert_eq!(priority(three(), &[0]), fire(1));
    assert_eq!(priority(three(), &[1]), fire(2));
    let burst = table([heavy("coaxial_mg"), medium("").hp(30), heavy("").hp(30)]);
    assert_eq!(priority(burst, &[1]), quick_fire(2));
}

#[test]
fn sabotage_counts_each_copy() {
    let at = || table([heavy("tracked tracked comms_jammed"), medium(""), light("").shield()]);
    let expected = ["tracked", "tracked", "comms_jammed"].map(|card| sabotage(card, 1));
    for (luck, expected) in (0..).zip(expected) {
        assert_eq!(priority(at(), &[luck]), expected, "{luck}");
    }
}

#[test]
fn repairs_and_equipment_are_drawn() {
    let hand = "clear_breech field_repair";
    let broken = || table([heavy(hand).hazards("tracked jammed_breech"), medium("")]);
    assert_eq!(priority(broken(), &[0]), repair("clear_breech", 0));
    assert_eq!(priority(broken(), &[1]), repair("field_repair", 0));
    let spare = || table([heavy("ablative_armor he encrypted_comms").breech("he"), medium("")]);
    assert_eq!(priority(spare(), &[0]), equip("ablative_armor"));
    assert_eq!(priority(spare(), &[1]), equip("encrypted_comms"));
}

#[test]
fn others_are_not_repaired_by_priority() {
    let table = table([heavy("field_repair sabot").breech("he"), medium("").hazards("tracked")]);
    let table = table.rules(json!({"repair_scope": "anyone"}));
    assert_eq!(priority(table, &[]), discard("field_repair"));
}

#[test]
fn a_ghost_is_paid_with_the_lowest_value() {
    let pay = |card: &str| json!({"type": "fire", "target": 1, "ghost_discard": card});
    let rows = [
        ("fire sabot coaxial_mg he", "coaxial_mg"),
        ("sabot fire fire", "fire"),
        ("he fire he", "he"),
    ];
    for (hand, card) in rows {
        let table = table([heavy(hand).breech("he"), light("").adrenaline(10)]);
        assert_eq!(priority(table, &[]), pay(card), "{hand}");
    }
}

/// A heavy, tracked and with `encrypted_comms` on its tank, that can do nothing but discard one of
/// these cards.
fn thrown(hand: &str) -> Value {
    let table = table([heavy(hand), medium("")]).rules(json!({"heavy.hand_size": 1}));
    let state = json!({"phase": "discard_excess", "main_action": "discard"});
    let owner = json!({"tableau": {"hazards": ["tracked"], "safeties": ["encrypted_comms"]}});
    let mut table = table.state(state);
    bout_core::merge(&mut table.state["players"][0], &owner);
    priority(table, &[])["cards"].clone()
}

#[test]
fn card_values() {
    let order = [
        "encrypted_comms",
        "clear_breech",
        "coaxial_mg",
        "he",
        "ablative_armor",
        "heat",
        "smoke_launchers",
        "fire",
        "jammed_breech",
        "sabot",
        "reinforced_treads",
        "field_repair",
    ];
    for pair in order.windows(2) {
        let (low, high) = (pair[0], pair[1]);
        assert_eq!(thrown(&format!("{low} {high}")), list(low), "{low} below {high}");
        assert_eq!(thrown(&format!("{high} {low}")), list(low), "{low} below {high}");
    }
    for equal in ["tracked jammed_breech", "clear_breech reestablish_comms"] {
        let first = equal.split(' ').next().expect("a card");
        assert_eq!(thrown(equal), list(first), "the lower index");
    }
}

#[test]
fn several_surplus_cards() {
    let table = table([heavy("sabot he fire field_repair coaxial_mg"), medium("")]);
    let state = json!({"phase": "discard_excess", "main_action": "discard"});
    let table = table.rules(json!({"heavy.hand_size": 2})).state(state);
    let chosen = sorted(priority(table, &[]));
    assert_eq!(chosen["cards"], list("coaxial_mg field_repair he"));
}

#[test]
fn smoke_for_oneself() {
    let rows: [(&str, &str, Made, &str); 7] = [
        ("priority", "coaxial_mg", medium("smoke_launchers"), "smoke"),
        ("priority", "coaxial_mg", heavy("smoke_launchers").armor(1), "pass"),
        ("priority", "he", medium(""), "pass"),
        ("priority:smoke_threshold=10", "coaxial_mg", medium("smoke_launchers"), "pass"),
        ("priority:smoke_threshold=10", "he", medium("smoke_launchers"), "smoke"),
        ("priority:smoke_threshold=10", "he", heavy("smoke_launchers").armor(1), "pass"),
        ("priority:smoke_threshold=9", "coaxial_mg", medium("smoke_launchers"), "smoke"),
    ];
    for (spec, card, target, answer) in rows {
        let source = if card == "he" { "fire" } else { "quick_fire" };
        let table = window(source, card, table([medium(""), target]));
        assert_eq!(ask(spec, table, 1, &[]), plain(answer), "{spec} {card}");
    }
}

#[test]
fn smoke_for_others() {
    let rows = [
        ("priority", 2, 20, "smoke"),
        ("priority", 2, 26, "pass"),
        ("priority", 2, 25, "smoke"),
        ("priority", 1, 20, "pass"),
        ("priority:smoke_others=never", 2, 20, "pass"),
        ("priority:smoke_others=deny_win", 2, 20, "smoke"),
        ("priority:smoke_others=always", 0, 75, "smoke"),
        ("priority:smoke_threshold=10:smoke_others=never", 2, 20, "pass"),
    ];
    for (spec, marks, hp, answer) in rows {
        let tanks = [heavy("").marks(marks), medium("").hp(hp), light("smoke_launchers")];
        let table = window("fire", "he", table(tanks));
        assert_eq!(ask(spec, table, 2, &[]), plain(answer), "{spec} {marks} {hp}");
    }
}

#[test]
fn the_prediction_counts_armor() {
    let tanks = [heavy("").marks(2), medium("").hp(13).armor(1), light("smoke_launchers")];
    assert_eq!(ask("priority", window("fire", "he", table(tanks)), 2, &[]), plain("pass"));
}

#[test]
fn smoke_for_others_by_the_rules_of_the_match() {
    let tanks = || [medium(""), heavy("").armor(1), light("smoke_launchers")];
    let harmless = window("quick_fire", "coaxial_mg", table(tanks()));
    assert_eq!(ask("priority:smoke_others=always", harmless, 2, &[]), plain("smoke"));
    let tanks = [medium(""), heavy("").hp(5), light("smoke_launchers")];
    let last = window("quick_fire", "coaxial_mg", table(tanks));
    assert_eq!(ask("priority", last.clone(), 2, &[]), plain("pass"));
    assert_eq!(ask("priority", last.rules(json!({"kills_to_win": 1})), 2, &[]), plain("smoke"));
}

/// A coup window for `tracked` of seat 0 on seat 1.
fn coup_window(hand: &str) -> Table {
    table([heavy(""), medium(hand)]).state(json!({
        "phase": "interrupt_coup", "main_action": "sabotage",
        "pending": {
            "kind": "coup_fourre", "attacker": 0, "target": 1, "source": "sabotage",
            "card": "tracked", "responders": [1], "responses": [null],
        },
    }))
}

#[test]
fn a_coup_is_always_played() {
    for bot in ["priority", "prototype"] {
        assert_eq!(ask(bot, coup_window("he reinforced_treads"), 1, &[]), plain("coup_fourre"));
        assert_eq!(ask(bot, coup_window("encrypted_comms"), 1, &[]), plain("pass"));
    }
}

#[test]
fn autoload_decisions() {
    let after = |main: &str, tank: Made| {
        table([tank.adrenaline(18), heavy("")])
            .state(json!({"phase": "autoload", "main_action": main}))
    };
    for bot in ["priority", "prototype"] {
        let table = after("load", medium("fire coaxial_mg").breech("he"));
        assert_eq!(ask(bot, table, 0, &[]), fire(1), "{bot}");
        let table = after("fire", medium("he sabot heat"));
        assert_eq!(ask(bot, table, 0, &[]), load("sabot"), "{bot}");
    }
}

/// The same command with its cards in the order of the alphabet.
fn sorted(mut command: Value) -> Value {
    if let Some(cards) = command.get_mut("cards").and_then(Value::as_array_mut) {
        cards.sort_by_key(ToString::to_string);
    }
    command
}

/// What a medium does that nobody can be a target for.
fn alone(preset: &str, tank: Made) -> Value {
    sorted(priority(table([tank, heavy("").shield()]).preset(preset), &[]))
}

#[test]
fn three_useless_cards_use_the_passive() {
    let twice = medium("encrypted_comms fire fire").safeties("encrypted_comms");
    let rows = [
        ("v1", medium("fire field_repair fire"), "field_repair fire"),
        ("v2", medium("fire field_repair fire"), "field_repair"),
        ("v1", medium("tracked tracked comms_jammed"), "tracked tracked"),
        ("v1", medium("coaxial_mg fire coaxial_mg"), "coaxial_mg coaxial_mg"),
        ("v1", medium("sabot he heat").breech("he"), "he heat"),
        ("v1", medium("sabot he heat").hazards("jammed_breech"), "he heat"),
        ("v1", twice, "encrypted_comms fire"),
        ("v1", medium("smoke_launchers fire fire fire ablative_armor"), "fire fire"),
    ];
    for (preset, tank, cards) in rows {
        let given = tank.0.to_string();
        assert_eq!(alone(preset, tank), sorted(passive(cards)), "{preset} {given}");
    }
}

#[test]
fn useful_cards_do_not_use_the_passive() {
    let rows = [
        (medium("fire field_repair smoke_launchers"), discard("field_repair")),
        (medium("sabot he heat"), load("sabot")),
        (medium("encrypted_comms fire fire"), equip("encrypted_comms")),
        (medium("field_repair fire fire").hazards("tracked"), repair("field_repair", 0)),
        (medium("smoke_launchers fire fire ablative_armor"), equip("ablative_armor")),
        (medium("fire field_repair fire").adrenaline(10), discard("field_repair")),
    ];
    for (tank, expected) in rows {
        let given = tank.0.to_string();
        assert_eq!(alone("v1", tank), expected, "{given}");
    }
    let fires = table([medium("fire fire fire").breech("he"), heavy("")]);
    assert_eq!(priority(fires, &[]), fire(1));
    let hazard = table([medium("tracked field_repair fire"), heavy("")]);
    assert_eq!(priority(hazard, &[]), sabotage("tracked", 1));
}

#[test]
fn the_passive_comes_before_the_main_action_and_once() {
    let hand = "coaxial_mg field_repair clear_breech reestablish_comms";
    let table = table([medium(hand), heavy("")]);
    assert_eq!(priority(table.clone(), &[]), passive("field_repair clear_breech"));
    assert_eq!(priority(table.state(json!({"passive_used": true})), &[]), quick_fire(1));
}

#[test]
fn the_passive_needs_enough_useless_cards() {
    let rules = json!({"medium_passive_discard": 4});
    let table = table([medium("field_repair clear_breech fire smoke_launchers"), heavy("")]);
    assert_eq!(priority(table.rules(rules), &[]), discard("field_repair"));
}

#[test]
fn prototype_main_action() {
    let gun = || heavy("coaxial_mg fire").breech("he");
    let two = || table([gun(), medium("").hp(30), light("").hp(30)]);
    let expected = [fire(1), fire(2), quick_fire(1), quick_fire(2)];
    for (luck, expected) in (0..).zip(expected) {
        assert_eq!(prototype(two(), &[luck]), expected, "{luck}");
    }
    let anyone = json!({"repair_scope": "anyone"});
    let rows = [
        (
            table([heavy("he field_repair").hazards("tracked"), medium("")]),
            repair("field_repair", 0),
        ),
        (
            table([heavy("he field_repair"), medium("").hazards("tracked")]).rules(anyone),
            repair("field_repair", 1),
        ),
        (table([heavy("heat he ablative_armor").breech("he"), medium("")]), load("heat")),
        (
            table([heavy("he ablative_armor tracked").breech("he"), medium("")]),
            equip("ablative_armor"),
        ),
        (table([heavy("he tracked").breech("heat"), medium("")]), sabotage("tracked", 1)),
        (table([heavy("he field_repair").breech("heat"), medium("")]), discard("field_repair")),
    ];
    for (place, (table, expected)) in rows.into_iter().enumerate() {
        assert_eq!(prototype(table, &[]), expected, "row {place}");
    }
}

#[test]
fn prototype_pays_a_ghost() {
    let tanks = [heavy("coaxial_mg he field_repair"), light("").adrenaline(10)];
    let expected = json!({"type": "quick_fire", "target": 1, "ghost_discard": "field_repair"});
    assert_eq!(prototype(table(tanks).preset("proto1"), &[]), expected);
}

#[test]
fn prototype_smokes_for_anybody() {
    let own =
        window("quick_fire", "coaxial_mg", table([medium(""), heavy("smoke_launchers").armor(1)]));
    assert_eq!(ask("prototype", own, 1, &[]), plain("smoke"));
    let tanks = [heavy(""), medium(""), light("smoke_launchers")];
    let other = window("quick_fire", "coaxial_mg", table(tanks));
    assert_eq!(ask("prototype", other, 2, &[]), plain("smoke"));
    let tanks = [heavy("smoke_launchers"), medium("")];
    let own_attack = window("quick_fire", "coaxial_mg", table(tanks)).preset("proto1");
    let pending = json!({"pending": {"responders": [1, 0], "responses": [null, null]}});
    assert_eq!(ask("prototype", own_attack.state(pending), 0, &[]), plain("smoke"));
}

#[test]
fn prototype_passive() {
    let rows = [
        ("four cards", "v2", "sabot fire tracked smoke_launchers", passive("smoke_launchers")),
        ("a low card", "v2", "sabot coaxial_mg fire", passive("coaxial_mg")),
        ("neither", "v2", "sabot fire smoke_launchers", load("sabot")),
        ("two in v1", "v1", "sabot coaxial_mg fire he", passive("coaxial_mg he")),
    ];
    for (name, preset, hand, expected) in rows {
        let table = table([medium(hand), heavy("").shield()]).preset(preset);
        assert_eq!(prototype(table, &[]), expected, "{name}");
    }
}

#[test]
fn names_and_parameters() {
    for spec in [
        "priority:x=1",
        "priority:smoke_others=sometimes",
        "priority:smoke_threshold=x",
        "prototype:x=1",
    ] {
        let spec: BotSpec = spec.parse().expect("a name");
        assert!(Tank::bot(&spec).expect("known").is_err(), "{spec}");
    }
    assert!(Tank::bot(&BotSpec::plain("nobody")).is_none());
    assert_eq!(Tank::bots().first().map(|bot| bot.name), Some("priority"));
}

#[test]
fn a_bot_sees_what_its_seat_sees() {
    let with = |hand: &str, deck: &str| {
        let tanks = [heavy("").marks(2), medium(hand).hp(20), light("smoke_launchers")];
        ask("priority", window("fire", "he", table(tanks).deck(deck)), 2, &[])
    };
    assert_eq!(with("smoke_launchers", "he"), with("he", "smoke_launchers"));
}
