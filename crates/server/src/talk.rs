//! The platform's own protocol on a socket.

use std::ops::ControlFlow;
use std::sync::Arc;

use bout_core::{Input, Record, Seat};
use bout_store::Account;
use governor::DefaultDirectRateLimiter;
use serde_json::{Value, json};

use crate::App;
use crate::clock::unix_ms;
use crate::gate;
use crate::link::Link;
use crate::lobby::{Queue, TablesChanged};
use crate::message::{self, Answer, Said, TableSpec, write};
use crate::peer::Peer;
use crate::room::{Ask, Meta, Protocol, Reply, Room, RoomError, acts};
use crate::socket::Party;
use crate::websocket::CloseCode;

/// Somebody who speaks the platform's protocol.
pub struct PlatformTalk {
    app: Arc<App>,
    link: Link,
    peer: Peer,
    /// Limits what is asked without acting.
    questions: DefaultDirectRateLimiter,
    account: Option<Account>,
    watching: Vec<Arc<Room>>,
    /// The match of the last message; most are about the same.
    last: Option<Arc<Room>>,
}

/// A refusal: code and text.
type No = (String, String);

fn no(code: &str, text: &str) -> No {
    (code.into(), text.into())
}

impl From<RoomError> for No {
    fn from(error: RoomError) -> No {
        match error {
            RoomError::Refused { code, text } => (code, text),
            RoomError::TooPoor(_) => no("not_enough_tokens", "a stake cannot be paid"),
            RoomError::Store(error) => ("store_unavailable".into(), error.to_string()),
        }
    }
}

impl PlatformTalk {
    /// A new conversation over this link.
    pub fn new(app: Arc<App>, link: Link, peer: Peer) -> Self {
        let limits = &app.settings.limits;
        let questions = gate::messages(limits.questions_per_second, limits.question_burst);
        PlatformTalk { app, link, peer, questions, account: None, watching: Vec::new(), last: None }
    }

    fn reply(&self, re: Option<u64>) -> Reply {
        Reply { link: self.link.clone(), re }
    }

    fn account(&self) -> Result<&Account, No> {
        self.account.as_ref().ok_or_else(|| no("hello_required", "say hello first"))
    }

    /// The account as it is now: names change on other ways.
    async fn known_anew(&mut self) -> Result<Account, No> {
        let id = self.account()?.id.clone();
        let found = self.app.store.read(move |kept| kept.account(&id)).await;
        if let Some(account) = found.map_err(RoomError::Store)? {
            self.account = Some(account);
        }
        self.account().cloned()
    }

    /// A match that this account plays, or that anybody may watch.
    fn room(&mut self, id: &str) -> Result<Arc<Room>, No> {
        let account = &self.account()?.id;
        if let Some(room) = self.last.as_ref().filter(|room| *room.id == *id && room.is_here()) {
            return Ok(Arc::clone(room));
        }
        let known = self.app.room(id).filter(|room| {
            let plays = room.meta.held_by(account).next().is_some();
            room.meta.speaks(account) == Protocol::Platform && (plays || room.meta.public)
        });
        self.last.clone_from(&known);
        known.ok_or_else(|| no("no_such_match", "unknown match"))
    }

    /// The seat that is spoken for, which must be the account's own.
    fn seat(&self, room: &Room, seat: Option<Seat>) -> Result<Seat, No> {
        let mut mine = room.meta.held_by(&self.account()?.id);
        let found = match seat {
            Some(seat) => mine.find(|mine| *mine == seat),
            None => mine.next().filter(|_| mine.next().is_none()),
        };
        found.ok_or_else(|| match seat {
            Some(_) => no("not_your_seat", "this seat is not yours"),
            None => no("seat_required", "name one of your seats"),
        })
    }

    /// A match, and the account's seat in it.
    fn room_and_seat(&mut self, of: &str, seat: Option<Seat>) -> Result<(Arc<Room>, Seat), No> {
        let room = self.room(of)?;
        let seat = self.seat(&room, seat)?;
        Ok((room, seat))
    }

