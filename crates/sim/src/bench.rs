//! How fast a game is, on one thread.

#![expect(clippy::disallowed_types, reason = "a benchmark reads the clock")]
#![expect(clippy::cast_precision_loss, reason = "speeds are not that precise")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bout_core::{
    AnyGame, BotSpec, Catalogued, Entry, Game, Input, LoadedGame, Match, Millis, Opening, Seat,
    Seed, Sink,
};
use serde::Serialize;
use serde_json::Value;

use crate::{Limits, Runner, Watch};

/// Matches recorded for the figures that replay them.
const RECORDED: u64 = 64;

/// Steps and matches a second.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rate {
    /// Entries a second.
    pub steps_per_second: f64,
    /// Matches a second.
    pub matches_per_second: f64,
}

/// Actions a second.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Recorded {
    /// Applied actions a second.
    pub actions_per_second: f64,
}

/// The speed of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Bench {
    /// The game's id.
    pub game: &'static str,
    /// Who played.
    pub bots: Vec<String>,
    /// Typed path, events off.
    #[serde(flatten)]
    pub plain: Rate,
    /// The same with events collected.
    pub with_events: Rate,
    /// Recorded matches through JSON, with digests and hash chain.
    pub erased: Rate,
    /// Recorded matches, typed, without bots.
    pub recorded: Recorded,
    /// Lists of legal actions of a side in mid-match.
    pub legal_lists_per_second: f64,
    /// Size of a state.
    pub state_bytes: usize,
    /// Time to clone a match.
    pub clone_ns: f64,
}

/// Measures a game for about `seconds` in all.
pub fn bench<G: Catalogued>(
    game: &Arc<G>,
    library: &Arc<G::Library>,
    config: &Value,
    bots: &[BotSpec],
    seconds: f64,
) -> Result<Bench, String> {
    let part = Duration::from_secs_f64((seconds / 6.0).max(0.02));
    let mut runner = Runner::new(game, bots, Limits::of::<G>())?;
    let recorded = record(&mut runner);
    let middle = middle(game, &recorded);
    Ok(Bench {
        game: G::ID,
        bots: bots.iter().map(ToString::to_string).collect(),
        plain: played(&mut runner, part, false),
        with_events: played(&mut runner, part, true),
        erased: erased::<G>(library, config, &recorded, part)?,
        recorded: Recorded { actions_per_second: replayed(game, &recorded, part) },
        legal_lists_per_second: legal_lists(&middle, part),
        state_bytes: size_of::<G::State>(),
        clone_ns: 1e9 / cloned(&middle[0].0, part),
    })
}

/// How often `work` can be done in a second; it is called with rising numbers until time is up.
fn rate(part: Duration, mut work: impl FnMut(u64) -> u64) -> f64 {
    let start = Instant::now();
    let (mut done, mut calls) = (0, 0);
    loop {
        for _ in 0..64 {
            done += work(calls);
            calls += 1;
        }
        let spent = start.elapsed();
        if spent >= part {
            return done as f64 / spent.as_secs_f64();
        }
    }
}

fn played<G: Catalogued>(runner: &mut Runner<G>, part: Duration, with_events: bool) -> Rate {
    let (mut events, mut steps, mut matches) = (Vec::new(), 0, 0_u64);
    let steps_per_second = rate(part, |i| {
        events.clear();
        let events = with_events.then_some(&mut events);
        black_box(runner.play(Seed(77).derive(i), &mut Watch { events, log: None }));
        matches += 1;
        steps += runner.live().seq();
        runner.live().seq()
    });
    let matches_per_second = steps_per_second * matches as f64 / (steps as f64).max(1.0);
    Rate { steps_per_second, matches_per_second }
}

type JsonLog = (Seed, Vec<(Millis, Input<Value>)>);

type Log<G> = (Seed, Vec<Entry<<G as Game>::Action>>);

fn record<G: Catalogued>(runner: &mut Runner<G>) -> Vec<Log<G>> {
    let one = |i| {
        let (seed, mut log) = (Seed(78).derive(i), Vec::new());
        runner.play(seed, &mut Watch { events: None, log: Some(&mut log) });
        (seed, log)
    };
    (0..RECORDED).map(one).collect()
}

fn replayed<G: Catalogued>(game: &Arc<G>, recorded: &[Log<G>], part: Duration) -> f64 {
    let mut live = Match::open(Arc::clone(game), Seed(0), Sink::none());
    rate(part, |i| {
        let (seed, log) = &recorded[(i % RECORDED) as usize];
        live.reopen(*seed, Sink::none());
        for entry in log {
            live.apply_unchecked(entry.at, &entry.input, Sink::none());
        }
        black_box(&live);
        log.len() as u64
    })
}

fn erased<G: Catalogued>(
    library: &Arc<G::Library>,
    config: &Value,
    recorded: &[Log<G>],
    part: Duration,
) -> Result<Rate, String> {
    let rules = LoadedGame::<G>::new(Arc::clone(library));
    let setting = serde_json::from_value(config.clone()).map_err(|error| error.to_string())?;
    let game = G::new(setting, library).map_err(|error| error.to_string())?;
    let _names = game.capabilities().naming();
    let json = |entry: &Entry<G::Action>| (entry.at, entry.input.to_json());
    let logs: Vec<JsonLog> =
        recorded.iter().map(|(seed, log)| (*seed, log.iter().map(json).collect())).collect();
    let open = |seed| rules.open(&Opening { preset: None, config, seed, luck: None });
    open(Seed(0)).map_err(|error| error.text)?;
    let (mut steps, mut matches) = (0, 0_u64);
    let steps_per_second = rate(part, |i| {
        let (seed, log) = &logs[(i % RECORDED) as usize];
        let mut table = open(*seed).expect("was opened once already");
        for (at, input) in log {
            let _ = black_box(table.submit(*at, input, None, None));
        }
        matches += 1;
        steps += table.seq();
        table.seq()
    });
    let matches_per_second = steps_per_second * matches as f64 / (steps as f64).max(1.0);
    Ok(Rate { steps_per_second, matches_per_second })
}

/// Every recorded match in its middle, with a seat that is waited for.
fn middle<G: Catalogued>(game: &Arc<G>, recorded: &[Log<G>]) -> Vec<(Match<G>, Seat)> {
    let middle = |(seed, log): &Log<G>| {
        let mut live = Match::open(Arc::clone(game), *seed, Sink::none());
        let mut last = live.clone();
        for entry in &log[..log.len() / 2] {
            live.apply_unchecked(entry.at, &entry.input, Sink::none());
            if !game.to_act(live.state()).is_empty() {
                last.clone_from(&live);
            }
        }
        let seat = game.to_act(last.state()).first().unwrap_or(Seat(0));
        (last, seat)
    };
    recorded.iter().map(middle).collect()
}

fn legal_lists<G: Catalogued>(middle: &[(Match<G>, Seat)], part: Duration) -> f64 {
    let mut legal = Vec::new();
    rate(part, |i| {
        let (live, seat) = &middle[i as usize % middle.len()];
        legal.clear();
        live.game().legal(live.state(), *seat, &mut legal);
        black_box(&legal);
        1
    })
}

fn cloned<G: Catalogued>(live: &Match<G>, part: Duration) -> f64 {
    let mut copy = live.clone();
    rate(part, |_| {
        for _ in 0..64 {
            copy.clone_from(black_box(live));
            black_box(&copy);
        }
        64
    })
}
