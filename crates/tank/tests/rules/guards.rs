//! Every rejection code, in the order of the checks (rules 5).

use bout_core::{Input, Millis, Seat, Signal};
use bout_tank::Tank;
use bout_testkit::Play;
use serde_json::{Value, json};

use crate::{
    Table, discard, equip, excess, fire, heavy, light, load, medium, passive, plain, quick_fire,
    repair, sabotage, table,
};

type Row = (&'static str, Table, Value);

/// Seat 0 sends each command and gets each code; nothing changes.
fn check(rows: impl IntoIterator<Item = Row>) {
    for (code, table, command) in rows {
        let mut play = table.play();
        let before = play.state();
        assert_eq!(play.refused(0, command.clone()), code, "{command}");
        assert_eq!(play.state(), before, "{command}");
    }
}

/// A duel in which both hold a bit of everything.
fn rich() -> Table {
    let hand = "fire coaxial_mg he tracked field_repair ablative_armor";
    table([medium(hand).breech("he"), heavy("smoke_launchers fire he")])
}

fn ghost_fire(card: Value) -> Value {
    json!({"type": "fire", "target": 1, "ghost_discard": card})
}

/// One well-formed command of every type.
fn commands() -> [Value; 13] {
    [
        load("he"),
        fire(1),
        quick_fire(1),
        sabotage("tracked", 1),
        repair("field_repair", 0),
        equip("ablative_armor"),
        discard("he"),
        passive("he fire"),
        plain("smoke"),
        plain("coup_fourre"),
        plain("pass"),
        excess("he"),
        plain("concede"),
    ]
}

/// A match in each phase that waits, by the name of the phase; seat 0 is active and attacks 1.
fn phases() -> Vec<(&'static str, Play<Tank>)> {
    let mut smoke = rich().play();
    smoke.act(0, fire(1));
    let mut coup = rich().play();
    coup.act(0, sabotage("tracked", 1));
    let mut autoload = table([medium("he fire he").adrenaline(18), heavy("fire")]).play();
    autoload.act(0, load("he"));
    let mut surplus = rich().rules(json!({"medium.hand_size": 3})).play();
    surplus.act(0, discard("he"));
    vec![
        ("action", rich().play()),
        ("interrupt_smoke", smoke),
        ("interrupt_coup", coup),
        ("autoload", autoload),
        ("discard_excess", surplus),
    ]
}

/// The commands that a phase takes.
fn taken(phase: &str) -> &'static [&'static str] {
    match phase {
        "action" => &[
            "load",
            "fire",
            "quick_fire",
            "sabotage",
            "repair",
            "equip",
            "discard",
            "medium_passive",
        ],
        "interrupt_smoke" => &["smoke", "pass"],
        "interrupt_coup" => &["coup_fourre", "pass"],
        "autoload" => &["load", "fire", "quick_fire", "pass"],
        _ => &["discard_excess"],
    }
}

#[test]
fn unknown_action() {
    for action in [json!({"type": "zap"}), json!({"type": ""}), json!({"type": "Fire"})] {
        assert_eq!(rich().play().refused(0, action.clone()), "unknown_action", "{action}");
    }
    for action in [json!(null), json!(7), json!("fire"), json!([]), json!({}), json!({"type": 3})] {
        let code = rich().play().refused(0, action.clone());
        assert!(["unknown_action", "bad_request"].contains(&code), "{action}: {code}");
    }
}

/// Commands with a field too few, too many or of the wrong kind.
fn malformed() -> Vec<Value> {
    vec![
        json!({"type": "load"}),
        json!({"type": "load", "card": "zap"}),
        json!({"type": "load", "card": 3}),
        json!({"type": "load", "card": "he", "target": 1}),
        json!({"type": "fire"}),
        json!({"type": "fire", "target": "1"}),
        json!({"type": "fire", "target": 0.5}),
        json!({"type": "fire", "target": 1, "ghost_discard": "zap"}),
        json!({"type": "fire", "target": 1, "ghost_discard": 3}),
        json!({"type": "fire", "target": 1, "card": "he"}),
        json!({"type": "quick_fire", "target": null}),
        json!({"type": "sabotage", "card": "tracked"}),
        json!({"type": "sabotage", "target": 1}),
        json!({"type": "repair", "target": 0}),
        json!({"type": "equip", "card": ["he"]}),
        json!({"type": "discard", "cards": ["he"]}),
        json!({"type": "medium_passive"}),
        json!({"type": "medium_passive", "cards": "he"}),
        json!({"type": "medium_passive", "cards": ["he", "zap"]}),
        json!({"type": "discard_excess"}),
        json!({"type": "smoke", "card": "smoke_launchers"}),
        json!({"type": "pass", "x": 1}),
        json!({"type": "coup_fourre", "safety": "encrypted_comms"}),
        json!({"type": "concede", "seat": 0}),
    ]
}

