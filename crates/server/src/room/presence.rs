//! Who is there: sockets that come and go, and what the rules are told of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_core::{Input, Millis, Seat, Signal, Viewer};
use serde_json::json;

use super::life::{Hold, Life};
use super::task::{MatchTask, SeatActs};
use super::{Protocol, Reply};
use crate::clock::{MatchClock, instant};
use crate::dialect::{Scene, dialect};
use crate::link::Link;
use crate::server_message::{Away, ServerMessage};

/// What the host knows of a seat.
pub(super) struct SeatState {
    /// The socket of whoever sits there.
    pub link: Option<Link>,
    /// What the seat has done so far.
    pub acts: SeatActs,
    /// When the rules will be told that the seat is empty, by the host's clock.
    pub left_at: Option<Duration>,
    /// Whether they have been told.
    pub left: bool,
    /// How often they have been told that it is taken again.
    returns: u32,
    /// When the host passes for a seat that can do nothing else.
    pub pass_at: Option<Millis>,
    /// The question for which that was decided.
    judged: u64,
}

impl SeatState {
    pub fn new(acts: SeatActs) -> Self {
        SeatState {
            link: None,
            acts,
            left_at: None,
            left: false,
            returns: 0,
            pass_at: None,
            judged: 0,
        }
    }
}

/// A player who is not connected, and what limits the wait for them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Missing {
    seat: Seat,
    /// When the rules will be told, by the host's clock.
    left_at: Option<Duration>,
    /// When the rules stop waiting, by the match's clock.
    due: Option<Millis>,
}

impl MatchTask {
    /// Somebody's socket is there: it gets everything the account's seats may see.
    pub fn attach(&mut self, account: &str, link: &Link, first: bool) {
        let room = Arc::clone(&self.room);
        let seats: Vec<Seat> = room.meta.held_by(account).collect();
        let frames = room.meta.speaks(account) == Protocol::Platform;
        if frames {
            self.introduce(link, &seats);
        }
        self.uncover();
        let (most_returns, over) = (self.app.settings.limits.returns, self.life.is_over());
        for seat in &seats {
            let Some(state) = self.state_mut(*seat) else { continue };
            (state.link, state.left_at) = (Some(link.clone()), None);
            // Whoever comes and goes all the time is gone for the rules: each return is an entry.
            if state.left && state.returns < most_returns && !over {
                (state.left, state.returns) = (false, state.returns + 1);
                self.signal(Signal::Returned { seat: *seat });
            }
        }
        self.note_deserted();
        self.greet_after_restart(seats.len());
        for seat in &seats {
            let scene = Scene::new(&room, &*self.table, &self.clock);
            let texts = dialect(room.meta.speaks(account)).greeting(&scene, *seat, first);
            texts.into_iter().flatten().for_each(|text| self.post(link.clone(), text));
        }
        if frames {
            seats.iter().for_each(|seat| self.show(*seat, link));
            self.show_presence(link);
        }
    }

    /// Somebody with so many seats is back at a match that waits for its players.
    fn greet_after_restart(&mut self, came: usize) {
        let here = self.states().filter(|(_, state)| state.link.is_some()).count();
        let (now, grace) = (self.host_now(), self.app.settings.grace);
        let house = dialect(self.room.meta.house);
        let Life::Held(Hold::Players { until, .. }) = &mut self.life else { return };
        if here == came && house.waits_from_first() {
            *until = now + grace;
        }
        self.look_for_players();
    }

    /// The players at one screen hand it over, or have done so: meanwhile the clock stands.
    pub fn screen(&mut self, covered: bool, reply: &Reply) {
        if covered && matches!(self.life, Life::Running) {
            self.clock = MatchClock::held(self.app.store.clock(), self.clock.now());
            self.life = Life::Held(Hold::Screen);
            self.clock_changed = true;
        } else if !covered {
            self.uncover();
        }
        self.answer(reply, Ok(json!({})));
        self.say_released();
    }

    /// Somebody looks at the screen again.
    fn uncover(&mut self) {
        if matches!(self.life, Life::Held(Hold::Screen)) {
            self.release();
        }
    }