    /// A match whose people, two or more, all play at this socket.
    fn one_screen(&mut self, of: &str) -> Result<Arc<Room>, No> {
        let room = self.room(of)?;
        let mine = room.meta.seats_of(&self.account()?.id).count();
        if mine < 2 || mine != room.meta.people().count() {
            return Err(no(
                "not_one_screen",
                "only several players at one screen can hand it over",
            ));
        }
        Ok(room)
    }

    /// What is answered at once; what a match answers comes from there.
    async fn said(&mut self, said: Said) -> Result<Option<Value>, No> {
        match said {
            Said::Hello { token, id } => return self.hello(&token, id).await.map(|()| None),
            Said::Ping { .. } => return Ok(Some(json!({"now": unix_ms()}))),
            _ => {}
        }
        self.account()?;
        match said {
            Said::QueueJoin { game, preset, class, .. } => {
                let account = self.known_anew().await?;
                let room = self.app.queue_join(&account, Queue { game, preset }, class).await?;
                Ok(Some(json!({"match": room.map(|room| room.id.to_string())})))
            }
            Said::QueueLeave { .. } => {
                self.app.queue_leave(&self.account()?.id).await?;
                Ok(Some(json!({})))
            }
            Said::TableLook { code, .. } => {
                let table = self.app.table_look(&code, self.peer)?;
                Ok(Some(json!({"table": table})))
            }
            Said::TableOpen { .. } | Said::TableJoin { .. } | Said::TableLeave { .. } => {
                self.table(said).await.map(Some)
            }
            said => self.in_match(said).await,
        }
    }

    async fn table(&mut self, said: Said) -> Result<Value, No> {
        let account = self.known_anew().await?;
        let begun = match said {
            Said::TableOpen {
                game,
                preset,
                config,
                seats,
                public,
                bot_pace_ms,
                seed,
                host,
                class,
                ..
            } => {
                let spec = TableSpec {
                    game,
                    preset,
                    config,
                    seats,
                    public,
                    bot_pace_ms,
                    seed,
                    host,
                    class,
                };
                self.app.table_open(&account, spec, self.peer).await?
            }
            Said::TableJoin { code, seat, class, .. } => {
                self.app.table_join(&account, (&code, seat), class, self.peer).await?
            }
            Said::TableLeave { code, .. } => {
                self.app.table_leave(&account.id, &code, self.peer)?;
                return Ok(json!({}));
            }
            _ => return Ok(json!({})),
        };
        Ok(match begun {
            Ok(room) => json!({"match": &*room.id}),
            Err(table) => json!({"table": table}),
        })
    }

    async fn in_match(&mut self, said: Said) -> Result<Option<Value>, No> {
        self.account()?;
        let reply = self.reply(said.id());
        self.check_question(&said)?;
        let (room, ask) = match said {
            Said::Act { of, seat, action, asked, id } => {
                let Ok(room) = self.room(&of) else {
                    return Box::pin(self.act_too_late(&of, seat, id)).await.map(Some);
                };
                let seat = self.seat(&room, seat);
                let seat = seat.inspect_err(|(code, _)| {
                    acts(room.game, code.clone()).increment(1);
                })?;
                (room, Ask::Act { seat, action, asked, id: Some(id), reply })
            }
            Said::Check { of, seat, action, .. } => {
                let (room, seat) = self.room_and_seat(&of, seat)?;
                (room, Ask::Check { seat, action, reply })
            }
            Said::Preview { of, seat, action, .. } => {
                let (room, seat) = self.room_and_seat(&of, seat)?;
                (room, Ask::Preview { seat, action, reply })
            }
            Said::Options { of, seat, .. } => {
                let (room, seat) = self.room_and_seat(&of, seat)?;
                (room, Ask::Options { seat, reply })
            }
            Said::Concede { of, seat, .. } => {
                let (room, seat) = self.room_and_seat(&of, seat)?;
                (room, Ask::Concede { seat, reply })
            }
            Said::Screen { of, covered, .. } => {
                (self.one_screen(&of)?, Ask::Screen { covered, reply })
            }
            Said::Rematch { of, .. } => {
                let room = self.room(&of)?;
                let account = self.account()?.id.clone();
                if room.meta.seats_of(&account).next().is_none() {
                    return Err(no("not_your_match", "you did not play this match"));
                }
                (room, Ask::Rematch { account, reply })
            }
            Said::Sync { of, .. } => {
                let room = self.room(&of)?;
                let account = self.account()?.id.clone();
                let plays = room.meta.held_by(&account).next().is_some();
                (room, Ask::Sync { account: plays.then_some(account), reply })
            }
            Said::Watch { of, .. } => return self.watch(&of, reply.re).await,
            Said::Unwatch { of, .. } => return self.unwatch(&of).await,
            _ => return Err(no("bad_request", "this cannot be said now")),
        };
        room.ask(ask).await;
        Ok(None)
    }

