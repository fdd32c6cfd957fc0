//! Prompts: what is asked, and which answers there are (rules 5.4).
//!
//! A prompt is never written down. It follows from the frame that asks, so that a state stays small and an
//! answer can be given by another process, another day.

use bout_core::{List, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Tcg;
use crate::action::Answer;
use crate::deck::DECK_MAX;
use crate::event::Place;
use crate::state::{At, PromptKind, State};
use crate::symbol::Card;

/// Something that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A card at a place of a zone.
    Card(u8, Card),
    /// A creature.
    Creature(At),
    /// No or yes.
    Answer(bool),
}

impl Default for Choice {
    fn default() -> Self {
        Choice::Answer(false)
    }
}

impl Choice {
    /// What is kept of it once it is chosen.
    pub fn code(self) -> u8 {
        match self {
            Choice::Card(place, _) => place,
            Choice::Creature(at) => at.code(),
            Choice::Answer(yes) => u8::from(yes),
        }
    }

    /// A bit that equal options share, and few others.
    #[inline]
    pub(crate) fn trace(self) -> u64 {
        match self {
            Choice::Card(_, card) => 1 << (card.number() & 63),
            Choice::Creature(at) => 1 << (at.code() & 15),
            Choice::Answer(yes) => 1 << u8::from(yes),
        }
    }

    /// Whether two options are the same to everybody.
    fn equals(self, other: Choice) -> bool {
        match (self, other) {
            (Choice::Card(_, one), Choice::Card(_, two)) => one == two,
            _ => self == other,
        }
    }
}

/// An option as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Option")]
pub enum OptionView {
    /// A card.
    Card {
        /// Its id.
        #[serde(rename = "cardId")]
        card: Card,
    },
    /// A creature.
    Creature {
        /// Where it is.
        #[serde(flatten)]
        place: Place,
        /// Its number.
        #[serde(rename = "instanceId")]
        instance: u32,
        /// Its top card.
        #[serde(rename = "cardId")]
        card: Card,
    },
    /// No or yes.
    Word(&'static str),
    /// A prize, face down.
    Prize(u8),
}

/// Which zone a prompt looks into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// What everybody sees.
    Open,
    /// A hand or a deck: how many cards it has, and whether all of them are options.
    Hidden {
        /// How many cards.
        count: u8,
        /// Whether every card is an option.
        whole: bool,
    },
}

/// What binds the options that are chosen together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bond {
    /// Nothing.
    Free,
    /// Some creature can take all the cards.
    OneTaker,
    /// The other costs of the attack can still be paid.
    LaterCosts,
}

/// A question to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// About what.
    pub kind: PromptKind,
    /// To whom.
    pub seat: Seat,
    /// What can be chosen.
    pub options: List<Choice, DECK_MAX>,
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
    /// Where the options are.
    pub zone: Zone,
    /// What binds the chosen options together.
    pub bond: Bond,
    /// Whether it looks into a deck.
    pub looks: bool,
}

/// The prompt that waits for an answer, kept so that it need not be made again. It is not on the wire,
/// and equal states may differ in it: it follows from the frame that asks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked(pub(crate) Option<Prompt>);

impl PartialEq for Asked {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Asked {}

/// Options that were chosen, in order.
pub type Selection = List<u8, DECK_MAX>;

impl Prompt {
    /// A prompt without options.
    pub fn new(kind: PromptKind, seat: Seat) -> Self {
        let zone = Zone::Open;
        let options = List::new();
        Prompt { kind, seat, options, min: 1, max: 1, zone, bond: Bond::Free, looks: false }
    }

    /// The same with bounds that are never above the number of options.
    #[must_use]
    pub fn bounded(mut self, min: usize, max: usize) -> Self {
        let most = self.options.len();
        (self.min, self.max) = (min.min(most) as u8, max.min(most) as u8);
        self
    }

    /// The one possible answer, where the engine gives it itself.
    pub fn forced(&self) -> Option<Selection> {
        let count = self.options.len();
        let (min, max) = (usize::from(self.min), usize::from(self.max));
        let first = |n: usize| (0..n as u8).collect::<Selection>();
        match self.zone {
            Zone::Hidden { count: 0, .. } => Some(Selection::new()),
            Zone::Hidden { whole, count: cards } => {
                (whole && min == max && max == usize::from(cards)).then(|| first(max))
            }
            Zone::Open if self.kind == PromptKind::ChooseOrder => {
                (count <= 1).then(|| first(count))
            }
            Zone::Open => {
                let same = || self.options.windows(2).all(|pair| pair[0].equals(pair[1]));
                (min == max && (max == count || same())).then(|| first(max))
            }
        }
    }

