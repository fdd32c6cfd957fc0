//! How matches come to a host: newly begun, or taken up from their log.

use std::sync::Arc;
use std::sync::atomic::AtomicU8;
use std::time::Instant;

use bout_core::{Millis, Opening, Replay, Seed, Table};
use bout_store::{Clock, Created, MatchRow, NewMatch, StoreError};
use serde_json::Value;
use tokio::sync::mpsc;

use super::host::{Host, LastIds};
use super::{INBOX, Meta, Progress, Room, Sitter, Stage};
use crate::App;
use crate::clock::{MatchClock, unix_ms};
use crate::frame::Frames;

/// A match to be begun.
pub struct Beginning {
    /// Its id.
    pub id: String,
    /// Which game.
    pub game: String,
    /// Which setting.
    pub preset: Option<String>,
    /// Changes to it.
    pub config: Value,
    /// Who plays, and how.
    pub meta: Meta,
    /// Where it begins.
    pub origin: Origin,
}

/// Where a match begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Origin {
    /// At its set-up, with dice that nobody knows.
    #[default]
    Fresh,
    /// The same for people who waited in a queue, and wait no longer.
    Queue,
    /// At its set-up, with the dice of this seed.
    Seeded(Seed),
    /// At this state and moment of another match, with dice that nobody knows.
    State(Value, Millis),
}

/// Why there is no match.
#[derive(Debug)]
pub enum RoomError {
    /// What was asked for cannot be played.
    Refused {
        /// The stable code.
        code: String,
        /// For people.
        text: String,
    },
    /// This account cannot pay.
    TooPoor(String),
    /// The store failed.
    Store(StoreError),
}

impl RoomError {
    /// A refusal.
    pub fn refused(code: &str, text: impl Into<String>) -> Self {
        RoomError::Refused { code: code.into(), text: text.into() }
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        RoomError::Store(error)
    }
}

/// An id for a new match.
pub fn new_id(prefix: &str) -> String {
    format!("{prefix}{}", crate::token::short())
}

/// Begins a match. It is durable when this returns, with whatever was paid for it.
pub async fn begin(app: &Arc<App>, beginning: Beginning) -> Result<Arc<Room>, RoomError> {
    let Beginning { id, game, preset, config, mut meta, origin } = beginning;
    let rules = app.rules(&game).map_err(|error| RoomError::refused("no_such_game", error))?;
    let seed = match origin {
        Origin::Seeded(seed) => seed,
        Origin::Fresh | Origin::Queue | Origin::State(..) => {
            Seed(u128::from_le_bytes(crate::token::random()))
        }
    };
    let opening = Opening { preset: preset.as_deref(), config: &config, seed, luck: None };
    let opened = match &origin {
        Origin::State(state, now) => rules.load(&opening, state, Some(*now)),
        Origin::Fresh | Origin::Queue | Origin::Seeded(_) => rules.open(&opening),
    };
    let mut table = opened.map_err(|error| RoomError::refused(error.code, error.text))?;
    if usize::from(table.seats()) != meta.seats.len() {
        let text = format!("this setting has {} seats", table.seats());
        return Err(RoomError::refused("wrong_seats", text));
    }
    table.set_names(meta.seats.iter().map(Sitter::shown).collect());
    let id: Arc<str> = id.into();
    let header = serde_json::to_string(&table.replay()).expect("replays are plain JSON");
    let staked = meta.stake > 0;
    let paying = meta.seats.iter().filter_map(Sitter::account).filter(|_| staked);
    // The same moment on both clocks: whoever takes the match up reckons with the first.
    let (game, created, at) = (table.game(), unix_ms(), table.now());
    let clock = MatchClock::running(at, Instant::now());
    let begun = i64::try_from(at.0).unwrap_or(i64::MAX);
    let new = NewMatch {
        id: id.to_string(),
        game: game.into(),
        header,
        meta: crate::message::write(&meta),
        public: meta.public,
        accounts: meta.everybody(),
        stakes: paying.map(|account| (account.to_owned(), meta.stake)).collect(),
        created,
    };
    let queued = origin == Origin::Queue;
    let made = app.store.write(move |kept| {
        let made = kept.create_match(&new)?;
        for account in new.accounts.iter().filter(|_| queued) {
            kept.queue_remove(account)?;
        }
        // A match runs from the moment it is made.
        kept.set_clock(&new.id, Clock { wall: Some(created), at: begun })?;
        Ok(made)
    });
    let (epoch, balances) = match made.await? {
        Created::Done { epoch, balances } => (epoch, balances),
        Created::TooPoor(account) => return Err(RoomError::TooPoor(account)),
    };
    let people = meta.seats.iter_mut().filter_map(|sitter| match sitter {
        Sitter::Person { tokens, .. } => Some(tokens),
        Sitter::Bot { .. } => None,
    });
    people.zip(balances).for_each(|(tokens, balance)| *tokens = balance);
    let frames = Frames::new(&*table, meta.people());
    let last_ids = LastIds::new();
    let start = Start { id, meta, epoch, table, frames, clock, last_ids };
    Ok(start.spawn(app))
}

