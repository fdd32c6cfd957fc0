//! Orcain keeps what every game must keep.

use bout_core::Viewer;
use bout_orcain::{Action, Card, Config, Hand, Layout, Mode, Orcain, Phase, Sent, SentSlot};
use bout_testkit::Suite;

#[test]
fn conforms() {
    let usual = Config::default();
    let odd = Some([
        Hand([Card::Attack; 4]),
        Hand([Card::Counter, Card::Counter, Card::Heal, Card::Attack]),
    ]);
    let configs = vec![
        usual.clone(),
        Config { mode: Mode::Pve, ..usual.clone() },
        Config { step_first_ms: 0, step_ms: 0, sudden_death_cap: 2, ..usual.clone() },
        Config { in_turn: true, ..usual.clone() },
        Config { hands: odd, early_reveal: false, start_hp: [3, 4], ..usual },
    ];
    let coverage = Suite::<Orcain>::new()
        .configs(configs)
        .matches(600)
        .open_actions(|_, action| matches!(action, Action::Draft(_)))
        .unknown(|state, viewer| match viewer {
            Viewer::Seat(_) | Viewer::Public => {
                state.state.get() == Phase::Playing && state.revealed.is_empty()
            }
            Viewer::Referee => false,
        })
        .extra_actions(|_, _, _, dice| {
            let slots = [
                SentSlot::Empty,
                SentSlot::Card(Card::Attack),
                SentSlot::Card(Card::Heal),
                SentSlot::Unknown,
            ];
            let sent = match dice.below(8) {
                0 => Sent::Malformed,
                _ => Sent::Slots(std::array::from_fn(|_| *dice.pick(&slots).expect("not empty"))),
            };
            Some(if dice.coin() { Action::Draft(sent) } else { Action::Confirm(sent) })
        })
        .run()
        .unwrap_or_else(|finding| panic!("{finding}"));
    let never = coverage.edges.never_taken();
    assert!(never.is_empty(), "edges never taken: {never:?}");
}

#[test]
fn sizes() {
    assert!(size_of::<bout_orcain::State>() <= 512);
    assert!(size_of::<Action>() <= 16);
    assert!(size_of::<bout_orcain::Event>() <= 40);
    assert_eq!(size_of::<Layout>(), 3);
}