#[test]
fn bad_request_goes_before_phase_turn_and_end() {
    let mut over = rich().play();
    over.act(1, plain("concede"));
    for action in malformed() {
        for (phase, mut play) in phases() {
            for seat in [0, 1] {
                let code = play.refused(seat, action.clone());
                assert_eq!(code, "bad_request", "{action} of {seat} in {phase}");
            }
        }
        assert_eq!(over.refused(0, action.clone()), "bad_request", "{action} after the end");
    }
    assert_eq!(over.refused(0, plain("zap")), "unknown_action");
}

#[test]
fn game_over_goes_before_the_phase() {
    let mut play = rich().play();
    play.act(1, plain("concede"));
    let before = play.state();
    for seat in [0, 1] {
        for command in commands() {
            assert_eq!(play.refused(seat, command.clone()), "game_over", "{command} of {seat}");
        }
    }
    assert_eq!(play.state(), before);
    assert_eq!(play.ending(), play.ending());
}

#[test]
fn wrong_phase_goes_before_the_sender() {
    for (phase, mut play) in phases() {
        assert_eq!(play.phase(), phase);
        for command in commands() {
            let kind = command["type"].as_str().expect("type");
            if kind == "concede" || taken(phase).contains(&kind) {
                continue;
            }
            for seat in [0, 1] {
                let code = play.refused(seat, command.clone());
                assert_eq!(code, "wrong_phase", "{command} of {seat} in {phase}");
            }
        }
    }
}

#[test]
fn not_your_turn_goes_before_the_card() {
    for (phase, mut play) in phases() {
        let expected = match phase {
            "interrupt_smoke" | "interrupt_coup" => continue,
            _ => "not_your_turn",
        };
        for command in commands() {
            if taken(phase).contains(&command["type"].as_str().expect("type")) {
                assert_eq!(play.refused(1, command.clone()), expected, "{command} in {phase}");
            }
        }
    }
}

#[test]
fn strangers_are_refused() {
    for (phase, mut play) in phases() {
        for seat in [2, 9, 254, Seat::HOST.0] {
            for command in commands() {
                let input = Input::Act { seat: Seat(seat), action: command.clone() };
                let refused = play.table().submit(Millis(0), &input, None, None);
                assert!(refused.is_err(), "{command} of {seat} in {phase}");
            }
        }
    }
}

#[test]
fn load_codes() {
    let jammed = |hand| table([medium(hand).hazards("jammed_breech"), heavy("")]);
    let autoload = |hand: &str| {
        let loader = medium(hand).breech("he").adrenaline(18);
        table([loader, heavy("")]).state(json!({"phase": "autoload", "main_action": "load"}))
    };
    check([
        ("card_not_in_hand", jammed("fire"), load("he")),
        ("card_not_in_hand", jammed("fire"), load("tracked")),
        ("wrong_card_kind", jammed("fire he"), load("fire")),
        ("breech_jammed", jammed("he"), load("he")),
        ("card_not_in_hand", autoload("fire"), load("he")),
        ("wrong_card_kind", autoload("fire"), load("fire")),
        ("autoload_wrong_action", autoload("fire he"), load("he")),
    ]);
}

#[test]
fn a_jammed_breech_goes_before_the_wrong_half() {
    let loader = medium("fire he").breech("he").adrenaline(18).hazards("jammed_breech");
    let table = table([loader, heavy("")]);
    check([(
        "breech_jammed",
        table.state(json!({"phase": "autoload", "main_action": "load"})),
        load("he"),
    )]);
}

