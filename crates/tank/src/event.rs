//! What happened, as one line of the log: `{turn, phase, actor, action, target, result}` (rules 5.10).

use std::sync::Arc;

use bout_core::{List, Named, Seat, Viewer, names};
use schemars::JsonSchema;
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::card::Card;
use crate::cards::Cards;
use crate::config::Controller;
use crate::phase::{Phase, Timer};
use crate::rules::Class;
use crate::state::{EndReason, MainAction, Mode};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
pub struct Event {
    /// The turn; 0 in the set-up.
    pub turn: u32,
    /// The phase at the time.
    pub phase: Phase,
    /// Who did it.
    pub actor: Option<Seat>,
    /// To whom.
    pub target: Option<Seat>,
    /// What.
    #[schemars(flatten)]
    pub what: What,
}

names! {
    /// Why cards were drawn.
    pub enum Cause {
        /// A turn began.
        Turn = "turn",
        /// The medium passive.
        MediumPassive = "medium_passive",
        /// A coup fourré.
        CoupFourre = "coup_fourre",
        /// A fresh hand.
        Respawn = "respawn",
    }
}

names! {
    /// Why a seat changed hands.
    pub enum ControlCause {
        /// Its clock ran out too often.
        Timeouts = "timeouts",
        /// Its player was gone too long.
        Disconnect = "disconnect",
        /// Its player gave up.
        Concede = "concede",
        /// Its player is back.
        Returned = "returned",
    }
}

/// With what a match begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Start {
    /// Duel or deathmatch.
    pub mode: Mode,
    /// All parameters.
    pub rules: Map<String, Value>,
    /// The preset they began with.
    pub preset: String,
    /// A class per seat.
    pub classes: Vec<Class>,
    /// The seats of each team.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<u8>>,
    /// Who begins.
    pub first_player: Seat,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct End {
    /// Who won; allies win with them.
    pub winner: Option<Seat>,
    /// Why.
    pub end_reason: EndReason,
    /// Kill marks by seat.
    pub kill_marks: List<u16, 4>,
    /// Turns started.
    pub turns: u32,
}

