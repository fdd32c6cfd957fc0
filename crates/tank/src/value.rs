//! What a card is worth to its holder: low is discarded first (rules 10.3).

use crate::card::{Card, Hand, KINDS};
use crate::cards::Cards;
use crate::state::Player;

/// Values by kind, as long as nothing special holds.
const VALUES: [u8; KINDS] = [70, 40, 50, 60, 80, 75, 75, 75, 20, 20, 20, 65, 55, 90, 90, 90];
/// A remedy whose hazard is there.
const NEEDED: u8 = 100;
/// A safety that is equipped already.
const SPARE: u8 = 0;

/// The remedies whose hazards the player carries, as a mask.
#[inline]
pub fn needed(player: &Player) -> u16 {
    // Remedies stand three places after their hazards.
    player.hazards.kinds() << 3
}

/// The value of a card in this player's hand.
#[inline]
pub fn value(player: &Player, card: Card) -> u8 {
    if card.bit() & needed(player) != 0 {
        NEEDED
    } else if card.bit() & player.safeties.kinds() != 0 {
        SPARE
    } else {
        VALUES[card as usize]
    }
}

/// The place of the card of lowest value; of equals the first.
#[inline]
pub fn cheapest_place(player: &Player, hand: &Hand) -> Option<usize> {
    let ranked =
        hand.iter().zip(0..).map(|(card, place)| usize::from(value(player, card)) << 5 | place);
    ranked.min().map(|rank| rank & 31)
}

/// The so many cards of lowest value, lowest first; of equals the first.
pub fn cheapest(player: &Player, mut hand: Hand, count: usize) -> Cards {
    let mut cards = Cards::new();
    for _ in 0..count {
        let Some(at) = cheapest_place(player, &hand) else { break };
        cards.push(hand.remove(at));
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedies_stand_three_places_after_their_hazards() {
        for remedy in [Card::FieldRepair, Card::ClearBreech, Card::ReestablishComms] {
            let hazard = remedy.hazard().unwrap();
            assert_eq!(hazard.bit() << 3, remedy.bit());
        }
    }
}
