//! The computer players against each other: the table of the rules document.

use std::sync::Arc;

use bout_core::{BotSpec, Game, Seat, Seed};
use bout_judo::{ChooserPolicy, Config, Judo, Side};
use bout_sim::{Limits, Runner, Watch};

/// Policy, bots, target, the expected shares of wins in per mille, mean rounds times ten.
type Row = (ChooserPolicy, &'static str, &'static str, u8, [u32; 2], u32);
const EXPECTED: [Row; 14] = [
    (ChooserPolicy::Alternate, "hard", "hard", 3, [648, 352], 52),
    (ChooserPolicy::Alternate, "hard", "hard", 5, [588, 412], 94),
    (ChooserPolicy::Alternate, "hard", "hard", 10, [549, 446], 200),
    (ChooserPolicy::Alternate, "hard", "hard", 15, [528, 343], 250),
    (ChooserPolicy::Alternate, "easy", "easy", 5, [501, 499], 86),
    (ChooserPolicy::Alternate, "easy", "easy", 10, [489, 506], 188),
    (ChooserPolicy::Alternate, "medium", "easy", 5, [810, 190], 83),
    (ChooserPolicy::Alternate, "hard", "easy", 5, [942, 58], 78),
    (ChooserPolicy::Alternate, "hard", "medium", 5, [767, 234], 88),
    (ChooserPolicy::Alternate, "easy", "hard", 5, [86, 914], 80),
    (ChooserPolicy::Winner, "hard", "hard", 5, [715, 285], 66),
    (ChooserPolicy::Winner, "easy", "easy", 5, [501, 499], 86),
    (ChooserPolicy::Player, "hard", "hard", 5, [1_000, 0], 63),
    (ChooserPolicy::Player, "easy", "easy", 5, [497, 503], 86),
];
const MATCHES: u64 = 12_000;
/// Two points, in per mille.
const TOLERANCE: u32 = 20;

#[test]
fn win_rates_are_as_measured() {
    for (policy, player, opponent, target, expected, rounds) in EXPECTED {
        let config = Config {
            chooser_policy: policy,
            win_target: target,
            skip_round_cooldown: true,
            ..Config::default()
        };
        let game = Arc::new(Judo::new(config, &()).unwrap());
        let bots = [BotSpec::plain(player), BotSpec::plain(opponent)];
        let mut runner = Runner::new(&game, &bots, Limits::of::<Judo>()).unwrap();
        let (mut wins, mut length) = ([0_u32; 2], 0);
        for n in 0..MATCHES {
            let end = runner.play(Seed(12).derive(n), &mut Watch::default());
            let won = end.outcome().expect("matches end").won;
            for side in Side::ALL {
                wins[*side as usize] += u32::from(won.contains(Seat(*side as u8)));
            }
            length += runner.length();
        }
        let case = format!("{policy:?} {player} {opponent} {target}");
        for (wins, expected) in wins.iter().zip(expected) {
            let share = wins * 1_000 / MATCHES as u32;
            assert!(share.abs_diff(expected) <= TOLERANCE, "{case}: {share} and not {expected}");
        }
        let mean = length * 10 / MATCHES as u32;
        assert!(mean.abs_diff(rounds) <= 2, "{case}: {mean} and not {rounds} tenths of rounds");
    }
}
