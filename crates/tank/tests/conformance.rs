//! Tank Combat keeps what every game must keep.

use bout_core::{Game, Named, Seat, Viewer};
use bout_tank::{Action, Card, Cards, Class, Clocks, Config, Controller, Phase, Tank, What};
use bout_testkit::Suite;
use serde_json::{Value, json};

fn config(preset: &str, classes: &[Class], rules: &[(&str, Value)]) -> Config {
    let rules = rules.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    Config { classes: classes.to_vec(), rules, ..Config::preset(preset) }
}

/// Clocks that run out, seats that go to the computer, small decks that run dry, tuned rules.
fn configs() -> Vec<Config> {
    use Class::{Heavy, Light, Medium};
    let clocks = Clocks {
        turn_ms: 45_000,
        interrupt_ms: 10_000,
        afk_timeouts: 2,
        disconnect_grace_ms: 60_000,
    };
    let small = [
        ("deck.he", json!(4)),
        ("deck.fire", json!(2)),
        ("deck.smoke_launchers", json!(0)),
        ("deck.coaxial_mg", json!(0)),
    ];
    let clocked = Config { clocks, ..config("v1", &[Heavy, Medium, Light], &[]) };
    // Second halves and surpluses that nobody decides in time.
    let raging = [("medium.adrenaline_threshold", json!(74)), ("draw_count", json!(3))];
    let hasty = Config { clocks, ..config("v1", &[Medium, Medium], &raging) };
    let mixed = Config {
        controllers: vec![Controller::Human, Controller::Ai, Controller::Human, Controller::Ai],
        clocks,
        ..config("v2", &[Light, Medium, Heavy, Light], &[("kills_to_win", json!(1))])
    };
    let teams = Config {
        teams: vec![vec![0, 2], vec![1, 3]],
        ..config("v3", &[Heavy, Medium, Light, Medium], &[])
    };
    vec![
        config("v1", &[Heavy, Medium], &[]),
        config(
            "v1",
            &[Light, Medium],
            &[
                ("light.adrenaline_threshold", json!(49)),
                ("medium.adrenaline_threshold", json!(74)),
            ],
        ),
        config(
            "v1",
            &[Heavy, Light],
            &[("heavy.adrenaline_threshold", json!(99)), ("ghost_cost", json!(2))],
        ),
        config(
            "v1",
            &[Medium, Medium],
            &[("draw_count", json!(3)), ("safety_clears_hazard", json!(true))],
        ),
        config("proto1", &[Heavy, Medium, Light], &[("window_asks", json!("holders"))]),
        config("v1", &[Heavy, Heavy], &small),
        clocked,
        hasty,
        mixed,
        teams,
    ]
}

/// Named cards in another order, `repair` without a target, and giving up are accepted, not listed.
fn is_open(_seat: Seat, action: &Action) -> bool {
    match action {
        Action::Concede | Action::MediumPassive { .. } | Action::DiscardExcess { .. } => true,
        Action::Repair { target, .. } => target.is_none(),
        Action::Fire { ghost_discard, .. } | Action::QuickFire { ghost_discard, .. } => {
            ghost_discard.is_some_and(|cards| cards.len() > 1)
        }
        _ => false,
    }
}

#[test]
fn conforms() {
    let coverage = Suite::<Tank>::new()
        .configs(configs())
        .matches(120)
        .entries_max(6_000)
        .costly_every(40)
        .may_run_on()
        .open_actions(is_open)
        .unknown(|state, viewer| {
            let hidden = state.piles.deck().len() > 10;
            hidden && viewer != Viewer::Referee && state.phase.get() != Phase::GameOver
        })
        // A discarded card is told to all and may be shuffled in again within the same entry.
        .transient_events(|event| {
            matches!(
                event.what,
                What::Discard { .. }
                    | What::DiscardExcess { .. }
                    | What::MediumPassive { .. }
                    | What::GhostDiscard { .. }
                    | What::CoupDiscard { .. }
                    | What::Respawn { .. }
            )
        })
        .extra_actions(|_, state, seat, dice| {
            let card = *dice.pick(Card::ALL).expect("there are cards");
            let two: Cards =
                [card, *dice.pick(Card::ALL).expect("there are cards")].into_iter().collect();
            let target = Seat(dice.below(5) as u8);
            Some(match dice.below(40) {
                0 if dice.below(10) == 0 => Action::Concede,
                1..=4 => Action::Repair { card, target: None },
                5..=8 => Action::MediumPassive { cards: two },
                9..=12 => {
                    Action::Fire { target, ghost_discard: Some([card].into_iter().collect()) }
                }
                13..=16 => Action::Sabotage { card, target },
                17..=20 => Action::DiscardExcess { cards: two },
                21..=24 => Action::Equip { card },
                _ if state.players.len() > seat.index() => Action::Load { card },
                _ => Action::Pass,
            })
        })
        .run()
        .unwrap_or_else(|finding| panic!("{finding}"));
    let never = coverage.edges.never_taken();
    assert!(never.len() <= 12, "edges never taken: {never:#?}");
}

#[test]
fn sizes() {
    assert!(size_of::<bout_tank::State>() <= 1664);
    assert!(size_of::<Action>() <= 16, "{}", size_of::<Action>());
    assert!(size_of::<bout_tank::Event>() <= 40, "{}", size_of::<bout_tank::Event>());
}

#[test]
fn every_card_has_its_words() {
    for card in Card::ALL {
        assert!(!card.about().is_empty() && card.text() != card.name(), "{card:?}");
    }
    assert_eq!(Tank::ID, "tank");
}
