//! Deal damage to benched creatures of one side.

use super::*;

#[test]
fn attack_bench_damage() {
    let tidefin = || with("Tidefin", &["Tide Charge"; 2], 0);
    let bench = vec![bare("Wardtoad"), bare("Pebblurk")];
    let mut play = table(side(tidefin(), vec![]), side(bare("Pebblurk"), bench));
    play.act(0, attack(1));
    assert_eq!([damage(&play, 1, 1), damage(&play, 1, 2)], [0, 0], "an ability guards the bench");
    let mut play = duel(tidefin(), bare("Pebblurk"));
    play.act(0, attack(1));
    assert_eq!(damage(&play, 1, 0), 20, "no bench");
}