#[test]
fn fire_codes() {
    let bare = |hand, hazards| table([heavy(hand).hazards(hazards), medium("").shield()]);
    let loaded = |hand| {
        let shielded = light("").adrenaline(10).shield();
        table([heavy(hand).breech("he").shield(), shielded])
    };
    check([
        ("card_not_in_hand", bare("he", "tracked"), fire(9)),
        ("tracked", bare("fire", "tracked"), fire(9)),
        ("breech_empty", bare("fire", "jammed_breech"), fire(9)),
        ("invalid_target", loaded("fire"), fire(2)),
        ("invalid_target", loaded("fire"), fire(200)),
        ("target_self", loaded("fire"), fire(0)),
        ("target_shielded", loaded("fire"), fire(1)),
        ("target_shielded", loaded("fire he"), ghost_fire(json!("sabot"))),
    ]);
}

#[test]
fn ghost_codes() {
    let at = |hand, target: crate::Made| table([heavy(hand).breech("he"), target]);
    let ghost = || light("").adrenaline(10);
    let calm = || light("").hp(10);
    check([
        ("ghost_discard_unavailable", at("fire", ghost()), ghost_fire(json!("sabot"))),
        ("ghost_discard_unavailable", at("fire", ghost()), fire(1)),
        ("ghost_discard_required", at("fire he", ghost()), fire(1)),
        ("ghost_discard_required", at("fire he heat", ghost()), ghost_fire(json!(["he", "heat"]))),
        ("card_not_in_hand", at("fire he", ghost()), ghost_fire(json!("sabot"))),
        ("card_not_in_hand", at("fire he", ghost()), ghost_fire(json!("fire"))),
        ("ghost_discard_not_expected", at("fire he", calm()), ghost_fire(json!("he"))),
        ("ghost_discard_not_expected", at("fire he", calm()), ghost_fire(json!("sabot"))),
        (
            "ghost_discard_not_expected",
            at("fire he", medium("").adrenaline(10)),
            ghost_fire(json!("he")),
        ),
    ]);
}

#[test]
fn ghost_codes_of_other_costs() {
    let at = |hand, cost: u8| {
        table([heavy(hand).breech("he"), light("").adrenaline(10)])
            .rules(json!({"ghost_cost": cost}))
    };
    check([
        ("ghost_discard_unavailable", at("fire he", 2), ghost_fire(json!(["he", "he"]))),
        ("ghost_discard_required", at("fire he he", 2), fire(1)),
        ("ghost_discard_required", at("fire he he", 2), ghost_fire(json!("he"))),
        ("ghost_discard_required", at("fire he he", 2), ghost_fire(json!(["he"]))),
        ("ghost_discard_required", at("fire he he he", 2), ghost_fire(json!(["he", "he", "he"]))),
        ("card_not_in_hand", at("fire he heat", 2), ghost_fire(json!(["he", "he"]))),
        ("ghost_discard_not_expected", at("fire he", 0), ghost_fire(json!("he"))),
    ]);
}

#[test]
fn autoload_comes_before_the_ghost() {
    let phase = |main: &str| json!({"phase": "autoload", "main_action": main});
    let gunner = |hand| medium(hand).breech("he").adrenaline(18);
    let ghost = || light("").adrenaline(10);
    check([
        (
            "autoload_wrong_action",
            table([gunner("fire he"), ghost()]).state(phase("fire")),
            fire(1),
        ),
        (
            "target_shielded",
            table([gunner("fire he"), ghost().shield()]).state(phase("fire")),
            fire(1),
        ),
        (
            "ghost_discard_required",
            table([gunner("fire he"), ghost()]).state(phase("load")),
            fire(1),
        ),
        (
            "autoload_wrong_action",
            table([gunner("fire coaxial_mg"), ghost()]).state(phase("load")),
            quick_fire(1),
        ),
        ("card_not_in_hand", table([gunner("fire"), ghost()]).state(phase("load")), quick_fire(1)),
        (
            "target_shielded",
            table([gunner("fire coaxial_mg"), ghost().shield()]).state(phase("load")),
            quick_fire(1),
        ),
    ]);
}

