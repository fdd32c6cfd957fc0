//! A match whose log cannot be written: its players are told, and it goes on by itself when the store
//! is back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_core::Millis;
use bout_store::{PATIENCE, SLOW};
use tokio::sync::mpsc;

use super::life::{Hold, Life};
use super::open::{Folded, fold};
use super::owed::Owed;
use super::task::MatchTask;
use super::{Ask, Protocol, Reply, RoomError};
use crate::clock::MatchClock;
use crate::link::Link;
use crate::message::{Answer, write};
use crate::orcain;
use crate::server_message::ServerMessage;

/// How long to wait before the first attempt to go on; by then it is known whether another server has
/// taken the match.
const FIRST: Duration = Duration::from_secs(1);
/// The same after another lease was found on the match.
const FIRST_FENCED: Duration = Duration::from_secs(5);
/// The longest pause between two attempts.
const LONGEST: Duration = Duration::from_secs(5);

const UNAVAILABLE: &str = "store_unavailable";
const PAUSED: &str = "The server cannot save the match. It goes on as soon as it can.";
const REFUSED: &str =
    "The server cannot save moves now. Send it again with the same id when the match goes on.";

impl MatchTask {
    /// Tells players that they wait for the store, and stops the match when that takes too long.
    pub fn look_at_store(&mut self, durable: u64) {
        let Some((seq, since)) = self.log.unkept else { return };
        let awake = self.app.store.clock().awake();
        if seq <= durable {
            self.log.unkept = (durable < self.log.sent).then_some((self.log.sent, awake));
            self.log.delayed = false;
            return;
        }
        let waits = awake.saturating_sub(since);
        if waits >= PATIENCE {
            self.give_up();
        } else if waits >= SLOW {
            self.say_delayed();
        }
    }

    /// When players are told, or the match is stopped.
    pub fn loses_patience_at(&self) -> Option<Instant> {
        let (_, since) = self.log.unkept?;
        let at = since + if self.log.delayed { PATIENCE } else { SLOW };
        Instant::now().checked_add(at.saturating_sub(self.app.store.clock().awake()))
    }

    /// Tells everybody once that the store is slow.
    pub fn say_delayed(&mut self) {
        if !std::mem::replace(&mut self.log.delayed, true) {
            let text = "Saving takes longer than usual. Your move is not lost.".into();
            self.tell_everybody(&ServerMessage::Delayed { of: self.room.id.to_string(), text });
        }
    }

    fn tell_everybody(&self, told: &ServerMessage) {
        let text = write(told);
        self.platform_links().for_each(|link| Owed::send_unlogged(link, text.clone()));
    }

    fn stopped(&self, code: &str, text: &str) -> ServerMessage {
        let (of, code, text) = (self.room.id.to_string(), code.into(), text.into());
        ServerMessage::Stopped { of, code, text }
    }

    /// The log cannot be written: nobody is told what is not durable, every question is answered, and
    /// the match stands where it was when the trouble began.
    pub fn give_up(&mut self) {
        tracing::error!(id = %self.room.id, "the match stops: its log cannot be written");
        metrics::counter!("bout_matches_stopped_total", "game" => self.room.game).increment(1);
        self.life = Life::Stopped(self.clock.now());
        self.owed.refuse_all(|re| Answer::refused(re, UNAVAILABLE, REFUSED).into());
        self.tell_everybody(&self.stopped(UNAVAILABLE, PAUSED));
    }

    /// Waits until the store is back, then reads the log again and goes on from there.
    pub async fn recover(&mut self, asks: &mut mpsc::Receiver<Box<Ask>>) {
        let fenced = self.log.progress.is_fenced();
        let mut pause = if fenced { FIRST_FENCED } else { FIRST };
        let mut try_at = tokio::time::Instant::now() + pause;
        while self.life.stopped_at().is_some() {
            tokio::select! {
                ask = asks.recv() => match ask {
                    Some(ask) => self.put_off(*ask),
                    None => self.life = Life::Gone,
                },
                () = tokio::time::sleep_until(try_at) => {
                    if self.app.store.has_rival() {
                        let text = "The match goes on at another server.";
                        self.tell_everybody(&self.stopped("moved", text));
                        self.life = Life::Gone;
                    } else if self.app.store.trouble().is_none() {
                        self.try_again().await;
                        pause = (pause * 2).min(LONGEST);
                    }
                    try_at = tokio::time::Instant::now() + pause;
                }
            }
        }
        if !self.life.is_gone() {
            self.go_on(None).await;
        }
    }