    /// Limits what is asked without acting.
    fn check_question(&self, said: &Said) -> Result<(), No> {
        let asks = matches!(said, Said::Check { .. } | Said::Preview { .. } | Said::Options { .. });
        if asks && self.questions.check().is_err() {
            self.app.gate.note_hit("questions", self.peer);
            return Err(no("rate_limited", "too many questions; slow down"));
        }
        if matches!(said, Said::Preview { .. }) && !self.app.gate.may_preview(self.peer) {
            self.app.gate.note_hit("previews", self.peer);
            return Err(no("rate_limited", "too many previews from this address; slow down"));
        }
        Ok(())
    }

    /// The answer to an act in a match that is not here. It may be over, and the act one that entered
    /// before the end and whose answer was lost.
    async fn act_too_late(&self, of: &str, seat: Option<Seat>, id: u64) -> Result<Value, No> {
        let absent = || no("no_such_match", "unknown match");
        let account = self.account()?.id.clone();
        let found = self.app.kept_match(of).await.map_err(RoomError::Store)?;
        let (row, lines) = found.ok_or_else(absent)?;
        let meta: Meta = serde_json::from_str(&row.meta).map_err(|_| absent())?;
        let mine = |at: Seat| {
            seat.is_none_or(|seat| seat == at) && meta.held_by(&account).any(|own| own == at)
        };
        if row.finished.is_none() || !meta.held_by(&account).any(mine) {
            return Err(absent());
        }
        let entered = |record: &Record| match record.input {
            Input::Act { seat, .. } => record.id == Some(id) && mine(seat),
            Input::Expire | Input::Signal { .. } => false,
        };
        let mut records = lines.iter().filter_map(|line| serde_json::from_str(line).ok());
        let repeat = records.any(|record| entered(&record)).then(|| json!({"repeat": true}));
        repeat.ok_or_else(|| no("match_over", "the match is over"))
    }

    async fn watch(&mut self, of: &str, re: Option<u64>) -> Result<Option<Value>, No> {
        let room = self.room(of)?;
        let plays = room.meta.held_by(&self.account()?.id).next().is_some();
        if plays {
            return Err(no("own_match", "you play in this match"));
        }
        if self.watching.iter().all(|watched| watched.id != room.id) {
            if self.watching.len() >= 8 {
                return Err(no("too_many_watched", "stop watching another match first"));
            }
            self.watching.push(Arc::clone(&room));
        }
        room.ask(Ask::Watch { link: self.link.clone(), re }).await;
        Ok(None)
    }

    async fn unwatch(&mut self, of: &str) -> Result<Option<Value>, No> {
        let link = self.link.id();
        let watched = self.watching.iter().position(|room| *room.id == *of);
        let Some(at) = watched else { return Err(no("not_watching", "you do not watch it")) };
        self.watching.remove(at).ask(Ask::Detach { link }).await;
        Ok(Some(json!({})))
    }

