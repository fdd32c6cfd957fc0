//! What a viewer may know (rules 8).

use bout_core::{List, Seat, Viewer};
use serde::{Serialize, Serializer};

use crate::Tcg;
use crate::document::Document;
use crate::phase::MatchState;
use crate::prompt::Asked;
use crate::state::{Creature, Pile, PromptKind, State};
use crate::symbol::{Card, Label};
use crate::words::Source;

/// All that one viewer knows: the state with everything hidden blotted out, and what is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(crate) viewer: Viewer,
    pub(crate) state: Box<State>,
    document: Document,
}

bout_core::described_as!(View, Document);

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document.serialize(serializer)
    }
}

/// A borrowed look through a viewer's eyes.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub(crate) game: &'a Tcg,
    pub(crate) state: &'a State,
    pub(crate) viewer: Viewer,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(game: &'a Tcg, state: &'a State, viewer: Viewer) -> Self {
        Seen { game, state, viewer }
    }

    /// The viewer's own seat.
    #[inline]
    pub fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) if seat.0 < 2 => Some(seat),
            Viewer::Seat(_) | Viewer::Public | Viewer::Referee => None,
        }
    }

    /// Whether the viewer's own turn is in its main phase.
    pub fn is_main_phase(&self) -> bool {
        self.state.turn_phase == Some(crate::phase::TurnPhase::Main)
    }

    /// What the viewer knows.
    pub fn view(&self) -> View {
        let state = Box::new(self.game.blotted(self.state, self.viewer));
        let document = self.document(&state);
        View { viewer: self.viewer, state, document }
    }
}

/// Whether active and bench of a player are hidden from a viewer.
pub(crate) fn hides(state: &State, viewer: Viewer, seat: Seat) -> (bool, bool) {
    let foreign = !viewer.owns(seat);
    match state.phase.get() {
        MatchState::SelectActive | MatchState::InitialSetup => (foreign, foreign),
        MatchState::SelectBench => (false, foreign),
        MatchState::MatchEnded | MatchState::Cancelled => {
            // A match that ended in its set-up keeps what was never turned up.
            let unseen = foreign && state.turn == 0;
            (unseen && !state.side(seat).prizes.iter().any(|_| true), unseen)
        }
        MatchState::Created
        | MatchState::Waiting
        | MatchState::DeckValidation
        | MatchState::PreGameSetup
        | MatchState::DrawingCards
        | MatchState::PlayerTurn
        | MatchState::BetweenTurns => (false, false),
    }
}

impl Tcg {
    /// Every card of a player, wherever it is.
    pub(crate) fn owned(&self, state: &State, seat: Seat) -> Vec<Card> {
        let stadium = state.stadium.filter(|found| found.owner == seat).map(|found| found.card);
        let limbo = state.stack.iter().filter(|frame| frame.limbo && frame.player == seat);
        let top = state.stack.last().filter(|frame| frame.player == seat);
        let held = top.map(|_| state.held.iter().copied()).into_iter().flatten();
        (state.side(seat).cards())
            .chain(stadium)
            .chain(limbo.map(|frame| frame.card))
            .chain(held)
            .collect()
    }

    /// The state with everything blotted out that a viewer may not know.
    pub(crate) fn blotted(&self, state: &State, viewer: Viewer) -> State {
        let mut seen = state.clone();
        if viewer == Viewer::Referee {
            return seen;
        }
        // It follows from all cards, seen and unseen.
        seen.features = 0;
        seen.asked = Asked::default();
        for seat in [Seat(0), Seat(1)] {
            if viewer.owns(seat) {
                self.sort_unseen(state, &mut seen, seat);
            } else {
                blot_side(state, &mut seen, viewer, seat);
            }
        }
        let head = state.pending.first();
        if !head.is_some_and(|pending| viewer.owns(pending.seat)) {
            seen.marks.clear();
        }
        if !state.stack.last().is_some_and(|frame| viewer.owns(frame.player)) {
            self.blot_held(state, &mut seen);
        }
        if let Some(last) = &mut seen.last
            && last.secret
            && !viewer.owns(last.seat)
        {
            last.card = Card::NONE;
        }
        seen
    }

