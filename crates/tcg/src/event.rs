//! What is told (rules 5.6).

use bout_core::{Named, Seat, Viewer, names};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::deck::DeckError;
use crate::phase::{MatchState, Timer, TurnPhase};
use crate::prompt::OptionView;
use crate::state::{CancelReason, End, Position, PromptKind, TimedKind};
use crate::symbol::{Card, Symbol};
use crate::words::Status;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The turn in which it happened.
    pub turn: u16,
    /// Whom it is about.
    pub player: Option<Seat>,
    /// Whether a clock did it.
    pub auto: bool,
    /// What.
    pub what: What,
}

/// A creature's place at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Whose.
    #[serde(with = "crate::wire::player")]
    pub player: Seat,
    /// Where.
    pub position: Position,
}

/// How damage came about (rules 6.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Breakdown {
    /// Printed number or coins.
    pub base: u16,
    /// With what the attack itself adds.
    pub scaled: u16,
    /// With what others add.
    pub boosted: u16,
    /// With weakness.
    pub weakness: u16,
    /// With resistance.
    pub resistance: u16,
    /// What was prevented.
    pub prevented: u16,
    /// What was taken off.
    pub reduced: u16,
    /// What is left.
    #[serde(rename = "final")]
    pub last: u16,
}

names! {
    /// Where damage that is no attack's comes from.
    pub enum Harm {
        /// An attack.
        Attack = "attack",
        /// The attack of the creature itself.
        Recoil = "recoil",
        /// A coin of the creature's own attack.
        Coin = "coin",
        /// Confusion.
        Confusion = "confusion",
        /// Poison.
        Poison = "poison",
        /// Burn.
        Burn = "burn",
        /// An energy card that hurts.
        Energy = "energy",
        /// Moved counters.
        Moved = "moved",
    }
}

names! {
    /// What a coin is for.
    pub enum Purpose {
        /// The first player.
        Toss = "first_player",
        /// Confusion.
        Confusion = "confusion",
        /// The attack.
        Attack = "attack",
        /// An ability.
        Ability = "ability",
        /// A trainer card.
        Trainer = "trainer",
        /// Sleep.
        Sleep = "sleep",
    }
}

type CardList = Box<[Card]>;

/// Cards that go back to a hand or a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// How many.
    pub count: u8,
    /// Which, for those who may know.
    pub list: Option<CardList>,
}

impl Returned {
    /// All of them.
    pub fn all(cards: &[Card]) -> Self {
        Returned { count: cards.len() as u8, list: Some(cards.into()) }
    }
}

