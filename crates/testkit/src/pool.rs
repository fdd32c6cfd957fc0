//! Actions seen so far: stale and foreign ones are drawn from here.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bout_core::{Data, Dice, Game, Input, Match, Seat, Seed, Sink};

use crate::parts::text;

/// The most actions that are kept.
const KEPT_MAX: usize = 500;
/// Matches that are played to get to know a game's actions.
const SCOUTED: u64 = 3;
/// The most entries of such a match.
const SCOUTED_ENTRIES: u64 = 200;

/// Distinct actions, at most [`KEPT_MAX`].
#[derive(Clone)]
pub(crate) struct ActionPool<A> {
    actions: Vec<A>,
    known: BTreeSet<String>,
}

impl<A: Data> ActionPool<A> {
    fn new() -> Self {
        ActionPool { actions: Vec::new(), known: BTreeSet::new() }
    }

    /// The actions met in a few plain matches, so that a match knows those of others without
    /// depending on how many were played before it.
    pub fn scout<G: Game<Action = A>>(game: &Arc<G>, seed: Seed, entries_max: u64) -> Self {
        let mut pool = ActionPool::new();
        for number in 0..SCOUTED {
            let seed = seed.derive(1 << 40 | number);
            let entries = entries_max.min(SCOUTED_ENTRIES);
            // What panics here will panic in a match too, and is reported there.
            let walk = AssertUnwindSafe(|| walk(game, seed, entries, &mut pool));
            let _ = catch_unwind(walk);
        }
        pool
    }

    /// Keeps an action; once full, a new one takes the place of any old one.
    pub fn keep(&mut self, action: &A, dice: &mut Dice) {
        if !self.known.insert(text(action)) {
            return;
        }
        if self.actions.len() < KEPT_MAX {
            self.actions.push(action.clone());
        } else {
            self.actions[dice.below(KEPT_MAX as u32) as usize] = action.clone();
        }
    }

    /// Any of the actions.
    pub fn any(&self, dice: &mut Dice) -> Option<&A> {
        dice.pick(&self.actions)
    }

    /// The first open one after a random place.
    pub fn find(&self, dice: &mut Dice, wanted: impl Fn(&A) -> bool) -> Option<&A> {
        let start = dice.below(self.actions.len().max(1) as u32) as usize;
        let (before, after) = self.actions.split_at(start);
        after.iter().chain(before).find(|action| wanted(action))
    }

    /// All of them, or so many at random.
    pub fn sample(&self, count: usize, dice: &mut Dice) -> Vec<A> {
        if self.actions.len() <= count {
            return self.actions.clone();
        }
        (0..count).filter_map(|_| self.any(dice).cloned()).collect()
    }
}

fn walk<G: Game>(game: &Arc<G>, seed: Seed, entries: u64, pool: &mut ActionPool<G::Action>) {
    let mut dice = Dice::of(seed, 0);
    let (mut events, mut hops) = (Vec::new(), Vec::new());
    let mut live = Match::open(Arc::clone(game), seed, Sink::all(&mut events, &mut hops));
    while live.seq() < entries && live.outcome().is_none() {
        let (mut chosen, mut legal) = (None, Vec::new());
        for seat in game.to_act(live.state()).iter() {
            legal.clear();
            game.legal(live.state(), seat, &mut legal);
            for action in &legal {
                pool.keep(action, &mut dice);
            }
            chosen = dice.pick(&legal).map(|action| (seat, action.clone())).or(chosen);
        }
        let next = match chosen {
            Some((seat, action)) if live.check_time_to_act(live.now()).is_ok() => {
                Some((live.now(), Input::Act { seat, action }))
            }
            _ => live.next_deadline().map(|at| (at, Input::Expire)),
        };
        let Some((at, input)) = next else { return };
        if live.step(at, &input, Sink::all(&mut events, &mut hops)).is_err() {
            return;
        }
    }
}

/// The legal actions of a seat, if it is waited for.
pub(crate) fn legal<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut legal = Vec::new();
    if game.to_act(state).contains(seat) {
        game.legal(state, seat, &mut legal);
    }
    legal
}
