//! Many matches, on all cores.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bout_core::{
    AnyGame, BotSpec, Catalogued, Entry, LoadedGame, Opening, Outcome, Replay, Seat, Seed, Stop,
    Tally,
};
use rayon::prelude::*;
use serde_json::Value;

use crate::{End, Limits, Runner, Watch};

/// Matches that one thread plays before it looks for more work and reports progress.
const CHUNK: u64 = 512;

/// What to play.
#[derive(Clone, Debug)]
pub struct Batch {
    /// How many matches.
    pub games: u64,
    /// From which every match's seed is derived.
    pub seed: u64,
    /// On how many threads; 0: on all cores.
    pub threads: usize,
    /// Who plays: one bot for all seats, or one a seat.
    pub bots: Vec<BotSpec>,
    /// Where to give up.
    pub limits: Limits,
}

/// How a seat fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSum {
    /// Matches won.
    pub wins: u64,
    /// Matches lost.
    pub losses: u64,
    /// Matches drawn.
    pub draws: u64,
}

/// What came of a batch, in whole numbers.
#[derive(Clone, Debug)]
pub struct Sum<G: Catalogued> {
    /// By seat.
    pub seats: Vec<SeatSum>,
    /// By the ending's name.
    pub endings: Vec<(&'static str, u64)>,
    /// Matches that met a limit.
    pub unfinished: u64,
    /// Matches by length; unfinished ones count up to where they were given up.
    pub lengths: Vec<u64>,
    /// Matches that broke an invariant or panicked; they are in no other figure.
    pub faults: u64,
    /// The number of the first of them.
    pub first_fault: Option<u64>,
    /// Entries played.
    pub steps: u64,
    /// Actions of bots that the rules refused.
    pub refused: u64,
    /// The game's own statistics.
    pub tally: G::Tally,
}

impl Batch {
    /// The seed of match `i`.
    pub fn seed_of(&self, i: u64) -> Seed {
        Seed(u128::from(self.seed)).derive(i)
    }

    /// Plays all matches; `progress` is told how many more are done.
    pub fn run<G: Catalogued>(
        &self,
        game: &Arc<G>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Sum<G>, String> {
        self.run_until(game, progress, &Stop::default())
    }

    /// The same until somebody wants it to end; matches that were begun are played to their end.
    pub fn run_until<G: Catalogued>(
        &self,
        game: &Arc<G>,
        progress: &(dyn Fn(u64) + Sync),
        stop: &Stop,
    ) -> Result<Sum<G>, String> {
        Runner::new(game, &self.bots, self.limits)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool =
            pool.map_err(|error| format!("cannot start {} threads: {error}", self.threads))?;
        let worker = || Worker::new(self, game);
        let sum = pool.install(|| {
            (0..self.games.div_ceil(CHUNK))
                .into_par_iter()
                .fold(worker, |mut worker, chunk| {
                    let matches = chunk * CHUNK..((chunk + 1) * CHUNK).min(self.games);
                    progress(matches.end - matches.start);
                    matches.take_while(|_| !stop.is_set()).for_each(|i| worker.play(self, i));
                    worker
                })
                .map(|worker| worker.sum)
                .reduce(|| Sum::new(usize::from(game.seats())), Sum::merged)
        });
        Ok(sum)
    }

    /// The log of one match of the batch, with its events.
    pub fn log_of<G: Catalogued>(&self, game: &Arc<G>, i: u64) -> Result<Played<G>, String> {
        let mut runner = Runner::new(game, &self.bots, self.limits)?;
        let (mut events, mut log) = (Vec::new(), Vec::new());
        let mut watch = Watch { events: Some(&mut events), log: Some(&mut log) };
        let end = runner.play(self.seed_of(i), &mut watch);
        Ok(Played { log, events, end })
    }
}

impl Batch {
    /// One match of the batch as a replay file.
    pub fn replay_of<G: Catalogued>(
        &self,
        game: &Arc<G>,
        library: &Arc<G::Library>,
        config: &Value,
        i: u64,
    ) -> Result<Replay, String> {
        if i >= self.games {
            return Err(format!(
                "match {i}: the batch has the matches 0 to {}",
                self.games.max(1) - 1
            ));
        }
        let played = self.log_of(game, i)?;
        let opening = Opening { preset: None, config, seed: self.seed_of(i), luck: None };
        let mut table = (LoadedGame::<G>::new(Arc::clone(library)).open(&opening))
            .map_err(|error| error.text)?;
        let _names = game.capabilities().naming();
        for entry in &played.log {
            let input = entry.input.to_json();
            table.submit(entry.at, &input, None, None).map_err(|refused| refused.text)?;
        }
        Ok(table.replay())
    }
}

/// One match of a batch, written down.
pub struct Played<G: Catalogued> {
    /// What entered.
    pub log: Vec<Entry<G::Action>>,
    /// What happened.
    pub events: Vec<G::Event>,
    /// How it ended.
    pub end: End,
}

struct Worker<G: Catalogued> {
    runner: Runner<G>,
    events: Vec<G::Event>,
    sum: Sum<G>,
}

impl<G: Catalogued> Worker<G> {
    fn new(batch: &Batch, game: &Arc<G>) -> Self {
        let runner = Worker::runner(batch, game);
        Worker { runner, events: Vec::new(), sum: Sum::new(usize::from(game.seats())) }
    }

