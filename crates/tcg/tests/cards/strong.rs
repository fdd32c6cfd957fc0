//! The computer player `strong` (rules 10.3) with the shipped decks.

use bout_core::{BotSpec, Catalogued, Choice, Dice, Game, Match, Seat, Seed, Turn};
use bout_tcg::{Action, Config, DeckRef, Rules, SetupMode, Tcg};

use crate::shipped::{decks, knows_its_own_view_only, make, play_with};

/// It thinks little here, so that whole matches are short.
const QUICK: &str = "strong:nodes=300";

fn between(one: &str, two: &str) -> Config {
    let decks = [one, two].map(|id| DeckRef::Id(id.into()));
    Config { decks: Some(decks), ..Config::default() }
}

#[test]
fn it_is_listed_beside_the_usual_one() {
    let names: Vec<&str> = Tcg::bots().iter().map(|bot| bot.name).collect();
    assert_eq!(names, ["baseline", "strong", "random"]);
    assert_eq!(Tcg::bots()[1].params, ["nodes=6000"]);
    let refused = |bot: &str| {
        let spec: BotSpec = bot.parse().expect("it is a name");
        Tcg::bot(&spec).expect("it is known").err()
    };
    assert_eq!(refused("strong:nodes=6000"), None);
    for bad in ["nodes=0", "nodes=1000001", "nodes=many", "playouts=5"] {
        assert!(refused(&format!("strong:{bad}")).is_some(), "{bad}");
    }
}

#[test]
fn it_does_what_is_legal() {
    for (seed, pair) in decks().chunks(2).enumerate() {
        let [one, two] = pair else { continue };
        play_with(between(&one.id, &two.id), [QUICK; 2], seed as u128, &mut |_, _| {});
    }
    play_with(between("fixture-arts", "fixture-arts"), [QUICK; 2], 1, &mut |_, _| {});
}

/// Decks that are brought, and the set-up of old.
#[test]
fn it_finds_its_way_from_every_beginning() {
    let short = Rules { prize_card_count: 1, ..Rules::default() };
    let brought = Config { decks: None, rules: short.clone(), ..Config::default() };
    let rules = Rules { setup_mode: SetupMode::Legacy, ..short };
    let legacy = Config { rules, ..between("river-delta", "waking-dream") };
    for config in [brought, legacy] {
        play_with(config, [QUICK, "random"], 3, &mut |_, _| {});
    }
}

#[test]
fn it_knows_its_own_view_only() {
    assert!(knows_its_own_view_only(QUICK) > 20);
}

/// With the same dice it makes the same choice, whatever it has thought about before.
#[test]
fn the_same_position_and_dice_are_the_same_choice() {
    let (mut used, mut asked) = (make(QUICK), 0);
    let config = between("cinder-court", "stone-oath");
    play_with(config, ["baseline"; 2], 5, &mut |table: &Match<Tcg>, _| {
        let Some(seat) = table.game().to_act(table.state()).first() else { return };
        asked += 1;
        if asked % 7 == 0 {
            let turn = Turn::new(table, seat);
            let mut choose = || used.choose(&turn, &mut Dice::of(Seed(9), asked));
            let first: Choice<Action> = choose();
            assert_eq!(first, choose());
            assert_eq!(first, make(QUICK).choose(&turn, &mut Dice::of(Seed(9), asked)));
        }
    });
    assert!(asked > 70, "{asked}");
}

/// Every match is played twice on the same seed, with the seats and so the decks exchanged.
#[test]
fn it_beats_the_usual_one() {
    let (bot, decks) = ("strong:nodes=2000", decks());
    let (mut won, mut played) = (0, 0);
    for seed in 0..2 * decks.len() {
        let (one, two) = (seed % decks.len(), (seed * 3 + 1) % decks.len());
        let config = between(&decks[one].id, &decks[two].id);
        for (seat, names) in [[bot, "baseline"], ["baseline", bot]].into_iter().enumerate() {
            let outcome = play_with(config.clone(), names, seed as u128, &mut |_, _| {});
            won += u32::from(outcome.won.contains(Seat(seat as u8)));
            played += 1;
        }
    }
    assert!(won * 10 >= played * 6, "{won} of {played}");
}
