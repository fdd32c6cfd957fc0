//! How matches come to a host: newly begun, or taken up from their log.

use std::sync::atomic::AtomicU8;
use std::sync::{Arc, Mutex};

use bout_core::{AnyGame, AnyMatch, Input, Millis, Opening, Replay, Seed};
use bout_store::{Clock, Created, Finish, NewMatch, StoreError};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::task::{Acted, MatchTask};
use super::{Ask, INBOX, Meta, Room, Sitter, Stage};
use crate::App;
use crate::clock::{MatchClock, unix_ms};
use crate::dialect::dialect;
use crate::frame::Frames;
use crate::gate::Pass;
use crate::peer::Peer;

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
    /// The server lets no match begin any more.
    pub fn draining() -> Self {
        let text = "the server is about to restart; try again in a few minutes";
        RoomError::refused("draining", text)
    }

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

/// The table of a match to be begun, with the names of those who sit there.
fn opened(app: &App, beginning: &Beginning) -> Result<Box<dyn AnyMatch>, RoomError> {
    let Beginning { game, preset, config, meta, origin, .. } = beginning;
    let rules = app.rules(game).map_err(|error| RoomError::refused("no_such_game", error))?;
    if !meta.has_player() {
        let text = "at least one seat has to be for a person";
        return Err(RoomError::refused("no_player", text));
    }
    let seed = match origin {
        Origin::Seeded(seed) => *seed,
        Origin::Fresh | Origin::Queue | Origin::State(..) => {
            Seed(u128::from_le_bytes(crate::token::random()))
        }
    };
    let opening = Opening { preset: preset.as_deref(), config, seed, luck: None };
    let opened = match origin {
        Origin::State(state, now) => rules.load(&opening, state, Some(*now)),
        Origin::Fresh | Origin::Queue | Origin::Seeded(_) => rules.open(&opening),
    };
    let mut table = opened.map_err(|error| RoomError::refused(error.code, error.text))?;
    if usize::from(table.seats()) != meta.seats.len() {
        let text = format!("this setting has {} seats", table.seats());
        return Err(RoomError::refused("wrong_seats", text));
    }
    table.set_names(meta.seats.iter().map(Sitter::shown).collect());
    Ok(table)
}

/// Settings of fewer bytes are not counted.
const SMALL_SETTING: usize = 2 << 10;

impl App {
    /// Takes room for the setting of a match if it is large: card sets of its own take a multiple of
    /// their text in memory for as long as the match runs.
    fn weigh_setting(&self, beginning: &Beginning) -> Result<Option<Pass>, RoomError> {
        let bytes = beginning.config.to_string().len();
        // A tie is broken with the setting of the match that is being played.
        if bytes < SMALL_SETTING || beginning.meta.decides.is_some() {
            return Ok(None);
        }
        let owner = beginning.meta.accounts().first().and_then(|first| self.address_of(first));
        let peer = owner.unwrap_or(Peer::Local);
        let pass = self.gate.settings.take_several(peer, bytes);
        pass.map(Some).ok_or_else(|| {
            self.gate.note_hit("settings", peer);
            let text = format!("the setting has {bytes} bytes, more than there is room for now");
            RoomError::refused("setting_too_large", text)
        })
    }
}

impl App {
    /// Takes a place for a match among those of its first player's address.
    fn place_for(&self, meta: &Meta) -> Result<Option<Pass>, RoomError> {
        // A tie is broken in the place of the match that is being played.
        let first = meta.accounts().into_iter().next().filter(|_| meta.decides.is_none());
        let Some(peer) = first.and_then(|first| self.address_of(&first)) else { return Ok(None) };
        self.gate.matches.take(peer).map(Some).ok_or_else(|| {
            self.gate.note_hit("matches_per_address", peer);
            let text = "too many running matches from this address; finish or give up one first";
            RoomError::refused("too_many_matches", text)
        })
    }
}

/// Begins a match. It is durable when this returns, with whatever was paid for it.
pub async fn begin(app: &Arc<App>, beginning: Beginning) -> Result<Arc<Room>, RoomError> {
    // A tie that has to be broken belongs to a match that is being played.
    if app.is_draining() && beginning.meta.decides.is_none() {
        return Err(RoomError::draining());
    }
    let setting = app.weigh_setting(&beginning)?;
    let place = app.place_for(&beginning.meta)?;
    let table = opened(app, &beginning)?;
    let Beginning { id, mut meta, origin, .. } = beginning;
    app.check_rated(table.game(), &mut meta).await?;
    let id: Arc<str> = id.into();
    let header = serde_json::to_string(&table.replay()).expect("replays are plain JSON");
    let staked = meta.stake > 0;
    let paying = meta.seats.iter().filter_map(Sitter::account).filter(|_| staked);
    let (game, created) = (table.game(), unix_ms());
    let clock = MatchClock::running(app.store.clock(), table.now());
    let begun = clock.kept();
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
        kept.set_clock(&new.id, begun)?;
        Ok(made)
    });
    let (epoch, balances) = match made.await? {
        Created::Done { epoch, balances } => (epoch, balances),
        Created::TooPoor(account) => return Err(RoomError::TooPoor(account)),
    };
    note_balances(&mut meta, balances);
    let frames = Frames::new(&*table, meta.people());
    let start = Start {
        id,
        meta,
        epoch,
        table,
        frames,
        clock,
        passes: (setting, place),
        acted: Acted::new(),
    };
    let room = start.spawn(app);
    if queued {
        // Strangers met in a queue: nobody has to begin what both have asked for.
        room.ask(Ask::Start).await;
    }
    crate::orcain::log_stakes(&room);
    Ok(room)
}

