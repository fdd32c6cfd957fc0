//! What the statistics count (rules 12).

use std::sync::Arc;

use bout_core::{Figure, Game, Input, Match, Millis, Seat, Seed, Sink, Tally};
use bout_orcain::{Action, Card, Config, Orcain, Stats};

/// Both confirm the same pairs of layouts until the match is over; returns the figures by path.
fn count(a: [Option<Card>; 3], b: [Option<Card>; 3]) -> Stats {
    let config = Config { step_first_ms: 0, step_ms: 0, ..Config::default() };
    let game = Arc::new(Orcain::new(config, &()).unwrap());
    let mut events = Vec::new();
    let mut duel = Match::open(Arc::clone(&game), Seed(1), Sink::events(&mut events));
    while duel.outcome().is_none() {
        for (seat, layout) in [(Seat(0), a), (Seat(1), b)] {
            let action = Action::Confirm(layout.into());
            duel.step(Millis(0), &Input::Act { seat, action }, Sink::events(&mut events)).unwrap();
        }
    }
    let mut stats = Stats::default();
    stats.open(&game);
    for event in &events {
        stats.event(&game, event);
    }
    stats.close(&game, duel.state(), duel.outcome());
    stats
}

fn find(figures: &[(String, Figure)], path: &str) -> Figure {
    let (head, rest) = path.split_once('.').map_or((path, ""), |(head, rest)| (head, rest));
    let figure =
        &figures.iter().find(|(name, _)| name == head).unwrap_or_else(|| panic!("{path}")).1;
    match (rest, figure) {
        ("", figure) => figure.clone(),
        (rest, Figure::Group(figures)) => find(figures, rest),
        _ => panic!("{path}"),
    }
}

#[test]
fn cards_are_counted_by_what_they_did() {
    use Card::{Attack, Counter, Defense, Heal};
    // Each of three rounds: attack into defense, heal at the cap under attack, attack into counter.
    let stats =
        count([Some(Attack), Some(Heal), Some(Counter)], [Some(Defense), Some(Attack), None]);
    // Round 1: A heals at the cap (wasted), takes 2: 8. Round 2: 9 − 2 = 7. Round 3: 8 − 2 = 6.
    let report = stats.report();
    let counts = |path: &str| find(&report, path);
    assert_eq!(counts("cards.heal.heals_wasted_at_the_cap"), Figure::Count(1));
    assert_eq!(counts("cards.heal.hp_healed"), Figure::Count(2));
    assert_eq!(counts("cards.attack.damage_dealt"), Figure::Count(6));
    assert_eq!(counts("cards.attack.hp_taken"), Figure::Count(6));
    assert_eq!(counts("cards.defense.damage_blocked"), Figure::Count(6));
    assert_eq!(counts("cards.counter.damage_reflected"), Figure::Count(0));
    let per_slot =
        |a, b, c| Figure::List(vec![Figure::Count(a), Figure::Count(b), Figure::Count(c)]);
    assert_eq!(counts("cards.attack.played_per_slot"), per_slot(3, 3, 0));
    assert_eq!(counts("cards.empty.played_per_slot"), per_slot(0, 0, 3));
    assert_eq!(counts("final_hp_difference"), Figure::Mean { sum: -4, of: 1 });
    assert_eq!(counts("rounds"), Figure::Spread(vec![0, 0, 0, 1]));
}

#[test]
fn reflected_damage_and_overkill() {
    use Card::{Attack, Counter};
    let stats = count([Some(Attack), None, None], [Some(Counter), None, None]);
    let report = stats.report();
    assert_eq!(find(&report, "cards.counter.damage_reflected"), Figure::Count(6));
    assert_eq!(find(&report, "cards.counter.hp_taken"), Figure::Count(6));
    assert_eq!(find(&report, "cards.attack.damage_dealt"), Figure::Count(0));
}

#[test]
fn sums_add_up_in_any_order() {
    let one = || count([Some(Card::Attack), None, None], [None; 3]);
    let two = || count([None; 3], [Some(Card::Attack), Some(Card::Heal), None]);
    let (mut left, mut right) = (one(), two());
    left.merge(two());
    right.merge(one());
    assert_eq!(left.report(), right.report());
    assert_eq!(find(&left.report(), "final_hp_difference"), Figure::Mean { sum: 0, of: 2 });
}
