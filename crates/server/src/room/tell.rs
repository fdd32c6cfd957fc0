//! What is told to whom: frames, and whole frames on request.

use bout_core::{AnyMatch, Millis, Seat, SeatSet, Viewer, write_json};
use serde_json::json;

use super::task::MatchTask;
use super::{Protocol, Reply, Room, Sitter};
use crate::dialect::{Scene, dialect};
use crate::frame::{Frames, News};
use crate::link::Link;
use crate::server_message::{Introduced, ServerMessage};
use crate::websocket::Bytes;

/// Messages for one viewer.
pub(super) struct Fresh {
    viewer: Viewer,
    texts: Vec<Text>,
}

/// Writes what is new to those who listen.
pub(super) struct Desk {
    id: std::sync::Arc<str>,
    listening: u32,
    held: bool,
    /// The seats whose players do not understand frames, and what their dialect looks at.
    others: Option<(SeatSet, std::sync::Arc<Room>, i64)>,
}

const PUBLIC: u32 = 1 << 31;

fn bit(viewer: Viewer) -> u32 {
    match viewer {
        Viewer::Seat(seat) => 1 << (seat.0 & 15),
        Viewer::Public | Viewer::Referee => PUBLIC,
    }
}

impl Desk {
    pub fn new(host: &MatchTask) -> Desk {
        let seated = host.states().filter(|(_, state)| state.link.is_some());
        let public = if host.watchers.is_empty() { 0 } else { PUBLIC };
        let meta = &host.room.meta;
        let seats = (0..).map(Seat).zip(&meta.seats).map(|(seat, _)| seat);
        let other = |seat: &Seat| meta.spoken_at(*seat) != Protocol::Platform;
        let others: SeatSet = seats.filter(other).collect();
        let scene = || (others, std::sync::Arc::clone(&host.room), host.clock.origin());
        Desk {
            id: std::sync::Arc::clone(&host.room.id),
            listening: seated.fold(public, |all, (seat, _)| all | bit(Viewer::Seat(seat))),
            held: host.clock.is_held() && host.table.outcome().is_none(),
            others: (!others.is_empty()).then(scene),
        }
    }

    /// Counts what an entry is for everybody, and writes it for those who listen.
    pub fn note(
        &self,
        table: &dyn AnyMatch,
        frames: &mut Frames,
        from: u64,
        news: &mut Vec<Fresh>,
    ) {
        frames.note(table, from, &mut |frames, fresh| {
            if self.listening & bit(fresh.viewer) == 0 {
                return;
            }
            let texts = match self.told(table, fresh) {
                Some(texts) => texts.into_iter().map(Text::Plain).collect(),
                None => vec![self.frame(table, frames, fresh, None)],
            };
            news.push(Fresh { viewer: fresh.viewer, texts });
        });
    }

    /// What an entry is in the dialect of a seat that does not understand frames.
    fn told(&self, table: &dyn AnyMatch, fresh: &News<'_>) -> Option<Vec<Bytes>> {
        let (others, room, origin) = self.others.as_ref()?;
        let Viewer::Seat(seat) = fresh.viewer else { return None };
        let (id, meta) = (&*room.id, &room.meta);
        let scene = Scene { table, id, meta, origin: *origin };
        let spoken = others.contains(seat).then(|| meta.spoken_at(seat))?;
        dialect(spoken).told(&scene, seat, fresh.events)
    }

    /// A frame; a whole one names the last accepted action of the seat.
    pub fn frame(
        &self,
        table: &dyn AnyMatch,
        frames: &Frames,
        news: &News<'_>,
        last_id: Option<u64>,
    ) -> Text {
        let mut out = Vec::with_capacity(news.view.len() + news.events.len() + 512);
        let viewer = news.viewer;
        let (frame, asked) = (frames.frame(viewer), frames.asked(viewer));
        member(&mut out, b"{\"type\":\"frame\",\"match\":", &*self.id);
        if let Viewer::Seat(seat) = viewer {
            member(&mut out, b",\"seat\":", &seat);
        }
        member(&mut out, b",\"frame\":", &frame);
        member(&mut out, b",\"asked\":", &asked);
        member(&mut out, b",\"phase\":", table.phase());
        if let Some(id) = last_id {
            member(&mut out, b",\"last_id\":", &id);
        }
        if self.held {
            out.extend_from_slice(b",\"held\":true");
        }
        out.extend_from_slice(b",\"view\":");
        out.extend_from_slice(news.view);
        out.extend_from_slice(b",\"events\":");
        out.extend_from_slice(news.events);
        // Whoever wants to play an ended match again says so to the server.
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat).filter(|_| table.outcome().is_none()),
            Viewer::Public | Viewer::Referee => None,
        };
        let to_act = seat.is_some_and(|seat| table.to_act().contains(seat));
        member(&mut out, b",\"to_act\":", &to_act);
        out.extend_from_slice(b",\"legal\":");
        match seat {
            Some(seat) => table.write_legal(seat, &mut out),
            None => out.extend_from_slice(b"[]"),
        }
        out.extend_from_slice(b",\"deadlines\":");
        table.write_deadlines(&mut out);
        member(&mut out, b",\"outcome\":", &table.outcome());
        Text::Frame(out)
    }
}

