//! Two sockets that play matches against each other, one after the other or several at once.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use bout_server::Address;
use bout_server::client::{Client, guest};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::figures::{Figures, number};

/// What all matches of a load have in common.
pub struct SlotPlan {
    address: Address,
    game: String,
    config: Value,
    think: Duration,
    idle: bool,
    stage: AtomicU8,
    turned: Notify,
}

const GATHERING: u8 = 0;
const GOING: u8 = 1;
const STOPPED: u8 = 2;

impl SlotPlan {
    pub fn new(address: Address, game: String, config: Value, think: Duration, idle: bool) -> Self {
        let (stage, turned) = (AtomicU8::new(GATHERING), Notify::new());
        SlotPlan { address, game, config, think, idle, stage, turned }
    }

    /// The clock runs from now on.
    pub fn go(&self) {
        self.turn(GOING);
    }

    /// Nobody acts any more.
    pub fn stop(&self) {
        self.turn(STOPPED);
    }

    /// Between nothing and twice the mean, so that not all act at once.
    fn wait(&self, dice: &mut u64) -> Duration {
        self.think.mul_f64(number(roll(dice) & 0xff_ffff) / number(1 << 23))
    }

    fn turn(&self, stage: u8) {
        self.stage.store(stage, Ordering::Release);
        self.turned.notify_waiters();
    }

    fn stage(&self) -> u8 {
        self.stage.load(Ordering::Acquire)
    }
}

/// One socket; it has the same seat in all matches.
struct Side {
    client: Client,
    next_id: u64,
}

/// A seat in a match.
#[derive(Default)]
struct Chair {
    /// What can be done, and since when.
    ready: Option<(Instant, u64, String)>,
    /// The act under way.
    pending: Option<(u64, Instant)>,
    /// Whether the match has begun here, and not ended.
    seated: bool,
}

/// A match between the two.
#[derive(Default)]
struct Game {
    /// Its id; empty until it has begun.
    of: String,
    /// The match that it decides.
    before: String,
    chairs: [Chair; 2],
}

/// A pair of sockets.
pub struct Slot {
    sides: [Side; 2],
    games: Vec<Game>,
    /// The game for which a table is open; an account has one table.
    opening: Option<usize>,
    dice: u64,
    spread: bool,
    figures: Figures,
}

/// The parts of a message that a player needs.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default, rename = "match")]
    of: Option<&'a str>,
    #[serde(default)]
    re: Option<u64>,
    #[serde(default)]
    ok: bool,
    #[serde(default)]
    code: Option<&'a str>,
    #[serde(default)]
    asked: u64,
    #[serde(default)]
    to_act: bool,
    #[serde(default, borrow)]
    legal: Vec<&'a RawValue>,
    /// The match that decides the one that has ended.
    #[serde(default)]
    next: Option<&'a str>,
    #[serde(default, borrow)]
    table: Option<TableCode<'a>>,
}

/// The code of a table that waits.
#[derive(Deserialize)]
struct TableCode<'a> {
    #[serde(default)]
    code: Option<&'a str>,
}

impl Slot {
    /// Two guests who sit down to so many matches.
    pub async fn open(plan: &SlotPlan, number: usize, games: usize) -> Result<Slot, String> {
        let sides = [Side::new(plan).await?, Side::new(plan).await?];
        let dice = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let games = (0..games).map(|_| Game::default()).collect();
        let figures = Figures::default();
        let mut slot = Slot { sides, games, opening: None, dice, spread: false, figures };
        while slot.games.iter().any(|game| game.chairs.iter().any(|chair| !chair.seated)) {
            slot.open_table(plan).await?;
            let [a, b] = &mut slot.sides;
            let (at, text) = tokio::select! {
                text = a.client.hear_text() => (0, text),
                text = b.client.hear_text() => (1, text),
            };
            slot.hear(at, &text.ok_or("the server hung up")?, plan).await?;
        }
        Ok(slot)
    }

    /// Opens a table for a game that has no match, unless one is open.
    async fn open_table(&mut self, plan: &SlotPlan) -> Result<(), String> {
        let idle = |game: &Game| game.of.is_empty();
        let Some(at) = self.games.iter().position(idle).filter(|_| self.opening.is_none()) else {
            return Ok(());
        };
        self.opening = Some(at);
        let [a, _] = &mut self.sides;
        let seats = json!([{"type": "me"}, {"type": "open"}]);
        let id = a.id();
        let open = json!({"type": "table_open", "game": plan.game, "config": plan.config,
                          "seats": seats, "id": id});
        a.client.say(&open).await
    }

