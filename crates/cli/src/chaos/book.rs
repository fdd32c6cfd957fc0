//! One match between two sockets, with a book of everything that was said.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bout_server::Address;
use bout_server::client::{Client, guest};
use serde_json::{Value, json};
use tokio::sync::watch;

/// How long somebody waits for the server to be there again.
const PATIENCE: Duration = Duration::from_secs(10);

/// When an act that could not be saved is sent again.
const AGAIN: Duration = Duration::from_millis(250);

/// What one seat said and heard.
pub struct Side {
    token: String,
    client: Option<Client>,
    next_id: u64,
    /// The last frame, and when it came, if it was read at once.
    pub frame: Option<(Value, Option<Instant>)>,
    /// The numbers of acts that were acknowledged.
    pub acknowledged: Vec<u64>,
    /// The act that was sent and not yet answered.
    pub pending: Option<(u64, Value)>,
    /// When it was refused because it could not be saved; it is sent again a little later.
    refused: Option<Instant>,
    /// The earliest moment at which the match's clock can have shown zero: no frame arrives before it
    /// is sent, and some arrive late.
    pub zero: Option<Instant>,
    /// Matches that the server knew of when it was greeted.
    playing: Vec<String>,
}

/// A match.
pub struct Book {
    address: Address,
    pub game: &'static str,
    config: Value,
    pub of: String,
    pub sides: [Side; 2],
    pub finished: u64,
    pub over: bool,
    /// Why the last attempt to begin another match failed.
    trouble: Option<String>,
    /// What the log says each seat is shown.
    pub expected: Option<[Value; 2]>,
    earlier: u64,
    dice: u64,
}

impl Side {
    async fn new(address: &Address) -> Result<Side, String> {
        let token = guest(address).await?;
        let (acknowledged, pending, playing) = (Vec::new(), None, Vec::new());
        let (client, frame, refused, zero) = (None, None, None, None);
        let next_id = 1;
        Ok(Side { token, client, next_id, frame, acknowledged, pending, refused, zero, playing })
    }

    /// Connects and says hello; tries again until the server is there.
    pub async fn connect(&mut self, address: &Address) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.try_connect(address).await {
                Ok((client, playing)) => {
                    (self.client, self.playing) = (Some(client), playing);
                    return Ok(());
                }
                Err(error) if Instant::now() > until => return Err(error),
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }

    async fn try_connect(&self, address: &Address) -> Result<(Client, Vec<String>), String> {
        let mut client = Client::connect(address, "/ws").await?;
        let hello = client.ask(&json!({"type": "hello", "token": self.token, "id": 0})).await;
        match hello {
            Some(hello) if hello["ok"] == true => {
                let playing = hello["matches"].as_array().into_iter().flatten();
                let playing = playing.filter_map(Value::as_str).map(str::to_owned).collect();
                Ok((client, playing))
            }
            other => Err(format!("hello was answered with {other:?}")),
        }
    }

    async fn ask(&mut self, message: &Value) -> Result<Value, String> {
        let client = self.client.as_mut().ok_or("not connected")?;
        client.ask(message).await.ok_or_else(|| "the server hung up".into())
    }

    /// The next message; none if the server is gone.
    pub async fn hear(&mut self) -> Option<Value> {
        match &mut self.client {
            Some(client) => client.hear().await,
            None => None,
        }
    }

    /// Notes what a frame says of the match's clock.
    fn note_time(&mut self, frame: &Value) {
        let now = Duration::from_millis(frame["now"].as_u64().unwrap_or(0));
        let zero = Instant::now().checked_sub(now);
        let earlier = self.zero.into_iter().chain(zero).min();
        self.zero = earlier.filter(|_| frame["held"] != true);
    }

    pub fn hang_up(&mut self) {
        self.client = None;
    }
}

impl Book {
    /// Two guests, and their first match.
    pub async fn new(
        address: &Address,
        game: &'static str,
        config: Value,
        seed: u64,
    ) -> Result<Book, String> {
        let sides = [Side::new(address).await?, Side::new(address).await?];
        let dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (of, finished, over, earlier) = (String::new(), 0, false, 0);
        let mut book = Book {
            address: address.clone(),
            game,
            config,
            of,
            sides,
            finished,
            over,
            trouble: None,
            expected: None,
            earlier,
            dice,
        };
        for side in &mut book.sides {
            side.connect(address).await?;
        }
        book.begin().await?;
        Ok(book)
    }