#[test]
fn quick_fire_codes() {
    let at = |hand, hazards| {
        table([heavy(hand).hazards(hazards).shield(), light("").adrenaline(10).shield()])
    };
    let ghost = |hand| table([heavy(hand), light("").adrenaline(10)]);
    let taxed = |hand| ghost(hand).rules(json!({"ghost_scope": "fire_and_quick_fire"}));
    let pay = |card: &str| json!({"type": "quick_fire", "target": 1, "ghost_discard": card});
    check([
        ("card_not_in_hand", at("fire he", "tracked"), quick_fire(9)),
        ("tracked", at("coaxial_mg", "tracked"), quick_fire(9)),
        ("invalid_target", at("coaxial_mg", "jammed_breech"), quick_fire(9)),
        ("target_self", at("coaxial_mg", ""), quick_fire(0)),
        ("target_shielded", at("coaxial_mg", ""), quick_fire(1)),
        ("ghost_discard_not_expected", ghost("coaxial_mg he"), pay("he")),
        ("ghost_discard_unavailable", taxed("coaxial_mg"), quick_fire(1)),
        ("ghost_discard_required", taxed("coaxial_mg he"), quick_fire(1)),
        ("card_not_in_hand", taxed("coaxial_mg he"), pay("coaxial_mg")),
    ]);
}

#[test]
fn sabotage_codes() {
    let guarded = || medium("").hazards("tracked").safeties("reinforced_treads");
    let at = |hand, target: crate::Made| table([heavy(hand).shield(), target]);
    check([
        ("card_not_in_hand", at("fire", guarded().shield()), sabotage("tracked", 9)),
        ("card_not_in_hand", at("tracked", guarded()), sabotage("fire", 9)),
        ("wrong_card_kind", at("fire", guarded().shield()), sabotage("fire", 9)),
        ("invalid_target", at("tracked", guarded().shield()), sabotage("tracked", 9)),
        ("target_self", at("tracked", guarded().shield()), sabotage("tracked", 0)),
        ("target_shielded", at("tracked", guarded().shield()), sabotage("tracked", 1)),
        ("target_has_hazard", at("tracked", guarded()), sabotage("tracked", 1)),
        (
            "target_immune",
            at("tracked", medium("").safeties("reinforced_treads")),
            sabotage("tracked", 1),
        ),
    ]);
}

#[test]
fn a_team_is_spared() {
    let mate = medium("").set(json!({"team": 0})).shield();
    let table = table([heavy("tracked field_repair").set(json!({"team": 0})), mate, light("")]);
    check([("target_is_ally", table, sabotage("tracked", 1))]);
}

#[test]
fn an_equipped_safety_can_be_ignored() {
    let victim = medium("").safeties("reinforced_treads");
    let table = table([heavy("tracked"), victim]);
    let mut play = table.rules(json!({"sabotage_ignores_equipped_safety": true})).play();
    crate::through(&mut play, 0, sabotage("tracked", 1));
    assert_eq!(crate::tableau(&play, 1)["hazards"], crate::list("tracked"));
}

#[test]
fn repair_codes() {
    let at = |hand| table([heavy(hand).hazards("jammed_breech"), medium("").hazards("tracked")]);
    check([
        ("card_not_in_hand", at("fire"), repair("field_repair", 9)),
        ("wrong_card_kind", at("fire"), repair("fire", 9)),
        ("invalid_target", at("field_repair"), repair("field_repair", 9)),
        ("target_not_ally", at("field_repair"), repair("field_repair", 1)),
        ("no_matching_hazard", at("field_repair"), repair("field_repair", 0)),
        (
            "no_matching_hazard",
            at("field_repair"),
            json!({"type": "repair", "card": "field_repair"}),
        ),
        (
            "no_matching_hazard",
            at("clear_breech").rules(json!({"repair_scope": "anyone"})),
            repair("clear_breech", 1),
        ),
    ]);
}

#[test]
fn equip_codes() {
    let at = |hand| table([heavy(hand).safeties("encrypted_comms").armor(3), medium("")]);
    check([
        ("card_not_in_hand", at("fire"), equip("ablative_armor")),
        ("card_not_in_hand", at("fire"), equip("he")),
        ("wrong_card_kind", at("fire"), equip("fire")),
        ("wrong_card_kind", at("smoke_launchers"), equip("smoke_launchers")),
        ("already_equipped", at("encrypted_comms"), equip("encrypted_comms")),
        ("card_not_in_hand", at("fire"), discard("he")),
    ]);
}

