//! Movement and shooting by the kind of piece.

use bout_core::Game;
use bout_core::LoadsStates;
use bout_necro::{Cards, Config, Necro, UnitId};
use serde_json::Value;

use super::*;

/// Where a unit may move, as `x,y` words in their order.
fn moves(table: Table, unit: &str) -> String {
    let state = table.play().state();
    let game = Necro::new(Config::default(), &Cards::default()).expect("a game");
    let state = game.read_state(&state).expect("a state");
    let cells = game.legal_moves(&state, UnitId::find(&id(unit)));
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn targets(table: Table, unit: &str) -> Vec<String> {
    let state: Value = table.play().state();
    let game = Necro::new(Config::default(), &Cards::default()).expect("a game");
    let state = game.read_state(&state).expect("a state");
    game.shootable_targets(&state, UnitId::find(&id(unit)))
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn each_piece_moves_in_its_way() {
    let rows = [
        (
            "rook",
            table().unit("R rook:0", 1, 8).unit("R soldier:0", 1, 6).unit("B soldier:0", 3, 8),
            "R rook:0",
            "1,7 0,8 2,8 1,9",
        ),
        (
            "cannon",
            table().unit("R cannon:0", 0, 9).unit("B rook:0", 0, 7).unit("R rook:0", 2, 9),
            "R cannon:0",
            "0,8 1,9",
        ),
        ("knight", table().unit("R knight:0", 1, 9), "R knight:0", "0,7 2,7 3,8"),
        (
            "knight's leg",
            table().unit("R knight:0", 1, 9).unit("R rook:0", 1, 8),
            "R knight:0",
            "3,8",
        ),
        ("elephant", table().unit("R elephant:0", 2, 5), "R elephant:0", "0,7 4,7"),
        (
            "elephant's eye",
            table().unit("R elephant:0", 2, 9).unit("B rook:0", 3, 8),
            "R elephant:0",
            "0,7",
        ),
        (
            "black elephant",
            table()
                .side("black")
                .unit("B elephant:0", 2, 4)
                .state(serde_json::json!({"resources": {"black": {"mana": 1}}})),
            "B elephant:0",
            "0,2 4,2",
        ),
        ("advisor", table().unit("R advisor:0", 4, 8), "R advisor:0", "3,7 5,7 3,9 5,9"),
        ("advisor astray", table().unit("R advisor:0", 2, 6), "R advisor:0", "3,7"),
        ("king", table().unit("R king:0", 4, 7), "R king:0", "3,7 5,7 4,8"),
        ("soldier at home", table().unit("R soldier:0", 2, 5), "R soldier:0", "2,4"),
        ("soldier across", table().unit("R soldier:0", 2, 4), "R soldier:0", "2,3 1,4 3,4"),
        ("soldier at the edge", table().unit("R soldier:0", 0, 0), "R soldier:0", "1,0"),
    ];
    for (name, table, unit, cells) in rows {
        assert_eq!(moves(table, unit), cells, "{name}");
    }
}

#[test]
fn corpses_block_nothing() {
    let t = table().unit("R rook:0", 0, 9).corpses("0,8", &["black rook"]).unit("B rook:0", 0, 6);
    assert!(moves(t.clone(), "R rook:0").starts_with("0,7 0,8"));
    assert_eq!(targets(t, "R rook:0"), ["black:rook:0"]);
}

#[test]
fn each_piece_shoots_in_its_way() {
    let yes = |t: Table, unit: &str| assert_eq!(targets(t, unit), ["black:rook:0"]);
    let no = |t: Table, unit: &str| assert!(targets(t, unit).is_empty());
    yes(table().unit("R advisor:0", 3, 7).unit("B rook:0", 2, 6), "R advisor:0");
    no(table().unit("R advisor:0", 3, 7).unit("B rook:0", 3, 6), "R advisor:0");
    yes(table().unit("R elephant:0", 2, 5).unit("B rook:0", 4, 3), "R elephant:0");
    no(
        table().unit("R elephant:0", 2, 5).unit("B rook:0", 4, 3).unit("R soldier:0", 3, 4),
        "R elephant:0",
    );
    yes(table().unit("B rook:0", 4, 8), "R king:0");
    no(table().unit("R king:0", 4, 7).unit("B rook:0", 4, 6), "R king:0");
    no(table().unit("R king:0", 4, 7).unit("B rook:0", 3, 8), "R king:0");
    yes(table().unit("R soldier:0", 2, 5).unit("B rook:0", 2, 4), "R soldier:0");
    no(table().unit("R soldier:0", 2, 5).unit("B rook:0", 3, 5), "R soldier:0");
    yes(table().unit("R soldier:0", 2, 4).unit("B rook:0", 3, 4), "R soldier:0");
    no(table().unit("R soldier:0", 2, 4).unit("B rook:0", 2, 5), "R soldier:0");
    no(
        table().unit("R knight:0", 4, 5).unit("B rook:0", 5, 3).unit("B soldier:0", 4, 4),
        "R knight:0",
    );
    // Kings never shoot each other.
    no(table().unit("B king:0", 4, 8).unit("B rook:0", 0, 0), "R king:9");
}

#[test]
fn a_unit_may_move_as_long_as_the_mana_lasts() {
    let mut play = table().mana(2).unit("R rook:0", 0, 9).play();
    play.act(0, go("R rook:0", 0, 5));
    let events = play.act(0, go("R rook:0", 3, 5));
    assert_eq!(names(&events), ["UNIT_MOVED", "RESOURCES_CHANGED"]);
    assert_eq!(play.refused(0, go("R rook:0", 4, 5)), "not_enough_mana");
}
