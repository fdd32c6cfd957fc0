//! How many coins an attack has (rules 5.7.2).

use super::*;

fn frog(index: u8, luck: &[u32], bench: usize) -> (u64, usize) {
    let own = side(with("Flipfrog", &["Iron Charge"], 0), vec![bare("Cindling"); bench]);
    let mut play = table(own, side(bare("Grandbeast"), vec![bare("Tidefin")]));
    let events = play.luck(luck).act(0, attack(index));
    let coins = events.iter().find(|event| event["type"] == "coin_flipped");
    (damage(&play, 1, 0), coins.map_or(0, |event| event["results"].as_array().unwrap().len()))
}

#[test]
fn fixed() {
    assert_eq!(frog(0, &[1, 1], 0), (40, 2));
}

#[test]
fn until_tails() {
    assert_eq!(frog(1, &[1, 1, 0], 0), (40, 3));
    assert_eq!(frog(1, &[0], 0), (0, 1));
    // After ten heads the flipping stops; the beast falls.
    assert_eq!(frog(1, &[1; 10], 0).1, 10);
}

#[test]
fn variable() {
    assert_eq!(frog(2, &[1, 1], 2), (50, 2));
    assert_eq!(frog(2, &[], 0), (30, 0));
}