    pub fn address(&self) -> &Address {
        &self.address
    }

    /// How many acts were acknowledged, those of earlier matches too.
    pub fn acknowledged(&self) -> u64 {
        self.earlier + self.sides.iter().map(|side| side.acknowledged.len() as u64).sum::<u64>()
    }

    /// Begins another match.
    pub async fn begin(&mut self) -> Result<(), String> {
        self.earlier = self.acknowledged();
        for side in &mut self.sides {
            side.acknowledged.clear();
            (side.pending, side.frame, side.refused) = (None, None, None);
            side.zero = None;
        }
        let mut stray = self.give_up_strays().await?;
        // Somebody may not have read the last frames of the match before.
        stray.push(self.of.clone());
        let [a, b] = &mut self.sides;
        a.next_id += 1;
        let open = json!({"type": "table_open", "game": self.game, "config": self.config,
                          "seats": [{"type": "me"}, {"type": "open"}], "id": a.next_id});
        let opened = a.ask(&open).await?;
        let code = opened["table"]["code"].as_str().ok_or_else(|| opened.to_string())?;
        b.next_id += 1;
        let join = json!({"type": "table_join", "code": code, "id": b.next_id});
        let joined = b.client.as_mut().ok_or("not connected")?.say(&join).await;
        joined?;
        // Whoever joins is told first if the match cannot begin.
        for side in self.sides.iter_mut().rev() {
            loop {
                let heard = tokio::time::timeout(PATIENCE, side.hear()).await;
                let heard = heard.map_err(|_| format!("no match begins within {PATIENCE:?}"))?;
                let message = heard.ok_or("the server hung up")?;
                let of = message["match"].as_str().unwrap_or_default();
                if message["re"] == side.next_id && message["ok"] == false {
                    return Err(message.to_string());
                }
                if message["type"] == "frame" && !stray.iter().any(|stray| stray == of) {
                    of.clone_into(&mut self.of);
                    side.frame = Some((message, None));
                    break;
                }
            }
        }
        self.over = false;
        Ok(())
    }

    /// A match that began while the server was killed, so that nobody here heard of it, is given up;
    /// it would count among those that an account may play at once.
    async fn give_up_strays(&mut self) -> Result<Vec<String>, String> {
        let stray = std::mem::take(&mut self.sides[0].playing);
        for of in stray.iter().filter(|of| **of != self.of) {
            let side = &mut self.sides[0];
            side.next_id += 1;
            side.ask(&json!({"type": "concede", "match": of, "id": side.next_id})).await?;
        }
        Ok(stray)
    }

    /// Plays until the server is gone.
    pub async fn play(mut self) -> Book {
        self.read_up().await;
        while self.step().await {}
        self.sides.iter_mut().for_each(Side::hang_up);
        self
    }