    /// Plays until the load is over.
    pub async fn play(mut self, plan: std::sync::Arc<SlotPlan>) -> Figures {
        loop {
            let turned = plan.turned.notified();
            if plan.stage() == STOPPED {
                return self.figures;
            }
            let going = plan.stage() == GOING && !plan.idle;
            if going && !self.spread {
                self.spread_out(&plan);
            }
            let due = self.next_act().filter(|_| going);
            let [a, b] = &mut self.sides;
            let heard = tokio::select! {
                text = a.client.hear_text() => Some((0, text)),
                text = b.client.hear_text() => Some((1, text)),
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now).into()), if due.is_some() => None,
                () = turned => continue,
            };
            let went = match heard {
                Some((side, Some(text))) => self.hear(side, &text, &plan).await,
                Some((_, None)) => Err("the server hung up".into()),
                None => self.act().await,
            };
            if let Err(text) = went {
                self.figures.error(text);
                return self.figures;
            }
        }
    }

    /// When the next act is due.
    fn next_act(&self) -> Option<Instant> {
        let chairs = self.games.iter().flat_map(|game| &game.chairs);
        let free = chairs.filter(|chair| chair.pending.is_none());
        free.filter_map(|chair| chair.ready.as_ref().map(|(at, ..)| *at)).min()
    }

    /// All matches begin together: their first acts must not.
    fn spread_out(&mut self, plan: &SlotPlan) {
        self.spread = true;
        for chair in self.games.iter_mut().flat_map(|game| &mut game.chairs) {
            let wait = plan.wait(&mut self.dice);
            if let Some((at, ..)) = &mut chair.ready {
                *at = Instant::now() + wait;
            }
        }
    }

    async fn act(&mut self) -> Result<(), String> {
        let now = Instant::now();
        for Game { of, chairs, .. } in &mut self.games {
            for (seat, (chair, side)) in chairs.iter_mut().zip(&mut self.sides).enumerate() {
                let due = chair.ready.as_ref().is_some_and(|(at, ..)| *at <= now);
                if !due || chair.pending.is_some() {
                    continue;
                }
                let Some((_, asked, action)) = chair.ready.take() else { continue };
                let id = side.id();
                let text = format!(
                    "{{\"type\":\"act\",\"match\":\"{of}\",\"seat\":{seat},\"action\":{action},\
                     \"asked\":{asked},\"id\":{id}}}"
                );
                chair.pending = Some((id, Instant::now()));
                side.client.say_text(text).await?;
            }
        }
        Ok(())
    }

    async fn hear(&mut self, at: usize, text: &str, plan: &SlotPlan) -> Result<(), String> {
        let heard: Heard<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let measured = plan.stage() == GOING;
        self.figures.frames += u64::from(measured);
        self.figures.bytes += if measured { text.len() as u64 } else { 0 };
        match heard.kind {
            "frame" => {
                if let Some(game) = self.game(heard.of) {
                    let chair = &mut self.games[game].chairs[at];
                    chair.seated = true;
                    chair.take(&heard, &mut self.dice, plan);
                }
            }
            "answer" => {
                if let Some(code) = heard.table.as_ref().and_then(|table| table.code) {
                    let [_, b] = &mut self.sides;
                    let id = b.id();
                    b.client.say(&json!({"type": "table_join", "code": code, "id": id})).await?;
                } else if !self.answered(at, &heard, measured) && !heard.ok {
                    // An act may come too late for a match whose end is known already.
                    let late = matches!(heard.code, Some("match_over" | "no_such_match"));
                    self.figures.refused += u64::from(late);
                    return if late { Ok(()) } else { Err(text.to_owned()) };
                }
            }
            "ended" => {
                let of = heard.of.unwrap_or_default();
                let Some(game) = self.games.iter().position(|game| game.of == of) else {
                    return Ok(());
                };
                if let Some(next) = heard.next {
                    self.figures.finished += u64::from(measured);
                    let (of, before) = (next.to_owned(), of.to_owned());
                    self.games[game] = Game { of, before, ..Game::default() };
                    return Ok(());
                }
                self.games[game].chairs[at] = Chair::default();
                if self.games[game].chairs.iter().all(|chair| !chair.seated) {
                    self.figures.finished += u64::from(measured);
                    self.games[game] = Game::default();
                }
            }
            _ => {}
        }
        if plan.stage() != STOPPED {
            self.open_table(plan).await?;
        }
        Ok(())
    }

    /// The game of this match; one that is not known is the one a table was opened for.
    fn game(&mut self, of: Option<&str>) -> Option<usize> {
        // What is still told of a match that another one decides is too late.
        let of = of.filter(|of| self.games.iter().all(|game| game.before != *of))?;
        let known = self.games.iter().position(|game| game.of == of);
        known.or_else(|| {
            let opened = self.opening.take()?;
            of.clone_into(&mut self.games[opened].of);
            Some(opened)
        })
    }

    /// Takes note of the answer to an act; says whether it was one.
    fn answered(&mut self, at: usize, heard: &Heard<'_>, measured: bool) -> bool {
        let mut chairs = self.games.iter_mut().map(|game| &mut game.chairs[at]);
        let asked = |chair: &&mut Chair| chair.pending.is_some_and(|(id, _)| Some(id) == heard.re);
        let Some((_, since)) = chairs.find(asked).and_then(|chair| chair.pending.take()) else {
            return false;
        };
        if heard.ok && measured {
            self.figures.acts += 1;
            let waited = u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX);
            self.figures.waits.push(waited);
        } else if !heard.ok && heard.code.is_some() {
            self.figures.refused += 1;
        }
        true
    }
}

impl Side {
    async fn new(plan: &SlotPlan) -> Result<Side, String> {
        let token = guest(&plan.address).await?;
        let mut client = Client::connect(&plan.address, "/ws").await?;
        let hello = client.ask(&json!({"type": "hello", "token": token, "id": 1})).await;
        match hello {
            Some(hello) if hello["ok"] == true => {}
            other => return Err(format!("hello was answered with {other:?}")),
        }
        Ok(Side { client, next_id: 1 })
    }

    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }
}

impl Chair {
    /// Picks any legal action, to be sent after a while.
    fn take(&mut self, heard: &Heard<'_>, dice: &mut u64, plan: &SlotPlan) {
        if !heard.to_act || heard.legal.is_empty() {
            self.ready = None;
            return;
        }
        let pick = roll(dice) as usize % heard.legal.len();
        let wait = plan.wait(dice);
        let action = heard.legal[pick].get().to_owned();
        self.ready = Some((Instant::now() + wait, heard.asked, action));
    }
}

fn roll(dice: &mut u64) -> u64 {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *dice >> 33
}
