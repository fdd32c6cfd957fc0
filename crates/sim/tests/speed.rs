//! No game becomes half as fast without anybody noticing. Machines differ, so steps are counted in
//! draws of the kernel's own dice, measured in the same run; the tests' own build is measured.

#![expect(clippy::disallowed_types, clippy::cast_precision_loss, reason = "speed is measured here")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_core::{BotSpec, Catalogued, Dice, Seed};
use bout_judo::Judo;
use bout_necro::Necro;
use bout_orcain::Orcain;
use bout_sim::{Limits, Runner, Watch};
use bout_tank::Tank;
use bout_tcg::Tcg;

/// How long each is measured at a time, and how often.
const SLICE: Duration = Duration::from_millis(40);
const ROUNDS: u32 = 10;

/// Units a second of whatever `one` does and counts.
fn rate(mut one: impl FnMut() -> u64) -> f64 {
    let (begun, mut units) = (Instant::now(), 0);
    while begun.elapsed() < SLICE {
        units += one();
    }
    units as f64 / begun.elapsed().as_secs_f64()
}

/// Something whose speed is measured.
type Measured = Box<dyn FnMut() -> u64>;

/// Steps of matches between computers that play at random.
fn matches<G: Catalogued>() -> Measured {
    let game = Arc::new(G::new(G::Config::default(), &G::Library::default()).unwrap());
    let mut runner = Runner::new(&game, &[BotSpec::plain("random")], Limits::of::<G>()).unwrap();
    let mut played = 0;
    Box::new(move || {
        played += 1;
        runner.play(Seed(9).derive(played), &mut Watch::default());
        runner.live().seq()
    })
}

fn draws() -> Measured {
    let mut dice = Dice::of(Seed(1), 0);
    Box::new(move || {
        for _ in 0..1000 {
            black_box(dice.below(52));
        }
        1000
    })
}

#[test]
fn no_game_is_half_as_fast_as_it_was() {
    // Draws of the dice that a step took, when this was written.
    let recorded = [
        ("orcain", matches::<Orcain>(), 23.0),
        ("tank", matches::<Tank>(), 100.0),
        ("judo", matches::<Judo>(), 75.0),
        ("necro", matches::<Necro>(), 280.0),
        ("tcg", matches::<Tcg>(), 117.0),
    ];
    let mut dice = draws();
    for (game, mut play, before) in recorded {
        // What else the machine does slows down; the best of many is what it can.
        let (mut draws, mut steps) = (0_f64, 0_f64);
        for round in 1.. {
            (draws, steps) = (draws.max(rate(&mut dice)), steps.max(rate(&mut play)));
            if round >= ROUNDS && (draws / steps < 1.8 * before || round > 6 * ROUNDS) {
                break;
            }
        }
        let now = draws / steps;
        println!("{game}: a step takes {now:.1} draws, before {before:.1}");
        assert!(now < 2.0 * before, "{game}: a step takes {now:.1} draws, before {before:.1}");
    }
}
