//! The matches that one engine holds.

use std::collections::BTreeMap;

use bout_bots::{Player, Seating};
use bout_core::{AnyGame, AnyMatch, BotSpec, Choice, Input, Millis, Opening, Seat, Seed, Viewer};
use bout_games::Catalogue;
use serde_json::{Value, json};

use super::answer::{EngineAnswer, EngineError};
use super::request::{Request, read};
use crate::games;

/// The most matches that one engine holds.
const MATCHES_MAX: usize = 10_000;
/// The most computer players that one match keeps.
const BOTS_MAX: usize = 256;

type Answered = Result<EngineAnswer, EngineError>;

/// All that an engine knows.
pub struct EngineSession {
    catalogue: Catalogue,
    matches: BTreeMap<String, Held>,
}

/// A match with the bots that were asked in it.
struct Held {
    table: Box<dyn AnyMatch>,
    seed: Seed,
    bots: BTreeMap<(u8, String), Box<dyn Player>>,
}

impl EngineSession {
    /// An engine without a match.
    pub fn new(catalogue: Catalogue) -> Self {
        EngineSession { catalogue, matches: BTreeMap::new() }
    }

    /// Gives a match up that a fault has left half done.
    pub fn drop_match(&mut self, name: &str) {
        self.matches.remove(name);
    }

    /// Does what is asked.
    pub fn handle(&mut self, value: Value) -> Answered {
        let (name, request) = read(value)?;
        match request {
            Request::Games {} => {
                Ok(EngineAnswer::new(json!({"games": games::list(&self.catalogue)})))
            }
            Request::Open { game, config, preset, seed, luck } => {
                let rules = self.rules(&game)?;
                let (config, seed) = (config.unwrap_or_else(|| json!({})), seed_or_random(seed)?);
                let preset = preset.as_deref();
                let opening = Opening { preset, config: &config, seed, luck: luck.as_deref() };
                self.seat(name, rules.open(&opening)?, seed)
            }
            Request::Load { game, config, preset, state, now, seed } => {
                let rules = self.rules(&game)?;
                let (config, seed) = (config.unwrap_or_else(|| json!({})), seed_or_random(seed)?);
                let opening =
                    Opening { preset: preset.as_deref(), config: &config, seed, luck: None };
                let table = rules.load(&opening, &state, now)?;
                self.seat(name, table, seed)
            }
            Request::Close {} => match self.matches.remove(&name) {
                Some(_) => Ok(EngineAnswer::new(json!({}))),
                None => Err(unknown(&name)),
            },
            Request::Bot { bot, seat, seed } => self.ask(&name, bot, seat, seed),
            other => self.matches.get_mut(&name).ok_or_else(|| unknown(&name))?.handle(other),
        }
    }

    fn rules(&self, game: &str) -> Result<Box<dyn AnyGame>, EngineError> {
        self.catalogue.rule_set(game).map_err(|error| EngineError::bad_request(error.to_string()))
    }

    fn seat(&mut self, name: String, table: Box<dyn AnyMatch>, seed: Seed) -> Answered {
        if self.matches.len() >= MATCHES_MAX && !self.matches.contains_key(&name) {
            return Err(EngineError::bad_request(format!(
                "an engine holds at most {MATCHES_MAX} matches"
            )));
        }
        let events = bare(table.events(Viewer::Referee, 0));
        let answer = EngineAnswer::new(json!({"events": events})).standing(table.as_ref());
        self.matches.insert(name, Held { table, seed, bots: BTreeMap::new() });
        Ok(answer)
    }

    fn ask(&mut self, name: &str, bot: String, seat: Seat, seed: Option<Seed>) -> Answered {
        let held = self.matches.get_mut(name).ok_or_else(|| unknown(name))?;
        held.check_seat(seat)?;
        let key = (seat.0, bot);
        if seed.is_some() || !held.bots.contains_key(&key) {
            let spec: BotSpec = key.1.parse().map_err(EngineError::bad_request)?;
            let seed = seed.unwrap_or_else(|| held.seed.of_bot(seat));
            let made =
                self.catalogue.with_game(held.table.game(), Seating { spec: &spec, seat, seed });
            let player = made
                .map_err(|error| error.to_string())
                .flatten()
                .map_err(EngineError::bad_request)?;
            if held.bots.len() >= BOTS_MAX {
                return Err(EngineError::bad_request(format!(
                    "a match keeps at most {BOTS_MAX} bots"
                )));
            }
            held.bots.insert(key.clone(), player);
        }
        let Some(player) = held.bots.get_mut(&key) else { return Err(unknown(name)) };
        Ok(EngineAnswer::new(match player.choose(held.table.as_ref()) {
            Choice::Act(action) => json!({"action": action}),
            Choice::Wait => json!({"action": null}),
            Choice::Leave => json!({"action": null, "leave": true}),
        }))
    }
}