/// Takes a match up from its log: folds it, compares every digest, and holds its clock where it stood.
pub async fn take_up(app: &Arc<App>, row: MatchRow) -> Result<Option<Arc<Room>>, RoomError> {
    let rules = app.rules(&row.game).map_err(|error| RoomError::refused("no_such_game", error))?;
    let id = row.id.clone();
    let taken = app.store.write(move |kept| {
        let epoch = kept.take_up(&id)?;
        Ok((epoch, kept.entries(&id)?))
    });
    let (Some(epoch), lines) = taken.await? else { return Ok(None) };
    let damaged = |error: String| RoomError::refused("damaged_log", error);
    let replay = Replay::assembled(&row.header, &lines);
    let replay = replay.map_err(|fault| damaged(fault.to_string()))?;
    let meta: Meta = serde_json::from_str(&row.meta).map_err(|error| damaged(error.to_string()))?;
    let mut frames: Option<Frames> = None;
    let folded = rules.fold(&replay, &mut |table| match &mut frames {
        None => frames = Some(Frames::new(table, meta.people())),
        Some(frames) => frames.note(table, table.seq(), &mut |_, _| {}),
    });
    let table = folded.map_err(|fault| damaged(fault.to_string()))?;
    let frames = frames.unwrap_or_else(|| Frames::new(&*table, meta.people()));
    let mut last_ids = LastIds::new();
    for record in &replay.entries {
        if let (bout_core::Input::Act { seat, .. }, Some(id)) = (&record.input, record.id) {
            let last = last_ids.entry(*seat).or_insert(id);
            *last = id.max(*last);
        }
    }
    let at = stood_at(&*table, row.clock, app.store.last_beat());
    // Held from now on, also for whoever comes after this process.
    let (held, id) = (i64::try_from(at.0).unwrap_or(i64::MAX), row.id.clone());
    let clock = Clock { wall: None, at: held };
    app.store.write(move |kept| kept.set_clock(&id, clock)).await?;
    let id: Arc<str> = row.id.into();
    let clock = MatchClock::held(at);
    let start = Start { id, meta, epoch, table, frames, clock, last_ids };
    Ok(Some(start.spawn(app)))
}

/// What the public has been shown of a match so far, folded from its log.
pub(super) async fn public_frames(app: &App, room: &Room) -> Option<Frames> {
    let id = room.id.to_string();
    let found = app.store.write(move |kept| Ok((kept.match_row(&id)?, kept.entries(&id)?))).await;
    let (row, lines) = found.ok()?;
    let replay = Replay::assembled(&row?.header, &lines).ok()?;
    let mut frames: Option<Frames> = None;
    let folded = app.rules(room.game).ok()?.fold(&replay, &mut |table| match &mut frames {
        None => frames = Some(Frames::of_public(table)),
        Some(frames) => frames.note(table, table.seq(), &mut |_, _| {}),
    });
    folded.ok().and(frames)
}

