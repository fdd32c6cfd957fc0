//! Computer players at seats: they think elsewhere, about what their seat knows.

use std::time::{Duration, Instant};

use bout_bots::{Player, Seating};
use bout_core::{BotSpec, Choice, Input, Seat, Seed, Signal, Stop};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout_at;

use super::task::MatchTask;
use super::{Room, Sitter};
use crate::App;
use crate::pool::{Owner, Riddle, Thought};

/// How many moves computer players make before people are heard again.
const MOVES_MAX: u32 = 64;
/// How long a player that was stopped has to answer with its best move so far.
const LAST_WORD: Duration = Duration::from_millis(100);

/// A question to a computer player; whoever asks no longer ends the thinking.
struct Question {
    ticket: u64,
    stop: Stop,
}

impl Drop for Question {
    fn drop(&mut self) {
        self.stop.set();
    }
}

/// A computer player's seat.
pub(super) struct BotSeat {
    spec: BotSpec,
    /// Not here while it thinks.
    player: Option<Box<dyn Player>>,
    /// The state of the match when it last had nothing to do.
    waits_since: Option<u64>,
    /// When it will be asked, where it takes its time.
    ready_at: Option<Instant>,
}

/// The computer players of a match.
pub(super) struct Bots {
    seats: Vec<Option<BotSeat>>,
    /// Where they answer; made when the first is asked.
    thoughts: Option<(mpsc::Sender<Thought>, mpsc::Receiver<Thought>)>,
    tickets: u64,
    /// Whether it was logged that one moved at random.
    replaced: bool,
    /// Whether they go on after people were heard.
    more_moves: bool,
}

impl Bots {
    pub fn new(app: &App, room: &Room) -> Self {
        let seats = room.meta.seats.iter().map(|sitter| match sitter {
            Sitter::Person { .. } => None,
            Sitter::Bot { bot } => {
                Some(BotSeat::new(level(bot).unwrap_or_else(|| usual(app, room))))
            }
        });
        let seats = seats.collect();
        Bots { seats, thoughts: None, tickets: 0, replaced: false, more_moves: false }
    }

    /// Whether one of them sits there.
    pub fn plays(&self, seat: Seat) -> bool {
        self.seats.get(usize::from(seat.0)).is_some_and(Option::is_some)
    }

    /// Whether they go on as soon as people were heard.
    pub fn has_more_moves(&self) -> bool {
        self.more_moves
    }

    /// When the first of those that take their time is asked.
    pub fn ready_at(&self) -> Option<Instant> {
        self.seats.iter().flatten().filter_map(|bot| bot.ready_at).min()
    }
}

/// A bot as the server offers it: a match that was written with parameters goes on without them.
fn level(bot: &str) -> Option<BotSpec> {
    bot.parse().ok().map(|spec: BotSpec| BotSpec::plain(spec.name))
}

fn usual(app: &App, room: &Room) -> BotSpec {
    BotSpec::plain(app.usual_bot(room.game))
}

impl BotSeat {
    fn new(spec: BotSpec) -> Self {
        BotSeat { spec, player: None, waits_since: None, ready_at: None }
    }
}

/// Makes a player, or the random one where there is none of that name.
fn make(app: &App, game: &str, spec: &BotSpec, seat: Seat) -> Option<Box<dyn Player>> {
    let seed = Seed(u128::from_le_bytes(crate::token::random()));
    let made = |spec: &BotSpec| {
        let made = app.catalogue.with_game(game, Seating { spec, seat, seed });
        made.ok().and_then(Result::ok)
    };
    made(spec).or_else(|| made(&BotSpec::plain("random")))
}

impl MatchTask {
    /// Lets the computer players move for as long as it is theirs to move.
    pub async fn play_bots(&mut self) {
        self.bots.more_moves = false;
        for _ in 0..MOVES_MAX {
            if self.life.is_held() || self.table.outcome().is_some() {
                return;
            }
            let Some(seat) = self.bot_to_move() else { return };
            let choice = self.ask_bot(seat).await;
            if self.guarded(|host| host.carry_out(seat, choice)).is_none() {
                return self.abort("a rule panicked").await;
            }
        }
        // People are heard, then it goes on.
        self.bots.more_moves = true;
    }

    /// The next seat of a computer player, or one handed to it, that is waited for.
    fn bot_to_move(&mut self) -> Option<Seat> {
        let (now, seq) = (Instant::now(), self.table.seq());
        let (to_act, handed) = (self.table.to_act(), self.table.autopilot());
        // Where people move at the same time, nobody waits for the computer or sees it think.
        let together = to_act.iter().any(|seat| self.is_persons(seat));
        let pace = if together { 0 } else { self.room.meta.bot_pace_ms };
        let pace = Duration::from_millis(pace.into());
        for seat in to_act.iter() {
            let at = usize::from(seat.0);
            if handed.contains(seat) && self.bots.seats[at].is_none() {
                self.bots.seats[at] = Some(BotSeat::new(usual(&self.app, &self.room)));
            }
            let plays = !self.is_persons(seat);
            let Some(bot) = self.bots.seats[at].as_mut().filter(|_| plays) else { continue };
            if bot.waits_since == Some(seq) {
                continue;
            }
            if !pace.is_zero() && *bot.ready_at.get_or_insert(now + pace) > now {
                continue;
            }
            bot.ready_at = None;
            return Some(seat);
        }
        None
    }

