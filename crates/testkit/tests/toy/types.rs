//! The toy's plain data.

use bout_core::{Current, List, Named, Seat, SeatSet, Timers, names};

use super::sealed::Sealed;
use serde::{Deserialize, Serialize};

use super::Flaw;

names! {
    pub enum Phase { Choose = "choose", Pause = "pause", Over = "over" }
}

names! {
    pub enum Timer { Choose = "choose", Pause = "pause" }
}

names! {
    pub enum Reason {
        GameOver = "game_over",
        NotAPlayer = "not_a_player",
        WrongPhase = "wrong_phase",
        AlreadyChosen = "already_chosen",
        NotInHand = "not_in_hand",
        HeldByOther = "held_by_other",
        Unreadable = "unreadable",
    }
}

names! {
    pub enum Ending { Points = "points", Conceded = "conceded", Aborted = "aborted" }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub flaw: Flaw,
    pub pause_ms: u64,
    /// Set only to show what a config that does not survive JSON does.
    #[serde(skip)]
    pub bonus: u8,
}

impl Default for Config {
    fn default() -> Self {
        Config { flaw: Flaw::Sound, pause_ms: 1_000, bonus: 0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    Play {
        card: u8,
    },
    Say {
        word: u8,
        /// Set only to show what an action that does not survive JSON does.
        #[serde(skip)]
        tone: u8,
    },
    Concede {},
}

impl Named for Action {
    fn name(&self) -> &'static str {
        match self {
            Action::Play { .. } => "play",
            Action::Say { .. } => "say",
            Action::Concede {} => "concede",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Chosen { seat: Seat, card: u8 },
    Revealed { cards: [u8; 2] },
    Drew { seat: Seat, card: Option<u8> },
    Said { seat: Seat, word: u8 },
    Ended { ending: Ending },
    Odd { flaw: Flaw, one: Option<u8>, two: Option<u8> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    pub ending: Ending,
    pub winner: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub phase: Current<Phase>,
    pub timers: Timers<Timer>,
    pub hands: [List<u8, 2>; 2],
    pub deck: List<u8, 8>,
    pub gone: List<u8, 8>,
    pub sealed: Sealed<u8, 2>,
    pub points: [u8; 2],
    pub said: u8,
    pub attempts: [u8; 2],
    pub away: SeatSet,
    pub outcome: Option<End>,
    /// Set only to show what a state that does not survive JSON does.
    #[serde(skip)]
    pub memo: u8,
}

impl State {
    /// Who has not chosen.
    pub fn awaited(&self) -> SeatSet {
        if self.phase.get() == Phase::Choose { self.sealed.awaited() } else { SeatSet::NONE }
    }

    /// Cards are conserved, points are earned.
    pub fn faults(&self) -> Result<(), String> {
        let mut cards: Vec<u8> =
            [&self.hands[0][..], &self.hands[1], &self.deck, &self.gone].concat();
        cards.sort_unstable();
        if cards != [1, 2, 3, 4, 5, 6, 7, 8] {
            return Err(format!("the cards are {cards:?}"));
        }
        if usize::from(self.points[0] + self.points[1]) > self.gone.len() / 2 {
            return Err("more points than rounds".into());
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub phase: Phase,
    pub timers: Timers<Timer>,
    pub hands: [Option<List<u8, 2>>; 2],
    pub hand_sizes: [u8; 2],
    pub deck: Option<List<u8, 8>>,
    pub deck_size: u8,
    pub gone: List<u8, 8>,
    pub sealed: Sealed<u8, 2>,
    pub points: [u8; 2],
    pub said: u8,
    pub attempts: [u8; 2],
    pub away: SeatSet,
    pub outcome: Option<End>,
    pub count: u64,
    pub peek: Option<u8>,
    /// What the view knows and does not tell.
    #[serde(skip)]
    pub truth: Option<u8>,
}