names! {
    /// Where cards go back to.
    pub enum Return {
        /// The hand.
        Hand = "hand",
        /// The deck.
        Deck = "deck",
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the rules document's list of events")]
pub enum What {
    MatchCreated,
    PlayerJoined {
        deck: Option<Box<str>>,
    },
    DecksValidated,
    DeckRejected {
        errors: Box<[Vec<DeckError>; 2]>,
    },
    CoinToss {
        heads: bool,
        first: Seat,
    },
    StateChanged {
        from: MatchState,
        to: MatchState,
    },
    PhaseChanged {
        from: TurnPhase,
        to: TurnPhase,
    },
    DeckShuffled,
    InitialHandDrawn {
        count: u8,
        cards: Option<CardList>,
    },
    InitialHandRevealed {
        cards: CardList,
    },
    ActiveSelected {
        card: Option<Card>,
    },
    ActivesRevealed {
        cards: [Card; 2],
    },
    PrizesSet {
        count: u8,
    },
    SetupReady,
    BenchesRevealed {
        cards: Box<[Vec<Card>; 2]>,
    },
    TurnStarted,
    CardDrawn {
        card: Option<Card>,
    },
    DrawSkipped,
    CreaturePlayed {
        card: Option<Card>,
        position: Position,
        setup: bool,
        /// Whether it was in the hand; for statistics, not told.
        from_hand: bool,
    },
    EnergyAttached {
        card: Card,
        target: Place,
        /// Whether it was in the hand; for statistics, not told.
        from_hand: bool,
    },
    CreatureEvolved {
        card: Card,
        target: Place,
    },
    CreatureDevolved {
        cards: CardList,
        target: Place,
    },
    Retreated {
        position: Position,
    },
    TrainerPlayed {
        card: Card,
    },
    ToolAttached {
        card: Card,
        target: Place,
    },
    StadiumChanged {
        card: Card,
        old: Option<Card>,
    },
    AbilityUsed {
        name: Symbol,
        target: Place,
    },
    AbilityTriggered {
        name: Symbol,
        target: Place,
    },
    AttackDeclared {
        index: u8,
        name: Symbol,
        /// The attacker; everybody sees it, so it is not told.
        card: Card,
    },
    CoinFlipped {
        purpose: Purpose,
        count: u8,
        heads: u16,
    },
    AttackFailed {
        reason: &'static str,
    },
    DamageDealt {
        target: Place,
        amount: u16,
        breakdown: Option<Box<Breakdown>>,
    },
    DamageCountersPlaced {
        target: Place,
        amount: u16,
        cause: Harm,
    },
    DamageHealed {
        target: Place,
        amount: u16,
    },
    DamagePrevented {
        target: Place,
        amount: u16,
    },
    StatusApplied {
        target: Place,
        status: Status,
    },
    StatusRemoved {
        target: Place,
        status: Status,
    },
    EnergyDiscarded {
        target: Place,
        cards: CardList,
    },
    EnergyMoved {
        card: Card,
        from: Place,
        to: Place,
    },
    CardsDiscarded {
        cards: CardList,
    },
    CardsRevealed {
        cards: CardList,
        /// Whether they come from the discard pile to the hand; for statistics, not told.
        retrieved: bool,
    },
    CardsSearched {
        count: u8,
        cards: Option<CardList>,
        /// Whether they go to the hand; for statistics, not told.
        to_hand: bool,
    },
    CardsReturned {
        cards: Returned,
        to: Return,
        target: Option<Place>,
    },
    Switched {
        position: Position,
    },
    CreatureKnockedOut {
        card: Card,
        target: Place,
    },
    PrizeTaken {
        index: u8,
        remaining: u8,
        card: Option<Card>,
    },
    ChoiceRequested {
        choice: u32,
        kind: PromptKind,
        open: bool,
        options: Option<Box<[OptionView]>>,
    },
    ChoiceResolved {
        choice: u32,
        open: bool,
        answer: Option<Box<[u8]>>,
    },
    TimedEffectStarted {
        target: Option<Place>,
        kind: TimedKind,
        amount: i16,
        expires: u16,
    },
    TimedEffectEnded {
        target: Option<Place>,
        kind: TimedKind,
    },
    TimerExpired {
        timer: Timer,
    },
    BetweenTurnsStarted,
    TurnEnded,
    CancelOffered,
    MatchEnded {
        end: Box<End>,
    },
    MatchCancelled {
        reason: CancelReason,
        by: Option<Seat>,
    },
}

impl Event {
    /// What a viewer is told: what is private stays with its owner.
    #[must_use]
    pub fn redacted(&self, viewer: Viewer) -> Event {
        let mut told = self.clone();
        if self.player.is_some_and(|owner| viewer.owns(owner)) || viewer == Viewer::Referee {
            return told;
        }
        match &mut told.what {
            What::ActiveSelected { card }
            | What::CardDrawn { card }
            | What::PrizeTaken { card, .. }
            | What::CreaturePlayed { card, setup: true, .. } => *card = None,
            What::PlayerJoined { deck } => *deck = None,
            What::InitialHandDrawn { cards, .. } | What::CardsSearched { cards, .. } => {
                *cards = None;
            }
            // A creature in play and all it has were seen by everybody.
            What::CardsReturned { cards, target: None, .. } => cards.list = None,
            What::ChoiceRequested { options, open: false, .. } => *options = None,
            What::ChoiceResolved { answer, open: false, .. } => *answer = None,
            _ => {}
        }
        told
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.what.name())?;
        map.serialize_entry("turnNumber", &self.turn)?;
        if let Some(player) = self.player {
            map.serialize_entry("player", crate::wire::player_name(player))?;
        }
        if let Value::Object(fields) = self.what.fields() {
            for (key, value) in &fields {
                map.serialize_entry(key, value)?;
            }
        }
        if self.auto {
            map.serialize_entry("auto", &true)?;
        }
        map.end()
    }
}

impl Named for What {
    fn name(&self) -> &'static str {
        match self {
            What::MatchCreated => "match_created",
            What::PlayerJoined { .. } => "player_joined",
            What::DecksValidated => "decks_validated",
            What::DeckRejected { .. } => "deck_rejected",
            What::CoinToss { .. } => "coin_toss",
            What::StateChanged { .. } => "state_changed",
            What::PhaseChanged { .. } => "phase_changed",
            What::DeckShuffled => "deck_shuffled",
            What::InitialHandDrawn { .. } => "initial_hand_drawn",
            What::InitialHandRevealed { .. } => "initial_hand_revealed",
            What::ActiveSelected { .. } => "active_selected",
            What::ActivesRevealed { .. } => "actives_revealed",
            What::PrizesSet { .. } => "prizes_set",
            What::SetupReady => "setup_ready",
            What::BenchesRevealed { .. } => "benches_revealed",
            What::TurnStarted => "turn_started",
            What::CardDrawn { .. } => "card_drawn",
            What::DrawSkipped => "draw_skipped",
            What::CreaturePlayed { .. } => "creature_played",
            What::EnergyAttached { .. } => "energy_attached",
            What::CreatureEvolved { .. } => "creature_evolved",
            What::CreatureDevolved { .. } => "creature_devolved",
            What::Retreated { .. } => "retreated",
            What::TrainerPlayed { .. } => "trainer_played",
            What::ToolAttached { .. } => "tool_attached",
            What::StadiumChanged { .. } => "stadium_changed",
            What::AbilityUsed { .. } => "ability_used",
            What::AbilityTriggered { .. } => "ability_triggered",
            What::AttackDeclared { .. } => "attack_declared",
            What::CoinFlipped { .. } => "coin_flipped",
            What::AttackFailed { .. } => "attack_failed",
            What::DamageDealt { .. } => "damage_dealt",
            What::DamageCountersPlaced { .. } => "damage_counters_placed",
            What::DamageHealed { .. } => "damage_healed",
            What::DamagePrevented { .. } => "damage_prevented",
            What::StatusApplied { .. } => "status_applied",
            What::StatusRemoved { .. } => "status_removed",
            What::EnergyDiscarded { .. } => "energy_discarded",
            What::EnergyMoved { .. } => "energy_moved",
            What::CardsDiscarded { .. } => "cards_discarded",
            What::CardsRevealed { .. } => "cards_revealed",
            What::CardsSearched { .. } => "cards_searched",
            What::CardsReturned { .. } => "cards_returned",
            What::Switched { .. } => "switched",
            What::CreatureKnockedOut { .. } => "creature_knocked_out",
            What::PrizeTaken { .. } => "prize_taken",
            What::ChoiceRequested { .. } => "choice_requested",
            What::ChoiceResolved { .. } => "choice_resolved",
            What::TimedEffectStarted { .. } => "timed_effect_started",
            What::TimedEffectEnded { .. } => "timed_effect_ended",
            What::TimerExpired { .. } => "timer_expired",
            What::BetweenTurnsStarted => "between_turns_started",
            What::TurnEnded => "turn_ended",
            What::CancelOffered => "cancel_offered",
            What::MatchEnded { .. } => "match_ended",
            What::MatchCancelled { .. } => "match_cancelled",
        }
    }
}

