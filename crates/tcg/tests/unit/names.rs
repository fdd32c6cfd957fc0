//! Packed names against a scan of the slots.

use super::*;

#[test]
fn names_are_found_in_their_slots_alone() {
    let known: Vec<Symbol> =
        (0..40).map(|n| Symbol::intern(&format!("live-test-{n}")).unwrap()).collect();
    let alike = |one, other| Names::bits(one) == Names::bits(other);
    for first in 0..known.len() {
        let of = |slot: usize| known[(first + slot * slot) % known.len()];
        let mut names = Names::default();
        (0..SLOTS).for_each(|slot| names.set(slot as u8, of(slot)));
        for name in &known {
            let slots = Slots(names.find(*name));
            let found: Vec<u8> = slots.clone().collect();
            assert_eq!(slots.len() as usize, found.len());
            assert_eq!((slots.get(0), slots.get(6)), (found.first().copied(), None));
            let expected: Vec<u8> =
                (0..SLOTS as u8).filter(|slot| alike(of(usize::from(*slot)), *name)).collect();
            assert_eq!(found, expected);
        }
        names.set(2, Symbol::NONE);
        assert!(Slots(names.find(Symbol::NONE)).any(|slot| slot == 2));
    }
}
