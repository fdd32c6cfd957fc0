//! Packed places against a list.

use super::*;

/// Every board that six slots on a side allow, as a list and packed.
#[test]
fn packed_places_are_the_list() {
    let boards = [vec![], vec![3], vec![0, 5, 2], vec![5, 4, 3, 2, 1, 0]];
    for (one, two) in boards.iter().flat_map(|one| boards.iter().map(move |two| (one, two))) {
        let list = |side: u8, slots: &[u8]| {
            slots.iter().map(|slot| At { side, slot: *slot }).collect::<Vec<At>>()
        };
        let packed = |list: &[At]| {
            let mut places = Places::default();
            list.iter().rev().for_each(|at| places.put_first(*at));
            places
        };
        let (one, two) = (list(0, one), list(1, two));
        let both = packed(&one).then(packed(&two));
        assert_eq!(both.size_hint().0, one.len() + two.len());
        assert_eq!(both.collect::<Vec<At>>(), [one, two].concat());
    }
}
