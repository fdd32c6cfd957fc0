//! Dead `NecroChess` keeps what every game must keep.

use bout_core::{Game, Seat, Viewer};
use bout_necro::{
    Action, Base, Cell, Config, Event, ItemId, Necro, RngMode, Side, SoulId, State, UnitId,
};
use bout_testkit::Suite;

/// Short and long matches, clocks that run out, rich sides that can do much in a turn.
fn configs() -> Vec<Config> {
    let usual = Config { max_turns: 30, ..Config::default() };
    let rich = Config {
        income_gold: 15,
        income_mana: 12,
        gold_max: 40,
        buy_soul_actions_per_turn: 4,
        buy_item_actions_per_turn: 4,
        necro_actions_per_turn: 4,
        soul_return_per_turn: 2,
        max_turns: 40,
        ..Config::default()
    };
    let clocked =
        Config { turn_ms: 20_000, return_ms: 30_000, timeouts_to_lose: 4, ..rich.clone() };
    let fixed = Config { rng_mode: RngMode::Fixed, dice_fixed: 6, ..rich.clone() };
    let black = Config {
        first_side: Side::Black,
        enabled_clans: vec!["eternal_night".into()],
        max_turns: 0,
        ..rich.clone()
    };
    let literal = Config { max_turns: 30, ..Config::literal() };
    vec![usual, rich, clocked, fixed, black, literal]
}

/// A card that is hidden from a viewer and could be another one.
fn unknown(state: &State, viewer: Viewer) -> bool {
    let hidden = Base::ALL.iter().any(|base| state.decks.deck(*base).len() > 3);
    hidden && viewer != Viewer::Referee
}

#[test]
fn conforms() {
    let coverage = Suite::<Necro>::new()
        .configs(configs())
        .matches(60)
        .entries_max(500)
        .costly_every(60)
        .may_run_on()
        .open_actions(|_, action| *action == Action::Resign {})
        .unknown(unknown)
        .extra_actions(|game, state, _, dice| {
            let unit = |at: u32| state.units[at as usize % state.units.len()].id;
            let (one, other) = (unit(dice.below(64)), unit(dice.below(64)));
            let soul = dice.pick(&game.cards().souls).map_or(SoulId::NONE, |soul| soul.id);
            let item = dice.pick(&game.cards().items).map_or(ItemId::NONE, |item| item.id);
            let cell = Cell(dice.below(90) as u8);
            Some(match dice.below(120) {
                0 if dice.below(8) == 0 => Action::Resign {},
                0..=9 => Action::Enchant { unit_id: one, soul_id: soul },
                10..=19 => Action::item(item),
                20..=29 => Action::item_on(item, other),
                30..=39 => Action::Move { unit_id: one, to: cell },
                40..=49 => Action::Move { unit_id: UnitId::NONE, to: Cell::OUT },
                50..=59 => Action::Sacrifice { source_unit_id: one, target_unit_id: other },
                60..=69 => Action::Revive { pos: cell },
                70..=79 => Action::ReturnSoulToDeckBottom { soul_id: soul },
                80..=89 => Action::BuyItemFromDisplay { slot: 7, discard_item_id: Some(item) },
                _ => Action::Shoot {
                    attacker_id: one,
                    target_unit_id: other,
                    extra_target_unit_id: Some(unit(dice.below(64))),
                },
            })
        })
        .run()
        .unwrap_or_else(|finding| panic!("{finding}"));
    let never = coverage.edges.never_taken();
    assert!(never.is_empty(), "edges never taken: {never:#?}");
}

#[test]
fn sizes() {
    assert!(size_of::<State>() <= 2176, "{}", size_of::<State>());
    assert!(size_of::<Action>() <= 16, "{}", size_of::<Action>());
    assert!(size_of::<Event>() <= 48, "{}", size_of::<Event>());
    assert_eq!((Necro::ID, Seat(0)), ("necro", Side::Red.seat()));
}
