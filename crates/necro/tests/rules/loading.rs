//! States that somebody wrote.

use bout_core::Game;
use bout_core::LoadsStates;
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

/// Puts something else at a random place of a document.
fn scramble(value: &mut Value, dice: &mut bout_core::Dice) {
    let nonsense = [
        json!(null),
        json!(0),
        json!(255),
        json!(-1),
        json!(u64::MAX),
        json!(""),
        json!("red"),
        json!([]),
        json!({}),
        json!("styx_rook_feiyan"),
        json!("black:rook:1"),
        json!({"x": 3, "y": 3}),
        json!(true),
        json!(1.5),
    ];
    let below = match value {
        Value::Object(fields) => fields.len(),
        Value::Array(items) => items.len(),
        _ => 0,
    };
    if below == 0 || dice.below(12) == 0 {
        *value = dice.pick(&nonsense).expect("some").clone();
        return;
    }
    let place = dice.below(below as u32) as usize;
    match value {
        Value::Object(fields) => {
            fields.values_mut().nth(place).into_iter().for_each(|v| scramble(v, dice));
        }
        Value::Array(items) => scramble(&mut items[place], dice),
        _ => {}
    }
}

/// Whatever a state says, it is refused or can be played on.
#[test]
fn nonsense_never_panics() {
    use bout_core::{Dice, Input, Match, Millis, Seat, Seed, Sink};
    let game =
        std::sync::Arc::new(Necro::new(Config::default(), &Cards::default()).expect("a game"));
    let rich = table()
        .phase("combat")
        .soul("R rook:0", 0, 5, "styx_rook_feiyan")
        .soul("B rook:1", 7, 7, "eternal_night_rook_minggouche")
        .unit("B soldier:1", 6, 7)
        .unit("R knight:revive:3", 1, 1)
        .corpses("2,6", &["red soldier", "black rook"])
        .items(&["item_nether_seal"])
        .souls("red", &["styx_knight_xueyan"])
        .state(json!({
            "graveyard": {"black": ["styx_knight_yanling"]},
            "status": {"sealedUnitIds": ["black:rook:1"]},
            "turnFlags": {"shotUsed": ["red:soldier:revive:10"], "abilityUsed": {"black:rook:1:CHAIN": 2}},
        }))
        .play()
        .state();
    let mut playable = 0;
    for seed in 0..10_000 {
        let dice = &mut Dice::of(Seed(seed), 0);
        let mut state = rich.clone();
        (0..=dice.below(3)).for_each(|_| scramble(&mut state, dice));
        let Ok(read) = game.read_state(&state) else { continue };
        let Ok(mut live) = Match::at(game.clone(), read, Seed(1), Millis(0)) else { continue };
        playable += 1;
        let mut options = Vec::new();
        (0..2).for_each(|seat| bout_core::options(&*game, live.state(), Seat(seat), &mut options));
        for _ in 0..12 {
            let Some(seat) = game.to_act(live.state()).first() else { break };
            let mut legal = Vec::new();
            game.legal(live.state(), seat, &mut legal);
            let action = *dice.pick(&legal).expect("something is always possible");
            live.step(live.now(), &Input::Act { seat, action }, Sink::none()).expect("legal");
            game.faults(live.state()).expect("sound");
        }
    }
    assert!(playable > 200, "{playable}");
}
