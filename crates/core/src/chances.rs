//! What an action may lead to, as far as its seat can know.

#![expect(clippy::float_arithmetic, reason = "odds are for people; no rule reads them")]

use crate::{Dice, Game, Input, Match, Preview, ScriptError, Seat, Viewer};

/// Imagined worlds that must agree before odds are called exact.
const WORLDS: usize = 64;
/// More results than this are sampled instead of listed.
const RESULTS_MAX: usize = 64;
/// So many samples are taken then.
const SAMPLES: u16 = 256;

/// The distinct results of a previewed action, likeliest first.
#[derive(Clone, Debug)]
pub struct Chances<G: Game> {
    /// Odds and result.
    pub results: Vec<(f64, Preview<G>)>,
    /// Whether the odds are exact; else they are sampled.
    pub exact: bool,
}

impl<G: Game> Match<G> {
    /// Dry run in a world imagined from the seat's own view, with scripted dice.
    pub fn preview_scripted(
        &self,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
        luck: &[u32],
    ) -> Result<Preview<G>, ScriptError<G::Reason>> {
        let world = self.world(seat, action, dice)?;
        let mut script = Dice::script(luck);
        let preview = world.dry_run(seat, action, &mut script);
        script.finish().map_err(ScriptError::Luck)?;
        Ok(preview)
    }

    /// What the action may lead to with scripted dice: one result, unless it shows something that the
    /// seat cannot know, which then is as good as sampled.
    pub fn chances_scripted(
        &self,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
        luck: &[u32],
    ) -> Result<Chances<G>, ScriptError<G::Reason>> {
        let first = self.preview_scripted(seat, action, dice, luck)?;
        let others = (1..WORLDS).map(|_| self.preview_scripted(seat, action, dice, luck));
        let worlds: Vec<Preview<G>> = [first].into_iter().chain(others.flatten()).collect();
        let count = u16::try_from(worlds.len()).unwrap_or(u16::MAX);
        let (odds, mut results) = (1.0 / f64::from(count), Vec::new());
        worlds.into_iter().for_each(|preview| add(&mut results, odds, preview));
        let exact = results.len() == 1;
        Ok(Chances { results: sorted(results), exact })
    }

    /// Everything the action may lead to. `dice` only serve to imagine what the seat cannot know.
    pub fn preview(
        &self,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
    ) -> Result<Chances<G>, ScriptError<G::Reason>> {
        let first = enumerate(&self.world(seat, action, dice)?, seat, action);
        let Some(first) = first else { return self.sample(seat, action, dice) };
        for _ in 1..WORLDS {
            let other = enumerate(&self.world(seat, action, dice)?, seat, action);
            if other.as_ref() != Some(&first) {
                return self.sample(seat, action, dice);
            }
        }
        Ok(Chances { results: first, exact: true })
    }

    fn sample(
        &self,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
    ) -> Result<Chances<G>, ScriptError<G::Reason>> {
        let mut results = Vec::new();
        for _ in 0..SAMPLES {
            let world = self.world(seat, action, dice)?;
            let mut luck = Dice::of(world.seed(), world.seq() + 1);
            add(&mut results, 1.0 / f64::from(SAMPLES), world.dry_run(seat, action, &mut luck));
        }
        Ok(Chances { results: sorted(results), exact: false })
    }

    /// A world that the seat cannot tell from the real one, in which the action is legal too.
    fn world(
        &self,
        seat: Seat,
        action: &G::Action,
        dice: &mut Dice,
    ) -> Result<Match<G>, ScriptError<G::Reason>> {
        let input = Input::Act { seat, action: action.clone() };
        self.check(self.now(), &input).map_err(ScriptError::Refused)?;
        let world = self.imagined(Viewer::Seat(seat), dice);
        world.check(world.now(), &input).map_err(ScriptError::Refused)?;
        Ok(world)
    }
}

/// All results in one world with their exact odds, or nothing if there are too many.
fn enumerate<G: Game>(
    world: &Match<G>,
    seat: Seat,
    action: &G::Action,
) -> Option<Vec<(f64, Preview<G>)>> {
    let (mut results, mut script) = (Vec::new(), Vec::new());
    for _ in 0..RESULTS_MAX {
        let mut dice = Dice::explore(&script);
        let preview = world.dry_run(seat, action, &mut dice);
        let asked = dice.asked();
        let odds = asked.iter().fold(1.0, |odds, n| odds / f64::from(*n));
        add(&mut results, odds, preview);
        script.resize(asked.len(), 0);
        if !next_script(&mut script, asked) {
            return Some(sorted(results));
        }
    }
    None
}

/// Turns the script into the next one, like an odometer; false after the last.
fn next_script(script: &mut Vec<u32>, asked: &[u32]) -> bool {
    while let Some(last) = script.pop() {
        if last + 1 < asked[script.len()] {
            script.push(last + 1);
            return true;
        }
    }
    false
}

fn add<G: Game>(results: &mut Vec<(f64, Preview<G>)>, odds: f64, preview: Preview<G>) {
    match results.iter_mut().find(|(_, known)| *known == preview) {
        Some((known, _)) => *known += odds,
        None => results.push((odds, preview)),
    }
}

fn sorted<G: Game>(mut results: Vec<(f64, Preview<G>)>) -> Vec<(f64, Preview<G>)> {
    results.sort_by(|a, b| b.0.total_cmp(&a.0));
    results
}
