//! The computer players of the rules document.

use bout_core::LoadsStates;
use std::sync::Arc;

use bout_core::{BotSpec, Catalogued, Choice, Dice, Game, Match, Millis, Seat, Seed, Turn};
use bout_necro::{Action, Cards, Config, Necro};
use bout_testkit::Play;
use serde_json::{Value, json};

use super::*;

/// What a bot does from here until the phase is over.
fn plan(play: &mut Play<Necro>, bot: &str) -> Vec<Value> {
    let spec: BotSpec = bot.parse().expect("a spec");
    let mut bot = Necro::bot(&spec).expect("a bot").expect("its parameters");
    let config: Config = serde_json::from_value(play.table().replay().config).expect("config");
    let game = Arc::new(Necro::new(config, &Cards::default()).expect("a game"));
    let mut done = Vec::new();
    for step in 0..20 {
        let state = game.read_state(&play.state()).expect("a state");
        let live = Match::at(Arc::clone(&game), state, Seed(1), Millis(0)).expect("sound");
        let mut dice = Dice::of(Seed(7), step);
        let Choice::Act(action) = bot.choose(&Turn::new(&live, Seat(0)), &mut dice) else {
            panic!("it waits")
        };
        let action = serde_json::to_value(action).expect("json");
        done.push(action.clone());
        play.act(0, action.clone());
        if action == next() {
            break;
        }
    }
    done
}

fn types(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["type"].as_str().expect("type")).collect()
}

#[test]
fn it_buys_the_dearest_soul_on_display() {
    let t = table().phase("buy").state(json!({
        "displayByBase": {"rook": "eternal_night_rook_guhua", "advisor": "dark_moon_advisor_yingji"},
    }));
    // Base weights: 120 against none (30); trained: 184 against 224; blended 165 against 224.
    let bought = |bot| plan(&mut t.clone().play(), bot)[0]["base"].clone();
    assert_eq!(bought("easy"), "rook");
    assert_eq!(bought("hard"), "advisor");
    assert_eq!(bought("greedy:weights=trained:epsilon=0"), "advisor");
}

#[test]
fn it_buys_blindly_or_an_item_where_nothing_is_shown() {
    let deck =
        table().phase("buy").state(json!({"soulDeckByBase": {"knight": ["styx_knight_xueyan"]}}));
    assert_eq!(types(&plan(&mut deck.play(), "hard")), ["BUY_SOUL_FROM_DECK", "NEXT_PHASE"]);
    let items =
        table().phase("buy").state(json!({"itemDisplay": [null, "item_nether_seal", null]}));
    let done = plan(&mut items.play(), "hard");
    assert_eq!(
        (types(&done), &done[0]["slot"]),
        (vec!["BUY_ITEM_FROM_DISPLAY", "NEXT_PHASE"], &json!(1))
    );
}

#[test]
fn it_uses_its_items() {
    let t = table()
        .phase("buy")
        .gold(0)
        .config(json!({"itemHandMax": 9}))
        .corpses("3,3", &["black rook"])
        .corpses("5,3", &["red rook"])
        .items(&[
            "item_wizard_greed",
            "item_bone_refine",
            "item_lingxue_holy_grail",
            "item_dark_moon_scope",
        ]);
    let used = |t: Table| -> Vec<Value> {
        plan(&mut t.play(), "hard")
            .iter()
            .filter_map(|action| action.get("itemId").cloned())
            .collect()
    };
    let healthy = ["item_bone_refine", "item_dark_moon_scope", "item_wizard_greed"];
    assert_eq!(used(t.clone().hp("R king:0", 11)), healthy);
    let weak = used(t.hp("R king:0", 10));
    assert_eq!(weak[0], "item_lingxue_holy_grail");
    let combat = table()
        .mana(0)
        .items(&["item_nether_seal", "item_death_chain", "item_soul_overload"])
        .soul("B rook:0", 0, 0, "styx_rook_feiyan");
    let done = plan(&mut combat.play(), "hard");
    let order = ["item_soul_overload", "item_death_chain", "item_nether_seal"];
    let used: Vec<_> = done.iter().filter_map(|action| action.get("itemId").cloned()).collect();
    assert_eq!(used, order);
    assert_eq!(done[2]["targetUnitId"], "black:king:0");
}

