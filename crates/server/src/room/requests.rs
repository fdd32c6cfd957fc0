//! What a match is asked: one function per kind of request.

use bout_core::{Input, Seat, Signal, Viewer};
use serde_json::{Value, json};

use super::ids::Known;
use super::life::Life;
use super::task::{MatchTask, acts};
use super::{Ask, Reply};
use crate::link::Link;
use crate::message::Answer;
use crate::orcain;

/// How many results a preview shows, the likeliest first.
const PREVIEWED: usize = 16;

/// Does long work without keeping the other tasks of its thread waiting.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    let several = tokio::runtime::Handle::try_current()
        .is_ok_and(|here| here.runtime_flavor() == tokio::runtime::RuntimeFlavor::MultiThread);
    if several { tokio::task::block_in_place(work) } else { work() }
}

impl MatchTask {
    /// Hands a request to the function for it.
    pub fn handle_request(&mut self, ask: Ask) {
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
            Ask::Screen { covered, reply } => self.screen(covered, &reply),
            Ask::Start => self.start(),
            Ask::Rematch { account, reply } => self.want_again(account, reply),
            Ask::Wake(awake) => {
                let _ = awake.send(());
            }
            Ask::Stop => {}
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
        match id.map_or(Known::New, |id| state.acts.ids.look_up(id)) {
            Known::New => {}
            Known::Repeated => {
                self.answer(reply, Ok(json!({"repeat": true})));
                return self.show(seat, &reply.link);
            }
            Known::Skipped => {
                return self.refuse(reply, "old_id", "a later id has been used already");
            }
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
        let decides = self.table.concession().as_ref() != Some(&action);
        let answers = asked.is_some() && !self.table.is_draft(&action);
        let input = Input::Act { seat, action };
        // One act per question: a second one for the same is stale, also in the same phase.
        let question = if answers { self.frames.close_question(seat) } else { None };
        let (entered, news) = self.apply_input(&input, id);
        if let Some(asked) = question.filter(|_| entered.is_err()) {
            self.frames.reopen_question(seat, asked);
        }
        match entered {
            Ok(()) => {
                self.accepted.increment(1);
                if let Some(state) = self.state_mut(seat) {
                    id.into_iter().for_each(|id| state.acts.ids.push(id));
                    state.acts.decisions += u32::from(decides);
                }
                self.by_itself = 0;
                self.post_answer(reply, Answer::accepted(reply.re));
            }
            Err(refused) => {
                acts(self.room.game, refused.code).increment(1);
                if let Input::Act { action, .. } = &input {
                    for journal in &mut self.journals {
                        journal.refused(&*self.table, seat, action, refused.code);
                    }
                }
                self.answer(reply, Err(refused));
            }
        }
        self.tell_all(news);
    }

    /// Why nobody can act now, whatever the rules say.
    fn closed(&self) -> Option<(&'static str, &'static str)> {
        match self.life {
            Life::Over(_) | Life::Gone => Some(("match_over", "the match is over")),
            Life::Held(_) => Some(("match_held", "the match waits for its players")),
            Life::Running | Life::Stopped(_) => None,
        }
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
            () if self.life.is_over() || self.table.outcome().is_some() => Some("not_in_match"),
            () if self.life.is_held() || self.table.phase() != "prep" => Some("wrong_phase"),
            () if !known => Some("match_mismatch"),
            () => None,
        };
        let (code, news) = match code {
            Some(code) => (Some(code), Vec::new()),
            None => {
                let (entered, news) = self.apply_input(&Input::Act { seat, action }, None);
                if entered.is_ok() {
                    self.by_itself = 0;
                }
                if entered.is_ok()
                    && kind == "confirm"
                    && let Some(state) = self.state_mut(seat)
                {
                    state.acts.decisions += 1;
                }
                (entered.err().map(|refused| refused.code), news)
            }
        };
        if let Some(code) = code {
            self.journals.iter().for_each(|journal| journal.ignored(&*self.table, kind, code));
            if kind == "confirm" {
                self.post(link.clone(), orcain::error(code, Some("layout_confirm")));
            }
        }
        self.tell_all(news);
    }

    fn preview(&mut self, seat: Seat, action: &Value, reply: &Reply) {
        // Nobody reads the answer.
        if reply.link.is_closed() {
            return;
        }
        let previewed = aside(|| self.table.preview(seat, action, None)).map(|previewed| {
            let (exact, all) = (previewed.exact, previewed.results.len());
            let shown: Vec<_> = previewed.results.into_iter().take(PREVIEWED).collect();
            json!({"left_out": all - shown.len(), "results": shown, "exact": exact})
        });
        self.answer(reply, previewed);
    }

    /// Starts a match whose rules wait for a player to do so.
    fn start(&mut self) {
        let Some((seat, action)) = self.table.start_action() else { return };
        let (_, news) = self.apply_input(&Input::Act { seat, action }, None);
        self.tell_all(news);
    }

    fn concede(&mut self, seat: Seat, reply: &Reply) {
        if seat == Seat::HOST {
            return self.refuse(reply, "not_your_seat", "who directs a match cannot give it up");
        }
        if self.life.is_over() {
            return self.refuse(reply, "match_over", "the match is over");
        }
        let input = match self.table.concession() {
            Some(action) => Input::Act { seat, action },
            None => Input::Signal { signal: Signal::Left { seat } },
        };
        let (entered, news) = self.apply_input(&input, None);
        self.answer(reply, entered.map(|()| json!({})));
        self.tell_all(news);
    }
}