/// Notes what each person has after the stake was paid.
fn note_balances(meta: &mut Meta, balances: Vec<i64>) {
    let people = meta.seats.iter_mut().filter_map(|sitter| match sitter {
        Sitter::Person { tokens, .. } => Some(tokens),
        Sitter::Bot { .. } => None,
    });
    people.zip(balances).for_each(|(tokens, balance)| *tokens = balance);
}

fn damaged(error: impl std::fmt::Display) -> RoomError {
    RoomError::refused("damaged_log", error.to_string())
}

/// What the log of a match says.
pub(super) struct Folded {
    pub table: Box<dyn AnyMatch>,
    pub frames: Frames,
    pub acted: Acted,
}

/// Folds the log of a match, and compares every digest.
pub(super) fn fold(
    rules: &dyn AnyGame,
    header: &str,
    lines: &[String],
    meta: &Meta,
) -> Result<Folded, RoomError> {
    let replay = Replay::assembled(header, lines).map_err(damaged)?;
    let mut frames: Option<Frames> = None;
    let folded = rules.fold(&replay, &mut |table| match &mut frames {
        None => frames = Some(Frames::new(table, meta.people())),
        Some(frames) => frames.note(table, table.seq(), &mut |_, _| {}),
    });
    let table = folded.map_err(damaged)?;
    let frames = frames.unwrap_or_else(|| Frames::new(&*table, meta.people()));
    let acted = acted(&replay, meta, table.concession().as_ref());
    Ok(Folded { table, frames, acted })
}

/// What each seat has done in a match so far, as its host counted it.
fn acted(replay: &Replay, meta: &Meta, concession: Option<&Value>) -> Acted {
    let mut acted = Acted::new();
    for record in &replay.entries {
        let Input::Act { seat, action } = &record.input else { continue };
        let spoken = dialect(meta.spoken_at(*seat));
        let seat = acted.entry(*seat).or_default();
        record.id.into_iter().for_each(|id| seat.ids.push(id));
        let decides = spoken.is_decision(record, action, concession);
        seat.decisions += u32::from(decides);
    }
    acted
}