#[test]
fn it_enchants_else_revives() {
    let t = table()
        .phase("necro")
        .gold(15)
        .unit("R rook:0", 0, 9)
        .unit("R knight:0", 1, 9)
        .corpses("5,3", &["red rook"])
        .souls("red", &["styx_rook_mingyanche", "iron_guard_knight_qibingling"]);
    let done = plan(&mut t.clone().play(), "hard");
    assert_eq!(done[0], enchant("R knight:0", "iron_guard_knight_qibingling"));
    let poor = plan(&mut t.clone().gold(5).play(), "hard");
    assert_eq!(poor, [revive(5, 3), next()]);
    let contract = t.gold(0).items(&["item_last_stand_contract"]);
    let done = plan(&mut contract.play(), "hard");
    assert_eq!(types(&done), ["USE_ITEM_FROM_HAND", "REVIVE", "NEXT_PHASE"]);
    let needle = table()
        .phase("necro")
        .items(&["item_soul_detach_needle"])
        .soul("B rook:0", 0, 0, "styx_rook_feiyan")
        .soul("B rook:1", 8, 0, "iron_guard_rook_tieche");
    assert_eq!(plan(&mut needle.play(), "hard")[0], use_on("item_soul_detach_needle", "B rook:1"));
}

#[test]
fn it_shoots_the_dearest_else_walks_to_the_king() {
    let mut play = table()
        .unit("R rook:0", 0, 5)
        .unit("B soldier:0", 0, 3)
        .hp("B soldier:0", 1)
        .unit("B rook:0", 3, 5)
        .play();
    assert_eq!(plan(&mut play, "hard")[0], shoot("R rook:0", "B rook:0"));
    let mut walk =
        table().mana(1).unit("R rook:0", 0, 9).unit("R king:0", 3, 7).unit("R soldier:0", 3, 6);
    walk = walk.unit("R soldier:1", 4, 7).unit("R soldier:2", 3, 8);
    let done = plan(&mut walk.play(), "hard");
    assert_eq!(types(&done), ["MOVE", "NEXT_PHASE"]);
    let many = table().mana(9).unit("R rook:0", 0, 9);
    assert_eq!(plan(&mut many.play(), "hard").len(), 6, "five actions and on");
}

#[test]
fn parameters_are_checked() {
    let made = |spec: &str| Necro::bot(&spec.parse().expect("a spec")).expect("a bot").err();
    assert!(made("greedy:weights=base:epsilon=20").is_none());
    assert!(made("greedy:weights=wild").is_some_and(|error| error.contains("blended")));
    assert!(made("greedy:epsilon=101").is_some());
    assert!(made("hard:epsilon=1").is_some());
    assert!(Necro::bot(&BotSpec::plain("nobody")).is_none());
}

/// Exploring bots take other ways; the others never do.
#[test]
fn epsilon_explores() {
    let t = table().phase("buy").state(json!({
        "displayByBase": {"rook": "eternal_night_rook_guhua", "advisor": "dark_moon_advisor_yingji"},
    }));
    let config: Config = serde_json::from_value(json!({})).expect("config");
    let game = Arc::new(Necro::new(config, &Cards::default()).expect("a game"));
    let state = game.read_state(&t.play().state()).expect("a state");
    let live = Match::at(game, state, Seed(1), Millis(0)).expect("sound");
    let picks = |bot: &str| {
        let spec: BotSpec = bot.parse().expect("a spec");
        let mut bot = Necro::bot(&spec).expect("a bot").expect("its parameters");
        let advisor = Choice::Act(Action::BuySoulFromDisplay { base: bout_necro::Base::Advisor });
        let mut choose = |n| {
            bot.reset();
            bot.choose(&Turn::new(&live, Seat(0)), &mut Dice::of(Seed(5), n)) == advisor
        };
        (0..200).filter(|n| choose(*n)).count()
    };
    assert_eq!(picks("hard"), 200);
    assert!((60..140).contains(&picks("greedy:epsilon=100")));
    assert!((150..200).contains(&picks("greedy")));
}
