//! The task that owns a match: check, change, append, acknowledge, tell, in this order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use bout_core::{AnyMatch, Done, Input, Millis, Refused, Seat, Signal};
use bout_store::{Append, LogEntry};
use futures_util::FutureExt;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Sleep, sleep_until};

use super::bots::Bots;
use super::ids::Ids;
use super::life::{Hold, Life};
use super::owed::Owed;
use super::presence::{Missing, SeatState};
use super::tell::{Desk, Fresh, Text};
use super::{Ask, Progress, Protocol, Reply, Room};
use crate::App;
use crate::clock::{MatchClock, instant};
use crate::dialect::{Journal, dialect};
use crate::frame::Frames;
use crate::judo;
use crate::link::Link;
use crate::message::Answer;

/// How many messages are taken before what they changed is written.
const BATCH: usize = 16;

/// What became of an input, and what there is to tell.
pub(super) type Entered = (Result<(), Refused>, Vec<Fresh>);

/// What each seat has done so far.
pub(super) type Acted = BTreeMap<Seat, SeatActs>;

/// What a seat has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeatActs {
    /// The numbers that the seat's client gave to accepted actions.
    pub ids: Ids,
    /// How many decisions it has made.
    pub decisions: u32,
}

/// A match with everything its host keeps beside it.
pub(super) struct MatchTask {
    pub app: Arc<App>,
    pub room: Arc<Room>,
    pub table: Box<dyn AnyMatch>,
    pub frames: Frames,
    pub clock: MatchClock,
    pub life: Life,
    /// Whether the clock began to run or to stand, and that is not written down yet.
    pub clock_changed: bool,
    pub seats: Vec<SeatState>,
    /// The host's seat, if somebody directs the match.
    pub director: Option<SeatState>,
    pub watchers: Vec<Link>,
    /// The absent players the table was last told of.
    pub missing: Vec<Missing>,
    /// Since when none of the players is connected, by the host's clock.
    pub deserted_since: Option<Duration>,
    pub bots: Bots,
    pub owed: Owed,
    pub log: Log,
    pub journals: Vec<Box<dyn Journal>>,
    /// Counts acts that entered.
    pub accepted: metrics::Counter,
    /// How many entries time has made since a person last acted.
    pub by_itself: u64,
}

/// How far the log of a match has been sent to the store, and what became of it.
pub(super) struct Log {
    /// The lease under which it is written.
    pub epoch: i64,
    /// The last entry that was sent.
    pub sent: u64,
    pub progress: Arc<Progress>,
    /// The entry that has waited longest to become durable, and since when the host is awake for it.
    pub unkept: Option<(u64, Duration)>,
    /// Whether players were told that they wait for the store.
    pub delayed: bool,
}

impl Log {
    fn new(epoch: i64, sent: u64) -> Self {
        let progress = Arc::new(Progress::default());
        progress.durable.store(sent, Ordering::Release);
        Log { epoch, sent, progress, unkept: None, delayed: false }
    }
}

/// The count of acts that got this answer.
pub fn acts(game: &'static str, code: impl Into<metrics::SharedString>) -> metrics::Counter {
    metrics::counter!("bout_acts_total", "game" => game, "code" => code.into())
}

impl MatchTask {
    pub fn new(
        app: Arc<App>,
        room: Arc<Room>,
        mut table: Box<dyn AnyMatch>,
        (frames, clock): (Frames, MatchClock),
        (acted, epoch): (&Acted, i64),
    ) -> Self {
        let now = app.store.clock().now();
        let house = dialect(room.meta.house);
        let life = if clock.is_held() {
            Life::Held(Hold::Players { since: now, until: now + house.first_wait(&app.settings) })
        } else {
            Life::Running
        };
        let acted = |seat: Seat| acted.get(&seat).copied().unwrap_or_default();
        let seated = (0..).map(Seat).zip(&room.meta.seats);
        let seats = seated.map(|(seat, _)| SeatState::new(acted(seat))).collect();
        let director = room.meta.host.as_ref().map(|_| SeatState::new(acted(Seat::HOST)));
        let (log, bots) = (Log::new(epoch, table.seq()), Bots::new(&app, &room));
        let accepted = acts(room.game, "ok");
        let journals = [house.journal(&room, &*table), judo::journal(&room, &*table)];
        // What was told up to here stands in the views.
        table.forget(log.sent);
        MatchTask {
            app,
            room,
            table,
            frames,
            clock,
            life,
            clock_changed: false,
            seats,
            director,
            watchers: Vec::new(),
            missing: Vec::new(),
            deserted_since: Some(now),
            bots,
            owed: Owed::default(),
            log,
            journals: journals.into_iter().flatten().collect(),
            accepted,
            by_itself: 0,
        }
    }

