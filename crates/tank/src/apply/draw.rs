//! Drawing cards: the shuffle is done at the draw (rules 6.6, 6.7).

use bout_core::{Ctx, Seat};

use super::{By, tell};
use crate::Tank;
use crate::card::Card;
use crate::cards::Cards;
use crate::event::{Cause, What};
use crate::phase::Phase;
use crate::state::{EndReason, State};

/// Takes one card from the deck, turning the discard pile over if it has to; none if both are empty.
#[inline]
pub(crate) fn draw_one(state: &mut State, ctx: &mut Ctx<'_, Tank>) -> Option<Card> {
    if state.piles.deck().is_empty() {
        if state.piles.discard().len() == 0 {
            return None;
        }
        state.piles.turn_over();
        state.deck_ordered = false;
        let deck_size = state.piles.deck().len() as u16;
        tell(state, ctx, By::NOBODY, || What::Reshuffle { deck_size });
    }
    let size = state.piles.deck().len();
    let at = if state.deck_ordered { size - 1 } else { ctx.dice.below(size as u32) as usize };
    Some(state.piles.draw(at))
}

/// Deals a hand in the set-up.
pub(crate) fn deal(state: &mut State, seat: Seat, count: u16, ctx: &mut Ctx<'_, Tank>) {
    let mut cards = Cards::new();
    for _ in 0..count {
        let Some(card) = draw_one(state, ctx) else { break };
        state.player_mut(seat).hand.push(card);
        cards.push(card);
    }
    let count = cards.len() as u16;
    tell(state, ctx, By::one(seat), || What::Deal { count, cards: Some(cards) });
}

/// Draws a batch of cards; false if they ran out.
#[inline]
#[must_use]
pub(crate) fn draw(
    state: &mut State,
    seat: Seat,
    count: u16,
    cause: Cause,
    ctx: &mut Ctx<'_, Tank>,
) -> bool {
    let before = state.player(seat).hand.len();
    let mut enough = true;
    for _ in 0..count {
        let Some(card) = draw_one(state, ctx) else {
            enough = false;
            break;
        };
        state.player_mut(seat).hand.push(card);
    }
    if ctx.telling() && state.player(seat).hand.len() > before {
        let cards: Cards = state.player(seat).hand.iter().skip(before).collect();
        let count = cards.len() as u16;
        tell(state, ctx, By::one(seat), || What::Draw { count, cards: Some(cards), cause });
    }
    enough
}

impl Tank {
    /// A needed card cannot be drawn: the match is over, and nobody has won.
    #[cold]
    pub(crate) fn exhaust(
        &self,
        state: &mut State,
        seat: Seat,
        on: &'static str,
        ctx: &mut Ctx<'_, Self>,
    ) {
        tell(state, ctx, By::one(seat), || What::DeckExhausted);
        ctx.goto(&mut state.phase, Phase::GameOver, on, "exhausted");
        Self::finish(state, EndReason::DeckExhausted, None, ctx);
    }
}
