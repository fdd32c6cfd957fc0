//! Open decisions, half-resolved effects, the last action (rules 5.4, 5.8.1).

use bout_core::{List, Seat};
use serde::{Deserialize, Serialize};

use super::{AttackStep, FrameKind, Position, PromptKind, Step};
use crate::action::Command;
use crate::symbol::Card;

/// An open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Its number in the match.
    pub id: u32,
    /// Whose.
    pub seat: Seat,
    /// About what.
    pub kind: PromptKind,
}

impl Default for Pending {
    fn default() -> Self {
        Pending { id: 0, seat: Seat(0), kind: PromptKind::YesNo }
    }
}

/// A half-resolved effect (rules 5.8.1). What it does follows from its card; here stands how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Frame {
    /// What it is.
    pub kind: FrameKind,
    /// Whose.
    #[serde(with = "crate::wire::player")]
    pub player: Seat,
    /// The card whose words are carried out.
    #[serde(rename = "cardId")]
    pub card: Card,
    /// The creature that attacks or has the ability; 0 for none.
    #[serde(rename = "instanceId")]
    pub creature: u32,
    /// The creature that is attacked; 0 for none.
    pub defender: u32,
    /// Which attack.
    pub attack_index: u8,
    /// The number of the step it is at; each kind of frame has its own steps.
    pub at: u8,
    /// Which of its effects.
    pub effect: u8,
    /// Questions of that effect answered so far.
    pub step: u8,
    /// Coins flipped.
    pub flips: u8,
    /// Those that showed heads, as bits.
    pub heads: u16,
    /// Creatures chosen so far.
    pub bound: [u32; 2],
    /// Creatures whose abilities are still to be triggered: side and slot in a byte.
    pub queue: List<u8, 12>,
    /// Costs of the attack that are due until they are paid; then creatures that it hurt; creatures
    /// whose knock-out was told. As bits.
    pub marked: u16,
    /// Whether its card is on its way: neither in the hand nor anywhere else.
    pub limbo: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Frame::new(FrameKind::KnockOut, Seat(0))
    }
}

impl Frame {
    /// The same frame at a step.
    #[must_use]
    pub fn at(mut self, step: impl Step) -> Self {
        self.at = step.number();
        self
    }

    /// Whether an attack is at a step.
    pub fn is_at(&self, step: AttackStep) -> bool {
        self.kind == FrameKind::Attack && AttackStep::of(self.at) == step
    }

    /// A frame at its beginning.
    pub fn new(kind: FrameKind, player: Seat) -> Self {
        Frame {
            kind,
            player,
            card: Card::NONE,
            creature: 0,
            defender: 0,
            attack_index: 0,
            at: 0,
            effect: 0,
            step: 0,
            flips: 0,
            heads: 0,
            bound: [0; 2],
            queue: List::new(),
            marked: 0,
            limbo: false,
        }
    }
}

/// The last accepted action, as far as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastAction {
    /// Its number among the actions that were told.
    pub id: u32,
    /// Who acted.
    pub seat: Seat,
    /// How.
    pub command: Command,
    /// With which card.
    pub card: Card,
    /// Whether only its owner may know the card.
    pub secret: bool,
    /// At which position.
    pub target: Option<Position>,
    /// Which attack or prize.
    pub index: Option<u8>,
}

/// The stadium in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stadium {
    /// The card.
    pub card: Card,
    /// Whose it is.
    pub owner: Seat,
}
