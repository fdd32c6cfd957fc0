//! Events (rules 5.6). The variants and fields of [`What`] are the wire format.

use bout_core::{Seat, Viewer, names};
use schemars::JsonSchema;
use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::deck::DeckError;
use crate::phase::{MatchState, Timer, TurnPhase};
use crate::prompt::OptionView;
use crate::state::{CancelReason, End, MatchResult, Position, PromptKind, TimedKind, WinCondition};
use crate::symbol::{Card, Symbol};
use crate::wire::{Amount, Player};
use crate::words::Status;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
pub struct Event {
    /// The turn in which it happened.
    #[schemars(rename = "turnNumber")]
    pub turn: u16,
    /// The player it is about.
    #[schemars(with = "Option<Player>", skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// Whether a timeout caused it.
    #[schemars(skip_serializing_if = "is_false")]
    pub auto: bool,
    /// What happened.
    #[schemars(flatten)]
    pub what: What,
}

/// A creature's place at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// Whose.
    #[serde(with = "crate::wire::player")]
    #[schemars(with = "Player")]
    pub player: Seat,
    /// Where.
    pub position: Position,
}

/// How damage came about (rules 6.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
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

impl Breakdown {
    /// Damage that neither the attacker nor weakness or resistance changes.
    pub fn unmodified(amount: u16) -> Self {
        let [base, scaled, boosted, weakness, resistance] = [amount; 5];
        Breakdown { base, scaled, boosted, weakness, resistance, ..Breakdown::default() }
    }
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

names! {
    /// A side of a coin.
    pub enum Face {
        /// Heads.
        Heads = "heads",
        /// Tails.
        Tails = "tails",
    }
}

impl Face {
    /// Heads if true.
    pub fn of(heads: bool) -> Self {
        if heads { Face::Heads } else { Face::Tails }
    }
}

/// Coins flipped together; on the wire a list of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flips {
    /// How many.
    pub count: u8,
    /// Those that showed heads, as bits.
    pub heads: u16,
}

impl Flips {
    /// A single coin.
    pub fn one(heads: bool) -> Self {
        Flips { count: 1, heads: u16::from(heads) }
    }
}

bout_core::described_as!(Flips, Vec<Face>);

impl Serialize for Flips {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let face = |at: u8| Face::of(self.heads & 1 << at != 0);
        serializer.collect_seq((0..self.count.min(16)).map(face))
    }
}

names! {
    /// Why an attack failed.
    pub enum Failure {
        /// The attacker is confused, and its coin showed tails.
        Confused = "confused",
        /// A coin of the attack showed tails.
        Tails = "tails",
    }
}

type CardList = Box<[Card]>;

/// One value for each player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[expect(missing_docs, reason = "the names of the players")]
#[schemars(inline)]
pub struct PerPlayer<T> {
    #[serde(rename = "PLAYER1")]
    pub player1: T,
    #[serde(rename = "PLAYER2")]
    pub player2: T,
}

impl<T> From<[T; 2]> for PerPlayer<T> {
    fn from([player1, player2]: [T; 2]) -> Self {
        PerPlayer { player1, player2 }
    }
}

/// Cards that go back to a hand or a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Returned {
    /// How many.
    pub count: u8,
    /// Which, for those who may know.
    #[serde(rename = "cards")]
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

