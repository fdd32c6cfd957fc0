//! All of a running match (rules 3), as plain data; from the first toss on it needs no heap.

mod board;
mod end;
mod frame;
mod side;
mod steps;
mod words;

use bout_core::{Current, List, Millis, Outcome, Seat, SeatSet, Timers};
use serde::{Deserialize, Serialize};

use crate::deck::{DECK_MAX, Deck};
use crate::index::Live;
use crate::phase::{MatchState, Timer, TurnPhase};
use crate::prompt::Asked;
use crate::symbol::Card;
use crate::wire::StateDocument;

pub use crate::index::{Hand, Places};
pub use board::{At, Attached, Creature, Slot, Timed};
pub use end::End;
pub use frame::{Frame, LastAction, Pending, Stadium};
pub use side::{Once, Side};
pub use steps::{
    AbilityStep, AttackStep, BetweenStep, EndTurnStep, KnockOutStep, Step, TurnStartStep,
};
pub(crate) use words::RuleChoice;
pub use words::{
    CancelReason, FrameKind, MatchResult, Position, PromptKind, Rotation, TimedKind, WinCondition,
};

/// Creatures that a player can have in play.
pub const SLOTS: usize = 6;
/// Effects that can wait upon each other.
pub const STACK_MAX: usize = 8;
/// Decisions that can be open at once: prizes and new actives of both.
pub const PENDING_MAX: usize = 12;
/// Timed effects of a player and of all their creatures; one more stops the match.
pub const TIMED_MAX: usize = 32;
/// No turn: a thing that has not happened.
pub const NEVER: u16 = u16::MAX;
/// No slot: a place where no creature is.
pub const NOBODY: u8 = u8::MAX;

/// Cards in order.
pub type Pile = List<Card, DECK_MAX>;

/// The state of a match; on the wire it has the names of the rules document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StateDocument", try_from = "StateDocument")]
pub struct State {
    /// Which of the twelve states.
    pub phase: Current<MatchState>,
    /// The phase of the turn.
    pub turn_phase: Option<TurnPhase>,
    /// The players.
    pub sides: [Side; 2],
    /// The deck list of the player who waits for an opponent, kept until both decks are judged.
    pub brought: Option<Box<Deck>>,
    /// Who begins.
    pub first: Option<Seat>,
    /// Whose turn it is.
    pub current: Option<Seat>,
    /// Turns started so far.
    pub turn: u16,
    /// Open decisions.
    pub pending: List<Pending, PENDING_MAX>,
    /// Options marked so far for the first of them.
    pub marks: List<u8, DECK_MAX>,
    /// What was chosen for the effect on top of the stack: places in a zone, or creatures.
    pub chosen: List<u8, DECK_MAX>,
    /// Cards chosen for the effect on top of the stack that are on their way: in no zone.
    pub held: Pile,
    /// Half-resolved effects.
    pub stack: List<Frame, STACK_MAX>,
    /// Whether the turn is ending.
    pub turn_ending: bool,
    /// Who wants to cancel.
    pub cancel_offers: SeatSet,
    /// The stadium.
    pub stadium: Option<Stadium>,
    /// When it started.
    pub started_at: Option<Millis>,
    /// The verdict.
    pub end: Option<End>,
    /// The last action.
    pub last: Option<LastAction>,
    /// Actions told so far.
    pub actions: u32,
    /// Decisions asked for so far.
    pub choices: u32,
    /// Creatures that came into play so far.
    pub instances: u32,
    /// The clocks.
    pub timers: Timers<Timer>,
    /// What the cards of both decks can do at all; not on the wire, it follows from the cards.
    pub features: u8,
    /// The prompt that waits for an answer; not on the wire, it follows from the frame that asks.
    pub asked: Asked,
    /// Which standing effects are in play; not on the wire, it follows from the cards.
    pub live: Live,
}

