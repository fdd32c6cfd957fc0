//! One step: the full table of rules 6.3, for every pair of HP.

use bout_orcain::{Card, Slot, resolve};

const ROW: [Slot; 5] =
    [Some(Card::Attack), Some(Card::Defense), Some(Card::Heal), Some(Card::Counter), None];

/// What seat 0 gets in (heal, damage), row = own card, column = the other's.
const TABLE: [[(u8, u8); 5]; 5] = [
    [(0, 2), (0, 0), (0, 0), (0, 2), (0, 0)],
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(1, 2), (1, 0), (1, 0), (1, 0), (1, 0)],
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 2), (0, 0), (0, 0), (0, 0), (0, 0)],
];

#[test]
fn every_pair_of_cards_at_every_hp() {
    for (a, row) in ROW.iter().zip(TABLE) {
        for ((b, (heal, damage)), column) in ROW.iter().zip(row).zip(0..) {
            let (their_heal, their_damage) =
                TABLE[column][ROW.iter().position(|card| card == a).unwrap()];
            for hp in 0..=10u8 {
                let own = (hp + heal).min(10).saturating_sub(damage);
                let theirs = (hp + their_heal).min(10).saturating_sub(their_damage);
                assert_eq!(
                    resolve([hp, hp], [*a, *b]),
                    [own, theirs],
                    "{a:?} against {b:?} at {hp}"
                );
            }
        }
    }
}

#[test]
fn heal_under_attack() {
    let (heal, attack) = (Some(Card::Heal), Some(Card::Attack));
    for (hp, after) in [(10, 8), (9, 8), (2, 1), (1, 0), (0, 0)] {
        assert_eq!(resolve([hp, 5], [heal, attack]), [after, 5]);
    }
}

#[test]
fn seats_can_be_swapped() {
    for a in ROW {
        for b in ROW {
            let [x, y] = resolve([7, 3], [a, b]);
            assert_eq!(resolve([3, 7], [b, a]), [y, x]);
        }
    }
}
