//! Playing a transcript.

use std::fmt::Write;
use std::sync::Arc;

use bout_core::{
    AnyGame, AnyMatch, Catalogued, Game, Input, LoadedGame, Match, Millis, Opening, Outcome,
    Record, Refused, Replay, Seed, Sink, Start, Viewer, read_config,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::read::{Command, Line, Order, line};
use crate::Edges;

/// A transcript as it should read, and the match it tells.
pub(super) struct Story {
    pub text: String,
    pub replay: Replay,
}

/// Tells a transcript anew from its comments, header, inputs and questions. The error names the
/// line.
pub(super) fn tell<G: Catalogued>(
    rules: &LoadedGame<G>,
    written: &str,
) -> Result<Story, (usize, String)> {
    let mut teller = Teller::new(rules);
    for (text, number) in written.lines().zip(1..) {
        let read = line(text).and_then(|line| teller.take(line, text.trim_end()));
        read.map_err(|error| (number, error))?;
    }
    let end = written.lines().count();
    let table = teller.table.ok_or((end, "there is no line '> open'".to_owned()))?;
    let replay = table.replay();
    let restored = rules.restore(&replay).map_err(|fault| (end, fault.to_string()))?;
    if restored.digest() != table.digest() {
        return Err((end, "its replay restores another state".into()));
    }
    Ok(Story { text: teller.out, replay })
}

struct Teller<'a, G: Catalogued> {
    rules: &'a LoadedGame<G>,
    preset: Option<String>,
    config: Value,
    seed: Seed,
    table: Option<Box<dyn AnyMatch>>,
    out: String,
}

impl<'a, G: Catalogued> Teller<'a, G> {
    fn new(rules: &'a LoadedGame<G>) -> Self {
        let (config, out) = (json!({}), String::new());
        Teller { rules, preset: None, config, seed: Seed(0), table: None, out }
    }

    fn take(&mut self, line: Line, text: &str) -> Result<(), String> {
        match line {
            Line::Came => return Ok(()),
            Line::Comment => {}
            Line::Game(id) if id == G::ID => {}
            Line::Game(id) => return Err(format!("it is a match of {id}, not of {}", G::ID)),
            Line::Preset(name) => self.preset = Some(name),
            Line::Config(config) => self.config = config,
            Line::Seed(seed) => self.seed = seed.parse()?,
            Line::Ask(viewer) => return self.answer(viewer),
            Line::Order(order) => {
                self.say(text);
                return self.obey(order);
            }
        }
        self.say(text);
        Ok(())
    }

    fn say(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn answer(&mut self, viewer: Viewer) -> Result<(), String> {
        let view = self.table()?.view(viewer);
        self.say(&format!("? {viewer} {view}"));
        Ok(())
    }

    fn table(&mut self) -> Result<&mut Box<dyn AnyMatch>, String> {
        self.table.as_mut().ok_or_else(|| "the match is not yet open".into())
    }

    fn obey(&mut self, order: Order) -> Result<(), String> {
        let Order { at, command, luck } = order;
        match command {
            Command::Open | Command::Load(_) if self.table.is_some() => {
                Err("the match is already open".into())
            }
            Command::Open => self.open(None, at, luck.as_deref()),
            Command::Load(state) => self.open(Some(&state), at, luck.as_deref()),
            Command::Advance(to) => {
                let table = self.table()?;
                let from = table.seq() + 1;
                let refused = table.advance(to).err();
                self.report(from, refused.as_ref())
            }
            Command::Submit(input) => {
                let table = self.table()?;
                let due = table.next_deadline().filter(|_| input == Input::Expire);
                let at = at.or(due).unwrap_or(table.now());
                let from = table.seq() + 1;
                let refused = table.submit(at, &input, luck.as_deref(), None).err();
                self.report(from, refused.as_ref())
            }
        }
    }

    fn open(
        &mut self,
        state: Option<&Value>,
        at: Option<Millis>,
        luck: Option<&[u32]>,
    ) -> Result<(), String> {
        let preset = self.preset.as_deref();
        let opening = Opening { preset, config: &self.config, seed: self.seed, luck };
        let table = match state {
            None => self.rules.open(&opening),
            Some(state) => self.rules.load(&opening, state, at),
        };
        self.table = Some(table.map_err(|error| error.to_string())?);
        self.report(0, None)
    }

    /// Says what came of an input.
    fn report(&mut self, from: u64, refused: Option<&Refused>) -> Result<(), String> {
        if let Some(Refused { code, heard, .. }) = refused {
            self.say(&format!("! {code}{}", if *heard { " heard" } else { "" }));
            if !heard {
                return Ok(());
            }
        }
        let table = self.table()?;
        let mut came = String::new();
        for (_, event) in table.events(Viewer::Referee, from) {
            let _ = writeln!(came, "< {event}");
        }
        let outcome = table.outcome().map(|outcome| end(&outcome)).unwrap_or_default();
        let _ = write!(came, "= {} {}{outcome}", table.phase(), table.digest());
        self.say(&came);
        Ok(())
    }
}

fn end(outcome: &Outcome) -> String {
    let seats = |set| serde_json::to_string(set).unwrap_or_default();
    format!(" {} won {} drew {}", outcome.ending, seats(&outcome.won), seats(&outcome.drew))
}

/// Folds a match once more, typed, to count the edges it took.
pub(super) fn count_edges<G: Catalogued>(
    replay: &Replay,
    library: &Arc<G::Library>,
    edges: &mut Edges,
) -> Result<(), String> {
    let mut hops = Vec::new();
    let mut live = begin::<G>(replay, library, Sink::all(&mut Vec::new(), &mut hops))?;
    let _names = live.game().capabilities().naming();
    for Record { at, input, luck, .. } in &replay.entries {
        let input = typed::<G>(input)?;
        let (mut events, mut taken) = (Vec::new(), Vec::new());
        let sink = Sink::all(&mut events, &mut taken);
        match luck {
            None => live.step(*at, &input, sink).map_err(|refusal| format!("{refusal:?}"))?,
            Some(luck) => (live.step_scripted(*at, &input, luck, sink))
                .map_err(|error| format!("{error:?}"))?,
        };
        hops.extend(taken);
    }
    edges.count::<G>(&hops);
    Ok(())
}

fn begin<G: Catalogued>(
    replay: &Replay,
    library: &Arc<G::Library>,
    sink: Sink<'_, G>,
) -> Result<Match<G>, String> {
    let presets = G::presets();
    let base = presets.first().map(|preset| preset.config.clone()).unwrap_or_default();
    let config = read_config(&base, &replay.config).map_err(|error| error.to_string())?;
    let game = Arc::new(G::new(config, library).map_err(|error| error.to_string())?);
    let _names = game.capabilities().naming();
    match &replay.start {
        None => Ok(Match::open(game, replay.seed, sink)),
        Some(Start { state: Some(state), now, .. }) => {
            let state = G::State::deserialize(state).map_err(|error| error.to_string())?;
            Match::at(game, state, replay.seed, *now)
        }
        Some(Start { luck, .. }) => {
            let luck = luck.as_deref().unwrap_or_default();
            let opened = Match::open_scripted(game, replay.seed, luck, sink);
            opened.map_err(|error| error.to_string())
        }
    }
}

fn typed<G: Game>(input: &Input<Value>) -> Result<Input<G::Action>, String> {
    Ok(match input {
        Input::Act { seat, action } => {
            let action = G::Action::deserialize(action).map_err(|error| error.to_string())?;
            Input::Act { seat: *seat, action }
        }
        Input::Expire => Input::Expire,
        Input::Signal { signal } => Input::Signal { signal: *signal },
    })
}
