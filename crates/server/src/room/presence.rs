//! Who is there: sockets that come and go, and what the rules are told of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_core::{Input, Millis, Seat, Signal, Viewer};
use serde_json::json;

use super::Wire;
use super::host::Host;
use crate::link::Link;
use crate::message::Answer;
use crate::orcain;

/// How long a match that nobody comes back to is kept.
pub(super) const ABANDONED: Duration = Duration::from_hours(24);

/// What the host knows of a seat.
pub(super) struct SeatState {
    /// The socket of whoever sits there.
    pub link: Option<Link>,
    /// The last accepted action's own number.
    pub last_id: Option<u64>,
    /// When the rules will be told that the seat is empty.
    pub left_at: Option<Instant>,
    /// Whether they have been told.
    pub left: bool,
    /// When the host passes for a seat that can do nothing else.
    pub pass_at: Option<Millis>,
    /// The question for which that was decided.
    judged: u64,
}

impl SeatState {
    pub fn new(last_id: Option<u64>) -> Self {
        SeatState { link: None, last_id, left_at: None, left: false, pass_at: None, judged: 0 }
    }
}

impl Host {
    /// Somebody's socket is there: it gets everything the account's seats may see.
    pub fn attach(&mut self, account: &str, link: &Link, first: bool) {
        let room = Arc::clone(&self.room);
        let seats: Vec<Seat> = room.meta.held_by(account).collect();
        for seat in &seats {
            let Some(state) = self.state_mut(*seat) else { continue };
            (state.link, state.left_at) = (Some(link.clone()), None);
            if std::mem::take(&mut state.left) && self.over.is_none() {
                self.signal(Signal::Returned { seat: *seat });
            }
        }
        if self.clock.is_held() && self.over.is_none() {
            let here = self.states().filter(|(_, state)| state.link.is_some());
            let first = here.count() == seats.len();
            if first && room.meta.wire == Wire::Platform {
                self.held_until = Some(Instant::now() + self.app.settings.grace);
            }
            self.look_for_players();
        }
        match room.meta.wire {
            Wire::Platform => {
                self.introduce(link, &seats);
                seats.iter().for_each(|seat| self.show(*seat, link));
            }
            Wire::Orcain => {
                let voice = orcain::Voice::new(&room, &self.clock);
                for seat in seats {
                    let texts = if first {
                        voice.begun(&*self.table, seat)
                    } else {
                        voice.attached(&*self.table, seat)
                    };
                    texts.into_iter().for_each(|text| self.post(link.clone(), text));
                }
            }
        }
    }

    /// Somebody was gone before the match began.
    pub fn absent(&mut self, account: &str) {
        let room = Arc::clone(&self.room);
        for seat in room.meta.seats_of(account) {
            self.seats[usize::from(seat.0)].left_at = Some(Instant::now());
        }
    }

    /// Whoever has no socket is gone, whatever else was told.
    pub fn miss_the_gone(&mut self) {
        let room = Arc::clone(&self.room);
        for (sitter, state) in room.meta.seats.iter().zip(&mut self.seats) {
            if sitter.account().is_some() && state.link.is_none() && !state.left {
                state.left_at = Some(Instant::now());
            }
        }
    }

    pub fn watch(&mut self, link: Link, re: Option<u64>) {
        if !self.watchers.iter().any(|watcher| watcher.id() == link.id()) {
            if self.watchers.len() >= self.app.settings.limits.spectators {
                let text = Answer::refused(re, "too_many_spectators", "nobody else can watch now");
                return self.post(link, text);
            }
            self.watchers.push(link.clone());
        }
        self.post(link.clone(), Answer::done(re, json!({})));
        self.introduce(&link, &[]);
        self.show_to(Viewer::Public, None, &link);
    }

    /// A socket is gone. That is told to the rules only after the time the game gives for it.
    pub fn detach(&mut self, link: u64) {
        self.watchers.retain(|watcher| watcher.id() != link);
        let away = match self.room.meta.wire {
            Wire::Orcain => Duration::ZERO,
            Wire::Platform => self.app.away(self.room.game),
        };
        let holds = |state: &SeatState| state.link.as_ref().is_some_and(|held| held.id() == link);
        for state in self.seats.iter_mut().filter(|state| holds(state)) {
            state.link = None;
            state.left_at = Some(Instant::now() + away);
        }
        if let Some(director) = self.director.as_mut().filter(|director| holds(director)) {
            director.link = None;
        }
        if self.clock.is_held() {
            self.seats.iter_mut().for_each(|state| state.left_at = None);
        }
    }

