//! Tries actions out in imagined worlds.

use bout_core::{Bot, BotSpec, Choice, Dice, Game, Input, Match, Sink, Turn};

/// Entries after which a playout counts as undecided.
const PLAYOUT_ENTRIES: u32 = 2000;
/// Entries after which a playout asks whether it has to end.
const ASKS_EVERY: u32 = 32;

/// Plays every action to the end in worlds it cannot tell from the real one, more often where it
/// looks better (UCB1), and takes the one tried most.
pub struct SearchBot<G: Game> {
    playouts: u32,
    legal: Vec<G::Action>,
    tried: Vec<(u32, f64)>,
    answers: Vec<G::Action>,
}

impl<G: Game> SearchBot<G> {
    /// Reads the parameter `playouts`.
    pub fn new(spec: &BotSpec) -> Result<Self, String> {
        spec.only(&["playouts"])?;
        let playouts = spec.read("playouts", 1000)?;
        if !(1..=1_000_000).contains(&playouts) {
            return Err(format!("bot 'search': playouts={playouts} is not in 1..1000000"));
        }
        Ok(SearchBot { playouts, legal: Vec::new(), tried: Vec::new(), answers: Vec::new() })
    }

    fn most_promising(&self) -> usize {
        let total: u32 = self.tried.iter().map(|(n, _)| n).sum();
        let explore = 2.0 * f64::from(total.max(1)).ln();
        let worth = |(n, sum): &(u32, f64)| match n {
            0 => f64::INFINITY,
            n => sum / f64::from(*n) + (explore / f64::from(*n)).sqrt(),
        };
        best_by(&self.tried, worth)
    }

    /// Plays a world to its end with random answers of all; how good that is for the seat. `None`
    /// where the host wants the answer now.
    fn playout(&mut self, turn: &Turn<'_, G>, first: &G::Action, dice: &mut Dice) -> Option<f64> {
        let (mut world, seat) = (turn.imagine(dice), turn.seat());
        let input = Input::Act { seat, action: first.clone() };
        if world.step(world.now(), &input, Sink::none()).is_err() {
            return Some(0.0);
        }
        for entry in 0..PLAYOUT_ENTRIES {
            match world.outcome() {
                Some(outcome) if outcome.won.contains(seat) => return Some(1.0),
                Some(outcome) if outcome.drew.contains(seat) => return Some(0.5),
                Some(_) => return Some(0.0),
                None => {}
            }
            if entry % ASKS_EVERY == 0 && turn.is_stopped() {
                return None;
            }
            if !self.random_entry(&mut world, dice) {
                break;
            }
        }
        Some(0.5)
    }

    fn random_entry(&mut self, world: &mut Match<G>, dice: &mut Dice) -> bool {
        let Some(seat) = world.game().to_act(world.state()).first() else {
            return world.expire_next(Sink::none()).is_some();
        };
        self.answers.clear();
        world.game().legal(world.state(), seat, &mut self.answers);
        let Some(action) = dice.pick(&self.answers).cloned() else {
            return world.expire_next(Sink::none()).is_some();
        };
        world.apply_unchecked(world.now(), &Input::Act { seat, action }, Sink::none());
        true
    }
}

fn best_by<T>(items: &[T], worth: impl Fn(&T) -> f64) -> usize {
    let better =
        |best: usize, at: usize| if worth(&items[at]) > worth(&items[best]) { at } else { best };
    (1..items.len()).fold(0, better)
}

impl<G: Game> Bot<G> for SearchBot<G> {
    fn choose(&mut self, turn: &Turn<'_, G>, dice: &mut Dice) -> Choice<G::Action> {
        self.legal.clear();
        turn.legal(&mut self.legal);
        if self.legal.len() <= 1 {
            return self.legal.first().cloned().into();
        }
        self.tried = vec![(0, 0.0); self.legal.len()];
        for _ in 0..self.playouts {
            let at = self.most_promising();
            let action = self.legal[at].clone();
            let Some(won) = self.playout(turn, &action, dice) else { break };
            self.tried[at].0 += 1;
            self.tried[at].1 += won;
        }
        let most = best_by(&self.tried, |(n, sum)| f64::from(*n) + sum / f64::from((*n).max(1)));
        Choice::Act(self.legal[most].clone())
    }
}