    /// A player was gone before the match began.
    pub fn absent(&mut self, account: &str) {
        let room = Arc::clone(&self.room);
        let left_at = Some(self.host_now());
        for seat in room.meta.seats_of(account) {
            self.seats[usize::from(seat.0)].left_at = left_at;
        }
    }

    /// Whoever has no socket is gone, whatever else was told.
    pub fn miss_the_gone(&mut self) {
        let (room, now) = (Arc::clone(&self.room), self.host_now());
        for (sitter, state) in room.meta.seats.iter().zip(&mut self.seats) {
            if sitter.account().is_some() && state.link.is_none() && !state.left {
                state.left_at = Some(now);
            }
        }
    }

    pub fn watch(&mut self, link: Link, re: Option<u64>) {
        if !self.watchers.iter().any(|watcher| watcher.id() == link.id()) {
            if self.watchers.len() >= self.app.settings.limits.spectators {
                let reply = Reply { link, re };
                return self.refuse(&reply, "too_many_spectators", "nobody else can watch now");
            }
            self.watchers.push(link.clone());
        }
        self.answer(&Reply { link: link.clone(), re }, Ok(json!({})));
        self.introduce(&link, &[]);
        self.show_to(Viewer::Public, None, &link);
        self.show_presence(&link);
    }

    /// A socket is gone. That is told to the rules only after the time the game gives for it.
    pub fn detach(&mut self, link: u64) {
        self.watchers.retain(|watcher| watcher.id() != link);
        if self.states().any(|(_, state)| state.link.as_ref().is_some_and(|own| own.id() == link)) {
            self.uncover();
        }
        let left_at = self.host_now();
        let holds = |state: &SeatState| state.link.as_ref().is_some_and(|held| held.id() == link);
        for state in self.seats.iter_mut().filter(|state| holds(state)) {
            state.link = None;
            state.left_at = Some(left_at);
        }
        if let Some(director) = self.director.as_mut().filter(|director| holds(director)) {
            director.link = None;
        }
        if self.clock.is_held() {
            self.seats.iter_mut().for_each(|state| state.left_at = None);
        }
        self.note_deserted();
    }

    /// The players who have disconnected; not those a match that begins still waits for.
    fn missing(&self) -> Vec<Missing> {
        let seats = (0..).map(Seat).zip(&self.seats);
        if let Life::Held(Hold::Players { until, .. }) = self.life {
            let people = seats.zip(&self.room.meta.seats);
            let absent = people
                .filter(|((_, state), sitter)| sitter.account().is_some() && state.link.is_none());
            let missing = |((seat, _), _)| Missing { seat, left_at: Some(until), due: None };
            return absent.map(missing).collect();
        }
        let gone = seats.filter(|(_, state)| state.left || state.left_at.is_some());
        let missing = |(seat, state): (Seat, &SeatState)| {
            let due = self.table.waits_until(seat);
            Missing { seat, left_at: state.left_at, due }
        };
        gone.map(missing).collect()
    }

    /// Tells everybody at the table who is away, whenever that changes; says whether it did.
    pub fn tell_presence(&mut self) -> bool {
        let missing = self.missing();
        if missing == self.missing || self.life.is_over() {
            return false;
        }
        self.missing = missing;
        for link in self.platform_links().cloned().collect::<Vec<_>>() {
            self.post_presence(link);
        }
        true
    }

    /// Tells somebody who has just come who is away.
    fn show_presence(&mut self, link: &Link) {
        if !self.tell_presence() && !self.missing.is_empty() && !self.life.is_over() {
            self.post_presence(link.clone());
        }
    }

    /// Tells one socket who is away, and how long the match waits for them.
    fn post_presence(&mut self, link: Link) {
        let (now, host_now) = (self.clock.now(), self.host_now());
        let told = |left_at: Duration| {
            let wait = left_at.saturating_sub(host_now).as_millis();
            now + u64::try_from(wait).unwrap_or(u64::MAX)
        };
        let away = self.missing.iter().map(|missing| Away {
            seat: missing.seat.0,
            until: missing.due.or_else(|| missing.left_at.map(told)).map(|until| until.0),
        });
        let told = ServerMessage::Presence { of: self.room.id.to_string(), away: away.collect() };
        self.post(link, crate::message::write(&told));
    }

