//! The dialect on a socket.

use std::ops::ControlFlow;
use std::sync::Arc;

use bout_store::Account;
use serde_json::{Value, json};

use super::sessions::Lost;
use crate::App;
use crate::clock::unix_ms;
use crate::link::Link;
use crate::lobby::QueuedPlayer;
use crate::message::write;
use crate::peer::Peer;
use crate::room::{Ask, Beginning, Meta, Origin, Protocol, Sitter, begin, new_id};
use crate::socket::Party;
use crate::websocket::CloseCode;

/// Somebody who speaks the dialect.
pub struct OrcainTalk {
    app: Arc<App>,
    link: Link,
    peer: Peer,
    bound: Option<(String, Account)>,
}

/// Why a message was refused: its code, and whether the client is told.
struct No(&'static str);

/// What a code means, for people.
pub(super) fn meaning(code: &str) -> &'static str {
    match code {
        "unauthorized" => "this token or session is not yours",
        "already_bound" => "this connection speaks for another session",
        "hello_required" => "say hello first",
        "already_in_match" => "you are in a match",
        "already_in_queue" => "you are waiting already",
        "self_match" => "another window of yours is waiting already",
        "not_enough_tokens" => "you have no token for the stake",
        "not_in_match" => "you are in no match",
        "wrong_phase" => "it is too late or too early for that",
        "match_mismatch" => "this is another match",
        "already_confirmed" => "you have confirmed this round already",
        "invalid_layout" => "a layout has three slots, each a card or empty",
        "invalid_cards" => "these cards are not in your hand",
        "session_replaced" => "this session goes on in another window",
        "rate_limited" => "too many messages; slow down",
        "server_full" => "no more matches can be played now; try again later",
        "store_unavailable" => "the server cannot write anything down now; try again",
        _ => "this message cannot be read",
    }
}

/// An `error_msg`.
pub(crate) fn error(code: &str, re: Option<&str>) -> String {
    write(&json!({"type": "error_msg", "code": code, "message": meaning(code), "re": re}))
}

impl OrcainTalk {
    /// A new conversation over this link.
    pub fn new(app: Arc<App>, link: Link, peer: Peer) -> Self {
        OrcainTalk { app, link, peer, bound: None }
    }

    fn say(&self, message: &Value) {
        self.link.send(write(message));
    }

    fn bound(&self) -> Result<&(String, Account), No> {
        self.bound.as_ref().ok_or(No("hello_required"))
    }

    async fn account(&self, id: &str) -> Result<Account, No> {
        let id = id.to_owned();
        let found = self.app.store.read(move |kept| kept.account(&id)).await;
        found.ok().flatten().ok_or(No("store_unavailable"))
    }

    async fn guest(&self) -> Result<(), No> {
        if !self.app.gate.may_make_account(self.peer) {
            return Err(No("rate_limited"));
        }
        let made = self.app.new_account().await;
        let (id, secret) = made.map_err(|_| No("store_unavailable"))?;
        let tokens = self.app.settings.start_tokens;
        self.say(&json!({"type": "guest_ok", "accountId": id, "authToken": secret,
                         "tokens": tokens, "nickname": null}));
        Ok(())
    }

    async fn hello(&mut self, message: &Value) -> Result<(), No> {
        let text = |key: &str| message[key].as_str().filter(|text| !text.is_empty());
        let session = text("sessionId");
        if self.bound.as_ref().is_some_and(|(bound, _)| Some(bound.as_str()) != session) {
            return Err(No("already_bound"));
        }
        let (Some(session), Some(secret)) = (session.filter(|s| is_session(s)), text("authToken"))
        else {
            return Err(No("unauthorized"));
        };
        let found = self.app.account_of_secret(secret).await;
        let account = found.map_err(|_| No("store_unavailable"))?.ok_or(No("unauthorized"))?;
        let again = self.bound.is_some();
        let greeted = self.app.sessions.greet(session, &account.id, &self.link);
        let greeted = greeted.ok_or(No("unauthorized"))?;
        if let Some(before) = &greeted.before {
            before.send_last(error("session_replaced", None), CloseCode::Normal);
        }
        self.say(&json!({"type": "hello_ok", "tokens": account.tokens,
                         "nickname": account.name, "nowTs": unix_ms()}));
        self.app.note_address(&account.id, self.peer);
        let (id, tokens) = (account.id.clone(), account.tokens);
        self.bound = Some((session.to_owned(), account));
        if again {
            return Ok(());
        }
        if let Some(room) = greeted.room {
            let link = self.link.clone();
            room.ask(Ask::Attach { account: id, link, first: false }).await;
        } else if self.app.hall().lobby.queues.session_of(&id) == Some(session) {
            self.say(&json!({"type": "queue_ok", "tokens": tokens}));
        }
        Ok(())
    }

    fn check_free(&self, session: &str, account: &str) -> Result<(), No> {
        let playing = self.app.hall().playing.contains_key(account);
        if playing || self.app.sessions.room(session).is_some() {
            return Err(No("already_in_match"));
        }
        let full = self.app.hall().rooms.len() >= self.app.settings.limits.matches;
        if full || self.app.is_draining() {
            return Err(No("server_full"));
        }
        Ok(())
    }

    /// Gives up the place of a session in the queue; the account may wait with another one.
    fn leave_queue(&self, session: &str, account: &str) {
        let queues = &mut self.app.hall().lobby.queues;
        if queues.session_of(account) == Some(session) {
            queues.remove(account);
        }
    }