    /// Whether a person moves at this seat.
    fn is_persons(&self, seat: Seat) -> bool {
        let sitter = self.room.meta.seats.get(usize::from(seat.0));
        sitter.is_some_and(|sitter| sitter.account().is_some())
            && !self.table.autopilot().contains(seat)
    }

    async fn ask_bot(&mut self, seat: Seat) -> Choice<Value> {
        let at = usize::from(seat.0);
        let Some(bot) = &mut self.bots.seats[at] else { return Choice::Wait };
        if bot.player.is_none() {
            bot.player = make(&self.app, self.room.game, &bot.spec, seat);
        }
        let Some(mut player) = bot.player.take() else { return Choice::Wait };
        let Some(position) = player.look(&*self.table) else {
            bot.player = Some(player);
            return Choice::Wait;
        };
        self.bots.tickets += 1;
        let question = Question { ticket: self.bots.tickets, stop: Stop::default() };
        let riddle = Riddle {
            player,
            position,
            ticket: question.ticket,
            owner: self.owner(),
            stop: question.stop.clone(),
            answer: self.bots.thoughts.get_or_insert_with(|| mpsc::channel(16)).0.clone(),
        };
        if let Err(riddle) = self.app.pool.think(riddle) {
            self.keep_bot(at, Some(riddle.player));
            return self.move_at_random(seat, "busy");
        }
        let mut thought = self.thought(&question, self.app.settings.bot_budget).await;
        if thought.is_none() {
            metrics::counter!("bout_bot_stopped_total").increment(1);
            question.stop.set();
            thought = self.thought(&question, LAST_WORD).await;
        }
        let Some(Thought { player, choice, .. }) = thought else {
            return self.move_at_random(seat, "overrun");
        };
        self.keep_bot(at, player);
        choice.unwrap_or_else(|| self.move_at_random(seat, "panic"))
    }

    /// What comes of a question within a time.
    async fn thought(&mut self, question: &Question, within: Duration) -> Option<Thought> {
        let until = tokio::time::Instant::now() + within;
        let (_, thoughts) = self.bots.thoughts.as_mut()?;
        loop {
            // An answer to a question that was given up is dropped.
            let thought = timeout_at(until, thoughts.recv()).await.ok()??;
            if thought.ticket == question.ticket {
                return Some(thought);
            }
        }
    }

    /// For whom the computer players of this match think: its first person.
    fn owner(&self) -> Owner {
        let mut people = self.room.meta.seats.iter().chain(&self.room.meta.host);
        let account = people.find_map(Sitter::account).unwrap_or_default();
        let address = self.app.address_of(account).map(|peer| peer.to_string().into());
        Owner { address: address.unwrap_or_else(|| account.into()), account: account.into() }
    }

    fn keep_bot(&mut self, at: usize, player: Option<Box<dyn Player>>) {
        if let Some(bot) = &mut self.bots.seats[at] {
            bot.player = player;
        }
    }

    /// Any legal action, for a computer player that has none to give.
    fn move_at_random(&mut self, seat: Seat, why: &'static str) -> Choice<Value> {
        metrics::counter!("bout_bot_replaced_total", "why" => why).increment(1);
        // Once for a match: one that is short of time is so at every move.
        if !std::mem::replace(&mut self.bots.replaced, true) {
            tracing::warn!(id = %self.room.id, seat = seat.0, why,
                "a computer player moves at random");
        }
        let legal = self.table.legal(seat);
        let pick = u64::from_le_bytes(crate::token::random()) % (legal.len().max(1) as u64);
        legal.into_iter().nth(usize::try_from(pick).unwrap_or(0)).map_or(Choice::Wait, Choice::Act)
    }

    /// A computer player's time costs nobody time: its move is stamped with the moment it was asked.
    fn carry_out(&mut self, seat: Seat, choice: Choice<Value>) {
        let input = match choice {
            Choice::Act(action) => Input::Act { seat, action },
            Choice::Leave => Input::Signal { signal: Signal::Left { seat } },
            Choice::Wait => return self.let_wait(seat),
        };
        let at = self.table.now();
        let (entered, news) = self.apply_input_at(at, &input, None);
        self.tell_all(news);
        if let Err(refused) = entered {
            tracing::warn!(id = %self.room.id, code = refused.code, "a computer player erred");
            self.let_wait(seat);
        }
    }

    fn let_wait(&mut self, seat: Seat) {
        let seq = self.table.seq();
        if let Some(bot) = &mut self.bots.seats[usize::from(seat.0)] {
            bot.waits_since = Some(seq);
        }
    }
}
