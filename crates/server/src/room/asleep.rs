//! Matches that an earlier process left. Each sleeps as a row of the store until it is needed: when
//! somebody asks it something, when its wait is over, or when its turn in the background comes.

use std::sync::atomic::AtomicU8;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bout_store::Unfinished;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::open::{Folded, end_unattended, fold, stood_at};
use super::task::MatchTask;
use super::{Ask, INBOX, Meta, Reply, Room, RoomError, Stage};
use crate::App;
use crate::clock::{MatchClock, instant};
use crate::dialect::dialect;
use crate::link::Link;
use crate::message::Answer;

/// How long the background waits at least before it wakes the next match.
const PACE: Duration = Duration::from_millis(1);

/// How long a match sleeps on at least where the store failed.
const RETRY: Duration = Duration::from_millis(100);

/// A match that is leased to this process, and not folded yet.
struct Asleep {
    app: Arc<App>,
    room: Arc<Room>,
    epoch: i64,
    /// By the host's clock.
    since: Duration,
}

/// Makes a match known that can be woken. Nothing of its log is read yet. A match without a person is
/// ended instead.
pub async fn leave_asleep(
    app: &Arc<App>,
    left: Unfinished,
) -> Result<Option<Arc<Room>>, RoomError> {
    let rules = app.rules(&left.game).map_err(|error| RoomError::refused("no_such_game", error))?;
    let meta: Result<Meta, _> = serde_json::from_str(&left.meta);
    let meta = meta.map_err(|error| RoomError::refused("damaged_log", error.to_string()))?;
    if !meta.has_player() {
        end_unattended(app, left.id, left.epoch).await?;
        return Ok(None);
    }
    let (inbox, asks) = mpsc::channel(INBOX);
    let phase = AtomicU8::new(Stage::Held as u8);
    let room = Arc::new(Room {
        id: left.id.into(),
        game: rules.id(),
        meta,
        inbox,
        phase,
        _setting: None,
        place: Mutex::default(),
    });
    app.add(&room);
    let (since, epoch) = (app.store.clock().now(), left.epoch);
    let app = Arc::clone(app);
    let asleep = Asleep { app, room: Arc::clone(&room), epoch, since };
    tokio::spawn(asleep.sleep(asks));
    Ok(Some(room))
}

/// Wakes all matches one after the other. So every log is checked soon after a start, and a match
/// that ended with its last entry is settled, whether or not anybody comes back to it.
pub async fn wake_all(rooms: Vec<Arc<Room>>) {
    let (began, all) = (Instant::now(), rooms.len());
    for room in rooms {
        let (woken, awake) = tokio::sync::oneshot::channel();
        let asked = Instant::now();
        room.ask(Ask::Wake(woken)).await;
        // A match that is gone answers nobody.
        let _ = awake.await;
        // Those who come back meanwhile have the processor for as long again.
        tokio::time::sleep(asked.elapsed().max(PACE)).await;
    }
    tracing::info!(all, seconds = began.elapsed().as_secs(), "all matches are folded and checked");
}