/// What happened. Fields marked `skip` serve statistics and redaction and never leave the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "the rules document lists the fields of each event")]
pub enum What {
    /// The match exists.
    MatchCreated,
    /// A player joined with a deck.
    PlayerJoined {
        #[serde(rename = "deckId")]
        deck: Option<Box<str>>,
    },
    /// Both decks are legal.
    DecksValidated,
    /// A deck breaks the rules, so the match is cancelled.
    DeckRejected {
        #[serde(flatten)]
        errors: Box<PerPlayer<Vec<DeckError>>>,
    },
    /// The toss decided who goes first.
    CoinToss { result: Face, first_player: Player },
    /// The match entered another state.
    StateChanged { from: MatchState, to: MatchState },
    /// The turn entered another phase.
    PhaseChanged { from: TurnPhase, to: TurnPhase },
    /// A deck was shuffled.
    DeckShuffled,
    /// A valid opening hand was drawn.
    InitialHandDrawn { count: u8, valid: bool, cards: Option<CardList> },
    /// An invalid opening hand is shown.
    InitialHandRevealed { cards: CardList },
    /// A player chose their opening active creature.
    ActiveSelected {
        setup: bool,
        #[serde(rename = "cardId")]
        card: Option<Card>,
    },
    /// Both opening active creatures are turned up.
    ActivesRevealed {
        #[serde(flatten)]
        cards: PerPlayer<Card>,
    },
    /// A player laid out their prizes.
    PrizesSet { count: u8 },
    /// A player finished the setup.
    SetupReady,
    /// Both benches are turned up.
    BenchesRevealed {
        #[serde(flatten)]
        cards: Box<PerPlayer<Vec<Card>>>,
    },
    /// A turn began.
    TurnStarted,
    /// A card was drawn.
    CardDrawn {
        #[serde(rename = "cardId")]
        card: Option<Card>,
    },
    /// The first player does not draw in the first turn.
    DrawSkipped,
    /// A creature came into play.
    CreaturePlayed {
        #[serde(rename = "cardId")]
        card: Option<Card>,
        position: Position,
        #[serde(skip_serializing_if = "is_false")]
        setup: bool,
        #[serde(skip)]
        from_hand: bool,
    },
    /// An energy was attached.
    EnergyAttached {
        #[serde(rename = "cardId")]
        card: Card,
        target: Place,
        #[serde(skip)]
        from_hand: bool,
    },
    /// A creature evolved.
    CreatureEvolved {
        #[serde(rename = "cardId")]
        card: Card,
        target: Place,
    },
    /// A creature lost its upper stages.
    CreatureDevolved { cards: CardList, target: Place },
    /// The active creature retreated.
    Retreated {
        #[serde(rename = "target")]
        position: Position,
    },
    /// A trainer card was played.
    TrainerPlayed {
        #[serde(rename = "cardId")]
        card: Card,
    },
    /// A trainer card was attached to a creature.
    ToolAttached {
        #[serde(rename = "cardId")]
        card: Card,
        target: Place,
    },
    /// A stadium came into play.
    StadiumChanged {
        #[serde(rename = "cardId")]
        card: Card,
        old: Option<Card>,
    },
    /// A player used an ability.
    AbilityUsed { name: Symbol, target: Place },
    /// An ability triggered.
    AbilityTriggered { name: Symbol, target: Place },
    /// The active creature attacks.
    AttackDeclared {
        #[serde(rename = "attackIndex")]
        index: u8,
        name: Symbol,
        /// The attacker, whom every viewer sees anyway.
        #[serde(skip)]
        card: Card,
    },
    /// Coins were flipped.
    CoinFlipped { purpose: Purpose, results: Flips },
    /// An attack failed.
    AttackFailed { reason: Failure },
    /// An attack dealt damage.
    DamageDealt { target: Place, amount: u16, source: Harm, breakdown: Option<Box<Breakdown>> },
    /// Damage was placed that nothing modifies.
    DamageCountersPlaced {
        target: Place,
        amount: u16,
        #[serde(rename = "source")]
        cause: Harm,
    },
    /// Damage was healed.
    DamageHealed { target: Place, amount: u16 },
    /// Damage was prevented.
    DamagePrevented { target: Place, amount: u16 },
    /// A creature got a status.
    StatusApplied { target: Place, status: Status },
    /// A creature lost a status.
    StatusRemoved { target: Place, status: Status },
    /// Attached energies were discarded.
    EnergyDiscarded { cards: CardList, target: Place },
    /// An energy moved to another creature.
    EnergyMoved {
        #[serde(rename = "cardId")]
        card: Card,
        from: Place,
        to: Place,
    },
    /// Cards were discarded.
    CardsDiscarded { cards: CardList },
    /// Cards are shown to both players.
    CardsRevealed {
        cards: CardList,
        /// Whether they come from the discard pile to the hand.
        #[serde(skip)]
        retrieved: bool,
    },
    /// A player took cards from their deck.
    CardsSearched {
        count: u8,
        cards: Option<CardList>,
        /// Whether they go to the hand.
        #[serde(skip)]
        to_hand: bool,
    },
    /// Cards went back to a hand or a deck.
    CardsReturned {
        #[serde(flatten)]
        cards: Returned,
        to: Return,
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<Place>,
    },
    /// A benched creature became active.
    Switched {
        #[serde(rename = "target")]
        position: Position,
    },
    /// A creature was knocked out.
    CreatureKnockedOut {
        #[serde(rename = "cardId")]
        card: Card,
        target: Place,
    },
    /// A prize was taken.
    PrizeTaken {
        index: u8,
        remaining: u8,
        #[serde(rename = "cardId")]
        card: Option<Card>,
    },
    /// A player has to decide something.
    ChoiceRequested {
        #[serde(rename = "choiceId")]
        choice: u32,
        kind: PromptKind,
        #[serde(skip)]
        open: bool,
        options: Option<Box<[OptionView]>>,
    },
    /// A player decided.
    ChoiceResolved {
        #[serde(rename = "choiceId")]
        choice: u32,
        #[serde(skip)]
        open: bool,
        answer: Option<Box<[u8]>>,
    },
    /// An effect began that lasts for a time.
    TimedEffectStarted { target: Option<Place>, kind: TimedKind, amount: Amount, expires: u16 },
    /// An effect ended.
    TimedEffectEnded { target: Option<Place>, kind: TimedKind },
    /// A player ran out of time.
    TimerExpired {
        #[serde(serialize_with = "timer_kind")]
        #[schemars(with = "String")]
        timer: Timer,
    },
    /// The turn is over; statuses are worked off.
    BetweenTurnsStarted,
    /// A turn ended.
    TurnEnded,
    /// A player offers to cancel the match.
    CancelOffered,
    /// The match is over.
    MatchEnded {
        winner: Option<Player>,
        result: MatchResult,
        win_condition: Option<WinCondition>,
        ending: &'static str,
    },
    /// The match does not count.
    MatchCancelled { reason: CancelReason, cancelled_by: Option<Player> },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn timer_kind<S: Serializer>(timer: &Timer, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(timer.kind())
}

impl What {
    /// The end of a match that counts.
    pub fn ended(end: &End) -> Self {
        What::MatchEnded {
            winner: end.winner().map(Player),
            result: end.result,
            win_condition: end.condition,
            ending: end.ending(),
        }
    }

