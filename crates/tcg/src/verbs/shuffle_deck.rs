//! Shuffle your deck.

use super::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShuffleDeck;

impl VerbRules for ShuffleDeck {
    const WORDS: Words = &[(Family::Trainer, "SHUFFLE_DECK")];
    const FOR_ATTACKS: bool = true;
    const TRAINER_RANK: u8 = 5;
    const CATEGORY: Option<u8> = None;

    fn read(_from: &Origin<'_>) -> Option<Self> {
        Some(ShuffleDeck)
    }

    fn is_purpose(&self, _cost: bool) -> bool {
        false
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let seat = run.frame().player;
        run.shuffle(seat);
    }
}
