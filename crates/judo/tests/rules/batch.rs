//! What a batch relies on.

use std::sync::Arc;

use bout_core::{BotSpec, Entry, Figure, Game, Input, Match, Millis, Seat, Seed, Sink, Tally};
use bout_judo::{Action, Config, Judo, Phase, Sent};
use bout_sim::{Limits, Runner, Watch};

/// An armed error that is never met takes every row by the table; without one, an undisturbed
/// round takes them by heart. Both lead to the same rooms and tell the same.
#[test]
fn by_heart_and_by_the_table() {
    for (number, cooldown_ms) in (0..60).zip([0, 3_000].into_iter().cycle()) {
        let config = Config { cooldown_ms, test_mode: true, ..Config::default() };
        let game = Arc::new(Judo::new(config, &()).unwrap());
        let seed = Seed(4).derive(number);
        let mut runner =
            Runner::new(&game, &[BotSpec::plain("easy")], Limits::of::<Judo>()).unwrap();
        let mut log = Vec::new();
        runner.play(seed, &mut Watch { events: None, log: Some(&mut log) });
        let (plain, told) = replayed(&game, seed, &log, false);
        let (armed, heard) = replayed(&game, seed, &log, true);
        assert_eq!(told, heard);
        assert_eq!(armed.state().armed, 1 << Phase::RoundModification as u16);
        let mut state = *armed.state();
        state.armed = 0;
        assert_eq!(&state, plain.state());
        assert_eq!(plain.state(), runner.live().state());
    }
}

fn replayed(
    game: &Arc<Judo>,
    seed: Seed,
    log: &[Entry<Action>],
    arm: bool,
) -> (Match<Judo>, Vec<String>) {
    let mut events = Vec::new();
    let mut live = Match::open(Arc::clone(game), seed, Sink::events(&mut events));
    for (at, entry) in log.iter().enumerate() {
        live.step(entry.at, &entry.input, Sink::events(&mut events)).unwrap();
        if arm && at == 0 {
            // The dice of later entries depend on their numbers, but nothing is drawn any more.
            let action = Action::InjectError { state: Sent::Known(Phase::RoundModification) };
            let input = Input::Act { seat: Seat::HOST, action };
            live.step(Millis(0), &input, Sink::none()).unwrap();
        }
    }
    (live, events.iter().map(|event| format!("{event:?}")).collect())
}

/// The report of a batch, by the program's own names.
#[test]
fn statistics_of_a_batch() {
    let config = Config { skip_round_cooldown: true, emit_ticks: false, ..Config::default() };
    let game = Arc::new(Judo::new(config, &()).unwrap());
    let mut runner = Runner::new(&game, &[BotSpec::plain("hard")], Limits::of::<Judo>()).unwrap();
    let (mut tally, mut other) = (bout_judo::Tallied::default(), bout_judo::Tallied::default());
    let (mut won, mut rounds) = (0, 0);
    for number in 0..400 {
        let mut events = Vec::new();
        let mut watch = Watch { events: Some(&mut events), log: None };
        let end = runner.play(Seed(5).derive(number), &mut watch);
        won += u64::from(end.outcome().unwrap().won.contains(Seat(0)));
        rounds += u64::from(runner.length());
        let half = if number % 2 == 0 { &mut tally } else { &mut other };
        runner.show(&events, end, half);
    }
    tally.merge(other);
    let report: std::collections::BTreeMap<_, _> = tally.report().into_iter().collect();
    assert_eq!(report["first_chooser_wins"], Figure::Share { hits: won, of: 400 });
    assert_eq!(report["rounds_played"], Figure::Count(rounds));
    assert_eq!(report["chooser_policy"], Figure::Text("alternate".into()));
    assert_eq!(report["auto_selected"], Figure::Share { hits: 0, of: rounds });
    let Figure::Share { hits, of } = report["drawn_rounds"] else { panic!("{report:?}") };
    assert!((of, hits * 100 / of) == (rounds, 13) || hits * 100 / of == 12, "{hits} of {of}");
    let Figure::Group(stats) = &report["stats"] else { panic!("{report:?}") };
    let names: Vec<_> = stats.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["power", "speed", "technique", "kumikata", "newaza"]);
    let Figure::Group(cards) = &report["cards"] else { panic!("{report:?}") };
    assert_eq!((cards.len(), cards[98].0.as_str()), (99, "99"));
}
