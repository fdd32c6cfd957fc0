//! What a seat can do (rules 5).

use bout_core::{Named, names};
use serde::de::{Error, IgnoredAny};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::deck::Deck;
use crate::state::{CancelReason, Position};
use crate::symbol::Card;

/// Energies that a retreat can cost at most; no smallest set has more.
const PAID_MAX: usize = 5;

/// Answers to prompts in advance, each a list of options.
pub type Choices = Box<Vec<Vec<u8>>>;

/// The deck with which a player joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brought {
    /// A loaded one.
    Id(Box<str>),
    /// A deck of their own.
    Inline(Box<Deck>),
}

/// Energies that pay a retreat; those that listed actions name need no heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paid {
    /// Up to five.
    Few(u8, [Card; PAID_MAX]),
    /// More: never the smallest set.
    Many(Box<[Card]>),
}

impl Paid {
    /// The cards.
    pub fn cards(&self) -> &[Card] {
        match self {
            Paid::Few(count, cards) => cards.get(..usize::from(*count)).unwrap_or(cards),
            Paid::Many(cards) => cards,
        }
    }
}

impl FromIterator<Card> for Paid {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let (mut few, mut count) = ([Card::NONE; PAID_MAX], 0);
        let mut cards = cards.into_iter();
        for card in cards.by_ref() {
            if count == PAID_MAX {
                let all = few.into_iter().chain([card]).chain(cards);
                return Paid::Many(all.collect());
            }
            few[count] = card;
            count += 1;
        }
        Paid::Few(count as u8, few)
    }
}

/// An answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing, as a whole answer.
    Nothing,
    /// One option, as a whole answer.
    Pick(u8),
    /// Several options, as a whole answer.
    Selection(Box<[u8]>),
    /// One more option is marked.
    Add(u8),
    /// The marked ones are all.
    Done,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the rules document's tables of actions")]
pub enum Action {
    JoinMatch {
        deck: Brought,
    },
    CancelMatch {
        reason: Option<CancelReason>,
    },
    Concede,
    DrawInitialCards,
    SetActive {
        card: Option<Card>,
        target: Option<Position>,
    },
    PlayCreature {
        card: Card,
    },
    CompleteSetup,
    DrawCard,
    AttachEnergy {
        card: Card,
        target: Position,
    },
    PlayTrainer {
        card: Card,
        choices: Option<Choices>,
    },
    Evolve {
        card: Card,
        target: Position,
    },
    Retreat {
        target: Position,
        paid: Paid,
    },
    UseAbility {
        target: Position,
        choices: Option<Choices>,
    },
    EnterAttack,
    Attack {
        index: u8,
        choices: Option<Choices>,
    },
    EndTurn,
    SelectPrize {
        index: u8,
    },
    Resolve {
        choice: u32,
        answer: Answer,
    },
    /// An action without answers of its own, with answers in advance to what it sets off.
    Prepared {
        action: Box<Action>,
        choices: Choices,
    },
}

names! {
    /// The actions by name.
    pub enum Command {
        /// A player joins.
        JoinMatch = "JOIN_MATCH",
        /// The match is not to count.
        CancelMatch = "CANCEL_MATCH",
        /// A player gives up.
        Concede = "CONCEDE",
        /// An opening hand is drawn.
        DrawInitialCards = "DRAW_INITIAL_CARDS",
        /// A creature becomes active.
        SetActive = "SET_ACTIVE_POKEMON",
        /// A basic creature goes to the bench.
        PlayCreature = "PLAY_POKEMON",
        /// The set-up is done.
        CompleteSetup = "COMPLETE_INITIAL_SETUP",
        /// The turn's card is drawn.
        DrawCard = "DRAW_CARD",
        /// An energy is attached.
        AttachEnergy = "ATTACH_ENERGY",
        /// A trainer card is played.
        PlayTrainer = "PLAY_TRAINER",
        /// A creature evolves.
        Evolve = "EVOLVE_POKEMON",
        /// The active creature retreats.
        Retreat = "RETREAT",
        /// An ability is used.
        UseAbility = "USE_ABILITY",
        /// The main phase is over.
        EnterAttack = "ENTER_ATTACK_PHASE",
        /// The active creature attacks.
        Attack = "ATTACK",
        /// The turn is over.
        EndTurn = "END_TURN",
        /// A prize is taken.
        SelectPrize = "SELECT_PRIZE",
        /// A prompt is answered.
        Resolve = "RESOLVE_CHOICE",
    }
}

