//! From what a variable number of coins is counted (rules 5.7.2).

use super::*;

fn crab(index: u8, energies: &[&str], hurt: u32, hand: &[&str], heads: usize) -> u64 {
    let own = holding(with("Countcrab", energies, hurt), vec![], hand);
    let mut play = table(own, side(bare("Grandbeast"), vec![bare("Tidefin")]));
    play.luck(&vec![1; heads]).act(0, attack(index));
    damage(&play, 1, 0)
}

#[test]
fn energy_attached() {
    assert_eq!(crab(0, &["Iron Charge", "Twin Prism"], 0, &[], 3), 30);
}

#[test]
fn energy_type_attached() {
    assert_eq!(crab(1, &["Iron Charge", "Tide Charge", "Prism Shard"], 0, &[], 2), 40);
    assert_eq!(crab(1, &["Iron Charge"], 0, &[], 0), 0, "no coins");
}

#[test]
fn bench_pokemon() {
    let own = side(with("Flipfrog", &["Iron Charge"], 0), vec![bare("Cindling"); 3]);
    let mut play = table(own, side(bare("Grandbeast"), vec![]));
    let events = play.luck(&[0, 1, 0]).act(0, attack(2));
    let coins = events.iter().find(|event| event["type"] == "coin_flipped").unwrap();
    assert_eq!(coins["results"], json!(["tails", "heads", "tails"]));
}

#[test]
fn damage_counters() {
    assert_eq!(crab(2, &["Iron Charge"], 20, &[], 2), 40);
}

#[test]
fn hand_size() {
    assert_eq!(crab(3, &["Iron Charge"], 0, &["Salve", "Salve"], 2), 20);
}
