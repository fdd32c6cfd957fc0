//! No heap allocation per step in the steady state.

use std::sync::Arc;

use allocation_counter::measure;
use bout_core::{BotSpec, Catalogued, Game, Seed};
use bout_judo::Judo;
use bout_necro::{Cards, Necro};
use bout_orcain::{Config, Orcain};
use bout_sim::{Limits, Runner, Watch};
use bout_tank::{Class, Tank};
use bout_tcg::{DeckRef, Library, Tcg};

/// Plays matches with these bots and fails if one of the later ones touched the heap.
fn allocates_nothing<G: Catalogued>(game: &Arc<G>, bots: &str) {
    let mut runner = Runner::new(game, &[BotSpec::plain(bots)], Limits::of::<G>()).unwrap();
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

#[test]
fn orcain_allocates_nothing_per_step() {
    let config = Config { step_first_ms: 0, step_ms: 0, ..Config::default() };
    let game = Arc::new(Orcain::new(config, &()).unwrap());
    for bots in ["random", "random_blank", "orc_bot"] {
        allocates_nothing(&game, bots);
    }
}

#[test]
fn tank_allocates_nothing_per_step() {
    for (preset, classes, bots) in [
        ("v1", &[Class::Heavy, Class::Medium][..], "priority"),
        ("v2", &[Class::Heavy, Class::Medium, Class::Light, Class::Light], "priority"),
        ("proto1", &[Class::Heavy, Class::Medium, Class::Light], "prototype"),
    ] {
        let mut config =
            bout_tank::Config { classes: classes.to_vec(), ..bout_tank::Config::preset(preset) };
        config.rules.insert("window_asks".into(), "holders".into());
        allocates_nothing(&Arc::new(Tank::new(config, &()).unwrap()), bots);
    }
}

#[test]
fn judo_allocates_nothing_per_step() {
    let config = bout_judo::Config { skip_round_cooldown: true, ..bout_judo::Config::default() };
    let game = Arc::new(Judo::new(config, &()).unwrap());
    for bots in ["hard", "medium", "easy", "first", "auto"] {
        allocates_nothing(&game, bots);
    }
}

#[test]
fn necro_allocates_nothing_per_step() {
    let config = bout_necro::Config { max_turns: 60, ..bout_necro::Config::default() };
    let game = Arc::new(Necro::new(config, &Cards::default()).unwrap());
    for bots in ["easy", "hard", "greedy", "random"] {
        allocates_nothing(&game, bots);
    }
}

#[test]
fn tcg_allocates_nothing_per_step() {
    let pairs = [
        ["fixture-ember", "fixture-tide"],
        ["fixture-arts", "fixture-arts"],
        ["cinder-court", "veiled-minds"],
        ["dusk-and-iron", "river-delta"],
    ];
    for decks in pairs {
        let decks = Some(decks.map(|id| DeckRef::Id(id.into())));
        let config = bout_tcg::Config { decks, ..bout_tcg::Config::default() };
        let game = Arc::new(Tcg::new(config, &Library::default()).unwrap());
        for bot in ["random", "baseline"] {
            allocates_nothing(&game, bot);
        }
    }
}

/// The counter counts: a test that cannot fail would be worth nothing.
#[test]
fn the_counter_counts() {
    let counted = measure(|| drop(std::hint::black_box(vec![1, 2, 3])));
    assert_eq!(counted.count_total, 1);
}