impl What {
    fn fields(&self) -> Value {
        match self {
            What::PlayerJoined { deck } => json!({"deckId": deck}),
            What::DeckRejected { errors } => json!({"PLAYER1": errors[0], "PLAYER2": errors[1]}),
            What::CoinToss { heads, first } => {
                let result = if *heads { "heads" } else { "tails" };
                json!({"result": result, "firstPlayer": crate::wire::player_name(*first)})
            }
            What::StateChanged { from, to } => json!({"from": from, "to": to}),
            What::PhaseChanged { from, to } => json!({"from": from, "to": to}),
            What::InitialHandDrawn { count, cards } => {
                json!({"count": count, "valid": true, "cards": cards})
            }
            What::ActivesRevealed { cards } => json!({"PLAYER1": cards[0], "PLAYER2": cards[1]}),
            What::BenchesRevealed { cards } => json!({"PLAYER1": cards[0], "PLAYER2": cards[1]}),
            What::PrizesSet { count } => json!({"count": count}),
            What::InitialHandRevealed { cards }
            | What::CardsDiscarded { cards }
            | What::CardsRevealed { cards, .. } => json!({"cards": cards}),
            What::CardsSearched { count, cards, .. } => json!({"count": count, "cards": cards}),
            What::CardsReturned { cards, to, target: None } => {
                json!({"count": cards.count, "cards": cards.list, "to": to})
            }
            What::CardsReturned { cards, to, target } => {
                json!({"count": cards.count, "cards": cards.list, "to": to, "target": target})
            }
            What::ActiveSelected { card } => json!({"setup": true, "cardId": card}),
            What::CardDrawn { card } => json!({"cardId": card}),
            What::TrainerPlayed { card } => json!({"cardId": card}),
            What::PrizeTaken { index, remaining, card } => {
                json!({"index": index, "remaining": remaining, "cardId": card})
            }
            What::StadiumChanged { card, old } => json!({"cardId": card, "old": old}),
            What::CoinFlipped { purpose, count, heads } => {
                json!({"purpose": purpose, "results": results(*count, *heads)})
            }
            What::AttackDeclared { index, name, .. } => json!({"attackIndex": index, "name": name}),
            What::AttackFailed { reason } => json!({"reason": reason}),
            What::ChoiceRequested { choice, kind, options, .. } => {
                json!({"choiceId": choice, "kind": kind, "options": options})
            }
            What::ChoiceResolved { choice, answer, .. } => {
                json!({"choiceId": choice, "answer": answer})
            }
            What::TimerExpired { timer } => json!({"timer": timer.kind()}),
            What::MatchEnded { end } => json!({
                "winner": end.winner().map(crate::wire::player_name), "result": end.result,
                "winCondition": end.condition, "ending": end.ending(),
            }),
            What::MatchCancelled { reason, by } => {
                json!({"reason": reason, "cancelledBy": by.map(crate::wire::player_name)})
            }
            _ => self.board_fields(),
        }
    }

