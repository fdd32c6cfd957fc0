//! What a viewer may know (rules 8).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bout_core::{Millis, Named, Seat, Viewer, described_as};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::Tank;
use crate::card::{Card, Hand, KINDS};
use crate::config::Controller;
use crate::event::Hit;
use crate::phase::Phase;
use crate::rules::Class;
use crate::state::{EndReason, MainAction, Mode, Pending, State, WindowKind};
use crate::wire::{StatusFlags, Tableau, turn_left};

/// All that one viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct View {
    /// Turns started so far.
    pub turn: u32,
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is.
    #[serde(rename = "turnIndex")]
    pub active: Seat,
    /// Which seat the viewer holds.
    pub seat: Option<Seat>,
    /// Duel or deathmatch.
    pub mode: Mode,
    /// Cards in the deck.
    pub deck_count: u16,
    /// Whether its order is fixed.
    pub deck_ordered: bool,
    /// The discard pile, its top last.
    pub discard: Vec<Card>,
    /// Cards the viewer cannot see, by kind.
    pub unseen: Counts,
    /// The tanks.
    pub players: Vec<PlayerView>,
    /// The open window.
    pub pending: Option<PendingView>,
    /// Whether the medium passive was used this turn.
    pub passive_used: bool,
    /// What was done this turn.
    pub main_action: Option<MainAction>,
    /// Who gets a bonus turn next.
    pub bonus_next: Option<Seat>,
    /// Whether it is over.
    #[serde(rename = "gameOver")]
    pub game_over: bool,
    /// Who won.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub end_reason: Option<EndReason>,
    /// What is left of the turn clock while a window is open.
    pub turn_left_ms: Option<u64>,
    /// The running clocks.
    pub deadlines: BTreeMap<&'static str, Millis>,
}

/// How many cards of each kind there are, by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts([u16; KINDS]);

impl Counts {
    /// Those that there are, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u16)> + '_ {
        static BY_NAME: LazyLock<Vec<Card>> = LazyLock::new(|| {
            let mut cards = Card::ALL.to_vec();
            cards.sort_by_key(Named::name);
            cards
        });
        let all = BY_NAME.iter().map(|card| (*card, self.0[*card as usize]));
        all.filter(|(_, count)| *count > 0)
    }
}

described_as!(Counts, BTreeMap<String, u16>);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A tank as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Player")]
pub struct PlayerView {
    /// Its seat.
    pub id: Seat,
    /// Its class.
    pub class: Class,
    /// Its team.
    pub team: u8,
    /// HP at full health.
    #[serde(rename = "maxHP")]
    pub max_hp: u16,
    /// HP now.
    #[serde(rename = "currentHP")]
    pub hp: u16,
    /// Tanks destroyed.
    #[serde(rename = "killMarks")]
    pub kill_marks: u16,
    /// Cards in its hand.
    pub hand_count: u16,
    /// The hand, for its owner.
    pub hand: Option<Hand>,
    /// What lies on the table.
    pub tableau: Tableau,
    /// Adrenaline and shield.
    #[serde(rename = "statusFlags")]
    pub status: StatusFlags,
    /// Who plays it.
    pub controller: Controller,
    /// Turn clocks run out in a row.
    pub missed: u32,
    /// Whether its player has given up.
    pub conceded: bool,
}

/// The open window as a viewer sees it: of the answers only his own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Pending")]
pub struct PendingView {
    /// The window.
    #[serde(flatten)]
    pub window: Pending,
    /// What the attack would do.
    pub predicted: Option<Hit>,
}

impl bout_core::Described for Tank {}

/// A borrowed look through a viewer's eyes.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub(crate) game: &'a Tank,
    pub(crate) state: &'a State,
    viewer: Viewer,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(game: &'a Tank, state: &'a State, viewer: Viewer) -> Self {
        Seen { game, state, viewer }
    }

    /// The viewer's own seat.
    #[inline]
    pub fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) if seat.index() < self.state.players.len() => Some(seat),
            Viewer::Seat(_) | Viewer::Public | Viewer::Referee => None,
        }
    }

    /// What the viewer knows.
    pub fn view(&self) -> View {
        let state = self.state;
        View {
            turn: state.turn,
            phase: state.phase.get(),
            active: state.active,
            seat: self.seat(),
            mode: state.mode(),
            deck_count: state.piles.deck().len() as u16,
            deck_ordered: state.deck_ordered,
            discard: state.piles.discard().collect(),
            unseen: self.unseen(),
            players: state.seats().map(|seat| self.player(seat)).collect(),
            pending: state.pending.as_ref().map(|pending| self.pending(pending)),
            passive_used: state.passive_used,
            main_action: state.main_action,
            bonus_next: state.bonus_next,
            game_over: state.end_reason.is_some(),
            winner: state.winner,
            end_reason: state.end_reason,
            turn_left_ms: turn_left(state),
            deadlines: state.timers.running().map(|(timer, at)| (timer.name(), at)).collect(),
        }
    }

    fn player(&self, seat: Seat) -> PlayerView {
        let player = self.state.player(seat);
        PlayerView {
            id: seat,
            class: player.class,
            team: player.team,
            max_hp: player.max_hp,
            hp: player.hp,
            kill_marks: player.kill_marks,
            hand_count: player.hand.len() as u16,
            hand: self.viewer.owns(seat).then_some(player.hand),
            tableau: player.into(),
            status: player.into(),
            controller: player.controller,
            missed: player.missed,
            conceded: player.conceded,
        }
    }

    fn pending(&self, pending: &Pending) -> PendingView {
        let mut window = *pending;
        for (seat, answer) in pending.responders.iter().zip(window.responses.iter_mut()) {
            if !self.viewer.owns(*seat) {
                *answer = None;
            }
        }
        let attack = pending.kind == WindowKind::Smoke;
        let predict =
            || self.game.predict(self.state, pending.card, pending.attacker, pending.target);
        PendingView { window, predicted: attack.then(predict) }
    }

    /// The deck and the hands of others, as far as it can be counted back from all the rest.
    fn unseen(&self) -> Counts {
        let mut counts = [0u16; KINDS];
        self.state.piles.deck().iter().for_each(|card| counts[*card as usize] += 1);
        for seat in self.state.seats().filter(|seat| !self.viewer.owns(*seat)) {
            self.state.player(seat).hand.iter().for_each(|card| counts[card as usize] += 1);
        }
        Counts(counts)
    }
}