    async fn try_again(&mut self) {
        match self.read_again().await {
            Ok(true) => tracing::info!(id = %self.room.id, "the match goes on"),
            Ok(false) => self.life = Life::Gone,
            Err(RoomError::Store(error)) => {
                tracing::warn!(id = %self.room.id, %error, "the match cannot go on yet");
            }
            Err(error) => {
                tracing::error!(id = %self.room.id, ?error, "a match cannot be taken up; it is left");
                self.life = Life::Gone;
            }
        }
    }

    /// Takes the match up from its log, with everybody who is here; says whether it can go on.
    async fn read_again(&mut self) -> Result<bool, RoomError> {
        let (app, room) = (Arc::clone(&self.app), Arc::clone(&self.room));
        let id = room.id.to_string();
        let read = app.store.write(move |kept| {
            let epoch = kept.take_up(&id)?;
            Ok((kept.match_row(&id)?, epoch, kept.entries(&id)?))
        });
        let (Some(row), epoch, lines) = read.await? else { return Ok(false) };
        let rules =
            app.rules(room.game).map_err(|error| RoomError::refused("no_such_game", error))?;
        let Folded { table, frames, acted } = fold(rules, &row.header, &lines, &room.meta)?;
        if row.finished.is_some() && table.outcome().is_none() {
            return Ok(false);
        }
        // A deadline that nobody has entered has not come.
        let latest = table.next_deadline().unwrap_or(Millis::MAX);
        let at = self.life.stopped_at().unwrap_or_default().min(latest).max(table.now());
        let clock = MatchClock::held(app.store.clock(), at);
        let epoch = epoch.unwrap_or(row.epoch);
        let mut again = MatchTask::new(app, room, table, (frames, clock), (&acted, epoch));
        for (state, before) in again.seats.iter_mut().zip(&mut self.seats) {
            state.link = before.link.take();
        }
        if let (Some(state), Some(before)) = (&mut again.director, &mut self.director) {
            state.link = before.link.take();
        }
        again.watchers = std::mem::take(&mut self.watchers);
        let since = again.host_now();
        let until = since + again.app.settings.grace;
        again.life = Life::Held(Hold::Players { since, until });
        *self = again;
        self.room.set_stage(self.life.stage());
        self.note_clock().await;
        self.look_for_players();
        if self.clock.is_held() {
            self.say_released();
        }
        Ok(true)
    }

    /// Takes a message while the match is stopped: it only notes who is here.
    fn put_off(&mut self, ask: Ask) {
        match ask {
            Ask::Attach { account, link, .. } => {
                let room = Arc::clone(&self.room);
                for seat in room.meta.held_by(&account) {
                    if let Some(state) = self.state_mut(seat) {
                        state.link = Some(link.clone());
                    }
                }
                if room.meta.speaks(&account) == Protocol::Platform {
                    Owed::send_unlogged(&link, write(&self.stopped(UNAVAILABLE, PAUSED)));
                }
            }
            Ask::Detach { link } => self.detach(link),
            Ask::Layout { link, kind, .. } => refuse_layout(&link, kind),
            Ask::Stop => self.life = Life::Gone,
            ask => {
                if let Some(Reply { link, re }) = ask.reply() {
                    Owed::send_unlogged(&link, Answer::refused(re, UNAVAILABLE, REFUSED));
                }
            }
        }
    }
}

fn refuse_layout(link: &Link, kind: &str) {
    if kind == "confirm" {
        Owed::send_unlogged(link, orcain::error(UNAVAILABLE, Some("layout_confirm")));
    }
}
