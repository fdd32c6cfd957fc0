//! The task that owns a match: check, change, append, acknowledge, tell, in this order.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use bout_core::{Done, Input, Millis, Refused, Seat, Signal, Table, Viewer};
use bout_store::{Append, Clock, Entry};
use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Sleep, sleep_until};

use super::bots::BotSeat;
use super::presence::SeatState;
use super::tell::{Desk, Fresh, Text};
use super::{Ask, FENCED, Progress, Reply, Room, Stage, Wire};
use crate::App;
use crate::clock::{MatchClock, unix_ms};
use crate::frame::Frames;
use crate::link::Link;
use crate::message::Answer;
use crate::orcain;
use crate::pool::Thought;

/// How many results a preview shows, the likeliest first.
const PREVIEWED: usize = 16;
/// How many messages are taken before what they changed is written.
const BATCH: usize = 16;

/// What became of an input, and what there is to tell.
pub(super) type Entered = (Result<(), Refused>, Vec<Fresh>);

/// The last number that each seat's client gave to an accepted action.
pub(super) type LastIds = BTreeMap<Seat, u64>;

/// A message that waits until the entries before it are durable.
pub(super) struct Waiting {
    pub seq: u64,
    pub to: Link,
    pub text: Text,
}

/// A match with everything its host keeps beside it.
#[allow(clippy::struct_excessive_bools)]
pub(super) struct Host {
    pub app: Arc<App>,
    pub room: Arc<Room>,
    pub table: Box<dyn Table>,
    pub frames: Frames,
    pub clock: MatchClock,
    pub epoch: i64,
    pub seats: Vec<SeatState>,
    /// The host's seat, if somebody directs the match.
    pub director: Option<SeatState>,
    pub watchers: Vec<Link>,
    pub bots: Vec<Option<BotSeat>>,
    /// Where computer players answer; made when the first is asked.
    pub thoughts: Option<(mpsc::Sender<Thought>, mpsc::Receiver<Thought>)>,
    pub tickets: u64,
    pub outbox: VecDeque<Waiting>,
    pub sent: u64,
    pub progress: Arc<Progress>,
    /// Counts acts that entered.
    accepted: metrics::Counter,
    pub over: Option<Instant>,
    /// How long it stays after that.
    lingers: Duration,
    pub held_until: Option<Instant>,
    pub held_since: Instant,
    pub gone: bool,
    pub released: bool,
    pub more_moves: bool,
    pub wanting: Vec<(String, Reply)>,
    pub wished: bool,
    /// The match that decides this one.
    pub next: Option<String>,
    pub journal: Option<orcain::Journal>,
}

/// How long a match that was taken up waits for the first of its people: the dialect as long as for
/// all of them, as its document says; the platform's own much longer, for nobody loses time by it.
fn first_wait(app: &App, room: &Room) -> Duration {
    match room.meta.wire {
        Wire::Orcain => app.settings.grace,
        Wire::Platform => super::presence::ABANDONED,
    }
}

/// The count of acts that got this answer.
pub fn acts(game: &'static str, code: impl Into<metrics::SharedString>) -> metrics::Counter {
    metrics::counter!("bout_acts_total", "game" => game, "code" => code.into())
}

impl Host {
    pub fn new(
        app: Arc<App>,
        room: Arc<Room>,
        mut table: Box<dyn Table>,
        (frames, clock): (Frames, MatchClock),
        last_ids: &LastIds,
    ) -> Self {
        let held_until = clock.is_held().then(|| Instant::now() + first_wait(&app, &room));
        let last_id = |seat: Seat| last_ids.get(&seat).copied();
        let seated = (0..).map(Seat).zip(&room.meta.seats);
        let seats = seated.map(|(seat, _)| SeatState::new(last_id(seat))).collect();
        let director = room.meta.host.as_ref().map(|_| SeatState::new(last_id(Seat::HOST)));
        let (sent, bots) = (table.seq(), super::bots::seat(&app, &room));
        let (accepted, lingers) = (acts(room.game, "ok"), app.settings.linger);
        let dialect = room.meta.wire == Wire::Orcain;
        let journal = dialect.then(|| orcain::Journal::new(&room, &*table));
        // What was told up to here stands in the views.
        table.forget(sent);
        Host {
            app,
            room,
            table,
            frames,
            clock,
            epoch: 0,
            seats,
            director,
            watchers: Vec::new(),
            bots,
            thoughts: None,
            tickets: 0,
            outbox: VecDeque::new(),
            sent,
            progress: Arc::default(),
            accepted,
            over: None,
            lingers,
            held_until,
            held_since: Instant::now(),
            gone: false,
            released: false,
            more_moves: false,
            wanting: Vec::new(),
            wished: false,
            next: None,
            journal,
        }
    }

