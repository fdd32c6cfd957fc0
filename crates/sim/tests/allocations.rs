//! No heap allocation per step in the steady state.

use std::sync::Arc;

use allocation_counter::measure;
use bout_core::{BotSpec, Game, Seed};
use bout_orcain::{Config, Orcain};
use bout_sim::{Limits, Runner, Watch};

#[test]
fn orcain_allocates_nothing_per_step() {
    let config = Config { step_first_ms: 0, step_ms: 0, ..Config::default() };
    let game = Arc::new(Orcain::new(config, &()).unwrap());
    for bots in ["random", "random_blank", "orc_bot"] {
        let mut runner =
            Runner::new(&game, &[BotSpec::plain(bots)], Limits::of::<Orcain>()).unwrap();
        let mut play = |matches: std::ops::Range<u64>| -> u64 {
            matches
                .map(|i| {
                    runner.play(Seed(3).derive(i), &mut Watch::default());
                    runner.live().seq()
                })
                .sum()
        };
        play(0..500);
        let mut steps = 0;
        let counted = measure(|| steps = play(500..1000));
        assert_eq!(counted.count_total, 0, "{bots}: in {steps} steps");
        assert!(steps > 1000);
    }
}

/// The counter counts: a test that cannot fail would be worth nothing.
#[test]
fn the_counter_counts() {
    let counted = measure(|| drop(std::hint::black_box(vec![1, 2, 3])));
    assert_eq!(counted.count_total, 1);
}