    /// Whether the account may join the queue: it waits neither here nor elsewhere.
    fn check_place(&self, session: &str, account: &str) -> Result<(), No> {
        let hall = self.app.hall();
        match (hall.lobby.queues.of(account), hall.lobby.queues.session_of(account)) {
            (None, _) => Ok(()),
            (Some(_), Some(own)) if own == session => Err(No("already_in_queue")),
            (Some(_), _) => Err(No("self_match")),
        }
    }

    async fn queue_join(&mut self) -> Result<(), No> {
        let (session, account) = self.bound()?.clone();
        self.check_free(&session, &account.id)?;
        self.check_place(&session, &account.id)?;
        let account = self.account(&account.id).await?;
        if account.tokens < self.app.settings.stake {
            return Err(No("not_enough_tokens"));
        }
        let queue = self.app.duel_queue();
        let player = QueuedPlayer::new(&account, Some(&session), None);
        if !self.app.hall().lobby.queues.put(&queue, player) {
            // Another window of the account has joined meanwhile.
            self.check_place(&session, &account.id)?;
        }
        self.say(&json!({"type": "queue_ok", "tokens": account.tokens}));
        self.app.pair(&queue).await;
        Ok(())
    }

    async fn pve_start(&mut self) -> Result<(), No> {
        let (session, account) = self.bound()?.clone();
        self.check_free(&session, &account.id)?;
        if self.app.hall().lobby.queues.of(&account.id).is_some() {
            return Err(No("already_in_queue"));
        }
        let Account { id, name, tokens, .. } = self.account(&account.id).await?;
        let human = Sitter::Person { account: id, name, session: Some(session), tokens };
        let seats = vec![human, Sitter::Bot { bot: "orc_bot".into() }];
        let mut config = self.app.settings.orcain.clone();
        config["mode"] = "PVE".into();
        let beginning = Beginning {
            id: new_id("pve_"),
            game: "orcain".into(),
            preset: None,
            config,
            meta: Meta { house: Protocol::Orcain, ..Meta::private(seats, 0) },
            origin: Origin::Fresh,
        };
        let room = begin(&self.app, beginning).await.map_err(|_| No("store_unavailable"))?;
        self.app.seat_players(&room).await;
        Ok(())
    }

    async fn layout(&mut self, kind: &'static str, message: &Value) -> Result<(), No> {
        let (session, account) = self.bound()?.clone();
        let room = self.app.sessions.room(&session).ok_or(No("not_in_match"))?;
        let seat = room.meta.seats_of(&account.id).next().ok_or(No("not_in_match"))?;
        let mut action = json!({"type": kind});
        if let Some(layout) = message.get("layout") {
            action["layout"] = layout.clone();
        }
        let named = message.get("matchId").cloned();
        let link = self.link.clone();
        room.ask(Ask::Layout { seat, kind, action, named, link }).await;
        Ok(())
    }

    async fn handle(&mut self, kind: &str, message: &Value) -> Result<(), No> {
        match kind {
            "guest" => self.guest().await,
            "hello" => self.hello(message).await,
            "queue_join" => self.queue_join().await,
            "queue_leave" => {
                if let Some((session, account)) = &self.bound {
                    self.leave_queue(session, &account.id);
                }
                self.say(&json!({"type": "queue_left"}));
                Ok(())
            }
            "pve_start" => self.pve_start().await,
            "layout_draft" => {
                // A draft that does not fit is never told of.
                if let Err(No(code)) = self.layout("draft", message).await {
                    tracing::info!(target: "orcain", reason = code, "[IGNORED_DRAFT]");
                }
                Ok(())
            }
            "layout_confirm" => {
                let done = self.layout("confirm", message).await;
                if let Err(No(code)) = &done {
                    tracing::info!(target: "orcain", reason = code, "[IGNORED_CONFIRM]");
                }
                done
            }
            _ => Err(No("bad_request")),
        }
    }
}

fn is_session(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    (1..=64).contains(&text.len()) && text.chars().all(allowed) && text != "BOT"
}

impl Party for OrcainTalk {
    async fn hear(&mut self, text: &str) -> ControlFlow<()> {
        let message: Value = serde_json::from_str(text).unwrap_or_default();
        let Some(kind) = message.as_object().and_then(|message| message.get("type")?.as_str())
        else {
            self.link.send(error("bad_request", None));
            return ControlFlow::Continue(());
        };
        // Boxed: a waiting socket keeps room for all that it may be asked.
        if let Err(No(code)) = Box::pin(self.handle(kind, &message)).await {
            self.link.send(error(code, Some(kind)));
        }
        ControlFlow::Continue(())
    }

    fn baffled(&mut self, _: &str) {
        self.link.send(error("bad_request", None));
    }

    fn flooded(&mut self, _: Option<&str>) {
        self.link.send(error("rate_limited", None));
    }

    fn farewell(&self) -> String {
        error("rate_limited", None)
    }

    async fn leave(&mut self) {
        let Some((session, account)) = self.bound.take() else { return };
        let Lost::Held(room) = self.app.sessions.lose(&session, &self.link) else { return };
        self.leave_queue(&session, &account.id);
        if let Some(room) = room {
            room.ask(Ask::Detach { link: self.link.id() }).await;
        }
    }
}
