//! What coins do to the damage (rules 5.7.2).

use super::*;

fn frog(index: u8, luck: &[u32]) -> [u64; 2] {
    let own = side(with("Flipfrog", &["Iron Charge"], 0), vec![bare("Cindling")]);
    let mut play = table(own, side(bare("Grandbeast"), vec![bare("Tidefin")]));
    play.luck(luck).act(0, attack(index));
    [damage(&play, 1, 0), damage(&play, 0, 0)]
}

#[test]
fn base_damage() {
    assert_eq!(frog(0, &[1, 1]), [40, 0]);
    assert_eq!(frog(0, &[1, 0]), [0, 0], "any tails: nothing");
}

#[test]
fn multiply_by_heads() {
    assert_eq!(frog(1, &[1, 0]), [20, 0]);
}

#[test]
fn conditional_bonus() {
    assert_eq!(frog(2, &[1]), [50, 0]);
    assert_eq!(frog(2, &[0]), [30, 0]);
}

#[test]
fn conditional_self_damage() {
    assert_eq!(frog(3, &[1]), [40, 0]);
    assert_eq!(frog(3, &[0]), [40, 20]);
}

#[test]
fn status_effect_only() {
    let volt = with("Voltkit", &["Volt Charge"], 0);
    let mut play = table(side(volt, vec![]), side(bare("Grandbeast"), vec![]));
    play.luck(&[0]).act(0, attack(0));
    assert_eq!((damage(&play, 1, 0), statuses(&play, 1)), (20, json!([])));
}