/// Where the clock of a match stood when its host was last known to be alive.
fn stood_at(table: &dyn Table, clock: Clock, last_beat: Option<i64>) -> Millis {
    let known = Millis(u64::try_from(clock.at).unwrap_or(0));
    let ran = match (clock.wall, last_beat) {
        (Some(wall), Some(beat)) => u64::try_from(beat - wall).unwrap_or(0),
        _ => 0,
    };
    // A deadline that nobody has entered has not come.
    let latest = table.next_deadline().unwrap_or(Millis::MAX);
    (known + ran).min(latest).max(table.now())
}

struct Start {
    id: Arc<str>,
    meta: Meta,
    epoch: i64,
    table: Box<dyn Table>,
    frames: Frames,
    clock: MatchClock,
    last_ids: LastIds,
}

impl Start {
    fn spawn(self, app: &Arc<App>) -> Arc<Room> {
        let Start { id, meta, epoch, table, frames, clock, last_ids } = self;
        let (inbox, asks) = mpsc::channel(INBOX);
        let game = table.game();
        let stage = if clock.is_held() { Stage::Held } else { Stage::Running };
        let phase = AtomicU8::new(stage as u8);
        let room = Arc::new(Room { id, game, meta, inbox, phase });
        app.add(&room);
        let progress = Arc::new(Progress::default());
        let host = Host::new(Arc::clone(app), Arc::clone(&room), table, (frames, clock), &last_ids)
            .under(epoch, progress);
        tokio::spawn(host.run(asks));
        room
    }
}

#[cfg(test)]
mod tests {
    use std::any::Any;
    use std::ops::ControlFlow;
    use std::time::Duration;

    use bout_core::{
        Digest, Done, Input, Offer, Outcome, Previewed, Record, Refused, Seat, SeatSet, Viewer,
    };
    use bout_games::Catalogue;
    use bout_store::Store;
    use serde_json::json;

    use super::*;
    use crate::Settings;
    use crate::link::{Link, Outgoing};
    use crate::room::{Ask, Reply};

    /// A table whose rules panic at the first action.
    struct Bomb(Box<dyn Table>);

    macro_rules! as_it_is {
        ($($name:ident($($arg:ident: $kind:ty),*) -> $out:ty;)+) => {
            $(fn $name(&self, $($arg: $kind),*) -> $out { self.0.$name($($arg),*) })+
        };
    }

    impl Table for Bomb {
        as_it_is! {
            game() -> &'static str;
            seats() -> u8;
            now() -> Millis;
            seq() -> u64;
            hops() -> u64;
            phase() -> &'static str;
            to_act() -> SeatSet;
            autopilot() -> SeatSet;
            outcome() -> Option<Outcome>;
            next_deadline() -> Option<Millis>;
            deadlines() -> Vec<(Value, Millis)>;
            check(seat: Seat, action: &Value) -> Result<(), Refused>;
            legal(seat: Seat) -> Vec<Value>;
            only_pass(seat: Seat) -> bool;
            people() -> SeatSet;
            host_is_open() -> bool;
            options(seat: Seat) -> Vec<Offer>;
            preview(seat: Seat, action: &Value, luck: Option<&[u32]>) -> Result<Previewed, Refused>;
            concession() -> Option<Value>;
            follow_up(played: u32) -> Option<(Value, Seed)>;
            view(viewer: Viewer) -> Value;
            events(viewer: Viewer, from: u64) -> Vec<(u64, Value)>;
            write_view(viewer: Viewer, out: &mut Vec<u8>) -> ();
            write_legal(seat: Seat, out: &mut Vec<u8>) -> ();
            write_deadlines(out: &mut Vec<u8>) -> ();
            write_events(viewer: Viewer, from: u64, out: &mut Vec<u8>) -> bool;
            state() -> Value;
            digest() -> Digest;
            records(after: u64) -> &[Record];
            replay() -> Replay;
            as_any() -> &dyn Any;
        }