    /// Plays while the store fails and until an act is accepted after it was mended; says how long that
    /// took.
    pub async fn play_through(
        mut self,
        mut mended: watch::Receiver<Option<Instant>>,
        most: Duration,
    ) -> (Book, Result<Duration, String>) {
        let mut before = None;
        loop {
            let since = *mended.borrow_and_update();
            if let Some(since) = since {
                let before = *before.get_or_insert_with(|| self.acknowledged() + self.finished);
                if self.acknowledged() + self.finished > before {
                    return (self, Ok(since.elapsed()));
                }
                if since.elapsed() > most {
                    let text = self.describe();
                    return (self, Err(format!("no act was accepted within {most:?}: {text}")));
                }
            }
            if !self.step().await {
                // A match that could not begin while nothing can be written begins later.
                if !self.over {
                    return (self, Err("the server hung up".into()));
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }

    /// What stands in the way of an act, as far as is known here.
    fn describe(&self) -> String {
        let side = |side: &Side| {
            let frame = side.frame.as_ref().map(|(frame, _)| {
                let held = frame["held"] == true;
                format!(
                    "frame {} in {}, held {held}, to act {}, deadlines {}",
                    frame["frame"], frame["phase"], frame["to_act"], frame["deadlines"]
                )
            });
            format!("{frame:?}, pending {:?}", side.pending)
        };
        let [a, b] = &self.sides;
        format!("over {}, {:?}; {}; {}", self.over, self.trouble, side(a), side(b))
    }

    /// Reads what came while nobody read; when, nobody knows.
    async fn read_up(&mut self) {
        let patience = Duration::from_millis(2);
        for seat in 0..2 {
            while let Ok(Some(message)) =
                tokio::time::timeout(patience, self.sides[seat].hear()).await
            {
                self.note(seat, message);
            }
            if let Some((_, at)) = &mut self.sides[seat].frame {
                *at = None;
            }
        }
    }

    async fn step(&mut self) -> bool {
        if self.over {
            self.trouble = self.begin().await.err();
            if self.trouble.is_some() {
                return false;
            }
        }
        for seat in 0..2 {
            if !self.act(seat).await {
                return false;
            }
        }
        let [a, b] = &mut self.sides;
        let (seat, heard) = tokio::select! {
            heard = a.hear() => (0, heard),
            heard = b.hear() => (1, heard),
            // Somebody may be waited for who has thought long enough.
            () = tokio::time::sleep(Duration::from_millis(20)) => return true,
        };
        match heard {
            Some(message) => self.note(seat, message),
            None => return false,
        }
        true
    }

    /// Takes a message down.
    pub fn note(&mut self, seat: usize, message: Value) {
        let side = &mut self.sides[seat];
        match message["type"].as_str() {
            Some("frame") if message["match"] == self.of.as_str() => {
                side.note_time(&message);
                side.frame = Some((message, Some(Instant::now())));
            }
            // Sent again when the match goes on: nobody knows whether it was saved.
            Some("answer") if message["code"] == "store_unavailable" => {
                side.refused = Some(Instant::now());
            }
            Some("answer") => {
                let id = side.pending.as_ref().map(|(id, _)| *id);
                if id.is_some() && message["re"].as_u64() == id {
                    side.pending = None;
                    if message["ok"] == true {
                        side.acknowledged.extend(id);
                    }
                }
            }
            Some("ended") if message["match"] == self.of.as_str() => {
                self.finished += u64::from(!self.over);
                self.over = true;
            }
            _ => {}
        }
    }

    /// Sends some legal act of a seat, unless one is under way.
    pub async fn act(&mut self, seat: usize) -> bool {
        let dice = super::roll(&mut self.dice);
        let side = &mut self.sides[seat];
        if side.pending.is_some() && side.refused.is_some_and(|at| at.elapsed() > AGAIN) {
            side.refused = None;
            return self.send_again(seat).await.is_ok();
        }
        let Some((frame, _)) = side.frame.as_ref().filter(|_| side.pending.is_none()) else {
            return true;
        };
        let legal = frame["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
        // Thinks now and then, so that clocks run.
        if self.over || frame["to_act"] != true || legal.is_empty() || dice.is_multiple_of(4) {
            return true;
        }
        let action = legal[(dice / 4) as usize % legal.len()].clone();
        side.next_id += 1;
        let act = json!({"type": "act", "match": self.of, "seat": seat, "action": action,
                         "asked": frame["asked"], "id": side.next_id});
        side.pending = Some((side.next_id, act.clone()));
        match &mut side.client {
            Some(client) => client.say(&act).await.is_ok(),
            None => false,
        }
    }

    /// Sends the act again that was under way.
    pub async fn send_again(&mut self, seat: usize) -> Result<(), String> {
        let side = &mut self.sides[seat];
        match (&side.pending, &mut side.client) {
            (Some((_, act)), Some(client)) => client.say(act).await,
            _ => Ok(()),
        }
    }

    /// The deadlines of the last frame of a seat, and how long each had to go when it was sent.
    pub fn left(frame: &Value) -> BTreeMap<String, i64> {
        let now = frame["now"].as_i64().unwrap_or(0);
        let deadlines = frame["deadlines"].as_array().into_iter().flatten();
        deadlines
            .map(|deadline| {
                (deadline["timer"].to_string(), deadline["at"].as_i64().unwrap_or(0) - now)
            })
            .collect()
    }
}
