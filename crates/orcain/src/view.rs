//! What a viewer may know (rules 5.8, 8).

use bout_core::{List, Millis, Seat, Viewer};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Orcain;
use crate::card::{Hand, Layout, Layouts, SLOTS, Slot};
use crate::config::Config;
use crate::event::{Event, MatchEnd, Reveal};
use crate::phase::{Phase, Timer};
use crate::state::State;

/// All that one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The phase.
    pub phase: Phase,
    /// The round, from 1.
    pub round_index: u32,
    /// Whether it is beyond the limit.
    pub sudden_death: bool,
    /// HP, seat 0 first.
    pub hp: [u8; 2],
    /// When PREP ends; in PREP only.
    pub deadline: Option<Millis>,
    /// Who prepares now, where the players do it one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// When the next step is opened; during the reveal only.
    pub step_deadline: Option<Millis>,
    /// Which seat the viewer holds.
    pub seat: Option<Seat>,
    /// What belongs to the viewer; nothing for the public.
    #[serde(flatten)]
    pub own: Option<Own>,
    /// What belongs to both; for the referee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both: Option<[Own; 2]>,
    /// Steps opened in this round.
    pub revealed: List<Reveal, SLOTS>,
    /// The cards opened in the round before.
    pub last_round: Option<[[Slot; 2]; SLOTS]>,
    /// How it ended.
    pub result: Option<MatchEnd>,
}

/// What only its owner may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Own {
    /// The hand.
    pub hand: Hand,
    /// What is laid this round.
    #[schemars(extend("nullable" = true))]
    pub layout: Option<Layout>,
    /// Whether it is confirmed.
    pub confirmed: bool,
}

impl bout_core::Described for Orcain {}

/// A borrowed look through a viewer's eyes.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    game: &'a Orcain,
    state: &'a State,
    viewer: Viewer,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(game: &'a Orcain, state: &'a State, viewer: Viewer) -> Self {
        Seen { game, state, viewer }
    }

    /// The round, from 1.
    pub fn round_index(&self) -> u32 {
        self.state.round_index
    }

    /// The settings of the match.
    pub(crate) fn config(&self) -> &'a Config {
        &self.game.config
    }

    /// Both sides' HP, the viewer's first.
    pub(crate) fn hp_from_here(&self) -> Option<[u8; 2]> {
        self.own_seat().map(|seat| [self.state.hp[seat], self.state.hp[1 - seat]])
    }

    /// The viewer's own HP.
    pub fn own_hp(&self) -> Option<u8> {
        self.own_seat().map(|seat| self.state.hp[seat])
    }

    /// The viewer's hand.
    #[inline]
    pub fn hand(&self) -> Option<&'a Hand> {
        self.own_seat().map(|seat| &self.state.hands[seat])
    }

    /// What the viewer has laid this round.
    pub fn layout(&self) -> Option<Layout> {
        self.own_seat().and_then(|seat| self.state.layout(seat))
    }

    /// Whether the viewer has confirmed.
    #[inline]
    pub fn confirmed(&self) -> bool {
        self.own_seat().is_some_and(|seat| self.state.confirmed_layout[seat].is_some())
    }

    /// The opponent's cards of the round before, in order.
    pub fn opponents_last_round(&self) -> Option<Layout> {
        let seat = self.own_seat()?;
        self.state.last_round.map(|steps| steps.map(|cards| cards[1 - seat]))
    }

    /// Runs `use_layouts` on everything that can be laid from the viewer's hand.
    #[inline]
    pub fn with_layouts<T>(&self, use_layouts: impl FnOnce(&Layouts) -> T) -> Option<T> {
        self.hand().map(|hand| use_layouts(&self.game.layouts(hand)))
    }

    #[inline]
    fn own_seat(&self) -> Option<usize> {
        match self.viewer {
            Viewer::Seat(seat) if seat.sits_among(2) => Some(seat.index()),
            Viewer::Seat(_) | Viewer::Public | Viewer::Referee => None,
        }
    }

    /// The whole view.
    pub fn view(&self) -> View {
        let state = self.state;
        let own = |seat: usize| Own {
            hand: state.hands[seat],
            layout: state.layout(seat),
            confirmed: state.confirmed_layout[seat].is_some(),
        };
        View {
            phase: state.state.get(),
            round_index: state.round_index,
            sudden_death: state.sudden_death,
            hp: state.hp,
            deadline: state.timers.deadline(Timer::Prep),
            turn: state.turn,
            step_deadline: state.timers.deadline(Timer::Step),
            seat: self.own_seat().map(|seat| Seat(seat as u8)),
            own: self.own_seat().map(own),
            both: (self.viewer == Viewer::Referee).then(|| [own(0), own(1)]),
            revealed: state.revealed,
            last_round: state.last_round,
            result: state.result,
        }
    }
}

/// Drafts and confirms are their owner's; everything else is for all.
pub fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::DraftStored { seat, .. } | Event::ConfirmOk { seat, .. } => {
            viewer.owns(*seat).then_some(*event)
        }
        Event::PrepStart { .. }
        | Event::StepReveal(_)
        | Event::RoundEnd { .. }
        | Event::MatchEnd(_) => Some(*event),
    }
}