    /// The match has been held since this moment.
    pub fn held_from(mut self, since: Duration) -> Self {
        let until = since + dialect(self.room.meta.house).first_wait(&self.app.settings);
        self.life = Life::Held(Hold::Players { since, until });
        self
    }

    /// Lives as long as the match, and a little longer.
    pub async fn run(self, asks: mpsc::Receiver<Box<Ask>>) {
        self.run_from(None, asks).await;
    }

    /// The same, beginning with a message that was there before.
    pub async fn run_from(mut self, first: Option<Ask>, mut asks: mpsc::Receiver<Box<Ask>>) {
        let mut sleep: std::pin::Pin<Box<Sleep>> = Box::pin(sleep_until(Instant::now().into()));
        let mut set_backs = self.app.store.clock().set_backs();
        self.go_on(first).await;
        while !self.life.is_gone() {
            if self.life.stopped_at().is_some() {
                self.recover(&mut asks).await;
                continue;
            }
            let progress = Arc::clone(&self.log.progress);
            let wake = self.wakes_at();
            if let Some(wake) = wake {
                sleep.as_mut().reset(wake.into());
            }
            tokio::select! {
                ask = asks.recv() => {
                    let Some(ask) = ask else { break };
                    self.handle(Some(*ask)).await;
                    for _ in 1..BATCH {
                        // Whoever goes because the host stops has not left.
                        let Some(ask) = asks.try_recv().ok().filter(|_| !self.life.is_gone()) else { break };
                        self.handle(Some(*ask)).await;
                    }
                }
                () = progress.news.notified() => {}
                // What players were told of their clocks is no longer true.
                Ok(()) = set_backs.changed() => self.show_clocks(),
                () = &mut sleep, if wake.is_some() => self.handle(None).await,
            }
            self.catch_up().await;
        }
        self.app.remove(&self.room);
    }

    /// Plays on from where the match stands.
    pub async fn go_on(&mut self, first: Option<Ask>) {
        self.play_bots().await;
        self.handle(first).await;
        self.catch_up().await;
    }

    /// Shows everybody where the clock stands.
    fn show_clocks(&mut self) {
        if matches!(self.life, Life::Running) {
            self.say_released();
        }
    }

    /// What the host's clock shows.
    pub fn host_now(&self) -> Duration {
        self.app.store.clock().now()
    }

    /// Writes what is new, settles what is over, tells what is durable.
    async fn catch_up(&mut self) {
        self.write_log();
        self.settle_if_over().await;
        // What is durable already need not be heard of.
        let _ = self.log.progress.news.notified().now_or_never();
        self.deliver();
    }

    /// Takes one message, or looks at the clock. A rule that panics ends this match and nothing else.
    async fn handle(&mut self, ask: Option<Ask>) {
        let stop = matches!(ask, Some(Ask::Stop));
        let watch = matches!(ask, Some(Ask::Watch { .. } | Ask::Sync { account: None, .. }));
        if watch && !self.frames.knows_public() {
            self.write_log();
            if let Some(public) = super::open::public_frames(&self.app, &self.room).await {
                self.frames.take_public(&public);
            }
        }
        // Previews play many imagined matches: one at a time on the whole server.
        let app = Arc::clone(&self.app);
        let previews = matches!(ask, Some(Ask::Preview { .. }));
        let _turn = if previews { app.previews.acquire().await.ok() } else { None };
        let reply = ask.as_ref().and_then(Ask::reply);
        // Computer players move at the moment that gave them the move.
        loop {
            match self.guarded(MatchTask::pass_time) {
                None => return self.abort_for(reply).await,
                Some(true) => self.play_bots().await,
                Some(false) => break,
            }
        }
        let turned = self.guarded(|host| {
            if let Some(ask) = ask {
                host.handle_request(ask);
            }
            host.look_around();
        });
        if turned.is_none() {
            return self.abort_for(reply).await;
        }
        self.play_bots().await;
        if stop {
            // Nobody pays for the time until the next start.
            self.clock = MatchClock::held(self.app.store.clock(), self.clock.now());
            self.life = Life::Gone;
        }
        if stop || std::mem::take(&mut self.clock_changed) {
            self.note_clock().await;
        }
    }

    /// Ends the match because a rule panicked; whoever asked for what did it is told.
    async fn abort_for(&mut self, reply: Option<Reply>) {
        if let Some(reply) = reply {
            self.refuse(&reply, "engine_fault", "the rules failed; the match ends");
        }
        self.abort("a rule panicked").await;
    }

    /// Does what may panic; says so by none.
    pub fn guarded<T>(&mut self, work: impl FnOnce(&mut MatchTask) -> T) -> Option<T> {
        catch_unwind(AssertUnwindSafe(|| work(self))).ok()
    }