    /// Removes what only the player the event is about may know.
    #[expect(clippy::too_many_lines, reason = "one line for each event")]
    fn redact(&mut self) {
        match self {
            What::ActiveSelected { card, .. }
            | What::CardDrawn { card }
            | What::PrizeTaken { card, .. }
            | What::CreaturePlayed { card, setup: true, .. } => *card = None,
            What::PlayerJoined { deck } => *deck = None,
            What::InitialHandDrawn { cards, .. } | What::CardsSearched { cards, .. } => {
                *cards = None;
            }
            // Everybody saw a creature in play and its cards.
            What::CardsReturned { cards, target: None, .. } => cards.list = None,
            What::ChoiceRequested { options, open: false, .. } => *options = None,
            What::ChoiceResolved { answer, open: false, .. } => *answer = None,
            // All others are public. They are listed so that a new event must be judged here.
            What::MatchCreated
            | What::DecksValidated
            | What::DeckRejected { .. }
            | What::CoinToss { .. }
            | What::StateChanged { .. }
            | What::PhaseChanged { .. }
            | What::DeckShuffled
            | What::InitialHandRevealed { .. }
            | What::ActivesRevealed { .. }
            | What::PrizesSet { .. }
            | What::SetupReady
            | What::BenchesRevealed { .. }
            | What::TurnStarted
            | What::DrawSkipped
            | What::CreaturePlayed { .. }
            | What::EnergyAttached { .. }
            | What::CreatureEvolved { .. }
            | What::CreatureDevolved { .. }
            | What::Retreated { .. }
            | What::TrainerPlayed { .. }
            | What::ToolAttached { .. }
            | What::StadiumChanged { .. }
            | What::AbilityUsed { .. }
            | What::AbilityTriggered { .. }
            | What::AttackDeclared { .. }
            | What::CoinFlipped { .. }
            | What::AttackFailed { .. }
            | What::DamageDealt { .. }
            | What::DamageCountersPlaced { .. }
            | What::DamageHealed { .. }
            | What::DamagePrevented { .. }
            | What::StatusApplied { .. }
            | What::StatusRemoved { .. }
            | What::EnergyDiscarded { .. }
            | What::EnergyMoved { .. }
            | What::CardsDiscarded { .. }
            | What::CardsRevealed { .. }
            | What::CardsReturned { .. }
            | What::Switched { .. }
            | What::CreatureKnockedOut { .. }
            | What::ChoiceRequested { .. }
            | What::ChoiceResolved { .. }
            | What::TimedEffectStarted { .. }
            | What::TimedEffectEnded { .. }
            | What::TimerExpired { .. }
            | What::BetweenTurnsStarted
            | What::TurnEnded
            | What::CancelOffered
            | What::MatchEnded { .. }
            | What::MatchCancelled { .. } => {}
        }
    }
}

impl Event {
    /// The event as a viewer sees it: private fields stay with their owner.
    #[must_use]
    pub fn redacted(&self, viewer: Viewer) -> Event {
        let mut told = self.clone();
        let owned = self.player.is_some_and(|owner| viewer.owns(owner));
        if !owned && viewer != Viewer::Referee {
            told.what.redact();
        }
        told
    }
}

impl Serialize for Event {
    /// The type comes first, then the turn and the player, then the fields of the type.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Value::Object(fields) = serde_json::to_value(&self.what).map_err(S::Error::custom)?
        else {
            return Err(S::Error::custom("an event is an object"));
        };
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in &fields {
            map.serialize_entry(key, value)?;
            if key == "type" {
                map.serialize_entry("turnNumber", &self.turn)?;
                if let Some(player) = self.player {
                    map.serialize_entry("player", &Player(player))?;
                }
            }
        }
        if self.auto {
            map.serialize_entry("auto", &true)?;
        }
        map.end()
    }
}
