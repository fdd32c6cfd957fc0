//! How the parts of a shot work together.

use std::sync::Arc;

use bout_core::{DataFile, LoadedGame, Seed};
use bout_necro::Necro;
use bout_testkit::Play;
use serde_json::{Value, json};

use super::*;

/// Black shares damage: three units in the palace.
fn sharing() -> Table {
    table()
        .unit("R soldier:0", 0, 4)
        .unit("B rook:0", 0, 3)
        .soul("B advisor:0", 3, 0, "dark_moon_advisor_yeji")
        .unit("B advisor:1", 5, 0)
}

#[test]
fn the_target_keeps_at_least_one() {
    let rows = [(1, vec![("B rook:0", 1)]), (2, vec![("B rook:0", 1), ("B advisor:0", 1)])];
    for (die, expected_hits) in rows {
        let events = sharing().die(die).play().act(0, shoot("R soldier:0", "B rook:0"));
        assert_eq!(hits(&events), expected(&expected_hits), "die {die}");
    }
}

#[test]
fn the_sharer_is_no_kill_and_no_target_shares_with_itself() {
    let t = sharing()
        .die(6)
        .soul("R elephant:0", 2, 9, "dark_moon_elephant_yueji")
        .red_corpses(3)
        .hp("R king:0", 5);
    let mut play = t.clone().hp("B advisor:0", 1).play();
    let events = play.act(0, shoot("R soldier:0", "B rook:0"));
    assert_eq!(one(&events, "UNIT_KILLED")["unitId"], "black:advisor:0");
    assert_eq!(hp(&play, "R king:0"), json!(5), "no reward for it");
    let mut itself = t.unit("R rook:0", 3, 5).play();
    assert_eq!(hits(&itself.act(0, shoot("R rook:0", "B advisor:0"))).len(), 1);
}

#[test]
fn a_counter_meets_the_auras_of_the_shooter() {
    let t = table().red_corpses(3).soul("R rook:0", 4, 5, "eternal_night_rook_minggouche").soul(
        "B advisor:0",
        3,
        0,
        "dark_moon_advisor_yingji",
    );
    let plain = hits(&t.clone().play().act(0, shoot("R rook:0", "B king:0")));
    assert_eq!(plain[1], (id("R rook:0"), 3 - 1));
    let warded = t.soul("R advisor:0", 3, 9, "eternal_night_advisor_guhu");
    let warded = hits(&warded.play().act(0, shoot("R rook:0", "B king:0")));
    assert_eq!(warded[1], (id("R rook:0"), 1), "3 − 1 − 2, but at least 1");
}

#[test]
fn a_dead_king_strikes_no_more() {
    let mut play = table()
        .hp("B king:0", 1)
        .unit("R rook:0", 4, 5)
        .soul("B advisor:0", 3, 0, "dark_moon_advisor_yingji")
        .play();
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!((hits(&events).len(), triggers(&events)), (1, vec![]));
}

#[test]
fn a_counter_can_kill_and_ends_the_shot_of_the_dead() {
    // The rook pierces the king and the rook behind him, but does not live to see it.
    let mut play = table()
        .soul("R rook:0", 0, 0, "styx_rook_mingyanche")
        .hp("R rook:0", 1)
        .unit("B rook:0", 7, 0)
        .soul("B advisor:0", 8, 4, "dark_moon_advisor_yingji")
        .play();
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!(one(&events, "UNIT_KILLED")["unitId"], "red:rook:0");
    assert_eq!(hp(&play, "B rook:0"), json!(10), "its further hits are dropped");
    assert_eq!(play.state()["graveyard"]["red"], json!(["styx_rook_mingyanche"]));
}

#[test]
fn an_invincible_king_stops_sharing_guard_and_blasts() {
    let invincible = json!({"status": {"kingInvincible": {"black": true}}});
    let mut play = table()
        .die(6)
        .unit("R rook:0", 4, 5)
        .soul("B advisor:0", 3, 0, "dark_moon_advisor_yeji")
        .soul("B advisor:1", 5, 0, "iron_guard_advisor_junhu")
        .state(invincible.clone())
        .play();
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!((hits(&events), triggers(&events)), (expected(&[("B king:0", 0)]), vec![]));
    let mut blast = table()
        .side("black")
        .state(json!({"resources": {"black": {"mana": 5}}}))
        .soul("R knight:0", 4, 1, "eternal_night_knight_xuegu")
        .hp("R knight:0", 1)
        .unit("B rook:0", 0, 1)
        .unit("B rook:1", 5, 2)
        .state(invincible)
        .play();
    let events = blast.act(1, shoot("B rook:0", "R knight:0"));
    assert_eq!(one(&events, "ABILITY_TRIGGERED")["targetUnitIds"], json!(["black:rook:1"]));
    assert_eq!(hp(&blast, "B king:0"), json!(15));
}