    fn runner(batch: &Batch, game: &Arc<G>) -> Runner<G> {
        let runner = Runner::new(game, &batch.bots, batch.limits);
        runner.expect("was made once already").audited()
    }

    fn play(&mut self, batch: &Batch, i: u64) {
        self.events.clear();
        let mut watch = Watch { events: Some(&mut self.events), log: None };
        let played =
            catch_unwind(AssertUnwindSafe(|| self.runner.play(batch.seed_of(i), &mut watch)));
        let live = self.runner.live();
        match played {
            Ok(end) if live.game().faults(live.state()).is_ok() => self.count(end),
            Ok(_) | Err(_) => {
                let game = Arc::clone(live.game());
                self.fault(batch, &game, i);
            }
        }
    }

    fn count(&mut self, end: End) {
        self.sum.steps += self.runner.live().seq();
        self.sum.refused += self.runner.refused();
        self.sum.count(end.outcome(), self.runner.length());
        self.runner.show(&self.events, end, &mut self.sum.tally);
    }

    /// A match that went wrong is counted as that and nothing else; the next one starts afresh.
    #[cold]
    fn fault(&mut self, batch: &Batch, game: &Arc<G>, i: u64) {
        self.sum.faults += 1;
        self.sum.first_fault = Some(self.sum.first_fault.map_or(i, |first| first.min(i)));
        self.sum.tally.fault();
        self.runner = Worker::runner(batch, game);
    }
}

impl<G: Catalogued> Sum<G> {
    /// How many matches were played.
    pub fn games(&self) -> u64 {
        self.lengths.iter().sum::<u64>() + self.faults
    }

    fn new(seats: usize) -> Self {
        Sum {
            seats: vec![SeatSum::default(); seats],
            endings: Vec::new(),
            unfinished: 0,
            lengths: Vec::new(),
            faults: 0,
            first_fault: None,
            steps: 0,
            refused: 0,
            tally: G::Tally::default(),
        }
    }

    fn count(&mut self, outcome: Option<Outcome>, length: u32) {
        add_at(&mut self.lengths, length as usize, 1);
        let Some(outcome) = outcome else {
            self.unfinished += 1;
            return;
        };
        add_named(&mut self.endings, outcome.ending, 1);
        for (sum, seat) in self.seats.iter_mut().zip(0..) {
            if outcome.won.contains(Seat(seat)) {
                sum.wins += 1;
            } else if outcome.drew.contains(Seat(seat)) {
                sum.draws += 1;
            } else {
                sum.losses += 1;
            }
        }
    }

    fn merged(mut self, other: Self) -> Self {
        for (sum, more) in self.seats.iter_mut().zip(&other.seats) {
            sum.wins += more.wins;
            sum.losses += more.losses;
            sum.draws += more.draws;
        }
        other.endings.iter().for_each(|(name, n)| add_named(&mut self.endings, name, *n));
        other.lengths.iter().enumerate().for_each(|(at, n)| add_at(&mut self.lengths, at, *n));
        self.unfinished += other.unfinished;
        self.faults += other.faults;
        self.first_fault = self.first_fault.into_iter().chain(other.first_fault).min();
        self.steps += other.steps;
        self.refused += other.refused;
        self.tally.merge(other.tally);
        self
    }
}

fn add_at(counts: &mut Vec<u64>, at: usize, n: u64) {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += n;
}

/// Kept in order of the names; there are few of them.
fn add_named(counts: &mut Vec<(&'static str, u64)>, name: &'static str, n: u64) {
    match counts.iter_mut().find(|(known, _)| *known == name) {
        Some((_, count)) => *count += n,
        None => {
            let place = counts.partition_point(|(known, _)| *known < name);
            counts.insert(place, (name, n));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bout_core::Game;
    use bout_orcain::{Config, Orcain};

    fn batch() -> Batch {
        let bots = vec![BotSpec::plain("random")];
        Batch { games: 10, seed: 1, threads: 1, bots, limits: Limits::of::<Orcain>() }
    }

    /// A match that went wrong is in no other figure, and the next one is as good as ever.
    #[test]
    fn a_fault_stands_by_itself() {
        let game = Arc::new(Orcain::new(Config::default(), &()).unwrap());
        let mut worker = Worker::new(&batch(), &game);
        worker.fault(&batch(), &game, 7);
        worker.fault(&batch(), &game, 3);
        assert_eq!((worker.sum.faults, worker.sum.first_fault, worker.sum.steps), (2, Some(3), 0));
        worker.play(&batch(), 5);
        assert_eq!(worker.sum.seats[0].wins + worker.sum.seats[0].losses, 1);
        let both = worker.sum.merged(Sum { faults: 1, first_fault: Some(1), ..Sum::new(2) });
        assert_eq!((both.faults, both.first_fault), (3, Some(1)));
    }
}
