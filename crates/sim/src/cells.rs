//! Many line-ups under many settings, on one pool of threads and on common seeds.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use bout_core::{BotSpec, Catalogued, Seed, Stop};
use rayon::prelude::*;

use crate::sums::{KINDS_MAX, Won};
use crate::{CellSum, Limits, Runner, Watch};

/// Into so many blocks the matches of a cell are cut, if each has at least `BLOCK_MIN`.
const BLOCKS: u64 = 64;
const BLOCK_MIN: u64 = 16;

/// One line-up under one setting, ready to be played.
pub struct Bout<G: Catalogued> {
    /// The rules.
    pub game: Arc<G>,
    /// One bot for all seats, or one a seat.
    pub bots: Vec<BotSpec>,
}

/// One line-up under one or more settings that play on the same seeds.
pub struct Cell<G: Catalogued> {
    /// What sits at each seat: an index into the names of what is compared.
    pub kinds: Vec<usize>,
    /// The seed of its matches, as `bout sim --seed` takes it.
    pub seed: u64,
    /// A setting each; the first is the base.
    pub bouts: Vec<Bout<G>>,
}

/// The seed of a line-up: it depends on who sits there and on nothing else that is asked for.
pub fn cell_seed(seed: u64, kinds: &[usize]) -> u64 {
    let place = kinds.iter().fold(1_u64, |place, kind| place.wrapping_mul(61) + *kind as u64 + 1);
    let derived = Seed(u128::from(seed)).derive(place);
    // 32 bits, so that JSON and people can carry it.
    derived.0 as u64 & 0xffff_ffff
}

/// Where cells are played.
pub struct Arena {
    pool: rayon::ThreadPool,
    /// Where a match is given up.
    pub limits: Limits,
    /// Whether the game's own statistics are kept, which costs time.
    pub tallies: bool,
}

impl Arena {
    /// An arena on so many threads.
    pub fn new(threads: usize, limits: Limits, tallies: bool) -> Result<Self, String> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("cannot start {threads} threads: {error}"))?;
        Ok(Arena { pool, limits, tallies })
    }

    /// Plays the matches `games` of every cell; `progress` is told how many more are done.
    pub fn play<G: Catalogued>(
        &self,
        cells: &[Cell<G>],
        games: Range<u64>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<CellSum<G>>, String> {
        self.play_until(cells, games, progress, &Stop::default())
    }

    /// The same until somebody wants it to end; matches that were begun are played to their end.
    pub fn play_until<G: Catalogued>(
        &self,
        cells: &[Cell<G>],
        games: Range<u64>,
        progress: &(dyn Fn(u64) + Sync),
        stop: &Stop,
    ) -> Result<Vec<CellSum<G>>, String> {
        for bout in cells.iter().flat_map(|cell| &cell.bouts) {
            Runner::new(&bout.game, &bout.bots, self.limits)?;
        }
        let blocks = blocks(games);
        let sums: Vec<_> =
            cells.iter().map(|cell| Mutex::new(CellSum::new(cell, blocks.len()))).collect();
        let jobs: Vec<_> =
            (0..cells.len()).flat_map(|cell| (0..blocks.len()).map(move |at| (cell, at))).collect();
        self.pool.install(|| {
            jobs.par_iter().with_max_len(1).for_each(|(cell, at)| {
                if stop.is_set() {
                    return;
                }
                let mut block = Block::new(self, &cells[*cell]);
                block.play(blocks[*at].clone(), progress, stop);
                let mut sum = sums[*cell].lock().expect("no thread panics with it");
                sum.take(block.sum, *at, self.tallies);
            });
        });
        Ok(sums.into_iter().map(|sum| sum.into_inner().expect("as above")).collect())
    }
}

fn blocks(games: Range<u64>) -> Vec<Range<u64>> {
    let size = (games.end - games.start).div_ceil(BLOCKS).max(BLOCK_MIN);
    let starts = (games.start..games.end).step_by(usize::try_from(size).unwrap_or(usize::MAX));
    starts.map(|start| start..(start + size).min(games.end)).collect()
}

/// Some matches of a cell, played by one thread.
struct Block<'a, G: Catalogued> {
    cell: &'a Cell<G>,
    runners: Vec<Runner<G>>,
    events: Option<Vec<G::Event>>,
    sum: CellSum<G>,
}

impl<'a, G: Catalogued> Block<'a, G> {
    fn new(arena: &Arena, cell: &'a Cell<G>) -> Self {
        let runner = |bout: &Bout<G>| {
            let runner = Runner::new(&bout.game, &bout.bots, arena.limits);
            let runner = runner.expect("was made once already");
            if arena.tallies { runner.audited() } else { runner }
        };
        Block {
            cell,
            runners: cell.bouts.iter().map(runner).collect(),
            events: arena.tallies.then(Vec::new),
            sum: CellSum::new(cell, 0),
        }
    }

    fn play(&mut self, games: Range<u64>, progress: &(dyn Fn(u64) + Sync), stop: &Stop) {
        const REPORT: u64 = 64;
        let seed = Seed(u128::from(self.cell.seed));
        let (first, last) = (games.start, games.end);
        for i in games.take_while(|_| !stop.is_set()) {
            self.play_all(seed.derive(i));
            let done = i + 1 - first;
            if done.is_multiple_of(REPORT) || i + 1 == last {
                let more = if done.is_multiple_of(REPORT) { REPORT } else { done % REPORT };
                progress(more * self.runners.len() as u64);
            }
        }
    }

    /// One match under every setting.
    fn play_all(&mut self, seed: Seed) {
        let mut base = ([0; KINDS_MAX], 0);
        for at in 0..self.runners.len() {
            let found = self.play_one(at, seed);
            match at.checked_sub(1) {
                None => base = found,
                Some(pair) => self.sum.pairs[pair].count(found, base),
            }
        }
    }

    fn play_one(&mut self, at: usize, seed: Seed) -> (Won, i64) {
        let runner = &mut self.runners[at];
        if let Some(events) = &mut self.events {
            events.clear();
        }
        let end = runner.play(seed, &mut Watch { events: self.events.as_mut(), log: None });
        let length = runner.length();
        let sum = &mut self.sum.bouts[at];
        sum.steps += runner.live().seq();
        sum.refused += runner.refused();
        let won = sum.count(&self.cell.kinds, end, length);
        if let Some(events) = &self.events {
            runner.show(events, end, &mut self.sum.tallies[at]);
        }
        (won, i64::from(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_every_match_once() {
        for games in [0..1, 0..16, 0..1000, 300..900, 0..100_000] {
            let cut = blocks(games.clone());
            assert_eq!(cut[0].start, games.start);
            assert_eq!(cut[cut.len() - 1].end, games.end);
            assert!(cut.windows(2).all(|pair| pair[0].end == pair[1].start), "{games:?}");
            assert!(cut.len() as u64 <= BLOCKS);
        }
    }

    #[test]
    fn line_ups_have_seeds_of_their_own() {
        let seeds = [&[0, 1][..], &[1, 0], &[0, 0], &[0], &[0, 1, 0]].map(|k| cell_seed(1, k));
        for (at, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..at].contains(seed));
        }
        assert_eq!(cell_seed(1, &[0, 1]), seeds[0]);
        assert_ne!(cell_seed(2, &[0, 1]), seeds[0]);
    }
}