impl Action {
    /// Which action it is.
    #[inline]
    pub fn command(&self) -> Command {
        match self {
            Action::JoinMatch { .. } => Command::JoinMatch,
            Action::CancelMatch { .. } => Command::CancelMatch,
            Action::Concede => Command::Concede,
            Action::DrawInitialCards => Command::DrawInitialCards,
            Action::SetActive { .. } => Command::SetActive,
            Action::PlayCreature { .. } => Command::PlayCreature,
            Action::CompleteSetup => Command::CompleteSetup,
            Action::DrawCard => Command::DrawCard,
            Action::AttachEnergy { .. } => Command::AttachEnergy,
            Action::PlayTrainer { .. } => Command::PlayTrainer,
            Action::Evolve { .. } => Command::Evolve,
            Action::Retreat { .. } => Command::Retreat,
            Action::UseAbility { .. } => Command::UseAbility,
            Action::EnterAttack => Command::EnterAttack,
            Action::Attack { .. } => Command::Attack,
            Action::EndTurn => Command::EndTurn,
            Action::SelectPrize { .. } => Command::SelectPrize,
            Action::Resolve { .. } => Command::Resolve,
            Action::Prepared { action, .. } => action.command(),
        }
    }

    /// The action without answers in advance to what it sets off.
    pub fn plain(&self) -> &Action {
        if let Action::Prepared { action, .. } = self { action } else { self }
    }

    /// The same with answers in advance.
    #[must_use]
    pub fn with(mut self, given: Choices) -> Action {
        if let Action::PlayTrainer { choices, .. }
        | Action::UseAbility { choices, .. }
        | Action::Attack { choices, .. } = &mut self
        {
            *choices = Some(given);
        } else if let Action::Prepared { choices, .. } = &mut self {
            *choices = given;
        } else {
            return Action::Prepared { action: Box::new(self), choices: given };
        }
        self
    }

    /// Whether it is of a kind that can have answers in advance.
    #[inline]
    pub(crate) fn may_have_choices(&self) -> bool {
        matches!(
            self,
            Action::PlayTrainer { .. }
                | Action::UseAbility { .. }
                | Action::Attack { .. }
                | Action::Prepared { .. }
        )
    }

    /// The answers in advance.
    pub fn choices(&self) -> &[Vec<u8>] {
        if let Action::PlayTrainer { choices: Some(choices), .. }
        | Action::UseAbility { choices: Some(choices), .. }
        | Action::Attack { choices: Some(choices), .. }
        | Action::Prepared { choices, .. } = self
        {
            return choices;
        }
        &[]
    }
}

impl Named for Action {
    fn name(&self) -> &'static str {
        self.command().name()
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", self.name())?;
        match self.plain() {
            Action::JoinMatch { deck: Brought::Id(id) } => map.serialize_entry("deckId", id)?,
            Action::JoinMatch { deck: Brought::Inline(deck) } => {
                map.serialize_entry("deck", deck)?;
            }
            Action::CancelMatch { reason: Some(reason) } => {
                map.serialize_entry("reason", reason)?;
            }
            Action::SetActive { card, target } => {
                if let Some(card) = card {
                    map.serialize_entry("cardId", card)?;
                }
                if let Some(target) = target {
                    map.serialize_entry("target", target)?;
                }
            }
            Action::PlayCreature { card } | Action::PlayTrainer { card, .. } => {
                map.serialize_entry("cardId", card)?;
            }
            Action::AttachEnergy { card, target } => {
                map.serialize_entry("energyCardId", card)?;
                map.serialize_entry("target", target)?;
            }
            Action::Evolve { card, target } => {
                map.serialize_entry("evolutionCardId", card)?;
                map.serialize_entry("target", target)?;
            }
            Action::Retreat { target, paid } => {
                map.serialize_entry("target", target)?;
                map.serialize_entry("selectedEnergyIds", paid.cards())?;
            }
            Action::UseAbility { target, .. } => map.serialize_entry("target", target)?,
            Action::Attack { index, .. } => map.serialize_entry("attackIndex", index)?,
            Action::SelectPrize { index } => map.serialize_entry("prizeIndex", index)?,
            Action::Resolve { choice, answer } => {
                map.serialize_entry("choiceId", choice)?;
                match answer {
                    Answer::Nothing => map.serialize_entry("selection", &[0u8; 0])?,
                    Answer::Pick(at) => map.serialize_entry("selection", &[at])?,
                    Answer::Selection(list) => map.serialize_entry("selection", list)?,
                    Answer::Add(at) => map.serialize_entry("add", at)?,
                    Answer::Done => map.serialize_entry("done", &true)?,
                }
            }
            Action::CancelMatch { reason: None }
            | Action::Concede
            | Action::DrawInitialCards
            | Action::CompleteSetup
            | Action::DrawCard
            | Action::EnterAttack
            | Action::EndTurn
            | Action::Prepared { .. } => {}
        }
        if !self.choices().is_empty() {
            map.serialize_entry("choices", self.choices())?;
        }
        map.end()
    }
}