    pub fn tell_who_left(&mut self) {
        let now = Instant::now();
        for at in 0..self.seats.len() {
            let state = &mut self.seats[at];
            if state.left_at.is_some_and(|left_at| left_at <= now) {
                (state.left_at, state.left) = (None, true);
                let seat = Seat(u8::try_from(at).unwrap_or(u8::MAX));
                self.signal(Signal::Left { seat });
            }
        }
    }

    /// A match that was taken up goes on when its people are back, or after a grace.
    pub fn look_for_players(&mut self) {
        let people = self.room.meta.seats.iter().zip(&self.seats);
        let people = people.filter(|(sitter, _)| sitter.account().is_some());
        let (here, missing): (Vec<_>, Vec<_>) = people.partition(|(_, state)| state.link.is_some());
        let (here, missing) = (here.len(), missing.len());
        let late = self.held_until.is_some_and(|until| until <= Instant::now());
        if missing == 0 {
            self.release();
            return self.say_released();
        }
        if !late {
            return;
        }
        if here == 0 {
            self.nobody_came();
            return;
        }
        self.release();
        let left_at = Some(Instant::now());
        let room = Arc::clone(&self.room);
        for (sitter, state) in room.meta.seats.iter().zip(&mut self.seats) {
            if sitter.account().is_some() && state.link.is_none() {
                state.left_at = left_at;
            }
        }
        self.say_released();
    }

    fn nobody_came(&mut self) {
        let abandoned = self.held_since.elapsed() > ABANDONED;
        if self.room.meta.wire == Wire::Orcain || abandoned {
            self.release();
            self.signal(Signal::Aborted);
        } else {
            // Nobody loses time while nobody is there.
            self.held_until = Some(self.held_since + ABANDONED + Duration::from_secs(1));
        }
    }

    /// Everybody who is there sees the clock run again.
    fn say_released(&mut self) {
        let voice = orcain::Voice::new(&self.room, &self.clock);
        for (seat, link) in self.seated() {
            match self.room.meta.wire {
                Wire::Platform => self.show(seat, &link),
                Wire::Orcain => {
                    let text = voice.sync_state(&*self.table, seat);
                    self.post(link, text);
                }
            }
        }
        for link in self.watchers.clone() {
            self.show_to(Viewer::Public, None, &link);
        }
    }

    /// The seats whose people are here, with their sockets.
    pub fn seated(&self) -> Vec<(Seat, Link)> {
        self.states().filter_map(|(seat, state)| Some((seat, state.link.clone()?))).collect()
    }

    /// All seats, the host's last.
    pub fn states(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        let director = self.director.iter().map(|director| (Seat::HOST, director));
        (0..).map(Seat).zip(&self.seats).chain(director)
    }

    /// What is known of a seat.
    pub fn state(&self, seat: Seat) -> Option<&SeatState> {
        match seat {
            Seat::HOST => self.director.as_ref(),
            seat => self.seats.get(usize::from(seat.0)),
        }
    }

    /// The same, to be changed.
    pub fn state_mut(&mut self, seat: Seat) -> Option<&mut SeatState> {
        match seat {
            Seat::HOST => self.director.as_mut(),
            seat => self.seats.get_mut(usize::from(seat.0)),
        }
    }

    /// Passes for people who can do nothing but pass, after a time that does not depend on what they
    /// hold.
    pub fn pass_for_the_idle(&mut self) {
        let now = self.clock.now();
        for at in 0..self.seats.len() {
            let seat = Seat(u8::try_from(at).unwrap_or(u8::MAX));
            if self.room.meta.seats[at].account().is_none() {
                continue;
            }
            let asked = self.frames.asked(Viewer::Seat(seat));
            if self.seats[at].judged != asked {
                let alone = self.table.only_pass(seat);
                let pass_at = now + self.app.settings.least_pass.as_millis() as u64;
                self.seats[at].judged = asked;
                self.seats[at].pass_at = alone.then_some(pass_at);
            }
            if self.seats[at].pass_at.is_some_and(|pass_at| pass_at <= now) {
                self.seats[at].pass_at = None;
                let input = Input::Act { seat, action: json!({"type": "pass"}) };
                let (_, news) = self.enter(&input, None);
                self.tell_all(news);
            }
        }
    }
}
