//! What the statistics must remember within one match.

use crate::Tank;
use crate::card::{Card, KINDS};
use crate::rules::Class;
use crate::state::MainAction;

/// One match as its events have told it so far, by seat.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub class: [Class; 4],
    pub first: usize,
    pub main: Option<MainAction>,
    pub loaded: [bool; 4],
    pub hazards: [u16; 4],
    pub shield: [bool; 4],
    pub adrenaline: [bool; 4],
    pub entered: [bool; 4],
    pub couped: [bool; 4],
    pub drawn_last: [u8; 4],
    hands: [[u8; KINDS]; 4],
    seats: usize,
    last_hit: u32,
    calm: u32,
    turn: u32,
}

impl Default for Track {
    fn default() -> Self {
        Track {
            class: [Class::Heavy; 4],
            first: 0,
            main: None,
            loaded: [false; 4],
            hazards: [0; 4],
            shield: [false; 4],
            adrenaline: [false; 4],
            entered: [false; 4],
            couped: [false; 4],
            drawn_last: [0; 4],
            hands: [[0; KINDS]; 4],
            seats: 0,
            last_hit: 0,
            calm: 0,
            turn: 0,
        }
    }
}

impl Track {
    pub fn new(game: &Tank) -> Self {
        let mut track = Track { seats: game.classes().len(), ..Track::default() };
        track.class.iter_mut().zip(game.classes()).for_each(|(place, class)| *place = *class);
        track
    }

    pub fn turn_begins(&mut self, turn: u32) {
        self.turn = turn;
        self.main = None;
        self.drawn_last = [0; 4];
    }

    pub fn hold(&mut self, seat: usize, card: Card) {
        self.hands[seat][card as usize] += 1;
        self.drawn_last[seat] += 1;
    }

    pub fn drop(&mut self, seat: usize, card: Card) {
        let count = &mut self.hands[seat][card as usize];
        *count = count.saturating_sub(1);
    }

    pub fn size(&self, seat: usize) -> usize {
        self.hands[seat].iter().map(|count| usize::from(*count)).sum()
    }

    pub fn respawned(&mut self, seat: usize) {
        (self.loaded[seat], self.hazards[seat]) = (false, 0);
        (self.adrenaline[seat], self.shield[seat]) = (false, true);
    }

    pub fn hit_lands(&mut self, turn: u32) {
        self.calm = self.calm.max(turn.saturating_sub(self.last_hit + 1));
        self.last_hit = turn;
    }

    /// The most turns in a row without a hit.
    pub fn longest_calm(&self) -> u32 {
        self.calm.max(self.turn.saturating_sub(self.last_hit))
    }

    /// Turns started.
    pub fn turns(&self) -> u32 {
        self.turn
    }

    /// Whether everything was there to fire at a Ghost but the card that it costs.
    pub fn ghost_out_of_reach(&self, game: &Tank, seat: usize) -> bool {
        let ready = self.hands[seat][Card::Fire as usize] > 0
            && self.loaded[seat]
            && self.hazards[seat] & Card::Tracked.bit() == 0;
        let price = usize::from(game.rules().ghost_cost);
        ready
            && self.size(seat) <= price
            && (0..self.seats).any(|other| {
                other != seat
                    && self.class[other] == Class::Light
                    && self.adrenaline[other]
                    && !self.shield[other]
            })
    }
}