/// A whole number of any size and sign.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "expected a whole number")]
enum Whole {
    Natural(u64),
    Negative(i64),
}

/// A place in a list; one that is out of every range is as large as can be.
#[derive(Clone, Copy, Deserialize)]
#[serde(from = "Whole")]
struct Index(u8);

impl Whole {
    fn at_most<N: TryFrom<u64> + TryFrom<i64>>(self, most: N) -> N {
        let fits = match self {
            Whole::Natural(number) => N::try_from(number).ok(),
            Whole::Negative(number) => N::try_from(number).ok(),
        };
        fits.unwrap_or(most)
    }
}

impl From<Whole> for Index {
    fn from(number: Whole) -> Self {
        Index(number.at_most(u8::MAX))
    }
}

fn indexes(list: Vec<Index>) -> Vec<u8> {
    list.into_iter().map(|index| index.0).collect()
}

/// The number of a choice; one that is out of every range is as large as can be.
#[derive(Clone, Copy, Deserialize)]
#[serde(from = "Whole")]
struct Number(u32);

impl From<Whole> for Number {
    fn from(number: Whole) -> Self {
        Number(number.at_most(u32::MAX))
    }
}

type Lists = Option<Vec<Vec<Index>>>;

/// [`Action`] as it is read: answers in advance go with any of them.
#[derive(Deserialize)]
struct Written {
    choices: Lists,
    #[serde(flatten)]
    action: Read,
}

#[derive(Deserialize)]
#[serde(tag = "type", deny_unknown_fields)]
enum Read {
    #[serde(rename = "JOIN_MATCH", rename_all = "camelCase")]
    JoinMatch { deck_id: Option<Box<str>>, deck: Option<Box<Deck>> },
    #[serde(rename = "CANCEL_MATCH")]
    CancelMatch { reason: Option<CancelReason> },
    #[serde(rename = "CONCEDE")]
    Concede {},
    #[serde(rename = "DRAW_INITIAL_CARDS")]
    DrawInitialCards {},
    #[serde(rename = "SET_ACTIVE_POKEMON", rename_all = "camelCase")]
    SetActive { card_id: Option<Card>, target: Option<Position> },
    #[serde(rename = "PLAY_POKEMON", rename_all = "camelCase")]
    PlayCreature {
        card_id: Card,
        #[serde(default, rename = "position")]
        _position: Option<IgnoredAny>,
    },
    #[serde(rename = "COMPLETE_INITIAL_SETUP")]
    CompleteSetup {},
    #[serde(rename = "DRAW_CARD")]
    DrawCard {},
    #[serde(rename = "ATTACH_ENERGY", rename_all = "camelCase")]
    AttachEnergy { energy_card_id: Card, target: Position },
    #[serde(rename = "PLAY_TRAINER", rename_all = "camelCase")]
    PlayTrainer { card_id: Card },
    #[serde(rename = "EVOLVE_POKEMON", rename_all = "camelCase")]
    Evolve { evolution_card_id: Card, target: Position },
    #[serde(rename = "RETREAT", rename_all = "camelCase")]
    Retreat {
        #[serde(alias = "benchPosition")]
        target: Position,
        selected_energy_ids: Option<Vec<Card>>,
    },
    #[serde(rename = "USE_ABILITY")]
    UseAbility { target: Position },
    #[serde(rename = "ENTER_ATTACK_PHASE")]
    EnterAttack {},
    #[serde(rename = "ATTACK", rename_all = "camelCase")]
    Attack { attack_index: Index },
    #[serde(rename = "END_TURN")]
    EndTurn {},
    #[serde(rename = "SELECT_PRIZE", alias = "DRAW_PRIZE", rename_all = "camelCase")]
    SelectPrize { prize_index: Index },
    #[serde(rename = "RESOLVE_CHOICE", rename_all = "camelCase")]
    Resolve {
        choice_id: Number,
        selection: Option<Vec<Index>>,
        add: Option<Index>,
        done: Option<bool>,
    },
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { choices, action } = Written::deserialize(deserializer)?;
        let choices: Vec<Vec<u8>> = choices.unwrap_or_default().into_iter().map(indexes).collect();
        let action = action.action().map_err(D::Error::custom)?;
        Ok(if choices.is_empty() { action } else { action.with(Box::new(choices)) })
    }
}

