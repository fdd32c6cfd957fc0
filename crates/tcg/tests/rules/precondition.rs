//! What an attack asks for before it is declared (rules 5.7.2).

use super::*;

fn owl(energies: &[&str], hurt: u32) -> Play<Tcg> {
    table(side(with("Testowl", energies, hurt), vec![]), side(bare("Countcrab"), vec![]))
}

#[test]
fn coin_flip() {
    let mut play = owl(&["Iron Charge"], 0);
    let events = play.luck(&[1]).act(0, attack(0));
    assert!(has(&events, "coin_flipped"));
    assert_eq!(damage(&play, 1, 0), 10, "coins feed conditions alone");
}

#[test]
fn damage_check() {
    assert_eq!(owl(&["Iron Charge"], 0).refused(0, attack(1)), "precondition_failed");
    owl(&["Iron Charge"], 10).act(0, attack(1));
    assert_eq!(owl(&["Iron Charge"], 10).refused(0, attack(3)), "precondition_failed");
    owl(&["Iron Charge"], 20).act(0, attack(3));
}

#[test]
fn energy_check() {
    assert_eq!(owl(&["Iron Charge"], 0).refused(0, attack(2)), "precondition_failed");
    owl(&["Tide Charge"], 0).act(0, attack(2));
}