    /// Fields of what happens to creatures.
    fn board_fields(&self) -> Value {
        match self {
            What::CreaturePlayed { card, position, setup, .. } => {
                let mut fields = json!({"cardId": card, "position": position});
                if *setup {
                    fields["setup"] = true.into();
                }
                fields
            }
            What::EnergyAttached { card, target, .. }
            | What::CreatureEvolved { card, target }
            | What::ToolAttached { card, target }
            | What::CreatureKnockedOut { card, target } => {
                json!({"cardId": card, "target": target})
            }
            What::CreatureDevolved { cards, target } | What::EnergyDiscarded { target, cards } => {
                json!({"cards": cards, "target": target})
            }
            What::Retreated { position } | What::Switched { position } => {
                json!({"target": position})
            }
            What::AbilityUsed { name, target } | What::AbilityTriggered { name, target } => {
                json!({"name": name, "target": target})
            }
            What::DamageDealt { target, amount, breakdown } => json!({
                "target": target, "amount": amount, "source": Harm::Attack, "breakdown": breakdown,
            }),
            What::DamageCountersPlaced { target, amount, cause } => {
                json!({"target": target, "amount": amount, "source": cause})
            }
            What::DamageHealed { target, amount } | What::DamagePrevented { target, amount } => {
                json!({"target": target, "amount": amount})
            }
            What::StatusApplied { target, status } | What::StatusRemoved { target, status } => {
                json!({"target": target, "status": status})
            }
            What::EnergyMoved { card, from, to } => json!({"cardId": card, "from": from, "to": to}),
            What::TimedEffectStarted { target, kind, amount, expires } => {
                let amount = crate::wire::Amount(*amount);
                json!({"target": target, "kind": kind, "amount": amount, "expires": expires})
            }
            What::TimedEffectEnded { target, kind } => json!({"target": target, "kind": kind}),
            _ => json!({}),
        }
    }
}

fn results(count: u8, heads: u16) -> Vec<&'static str> {
    let face = |at: u8| if heads & 1 << at == 0 { "tails" } else { "heads" };
    (0..count.min(16)).map(face).collect()
}