    /// Binds this socket to an account; another socket of it is told so and closed.
    async fn hello(&mut self, secret: &str, id: Option<u64>) -> Result<(), No> {
        let found = self.app.account_of_secret(secret).await.map_err(RoomError::Store)?;
        let account = found.ok_or_else(|| no("unauthorized", "this token is not known"))?;
        if self.account.as_ref().is_some_and(|bound| bound.id != account.id) {
            return Err(no("already_bound", "this connection belongs to another account"));
        }
        let (before, rooms, queue) = {
            let mut hall = self.app.hall();
            let before = hall.links.insert(account.id.clone(), self.link.clone());
            let _ = hall.lobby.seen(&account, true);
            let queue = hall.lobby.queues.of(&account.id).cloned();
            let mut rooms = hall.playing.get(&account.id).cloned().unwrap_or_default();
            // Matches in another dialect have sockets of their own.
            rooms.retain(|room| room.meta.speaks(&account.id) == Protocol::Platform);
            (before, rooms, queue)
        };
        if let Some(before) = before.filter(|before| before.id() != self.link.id()) {
            let text = "this account is used in another window now";
            let bye = write(&json!({"type": "bye", "code": "replaced", "text": text}));
            before.send_last(bye, CloseCode::Normal);
        }
        let matches: Vec<_> = rooms.iter().map(|room| room.id.to_string()).collect();
        self.link.send(Answer::done(
            id,
            json!({"account": account.id, "name": account.name, "now": unix_ms(),
                   "matches": matches, "queue": queue}),
        ));
        self.app.note_address(&account.id, self.peer);
        let own = account.id.clone();
        self.account = Some(account);
        for room in rooms {
            let link = self.link.clone();
            room.ask(Ask::Attach { account: own.clone(), link, first: false }).await;
        }
        if let Some(queue) = queue {
            // The player is back: perhaps a match can begin.
            self.app.pair(&queue).await;
        }
        Ok(())
    }
}

impl Party for PlatformTalk {
    async fn hear(&mut self, text: &str) -> ControlFlow<()> {
        let said = match Said::read(text) {
            Ok(said) => said,
            Err(error) => {
                let re = message::id_of(text);
                self.link.send(Answer::refused(re, "bad_request", &error));
                return ControlFlow::Continue(());
            }
        };
        let re = said.id();
        // What is rare is boxed: a waiting socket keeps room for all that it may be asked.
        let answered = match said {
            Said::Act { .. } => self.in_match(said).await,
            said => Box::pin(self.said(said)).await,
        };
        match answered {
            Ok(Some(more)) => self.link.send(Answer::done(re, more)),
            Ok(None) => {}
            Err((code, text)) => self.link.send(Answer::refused(re, &code, &text)),
        }
        ControlFlow::Continue(())
    }

    fn baffled(&mut self, text: &str) {
        let text = format!("{text} cannot be read");
        self.link.send(Answer::refused(None, "bad_request", &text));
    }

    fn flooded(&mut self, text: Option<&str>) {
        let re = text.and_then(message::id_of);
        self.link.send(Answer::refused(re, "rate_limited", "too many messages; slow down"));
    }

    fn farewell(&self) -> String {
        let text = "this connection sends too many messages";
        write(&json!({"type": "bye", "code": "rate_limited", "text": text}))
    }

    async fn leave(&mut self) {
        let link = self.link.id();
        let mut rooms = std::mem::take(&mut self.watching);
        let mut tables = TablesChanged::default();
        if let Some(account) = self.account.clone() {
            let mut hall = self.app.hall();
            if hall.links.get(&account.id).is_some_and(|current| current.id() == link) {
                hall.links.remove(&account.id);
                tables = hall.lobby.seen(&account, false);
            }
            rooms.extend(hall.playing.get(&account.id).cloned().unwrap_or_default());
        }
        self.app.tell_tables(tables);
        for room in rooms {
            room.ask(Ask::Detach { link }).await;
        }
    }
}
