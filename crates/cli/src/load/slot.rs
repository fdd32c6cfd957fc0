//! Two sockets that play one match after the other.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use bout_server::client::{Client, guest};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::figures::{Figures, number};

/// What all matches of a load have in common.
pub struct Plan {
    address: SocketAddr,
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

impl Plan {
    pub fn new(
        address: SocketAddr,
        game: String,
        config: Value,
        think: Duration,
        idle: bool,
    ) -> Self {
        let (stage, turned) = (AtomicU8::new(GATHERING), Notify::new());
        Plan { address, game, config, think, idle, stage, turned }
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

/// One side of a match.
struct Side {
    client: Client,
    seat: usize,
    /// What can be done, and since when.
    ready: Option<(Instant, u64, String)>,
    /// The act under way.
    pending: Option<(u64, Instant)>,
    next_id: u64,
}

/// A pair of sockets.
pub struct Slot {
    sides: [Side; 2],
    of: String,
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
}

impl Slot {
    /// Two guests who sit down at a table.
    pub async fn open(plan: &Plan, number: usize) -> Result<Slot, String> {
        let sides = [Side::new(plan, 0).await?, Side::new(plan, 1).await?];
        let dice = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (of, figures) = (String::new(), Figures::default());
        let mut slot = Slot { sides, of, dice, spread: false, figures };
        slot.begin(plan).await?;
        Ok(slot)
    }

    /// Opens a table and takes both seats of it.
    async fn begin(&mut self, plan: &Plan) -> Result<(), String> {
        let [a, b] = &mut self.sides;
        let seats = json!([{"type": "me"}, {"type": "open"}]);
        let id = a.id();
        let open = json!({"type": "table_open", "game": plan.game, "config": plan.config,
                          "seats": seats, "id": id});
        let opened = a.client.ask(&open).await.ok_or("the server hung up")?;
        let code = opened["table"]["code"].as_str().ok_or_else(|| opened.to_string())?;
        let id = b.id();
        b.client.say(&json!({"type": "table_join", "code": code, "id": id})).await?;
        for side in &mut self.sides {
            (side.ready, side.pending) = (None, None);
            let frame = side.client.hear_until(|heard| heard["type"] == "frame").await;
            let frame = frame.ok_or("the server hung up")?;
            frame["match"].as_str().unwrap_or_default().clone_into(&mut self.of);
            side.take_frame(&frame.to_string(), &mut self.dice, plan);
        }
        Ok(())
    }

    /// Plays until the load is over.
    pub async fn play(mut self, plan: std::sync::Arc<Plan>) -> Figures {
        loop {
            let turned = plan.turned.notified();
            if plan.stage() == STOPPED {
                return self.figures;
            }
            let going = plan.stage() == GOING && !plan.idle;
            if going && !self.spread {
                self.spread_out(&plan);
            }
            let due = self.sides.iter().filter(|side| side.pending.is_none());
            let due = due.filter_map(|side| side.ready.as_ref().map(|(at, ..)| *at)).min();
            let due = due.filter(|_| going);
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

    /// All matches begin together: their first acts must not.
    fn spread_out(&mut self, plan: &Plan) {
        self.spread = true;
        for side in &mut self.sides {
            let wait = plan.wait(&mut self.dice);
            if let Some((at, ..)) = &mut side.ready {
                *at = Instant::now() + wait;
            }
        }
    }

    async fn act(&mut self) -> Result<(), String> {
        let now = Instant::now();
        for side in &mut self.sides {
            let due = side.ready.as_ref().is_some_and(|(at, ..)| *at <= now);
            if !due || side.pending.is_some() {
                continue;
            }
            let Some((_, asked, action)) = side.ready.take() else { continue };
            let (id, seat) = (side.id(), side.seat);
            let text = format!(
                "{{\"type\":\"act\",\"match\":\"{}\",\"seat\":{seat},\"action\":{action},\
                 \"asked\":{asked},\"id\":{id}}}",
                self.of
            );
            side.pending = Some((id, Instant::now()));
            side.client.say_text(text).await?;
        }
        Ok(())
    }

    async fn hear(&mut self, at: usize, text: &str, plan: &Plan) -> Result<(), String> {
        let heard: Heard<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let measured = plan.stage() == GOING;
        self.figures.frames += u64::from(measured);
        self.figures.bytes += if measured { text.len() as u64 } else { 0 };
        let side = &mut self.sides[at];
        match heard.kind {
            "frame" if heard.of == Some(self.of.as_str()) => {
                side.take(&heard, &mut self.dice, plan);
            }
            "answer" => {
                let pending = side.pending.filter(|(id, _)| Some(*id) == heard.re);
                let Some((_, since)) = pending else { return Ok(()) };
                side.pending = None;
                if heard.ok && measured {
                    self.figures.acts += 1;
                    let waited = u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX);
                    self.figures.waits.push(waited);
                } else if !heard.ok && heard.code.is_some() {
                    self.figures.refused += 1;
                }
            }
            "ended" => {
                self.figures.finished += u64::from(measured);
                // The other side hears of it too, before anything else.
                self.sides[1 - at].client.hear_until(|heard| heard["type"] == "ended").await;
                if plan.stage() != STOPPED {
                    self.begin(plan).await?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Side {
    async fn new(plan: &Plan, seat: usize) -> Result<Side, String> {
        let token = guest(plan.address).await?;
        let mut client = Client::connect(plan.address, "/ws").await?;
        let hello = client.ask(&json!({"type": "hello", "token": token, "id": 1})).await;
        match hello {
            Some(hello) if hello["ok"] == true => {}
            other => return Err(format!("hello was answered with {other:?}")),
        }
        Ok(Side { client, seat, ready: None, pending: None, next_id: 1 })
    }

    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    fn take_frame(&mut self, text: &str, dice: &mut u64, plan: &Plan) {
        if let Ok(heard) = serde_json::from_str::<Heard<'_>>(text) {
            self.take(&heard, dice, plan);
        }
    }

    /// Picks any legal action, to be sent after a while.
    fn take(&mut self, heard: &Heard<'_>, dice: &mut u64, plan: &Plan) {
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