impl Asleep {
    /// Sleeps until the match is needed, then plays it.
    async fn sleep(self, mut asks: mpsc::Receiver<Box<Ask>>) {
        let house = dialect(self.room.meta.house);
        let patience = self.since + house.first_wait(&self.app.settings);
        loop {
            // Nobody waits for those whose time is up: one wakes after the other.
            let overdue = async {
                while let Some(at) =
                    instant(self.app.store.clock(), patience).filter(|at| *at > Instant::now())
                {
                    sleep_until(at.into()).await;
                }
                self.app.overdue.acquire().await.ok()
            };
            let (first, turn) = tokio::select! {
                ask = asks.recv() => match ask {
                    None => return self.app.remove(&self.room),
                    // Its clock is held already, and nobody is here.
                    Some(ask) if matches!(*ask, Ask::Stop) => {
                        return self.app.remove(&self.room);
                    }
                    Some(ask) if matches!(*ask, Ask::Detach { .. }) => continue,
                    Some(ask) => (Some(*ask), None),
                },
                turn = overdue => (None, turn),
            };
            let woken = self.wake().await;
            drop(turn);
            match woken {
                Ok(host) => return host.run_from(first, asks).await,
                Err(error) => {
                    let id = &self.room.id;
                    tracing::error!(%id, ?error, "a match cannot be taken up; it is left");
                    if let Some(ask) = first {
                        refuse(ask, &self.room, &error);
                    }
                    // The store may answer the next one who asks.
                    if !matches!(error, RoomError::Store(_)) {
                        return self.give_up(asks, &error).await;
                    }
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    /// Nobody finds the match any more; those who had found it already are told so.
    async fn give_up(self, mut asks: mpsc::Receiver<Box<Ask>>, error: &RoomError) {
        self.app.remove(&self.room);
        asks.close();
        while let Some(ask) = asks.recv().await {
            refuse(*ask, &self.room, error);
        }
    }

    /// Reads and folds the log, away from the threads that serve sockets.
    async fn wake(&self) -> Result<MatchTask, RoomError> {
        let id = self.room.id.to_string();
        let found = self.app.store.read(move |kept| match kept.match_row(&id)? {
            Some(row) => Ok(Some((row, kept.entries(&id)?))),
            None => Ok(None),
        });
        let absent = || RoomError::refused("no_such_match", "the match is not in the store");
        let (row, lines) = found.await?.ok_or_else(absent)?;
        if row.epoch != self.epoch || row.finished.is_some() {
            return Err(RoomError::refused("moved", "the match goes on elsewhere"));
        }
        let (app, room) = (Arc::clone(&self.app), Arc::clone(&self.room));
        let _turn = self.app.folds.acquire().await;
        let folding = move || {
            let rules = app.rules(room.game);
            let rules = rules.map_err(|error| RoomError::refused("no_such_game", error))?;
            let folded = fold(rules, &row.header, &lines, &room.meta)?;
            let at = stood_at(&*folded.table, row.clock);
            Ok::<_, RoomError>((folded, MatchClock::held(app.store.clock(), at)))
        };
        let folded = tokio::task::spawn_blocking(folding).await;
        let fault = |_| RoomError::refused("engine_fault", "the log cannot be folded");
        let (Folded { table, frames, acted }, clock) = folded.map_err(fault)??;
        let (app, room) = (Arc::clone(&self.app), Arc::clone(&self.room));
        let task = MatchTask::new(app, room, table, (frames, clock), (&acted, self.epoch));
        Ok(task.held_from(self.since))
    }
}

/// Tells whoever asked that the match cannot be played.
fn refuse(ask: Ask, room: &Room, error: &RoomError) {
    let (code, absent, text) = match error {
        RoomError::Refused { code, text } => (code.as_str(), "no_such_match", text.clone()),
        RoomError::TooPoor(_) => ("no_such_match", "no_such_match", String::new()),
        RoomError::Store(error) => ("store_unavailable", "store_unavailable", error.to_string()),
    };
    let answer = |Reply { link, re }: Reply| link.send(Answer::refused(re, absent, &text));
    let stopped = |link: Link| {
        let stopped = json!({"type": "stopped", "match": &*room.id, "code": code, "text": text});
        link.send(crate::message::write(&stopped));
    };
    match ask {
        Ask::Attach { link, .. } | Ask::Layout { link, .. } => stopped(link),
        Ask::Watch { link, re } => answer(Reply { link, re }),
        Ask::Act { reply, .. }
        | Ask::Check { reply, .. }
        | Ask::Preview { reply, .. }
        | Ask::Options { reply, .. }
        | Ask::Sync { reply, .. }
        | Ask::Concede { reply, .. }
        | Ask::Screen { reply, .. }
        | Ask::Rematch { reply, .. } => answer(reply),
        Ask::Absent { .. } | Ask::Detach { .. } | Ask::Start | Ask::Wake(_) | Ask::Stop => {}
    }
}