impl State {
    /// A player's side.
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    /// A player's side, to be changed.
    #[inline]
    pub fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }

    /// The side of a creature.
    #[inline]
    pub fn side_of(&self, at: At) -> &Side {
        &self.sides[usize::from(at.side)]
    }

    /// The side of a creature, to be changed.
    #[inline]
    pub fn side_of_mut(&mut self, at: At) -> &mut Side {
        &mut self.sides[usize::from(at.side)]
    }

    /// Whose turn it is, or would be.
    #[inline]
    pub fn turn_player(&self) -> Seat {
        self.current.unwrap_or(Seat(0))
    }

    /// A creature.
    #[inline]
    pub fn creature(&self, at: At) -> &Creature {
        self.side_of(at).creature(at.slot)
    }

    /// Whether a creature took a blow that was too much, and waits for the knock-out check.
    #[inline]
    pub fn is_doomed(&self, at: At) -> bool {
        self.creature(at).doomed
    }

    /// A creature, to be changed.
    #[inline]
    pub fn creature_mut(&mut self, at: At) -> &mut Creature {
        self.side_of_mut(at).creature_mut(at.slot)
    }

    /// The active creature of a player.
    #[inline]
    pub fn active(&self, seat: Seat) -> Option<At> {
        let slot = self.side(seat).active.get()?;
        Some(At { side: seat.0, slot })
    }

    /// A player's creatures in board order.
    #[inline]
    pub fn board(&self, seat: Seat) -> Places {
        self.side(seat).places(seat.0)
    }

    /// A player's bench.
    #[inline]
    pub fn bench(&self, seat: Seat) -> Places {
        self.side(seat).benched(seat.0)
    }

    /// Every creature in play, the player's own first.
    #[inline]
    pub fn both_boards(&self, seat: Seat) -> Places {
        self.board(seat).then(self.board(other(seat)))
    }

    /// Every creature in play, in no order that matters.
    #[inline]
    pub fn creatures(&self) -> impl Iterator<Item = (At, &Creature)> {
        let of = |side: u8| {
            let slots = (0..).zip(&self.sides[usize::from(side)].creatures);
            slots.map(move |(slot, creature)| (At { side, slot }, creature))
        };
        of(0).chain(of(1)).filter(|(_, creature)| creature.id != 0)
    }

    /// Where a creature is, by its number.
    pub fn find(&self, id: u32) -> Option<At> {
        if id == 0 {
            return None;
        }
        (0..2).find_map(|side| {
            let creatures = &self.sides[usize::from(side)].creatures;
            let slot = creatures.iter().position(|creature| creature.id == id)? as u8;
            Some(At { side, slot })
        })
    }

    /// Whether a creature is active.
    #[inline]
    pub fn is_active(&self, at: At) -> bool {
        self.side_of(at).active.0 == at.slot
    }

    /// The verdict for the host (rules 16).
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.end.as_ref()?;
        let ending = end.ending();
        Some(match end.winner() {
            Some(winner) => Outcome { won: SeatSet::one(winner), drew: SeatSet::NONE, ending },
            None => Outcome { won: SeatSet::NONE, drew: SeatSet::all(2), ending },
        })
    }

    /// A sum over all cards of a player: equal sums, equal cards.
    pub fn sum_of_cards(&self, seat: Seat) -> u64 {
        let sum = sum_of(self.side(seat).cards());
        let stadium = self.stadium.filter(|stadium| stadium.owner == seat).map(|found| found.card);
        let limbo = self.stack.iter().filter(|frame| frame.limbo && frame.player == seat);
        let held = self.stack.last().filter(|frame| frame.player == seat);
        let held = held.map(|_| self.held.iter().copied()).into_iter().flatten();
        limbo
            .map(|frame| frame.card)
            .chain(stadium)
            .chain(held)
            .fold(sum, |sum, card| sum.wrapping_add(weight(card)))
    }
}

/// A sum over cards: equal sums, equal cards.
pub(crate) fn sum_of(cards: impl Iterator<Item = Card>) -> u64 {
    cards.fold(0, |sum: u64, card| sum.wrapping_add(weight(card)))
}

/// A number that spreads the cards, so that different decks have different sums.
fn weight(card: Card) -> u64 {
    let mut n = card.number() as u64 + 1;
    n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

/// The opponent of a player.
#[inline]
pub fn other(seat: Seat) -> Seat {
    debug_assert!(seat.0 < 2, "{seat:?} is not a player");
    Seat(seat.0 ^ 1)
}