impl Read {
    fn action(self) -> Result<Action, &'static str> {
        Ok(match self {
            Read::JoinMatch { deck_id, deck } => match (deck_id, deck) {
                (Some(id), None) => Action::JoinMatch { deck: Brought::Id(id) },
                (None, Some(deck)) => Action::JoinMatch { deck: Brought::Inline(deck) },
                _ => return Err("either deckId or deck is expected"),
            },
            Read::CancelMatch { reason } => Action::CancelMatch { reason },
            Read::Concede {} => Action::Concede,
            Read::DrawInitialCards {} => Action::DrawInitialCards,
            Read::SetActive { card_id, target } => {
                if card_id.is_some() == target.is_some() {
                    return Err("either cardId or target is expected");
                }
                Action::SetActive { card: card_id, target }
            }
            Read::PlayCreature { card_id, .. } => Action::PlayCreature { card: card_id },
            Read::CompleteSetup {} => Action::CompleteSetup,
            Read::DrawCard {} => Action::DrawCard,
            Read::AttachEnergy { energy_card_id, target } => {
                Action::AttachEnergy { card: energy_card_id, target }
            }
            Read::PlayTrainer { card_id } => Action::PlayTrainer { card: card_id, choices: None },
            Read::Evolve { evolution_card_id, target } => {
                Action::Evolve { card: evolution_card_id, target }
            }
            Read::Retreat { target, selected_energy_ids } => {
                let paid = selected_energy_ids.unwrap_or_default().into_iter().collect();
                Action::Retreat { target, paid }
            }
            Read::UseAbility { target } => Action::UseAbility { target, choices: None },
            Read::EnterAttack {} => Action::EnterAttack,
            Read::Attack { attack_index } => {
                Action::Attack { index: attack_index.0, choices: None }
            }
            Read::EndTurn {} => Action::EndTurn,
            Read::SelectPrize { prize_index } => Action::SelectPrize { index: prize_index.0 },
            Read::Resolve { choice_id, selection, add, done } => {
                let answer = match (selection.map(indexes), add, done) {
                    (Some(list), None, None) => Answer::whole(&list),
                    (None, Some(at), None) => Answer::Add(at.0),
                    (None, None, Some(true)) => Answer::Done,
                    _ => return Err("one of selection, add, done: true is expected"),
                };
                Action::Resolve { choice: choice_id.0, answer }
            }
        })
    }
}

impl Answer {
    /// A whole answer.
    pub fn whole(list: &[u8]) -> Answer {
        match list {
            [] => Answer::Nothing,
            [one] => Answer::Pick(*one),
            several => Answer::Selection(several.into()),
        }
    }

    /// The options of a whole answer.
    pub fn selection(&self) -> Option<&[u8]> {
        match self {
            Answer::Nothing => Some(&[]),
            Answer::Pick(at) => Some(std::slice::from_ref(at)),
            Answer::Selection(list) => Some(list),
            Answer::Add(_) | Answer::Done => None,
        }
    }
}