#[test]
fn passive_codes() {
    let used = json!({"passive_used": true});
    let off = json!({"medium_passive_discard": 0});
    let by = |tank: crate::Made| table([tank, heavy("")]);
    check([
        ("passive_unavailable", by(heavy("he").adrenaline(10)).state(used.clone()), passive("")),
        ("passive_unavailable", by(light("he he")), passive("he he")),
        ("passive_unavailable", by(medium("he he").adrenaline(10)).rules(off), passive("")),
        (
            "passive_in_adrenaline",
            by(medium("he").adrenaline(10)).state(used.clone()),
            passive("he"),
        ),
        ("passive_used", by(medium("he")).state(used), passive("fire")),
        ("passive_wrong_count", by(medium("he he")), passive("fire")),
        ("passive_wrong_count", by(medium("he he he")), passive("he he he")),
        ("passive_wrong_count", by(medium("he he")), passive("")),
        ("card_not_in_hand", by(medium("he fire")), passive("he he")),
        ("card_not_in_hand", by(medium("he fire")), passive("he sabot")),
        ("passive_wrong_count", by(medium("he he")).preset("v2"), passive("he he")),
    ]);
}

#[test]
fn discard_excess_codes() {
    let surplus = || {
        let table = table([heavy("he he fire sabot"), medium("")]);
        let state = json!({"phase": "discard_excess", "main_action": "discard"});
        table.rules(json!({"heavy.hand_size": 2})).state(state)
    };
    check([
        ("wrong_discard_count", surplus(), excess("heat")),
        ("wrong_discard_count", surplus(), excess("he he fire")),
        ("wrong_discard_count", surplus(), excess("")),
        ("card_not_in_hand", surplus(), excess("fire fire")),
        ("card_not_in_hand", surplus(), excess("he heat")),
    ]);
}

#[test]
fn smoke_window_codes() {
    let tanks = [heavy("fire smoke_launchers").breech("he"), medium(""), light("smoke_launchers")];
    let mut play = table(tanks).play();
    play.act(0, fire(1));
    for answer in ["smoke", "pass"] {
        assert_eq!(play.refused(0, plain(answer)), "not_a_responder", "{answer}");
    }
    assert_eq!(play.refused(1, plain("smoke")), "no_smoke_card");
    play.act(2, plain("smoke"));
    for answer in ["smoke", "pass"] {
        assert_eq!(play.refused(2, plain(answer)), "already_responded", "{answer}");
    }
    let tanks = [heavy("fire").breech("he"), medium(""), light("")];
    let mut play = table(tanks).play();
    play.act(0, fire(1));
    play.act(2, plain("pass"));
    assert_eq!(play.refused(2, plain("smoke")), "already_responded");
}

#[test]
fn coup_window_codes() {
    let holder = || heavy("reinforced_treads");
    for (hand, code) in [("", "no_matching_safety"), ("advanced_targeting", "no_matching_safety")] {
        let mut play = table([heavy("tracked"), medium(hand), holder()]).play();
        play.act(0, sabotage("tracked", 1));
        assert_eq!(play.to_act(), [1]);
        for seat in [0, 2] {
            assert_eq!(play.refused(seat, plain("coup_fourre")), "not_a_responder", "{seat}");
            assert_eq!(play.refused(seat, plain("pass")), "not_a_responder", "{seat}");
        }
        assert_eq!(play.refused(1, plain("coup_fourre")), code, "{hand}");
    }
}

#[test]
fn conceding_twice() {
    let mut play = table([heavy("he"), medium("he"), light("he")]).play();
    play.act(1, plain("concede"));
    assert_eq!(play.refused(1, plain("concede")), "already_conceded");
    for (phase, mut play) in phases() {
        play.act(1, plain("concede"));
        assert_eq!(play.refused(1, plain("concede")), "game_over", "{phase}");
    }
}

#[test]
fn the_kernels_own_codes() {
    let clocks = json!({"clocks": {"turn_ms": 1000}});
    let (mut play, _) = table([heavy("he he"), medium("he he")]).config(clocks).begin();
    assert_eq!(play.at(1000).refused(0, discard("he")), "deadline_due");
    let code = |play: &mut Play<Tank>, at, input: Input<Value>| {
        play.table().submit(Millis(at), &input, None, None).unwrap_err().code
    };
    assert_eq!(code(&mut play, 999, Input::Expire), "nothing_due");
    let left = |seat| Input::Signal { signal: Signal::Left { seat: Seat(seat) } };
    assert_eq!(code(&mut play, 1, left(2)), "bad_request");
    play.at(10).act(0, discard("he"));
    assert_eq!(play.at(9).refused(1, discard("he")), "time_ran_back");
}
