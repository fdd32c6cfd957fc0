//! What a card is worth to its holder: low is discarded first (rules 10.3).

use crate::action::Cards;
use crate::card::{Card, Hand};
use crate::state::Player;

/// The value of a card in this player's hand.
#[inline]
pub fn value(player: &Player, card: Card) -> u8 {
    match card {
        Card::ReinforcedTreads | Card::AdvancedTargeting | Card::EncryptedComms => {
            if player.safeties.has(card) { 0 } else { 90 }
        }
        Card::FieldRepair | Card::ClearBreech | Card::ReestablishComms => {
            let needed = card.hazard().is_some_and(|hazard| player.hazards.has(hazard));
            if needed { 100 } else { 20 }
        }
        Card::Tracked | Card::JammedBreech | Card::CommsJammed => 75,
        Card::SmokeLaunchers => 65,
        Card::AblativeArmor => 55,
        Card::Sabot => 80,
        Card::Heat => 60,
        Card::He => 50,
        Card::Fire => 70,
        Card::CoaxialMg => 40,
    }
}

/// The place of the card of lowest value; of equals the first.
#[inline]
pub fn cheapest_place(player: &Player, hand: &[Card]) -> Option<usize> {
    (0..hand.len()).min_by_key(|at| value(player, hand[*at]))
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