    /// Fires what is due, up to the first move of a computer player; says whether there is one.
    pub fn pass_time(&mut self) -> bool {
        if !matches!(self.life, Life::Running) {
            return false;
        }
        let now = self.clock.now();
        let to = now.max(self.table.now());
        let Some(deadline) = self.table.next_deadline().filter(|deadline| *deadline <= now) else {
            // Nobody has to be told that time passes.
            let passed = self.table.advance_each(to, &mut |_| ControlFlow::Continue(()));
            return self.note_passed(passed);
        };
        metrics::histogram!("bout_timer_lateness_seconds")
            .record(Duration::from_millis(now.since(deadline)).as_secs_f64());
        let desk = Desk::new(self);
        let (mut news, before) = (Vec::new(), self.table.seq());
        let MatchTask { table, frames, journals, bots, .. } = self;
        let passed = table.advance_each(to, &mut |table| {
            desk.note(table, frames, table.seq(), &mut news);
            journals.iter_mut().for_each(|journal| journal.note(table, table.seq()));
            if table.to_act().iter().any(|seat| bots.plays(seat)) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.tell_all(news);
        self.by_itself += self.table.seq() - before;
        if self.by_itself > self.app.settings.limits.entries_by_itself {
            self.stop_running_by_itself();
            return false;
        }
        self.note_passed(passed)
    }

    /// Ends a match that goes on and on although no person acts: its clocks would fill the store.
    fn stop_running_by_itself(&mut self) {
        tracing::warn!(id = %self.room.id, "the match ends: it went on for long without a person");
        self.by_itself = 0;
        self.signal(Signal::Aborted);
    }

    fn note_passed(&self, passed: Result<Done, Refused>) -> bool {
        match passed {
            Ok(done) => done.more,
            Err(refused) => {
                tracing::error!(id = %self.room.id, code = refused.code, "time cannot pass");
                false
            }
        }
    }

    /// The one door, and what there is to tell afterwards; also of a refusal that the rules noted.
    pub fn apply_input(&mut self, input: &Input<Value>, id: Option<u64>) -> Entered {
        let at = self.clock.now().max(self.table.now());
        self.apply_input_at(at, input, id)
    }

    /// The same, at a moment of the caller's choice.
    pub fn apply_input_at(&mut self, at: Millis, input: &Input<Value>, id: Option<u64>) -> Entered {
        let before = self.table.seq();
        let entered = self.table.submit(at, input, None, id);
        let mut news = Vec::new();
        if self.table.seq() > before {
            let desk = Desk::new(self);
            desk.note(&*self.table, &mut self.frames, before + 1, &mut news);
            for journal in &mut self.journals {
                journal.note(&*self.table, before + 1);
            }
        }
        (entered.map(|_| ()), news)
    }

    /// Tells the rules a fact.
    pub fn signal(&mut self, signal: Signal) {
        let (_, news) = self.apply_input(&Input::Signal { signal }, None);
        self.tell_all(news);
    }

    /// Ends a match that has more entries than any match needs.
    fn end_if_too_long(&mut self) {
        let most = self.app.settings.limits.entries;
        if self.table.seq() > most && self.table.outcome().is_none() {
            tracing::warn!(id = %self.room.id, "the match ends: it has too many entries");
            self.signal(Signal::Aborted);
        }
    }

    /// Sends the entries that are new to the store.
    pub fn write_log(&mut self) {
        let records = self.table.records(self.log.sent);
        let Some(last) = records.last().map(|record| record.seq) else { return };
        let entry = |record: &bout_core::Record| LogEntry {
            id: Arc::clone(&self.room.id),
            epoch: self.log.epoch,
            seq: i64::try_from(record.seq).unwrap_or(i64::MAX),
            body: record.line(),
        };
        let entries = records.iter().map(entry).collect();
        let then: Arc<Progress> = Arc::clone(&self.log.progress);
        then.sent.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now);
        self.log.unkept.get_or_insert((last, self.app.store.clock().awake()));
        self.app.store.append(Append { entries, then });
        self.log.sent = last;
        self.table.forget(last);
    }

    /// Sends what waited for entries that are durable now.
    pub fn deliver(&mut self) {
        if self.life.stopped_at().is_some() {
            return;
        }
        if self.log.progress.trouble.load(Ordering::Acquire) != 0 {
            return self.give_up();
        }
        let durable = self.log.progress.durable.load(Ordering::Acquire);
        self.owed.release(durable, || self.clock.now());
        self.look_at_store(durable);
    }

    /// Every socket that understands the platform's own messages, once however many seats it has.
    pub fn platform_links(&self) -> impl Iterator<Item = &Link> {
        let own = |seat: Seat| self.room.meta.spoken_at(seat) == Protocol::Platform;
        let seats = self.states().filter(move |(seat, _)| own(*seat));
        let links = seats.filter_map(|(_, state)| state.link.as_ref()).chain(&self.watchers);
        links.map(|link| (link.id(), link)).collect::<BTreeMap<_, _>>().into_values()
    }

    /// Sends a message to all of them once everything up to now is durable.
    pub fn post_platform(&mut self, text: &str) {
        for link in self.platform_links().cloned().collect::<Vec<_>>() {
            self.post(link, text.to_owned());
        }
    }

    pub fn answer(&mut self, reply: &Reply, done: Result<Value, Refused>) {
        let text = match done {
            Ok(more) => Answer::done(reply.re, more),
            Err(refused) => Answer::refused(reply.re, refused.code, &refused.text),
        };
        self.post_answer(reply, text);
    }

    pub fn refuse(&mut self, reply: &Reply, code: &str, text: &str) {
        self.post_answer(reply, Answer::refused(reply.re, code, text));
    }

    pub fn post_answer(&mut self, reply: &Reply, text: impl Into<Text>) {
        self.owed.push_answer(self.table.seq(), reply, text);
    }

    /// Sends a message once everything up to now is durable.
    pub fn post(&mut self, to: Link, text: impl Into<Text>) {
        self.owed.push(self.table.seq(), to, text);
    }

    /// Writes down where the clock stands, for whoever takes the match up.
    pub async fn note_clock(&mut self) {
        self.write_log();
        let (clock, id) = (self.clock.kept(), self.room.id.to_string());
        if let Err(error) = self.app.store.write(move |kept| kept.set_clock(&id, clock)).await {
            tracing::warn!(%error, "the clock of a match was not kept");
        }
    }

    /// When there is something to do even if nobody asks.
    fn wakes_at(&self) -> Option<Instant> {
        self.next_turn_at().into_iter().chain(self.loses_patience_at()).min()
    }

    fn next_turn_at(&self) -> Option<Instant> {
        match &self.life {
            Life::Over(linger) => return Some(linger.since + linger.stays),
            Life::Held(Hold::Screen) | Life::Stopped(_) | Life::Gone => return None,
            Life::Held(Hold::Players { until, .. }) => {
                return instant(self.app.store.clock(), *until);
            }
            Life::Running => {}
        }
        if self.bots.has_more_moves() {
            return Some(Instant::now());
        }
        let due = self.table.next_deadline().and_then(|at| self.clock.instant(at));
        let passes = self.seats.iter().filter_map(|seat| seat.pass_at);
        let pass = passes.min().and_then(|at: Millis| self.clock.instant(at));
        let gone = self.seats.iter().filter_map(|seat| seat.left_at).min();
        let host = self.app.store.clock();
        let gone = gone.filter(|_| !host.stands()).and_then(|at| instant(host, at));
        let bots = self.bots.ready_at();
        let watch = self.journals.iter().filter_map(|journal| journal.looks_at()).min();
        let abandoned = self.abandoned_instant();
        [due, pass, gone, bots, watch, abandoned].into_iter().flatten().min()
    }

    /// What comes with time besides the match's own deadlines.
    fn look_around(&mut self) {
        match self.life {
            Life::Over(_) => return self.linger(),
            Life::Held(Hold::Players { .. }) => {
                self.look_for_players();
                if self.life.is_held() {
                    self.tell_presence();
                    return;
                }
            }
            Life::Held(Hold::Screen) | Life::Stopped(_) | Life::Gone => return,
            Life::Running => {}
        }
        if self.journals.iter_mut().any(|journal| journal.looks_stuck()) {
            self.miss_the_gone();
        }
        self.tell_who_left();
        self.pass_for_the_idle();
        self.end_if_abandoned();
        self.end_if_too_long();
        self.tell_presence();
    }

    /// Players of an ended match may look at the result for a while, and want to play again.
    fn linger(&mut self) {
        let (step, most) = (self.app.settings.linger, self.app.settings.linger_most);
        let looked_at = self.is_looked_at();
        let Some(linger) = self.life.linger() else { return };
        if linger.since.elapsed() < linger.stays {
            return;
        }
        if linger.stays + step <= most && looked_at {
            linger.stays += step;
        } else {
            self.life = Life::Gone;
        }
    }

    /// Whether somebody who played here is connected and plays nothing else.
    fn is_looked_at(&self) -> bool {
        let hall = self.app.hall();
        let looks = |account: &String| {
            hall.links.contains_key(account) && hall.playing.get(account).is_none_or(Vec::is_empty)
        };
        self.room.meta.accounts().iter().any(looks)
    }

    /// Lets the clock run.
    pub fn release(&mut self) {
        self.clock.release();
        self.life = Life::Running;
        self.clock_changed = true;
        self.room.set_stage(self.life.stage());
    }
}