    pub fn tell_who_left(&mut self) {
        let now = self.host_now();
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
        let Life::Held(Hold::Players { since, until }) = self.life else { return };
        let late = until <= self.host_now();
        if missing == 0 {
            self.release();
            return self.say_released();
        }
        if !late {
            return;
        }
        if here == 0 {
            return self.nobody_came(since);
        }
        self.release();
        let left_at = Some(self.host_now());
        let room = Arc::clone(&self.room);
        for (sitter, state) in room.meta.seats.iter().zip(&mut self.seats) {
            if sitter.account().is_some() && state.link.is_none() {
                state.left_at = left_at;
            }
        }
        self.say_released();
    }

    fn nobody_came(&mut self, since: Duration) {
        let abandoned = self.app.settings.abandoned;
        let waited = self.host_now().saturating_sub(since);
        if dialect(self.room.meta.house).voids_deserted() || waited > abandoned {
            self.release();
            self.signal(Signal::Aborted);
        } else {
            // Nobody loses time while nobody is there.
            let until = since + abandoned + Duration::from_secs(1);
            self.life = Life::Held(Hold::Players { since, until });
        }
    }

    /// When the match ends if none of its players comes back, by the host's clock.
    fn abandoned_at(&self) -> Option<Duration> {
        self.deserted_since.and_then(|since| since.checked_add(self.app.settings.abandoned))
    }

    /// The same as an instant, to wake up at.
    pub fn abandoned_instant(&self) -> Option<Instant> {
        self.abandoned_at().and_then(|at| instant(self.app.store.clock(), at))
    }

    /// Ends a match that none of its players has come back to.
    pub fn end_if_abandoned(&mut self) {
        if self.abandoned_at().is_some_and(|at| at <= self.host_now()) {
            tracing::info!(id = %self.room.id, "the match ends: none of its players came back");
            self.deserted_since = None;
            self.signal(Signal::Aborted);
        }
    }

    /// Notes since when none of the players is connected.
    fn note_deserted(&mut self) {
        let here = self.states().any(|(_, state)| state.link.is_some());
        self.deserted_since = match self.deserted_since {
            _ if here => None,
            since => since.or_else(|| Some(self.host_now())),
        };
    }

    /// Everybody who is there sees where the clock stands, and that it runs again.
    pub fn say_released(&mut self) {
        let room = Arc::clone(&self.room);
        for (seat, link) in self.seated() {
            let scene = Scene::new(&room, &*self.table, &self.clock);
            match dialect(room.meta.spoken_at(seat)).sync(&scene, seat) {
                Some(text) => self.post(link, text),
                None => self.show(seat, &link),
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

    /// How long the server waits before it passes for a seat that can do nothing else. Where another
    /// person watches the clock, any time up to the deadline is as likely as any other: how long the
    /// answer took must not tell what the seat holds.
    fn idle_wait(&self, now: Millis) -> u64 {
        let least = u64::try_from(self.app.settings.least_pass.as_millis()).unwrap_or(u64::MAX);
        let alone = self.room.meta.accounts().len() < 2 && !self.room.meta.public;
        let left = self.table.next_deadline().map_or(0, |deadline| deadline.since(now));
        match left.saturating_sub(least) {
            0 => least,
            _ if alone => least,
            span => least + u64::from_le_bytes(crate::token::random()) % span,
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
                let idle = self.table.idle_action(seat).is_some();
                let pass_at = now + self.idle_wait(now);
                self.seats[at].judged = asked;
                self.seats[at].pass_at = idle.then_some(pass_at);
            }
            if self.seats[at].pass_at.is_some_and(|pass_at| pass_at <= now) {
                self.seats[at].pass_at = None;
                let Some(action) = self.table.idle_action(seat) else { continue };
                let (_, news) = self.apply_input(&Input::Act { seat, action }, None);
                self.tell_all(news);
            }
        }
    }
}
