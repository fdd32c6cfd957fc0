//! States that somebody wrote.

use bout_core::Game;
use bout_necro::{Cards, Config, Necro};
use serde_json::{Value, json};

use super::*;

fn fault(changes: Value) -> String {
    let mut state = json!({
        "turn": {"side": "red", "phase": "buy", "number": 1},
        "units": {"red:king:0": {"pos": at(4, 9)}, "black:king:0": {"pos": at(4, 0)}},
        "resources": {"red": {}, "black": {}},
    });
    bout_core::merge(&mut state, &changes);
    let game = Necro::new(Config::default(), &Cards::default()).expect("a game");
    match game.read_state(&state).and_then(|state| game.faults(&state)) {
        Ok(()) => "sound".into(),
        Err(fault) => fault,
    }
}

#[test]
fn what_is_left_out_is_empty() {
    assert_eq!(fault(json!({})), "sound");
    let game = Necro::new(Config::default(), &Cards::default()).expect("a game");
    for missing in ["turn", "units", "resources"] {
        let mut state = table().play().state();
        state.as_object_mut().expect("object").remove(missing);
        assert!(game.read_state(&state).is_err(), "{missing}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn every_invariant_is_checked() {
    let souls: Vec<_> = Cards::default().souls.iter().map(|soul| soul.id.name()).collect();
    let rows = [
        (json!({"turn": {"phase": "turnStart"}}), "turnStart"),
        (json!({"turn": {"number": 0}}), "turn.number"),
        (json!({"units": {"red:rook:0": {"pos": at(4, 9)}}}), "two on one cell"),
        (json!({"units": {"red:rook:0": {"pos": at(9, 9)}}}), "outside the board"),
        (json!({"units": {"red:rook:2": {"pos": at(0, 9)}}}), "no unit can have this name"),
        (json!({"units": {"red:rook:0": {"pos": at(0, 9), "side": "black"}}}), "those of the name"),
        (json!({"units": {"red:rook:0": {"pos": at(0, 9), "hpCurrent": 11}}}), "hpCurrent"),
        (json!({"units": {"red:rook:0": {"pos": at(0, 9), "hpCurrent": 0}}}), "hpCurrent"),
        (
            json!({"units": {"red:rook:0": {"pos": at(0, 9), "atk": {"key": "phys", "value": 9}}}}),
            "atk, def",
        ),
        (
            json!({"units": {"red:rook:0": {"pos": at(0, 9), "enchant": {"soulId": "x"}}}}),
            "no such soul",
        ),
        (
            json!({"units": {"red:rook:0": {"pos": at(0, 9), "enchant": {"soulId": "styx_knight_xueyan"}}}}),
            "another base",
        ),
        (json!({"units": {"red:rook:0": {"pos": at(0, 9), "weight": 3}}}), "weight"),
        (json!({"soulDeckByBase": {"rook": ["styx_knight_xueyan"]}}), "another base's deck"),
        (json!({"displayByBase": {"rook": "styx_knight_xueyan"}}), "another base"),
        (json!({"displayByBase": {"rook": "x"}}), "no such card"),
        (json!({"graveyard": {"red": ["styx_knight_xueyan", "styx_knight_xueyan"]}}), "twice"),
        (
            json!({"graveyard": {"red": ["styx_knight_xueyan"]}, "hands": {"black": {"souls": ["styx_knight_xueyan"]}}}),
            "twice",
        ),
        (json!({"hands": {"red": {"souls": souls[..6]}}}), "too many souls"),
        (
            json!({"hands": {"red": {"items": ["item_nether_seal", "item_nether_seal", "item_soul_overload", "item_soul_overload"]}}}),
            "too many items",
        ),
        (json!({"itemDiscard": ["item_death_chain", "item_death_chain"]}), "too often"),
        (json!({"itemDeck": ["x"]}), "no such card"),
        (json!({"resources": {"red": {"gold": 16}}}), "gold above"),
        (json!({"resources": {"red": {"mana": 1000}}}), "mana above"),
        (json!({"resources": {"red": {"storageMana": 6}}}), "storageMana above"),
        (json!({"resources": {"red": {"gold": -1}}}), "state at"),
        (json!({"corpsesByPos": {"0,0": []}}), "no corpse"),
        (json!({"corpsesByPos": {"9,0": [{"ownerSide": "red", "base": "rook"}]}}), "no cell"),
        (json!({"corpsesByPos": {"0,0": [{"ownerSide": "red", "base": "king"}]}}), "king's corpse"),
        (
            json!({"corpsesByPos": {"0,0": vec![json!({"ownerSide": "red", "base": "rook"}); 19]}}),
            "too many units and corpses of one base",
        ),
        (
            json!({"corpsesByPos": {"0,0": vec![json!({"ownerSide": "red", "base": "rook"}); 70]}}),
            "at most 64",
        ),
        (json!({"status": {"sealedUnitIds": ["red:rook:0"]}}), "living units"),
        (json!({"status": {"sacrificeBuffByUnitId": {"red:rook:0": {}}}}), "no living unit"),
        (
            json!({"status": {"sacrificeBuffByUnitId": {"red:king:0": {"chainRadius": 1}}}}),
            "go together",
        ),
        (json!({"turnFlags": {"shotUsed": ["x"]}}), "names of units"),
        (json!({"turnFlags": {"abilityUsed": {"red:rook:0": 1}}}), "no ability"),
        (json!({"turnFlags": {"abilityUsed": {"red:rook:0:CHAIN": 0}}}), "never used"),
        (json!({"turnFlags": {"deathChainKillCount": 4}}), "at most 3"),
        (json!({"winner": "red"}), "go together"),
        (
            json!({"winner": "red", "endReason": "resign", "timers": [{"timer": "turn", "at": 5}]}),
            "none after the end",
        ),
        (json!({"itemDisplay": [null]}), "state at"),
        (json!({"luck": 3}), "luck"),
    ];
    for (changes, expected) in rows {
        let found = fault(changes.clone());
        assert!(found.contains(expected), "{changes}: expected '{expected}', found '{found}'");
    }
    let no_king =
        json!({"turn": {"side": "red", "phase": "buy", "number": 1}, "units": {}, "resources": {}});
    let game = Necro::new(Config::default(), &Cards::default()).expect("a game");
    let state = game.read_state(&no_king).expect("readable");
    assert!(game.faults(&state).is_err_and(|fault| fault.contains("king")));
}

#[test]
fn units_may_stand_anywhere_and_a_state_leads_back() {
    let mut play = table()
        .unit("R advisor:0", 0, 0)
        .unit("R elephant:0", 8, 0)
        .unit("R king:0", 4, 4)
        .soul("B rook:1", 7, 7, "styx_rook_feiyan")
        .corpses("2,6", &["red soldier", "black rook"])
        .state(json!({"turnFlags": {"shotUsed": ["red:soldier:revive:10"], "abilityUsed": {"black:rook:1:CHAIN": 2}}}))
        .play();
    let before = play.state();
    play.edit(|_| ());
    assert_eq!(play.state(), before);
}