/// Appends a field of an object, with what stands before its value.
fn member(out: &mut Vec<u8>, name: &[u8], value: &(impl serde::Serialize + ?Sized)) {
    out.extend_from_slice(name);
    write_json(&value, out);
}

/// A message on its way.
#[derive(Clone)]
pub(super) enum Text {
    /// It is as it is.
    Plain(Bytes),
    /// A frame; the match's time is written into it when it leaves.
    Frame(Vec<u8>),
}

impl Text {
    /// The message as it leaves.
    pub fn sent_at(self, now: Millis) -> Bytes {
        match self {
            Text::Plain(text) => text,
            Text::Frame(mut text) => {
                member(&mut text, b",\"now\":", &now);
                text.push(b'}');
                text.into()
            }
        }
    }
}

impl<T: Into<Bytes>> From<T> for Text {
    fn from(text: T) -> Self {
        Text::Plain(text.into())
    }
}

impl MatchTask {
    /// Sends what is new to those who listen.
    pub fn tell_all(&mut self, news: Vec<Fresh>) {
        for Fresh { viewer, texts } in news {
            match viewer {
                Viewer::Seat(seat) => {
                    let link = self.state(seat).and_then(|state| state.link.clone());
                    let Some(link) = link else { continue };
                    texts.into_iter().for_each(|text| self.post(link.clone(), text));
                }
                Viewer::Public | Viewer::Referee => {
                    for link in self.watchers.clone() {
                        texts.iter().for_each(|text| self.post(link.clone(), text.clone()));
                    }
                }
            }
        }
    }

    /// Sends the whole frame of a seat.
    pub fn show(&mut self, seat: Seat, link: &Link) {
        let last_id = self.state(seat).and_then(|state| state.acts.ids.highest());
        self.show_to(Viewer::Seat(seat), last_id, link);
    }

    pub fn show_to(&mut self, viewer: Viewer, last_id: Option<u64>, link: &Link) {
        let mut view = Vec::new();
        self.table.write_view(viewer, &mut view);
        let news = News { viewer, view: &view, events: b"[]" };
        let text = Desk::new(self).frame(&*self.table, &self.frames, &news, last_id);
        self.post(link.clone(), text);
    }

    /// Who plays what here, for somebody who has just come.
    pub fn introduce(&mut self, link: &Link, yours: &[Seat]) {
        let seats: Vec<_> = self.room.meta.seats.iter().map(Sitter::card).collect();
        let mut header = self.table.replay();
        if !self.life.is_over() {
            self.app.hide_secrets(self.room.game, &mut header.config);
        }
        let meta = &self.room.meta;
        let told = ServerMessage::Match(Box::new(Introduced {
            of: self.room.id.to_string(),
            game: self.room.game.into(),
            rules_version: header.rules_version,
            config: header.config,
            seed_hash: crate::token::seed_hash(header.seed),
            seats,
            yours: yours.to_vec(),
            host: meta.host.as_ref().map(Sitter::card),
            rated: meta.rated,
            unrated: meta.unrated.clone(),
            public: meta.public,
            over: self.life.is_over(),
        }));
        self.post(link.clone(), crate::message::write(&told));
    }

    /// The whole frame again, for a player or a spectator.
    pub fn sync(&mut self, account: Option<&str>, reply: &Reply) {
        self.answer(reply, Ok(json!({})));
        let room = std::sync::Arc::clone(&self.room);
        let seats: Vec<_> = account.into_iter().flat_map(|id| room.meta.held_by(id)).collect();
        if seats.is_empty() {
            return self.show_to(Viewer::Public, None, &reply.link);
        }
        for seat in seats {
            self.show(seat, &reply.link);
        }
    }
}