    pub fn under(mut self, epoch: i64, progress: Arc<Progress>) -> Self {
        progress.durable.store(self.sent, Ordering::Release);
        (self.epoch, self.progress) = (epoch, progress);
        self
    }

    /// Lives as long as the match, and a little longer.
    pub async fn run(mut self, mut asks: mpsc::Receiver<Box<Ask>>) {
        let mut sleep: std::pin::Pin<Box<Sleep>> = Box::pin(sleep_until(Instant::now().into()));
        let progress = Arc::clone(&self.progress);
        self.play_bots().await;
        self.turn(None).await;
        self.catch_up().await;
        while !self.gone {
            let wake = self.wakes_at();
            if let Some(wake) = wake {
                sleep.as_mut().reset(wake.into());
            }
            tokio::select! {
                ask = asks.recv() => {
                    let Some(ask) = ask else { break };
                    self.turn(Some(*ask)).await;
                    for _ in 1..BATCH {
                        // Whoever goes because the host stops has not left.
                        let Some(ask) = asks.try_recv().ok().filter(|_| !self.gone) else { break };
                        self.turn(Some(*ask)).await;
                    }
                }
                () = progress.news.notified() => {}
                () = &mut sleep, if wake.is_some() => self.turn(None).await,
            }
            self.catch_up().await;
        }
        self.app.remove(&self.room);
    }

    /// Writes what is new, settles what is over, tells what is durable.
    async fn catch_up(&mut self) {
        self.write_log();
        self.settle_if_over().await;
        // What is durable already need not be heard of.
        let _ = self.progress.news.notified().now_or_never();
        self.deliver();
    }

    /// Takes one message, or looks at the clock. A rule that panics ends this match and nothing else.
    async fn turn(&mut self, ask: Option<Ask>) {
        let stop = matches!(ask, Some(Ask::Stop));
        let watch = matches!(ask, Some(Ask::Watch { .. } | Ask::Sync { account: None, .. }));
        if watch && !self.frames.knows_public() {
            self.write_log();
            if let Some(public) = super::open::public_frames(&self.app, &self.room).await {
                self.frames.take_public(&public);
            }
        }
        // Computer players move at the moment that gave them the move.
        loop {
            match self.guarded(Host::pass_time) {
                None => return self.abort("a rule panicked").await,
                Some(true) => self.play_bots().await,
                Some(false) => break,
            }
        }
        let turned = self.guarded(|host| {
            if let Some(ask) = ask {
                host.take(ask);
            }
            host.look_around();
        });
        if turned.is_none() {
            return self.abort("a rule panicked").await;
        }
        self.play_bots().await;
        if stop {
            // Nobody pays for the time until the next start.
            self.clock = MatchClock::held(self.clock.now());
            self.gone = true;
        }
        if stop || std::mem::take(&mut self.released) {
            self.note_clock().await;
        }
    }

    /// Does what may panic; says so by none.
    pub fn guarded<T>(&mut self, work: impl FnOnce(&mut Host) -> T) -> Option<T> {
        catch_unwind(AssertUnwindSafe(|| work(self))).ok()
    }

    fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Attach { account, link, first } => self.attach(&account, &link, first),
            Ask::Absent { account } => self.absent(&account),
            Ask::Layout { seat, kind, action, named, link } => {
                self.layout(seat, kind, action, named.as_ref(), &link);
            }
            Ask::Watch { link, re } => self.watch(link, re),
            Ask::Detach { link } => self.detach(link),
            Ask::Act { seat, action, asked, id, reply } => {
                self.act(seat, action, asked, id, &reply);
            }
            Ask::Check { reply, .. } | Ask::Preview { reply, .. } | Ask::Options { reply, .. }
                if let Some((code, text)) = self.closed() =>
            {
                self.refuse(&reply, code, text);
            }
            Ask::Check { seat, action, reply } => {
                let checked = self.table.check(seat, &action).map(|()| json!({}));
                self.answer(&reply, checked);
            }
            Ask::Preview { seat, action, reply } => self.preview(seat, &action, &reply),
            Ask::Options { seat, reply } => {
                let options = self.table.options(seat);
                self.answer(&reply, Ok(json!({"options": options})));
            }
            Ask::Sync { account, reply } => self.sync(account.as_deref(), &reply),
            Ask::Concede { seat, reply } => self.concede(seat, &reply),
            Ask::Rematch { account, reply } => self.want_again(account, reply),
            Ask::Stop => {}
        }
    }

    /// Fires what is due, up to the first move of a computer player; says whether there is one.
    pub fn pass_time(&mut self) -> bool {
        if self.clock.is_held() || self.over.is_some() {
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
        let mut news = Vec::new();
        let Host { table, frames, journal, bots, .. } = self;
        let passed = table.advance_each(to, &mut |table| {
            desk.note(table, frames, table.seq(), &mut news);
            journal.iter_mut().for_each(|journal| journal.note(table, table.seq()));
            let moves = |seat: Seat| bots.get(usize::from(seat.0)).is_some_and(Option::is_some);
            if table.to_act().iter().any(moves) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.tell_all(news);
        self.note_passed(passed)
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

    fn act(
        &mut self,
        seat: Seat,
        action: Value,
        asked: Option<u64>,
        id: Option<u64>,
        reply: &Reply,
    ) {
        let Some(state) = self.state(seat) else { return };
        if id.is_some_and(|id| state.last_id.is_some_and(|last| id <= last)) {
            self.answer(reply, Ok(json!({"repeat": true})));
            return self.show(seat, &reply.link);
        }
        let stale = asked.is_some_and(|asked| asked != self.frames.asked(Viewer::Seat(seat)));
        let stale = stale.then_some(("stale", "this question has been answered or replaced"));
        if let Some((code, text)) = self.closed().or(stale) {
            acts(self.room.game, code).increment(1);
            return self.refuse(reply, code, text);
        }
        if self.table.autopilot().contains(seat) {
            self.signal(Signal::Returned { seat });
        }
        let (entered, news) = self.enter(&Input::Act { seat, action }, id);
        match entered {
            Ok(()) => {
                self.accepted.increment(1);
                if let Some(state) = self.state_mut(seat) {
                    state.last_id = id.or(state.last_id);
                }
                self.post(reply.link.clone(), Answer::accepted(reply.re));
            }
            Err(refused) => {
                acts(self.room.game, refused.code).increment(1);
                self.answer(reply, Err(refused));
            }
        }
        self.tell_all(news);
    }

    /// Why nobody can act now, whatever the rules say.
    fn closed(&self) -> Option<(&'static str, &'static str)> {
        match () {
            () if self.over.is_some() => Some(("match_over", "the match is over")),
            () if self.clock.is_held() => Some(("match_held", "the match waits for its players")),
            () => None,
        }
    }

    /// The one door, and what there is to tell afterwards; also of a refusal that the rules noted.
    pub fn enter(&mut self, input: &Input<Value>, id: Option<u64>) -> Entered {
        let at = self.clock.now().max(self.table.now());
        self.enter_at(at, input, id)
    }

    /// The same, at a moment of the caller's choice.
    pub fn enter_at(&mut self, at: Millis, input: &Input<Value>, id: Option<u64>) -> Entered {
        let before = self.table.seq();
        let entered = self.table.submit(at, input, None, id);
        let mut news = Vec::new();
        if self.table.seq() > before {
            let desk = Desk::new(self);
            desk.note(&*self.table, &mut self.frames, before + 1, &mut news);
            if let Some(journal) = &mut self.journal {
                journal.note(&*self.table, before + 1);
            }
        }
        (entered.map(|_| ()), news)
    }

    /// Tells the rules a fact.
    pub fn signal(&mut self, signal: Signal) {
        let (_, news) = self.enter(&Input::Signal { signal }, None);
        self.tell_all(news);
    }

    /// A layout in the Orcain dialect: phase, then match, then the rules; a draft is never answered.
    fn layout(
        &mut self,
        seat: Seat,
        kind: &'static str,
        action: Value,
        named: Option<&Value>,
        link: &Link,
    ) {
        let known = named.is_none_or(|named| named.as_str() == Some(&*self.room.id));
        let code = match () {
            () if self.over.is_some() || self.table.outcome().is_some() => Some("not_in_match"),
            () if self.clock.is_held() || self.table.phase() != "prep" => Some("wrong_phase"),
            () if !known => Some("match_mismatch"),
            () => None,
        };
        let (code, news) = match code {
            Some(code) => (Some(code), Vec::new()),
            None => {
                let (entered, news) = self.enter(&Input::Act { seat, action }, None);
                (entered.err().map(|refused| refused.code), news)
            }
        };
        if let Some(code) = code {
            if let Some(journal) = &self.journal {
                journal.ignored(&*self.table, kind, code);
            }
            if kind == "confirm" {
                self.post(link.clone(), orcain::error(code, Some("layout_confirm")));
            }
        }
        self.tell_all(news);
    }

    fn preview(&mut self, seat: Seat, action: &Value, reply: &Reply) {
        let previewed = self.table.preview(seat, action, None).map(|previewed| {
            let (exact, all) = (previewed.exact, previewed.results.len());
            let shown: Vec<_> = previewed.results.into_iter().take(PREVIEWED).collect();
            json!({"left_out": all - shown.len(), "results": shown, "exact": exact})
        });
        self.answer(reply, previewed);
    }

    fn concede(&mut self, seat: Seat, reply: &Reply) {
        if seat == Seat::HOST {
            return self.refuse(reply, "not_your_seat", "who directs a match cannot give it up");
        }
        if self.over.is_some() {
            return self.refuse(reply, "match_over", "the match is over");
        }
        let input = match self.table.concession() {
            Some(action) => Input::Act { seat, action },
            None => Input::Signal { signal: Signal::Left { seat } },
        };
        let (entered, news) = self.enter(&input, None);
        self.answer(reply, entered.map(|()| json!({})));
        self.tell_all(news);
    }

    /// Sends the entries that are new to the store.
    pub fn write_log(&mut self) {
        let records = self.table.records(self.sent);
        let Some(last) = records.last().map(|record| record.seq) else { return };
        let entry = |record: &bout_core::Record| Entry {
            id: Arc::clone(&self.room.id),
            epoch: self.epoch,
            seq: i64::try_from(record.seq).unwrap_or(i64::MAX),
            body: record.line(),
        };
        let entries = records.iter().map(entry).collect();
        let then: Arc<Progress> = Arc::clone(&self.progress);
        then.sent.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now);
        self.app.store.append(Append { entries, then });
        self.sent = last;
        self.table.forget(last);
    }

    /// Sends what waited for entries that are durable now.
    pub fn deliver(&mut self) {
        let trouble = self.progress.trouble.load(Ordering::Acquire);
        if trouble != 0 {
            return self.give_up(trouble);
        }
        let durable = self.progress.durable.load(Ordering::Acquire);
        while self.outbox.front().is_some_and(|waiting| waiting.seq <= durable) {
            let Some(Waiting { to, text, .. }) = self.outbox.pop_front() else { return };
            to.send(text.sent_at(self.clock.now()));
        }
        if self.outbox.is_empty() && self.outbox.capacity() > 32 {
            self.outbox = VecDeque::new();
        }
    }

    /// The log cannot be written: nobody is told what is not durable, and the match stops here. It
    /// is taken up again by whoever holds it now, or after a restart.
    fn give_up(&mut self, trouble: u8) {
        let fenced = trouble & FENCED != 0;
        tracing::error!(id = %self.room.id, fenced, "the match stops here: its log cannot be written");
        self.outbox.clear();
        let text = crate::message::write(&json!({
            "type": "stopped", "match": &*self.room.id,
            "code": if fenced { "moved" } else { "store_unavailable" },
            "text": "the match goes on elsewhere, or after a restart"
        }));
        self.everybody().for_each(|link| link.send(text.clone()));
        self.gone = true;
    }

    /// Every socket that listens, once, however many seats it has.
    pub fn everybody(&self) -> impl Iterator<Item = &Link> {
        let seats = self.states().filter_map(|(_, state)| state.link.as_ref());
        let all = seats.chain(&self.watchers).map(|link| (link.id(), link));
        all.collect::<BTreeMap<_, _>>().into_values()
    }

    pub fn answer(&mut self, reply: &Reply, done: Result<Value, Refused>) {
        let text = match done {
            Ok(more) => Answer::done(reply.re, more),
            Err(refused) => Answer::refused(reply.re, refused.code, &refused.text),
        };
        self.post(reply.link.clone(), text);
    }

    pub fn refuse(&mut self, reply: &Reply, code: &str, text: &str) {
        self.post(reply.link.clone(), Answer::refused(reply.re, code, text));
    }

    /// Sends a message once everything up to now is durable.
    pub fn post(&mut self, to: Link, text: impl Into<Text>) {
        let (seq, text) = (self.table.seq(), text.into());
        self.outbox.push_back(Waiting { seq, to, text });
    }

    /// Writes down where the clock stands, for whoever takes the match up.
    pub async fn note_clock(&mut self) {
        self.write_log();
        let at = i64::try_from(self.clock.now().0).unwrap_or(i64::MAX);
        let clock = Clock { wall: (!self.clock.is_held()).then(unix_ms), at };
        let id = self.room.id.to_string();
        if let Err(error) = self.app.store.write(move |kept| kept.set_clock(&id, clock)).await {
            tracing::warn!(%error, "the clock of a match was not kept");
        }
    }

    /// When there is something to do even if nobody asks.
    fn wakes_at(&self) -> Option<Instant> {
        if let Some(over) = self.over {
            return Some(over + self.lingers);
        }
        if self.clock.is_held() {
            return self.held_until;
        }
        if self.more_moves {
            return Some(Instant::now());
        }
        let due = self.table.next_deadline().and_then(|at| self.clock.instant(at));
        let passes = self.seats.iter().filter_map(|seat| seat.pass_at);
        let pass = passes.min().and_then(|at: Millis| self.clock.instant(at));
        let gone = self.seats.iter().filter_map(|seat| seat.left_at).min();
        let bots = self.bots.iter().flatten().filter_map(|bot| bot.ready_at).min();
        let watch = self.journal.as_ref().and_then(orcain::Journal::watched_at);
        [due, pass, gone, bots, watch].into_iter().flatten().min()
    }

    /// What comes with time besides the match's own deadlines.
    fn look_around(&mut self) {
        if let Some(over) = self.over {
            return self.linger(over);
        }
        if self.clock.is_held() {
            self.look_for_players();
            return;
        }
        if self.journal.as_mut().is_some_and(orcain::Journal::watch) {
            self.miss_the_gone();
        }
        self.tell_who_left();
        self.pass_for_the_idle();
    }

    /// Who played an ended match may look at the result for a while, and want to play again.
    fn linger(&mut self, over: Instant) {
        let settings = &self.app.settings;
        if over.elapsed() < self.lingers {
            return;
        }
        let longer = self.lingers + settings.linger;
        if longer <= settings.linger_most && self.is_looked_at() {
            self.lingers = longer;
        } else {
            self.gone = true;
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

    pub fn release(&mut self) {
        self.clock.release();
        self.held_until = None;
        self.released = true;
        self.room.set_stage(Stage::Running);
    }
}