    /// Whether an option may be marked next; `marked` are those before it.
    pub fn allows(&self, game: &Tcg, state: &State, marked: &[u8], at: u8) -> bool {
        let Some(option) = self.options.get(usize::from(at)) else { return false };
        if marked.contains(&at) {
            return false;
        }
        let all = marked.iter().filter_map(|at| self.options.get(usize::from(*at))).chain([option]);
        match self.bond {
            Bond::Free => true,
            Bond::LaterCosts => game.leaves_costs(state, all.map(|option| option.code())),
            Bond::OneTaker => {
                let card = |option: &Choice| match option {
                    Choice::Card(_, card) => Some(*card),
                    Choice::Creature(_) | Choice::Answer(_) => None,
                };
                let cards: List<Card, DECK_MAX> = all.filter_map(card).collect();
                game.shared_creature(state, &cards)
            }
        }
    }

    /// Whether this is a whole answer.
    pub fn accepts(&self, game: &Tcg, state: &State, selection: &[u8]) -> bool {
        let counted = (usize::from(self.min)..=usize::from(self.max)).contains(&selection.len());
        counted
            && (0..selection.len()).all(|n| self.allows(game, state, &selection[..n], selection[n]))
    }

    /// Whether an earlier unmarked option is the same.
    pub fn is_repeat(&self, marked: &[u8], at: u8) -> bool {
        let option = self.options[usize::from(at)];
        (0..at).any(|n| !marked.contains(&n) && self.options[usize::from(n)].equals(option))
    }

    /// How many options there are, unless enough of them are marked.
    pub fn open_options(&self, marks: &[u8]) -> u8 {
        if marks.len() < usize::from(self.max) { self.options.len() as u8 } else { 0 }
    }

    /// The answer that takes an option.
    pub fn answer(&self, at: u8) -> Answer {
        if self.max == 1 { Answer::Pick(at) } else { Answer::Add(at) }
    }

    /// The answer that takes no more, where the marks may be all.
    pub fn last_answer(&self, marks: &[u8]) -> Option<Answer> {
        let enough = marks.len() >= usize::from(self.min);
        enough.then_some(if self.max == 1 { Answer::Nothing } else { Answer::Done })
    }

    /// Whether marks are as many as can be: the answer is complete.
    pub fn is_full(&self, marks: usize) -> bool {
        let needed = usize::from(self.max);
        let order = self.kind == PromptKind::ChooseOrder && marks + 1 == needed;
        order || marks >= needed
    }

    /// The marked options with those that follow by themselves: the last one of an order.
    pub fn completed(&self, marks: &[u8]) -> Selection {
        let mut whole: Selection = marks.iter().copied().collect();
        if self.kind == PromptKind::ChooseOrder {
            let rest: Selection = (0..self.max).filter(|at| !marks.contains(at)).collect();
            rest.iter().for_each(|at| whole.push(*at));
        }
        whole
    }

    /// What is answered for a player who does not: the marks, filled up to the fewest.
    pub fn fallback(&self, game: &Tcg, state: &State, marks: &[u8]) -> Selection {
        let mut whole: Selection = marks.iter().copied().collect();
        for at in 0..self.options.len() as u8 {
            if whole.len() < usize::from(self.min) && self.allows(game, state, &whole, at) {
                whole.push(at);
            }
        }
        whole
    }

    /// Whether everybody may see its options.
    pub fn is_open(&self) -> bool {
        self.zone == Zone::Open && !self.looks
    }

    /// The options as they are told.
    pub fn views(&self, state: &State) -> Box<[OptionView]> {
        self.options.iter().map(|option| view(state, *option)).collect()
    }
}

/// The options of a decision that no effect asks for: a prize, a new active creature.
pub fn plain_views(state: &State, kind: PromptKind, seat: Seat) -> Box<[OptionView]> {
    if kind == PromptKind::SetActive {
        return state.bench(seat).map(|at| view(state, Choice::Creature(at))).collect();
    }
    (0..state.side(seat).prizes.len() as u8).map(OptionView::Prize).collect()
}

fn view(state: &State, option: Choice) -> OptionView {
    match option {
        Choice::Card(_, card) => OptionView::Card { card },
        Choice::Creature(at) => {
            let side = state.side_of(at);
            let position = side.position(at.slot).unwrap_or(crate::state::Position::Active);
            let creature = side.creature(at.slot);
            OptionView::Creature {
                place: Place { player: Seat(at.side), position },
                instance: creature.id,
                card: creature.top(),
            }
        }
        Choice::Answer(yes) => OptionView::Word(if yes { "yes" } else { "no" }),
    }
}

/// A question for people.
pub fn words(kind: PromptKind) -> &'static str {
    match kind {
        PromptKind::SelectPrize => "Take a prize.",
        PromptKind::SetActive => "Choose your new active creature.",
        PromptKind::ChooseCreature => "Choose a creature.",
        PromptKind::ChooseCards => "Choose cards.",
        PromptKind::ChooseEnergy => "Choose energies.",
        PromptKind::ChooseOrder => "Put these cards in order, the new top first.",
        PromptKind::YesNo => "Use the ability?",
    }
}
