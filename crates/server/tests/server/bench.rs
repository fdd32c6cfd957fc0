//! A server of the test's own, and people who play on it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use bout_games::Catalogue;
use bout_server::client::{Client, guest, http};
use bout_server::{Address, App, Server, ServerLimits, Settings};
use bout_store::Store;
use serde_json::{Value, json};

/// Settings for tests: a free port, and no limit that a test meets by accident.
pub fn settings() -> Settings {
    Settings {
        listen: Address::free_port(),
        metrics: Some(SocketAddr::from(([127, 0, 0, 1], 0))),
        limits: ServerLimits {
            connects_per_minute: 1_000_000,
            guests_per_minute: 1_000_000,
            messages_per_second: 100_000,
            message_burst: 100_000,
            requests_per_second: 1_000_000,
            request_burst: 1_000_000,
            tables_per_address: 1_000,
            opens_per_minute: 1_000_000,
            questions_per_second: 100_000,
            question_burst: 100_000,
            ..ServerLimits::default()
        },
        ..Settings::default()
    }
}

pub async fn start(settings: Settings, store: Store) -> Server {
    bout_server::metrics_recorder();
    Server::start(App::new(settings, store, Catalogue::shipped())).await.unwrap()
}

pub async fn plain() -> Server {
    start(settings(), Store::memory()).await
}

/// Runs a test on a runtime of its own, and never for ever.
pub fn run(test: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let limited = async { tokio::time::timeout(Duration::from_mins(1), test).await };
    runtime.unwrap().block_on(limited).expect("the test ends within a minute");
}

/// Somebody who plays: a socket, and the last frame of each seat.
pub struct Person {
    pub token: String,
    pub client: Client,
    pub address: Address,
    pub frames: BTreeMap<(String, u64), Value>,
    pub heard: Vec<Value>,
    next_id: u64,
}

impl Person {
    pub async fn arrive(address: &Address) -> Person {
        let token = guest(address).await.unwrap();
        Person::with(address, token).await
    }

    pub async fn with(address: &Address, token: String) -> Person {
        let client = Client::connect(address, "/ws").await.unwrap();
        Person::on(address, token, client).await
    }

    /// Somebody on a socket that is open already.
    pub async fn on(address: &Address, token: String, client: Client) -> Person {
        let (frames, heard) = (BTreeMap::new(), Vec::new());
        let address = address.clone();
        let mut person = Person { token, client, address, frames, heard, next_id: 1 };
        let hello = json!({"type": "hello", "token": person.token, "id": 0});
        assert_eq!(person.ask(hello).await["ok"], true);
        person
    }

    /// The same person in another window.
    pub async fn again(&self) -> Person {
        let mut again = Person::with(&self.address, self.token.clone()).await;
        again.next_id = self.next_id;
        again
    }

    pub async fn hear(&mut self) -> Value {
        let message = self.client.hear().await.expect("the server speaks on");
        self.note(&message);
        message
    }

    fn note(&mut self, message: &Value) {
        if let Err(error) =
            serde_json::from_value::<bout_server::server_message::ServerMessage>(message.clone())
        {
            panic!("not as it is described: {error}: {message}");
        }
        if message["type"] == "frame" {
            let of = message["match"].as_str().unwrap().to_owned();
            let seat = message["seat"].as_u64().unwrap_or(99);
            self.frames.insert((of, seat), message.clone());
        }
        self.heard.push(message.clone());
    }

    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear().await;
            if fits(&message) {
                return message;
            }
        }
    }

    pub async fn frame(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        self.until(|message| message["type"] == "frame" && fits(message)).await
    }

    /// Says something, and waits for its answer.
    pub async fn ask(&mut self, message: Value) -> Value {
        self.client.say(&message).await.unwrap();
        let id = message["id"].clone();
        self.until(|heard| heard["type"] == "answer" && heard["re"] == id).await
    }

    pub fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    pub async fn act(&mut self, of: &str, seat: u64, action: Value) -> Value {
        // Without `asked`: the frame after the act before this one may not be here yet.
        let id = self.id();
        self.ask(json!({"type": "act", "match": of, "seat": seat, "action": action, "id": id}))
            .await
    }

    /// Opens a table; gives the match if it began, else the table.
    pub async fn open(&mut self, game: &str, seats: Value, config: Value) -> Value {
        let id = self.id();
        let mut message = json!({"type": "table_open", "game": game, "seats": seats, "id": id,
                                 "public": true});
        if !config.is_null() {
            message["config"] = config;
        }
        self.ask(message).await
    }

    /// Plays the first legal action of each seat until the match is over.
    pub async fn play_out(&mut self, of: &str) -> Value {
        loop {
            let mine: Vec<_> = self
                .frames
                .iter()
                .filter(|((id, _), _)| id == of)
                .map(|(_, f)| f.clone())
                .collect();
            if let Some(over) = mine.iter().find(|frame| !frame["outcome"].is_null()) {
                return over["outcome"].clone();
            }
            let ready = mine.into_iter().find(|frame| {
                frame["to_act"] == true && !frame["legal"].as_array().unwrap().is_empty()
            });
            match ready {
                Some(frame) => self.act_on(of, &frame).await,
                None => drop(self.hear().await),
            }
        }
    }

    /// Answers a question with some legal action, and waits for the frame that follows.
    pub async fn act_on(&mut self, of: &str, frame: &Value) {
        let legal = frame["legal"].as_array().unwrap();
        let pick = usize::try_from(self.id()).unwrap() % legal.len();
        let (seat, action) = (frame["seat"].as_u64().unwrap(), legal[pick].clone());
        if self.act(of, seat, action).await["ok"] == true {
            self.settle(of, seat, frame).await;
        }
    }

    /// Waits until the frame of a seat is another than this one.
    async fn settle(&mut self, of: &str, seat: u64, before: &Value) {
        while self.frames[&(of.to_owned(), seat)]["frame"] == before["frame"] {
            self.hear().await;
        }
    }
}

pub async fn get(address: &Address, path: &str) -> (u16, Value) {
    let (status, body) = http(address, "GET", path, (None, None)).await.unwrap();
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

/// The metrics of a server, as text.
pub async fn figures(server: &Server) -> String {
    let address = Address::from(server.metrics.unwrap());
    let (status, text) = http(&address, "GET", "/metrics", (None, None)).await.unwrap();
    assert_eq!(status, 200);
    text
}

pub async fn get_as(address: &Address, token: &str, path: &str) -> (u16, Value) {
    let (status, body) = http(address, "GET", path, (Some(token), None)).await.unwrap();
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

pub async fn send(address: &Address, token: &str, path: &str, body: &Value) -> (u16, Value) {
    let (status, body) = http(address, "POST", path, (Some(token), Some(body))).await.unwrap();
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

/// Two people at a table of a game; gives the match.
pub async fn pair(address: &Address, game: &str, config: Value) -> (Person, Person, String) {
    let (mut a, mut b) = (Person::arrive(address).await, Person::arrive(address).await);
    let seats = json!([{"type": "me"}, {"type": "open"}]);
    let opened = a.open(game, seats, config).await;
    let code = opened["table"]["code"].as_str().unwrap().to_owned();
    let joined = b.ask(json!({"type": "table_join", "code": code, "id": 1})).await;
    let of = joined["match"].as_str().unwrap().to_owned();
    a.frame(|frame| frame["match"] == of.as_str()).await;
    if !b.frames.contains_key(&(of.clone(), 1)) {
        b.frame(|frame| frame["match"] == of.as_str()).await;
    }
    (a, b, of)
}