#[test]
fn a_weak_shot_does_one() {
    let mut play = table().die(1).unit("R soldier:0", 4, 1).play();
    let events = play.act(0, shoot("R soldier:0", "B king:0"));
    let lines = json!([
        {"label": "die", "amount": 1}, {"label": "atk", "amount": 1},
        {"label": "def", "amount": -2}, {"label": "minimum", "amount": 1},
    ]);
    assert_eq!(one(&events, "DAMAGE_DEALT")["breakdown"], lines);
}

#[test]
fn the_die_of_the_shot_comes_before_the_counters() {
    let t = table().seeded().unit("R rook:0", 4, 5).soul(
        "B advisor:0",
        3,
        0,
        "dark_moon_advisor_yingji",
    );
    let mut play = t.play();
    let events = play.luck(&[4, 5]).act(0, shoot("R rook:0", "B king:0"));
    let dice: Vec<_> =
        all(&events, "DICE_ROLLED").iter().map(|event| event["value"].clone()).collect();
    assert_eq!(dice, [5, 6]);
    assert_eq!(hits(&events), expected(&[("B king:0", 5), ("R rook:0", 5)]));
}

/// A match with one card of one's own besides the shipped items.
fn own(card: Value, state: &Table) -> Play<Necro> {
    let file = DataFile { name: "own".into(), text: json!([card]).to_string() };
    let cards = Arc::new(bout_necro::Cards::read(&[file]).expect("a sound card"));
    let config = json!({"rngMode": "fixed", "diceFixed": 3, "enabledClans": ["test"]});
    let mut play = Play::begin(LoadedGame::new(cards), None, config, Seed(1));
    play.edit(|old| *old = state.json());
    play
}

fn card(base: &str, abilities: Value) -> Value {
    json!({
        "id": format!("test_{base}"), "clan": "test", "name": "Test", "nameOriginal": "試", "base": base,
        "cost": 1, "hp": 10, "atk": {"key": "magic", "value": 2}, "def": [], "abilities": abilities,
    })
}

#[test]
fn an_aura_may_leave_a_base_out() {
    let aura = json!([{
        "kind": "AURA_DEF_BONUS", "amount": 1, "key": "phys", "for": "ALLIES_IN_PALACE", "excludeBase": "king",
    }]);
    let t = table()
        .soul("B advisor:0", 3, 0, "test_advisor")
        .unit("B rook:0", 5, 0)
        .unit("R rook:0", 4, 5)
        .unit("R rook:1", 5, 5);
    let mut play = own(card("advisor", aura), &t);
    assert_eq!(hits(&play.act(0, shoot("R rook:0", "B king:0"))), expected(&[("B king:0", 3)]));
    assert_eq!(hits(&play.act(0, shoot("R rook:1", "B rook:0"))), expected(&[("B rook:0", 3)]));
}

#[test]
fn a_floor_of_defence_lifts_nobody() {
    let minus = json!([{
        "kind": "TARGET_DEF_MINUS", "key": "magic", "per": {"type": "CORPSES_PER", "n": 1},
        "amountPer": 1, "minDef": 2, "onlyIfAtkKey": "magic",
    }]);
    let t = table()
        .soul("R rook:0", 4, 5, "test_rook")
        .unit("R rook:1", 8, 8)
        .unit("B elephant:0", 0, 5)
        .red_corpses(3);
    let mut play = own(card("rook", minus.clone()), &t);
    let events = play.act(0, shoot("R rook:0", "B elephant:0"));
    assert_eq!(hits(&events), expected(&[("B elephant:0", 3 + 2 - 1)]), "defence 1 stays 1");
    let mut play = own(card("rook", minus), &t);
    let events = play.act(0, shoot("R rook:0", "B king:0"));
    assert_eq!(hits(&events), expected(&[("B king:0", 3 + 2 - 2)]), "defence 2 stays 2");
}

#[test]
fn splinters_and_chain_may_hit_the_same_unit() {
    let both = json!([
        {"kind": "CHAIN", "radius": 1, "perTurn": 1}, {"kind": "SPLASH", "radius": 1, "perTurn": 1},
    ]);
    let t = table().soul("R rook:0", 0, 5, "test_rook").unit("B soldier:0", 0, 3).unit(
        "B soldier:1",
        1,
        3,
    );
    let mut play = own(card("rook", both), &t);
    let events = play.act(0, shoot_extra("R rook:0", "B soldier:0", "B soldier:1"));
    let twice = [("B soldier:0", 5), ("B soldier:1", 5), ("B soldier:1", 5)];
    assert_eq!(hits(&events), expected(&twice));
    assert_eq!(triggers(&events), triggered(&[("R rook:0", "CHAIN"), ("R rook:0", "SPLASH")]));
}

/// A loaded state may put the kings side by side; they still do not shoot each other.
#[test]
fn kings_never_shoot_each_other() {
    let mut play = table().unit("R king:0", 4, 8).unit("B king:0", 4, 7).play();
    assert_eq!(play.refused(0, shoot("R king:0", "B king:0")), "out_of_range");
    let mut play = table().unit("R king:0", 4, 8).unit("B soldier:0", 4, 7).play();
    play.act(0, shoot("R king:0", "B soldier:0"));
}
