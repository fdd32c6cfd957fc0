//! What happened, as one line of the log: `{turn, phase, actor, action, target, result}` (rules 5.10).

use std::sync::Arc;

use bout_core::{List, Named, Seat, Viewer, names};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::card::Card;
use crate::cards::Cards;
use crate::config::Controller;
use crate::phase::{Phase, Timer};
use crate::rules::Class;
use crate::state::{EndReason, MainAction, Mode};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Duel or deathmatch.
    pub mode: Mode,
    /// All parameters.
    pub rules: Map<String, Value>,
    /// The preset they began with.
    pub preset: String,
    /// A class per seat.
    pub classes: Vec<Class>,
    /// Who begins.
    pub first_player: Seat,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won.
    pub winner: Option<Seat>,
    /// Why.
    pub end_reason: EndReason,
    /// Kill marks by seat.
    pub kill_marks: List<u16, 4>,
    /// Turns started.
    pub turns: u32,
}

/// The arithmetic of one hit (rules 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the rules document's table of events")]
pub enum What {
    GameStart(Arc<Start>),
    Deal { count: u16, cards: Option<Cards> },
    TurnStart { bonus: bool },
    SpawnShieldCleared,
    Draw { count: u16, cards: Option<Cards>, cause: Cause },
    Reshuffle { deck_size: u16 },
    MediumPassive { discarded: Cards },
    Load { card: Card, replaced: Option<Card> },
    GhostDiscard { card: Card },
    Fire { munition: Card },
    QuickFire { munition: Card },
    Sabotage { hazard: Card },
    Repair { remedy: Option<Card>, hazard: Card },
    Equip { card: Card },
    Discard { card: Card },
    SkipAction,
    AutoloadDeclined,
    BunkerBuster,
    SmokeLaunchers { against: Seat, source: MainAction, munition: Card },
    AttackNegated { munition: Card },
    CoupFourre { safety: Card, hazard: Card },
    CoupDiscard { card: Option<Card> },
    HazardApplied { hazard: Card },
    Damage { munition: Card, hit: Hit, hp_before: u16, hp_after: u16 },
    Adrenaline { cleared: List<Card, 3> },
    Kill { kill_marks: u16 },
    Respawn { hp: u16, discarded: Box<[Card]> },
    DiscardExcess { cards: Cards },
    BonusTurn { from: Seat },
    TurnEnd { next: Seat },
    DeckExhausted,
    Concede,
    SeatControl { controller: Controller, cause: ControlCause },
    Timeout { timer: Timer },
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
        line.serialize_field("result", &self.what.result())?;
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
    fn result(&self) -> Value {
        match self {
            What::GameStart(start) => json!({
                "mode": start.mode, "rules": start.rules, "preset": start.preset, "classes": start.classes,
                "first_player": start.first_player,
            }),
            What::Deal { count, cards } => json!({"count": count, "cards": cards}),
            What::TurnStart { bonus } => json!({"bonus": bonus}),
            What::Draw { count, cards, cause } => {
                json!({"count": count, "cards": cards, "cause": cause})
            }
            What::Reshuffle { deck_size } => json!({"deck_size": deck_size}),
            What::MediumPassive { discarded } => json!({"discarded": discarded}),
            What::Load { card, replaced } => json!({"card": card, "replaced": replaced}),
            What::Fire { munition }
            | What::QuickFire { munition }
            | What::AttackNegated { munition } => {
                json!({"munition": munition})
            }
            What::Sabotage { hazard } | What::HazardApplied { hazard } => json!({"hazard": hazard}),
            What::Repair { remedy, hazard } => json!({"remedy": remedy, "hazard": hazard}),
            What::Equip { card } | What::Discard { card } | What::GhostDiscard { card } => {
                json!({"card": card})
            }
            What::SmokeLaunchers { against, source, munition } => {
                json!({"against": against, "source": source, "munition": munition})
            }
            What::CoupFourre { safety, hazard } => json!({"safety": safety, "hazard": hazard}),
            What::CoupDiscard { card } => json!({"card": card}),
            What::Damage { munition, hit, hp_before, hp_after } => {
                damage(*munition, *hit, *hp_before, *hp_after)
            }
            What::Adrenaline { cleared } => json!({"cleared": cleared}),
            What::Kill { kill_marks } => json!({"kill_marks": kill_marks}),
            What::Respawn { hp, discarded } => json!({"hp": hp, "discarded": discarded}),
            What::DiscardExcess { cards } => json!({"cards": cards}),
            What::BonusTurn { from } => json!({"from": from}),
            What::TurnEnd { next } => json!({"next": next}),
            What::SeatControl { controller, cause } => {
                json!({"controller": controller, "cause": cause})
            }
            What::Timeout { timer } => json!({"timer": timer}),
            What::GameOver(end) => json!({
                "winner": end.winner, "end_reason": end.end_reason, "kill_marks": end.kill_marks, "turns": end.turns,
            }),
            What::SpawnShieldCleared
            | What::SkipAction
            | What::AutoloadDeclined
            | What::BunkerBuster
            | What::DeckExhausted
            | What::Concede => json!({}),
        }
    }
}

fn damage(munition: Card, hit: Hit, hp_before: u16, hp_after: u16) -> Value {
    json!({
        "munition": munition, "base": hit.base, "ablative_reduction": hit.ablative_reduction,
        "ablative_spent": hit.ablative_spent, "class_reduction": hit.class_reduction, "final": hit.last,
        "hp_before": hp_before, "hp_after": hp_after,
    })
}