        fn submit(
            &mut self,
            _: Millis,
            _: &Input<Value>,
            _: Option<&[u32]>,
            _: Option<u64>,
        ) -> Result<Done, Refused> {
            panic!("as it happens")
        }

        fn advance(&mut self, to: Millis) -> Result<Done, Refused> {
            self.0.advance(to)
        }

        fn advance_each(
            &mut self,
            to: Millis,
            each: &mut dyn FnMut(&dyn Table) -> ControlFlow<()>,
        ) -> Result<Done, Refused> {
            self.0.advance_each(to, each)
        }

        fn forget(&mut self, seq: u64) {
            self.0.forget(seq);
        }

        fn set_names(&mut self, names: Vec<String>) {
            self.0.set_names(names);
        }
    }

    fn meta(accounts: [&str; 2]) -> Meta {
        let person = |account: &str| Sitter::Person {
            account: account.into(),
            name: None,
            session: None,
            tokens: 0,
        };
        Meta::private(accounts.map(person).to_vec(), 0)
    }

    fn beginning(accounts: [&str; 2]) -> Beginning {
        let config = json!({});
        Beginning {
            id: new_id("m_"),
            game: "orcain".into(),
            preset: None,
            config,
            meta: meta(accounts),
            origin: Origin::Fresh,
        }
    }

    async fn told(out: &mut Outgoing, kind: &str) -> Value {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(5), out.next()).await;
            for text in next.unwrap().texts {
                let message: Value = serde_json::from_slice(&text).unwrap();
                if message["type"] == kind {
                    return message;
                }
            }
        }
    }

    #[tokio::test]
    async fn a_rule_that_panics_ends_its_match_and_nothing_else() {
        let app = App::new(Settings::default(), Store::memory(), Catalogue::shipped());
        let healthy = begin(&app, beginning(["a", "b"])).await.unwrap();
        let doomed = begin(&app, beginning(["c", "d"])).await.unwrap();
        let row = app.store.read({
            let id = doomed.id.to_string();
            move |kept| kept.match_row(&id)
        });
        let row = row.await.unwrap().unwrap();
        let replay = Replay::parse(&row.header).unwrap();
        let table = app.rules("orcain").unwrap().fold(&replay, &mut |_| {}).unwrap();
        let bomb: Box<dyn Table> = Box::new(Bomb(table));
        let clock = MatchClock::running(Millis(0), Instant::now());
        let frames = Frames::new(&*bomb, meta(["c", "d"]).people());
        let start = Start {
            id: Arc::clone(&doomed.id),
            meta: meta(["c", "d"]),
            epoch: row.epoch,
            table: bomb,
            frames,
            clock,
            last_ids: LastIds::new(),
        };
        let doomed = start.spawn(&app);
        let (link, mut out) = Link::new(64);
        let reply = Reply { link: link.clone(), re: Some(1) };
        doomed.ask(Ask::Attach { account: "c".into(), link, first: true }).await;
        let action = json!({"type": "confirm", "layout": [null, null, null]});
        let act = Ask::Act { seat: Seat(0), action, asked: None, id: Some(1), reply };
        doomed.ask(act).await;
        let ended = told(&mut out, "ended").await;
        assert_eq!(
            (&ended["code"], &ended["outcome"]["ending"]),
            (&json!("engine_fault"), &json!("aborted"))
        );
        let id = doomed.id.to_string();
        let row = app.store.read(move |kept| kept.match_row(&id)).await.unwrap().unwrap();
        assert!(row.outcome.unwrap().contains("aborted"), "its log and header stay");
        let (link, mut out) = Link::new(64);
        let reply = Reply { link: link.clone(), re: Some(2) };
        healthy.ask(Ask::Attach { account: "a".into(), link, first: true }).await;
        healthy.ask(Ask::Options { seat: Seat(0), reply }).await;
        assert_eq!(told(&mut out, "answer").await["ok"], true);
        assert_eq!(healthy.stage(), Stage::Running);
    }
}