impl Held {
    fn handle(&mut self, request: Request) -> Answered {
        let now = self.table.now();
        match request {
            Request::Act { seat, action, at, luck } => {
                self.enter(at.unwrap_or(now), &Input::Act { seat, action }, luck.as_deref())
            }
            Request::Signal { signal, at, luck } => {
                self.enter(at.unwrap_or(now), &Input::Signal { signal }, luck.as_deref())
            }
            Request::Expire { luck } => {
                let at = self.table.next_deadline().unwrap_or(now);
                self.enter(at, &Input::Expire, luck.as_deref())
            }
            Request::Advance { to } => {
                let done = self.table.advance(to)?;
                Ok(EngineAnswer::done(done, self.table.as_ref()))
            }
            Request::Check { seat, action } => {
                self.table.check(seat, &action)?;
                Ok(EngineAnswer::new(json!({})))
            }
            Request::Legal { seat } => {
                self.check_seat(seat)?;
                Ok(EngineAnswer::new(json!({"actions": self.table.legal(seat)})))
            }
            Request::Options { seat } => {
                self.check_seat(seat)?;
                Ok(EngineAnswer::new(json!({"options": self.table.options(seat)})))
            }
            Request::Preview { seat, action, luck } => {
                preview(self.table.as_ref(), seat, &action, luck.as_deref())
            }
            Request::View { viewer } => {
                Ok(EngineAnswer::new(json!({"view": self.table.view(self.viewer(&viewer)?)})))
            }
            Request::Events { viewer, from } => {
                let told = self.table.events(self.viewer(&viewer)?, from);
                Ok(EngineAnswer::new(json!({"events": bare(told)})))
            }
            Request::State {} => Ok(EngineAnswer::new(json!({"state": self.table.state()}))),
            Request::Log {} => Ok(EngineAnswer::new(json!({"replay": self.table.replay()}))),
            Request::Digest {} => Ok(EngineAnswer::new(json!({"digest": self.table.digest()}))),
            Request::Games {}
            | Request::Open { .. }
            | Request::Load { .. }
            | Request::Bot { .. }
            | Request::Close {} => Err(EngineError::bad_request("not a request about a match")),
        }
    }

    fn enter(&mut self, at: Millis, input: &Input<Value>, luck: Option<&[u32]>) -> Answered {
        let done = self.table.submit(at, input, luck, None)?;
        Ok(EngineAnswer::done(done, self.table.as_ref()))
    }

    fn check_seat(&self, seat: Seat) -> Result<(), EngineError> {
        let seats = self.table.seats();
        if seat.sits_among(seats) || seat == Seat::HOST {
            return Ok(());
        }
        Err(EngineError::bad_request(format!("seat: 0 to {} or \"host\" expected", seats - 1)))
    }

    fn viewer(&self, value: &Value) -> Result<Viewer, EngineError> {
        let wrong = || {
            let last = self.table.seats() - 1;
            EngineError::bad_request(format!(
                "viewer: 0 to {last}, \"host\", \"public\" or \"referee\" expected"
            ))
        };
        match value {
            Value::String(word) if word.parse::<u8>().is_err() => word.parse().map_err(|_| wrong()),
            Value::Number(n) => (n.as_u64().and_then(|n| u8::try_from(n).ok()))
                .filter(|n| Seat(*n).sits_among(self.table.seats()))
                .map(|n| Viewer::Seat(Seat(n)))
                .ok_or_else(wrong),
            _ => Err(wrong()),
        }
    }
}

fn preview(table: &dyn AnyMatch, seat: Seat, action: &Value, luck: Option<&[u32]>) -> Answered {
    let previewed = table.preview(seat, action, luck)?;
    let first = previewed
        .results
        .first()
        .ok_or_else(|| EngineError::new("internal", "nothing was previewed"))?;
    let mut answer = json!({"events": first.events, "view": first.view});
    if previewed.results.len() > 1 || !previewed.exact {
        answer["exact"] = json!(previewed.exact);
        answer["chances"] = json!(previewed.results);
    }
    Ok(EngineAnswer::new(answer))
}

/// Events without the numbers of their entries.
fn bare(told: Vec<(u64, Value)>) -> Vec<Value> {
    told.into_iter().map(|(_, event)| event).collect()
}

fn unknown(name: &str) -> EngineError {
    EngineError::bad_request(format!("there is no match '{name}'; open or load one first"))
}

fn seed_or_random(seed: Option<Seed>) -> Result<Seed, EngineError> {
    let Some(seed) = seed else {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| EngineError::new("internal", format!("no randomness: {error}")))?;
        return Ok(Seed(u128::from_le_bytes(bytes)));
    };
    Ok(seed)
}
