//! The trading-card match keeps what every game must keep.

use bout_core::{Game, Seat, Viewer};
use bout_tcg::{
    Action, Answer, CancelReason, Clocks, Config, DeckRef, LeavePolicy, MatchState, Position,
    Rules, SetupMode, Tcg, What,
};
use bout_testkit::Suite;

fn config(decks: [&str; 2], rules: Rules, timers: Clocks) -> Config {
    let decks = Some(decks.map(|id| DeckRef::Id(id.into())));
    Config { rules, decks, timers, ..Config::default() }
}

/// Plain decks and one of everything, both set-ups, clocks that run out, players who join.
fn configs() -> Vec<Config> {
    let off = Clocks::default();
    let rules = Rules { turn_limit: 60, ..Rules::default() };
    let legacy = Rules {
        setup_mode: SetupMode::Legacy,
        mulligan_bonus_cards: 2,
        leave_policy: LeavePolicy::Concede,
        turn_limit: 30,
        ..Rules::default()
    };
    let short = Rules { prize_card_count: 2, mulligan_bonus_cards: 1, ..rules.clone() };
    vec![
        config(["fixture-ember", "fixture-tide"], rules.clone(), off),
        config(["fixture-arts", "fixture-arts"], rules.clone(), off),
        config(["fixture-arts", "fixture-ember"], short, Clocks::STANDARD),
        config(["fixture-tide", "fixture-arts"], legacy, Clocks::STANDARD),
        Config { decks: None, rules, timers: Clocks::STANDARD, ..Config::default() },
    ]
}

/// Whole answers, later copies, answers in advance, giving up and cancelling are accepted, not listed.
fn is_open(_seat: Seat, action: &Action) -> bool {
    match action {
        Action::Concede
        | Action::CancelMatch { .. }
        | Action::Resolve { .. }
        | Action::PlayCreature { .. }
        | Action::JoinMatch { .. } => true,
        Action::SetActive { card, .. } => card.is_some(),
        Action::Retreat { paid, .. } => paid.cards().len() > 1,
        action => !action.choices().is_empty(),
    }
}

#[test]
fn conforms() {
    let coverage = Suite::<Tcg>::new()
        .configs(configs())
        .matches(matches())
        .seed(seed())
        .entries_max(3_000)
        .costly_every(40)
        .may_run_on()
        .open_actions(is_open)
        .unknown(|state, viewer| {
            let deep = state.sides.iter().all(|side| side.deck.len() > 10);
            deep && viewer != Viewer::Referee && state.phase.get() != MatchState::Created
        })
        // Cards that are shown on their way from a hand to a deck, or from a deck to a hand.
        .transient_events(|event| matches!(event.what, What::CardsRevealed { .. }))
        .extra_actions(|_, state, seat, dice| {
            let choice = state.pending.first().map_or(0, |pending| pending.id);
            let at = dice.below(6) as u8;
            Some(match dice.below(60) {
                0 if dice.below(4) == 0 => Action::Concede,
                1 if dice.below(2) == 0 => {
                    Action::CancelMatch { reason: Some(CancelReason::Operator) }
                }
                2..=9 => Action::Resolve { choice, answer: Answer::Selection([at, at + 1].into()) },
                10..=14 => Action::Resolve { choice, answer: Answer::Done },
                15..=20 => Action::Resolve { choice, answer: Answer::Add(at) },
                21..=30 => Action::Attack { index: at, choices: Some(Box::new(vec![vec![at]])) },
                31..=40 => {
                    let target = Position::ALL[usize::from(at)];
                    Action::UseAbility { target, choices: Some(Box::new(vec![vec![0], vec![at]])) }
                }
                41..=50 => {
                    let hand = &state.sides[usize::from(seat.0 & 1)].hand;
                    let card = *dice.pick(hand)?;
                    Action::PlayTrainer { card, choices: Some(Box::new(vec![vec![at]])) }
                }
                _ => Action::SelectPrize { index: at },
            })
        })
        .run()
        .unwrap_or_else(|finding| panic!("{finding}"));
    let never = coverage.edges.never_taken();
    assert!(never.len() <= 16, "edges never taken: {never:#?}");
}

/// Other matches than the usual ones, for a longer hunt.
fn seed() -> u128 {
    std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn matches() -> u32 {
    std::env::var("MATCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

#[test]
fn sizes() {
    assert!(size_of::<bout_tcg::State>() <= 5000, "{}", size_of::<bout_tcg::State>());
    assert!(size_of::<Action>() <= 32, "{}", size_of::<Action>());
    assert!(size_of::<bout_tcg::Event>() <= 48, "{}", size_of::<bout_tcg::Event>());
    assert_eq!(Tcg::ID, "tcg");
}
