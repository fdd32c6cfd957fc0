//! What comes of line-ups, in whole numbers.

use bout_core::{Catalogued, Seat, Tally};

use crate::compare::is_shown;
use crate::leaves::Leaves;
use crate::{Cell, End, Moments};

/// The most kinds that can be compared.
pub const KINDS_MAX: usize = 64;

/// By kind, how many seats won a match.
pub type Won = [i8; KINDS_MAX];

/// What came of one setting of a cell, in whole numbers.
#[derive(Clone, Debug, Default)]
pub struct BoutSum {
    /// Matches played.
    pub games: u64,
    /// By kind, how many seats of that kind won a match.
    pub wins: Vec<Moments>,
    /// Matches that ended without a winner.
    pub draws: u64,
    /// Matches that met a limit.
    pub unfinished: u64,
    /// The length of a match.
    pub length: Moments,
    /// Matches by length.
    pub lengths: Vec<u64>,
    /// Entries played.
    pub steps: u64,
    /// Actions of bots that the rules refused, where they were asked.
    pub refused: u64,
    /// The game's own figures by block, where they are asked for.
    pub blocks: Vec<Leaves>,
}

/// A setting less the base, match by match on the same seeds.
#[derive(Clone, Debug, Default)]
pub struct PairSum {
    /// By kind, the difference of the seats that won.
    pub wins: Vec<Moments>,
    /// The difference of the lengths.
    pub length: Moments,
}

/// What came of a cell.
pub struct CellSum<G: Catalogued> {
    /// By setting.
    pub bouts: Vec<BoutSum>,
    /// By setting after the first.
    pub pairs: Vec<PairSum>,
    /// The game's own statistics by setting; empty where they are not asked for.
    pub tallies: Vec<G::Tally>,
}

impl BoutSum {
    fn new(kinds: usize, blocks: usize) -> Self {
        BoutSum {
            wins: vec![Moments::default(); kinds],
            blocks: vec![Leaves::default(); blocks],
            ..BoutSum::default()
        }
    }

    pub(crate) fn count(&mut self, kinds: &[usize], end: End, length: u32) -> Won {
        let mut won = [0; KINDS_MAX];
        match end {
            End::Unfinished => self.unfinished += 1,
            End::Outcome(outcome) => {
                self.draws += u64::from(outcome.won.is_empty());
                let winners = kinds.iter().zip(0..).filter(|(_, n)| outcome.won.contains(Seat(*n)));
                winners.for_each(|(kind, _)| won[*kind] += 1);
            }
        }
        self.games += 1;
        self.wins.iter_mut().zip(won).for_each(|(sum, won)| sum.add(i64::from(won)));
        self.length.add(i64::from(length));
        let at = length as usize;
        if self.lengths.len() <= at {
            self.lengths.resize(at + 1, 0);
        }
        self.lengths[at] += 1;
        won
    }

    /// Takes the matches of another sum of the same line-up and setting; blocks stay as they are.
    pub fn merge(&mut self, other: &BoutSum) {
        self.games += other.games;
        self.wins.iter_mut().zip(&other.wins).for_each(|(sum, more)| sum.merge(more));
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.length.merge(&other.length);
        self.lengths.resize(self.lengths.len().max(other.lengths.len()), 0);
        self.lengths.iter_mut().zip(&other.lengths).for_each(|(sum, more)| *sum += more);
        self.steps += other.steps;
        self.refused += other.refused;
    }
}

impl PairSum {
    pub(crate) fn count(&mut self, (won, length): (Won, i64), (base_won, base_length): (Won, i64)) {
        let both = won.iter().zip(&base_won);
        let differences = both.map(|(won, base)| i64::from(*won) - i64::from(*base));
        self.wins.iter_mut().zip(differences).for_each(|(sum, more)| sum.add(more));
        self.length.add(length - base_length);
    }

    fn merge(&mut self, other: &PairSum) {
        self.wins.iter_mut().zip(&other.wins).for_each(|(sum, more)| sum.merge(more));
        self.length.merge(&other.length);
    }
}

impl<G: Catalogued> CellSum<G> {
    pub(crate) fn new(cell: &Cell<G>, blocks: usize) -> Self {
        let kinds = cell.kinds.iter().max().map_or(0, |kind| kind + 1);
        let settings = cell.bouts.len();
        let pair = PairSum { wins: vec![Moments::default(); kinds], length: Moments::default() };
        CellSum {
            bouts: vec![BoutSum::new(kinds, blocks); settings],
            pairs: vec![pair; settings.saturating_sub(1)],
            tallies: (0..settings).map(|_| G::Tally::default()).collect(),
        }
    }

    /// Takes the matches of one block.
    pub(crate) fn take(&mut self, block: Self, at: usize, tallies: bool) {
        for ((sum, more), tally) in self.bouts.iter_mut().zip(&block.bouts).zip(&block.tallies) {
            sum.merge(more);
            if tallies {
                (sum.blocks[at], _) = Leaves::of(&tally.report(), more.games, is_shown::<G>);
            }
        }
        self.pairs.iter_mut().zip(&block.pairs).for_each(|(sum, more)| sum.merge(more));
        if tallies {
            self.tallies.iter_mut().zip(block.tallies).for_each(|(sum, more)| sum.merge(more));
        }
    }
}