    /// Cards that somebody else took from a hand or a deck are on their way unseen.
    fn blot_held(&self, state: &State, seen: &mut State) {
        let open = state.stack.last().is_some_and(|frame| self.takes_openly(frame));
        if !open {
            seen.held.iter_mut().for_each(|card| *card = Card::NONE);
        }
    }

    /// Whether cards on their way come from where everybody saw them.
    pub(crate) fn takes_openly(&self, frame: &crate::state::Frame) -> bool {
        let takes = self.current(frame).and_then(|effect| effect.verb.takes());
        takes.is_some_and(|(source, _)| source == Source::Discard)
    }

    /// Players know which cards are in their deck and among their prizes, not where. While they search
    /// the deck they know which are there; while they look at its top, also in which order.
    fn sort_unseen(&self, state: &State, seen: &mut State, seat: Seat) {
        let looks = self.looked_at(state, seat);
        let side = seen.side_mut(seat);
        let key = |card: &Card| self.cards.place(*card).unwrap_or(usize::MAX);
        match looks {
            Look::Search => {
                side.deck.sort_by_key(key);
                side.prizes.sort_by_key(key);
            }
            Look::Top(n) => {
                let rest = side.deck.len().saturating_sub(n);
                sort_both(&mut side.deck[..rest], &mut side.prizes, key);
            }
            Look::Nothing => sort_both(&mut side.deck, &mut side.prizes, key),
        }
    }

    /// What players see of their own deck now.
    pub(crate) fn looked_at(&self, state: &State, seat: Seat) -> Look {
        let own = state.pending.first().is_some_and(|pending| {
            pending.seat == seat
                && !matches!(pending.kind, PromptKind::SelectPrize | PromptKind::SetActive)
        });
        match self.prompt(state).filter(|prompt| own && prompt.looks) {
            Some(prompt) if prompt.kind == PromptKind::ChooseOrder => {
                Look::Top(prompt.options.len())
            }
            Some(_) => Look::Search,
            None => Look::Nothing,
        }
    }
}

/// What players see of their own deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Nothing.
    Nothing,
    /// All of it, without its order.
    Search,
    /// So many cards from the top.
    Top(usize),
}

/// Sorts two lists as one.
fn sort_both(deck: &mut [Card], prizes: &mut [Card], key: impl Fn(&Card) -> usize) {
    let mut all: Vec<Card> = deck.iter().chain(prizes.iter()).copied().collect();
    all.sort_by_key(key);
    for (place, card) in deck.iter_mut().chain(prizes.iter_mut()).zip(all) {
        *place = card;
    }
}

fn blot_side(state: &State, seen: &mut State, viewer: Viewer, seat: Seat) {
    let hidden = hides(state, viewer, seat);
    let side = seen.side_mut(seat);
    let blot = |pile: &mut Pile| pile.iter_mut().for_each(|card| *card = Card::NONE);
    side.total = 0;
    blot(&mut side.deck);
    if !side.revealed {
        side.hand.change(blot);
    }
    side.prizes.iter_mut().for_each(|card| *card = Card::NONE);
    let unknown = |creature: &mut Creature| {
        creature.cards = List::new();
        creature.cards.push(Card::NONE);
    };
    let (active, bench) = (side.active.get(), side.bench);
    if let (true, Some(slot)) = (hidden.0, active) {
        unknown(side.creature_mut(slot));
    }
    if hidden.1 {
        bench.iter().for_each(|slot| unknown(side.creature_mut(*slot)));
    }
    if state.end.is_none() {
        side.deck_id = Label::NONE;
    }
    if seat == Seat(0) {
        seen.brought = None;
    }
}
