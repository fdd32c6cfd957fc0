//! Hands against a scan of their cards.

use super::*;
use crate::symbol::Symbol;
use bout_core::{Dice, Seed};

#[test]
fn first_copies_are_known_whatever_comes_and_goes() {
    let known: Vec<Card> =
        (0..6).map(|n| Symbol::intern(&format!("hand-test-{n}")).unwrap()).collect();
    let roles = [Role::Basic, Role::Evolution, Role::Energy, Role::Trainer];
    let role = |card: Card| roles[known.iter().position(|other| *other == card).unwrap() % 4];
    let (mut hand, mut dice) = (Hand::default(), Dice::of(Seed(1), 0));
    for step in 0..2000 {
        let card = known[dice.below(6) as usize];
        // Most cards come as long as the hand fills, then most go.
        let drawn = if step % 400 < 150 { dice.below(10) / 4 } else { dice.below(5) };
        match drawn {
            0 | 1 if hand.len() < DECK_MAX => hand.push(card, role(card)),
            4 => {
                hand.change(|cards| cards.retain(|held| *held != card));
                assert!(hand.is_empty() || !hand.is_sure());
                hand.learn(role);
            }
            _ => hand.take(card),
        }
        let first = |place: &usize| !hand[..*place].contains(&hand[*place]);
        let set = |places: &[usize]| places.iter().fold(0, |set, place| set | 1 << place);
        let firsts: Vec<usize> = (0..hand.len()).filter(first).collect();
        assert_eq!(hand.firsts(), set(&firsts), "{hand:?}");
        assert!(hand.is_sure());
        for wanted in roles {
            let so: Vec<usize> =
                firsts.iter().copied().filter(|place| role(hand[*place]) == wanted).collect();
            assert_eq!(hand.firsts_of(wanted), set(&so), "{hand:?}");
            assert_eq!(hand.count_of(wanted) as usize, so.len(), "{hand:?}");
        }
    }
}