/// Ends a match between computer players alone: nobody waits for it, so nobody plays it on.
pub(super) async fn end_unattended(app: &App, id: String, epoch: i64) -> Result<(), StoreError> {
    tracing::info!(%id, "a match without a person is ended");
    let outcome = json!({"won": [], "drew": [], "ending": "aborted", "code": "no_player"});
    let finish = Finish {
        id,
        epoch,
        outcome: outcome.to_string(),
        at: unix_ms(),
        rated: false,
        losers_only: false,
        results: Vec::new(),
        payouts: Vec::new(),
    };
    app.store.write(move |kept| kept.finish(&finish)).await.map(|_| ())
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

/// Where the clock of a match stood when its host was last known to be alive, which is what its row
/// says since the start.
pub(super) fn stood_at(table: &dyn AnyMatch, clock: Clock) -> Millis {
    let known = Millis(u64::try_from(clock.at).unwrap_or(0));
    // A deadline that nobody has entered has not come.
    let latest = table.next_deadline().unwrap_or(Millis::MAX);
    known.min(latest).max(table.now())
}

struct Start {
    id: Arc<str>,
    meta: Meta,
    epoch: i64,
    table: Box<dyn AnyMatch>,
    frames: Frames,
    clock: MatchClock,
    passes: (Option<Pass>, Option<Pass>),
    acted: Acted,
}

impl Start {
    fn spawn(self, app: &Arc<App>) -> Arc<Room> {
        let Start { id, meta, epoch, table, frames, clock, passes: (setting, place), acted } = self;
        let place = Mutex::new(place);
        let (inbox, asks) = mpsc::channel(INBOX);
        let game = table.game();
        let stage = if clock.is_held() { Stage::Held } else { Stage::Running };
        let phase = AtomicU8::new(stage as u8);
        let room = Arc::new(Room { id, game, meta, inbox, phase, _setting: setting, place });
        app.add(&room);
        let (app, own) = (Arc::clone(app), Arc::clone(&room));
        let task = MatchTask::new(app, own, table, (frames, clock), (&acted, epoch));
        tokio::spawn(task.run(asks));
        room
    }
}

#[cfg(test)]
mod tests {
    use std::any::Any;
    use std::ops::ControlFlow;
    use std::time::Duration;

    use bout_core::{
        Digest, Done, Offer, Outcome, Previewed, Record, Refused, Seat, SeatSet, Viewer,
    };
    use bout_games::Catalogue;
    use bout_store::Store;

    use super::*;
    use crate::Settings;
    use crate::link::{Link, Outgoing};
    use crate::room::{Ask, Reply};

    /// A table whose rules panic at the first action.
    struct Bomb(Box<dyn AnyMatch>);

    macro_rules! as_it_is {
        ($($name:ident($($arg:ident: $kind:ty),*) -> $out:ty;)+) => {
            $(fn $name(&self, $($arg: $kind),*) -> $out { self.0.$name($($arg),*) })+
        };
    }

    impl AnyMatch for Bomb {
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
            waits_until(seat: Seat) -> Option<Millis>;
            check(seat: Seat, action: &Value) -> Result<(), Refused>;
            legal(seat: Seat) -> Vec<Value>;
            idle_action(seat: Seat) -> Option<Value>;
            people() -> SeatSet;
            host_is_open() -> bool;
            unplayable() -> Option<String>;
            options(seat: Seat) -> Vec<Offer>;
            preview(seat: Seat, action: &Value, luck: Option<&[u32]>) -> Result<Previewed, Refused>;
            is_draft(action: &Value) -> bool;
            start_action() -> Option<(Seat, Value)>;
            concession() -> Option<Value>;
            tie_break(played: u32) -> Option<(Value, Seed)>;
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
            each: &mut dyn FnMut(&dyn AnyMatch) -> ControlFlow<()>,
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
        told_all(out, [kind]).await.into_iter().next().unwrap()
    }

    /// The first messages of these kinds, in this order.
    async fn told_all<const N: usize>(out: &mut Outgoing, kinds: [&str; N]) -> Vec<Value> {
        let mut told = Vec::new();
        while told.len() < N {
            let next = tokio::time::timeout(Duration::from_secs(5), out.next()).await;
            for text in next.unwrap().texts {
                let message: Value = serde_json::from_slice(&text).unwrap();
                if kinds.get(told.len()).is_some_and(|kind| message["type"] == *kind) {
                    told.push(message);
                }
            }
        }
        told
    }

    /// Such matches were begun by earlier versions.
    #[tokio::test]
    async fn a_match_without_a_person_is_ended_and_not_taken_up() {
        let store = bout_store::Memory::default();
        let app =
            App::new(Settings::default(), Store::on_memory(store.clone()), Catalogue::shipped());
        let opening = Opening { preset: None, config: &json!({}), seed: Seed(1), luck: None };
        let table = app.rules("orcain").unwrap().open(&opening).unwrap();
        let bot = |bot: &str| Sitter::Bot { bot: bot.into() };
        let seats = vec![bot("search:playouts=1000000"), bot("random")];
        let new = NewMatch {
            id: "m_bots".into(),
            game: "orcain".into(),
            header: serde_json::to_string(&table.replay()).unwrap(),
            meta: crate::message::write(&Meta::private(seats, 0)),
            public: false,
            accounts: Vec::new(),
            stakes: Vec::new(),
            created: unix_ms(),
        };
        app.store.write(move |kept| kept.create_match(&new)).await.unwrap();
        let person = begin(&app, beginning(["a", "b"])).await.unwrap();
        let next = App::new(Settings::default(), Store::on_memory(store), Catalogue::shipped());
        assert_eq!(next.restore().await.unwrap(), 1);
        assert!(next.room("m_bots").is_none() && next.room(&person.id).is_some());
        let row = next.store.read(|kept| kept.match_row("m_bots")).await.unwrap().unwrap();
        assert!(row.finished.is_some() && row.outcome.unwrap().contains("aborted"));
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
        let bomb: Box<dyn AnyMatch> = Box::new(Bomb(table));
        let clock = MatchClock::running(app.store.clock(), Millis(0));
        let frames = Frames::new(&*bomb, meta(["c", "d"]).people());
        let start = Start {
            id: Arc::clone(&doomed.id),
            meta: meta(["c", "d"]),
            epoch: row.epoch,
            table: bomb,
            frames,
            clock,
            passes: (None, None),
            acted: Acted::new(),
        };
        let doomed = start.spawn(&app);
        let (link, mut out) = Link::new(64);
        let reply = Reply { link: link.clone(), re: Some(1) };
        doomed.ask(Ask::Attach { account: "c".into(), link, first: true }).await;
        let action = json!({"type": "confirm", "layout": [null, null, null]});
        let act = Ask::Act { seat: Seat(0), action, asked: None, id: Some(1), reply };
        doomed.ask(act).await;
        let told_both = told_all(&mut out, ["answer", "ended"]).await;
        let [answer, ended] = &told_both[..] else { panic!("two messages") };
        assert_eq!((&answer["re"], &answer["code"]), (&json!(1), &json!("engine_fault")));
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