/// The arithmetic of one hit (rules 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hit {
    /// Base damage of the munition.
    pub base: u16,
    /// What armor takes off.
    pub ablative_reduction: u16,
    /// Charges spent or destroyed: 0 or 1.
    pub ablative_spent: u16,
    /// What the class takes off.
    pub class_reduction: u16,
    /// What is left.
    #[serde(rename = "final")]
    pub last: u16,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(!untagged, tag = "action", content = "result", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are those of the rules document's table of events")]
pub enum What {
    GameStart(#[serde(serialize_with = "shared")] Arc<Start>),
    Deal {
        count: u16,
        cards: Option<Cards>,
    },
    TurnStart {
        bonus: bool,
    },
    #[schemars(with = "Nothing")]
    SpawnShieldCleared,
    Draw {
        count: u16,
        cards: Option<Cards>,
        cause: Cause,
    },
    Reshuffle {
        deck_size: u16,
    },
    MediumPassive {
        discarded: Cards,
    },
    Load {
        card: Card,
        replaced: Option<Card>,
    },
    GhostDiscard {
        card: Card,
    },
    Fire {
        munition: Card,
    },
    QuickFire {
        munition: Card,
    },
    Sabotage {
        hazard: Card,
    },
    Repair {
        remedy: Option<Card>,
        hazard: Card,
    },
    Equip {
        card: Card,
    },
    Discard {
        card: Card,
    },
    #[schemars(with = "Nothing")]
    SkipAction,
    #[schemars(with = "Nothing")]
    AutoloadDeclined,
    #[schemars(with = "Nothing")]
    BunkerBuster,
    SmokeLaunchers {
        against: Seat,
        source: MainAction,
        munition: Card,
    },
    AttackNegated {
        munition: Card,
    },
    CoupFourre {
        safety: Card,
        hazard: Card,
    },
    CoupDiscard {
        card: Option<Card>,
    },
    HazardApplied {
        hazard: Card,
    },
    Damage {
        munition: Card,
        #[serde(flatten)]
        hit: Hit,
        hp_before: u16,
        hp_after: u16,
    },
    Adrenaline {
        cleared: List<Card, 3>,
    },
    Kill {
        kill_marks: u16,
    },
    Respawn {
        hp: u16,
        discarded: Box<[Card]>,
    },
    DiscardExcess {
        cards: Cards,
    },
    BonusTurn {
        from: Seat,
    },
    TurnEnd {
        next: Seat,
    },
    #[schemars(with = "Nothing")]
    DeckExhausted,
    #[schemars(with = "Nothing")]
    Concede,
    SeatControl {
        controller: Controller,
        cause: ControlCause,
    },
    Timeout {
        timer: Timer,
    },
    GameOver(End),
}

impl Event {
    /// What a viewer is told: drawn cards are their owner's.
    #[must_use]
    pub fn redacted(&self, viewer: Viewer) -> Event {
        let mut told = self.clone();
        let hidden = self.actor.is_none_or(|actor| !viewer.owns(actor));
        if let (true, What::Deal { cards, .. } | What::Draw { cards, .. }) =
            (hidden, &mut told.what)
        {
            *cards = None;
        }
        told
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("Event", 6)?;
        line.serialize_field("turn", &self.turn)?;
        line.serialize_field("phase", &self.phase)?;
        line.serialize_field("actor", &self.actor)?;
        line.serialize_field("action", self.what.name())?;
        line.serialize_field("target", &self.target)?;
        line.serialize_field("result", &Details(&self.what))?;
        line.end()
    }
}

impl Named for What {
    fn name(&self) -> &'static str {
        match self {
            What::GameStart(_) => "game_start",
            What::Deal { .. } => "deal",
            What::TurnStart { .. } => "turn_start",
            What::SpawnShieldCleared => "spawn_shield_cleared",
            What::Draw { .. } => "draw",
            What::Reshuffle { .. } => "reshuffle",
            What::MediumPassive { .. } => "medium_passive",
            What::Load { .. } => "load",
            What::GhostDiscard { .. } => "ghost_discard",
            What::Fire { .. } => "fire",
            What::QuickFire { .. } => "quick_fire",
            What::Sabotage { .. } => "sabotage",
            What::Repair { .. } => "repair",
            What::Equip { .. } => "equip",
            What::Discard { .. } => "discard",
            What::SkipAction => "skip_action",
            What::AutoloadDeclined => "autoload_declined",
            What::BunkerBuster => "bunker_buster",
            What::SmokeLaunchers { .. } => "smoke_launchers",
            What::AttackNegated { .. } => "attack_negated",
            What::CoupFourre { .. } => "coup_fourre",
            What::CoupDiscard { .. } => "coup_discard",
            What::HazardApplied { .. } => "hazard_applied",
            What::Damage { .. } => "damage",
            What::Adrenaline { .. } => "adrenaline",
            What::Kill { .. } => "kill",
            What::Respawn { .. } => "respawn",
            What::DiscardExcess { .. } => "discard_excess",
            What::BonusTurn { .. } => "bonus_turn",
            What::TurnEnd { .. } => "turn_end",
            What::DeckExhausted => "deck_exhausted",
            What::Concede => "concede",
            What::SeatControl { .. } => "seat_control",
            What::Timeout { .. } => "timeout",
            What::GameOver(_) => "game_over",
        }
    }
}

impl What {
    /// Whether its name says everything.
    fn is_bare(&self) -> bool {
        matches!(
            self,
            What::SpawnShieldCleared
                | What::SkipAction
                | What::AutoloadDeclined
                | What::BunkerBuster
                | What::DeckExhausted
                | What::Concede
        )
    }
}

// The details of what its name says already.
#[derive(JsonSchema)]
#[schemars(inline)]
struct Nothing {}

/// The details of what happened.
struct Details<'a>(&'a What);

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_bare() {
            serializer.serialize_map(Some(0))?.end()
        } else {
            self.0.serialize(serializer)
        }
    }
}

fn shared<S: Serializer>(start: &Arc<Start>, serializer: S) -> Result<S::Ok, S::Error> {
    start.as_ref().serialize(serializer)
}
